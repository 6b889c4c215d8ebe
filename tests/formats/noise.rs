//! Whatever the text: no panic, no more than linear time, every place inside the text.
//!
//! In earnest, for as many seconds as one likes:
//!
//! ```text
//! SECONDS=600 cargo test --release --test formats noise -- --ignored --nocapture
//! ```

// The long test is asked for its figures.
#![allow(clippy::print_stdout)]

use std::time::{Duration, Instant};

use beruehrt::formats::{Format, export, read, recognise};
use beruehrt::random::Random;

/// Texts to spoil: one of each format, with what is special about it.
const SEEDS: [&str; 12] = [
    "begin author X \"o\npieces white kf5 rd1 bf6 ph5h6 black ke8 rh8 pg5 stip #2 option nocastling h8 enpassant g7g6g5 try defence 1\ntwin cont move f5 e5 rotate 90 mirror a1<-->h8 shift a1 a2 polish substitute r q next forsyth 48/5gPp/5K1k stip ser-h#3 condition circe end",
    "anfa auto Y stei weis ke1 ta1h1 schw ke8 ford h#2.5 opti keinerochade a1h1 satz null versetze e1 f1 zwill entferne h1 ende",
    "---\nauthors: [!!python/unicode 'A, B']\nalgebraic:\n  white: [Ke1, Ra1]\n  black: [Ke8]\nstipulation: '#2'\noptions: [NoCastling a1, SetPlay]\ntwins:\n  b: Move a1 b1\n  c: Continued Remove b1\nsolution: |\n  a) 1.Ra1-a8 #\n  b) 1.Rb1-b8 #\nkeywords: [PRA]\ncomments: ['beruehrt: a) histories claim Q -']\n",
    "1 - P0000793\nA\nB\n\n1558 Die Schwalbe 33 06/1975\n(2+1) C+\n#3 (AP)\nb) wTa1 nach b1\na) 1. Ta8#\nKeywords: Castling (wl)\nFEN: 4k3/8/8/8/8/8/8/R3K3\nReprints: x\ny\n",
    "\\begin{diagram}[8x8]% c\n\\author{A; B}\\pieces[2+1]{wKe1, wTa1, sKe8}\\stip{\\#2 Duplex}\\twins{b) wTa1{\\ra}b1; c) ohne wTa1}\\sol{a) 1.Ta8\\#\\\\~~b) \\\"o {\\00} \\'{c}}\\cond{PRA}\n\\end{diagram}",
    "r3k3/8/8/3pP3/8/8/8/R3K2R w KQq d6 dm 3; id \"x\"; c0 \"h#2\"; bm Ra8+; acd 3;\n4k3/8/8/8/8/8/8/4K3 w - - 0 1\n",
    "[Event \"x\"]\n[FEN \"7k/8/5K2/6Q1/8/8/8/8 w - - 0 1\"]\n[Stipulation \"#2\"]\n[Comment \"beruehrt: a) convention bg\"]\n\n{x} 1. Kf7 $1 (1. Qg2 $2 Kh7 (1... Kg8)) 1... Kh7 2. Qg7# *\n",
    "fen: 4k3/8/8/8/8/8/8/R3K3 w\nstipulation: #2\n",
    "DebutProbleme pieces blanc re1 ta1 noir re8 enonce #2 option apparent FinProbleme",
    "\u{FEFF}begin\u{0} pieces white \u{1F600}a1 stip #99999999999 end",
    "algebraic: {white: [K], black: [&a x, *a]}\nstipulation: [a]\n",
    "(((((((((((((((((((((((((((({{{{{{{{{{{{{{{{[[[[[[[[[[[[",
];

const WORDS: [&str; 24] = [
    "a1",
    "Ka9",
    "#2",
    "h#2.5",
    "twin",
    "next",
    "end",
    "---",
    "\n",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "\"",
    "\\",
    "%",
    "FEN:",
    "b) ",
    "\u{E9}",
    "9999999999",
    "beruehrt: a) ",
    "&x *x",
];

/// Numbers of a fixed seed, also out of nothing.
struct Dice(Random);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0.below(sides.max(1))
    }
}

fn spoiled(dice: &mut Dice) -> String {
    let mut text: Vec<char> = SEEDS[dice.roll(SEEDS.len())].chars().collect();
    for _ in 0..=dice.roll(6) {
        let at = dice.roll(text.len() + 1);
        match dice.roll(5) {
            0 => {
                let end = (at + dice.roll(12)).min(text.len());
                text.drain(at..end);
            }
            1 => {
                let word = WORDS[dice.roll(WORDS.len())];
                text.splice(at..at, word.chars());
            }
            2 => {
                let other: Vec<char> = SEEDS[dice.roll(SEEDS.len())].chars().collect();
                let from = dice.roll(other.len());
                let to = (from + dice.roll(40)).min(other.len());
                text.splice(at..at, other[from..to].iter().copied());
            }
            3 => {
                if let Some(c) = text.get_mut(at) {
                    *c = char::from_u32(dice.roll(0x250) as u32).unwrap_or('x');
                }
            }
            _ => {
                let from = dice.roll(text.len() + 1);
                let to = (from + dice.roll(60)).min(text.len());
                let piece: Vec<char> = text[from..to].to_vec();
                text.splice(at.min(text.len())..at.min(text.len()), piece);
            }
        }
    }
    text.into_iter().collect()
}

