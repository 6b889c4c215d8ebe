//! The files that folders hold.

use std::path::{Path, PathBuf};

use beruehrt::formats::Format;

use crate::cli::pipe::is_pipe;
use crate::cli::trouble::{Deed, cannot};

/// The files that `paths` name: folders are searched recursively, and in order, for files with the endings of
/// formats that hold nothing but problems. A pipe or a device that is found in a folder, and not named itself, is
/// handed to `passed_over`.
///
/// # Errors
///
/// A folder that cannot be read.
pub fn expand(
    paths: &[PathBuf],
    mut passed_over: impl FnMut(&Path),
) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            folder(path, &mut files, &mut passed_over)?;
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

fn folder(
    top: &Path,
    files: &mut Vec<PathBuf>,
    passed_over: &mut impl FnMut(&Path),
) -> anyhow::Result<()> {
    let mut found = Vec::new();
    let mut folders = vec![top.to_owned()];
    while let Some(folder) = folders.pop() {
        let wrong = cannot(Deed::ReadFolder, &folder);
        for entry in std::fs::read_dir(&folder).map_err(wrong)? {
            let entry = entry.map_err(wrong)?;
            let kind = entry.file_type().map_err(wrong)?;
            let path = entry.path();
            // Links to folders are not followed: they may lead in a circle.
            if kind.is_dir() {
                folders.push(path);
            } else if is_collection(&path) {
                if is_pipe(&path) {
                    passed_over(&path);
                } else {
                    found.push(path);
                }
            }
        }
    }
    found.sort();
    files.append(&mut found);
    Ok(())
}

/// Whether a file in a folder is one of problems, by its ending. LaTeX and YAML may be anything.
fn is_collection(path: &Path) -> bool {
    let format = path
        .extension()
        .and_then(|extension| extension.to_str())
        .filter(|extension| !matches!(extension.to_lowercase().as_str(), "yaml" | "yml"))
        .and_then(Format::of_extension);
    format.is_some_and(|format| format.is_read() && format != Format::Latex)
}
