//! Which room uses which: one table for the crate, one for the rooms inside the retro-analysis.
//!
//! Read from the source: every path that begins with `crate::`, `super::`, `self::` or, in the command line,
//! `beruehrt::`, test modules and comments left out. A room uses only what its line allows, and files that import each
//! other in a circle lie in one folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A room and the rooms it may use.
type Line = (&'static str, &'static [&'static str]);

/// The rooms of the crate, from the ground up.
const CRATE: &[Line] = &[
    ("budget", &[]),
    ("notation", &[]),
    ("random", &[]),
    ("world", &[]),
    ("problem", &["notation", "world"]),
    ("law", &["notation", "problem", "world"]),
    ("syntax", &["notation", "problem", "world"]),
    ("picture", &["notation", "problem"]),
    (
        "formats",
        &["notation", "picture", "problem", "syntax", "world"],
    ),
    ("retro", &["budget", "notation", "problem", "world"]),
    // The tree of a solution is data: who plays and who searches speaks in its terms.
    ("solution", &["budget", "law", "problem", "world"]),
    ("game", &["law", "notation", "problem", "solution", "world"]),
    (
        "search",
        &[
            "budget", "game", "law", "problem", "random", "solution", "world",
        ],
    ),
    (
        "solve",
        &[
            "budget", "game", "law", "notation", "problem", "retro", "search", "solution", "world",
        ],
    ),
    (
        "verify",
        &[
            "budget", "game", "law", "notation", "problem", "retro", "search", "solution", "solve",
            "syntax", "world",
        ],
    ),
    // What happens between the phases of a solved problem.
    ("phases", &["notation", "problem", "solution", "solve"]),
    (
        "study",
        &[
            "budget", "phases", "problem", "retro", "solve", "verify", "world",
        ],
    ),
    (
        "compose",
        &[
            "budget", "game", "notation", "problem", "random", "retro", "search", "solution",
            "solve", "verify", "world",
        ],
    ),
    (
        "report",
        &[
            "budget", "formats", "law", "notation", "phases", "picture", "problem", "retro",
            "solution", "solve", "study", "syntax", "verify", "world",
        ],
    ),
    // Right of all that is computed and said: a board in the browser, and the only room that knows HTTP.
    (
        "board",
        &[
            "budget", "formats", "law", "notation", "picture", "problem", "report", "retro",
            "solution", "solve", "study", "syntax", "verify", "world",
        ],
    ),
    (
        "cli",
        &[
            "board", "budget", "compose", "formats", "game", "law", "notation", "picture",
            "problem", "report", "retro", "search", "solution", "solve", "study", "syntax",
            "verify", "world",
        ],
    ),
];

/// The rooms inside `retro`, the checker first: it must not believe what finds proofs.
const RETRO: &[Line] = &[
    ("checker", &["model"]),
    ("model", &[]),
    // What nobody need believe: it writes the hints by which the checker checks.
    ("elaboration", &["checker", "model"]),
    // What nobody need believe either: a refutation in steps that the checker checks one by one.
    ("argument", &["checker", "model"]),
    ("unmoves", &["model"]),
    ("ledger", &["model"]),
    ("scenario", &["ledger", "model"]),
    ("rules", &["ledger", "model", "scenario"]),
    ("retraction", &["model", "rules", "unmoves"]),
    (
        "witness",
        &["checker", "ledger", "model", "rules", "scenario", "unmoves"],
    ),
    (
        "proof_game",
        &["checker", "ledger", "model", "scenario", "witness"],
    ),
    (
        "judge",
        &[
            "checker",
            "elaboration",
            "model",
            "proof_game",
            "retraction",
            "rules",
            "unmoves",
            "witness",
        ],
    ),
];

/// The checker outside `retro`: worlds, what is told of the past, and the time it may take.
const CHECKER_OUTSIDE: &[&str] = &["budget", "problem", "world"];

/// A source file: its place under `src` and its text.
#[derive(Clone)]
struct Source {
    path: String,
    text: String,
}

fn sources() -> Vec<Source> {
    fn walk(folder: &Path, found: &mut Vec<Source>) {
        let mut entries: Vec<_> = fs::read_dir(folder).unwrap().flatten().collect();
        entries.sort_by_key(fs::DirEntry::path);
        for entry in entries {
            let path = entry.path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
                let place: Vec<String> = path
                    .strip_prefix(root)
                    .unwrap()
                    .iter()
                    .map(|part| part.to_str().unwrap().to_owned())
                    .collect();
                found.push(Source {
                    path: place.join("/"),
                    text: fs::read_to_string(&path).unwrap(),
                });
            }
        }
    }
    let mut found = Vec::new();
    walk(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut found,
    );
    found
}

impl Source {
    /// The module the file is: `retro::rules::kings`.
    fn module(&self) -> Vec<String> {
        let path = self.path.trim_end_matches(".rs");
        let path = path.trim_end_matches("/mod");
        if ["lib", "main"].contains(&path) {
            return Vec::new();
        }
        path.split('/').map(str::to_owned).collect()
    }

    /// The folder it lies in; a folder's `mod.rs` lies in it.
    fn folder(&self) -> &str {
        self.path.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// The code without comments and test modules.
    fn code(&self) -> String {
        let mut lines: Vec<&str> = Vec::new();
        let mut rest = self.text.lines();
        while let Some(line) = rest.next() {
            if line.trim() == "#[cfg(test)]" {
                // What follows ends where its indentation comes back, with a brace or at once.
                let indent = line.len() - line.trim_start().len();
                for line in rest.by_ref() {
                    let at_level = line.len() - line.trim_start().len() == indent;
                    if at_level && (line.trim() == "}" || line.trim_end().ends_with(';')) {
                        break;
                    }
                }
                continue;
            }
            lines.push(line.split("//").next().unwrap_or_default());
        }
        lines.join("\n")
    }

    /// Every module path the code names, from the crate's root.
    fn paths(&self) -> BTreeSet<Vec<String>> {
        let code = self.code();
        let mut found = BTreeSet::new();
        for (statement, is_use) in statements(&code) {
            if is_use {
                for path in leaves(&statement) {
                    found.extend(self.resolve(&path));
                }
            } else {
                for path in inline(&statement) {
                    found.extend(self.resolve(&path));
                }
            }
        }
        found
    }

    fn resolve(&self, path: &str) -> Option<Vec<String>> {
        let mut parts = path.split("::").map(str::trim).peekable();
        let mut base = self.module();
        match parts.next()? {
            "crate" | "beruehrt" => base.clear(),
            "self" => {}
            "super" => {
                base.pop();
                while parts.peek() == Some(&"super") {
                    parts.next();
                    base.pop();
                }
            }
            _ => return None,
        }
        base.extend(parts.map(|part| part.split(" as ").next().unwrap_or(part).to_owned()));
        Some(base)
    }
}

/// The code cut into `use` statements and what lies between.
fn statements(code: &str) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    let mut between = String::new();
    let mut lines = code.lines();
    while let Some(line) = lines.next() {
        let bare = line.trim_start();
        let bare = match bare.strip_prefix("pub") {
            Some(rest) if rest.starts_with('(') => {
                rest.split_once(')').map_or("", |(_, rest)| rest)
            }
            Some(rest) => rest,
            None => bare,
        };
        if let Some(rest) = bare.trim_start().strip_prefix("use ") {
            let mut statement = rest.to_owned();
            while !statement.contains(';') {
                match lines.next() {
                    Some(more) => statement.push_str(more.trim()),
                    None => break,
                }
            }
            found.push((statement.trim_end_matches(';').to_owned(), true));
        } else {
            between.push_str(line);
            between.push('\n');
        }
    }
    found.push((between, false));
    found
}

/// The single paths of a use tree.
fn leaves(tree: &str) -> Vec<String> {
    let Some((prefix, inner)) = tree.split_once('{') else {
        return vec![tree.trim().to_owned()];
    };
    // A tree may hold several braces: cut at commas of this depth only.
    let inner = inner.trim_end();
    let inner = inner.strip_suffix('}').unwrap_or(inner);
    let mut depth = 0;
    let mut part = String::new();
    let mut found = Vec::new();
    for letter in inner.chars().chain([',']) {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                if !part.trim().is_empty() {
                    let whole = match part.trim() {
                        "self" => prefix.trim_end_matches("::").to_owned(),
                        part => format!("{prefix}{part}"),
                    };
                    found.extend(leaves(&whole));
                }
                part.clear();
                continue;
            }
            _ => {}
        }
        part.push(letter);
    }
    found
}

