//! `merge`: result files of several runs put together, and what is wrong with them named.
//!
//! Invariant: the merged lines are in the order of the collection, each problem once, whatever the
//! order of the files and of the lines in them. Only places of lines are held in memory, not lines.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use beruehrt::notation::{Language, Text};
use beruehrt::text;
use serde::Deserialize;

use super::args::{Format, MergeArgs};
use super::batch::{Key, program_of};
use super::context::Context;
use super::exit::Exit;
use super::page::PageSink;
use super::trouble::{Deed, Trouble, cannot};
use super::whole::is_same;

/// What merging needs of a line.
#[derive(Debug, Deserialize)]
struct Line {
    key: Key,
    /// Running number in the collection, from 1.
    index: u64,
    /// Set in the line of the collection's last problem.
    #[serde(default)]
    last: bool,
    /// The version of the program that wrote it.
    #[serde(default)]
    program: String,
}

impl Line {
    fn read(text: &[u8]) -> serde_json::Result<Line> {
        let mut line: Line = serde_json::from_slice(text)?;
        if line.program.is_empty() {
            let missing = || serde::de::Error::missing_field("program");
            line.program = program_of(text)?.ok_or_else(missing)?;
        }
        Ok(line)
    }
}

/// Where a line stands.
#[derive(Debug, Clone, Copy)]
struct Place {
    key: Key,
    file: usize,
    offset: u64,
    length: usize,
}

/// What was found in the files.
#[derive(Debug, Default)]
struct Found {
    places: BTreeMap<u64, Place>,
    last: Option<u64>,
    versions: BTreeSet<String>,
    duplicates: Vec<u64>,
    conflicts: Vec<u64>,
    unfinished: Vec<PathBuf>,
}

/// Merges the files.
pub fn run(args: &MergeArgs, context: &Context) -> anyhow::Result<Exit> {
    let mut found = Found::default();
    for (number, path) in args.files.iter().enumerate() {
        scan(path, number, &mut found)?;
    }
    match &args.out {
        Some(path) => {
            let wrong = |error| Trouble::new(Deed::Write.with(path)).caused_by(error);
            let mut out = BufWriter::new(create(path, args)?);
            copy(&args.files, &found, &mut out).map_err(wrong)?;
        }
        None if context.format == Format::Html => {}
        None => copy(&args.files, &found, &mut context.stdout())?,
    }
    if let Some(mut page) = PageSink::new(&args.page, "", context) {
        for_each_line(&args.files, &found, |line| {
            page.push_result(line);
            Ok(())
        })?;
        page.finish(&mut context.stdout())?;
    }
    report(&found, context.language, &mut context.stderr())
}

/// The file to write; one that is there already only if it may be overwritten and is none of those that are read.
fn create(path: &Path, args: &MergeArgs) -> Result<File, Trouble> {
    let mut options = OpenOptions::new();
    options.write(true);
    if args.force {
        if args.files.iter().any(|file| is_same(file, path)) {
            return Err(Trouble::new(Deed::Merge.with(path)));
        }
        options.create(true).truncate(true);
    } else {
        options.create_new(true);
    }
    options.open(path).map_err(|error| {
        let deed = match error.kind() {
            io::ErrorKind::AlreadyExists => Deed::Replace,
            _ => Deed::Write,
        };
        cannot(deed, path)(error)
    })
}

fn scan(path: &PathBuf, number: usize, found: &mut Found) -> anyhow::Result<()> {
    let shown = path.display();
    let file = File::open(path).map_err(cannot(Deed::Read, path))?;
    let mut reader = BufReader::new(file);
    let mut offset = 0;
    let mut text = Vec::new();
    for row in 1_u64.. {
        text.clear();
        let length = reader
            .read_until(b'\n', &mut text)
            .map_err(cannot(Deed::Read, path))?;
        if length == 0 {
            break;
        }
        if text.last() != Some(&b'\n') {
            found.unfinished.push(path.clone());
            break;
        }
        let line = Line::read(&text).map_err(|error| {
            let text = text!(RowNoResult, shown, row);
            Trouble::new(text).caused_by(error)
        })?;
        let place = Place {
            key: line.key,
            file: number,
            offset,
            length,
        };
        if line.last {
            found.last = Some(line.index.max(found.last.unwrap_or(0)));
        }
        found.versions.insert(line.program);
        match found.places.get(&line.index) {
            None => {
                found.places.insert(line.index, place);
            }
            Some(earlier) if earlier.key == place.key => found.duplicates.push(line.index),
            Some(_) => found.conflicts.push(line.index),
        }
        offset += length as u64;
    }
    Ok(())
}

