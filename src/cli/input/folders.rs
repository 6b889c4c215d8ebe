//! The files that folders hold.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use beruehrt::formats::Format;
use beruehrt::notation::Text;
use beruehrt::text;

use super::foreign::{LONGEST_FOREIGN, recognised};
use crate::cli::pipe::is_pipe;
use crate::cli::trouble::{Deed, Trouble, cannot};

/// The files that `paths` name: folders are searched recursively, and in order, for files with the endings of the
/// formats that are read; what is hidden is no part of a collection. A pipe or a device that is found in a folder, and
/// not named itself, is passed over, and so is LaTeX and YAML that does not look like problems: `say` is told.
///
/// # Errors
///
/// A folder that cannot be read, or that holds no problem file.
pub fn expand(paths: &[PathBuf], mut say: impl FnMut(&Text)) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let mut found = folder(path, &mut say)?;
            if found.is_empty() {
                let endings: Vec<String> = endings().map(|ending| format!(".{ending}")).collect();
                let endings = endings.join(", ");
                let path = path.display();
                return Err(Trouble::new(text!(FolderWithoutProblems, path, endings)).into());
            }
            files.append(&mut found);
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

fn folder(top: &Path, say: &mut impl FnMut(&Text)) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![top.to_owned()];
    while let Some(folder) = folders.pop() {
        let wrong = cannot(Deed::ReadFolder, &folder);
        for entry in std::fs::read_dir(&folder).map_err(wrong)? {
            let entry = entry.map_err(wrong)?;
            let kind = entry.file_type().map_err(wrong)?;
            if is_hidden(&entry.file_name()) {
                continue;
            }
            let path = entry.path();
            // Links to folders are not followed: they may lead in a circle.
            if kind.is_dir() {
                folders.push(path);
            } else if let Some(ending) = ending_of(&path) {
                if is_pipe(&path) {
                    say(&text!(PassedOver, path = path.display()));
                } else if holds_problems(&path, ending).unwrap_or(true) {
                    found.push(path);
                } else {
                    say(&text!(PassedOverUnlike, path = path.display()));
                }
            }
        }
    }
    found.sort();
    Ok(found)
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

/// The endings of the files that are read.
fn endings() -> impl Iterator<Item = &'static str> {
    let read = Format::ALL.into_iter().filter(|format| format.is_read());
    read.flat_map(Format::extensions).copied()
}

/// The ending of a file in a folder, if problems are read from files with it.
fn ending_of(path: &Path) -> Option<&'static str> {
    let extension = path.extension().and_then(OsStr::to_str)?;
    endings().find(|ending| extension.eq_ignore_ascii_case(ending))
}

/// Whether a file holds what its ending promises. LaTeX and YAML may be anything; the other endings are those of
/// problems alone. One that cannot be read is not left out: whoever reads it says why.
fn holds_problems(path: &Path, ending: &str) -> io::Result<bool> {
    match ending {
        "tex" => {
            let mut bytes = Vec::new();
            let limit = LONGEST_FOREIGN as u64;
            File::open(path)?.take(limit).read_to_end(&mut bytes)?;
            let begin = b"\\begin{diagram}";
            Ok(bytes.windows(begin.len()).any(|window| window == begin))
        }
        "yaml" | "yml" => {
            let format = recognised(&mut File::open(path)?, &mut Vec::new())?;
            Ok(format == Format::Olv)
        }
        _ => Ok(true),
    }
}
