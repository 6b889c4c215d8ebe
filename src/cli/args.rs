//! The command line as clap reads it: nothing here is checked against chess.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

use beruehrt::compose::Mechanism;
use beruehrt::notation::Language;
use beruehrt::picture::Mark;
use beruehrt::problem::{Laws, Options};
use beruehrt::solve::NonTrivial;

use super::batch::ShardArg;
use super::output::ColorArg;
use super::values;

/// Solver and retro-analysis for Berührt-Geführt (touch-move) chess problems.
#[derive(Debug, Parser)]
#[command(
    name = "beruehrt",
    version,
    arg_required_else_help = true,
    max_term_width = 200,
    after_help = "Exit codes: 0 solved, sound, all decided; 1 negative verdict; 2 bad input or usage; \
                  3 undecided or conditional, or a stipulation lost by convert; 130 interrupted. With several problems the first of \
                  130, 2, 3, 1, 0 that occurred."
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// Options of every command.
    #[command(flatten)]
    pub common: Common,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Analyse the histories, solve, print the solution
    Solve(SolveArgs),
    /// Every candidate world with verdict, reason and witness game
    Histories(HistoriesArgs),
    /// Many files or folders in parallel, with results that survive a crash
    Batch(BatchArgs),
    /// A composer's submission: keys, cooks, duals, every published line, economy
    Verify(VerifyArgs),
    /// What touching pieces obliges to, with the article
    Touch(TouchArgs),
    /// Convert problems between formats
    Convert(ConvertArgs),
    /// A board in the browser: set up a position and ask about it
    Board(BoardArgs),
    /// Solve a fixed set of problems; print node counts, their signature, and times
    Bench(BenchArgs),
    /// Search for sound originals that show a mechanism of the genre
    Compose(ComposeArgs),
    /// Put result files of `batch` together; find gaps, duplicates and mixed versions
    Merge(MergeArgs),
    /// Print the JSON schema of the records
    Schema(SchemaArgs),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write the pages of all commands into a folder
    Man {
        /// Folder to write into; without it the main page goes to standard output
        #[arg(long, short, value_name = "DIR")]
        out: Option<PathBuf>,
    },
}

impl Command {
    /// Whether a request to stop is heard, so that what is known so far can be kept; else a signal ends the program
    /// as the system does.
    pub const fn is_stoppable(&self) -> bool {
        match self {
            Command::Solve(_)
            | Command::Histories(_)
            | Command::Batch(_)
            | Command::Verify(_)
            | Command::Bench(_)
            | Command::Compose(_) => true,
            Command::Touch(_)
            | Command::Convert(_)
            | Command::Board(_)
            | Command::Merge(_)
            | Command::Schema(_)
            | Command::Completions { .. }
            | Command::Man { .. } => false,
        }
    }
}

