//! What a document says and a problem has no place for is kept as it is written: the parts of a source, reprints, the
//! words of twins, the layout of a solution. It is written again as long as it still says the same.

use super::document::fields;
use super::{read, write};
use crate::problem::{Problem, Twin, Value, named};
use crate::syntax;

/// Fields that say one thing between them: the first as it is written today, the others in older documents.
const TOGETHER: [&[&str]; 3] = [
    &["source", "source-id", "date"],
    &["award", "distinction"],
    &["comments", "intended-solutions"],
];

/// The problem with those `fields` of its document that would be written otherwise without them, directly or by way of our
/// own files.
pub(super) fn with_data(problem: Problem, fields: Vec<(String, Value)>) -> Problem {
    let printed = syntax::parse(&syntax::print(&problem));
    let by_own = printed.problems().next().filter(|own| **own != problem);
    let ways: Vec<Vec<(String, Value)>> = std::iter::once(&problem)
        .chain(by_own)
        .map(|problem| self::fields(&written(problem, &[])))
        .collect();
    let is_told = |(name, value): &(String, Value)| {
        ways.iter().all(|own| match named(own, name) {
            Some(own) => is_like(own, value),
            None => value.is_empty(),
        })
    };
    let (men, fields): (Vec<_>, Vec<_>) = fields
        .into_iter()
        .partition(|(name, _)| name == "algebraic");
    let mut data: Vec<(String, Value)> =
        fields.into_iter().filter(|field| !is_told(field)).collect();
    // Where the first twin is not the diagram, the others are told of the diagram.
    if !data.is_empty() && !says(&written(&problem, &data), &problem) {
        data.extend(men);
    }
    Problem { data, ..problem }
}

/// One document.
pub(in crate::formats) fn export(problem: &Problem) -> String {
    let plain = written(problem, &[]);
    if problem.data.is_empty() {
        return plain;
    }
    let whole = written(problem, &problem.data);
    if says(&whole, problem) {
        return whole;
    }
    // Something was changed since: what still fits is kept, group by group.
    let mut kept: Vec<(String, Value)> = Vec::new();
    for (name, _) in &problem.data {
        if kept.iter().any(|(known, _)| known == name) {
            continue;
        }
        let group = TOGETHER
            .into_iter()
            .find(|group| group.contains(&name.as_str()));
        let mut more = kept.clone();
        let goes_along = |(other, _): &&(String, Value)| {
            other == name || group.is_some_and(|group| group.contains(&other.as_str()))
        };
        more.extend(problem.data.iter().filter(goes_along).cloned());
        if says(&written(problem, &more), problem) {
            kept = more;
        }
    }
    written(problem, &kept)
}

/// The document with these fields instead of those made of the problem.
fn written(problem: &Problem, data: &[(String, Value)]) -> String {
    let is_replaced = |name: &str| {
        let group = TOGETHER.into_iter().find(|group| group.contains(&name));
        data.iter().any(|(known, _)| {
            known == name || group.is_some_and(|group| group.contains(&known.as_str()))
        })
    };
    let mut out = String::new();
    for (name, text) in write::fields(problem) {
        if !is_replaced(name) {
            out.push_str(&text);
        }
    }
    for (name, value) in data {
        write::value(&mut out, name, value);
    }
    out
}

/// Whether the document says what the problem says, but for the layout of its texts.
fn says(document: &str, problem: &Problem) -> bool {
    let parsed = read::read_problems(document);
    let back: Vec<&Problem> = parsed.problems().collect();
    matches!(back[..], [back] if laid_out(back) == laid_out(problem))
}

/// The problem with its texts in one layout, and nothing kept.
fn laid_out(problem: &Problem) -> Problem {
    let text = |text: &Option<String>| {
        let lines = text.iter().flat_map(|text| text.lines()).map(str::trim);
        let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    };
    let twin = |twin: &Twin| Twin {
        solution: text(&twin.solution),
        ..twin.clone()
    };
    let line = |line: &Option<String>| text(line).map(|text| text.replace('\n', " "));
    Problem {
        author: line(&problem.author),
        source: line(&problem.source),
        award: line(&problem.award),
        keywords: line(&problem.keywords),
        comment: text(&problem.comment),
        twins: problem.twins.iter().map(twin).collect(),
        // No document tells it.
        men: None,
        letters: problem.letters,
        id: problem.id.clone(),
        data: Vec::new(),
    }
}