/// Paths written out in the code.
fn inline(code: &str) -> Vec<String> {
    let is_path = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
    code.split(|letter: char| !is_path(letter))
        .filter(|word| {
            ["crate::", "beruehrt::", "super::", "self::"]
                .iter()
                .any(|start| word.starts_with(start))
        })
        .map(|word| word.trim_end_matches(':').to_owned())
        .collect()
}

/// Everything in the sources that the tables do not allow.
fn objections(sources: &[Source]) -> Vec<String> {
    let rooms: BTreeMap<&str, &[&str]> = CRATE.iter().copied().collect();
    let inside: BTreeMap<&str, &[&str]> = RETRO.iter().copied().collect();
    let mut found = Vec::new();
    for source in sources {
        let own = source.module();
        let Some(room) = own.first() else { continue };
        let Some(allowed) = rooms.get(room.as_str()) else {
            found.push(format!("{}: no line for the room {room}", source.path));
            continue;
        };
        for path in source.paths() {
            let Some(used) = path.first() else { continue };
            if used == room {
                if room == "retro" {
                    found.extend(inside_retro(source, &own, &path, &inside));
                }
                continue;
            }
            let is_room = rooms.contains_key(used.as_str());
            if is_room && !allowed.contains(&used.as_str()) {
                found.push(format!("{}: {room} may not use {used}", source.path));
            }
            let checks = own.get(1).is_some_and(|inner| inner == "checker");
            if is_room && checks && !CHECKER_OUTSIDE.contains(&used.as_str()) {
                found.push(format!("{}: the checker may not use {used}", source.path));
            }
        }
    }
    found.extend(circles(sources));
    found
}