/// Options of every command.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Common options")]
pub struct Common {
    /// Form of the output
    #[arg(long, short, global = true, value_enum, default_value_t = Format::Text, env = "BERUEHRT_FORMAT")]
    pub format: Format,
    /// Piece letters of the text output [default: those of the language]
    #[arg(long, global = true, value_enum, env = "BERUEHRT_LETTERS")]
    pub letters: Option<LetterArg>,
    /// Language of the text output
    #[arg(long, global = true, value_enum, default_value_t = LangArg::En, env = "BERUEHRT_LANG")]
    pub lang: LangArg,
    /// Threads; 0: one per core
    #[arg(
        long,
        short = 'j',
        global = true,
        value_name = "N",
        default_value_t = 0,
        env = "BERUEHRT_THREADS"
    )]
    pub threads: usize,
    /// Most time per problem, its histories included, such as `90`, `500ms`, `2m` [default: no limit but --retro-time]
    #[arg(long, global = true, value_name = "TIME", value_parser = parse_time, env = "BERUEHRT_TIME")]
    pub time: Option<Duration>,
    /// Most nodes per problem, its histories included, such as `1000000`, `20M` [default: no limit]
    #[arg(long, global = true, value_name = "N", value_parser = parse_count, env = "BERUEHRT_NODES")]
    pub nodes: Option<u64>,
    /// Most time per problem for its histories [default: half of --time where something is left to solve, else all of it;
    /// 20 s where nothing is limited]
    #[arg(long, global = true, value_name = "TIME", value_parser = parse_time, env = "BERUEHRT_RETRO_TIME")]
    pub retro_time: Option<Duration>,
    /// Most nodes per problem for its histories [default: as with --retro-time; no limit where --nodes is not given]
    #[arg(long, global = true, value_name = "N", value_parser = parse_count, env = "BERUEHRT_RETRO_NODES")]
    pub retro_nodes: Option<u64>,
    /// Help play: end the search after N solutions; the count then says "at least" [default: find all]
    #[arg(
        long,
        global = true,
        value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..),
        env = "BERUEHRT_MAX_SOLUTIONS"
    )]
    pub max_solutions: Option<u64>,
    /// Size of the transposition table
    #[arg(
        long,
        global = true,
        value_name = "MIB",
        default_value_t = 64,
        env = "BERUEHRT_TABLE_MIB"
    )]
    pub table_mib: usize,
    /// When to colour the output
    #[arg(long, global = true, value_enum, default_value_t = ColorArg::Auto, env = "BERUEHRT_COLOR")]
    pub color: ColorArg,
    /// Say nothing but results and errors: no progress, no table at the end of a batch
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// Tell how far the attempts on undecided histories came
    #[arg(long, global = true)]
    pub verbose: bool,
}

/// Form of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// One array of objects, one object per problem and twin.
    Json,
    /// One object per line.
    Jsonl,
    /// A page to look at and play through, in one file
    Html,
}

/// Piece letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LetterArg {
    /// K Q R B N P
    En,
    /// K Q R B S P
    EnS,
    /// K D T L S B
    De,
    /// R D T F C P
    Fr,
    /// R D T A C P
    It,
    /// K D V S J P
    Cs,
    /// K H W G S P
    Pl,
    /// K D T L P O
    Nl,
    /// K V B F H G
    Hu,
    /// ♔ ♕ ♖ ♗ ♘ ♙
    Figurine,
}

/// Language of the text output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LangArg {
    /// English
    En,
    /// Deutsch
    De,
    /// Français
    Fr,
}

impl LangArg {
    /// The language meant.
    pub const fn language(self) -> Language {
        match self {
            LangArg::En => Language::English,
            LangArg::De => Language::German,
            LangArg::Fr => Language::French,
        }
    }
}

/// Where problems come from: files, or the command line.
#[derive(Debug, Clone, Args)]
pub struct SourceArgs {
    /// Problem files in any format; `-` is standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The format of the files [default: recognised by how they begin]
    #[arg(long, value_name = "FORMAT", value_parser = values::source_formats(), conflicts_with = "fen")]
    pub from: Option<String>,
    /// A diagram, `BOARD w`, instead of files; castling and e.p. fields are not believed without --believe
    #[arg(long, value_name = "FEN", conflicts_with = "files")]
    pub fen: Option<String>,
    /// Believe the castling and e.p. fields of FEN, EPD and PGN: they are the given history, and nothing is analysed
    #[arg(long)]
    pub believe: bool,
    /// With --fen only: what is asked, such as `#2`, `h#2.5`, `"mate in 2"`; files say it themselves
    #[arg(long, value_name = "TEXT", requires = "fen", conflicts_with = "files")]
    pub stipulation: Option<String>,
    /// With --fen only: codex, bg, pra, rs, ap or illegal-move
    #[arg(long, value_name = "NAME", requires = "fen", conflicts_with = "files")]
    pub convention: Option<String>,
    /// With --fen only: options as in a problem file, `history=deferred castling=open`
    #[arg(
        long,
        value_name = "OPTIONS",
        requires = "fen",
        conflicts_with = "files"
    )]
    pub options: Option<String>,
}

