//! TeX as far as fields need it: commands with their arguments, and text without its escapes.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::{anychar, char};
use nom::combinator::{opt, recognize, value};
use nom::sequence::{delimited, preceded};
use nom::{Input, Parser};

use crate::syntax::span::{Parse, Span};

/// `\name` or `\#`: the name, blanks behind a word passed over.
pub(super) fn command(input: Span<'_>) -> Parse<'_, Span<'_>> {
    preceded(
        char('\\'),
        alt((
            take_while1(|c: char| c.is_ascii_alphabetic()),
            recognize(anychar),
        )),
    )
    .parse(input)
}

/// What follows blanks, if there are any.
pub(super) fn behind_blanks(span: Span<'_>) -> Span<'_> {
    let text = span.fragment();
    span.take_from(text.len() - text.trim_start_matches([' ', '\t']).len())
}

/// What stands between a brace and the one that closes it.
pub(super) fn braced(input: Span<'_>) -> Parse<'_, Span<'_>> {
    let (inside, _) = char('{').parse(input)?;
    let text = inside.fragment();
    let mut depth = 1usize;
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Ok((inside.take_from(at + 1), inside.take(at)));
                }
            }
            _ => {}
        }
    }
    Err(nom::Err::Error(nom::error::ParseError::from_error_kind(
        input,
        nom::error::ErrorKind::Char,
    )))
}

/// What stands between brackets, if brackets follow.
pub(super) fn bracketed(input: Span<'_>) -> Parse<'_, Option<Span<'_>>> {
    opt(delimited(
        char('['),
        nom::bytes::complete::take_till(|c| c == ']' || c == '\n'),
        char(']'),
    ))
    .parse(input)
}

/// The text with comments blanked out, every byte in its place.
pub(super) fn without_comments(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut in_comment = false;
    let mut escaped = false;
    for c in source.chars() {
        if c == '\n' {
            in_comment = false;
        }
        if c == '%' && !escaped {
            in_comment = true;
        }
        escaped = c == '\\' && !escaped;
        if in_comment && c != '\n' {
            out.extend(std::iter::repeat_n(' ', c.len_utf8()));
        } else {
            out.push(c);
        }
    }
    out
}

/// What a text prints: escapes resolved, `\\` a line break, other line ends blanks.
pub(super) fn plain(text: Span<'_>) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.fragment().chars().next() {
        if let Ok((after, name)) = command(rest) {
            rest = printed(name.fragment(), after, &mut out);
            continue;
        }
        rest = rest.take_from(c.len_utf8());
        match c {
            // Groups and mathematics.
            '{' | '}' | '$' => {}
            '~' => out.push('\u{A0}'),
            c if c.is_whitespace() => {
                if !out.ends_with([' ', '\n']) && !out.is_empty() {
                    out.push(' ');
                }
            }
            c => out.push(c),
        }
    }
    let lines: Vec<String> = out
        .replace("``", "\u{201E}")
        .replace("''", "\u{201C}")
        .split('\n')
        .map(|line| {
            line.trim_matches(' ')
                .replace('\u{A0}', " ")
                .trim_end()
                .to_owned()
        })
        .collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

/// Prints a command; what follows it.
fn printed<'a>(name: &str, after: Span<'a>, out: &mut String) -> Span<'a> {
    // Columns define these so that the blank behind them stays.
    if let "OO" | "OOO" = name {
        out.push_str(if name == "OO" { "0-0" } else { "0-0-0" });
        return after;
    }
    let word = name.starts_with(|c: char| c.is_ascii_alphabetic());
    let after = if word { behind_blanks(after) } else { after };
    let simple = match name {
        "\\" | "newline" | "par" => "\n",
        "ra" | "rightarrow" | "to" => "->",
        "Rightarrow" => "=>",
        "lra" | "leftrightarrow" => "<->",
        "x" | "times" => "x",
        "ldots" | "dots" | "cdots" | "textellipsis" => "...",
        "textendash" => "\u{2013}",
        "textemdash" => "\u{2014}",
        "dag" | "dagger" => "\u{2020}",
        "ddag" | "ddagger" => "\u{2021}",
        "0" => {
            // `\00`, `\000`: castling in zeros.
            let zeros = after
                .fragment()
                .bytes()
                .take_while(|&byte| byte == b'0')
                .count();
            out.push_str(if zeros > 1 { "0-0-0" } else { "0-0" });
            return after.take_from(zeros);
        }
        "ss" => "ß",
        "textbackslash" => "\\",
        "textasciitilde" => "~",
        "textasciicircum" => "^",
        "quad" | "," | " " | ";" => " ",
        "\"" | "'" | "`" | "^" | "~" | "=" | "." | "c" | "v" | "u" | "H" => {
            return accented(name, after, out);
        }
        "#" | "&" | "%" | "$" | "_" | "{" | "}" => name,
        // `\sK`: a figure, black; neutral men have `n`.
        _ if is_figure(name) => name,
        // `\S e3`: a man's letter. Elsewhere `\S` is a sign and `\L` a letter.
        "K" | "D" | "T" | "L" | "S" | "B" | "Q" | "R" | "N" if goes_on(after.fragment()) => name,
        _ => "",
    };
    out.push_str(simple);
    // An empty group ends a command's name.
    let empty: Parse<'_, ()> = value((), tag("{}")).parse(after);
    match empty {
        Ok((rest, ())) if word => rest,
        _ => after,
    }
}

/// Whether text goes on like a move behind its letter: `e3`, `{}b:d4`, `\x f6`.
fn goes_on(text: &str) -> bool {
    let passed_over = |c: &char| !matches!(c, '{' | '}' | ' ' | '\\' | 'x' | ':' | '*' | '-');
    let next: String = text.chars().filter(passed_over).take(4).collect();
    let is_place = |c: u8| matches!(c, b'a'..=b'h' | b'1'..=b'8');
    let run = next
        .bytes()
        .take_while(|&c| is_place(c))
        .collect::<Vec<u8>>();
    run.windows(2)
        .any(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']))
}

/// Colour and letter of a man, as the package names its figures.
fn is_figure(name: &str) -> bool {
    let mut chars = name.chars();
    let colored = matches!(chars.next(), Some('w' | 's' | 'n'));
    colored
        && matches!(chars.next(), Some('K' | 'D' | 'T' | 'L' | 'S' | 'B'))
        && chars.next().is_none()
}

/// `\"o`, `\'{e}`: the letter with its accent.
fn accented<'a>(accent: &str, after: Span<'a>, out: &mut String) -> Span<'a> {
    let (rest, letter) = if let Ok((rest, inside)) = braced(after) {
        (rest, inside.fragment().trim().trim_start_matches('\\'))
    } else {
        let length = after.fragment().chars().next().map_or(0, char::len_utf8);
        (after.take_from(length), &after.fragment()[..length])
    };
    let mark = match accent {
        "\"" => '\u{308}',
        "'" => '\u{301}',
        "`" => '\u{300}',
        "^" => '\u{302}',
        "~" => '\u{303}',
        "=" => '\u{304}',
        "." => '\u{307}',
        "c" => '\u{327}',
        "v" => '\u{30C}',
        "u" => '\u{306}',
        _ => '\u{30B}',
    };
    let mut chars = letter.chars();
    if let Some(first) = chars.next() {
        use unicode_normalization::UnicodeNormalization;
        out.extend([first, mark].into_iter().nfc());
        out.push_str(chars.as_str());
    }
    rest
}
