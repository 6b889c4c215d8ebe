//! `touch`: what touching pieces obliges to.

use std::io::Write;

use beruehrt::law::{ParseSequenceError, Question, Sequence};
use beruehrt::report::json::{TouchRecord, write_value};
use beruehrt::report::text::touch_text;

use super::args::{Format, TouchArgs};
use super::context::Context;
use super::exit::Exit;
use super::trouble::Trouble;
use super::values;

/// Answers the question and prints it.
pub fn run(args: &TouchArgs, context: &Context) -> anyhow::Result<Exit> {
    let unread = |error: ParseSequenceError| Trouble::new(error.text());
    let sequence: Sequence = args.touch.parse().map_err(unread)?;
    let laws = values::rule_set(&args.laws)?;
    let answer = Question::from_fen(&args.fen, &sequence, laws)
        .map_err(|error| Trouble::new(error.text()))?
        .answer();
    let mut out = context.stdout();
    match context.format {
        Format::Text | Format::Html => {
            let text = touch_text(&answer, context.style(), context.columns);
            out.write_all(text.as_bytes())?;
        }
        Format::Json => {
            write_value(&mut out, &[TouchRecord::from(&answer)])?;
            writeln!(out)?;
        }
        Format::Jsonl => {
            write_value(&mut out, &TouchRecord::from(&answer))?;
            writeln!(out)?;
        }
    }
    out.flush()?;
    Ok(Exit::Positive)
}