/// Where a page is written beside the results.
#[derive(Debug, Clone, Args)]
pub struct PageArgs {
    /// Write a page to look at and play through into this file, too
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub html: Option<PathBuf>,
}

/// Arguments of `schema`.
#[derive(Debug, Args)]
pub struct SchemaArgs {
    /// The record: solve, histories, verify, touch, check or error; without it all of them
    pub record: Option<String>,
}

/// Arguments of `solve`.
#[derive(Debug, Args)]
pub struct SolveArgs {
    /// Where the problems come from
    #[command(flatten)]
    pub source: SourceArgs,
    /// Print the witness game of every possible world: PGN in which all else is a comment
    #[arg(long)]
    pub pgn: bool,
    /// Shorten the witness games as far as N more attempts for each go; no proof that they are shortest
    #[arg(long, value_name = "N")]
    pub shortest_witness: Option<u32>,
    /// How much of the solution is shown [default: full up to #3, variations beyond]
    #[arg(long, value_enum)]
    pub detail: Option<DetailArg>,
    /// What is left out.
    #[command(flatten)]
    pub part: PartArgs,
    /// The page.
    #[command(flatten)]
    pub page: PageArgs,
}

/// Searches that leave something out: what they find is true, what they do not find says nothing.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Not exhaustive (never final, no C+)")]
pub struct PartArgs {
    /// Follow no move of the attacker that leaves the other king more than N moves
    #[arg(long, value_name = "N")]
    pub max_flights: Option<u32>,
    /// Follow no move of the attacker that neither checks nor threatens to reach the goal in N moves at most
    #[arg(long, value_name = "N")]
    pub threat: Option<u32>,
    /// Let the defender have one defence in every position that is not met by a play of L moves (in direct play L + 1;
    /// default 1), and N more along a line
    #[arg(long, value_name = "N[,L]", value_parser = values::parse_non_trivial)]
    pub non_trivial: Option<NonTrivial>,
    /// Stop at one key, in help play at one solution
    #[arg(long)]
    pub first: bool,
}

/// Arguments of `verify`.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// Where the problems come from
    #[command(flatten)]
    pub source: SourceArgs,
    /// Do not look for superfluous or weaker men
    #[arg(long)]
    pub no_economy: bool,
    /// Look for men that could stand on a square next to their own, too
    #[arg(long, conflicts_with = "no_economy")]
    pub shifts: bool,
    /// How long lists of cooks and of tries are printed [default: folded]
    #[arg(long, value_enum)]
    pub detail: Option<ListsArg>,
    /// The page.
    #[command(flatten)]
    pub page: PageArgs,
}

/// Arguments of `compose`.
#[derive(Debug, Args)]
pub struct ComposeArgs {
    /// What the problems are to show
    #[arg(value_parser = values::mechanisms())]
    pub mechanism: Mechanism,
    /// Mate in this many moves [default: 2; 3 for king-owes]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=5), conflicts_with = "from")]
    pub moves: Option<u32>,
    /// The same seed finds the same problems
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Number of the first draw, to repeat a find alone
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub first: u64,
    /// How many positions are drawn and improved; `--time` bounds all of them together
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub draws: u64,
    /// Options of the genre, as in a problem file: `history=deferred castling=open`
    #[arg(long, value_name = "OPTIONS", default_value = "", value_parser = values::parse_options, conflicts_with = "from")]
    pub options: Options,
    /// Start from the first problem of this file: its position, histories, stipulation and options
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// The men of the file that stay where they are, such as `e1,h1` [default: all]
    #[arg(long, value_name = "SQUARES", requires = "from")]
    pub keep: Option<String>,
    /// So many men may be added to the file's, or be moved, exchanged or taken off if they need not stay
    #[arg(long, value_name = "N", default_value_t = 2, requires = "from")]
    pub changes: usize,
    /// Print finds, too, that are like a problem that comes with the program
    #[arg(long)]
    pub known: bool,
    /// Write every find into a file of its own in this folder, too, as soon as it is found
    #[arg(long, value_name = "FOLDER")]
    pub save: Option<PathBuf>,
}

