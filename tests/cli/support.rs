//! A folder of problem files and the program run in it.

use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// Langstaff's position as a Berührt-Geführt problem with a key.
pub const LANGSTAFF: &str = "\
id: LANG
author: Langstaff, W.
fen: 4k2r/8/5B1P/5KpP/8/8/8/3R4 w
stipulation: #2
convention: bg
options: ep-touch=own-only
histories: given
  k g6
  - g6
  - -
";

/// A mate in one, and none.
pub const SOLVABLE: &str = "fen: k7/8/1K6/8/8/8/8/7R w\nstipulation: #1\nhistories: given\n  - -\n";
pub const UNSOLVABLE: &str =
    "fen: 8/8/8/8/8/1k6/8/K6R w\nstipulation: #1\nhistories: given\n  - -\n";
/// No history leads here: White, on move, gives check.
pub const ILLEGAL: &str = "fen: k6R/8/1K6/8/8/8/8/8 w\nstipulation: #1\n";

/// A problem that takes more than a moment.
pub const HARD: &str = "\
fen: r3k2r/pp1n1ppp/2p1bn2/q3p3/2B1P3/2N1BN2/PPPQ1PPP/R3K2R w
stipulation: #6
histories: given
  KQkq -
";

/// Vokal 9709: nobody has decided within a minute whether Black may castle.
pub const LONG_OPEN: &str = "fen: r3k1K1/1p1p2p1/p1pP3p/nrP5/8/5b1P/1PP1PRP1/2n2B2 w\n";

/// A temporary folder to run the program in.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file and returns its path.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, content).unwrap();
        path
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap()
    }

    /// The program with these arguments, free of the caller's environment.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_beruehrt"));
        for (name, _) in std::env::vars() {
            if name.starts_with("BERUEHRT_") || name.starts_with("SLURM_") || name == "COLUMNS" {
                command.env_remove(name);
            }
        }
        command.current_dir(self.path()).args(args);
        command
    }

    pub fn run(&self, args: &[&str]) -> Run {
        Run(self.command(args).output().unwrap())
    }

    pub fn run_with_input(&self, args: &[&str], input: impl Into<Vec<u8>>) -> Run {
        Run(self.command(args).write_stdin(input).output().unwrap())
    }
}

/// What a run gave.
pub struct Run(Output);

impl Run {
    pub fn stdout(&self) -> String {
        String::from_utf8(self.0.stdout.clone()).unwrap()
    }

    pub fn stderr(&self) -> String {
        String::from_utf8(self.0.stderr.clone()).unwrap()
    }

    /// The exit code; no run may die of a signal or a panic.
    pub fn code(&self) -> i32 {
        assert!(!self.stderr().contains("panicked"), "{}", self.stderr());
        self.0.status.code().expect("no signal")
    }

    #[track_caller]
    pub fn expect(self, code: i32) -> Run {
        assert_eq!(
            self.code(),
            code,
            "stdout: {}\nstderr: {}",
            self.stdout(),
            self.stderr()
        );
        self
    }

    /// The lines of `--format jsonl`.
    pub fn objects(&self) -> Vec<Value> {
        objects(&self.stdout())
    }
}

pub fn objects(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}
