//! The result file of a batch: append-only, one line per problem and twin, safe against `kill -9`.
//!
//! Invariant: every line that ends in a line break is complete. A line is written with one call as
//! soon as its problem is finished; what a crash leaves behind is at most one unfinished last
//! line, which is cut off before anything is appended. A lock keeps a second writer away.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;

use beruehrt::text;

use super::stored::{Earlier, Line};
use crate::cli::trouble::{Deed, Trouble, cannot};

/// What a journal may find in its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// Results of an earlier run are kept and passed over.
    Resume,
    /// Results of an earlier run are an error, so that none is lost or doubled by mistake.
    Refuse,
}

/// An open, locked result file.
#[derive(Debug)]
pub struct Journal {
    file: File,
    /// Where the last complete line ends.
    end: u64,
}

impl Journal {
    /// Opens and locks the file at `path`, creating it if need be, and reads what is done.
    ///
    /// # Errors
    ///
    /// The file cannot be opened or is locked by another process, holds results although
    /// `existing` is [`Existing::Refuse`], or holds a complete line that is no result.
    pub fn open(path: &Path, existing: Existing) -> anyhow::Result<(Journal, Earlier)> {
        let shown = path.display();
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(cannot(Deed::Write, path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Trouble::new(Deed::Share.with(path)).into());
            }
            // Some network file systems know no locks: then the user has to take care.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => {
                return Err(cannot(Deed::Lock, path)(error).into());
            }
        }
        let metadata = file.metadata().map_err(cannot(Deed::Read, path))?;
        if !metadata.is_file() {
            // A pipe or a device has no earlier results, and may never end.
            return Ok((Journal { file, end: 0 }, Earlier::default()));
        }
        let length = metadata.len();
        if length > 0 && existing == Existing::Refuse {
            return Err(Trouble::new(Deed::Overwrite.with(path)).into());
        }
        let (done, end) = read_done(&mut file).map_err(|error| {
            let text = text!(CannotResume, shown);
            Trouble::new(text).caused_by(error)
        })?;
        if end < length {
            file.set_len(end).map_err(|error| {
                let text = text!(CannotCutLine, shown);
                Trouble::new(text).caused_by(error)
            })?;
        }
        Ok((Journal { file, end }, done))
    }

    /// Appends one finished line; `line` ends in a line break and holds no other.
    ///
    /// # Errors
    ///
    /// The line cannot be written, as on a full disk. What was written before stays intact; a part of
    /// this line that did reach the disk is cut off again.
    pub fn append(&mut self, line: &str) -> io::Result<()> {
        debug_assert!(line.ends_with('\n') && line.matches('\n').count() == 1);
        if let Err(error) = self.file.write_all(line.as_bytes()) {
            // If even this fails (as on a device), resuming cuts the part off.
            let _ = self.file.set_len(self.end);
            return Err(error);
        }
        self.end += line.len() as u64;
        Ok(())
    }

    /// Waits until everything has reached the disk.
    ///
    /// # Errors
    ///
    /// The disk does not take it.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }
}

/// The results of all complete lines, and where the last of them ends.
fn read_done(file: &mut File) -> anyhow::Result<(Earlier, u64)> {
    file.seek(SeekFrom::Start(0))?;
    let mut reader = BufReader::new(&*file);
    let mut done = Earlier::default();
    let mut end = 0;
    let mut line = Vec::new();
    for number in 1_u64.. {
        line.clear();
        let length = reader.read_until(b'\n', &mut line)?;
        if line.last() != Some(&b'\n') {
            break;
        }
        let parsed = Line::read(&line).map_err(|error| {
            let text = text!(LineNoResult, number);
            Trouble::new(text).caused_by(error)
        })?;
        done.add(&parsed);
        end += length as u64;
    }
    Ok((done, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(n: u8) -> String {
        let key = crate::cli::batch::Key([n; 32]);
        format!("{{\"key\":\"{key}\",\"index\":{n}}}\n")
    }

    #[test]
    fn an_unfinished_last_line_is_cut_off_and_the_rest_is_kept() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("r.jsonl");
        let whole = line(1) + &line(2);
        for cut in 0..=whole.len() {
            std::fs::write(&path, &whole[..cut]).unwrap();
            let (mut journal, done) = Journal::open(&path, Existing::Resume).unwrap();
            let complete = whole[..cut].matches('\n').count();
            assert_eq!(done.len(), complete, "cut at {cut}");
            journal.append(&line(3)).unwrap();
            drop(journal);
            let text = std::fs::read_to_string(&path).unwrap();
            assert_eq!(text.lines().count(), complete + 1);
            assert!(text.ends_with(&line(3)));
        }
    }

    #[test]
    fn old_results_are_never_mixed_with_new_ones_unasked() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("r.jsonl");
        std::fs::write(&path, line(1)).unwrap();
        assert!(Journal::open(&path, Existing::Refuse).is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), line(1));
    }

    #[test]
    fn a_second_writer_is_kept_away() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("r.jsonl");
        let first = Journal::open(&path, Existing::Refuse).unwrap();
        assert!(Journal::open(&path, Existing::Resume).is_err());
        drop(first);
        assert!(Journal::open(&path, Existing::Resume).is_ok());
    }

    #[test]
    fn a_complete_line_that_is_no_result_is_an_error() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("r.jsonl");
        std::fs::write(&path, "hello\n").unwrap();
        assert!(Journal::open(&path, Existing::Resume).is_err());
    }
}