/// How long lists are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ListsArg {
    /// Many cooks, or tries that one defence refutes, in one sentence
    Folded,
    /// Each by itself
    Full,
}

/// How much of a solution is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DetailArg {
    /// The keys
    Keys,
    /// One continuation to each defence
    Variations,
    /// Every continuation
    Full,
}

/// Arguments of `histories`.
#[derive(Debug, Args)]
pub struct HistoriesArgs {
    /// Where the problems come from
    #[command(flatten)]
    pub source: SourceArgs,
    /// Print the witness game of every possible world: PGN in which all else is a comment
    #[arg(long)]
    pub pgn: bool,
    /// Shorten the witness games as far as N more attempts for each go; no proof that they are shortest
    #[arg(long, value_name = "N")]
    pub shortest_witness: Option<u32>,
    /// Find the shortest game to each world, prove that none is shorter, and say whether it is the only one (a proof game)
    #[arg(long, conflicts_with = "shortest_witness")]
    pub shortest: bool,
    /// Print the whole proof for every impossible world; in JSON with a certificate that can be checked
    #[arg(long)]
    pub proof: bool,
    /// Check the certificates and games in the JSON output of an earlier run, instead of anything else
    #[arg(long, value_name = "FILE", conflicts_with_all = ["files", "fen", "stipulation", "convention", "options", "pgn", "proof", "shortest_witness", "shortest"])]
    pub check: Option<PathBuf>,
    /// The page.
    #[command(flatten)]
    pub page: PageArgs,
}

/// Arguments of `batch`.
#[derive(Debug, Args)]
pub struct BatchArgs {
    /// Problem files in any format, or folders to search for files that end in .bg, .inp, .olv, .yaml, .yml, .pdb, .epd,
    /// .fen, .pgn or .tex (hidden ones are left out); `-` is standard input
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// The format of the files [default: recognised by how they begin]
    #[arg(long, value_name = "FORMAT", value_parser = values::source_formats())]
    pub from: Option<String>,
    /// Believe the castling and e.p. fields of FEN, EPD and PGN: they are the given history, and nothing is analysed
    #[arg(long)]
    pub believe: bool,
    /// Append one line of JSON per problem to this file as soon as it is finished
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Go on after an earlier run: pass over what the output file already holds
    #[arg(long, requires = "out")]
    pub resume: bool,
    /// With --resume: go on although the output file is of another collection, other options or another version
    #[arg(long, requires = "resume")]
    pub force: bool,
    /// Most time per problem (the same as `--time`)
    #[arg(long, value_name = "TIME", value_parser = parse_time, conflicts_with = "time")]
    pub timeout: Option<Duration>,
    /// Work on share I of N only; `auto` reads the variables of a Slurm job array
    #[arg(long, value_name = "I/N")]
    pub shard: Option<ShardArg>,
    /// Time between two lines of progress where standard error is no terminal; 0: none
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "30s")]
    pub heartbeat: Duration,
    /// The page.
    #[command(flatten)]
    pub page: PageArgs,
}

/// Arguments of `touch`.
#[derive(Debug, Args)]
pub struct TouchArgs {
    /// The position; its castling rights and e.p. square are believed
    #[arg(long)]
    pub fen: String,
    /// Squares in order of touching: `e1`, `j:e1` adjusted, `a:e1` by accident, `d4/e5` order unknown,
    /// `a8=Q` a new piece put there, `e2>e4` released there, `o:e7` touched by the opponent
    #[arg(long, value_name = "SQUARES")]
    pub touch: String,
    /// The rule set
    #[arg(long, value_name = "LAWS", default_value = Laws::default().keyword(), value_parser = values::laws())]
    pub laws: String,
}

