//! Pages written beside results, or instead of them.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use beruehrt::report::html::{Entry, Page};

use super::args::{Format, PageArgs};
use super::context::Context;
use super::output::Stdout;
use super::trouble::{Deed, Trouble, cannot};
use super::whole;

/// A page in the making and where it is to go.
#[derive(Debug)]
pub struct PageSink {
    page: Page,
    file: Option<PathBuf>,
    stdout: bool,
}

impl PageSink {
    /// A page if one is asked for, by `--html` or by `--format html`.
    pub fn new(args: &PageArgs, title: &str, context: &Context) -> Option<PageSink> {
        let stdout = context.format == Format::Html;
        (stdout || args.html.is_some()).then(|| PageSink {
            page: Page::new(title, context.language, context.letters),
            file: args.html.clone(),
            stdout,
        })
    }

    /// Adds a problem or twin.
    pub fn push(&mut self, entry: &Entry) {
        self.page.push(entry);
    }

    /// Adds the lines of a result file of `batch`. A line that is none was refused before, or is cut off at the end.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn push_results(&mut self, path: &Path) -> Result<(), Trouble> {
        let wrong = cannot(Deed::Read, path);
        let file = File::open(path).map_err(wrong)?;
        for line in BufReader::new(file).lines() {
            self.push_result(line.map_err(wrong)?.as_bytes());
        }
        Ok(())
    }

    /// Adds a line of a result file.
    pub fn push_result(&mut self, line: &[u8]) {
        if let Ok(line) = serde_json::from_slice(line) {
            self.page.push(&Entry::of_result(line));
        }
    }

    /// Writes the page, a file as [`whole::write`] does.
    ///
    /// # Errors
    ///
    /// The file or standard output does not take it.
    pub fn finish(self, out: &mut Stdout) -> anyhow::Result<()> {
        if let Some(path) = &self.file {
            whole::write(path, |out| self.page.write(out))?;
        }
        if self.stdout {
            self.page.write(&mut *out)?;
            out.flush()?;
        }
        Ok(())
    }
}

/// The title of a page about these files: the name of a single one, else none.
pub fn title(files: &[PathBuf]) -> String {
    match files {
        [one] if one.as_os_str() != "-" => one
            .file_stem()
            .map(|stem| stem.to_string_lossy().into_owned())
            .unwrap_or_default(),
        _ => String::new(),
    }
}