/// Whether two values say the same: a list of one is its item, and blanks around texts do not count.
fn is_like(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Map(one), Value::Map(other)) => {
            one.len() == other.len()
                && other.iter().all(|(name, value)| {
                    let mut known = one.iter().filter(|(known, _)| known == name);
                    known.next().is_some_and(|(_, known)| is_like(known, value))
                })
        }
        (Value::List(one), Value::List(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .zip(other)
                    .all(|(one, other)| is_like(one, other))
        }
        (one, other) => one == other || one.is_empty() && other.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(document: &str) -> Problem {
        let parsed = read::read(document);
        assert!(!parsed.has_errors(), "{:?}", parsed.diagnostics);
        parsed.problems().next().unwrap().clone()
    }

    /// Every kind of field, of today's form and of the older one.
    const DOCUMENTS: [&str; 5] = [
        "authors:
  - Doe, Jane
source:
  name: A Journal
  volume: 3
  issue: 01-02
  problemid: 7100
  pagenumber: 65
  date:
    year: 1965
    month: 2
award:
  tourney:
    name: A Tourney
    date: 1966-1967
  distinction: 1st Prize
  judges: [\"Roe, Richard\"]
reprints:
  - name: An Album
    date: 1976
    variant: Mirror a1<-->h1
algebraic:
  white: [Ka6, Bb1, Sd4, Bc5, Pe4, Pf5]
  black: [Kc3, Pf4, Pb6, Pa5, Rb4, Rb3, Pb2, Pd2, Pe5, Pf6, Pf3, Qg4]
stipulation: h#2
options: [Defence 1, SetPlay]
twins:
  b: Move b4 f3
  c: Continued Exchange c3 f4
intended-solutions: 2.1.1.1
glyphs:
  k: q1
solution: |
  a)
    1.Rb4-c4 Bc5-b4 +   2.a5*b4 Sd4-b5 # {a comment}


  b) bRb4-->f3
    1.b6*c5 Ka6*a5   2.c5-c4 Sd4-e2 #
keywords: [\"Model mates\", \"A theme (with, commas)\"]
comments:
  - |
    two
    lines
  - another
foreignids:
  - domain: PDB
    problemid: P0503887
  - domain: WinChloe
    problemid: 123456
",
        "source: A Journal
date: 1996
algebraic:
  white: [Kc2, Rc1, Bc3, Ba4, Pe3]
  black: [Kd5, Rd8, Rc8, Bg8, Pb6]
stipulation: h#2
intended-solutions: 2
solution: |
  1.Kd5-c5 Bc3-e5   2.Rd8-d5 Kc2-b3 #
  1.Kd5-c4 Bc3-a5   2.Bg8-d5 Kc2-d2 #
",
        "source: Another Journal
source-id: 82
date: 1955-04
algebraic:
  white: [Kb3, Rh2, Pd3, Pf5]
  black: [Ka1]
stipulation: \"#1\"
twins:
  a: Remove d3
  b: Remove f5
solution: |
  a) 1.Rh2-h1 #
  b) 1.Rh2-h1 #
",
        "algebraic:
  black: [Ka5, Sb6, Pb2, Pa6, Pa4]
  white: [Kd2, Pd7]
authors: [!!python/unicode 'Doe, Jane']
date: '1938-05-06'
distinction: Prize
source: A Journal
source-id: 12/345
stipulation: h#2
solution: \"1.Sc8 dxc8=Q  2.b1=B Qc5#\\n\\n\\n1.b1=R d8=S  2.Rb5 Sc6#\"
",
        "algebraic:
  white: [Kb3, Rh2]
  black: [Ka1]
stipulation: see text
solution: none
",
    ];

    /// What the document says, without the men, by name.
    fn said(document: &str) -> Vec<(String, Value)> {
        let mut said = fields(document);
        said.retain(|(name, _)| name != "algebraic");
        said.sort_by(|(a, _), (b, _)| a.cmp(b));
        said
    }

    #[test]
    fn every_field_comes_back() {
        for document in DOCUMENTS {
            let problem = one(document);
            let back = export(&problem);
            for (name, value) in said(document) {
                let after = said(&back).into_iter().find(|(known, _)| *known == name);
                assert_eq!(after, Some((name, value)), "{back}");
            }
            // By way of our own files too.
            let own = syntax::print(&problem);
            let parsed = syntax::parse(&own);
            assert!(!parsed.has_errors(), "{own}\n{:?}", parsed.diagnostics);
            let again = export(parsed.problems().next().unwrap());
            assert_eq!(said(&again), said(&back), "{own}");
        }
    }

    #[test]
    fn what_was_changed_is_written_as_it_is_now() {
        let mut problem = one(DOCUMENTS[0]);
        problem.source = Some("Another Journal".to_owned());
        let text = export(&problem);
        assert!(text.contains("name: \"Another Journal\""), "{text}");
        assert!(
            !text.contains("7100") && text.contains("Move b4 f3"),
            "{text}"
        );
        assert_eq!(one(&text).source, problem.source);
    }

    #[test]
    fn what_the_problem_tells_is_not_kept_twice() {
        let document = "algebraic:\n  white: [Kb3, Rh2]\n  black: [Ka1]\nstipulation: \"#1\"\nsolution: 1.Rh1#\n";
        assert_eq!(one(document).data, []);
    }

    /// `OLV="a.olv b.olv" cargo test --lib files_go_round -- --ignored --nocapture` lists what is lost of files of others,
    /// field by field, directly and by way of our own format.
    #[test]
    #[ignore = "reads the files named by OLV"]
    #[expect(clippy::print_stderr, reason = "how many were read")]
    fn files_go_round() {
        let files = std::env::var("OLV").unwrap_or_default();
        let (mut read_well, mut refused, mut lost) = (0, 0, Vec::new());
        for file in files.split_whitespace() {
            let source = std::fs::read_to_string(file).unwrap();
            let parsed = read::read(&source);
            for entry in &parsed.entries {
                let Ok(problem) = &entry.problem else {
                    refused += 1;
                    continue;
                };
                read_well += 1;
                let before = said(&source[entry.range.clone()].replace('\t', " "));
                let own = syntax::print(problem);
                let by_own = syntax::parse(&own);
                let again = by_own.problems().next();
                let ways = [("olv", Some(export(problem))), ("bg", again.map(export))];
                for (way, document) in ways {
                    let after = said(&document.unwrap_or_default());
                    for (name, value) in &before {
                        let found = after.iter().find(|(known, _)| known == name);
                        if !value.is_empty()
                            && found.is_none_or(|(_, found)| !is_like(found, value))
                        {
                            let place = entry.index;
                            lost.push(format!(
                                "{file} {place} by {way}: {name}: {value:?}, now {found:?}"
                            ));
                        }
                    }
                }
            }
        }
        eprintln!("{read_well} problems, {refused} entries refused");
        assert!(lost.is_empty(), "{}", lost.join("\n"));
    }
}