/// Reads a text in every format; what is read is written in every format.
fn go_through(text: &str) {
    let _ = recognise(text);
    for format in Format::ALL.into_iter().filter(|format| format.is_read()) {
        let parsed = read(text, format);
        for diagnostic in &parsed.diagnostics {
            for label in &diagnostic.labels {
                assert!(
                    text.get(label.range.clone()).is_some(),
                    "{}: {diagnostic:?}\n{text}",
                    format.keyword()
                );
            }
        }
        for problem in parsed.problems() {
            for target in Format::ALL {
                let _ = export([problem], target);
            }
        }
    }
}

#[test]
fn spoiled_texts_do_no_harm() {
    let mut dice = Dice(Random::new(0x2026_1122));
    for seed in SEEDS {
        go_through(seed);
    }
    for _ in 0..400 {
        go_through(&spoiled(&mut dice));
    }
}

#[test]
#[ignore = "takes as long as SECONDS says"]
fn spoiled_texts_do_no_harm_for_a_long_time() {
    let seconds = std::env::var("SECONDS")
        .ok()
        .and_then(|s| s.parse().ok())
        .unwrap_or(600);
    let end = Instant::now() + Duration::from_secs(seconds);
    let seed = match std::env::var("SEED") {
        Ok(seed) => seed.parse().unwrap(),
        Err(_) => std::process::id().into(),
    };
    println!("seed: {seed}");
    let mut dice = Dice(Random::new(seed));
    let (mut texts, mut longest) = (0u64, Duration::ZERO);
    while Instant::now() < end {
        let text = spoiled(&mut dice);
        let start = Instant::now();
        go_through(&text);
        longest = longest.max(start.elapsed());
        texts += 1;
    }
    println!("{texts} texts in every format, the slowest {longest:?}");
}

/// What this thread has used of a processor so far, where Linux tells it: other work on the machine does not lengthen it.
fn processor_time() -> Option<Duration> {
    // The account of a thread that goes on running is some milliseconds old.
    std::thread::yield_now();
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = told.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

/// Twice the text takes no more than about twice the time: each format's own, repeated, and what nests.
#[test]
fn long_texts_take_linear_time() {
    let repeated = |unit: &str, bytes: usize| unit.repeat(bytes / unit.len());
    for (format, unit, head) in [
        (
            Format::Popeye,
            "pieces white ka1 black kc3 stip #2 next\n",
            "begin ",
        ),
        (Format::Popeye, "white ka1 ", "begin pieces "),
        (
            Format::Popeye,
            "twin move a1 a2 ",
            "begin pieces white ka1 black kc3 stip #2 ",
        ),
        (Format::Popeye, "xyz ", "begin "),
        (
            Format::Olv,
            "---\nalgebraic: {white: [Ka1], black: [Kc3]}\nstipulation: '#2'\n",
            "",
        ),
        (Format::Olv, "[", "a: "),
        (
            Format::Pdb,
            "1 - P0000001\nA\n(1+1)\n#2\nFEN: 8/8/8/8/8/2k5/8/K7\n",
            "",
        ),
        (
            Format::Pdb,
            "feenschach 40\n",
            "1 - P0000001\n(1+1)\n#2\nFEN: 8/8/8/8/8/2k5/8/K7\nReprints: x\n",
        ),
        (
            Format::Pdb,
            "b) wKa1 nach a2\n",
            "1 - P0000001\n(1+1)\n#2\n",
        ),
        (
            Format::Latex,
            "\\begin{diagram}\\pieces{wKa1,sKc3}\\stip{\\#2}\\end{diagram}\n",
            "",
        ),
        (Format::Latex, "{", "\\begin{diagram}\\sol"),
        (Format::Latex, "\\begin{diagram}", ""),
        (Format::Latex, "\\sol{", "\\begin{diagram}"),
        (Format::Epd, "8/8/8/8/8/2k5/8/K7 w - - dm 2;\n", ""),
        (Format::Epd, "c1 \"x\"; ", "8/8/8/8/8/2k5/8/K7 w - - "),
        (
            Format::Pgn,
            "[FEN \"8/8/8/8/8/2k5/8/K7 w - - 0 1\"]\n[Black \"#2\"]\n\n1. Ka2 *\n\n",
            "",
        ),
        (
            Format::Pgn,
            "(1. Ka2 ",
            "[FEN \"8/8/8/8/8/2k5/8/K7 w - - 0 1\"]\n[Black \"#2\"]\n\n1. Ka2 ",
        ),
        (
            Format::Pgn,
            "1. Ka2 (1. Ka2) ",
            "[FEN \"8/8/8/8/8/2k5/8/K7 w - - 0 1\"]\n[Black \"#2\"]\n\n",
        ),
    ] {
        let time = |bytes: usize| {
            let text = format!("{head}{}", repeated(unit, bytes));
            let once = || {
                let before = processor_time();
                let start = Instant::now();
                let _ = read(&text, format);
                let after = processor_time();
                let spent = after
                    .zip(before)
                    .map(|(after, before)| after.saturating_sub(before));
                spent.unwrap_or(start.elapsed())
            };
            (0..3).map(|_| once()).min().unwrap_or_default()
        };
        let (short, long) = (time(20_000), time(160_000));
        // Eight times the text; quadratic time would be sixty-four times. Short times are noise.
        assert!(
            long < Duration::from_millis(60) || long < short * 30,
            "{}: {unit:?}: {short:?}, then {long:?}",
            format.keyword()
        );
    }
}
