//! The folder of finds. Each is written as soon as it is found: whatever ends the program leaves it there.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use beruehrt::compose::{Composed, Find, Wish};
use beruehrt::syntax;

use crate::cli::trouble::{Deed, Trouble, cannot};
use crate::cli::whole;

/// A folder with a file for each find, named after mechanism, seed and draw.
#[derive(Debug)]
pub struct FindFolder<'a> {
    path: &'a Path,
    wish: &'a Wish,
    written: Mutex<Written>,
}

/// The draws whose finds were written, and what went wrong first.
#[derive(Debug, Default)]
struct Written {
    draws: Vec<u64>,
    trouble: Option<Trouble>,
}

impl<'a> FindFolder<'a> {
    /// The folder, made if there is none.
    ///
    /// # Errors
    ///
    /// No file can be made there: this is known before hours of searching.
    pub fn open(path: &'a Path, wish: &'a Wish) -> Result<FindFolder<'a>, Trouble> {
        let probe = path.join(format!(".beruehrt.{}.part", std::process::id()));
        fs::create_dir_all(path)
            .and_then(|()| File::create(&probe))
            .and_then(|_| fs::remove_file(&probe))
            .map_err(cannot(Deed::Write, path))?;
        let written = Mutex::default();
        Ok(FindFolder {
            path,
            wish,
            written,
        })
    }

    /// Writes a find; called from all threads. If it cannot be written the search ends.
    pub fn keep(&self, find: &Find) {
        let Ok(mut written) = self.written.lock() else {
            return;
        };
        match self.write(find) {
            Ok(()) => written.draws.push(find.draw),
            Err(trouble) => {
                self.wish.stop.request();
                written.trouble.get_or_insert(trouble);
            }
        }
    }

    fn write(&self, find: &Find) -> Result<(), Trouble> {
        let text = syntax::print(&find.problem);
        whole::write(&file(self.path, self.wish, find.draw), |out| {
            out.write_all(text.as_bytes())
        })
    }

    /// Takes away what is like a better find or a known problem, now that all are known.
    ///
    /// # Errors
    ///
    /// A find could not be written, or taken away.
    pub fn close(self, composed: &Composed) -> Result<(), Trouble> {
        let written = self.written.into_inner().unwrap_or_default();
        if let Some(trouble) = written.trouble {
            return Err(trouble);
        }
        for draw in written.draws {
            if !composed.finds.iter().any(|find| find.draw == draw) {
                let file = file(self.path, self.wish, draw);
                fs::remove_file(&file).map_err(cannot(Deed::Write, &file))?;
            }
        }
        Ok(())
    }
}

/// The file of a find.
fn file(folder: &Path, wish: &Wish, draw: u64) -> PathBuf {
    folder.join(format!(
        "{}-{}-{draw}.bg",
        wish.mechanism.keyword(),
        wish.seed
    ))
}