/// Arguments of `convert`.
#[derive(Debug, Args)]
pub struct ConvertArgs {
    /// Where the problems come from
    #[command(flatten)]
    pub source: SourceArgs,
    /// The format to write [default: that of the ending of --out]
    #[arg(long, value_name = "FORMAT", value_parser = values::target_formats())]
    pub to: Option<String>,
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// In pictures: name files and ranks beside the board
    #[arg(long, help_heading = "Pictures")]
    pub coordinates: bool,
    /// In pictures: leave out author, source and what is asked
    #[arg(long, help_heading = "Pictures")]
    pub no_captions: bool,
    /// In pictures: a marked square `e4` or an arrow `e2-e4`; several with commas
    #[arg(
        long,
        value_name = "MARKS",
        value_delimiter = ',',
        value_parser = values::parse_mark,
        help_heading = "Pictures"
    )]
    pub mark: Vec<Mark>,
    /// In pictures: diagrams in a row of the sheet
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=20), help_heading = "Pictures")]
    pub columns: u8,
    /// In PNG pictures: size; 1 gives squares of 45 pixels
    #[arg(long, value_name = "FACTOR", default_value_t = 2.0, value_parser = values::parse_scale, help_heading = "Pictures")]
    pub scale: f32,
}

/// Arguments of `board`.
#[derive(Debug, Args)]
pub struct BoardArgs {
    /// A file whose problems can be opened on the page, in any format; no other file can
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// The format of the file [default: recognised by how it begins]
    #[arg(long, value_name = "FORMAT", value_parser = values::source_formats(), requires = "file")]
    pub from: Option<String>,
    /// Listen at this port of the machine itself [default: 4183, or any that is free]
    #[arg(long, value_name = "PORT")]
    pub port: Option<u16>,
    /// Say the address and leave the browser alone
    #[arg(long)]
    pub no_open: bool,
}

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub struct BenchArgs {
    /// Print the signature alone
    #[arg(long)]
    pub signature: bool,
}

/// Arguments of `merge`.
#[derive(Debug, Args)]
pub struct MergeArgs {
    /// Result files of `batch`
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Write the merged lines here instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Overwrite that file if there is one
    #[arg(long, requires = "out")]
    pub force: bool,
    /// The page.
    #[command(flatten)]
    pub page: PageArgs,
}

/// `90` and `90s` are seconds; `ms`, `m` and `h` are understood.
fn parse_time(text: &str) -> Result<Duration, String> {
    let split = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let scale = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("`{unit}` is no unit of time; use ms, s, m or h")),
    };
    let number: f64 = number
        .parse()
        .map_err(|_| "a time is a number with a unit, such as `90s`, `500ms`, `2m`".to_owned())?;
    Duration::try_from_secs_f64(number * scale).map_err(|_| "the time is too long".to_owned())
}

/// `2000000`, `2_000_000`, `2000k`, `2M`, `1G`.
fn parse_count(text: &str) -> Result<u64, String> {
    let plain = text.replace('_', "");
    let (digits, scale) = match plain.char_indices().last() {
        Some((at, 'k' | 'K')) => (&plain[..at], 1_000),
        Some((at, 'M')) => (&plain[..at], 1_000_000),
        Some((at, 'G')) => (&plain[..at], 1_000_000_000),
        _ => (plain.as_str(), 1),
    };
    digits
        .parse::<u64>()
        .ok()
        .and_then(|number| number.checked_mul(scale))
        .ok_or_else(|| "a number such as `1000000`, `500k`, `20M`".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn times_and_counts() {
        assert_eq!(parse_time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_time("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_time("7"), Ok(Duration::from_secs(7)));
        for text in ["", "s", "1d", "-1", "1e400", "1..2"] {
            assert!(parse_time(text).is_err(), "{text}");
        }
        assert_eq!(parse_count("20M"), Ok(20_000_000));
        assert_eq!(parse_count("2_000"), Ok(2000));
        assert!(parse_count("99999999999999999G").is_err());
        assert!(parse_count("M").is_err());
    }
}
