//! `convert`: problems from any format to any other.

use std::io::Write;

use beruehrt::formats::{self, Format};
use beruehrt::notation::Text;
use beruehrt::picture::{self, Coordinates, Picture, Style};
use beruehrt::problem::Problem;
use beruehrt::report::html::{Entry, Page};
use beruehrt::report::sanitize;
use beruehrt::text;

use super::args::ConvertArgs;
use super::context::Context;
use super::exit::Exit;
use super::plain::Plain;
use super::stream::show_diagnostics;
use super::trouble::Trouble;
use super::values;
use super::whole;

/// Writes the problems of the files as one text in the format asked for; what it does not say goes to standard error.
/// All files are read before anything is written.
pub fn run(args: &ConvertArgs, context: &Context) -> anyhow::Result<Exit> {
    let format = target(args)?;
    let mut exit = Exit::Positive;
    let mut problems: Vec<Box<Problem>> = Vec::new();
    let mut documents: Vec<Option<String>> = Vec::new();
    for chunk in args.source.chunks(context)? {
        show_diagnostics(&chunk, context)?;
        if chunk.unread {
            exit = exit.and(Exit::Undecided);
        }
        for entry in chunk.entries {
            match entry {
                Ok(problem) => {
                    problems.push(problem);
                    documents.push(chunk.document.clone());
                }
                Err(_) => exit = exit.and(Exit::BadInput),
            }
        }
    }
    if problems.is_empty() {
        // What is wrong has been said; no empty file takes the place of another.
        return Ok(exit);
    }
    if let Some(path) = &args.out
        && exit == Exit::BadInput
        && args
            .source
            .files
            .iter()
            .any(|file| whole::is_same(file, path))
    {
        return Err(Trouble::new(text!(IsOneToConvert, path = path.display())).into());
    }
    // A picture leaves nothing out that it could say.
    let (text, lost) = if let Some(drawn) = picture(&problems, format, args, context)? {
        (drawn, Vec::new())
    } else if let Some(copied) = copied(&documents, format) {
        (copied.into_bytes(), Vec::new())
    } else {
        let exported = formats::export(problems.iter().map(AsRef::as_ref), format);
        if !exported.unasked.is_empty() {
            exit = exit.and(Exit::Undecided);
        }
        (exported.text.into_bytes(), exported.lost)
    };
    let text = &text[..];
    if text.is_empty() {
        // Nothing of it can be said: no empty file takes the place of another.
        tell(&problems, &lost, format, context)?;
        return Ok(exit);
    }
    if let Some(path) = &args.out {
        // What a file is given is what standard output would have been.
        whole::write(path, |file| {
            let mut plain = Plain::new(file);
            plain.write_all(text)?;
            plain.flush()
        })?;
    } else {
        let mut out = context.stdout();
        out.write_all(text)?;
        out.flush()?;
    }
    tell(&problems, &lost, format, context)?;
    Ok(exit)
}

/// Documents of the format that is asked for as they stand in their files: YAML has many ways to write a text, and
/// whoever changes nothing keeps his own.
fn copied(documents: &[Option<String>], format: Format) -> Option<String> {
    if format != Format::Olv || documents.is_empty() {
        return None;
    }
    let mut out = String::new();
    for document in documents {
        // Lines end here as they do in all that is written; what commands a terminal could not stay as it is.
        let document = document.as_deref()?.replace("\r\n", "\n");
        if document.contains(|c: char| sanitize::is_hostile(c) && !matches!(c, '\n' | '\t')) {
            return None;
        }
        if !out.is_empty() && !document.starts_with("---") {
            out.push_str("---\n");
        }
        out.push_str(&document);
        if !document.ends_with('\n') {
            out.push('\n');
        }
    }
    Some(out)
}

/// The problems as a sheet of pictures or a page, if that is asked for.
fn picture(
    problems: &[Box<Problem>],
    format: Format,
    args: &ConvertArgs,
    context: &Context,
) -> anyhow::Result<Option<Vec<u8>>> {
    let pictures = || {
        let mut pictures: Vec<Picture> = problems
            .iter()
            .flat_map(|problem| Picture::of_problem(problem))
            .collect();
        for picture in &mut pictures {
            picture.marks.clone_from(&args.mark);
            if args.no_captions {
                picture.title.clear();
                picture.caption.clear();
            }
        }
        pictures
    };
    let style = Style {
        coordinates: if args.coordinates {
            Coordinates::Beside
        } else {
            Coordinates::Omitted
        },
        columns: args.columns.into(),
    };
    Ok(match format {
        Format::Svg => Some(picture::svg(&pictures(), style).into_bytes()),
        Format::Png => Some(png(&pictures(), style, args.scale)?),
        Format::Html => {
            let mut page = Page::new("", context.language, context.letters);
            for problem in problems {
                for twin in &problem.twins {
                    page.push(&Entry::diagram(problem, twin));
                }
            }
            let mut bytes = Vec::new();
            page.write(&mut bytes)?;
            Some(bytes)
        }
        _ => None,
    })
}

#[cfg(feature = "png")]
fn png(pictures: &[Picture], style: Style, scale: f32) -> anyhow::Result<Vec<u8>> {
    Ok(picture::png(pictures, style, scale)?)
}

#[cfg(not(feature = "png"))]
fn png(_: &[Picture], _: Style, _: f32) -> anyhow::Result<Vec<u8>> {
    Err(Trouble::new(text!(BuiltWithoutPng)).into())
}

/// The format asked for: by name, or by the ending of the file to write.
fn target(args: &ConvertArgs) -> Result<Format, Trouble> {
    if let Some(name) = &args.to {
        return values::format(name);
    }
    let extension = args.out.as_ref().and_then(|path| path.extension());
    let format = extension
        .and_then(|extension| extension.to_str())
        .and_then(Format::of_extension);
    format.ok_or_else(|| {
        let known = Format::ALL.map(Format::keyword).join(", ");
        Trouble::new(text!(NoTargetFormat, known))
    })
}

/// Says what the format does not say, problem by problem.
fn tell(
    problems: &[Box<Problem>],
    lost: &[Vec<Text>],
    format: Format,
    context: &Context,
) -> anyhow::Result<()> {
    let mut err = context.stderr();
    let name = format.keyword();
    for (number, (problem, lost)) in problems.iter().zip(lost).enumerate() {
        if lost.is_empty() {
            continue;
        }
        let number = number + 1;
        let which = if let Some(id) = problem.id.as_deref().or(problem.author.as_deref()) {
            Text::same(&sanitize::one_line(id))
        } else {
            text!(ProblemNumber, number)
        };
        let lost: Vec<_> = (lost.iter().map(|part| part.in_language(context.language))).collect();
        let told = text!(WarningLost, which, name, lost = lost.join(", "));
        let told = told.in_language(context.language);
        writeln!(err, "{told}")?;
    }
    Ok(())
}