fn copy(files: &[PathBuf], found: &Found, out: &mut dyn Write) -> anyhow::Result<()> {
    for_each_line(files, found, |line| Ok(out.write_all(line)?))?;
    out.flush()?;
    Ok(())
}

/// Every line that is kept, in the order of the collection.
fn for_each_line(
    files: &[PathBuf],
    found: &Found,
    mut take: impl FnMut(&[u8]) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut readers = files
        .iter()
        .map(|path| File::open(path).map_err(cannot(Deed::Read, path)))
        .collect::<Result<Vec<File>, Trouble>>()?;
    for place in found.places.values() {
        let file = &mut readers[place.file];
        file.seek(SeekFrom::Start(place.offset))?;
        let mut line = Vec::with_capacity(place.length);
        file.take(place.length as u64).read_to_end(&mut line)?;
        take(&line)?;
    }
    Ok(())
}

/// Says what is wrong; the exit is negative if anything is.
fn report(found: &Found, language: Language, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let mut clean = true;
    let mut complain = |text: Text| {
        clean = false;
        writeln!(out, "{}", text.in_language(language))
    };
    let listed = |numbers: &[u64]| listed(numbers, language);
    let gaps = gaps(found);
    if !gaps.is_empty() {
        complain(text!(GapsMissing, missing = ranges(&gaps, language)))?;
    }
    match (found.last, found.places.last_key_value()) {
        (None, _) => complain(text!(GapsLast))?,
        (Some(last), Some((&highest, _))) if highest > last => {
            complain(text!(MixedCollections, last, highest))?;
        }
        _ => {}
    }
    if !found.duplicates.is_empty() {
        complain(text!(Duplicates, numbers = listed(&found.duplicates)))?;
    }
    if !found.conflicts.is_empty() {
        complain(text!(MixedRuns, numbers = listed(&found.conflicts)))?;
    }
    if found.versions.len() > 1 {
        let versions: Vec<&str> = found.versions.iter().map(String::as_str).collect();
        complain(text!(MixedVersions, versions = versions.join(", ")))?;
    }
    for path in &found.unfinished {
        complain(text!(Unfinished, path = path.display()))?;
    }
    let count = found.places.len();
    let end = if clean {
        text!(ResultsComplete)
    } else {
        text!(ResultsWord)
    };
    writeln!(out, "{count} {}", end.in_language(language))?;
    Ok(if clean {
        Exit::Positive
    } else {
        Exit::Negative
    })
}

/// The missing numbers as ranges, both ends included.
fn gaps(found: &Found) -> Vec<(u64, u64)> {
    let mut gaps = Vec::new();
    let mut next = 1;
    for &index in found.places.keys() {
        if index > next {
            gaps.push((next, index - 1));
        }
        next = index + 1;
    }
    if let Some(last) = found.last.filter(|&last| last >= next) {
        gaps.push((next, last));
    }
    gaps
}

/// Most ranges or numbers named; the rest is counted.
const MOST_NAMED: usize = 20;

fn ranges(gaps: &[(u64, u64)], language: Language) -> String {
    let missing: u64 = gaps.iter().map(|(from, to)| to - from + 1).sum();
    let named: Vec<String> = gaps
        .iter()
        .take(MOST_NAMED)
        .map(|(from, to)| {
            if from == to {
                from.to_string()
            } else {
                format!("{from}-{to}")
            }
        })
        .collect();
    let more = if gaps.len() > MOST_NAMED { ", ..." } else { "" };
    let named = named.join(", ");
    text!(MissingProblems, missing, named, more)
        .in_language(language)
        .into_owned()
}

/// In order, each once, whatever the order of the files.
fn listed(numbers: &[u64], language: Language) -> String {
    let mut gaps: Vec<(u64, u64)> = numbers.iter().map(|&n| (n, n)).collect();
    gaps.sort_unstable();
    gaps.dedup();
    ranges(&gaps, language)
}