fn inside_retro(
    source: &Source,
    own: &[String],
    path: &[String],
    inside: &BTreeMap<&str, &[&str]>,
) -> Option<String> {
    let room = own.get(1)?.as_str();
    let used = path.get(1)?.as_str();
    if used == room {
        return None;
    }
    let Some(allowed) = inside.get(room) else {
        return Some(format!("{}: no line for retro::{room}", source.path));
    };
    if !inside.contains_key(used) {
        return Some(format!(
            "{}: retro::{room} takes {} from the front door of retro, not from its room",
            source.path,
            path.join("::")
        ));
    }
    (!allowed.contains(&used))
        .then(|| format!("{}: retro::{room} may not use retro::{used}", source.path))
}

/// Files of different folders that import each other in a circle.
fn circles(sources: &[Source]) -> Vec<String> {
    let modules: BTreeMap<Vec<String>, usize> = sources
        .iter()
        .enumerate()
        .map(|(at, source)| (source.module(), at))
        .collect();
    let uses: Vec<BTreeSet<usize>> = sources
        .iter()
        .map(|source| {
            let file = |path: Vec<String>| {
                (1..=path.len())
                    .rev()
                    .find_map(|length| modules.get(&path[..length]).copied())
            };
            source.paths().into_iter().filter_map(file).collect()
        })
        .collect();
    let reach: Vec<BTreeSet<usize>> = (0..sources.len())
        .map(|start| {
            let mut seen = BTreeSet::new();
            let mut open = vec![start];
            while let Some(at) = open.pop() {
                open.extend(uses[at].iter().copied().filter(|&next| seen.insert(next)));
            }
            seen
        })
        .collect();
    let mut found = Vec::new();
    for (one, source) in sources.iter().enumerate() {
        for &other in reach[one].iter().filter(|&&other| other > one) {
            if reach[other].contains(&one) && source.folder() != sources[other].folder() {
                found.push(format!(
                    "{} and {} import each other in a circle",
                    source.path, sources[other].path
                ));
            }
        }
    }
    found
}

#[test]
fn records_for_programs_use_no_words_for_people() {
    for source in sources() {
        let is_json = source.path.starts_with("report/json");
        let uses_text = ["report::text", "super::text"]
            .iter()
            .any(|path| source.text.contains(path));
        assert!(!(is_json && uses_text), "{}", source.path);
    }
}

#[test]
fn rooms_use_only_what_their_line_allows() {
    let found = objections(&sources());
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The sources with one line added to a file.
fn doctored(path: &str, line: &str) -> Vec<Source> {
    let mut sources = sources();
    let source = sources.iter_mut().find(|source| source.path == path);
    source.unwrap().text.insert_str(0, line);
    sources
}

#[test]
fn a_wrong_use_is_objected_to() {
    for (file, line, objection) in [
        (
            "retro/checker/account.rs",
            "use crate::retro::scenario::side::Side;\n",
            "retro::checker may not use retro::scenario",
        ),
        (
            "retro/checker/account.rs",
            "use super::super::{model::Class, rules::quick};\n",
            "retro::checker may not use retro::rules",
        ),
        (
            "retro/model/position.rs",
            "fn f() { crate::retro::judge::analyse(); }\n",
            "retro::model may not use retro::judge",
        ),
        (
            "notation/letters.rs",
            "use crate::retro::Unmove;\n",
            "notation may not use retro",
        ),
        (
            "retro/checker/game.rs",
            "pub(crate) use crate::retro::analyse;\n",
            "from the front door",
        ),
        (
            "search/mod.rs",
            "use crate::{\n    report,\n    world,\n};\n",
            "search may not use report",
        ),
        (
            "retro/witness/node.rs",
            "use super::estimate::Estimator;\n",
            "in a circle",
        ),
    ] {
        let found = objections(&doctored(file, line));
        assert!(
            found.iter().any(|said| said.contains(objection)),
            "{file}: {line}{}",
            found.join("\n")
        );
    }
    // Comments and tests do not count.
    for line in [
        "// use crate::retro::judge::analyse;\n",
        "#[cfg(test)]\nmod more {\n    use crate::retro::judge::analyse;\n}\n",
    ] {
        assert!(objections(&doctored("retro/model/position.rs", line)).is_empty());
    }
}
