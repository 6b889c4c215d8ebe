//! Solutions of twins printed beside one another, as magazines do, put one below the other:
//!
//! ```text
//! a) 1.Ka1 Kb2       b) 1.Kc3 Kd4
//!    2.Qe5 Qf6#         2.Rg7 Rh8#
//! ```
//!
//! What stands below two labels is divided where the same move number comes again, or else at the gap beneath the second
//! label. A line that shows neither belongs to the column it begins in.

/// How far from the column of its label a text may begin.
const SLANT: usize = 4;

/// A label in a line: its column, and the columns behind it in the next line.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Column {
    begin: usize,
    label: char,
}

/// The solutions one below the other; nothing if no line has two labels.
pub(crate) fn one_below_another(text: &str) -> Option<String> {
    let mut columns: Vec<Column> = Vec::new();
    let mut parts: Vec<(char, Vec<String>)> = Vec::new();
    let mut divided = false;
    for line in text.lines() {
        let line: Vec<char> = line.chars().collect();
        let labels = labels(&line);
        let cuts: Vec<usize> = if labels.is_empty() {
            beneath(&columns, &line)
        } else {
            divided |= labels.len() > 1;
            columns = labels;
            columns.iter().map(|column| column.begin).collect()
        };
        if columns.is_empty() {
            // What stands before the first label is left to the reader.
            columns.push(Column {
                begin: 0,
                label: ' ',
            });
        }
        for (at, column) in columns.iter().enumerate() {
            let begin = if at == 0 { 0 } else { cuts[at] };
            let end = cuts.get(at + 1).copied().unwrap_or(line.len());
            let piece: String = line[begin..end].iter().collect();
            match parts.iter_mut().find(|(label, _)| *label == column.label) {
                Some((_, lines)) => lines.push(piece.trim_end().to_owned()),
                None => parts.push((column.label, vec![piece.trim_end().to_owned()])),
            }
        }
    }
    let lines: Vec<String> = parts.into_iter().flat_map(|(_, lines)| lines).collect();
    divided.then(|| lines.join("\n"))
}

/// The labels of a line that begins with one: `a)`, and behind blanks `b)`, `c)` in their order.
fn labels(line: &[char]) -> Vec<Column> {
    let mut found: Vec<Column> = Vec::new();
    for (at, window) in line.windows(2).enumerate() {
        let [label, ')'] = *window else { continue };
        let before = line[..at].iter().rev().find(|&&c| c != '+');
        let is_first = line[..at].iter().all(|c| c.is_whitespace() || *c == '+');
        let follows = match found.last() {
            None => is_first && label.is_ascii_lowercase(),
            Some(last) => u32::from(label) == u32::from(last.label) + 1,
        };
        if follows && before.is_none_or(|c| c.is_whitespace()) {
            let pluses = line[..at].iter().rev().take_while(|&&c| c == '+').count();
            found.push(Column {
                begin: at - pluses,
                label,
            });
        }
    }
    found
}

/// Where a line without labels is cut to stand beneath `columns`: one place for each, the first of them 0.
fn beneath(columns: &[Column], line: &[char]) -> Vec<usize> {
    let mut cuts = vec![0; columns.len().max(1)];
    if columns.len() < 2 {
        return cuts;
    }
    let numbers = repeated_numbers(line);
    if numbers.len() == columns.len() {
        cuts[1..].copy_from_slice(&numbers[1..]);
        return cuts;
    }
    let begins: Vec<usize> = (0..line.len())
        .filter(|&at| {
            let gap = line[at.saturating_sub(2)..at]
                .iter()
                .all(|c| c.is_whitespace());
            !line[at].is_whitespace() && gap
        })
        .collect();
    for (at, column) in columns.iter().enumerate().skip(1) {
        let near = begins
            .iter()
            .copied()
            .filter(|&begin| begin >= cuts[at - 1] && begin.abs_diff(column.begin) <= SLANT);
        cuts[at] = near
            .min_by_key(|begin| begin.abs_diff(column.begin))
            .unwrap_or(line.len());
    }
    cuts
}

/// The places where the number comes again that the line begins with.
fn repeated_numbers(line: &[char]) -> Vec<usize> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut at = 0;
    while at < line.len() {
        let digits = line[at..].iter().take_while(|c| c.is_ascii_digit()).count();
        let apart = at == 0 || line[at - 1].is_whitespace();
        if digits > 0 && apart && line.get(at + digits) == Some(&'.') {
            let dots = line[at + digits..]
                .iter()
                .take_while(|&&c| c == '.')
                .count();
            found.push((at, line[at..at + digits + dots].iter().collect()));
        }
        at += digits.max(1);
    }
    let Some(first) = found.first().map(|(_, number)| number.clone()) else {
        return Vec::new();
    };
    let same = found.into_iter().filter(|(_, number)| *number == first);
    same.map(|(at, _)| at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parted(text: &str) -> Vec<String> {
        let text = one_below_another(text).expect("there are columns");
        let lines = text.lines().map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            words.join(" ")
        });
        lines.filter(|line| !line.is_empty()).collect()
    }

    #[test]
    fn columns_beneath_their_labels() {
        let wide = "a) 1.Ka1 Kb2       b) 1.Kc3 Kd4\n   2.Qe5 Qf6#         2.Rg7 Rh8#";
        let narrow = "a) 1.Ka1 Kb2 b) 1.Kc3 Kd4\n2.Qe5 Qf6# 2.Rg7 Rh8#";
        for text in [wide, narrow] {
            assert_eq!(
                parted(text),
                ["a) 1.Ka1 Kb2", "2.Qe5 Qf6#", "b) 1.Kc3 Kd4", "2.Rg7 Rh8#"]
            );
        }
    }

    #[test]
    fn whole_solutions_in_a_line() {
        assert_eq!(
            parted("a) 1.Ka1 Kb2 2.Qe5 Qf6# b) 1.Kc3 Kd4 2.Rg7 Rh8#\nc) 1.Kd5 Ke6"),
            [
                "a) 1.Ka1 Kb2 2.Qe5 Qf6#",
                "b) 1.Kc3 Kd4 2.Rg7 Rh8#",
                "c) 1.Kd5 Ke6"
            ]
        );
    }

    #[test]
    fn columns_of_different_length() {
        let text =
            "a) 1.Ka1 Kb2       b) 1.Kc3 Kd4\n   2.Qe5 Qf6#\n                      2.Rg7 Rh8#";
        assert_eq!(
            parted(text),
            ["a) 1.Ka1 Kb2", "2.Qe5 Qf6#", "b) 1.Kc3 Kd4", "2.Rg7 Rh8#"]
        );
    }

    #[test]
    fn what_has_no_columns_is_left_alone() {
        for text in [
            "a) 1.Ka1 Kb2\nb) 1.Kc3 Kd4",
            "1.Ka1 (see b)",
            "",
            "b) a) x",
            "1.a) b)",
        ] {
            assert_eq!(one_below_another(text), None, "{text}");
        }
    }
}
