//! `histories --check`: the evidence in stored results, checked without analysing anything.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use beruehrt::notation::{Language, Text};
use beruehrt::problem::{Diagram, Fact};
use beruehrt::report::json::{CheckedClaimRecord, CheckedRecord};
use beruehrt::report::sanitize;
use beruehrt::report::text::{Finding, checking_lines, flaw_text};
use beruehrt::retro::checker::{CertificateError, Checked, Checker, from_json, read_last_move};
use beruehrt::retro::{Witness, checker};
use beruehrt::syntax;
use beruehrt::text;
use beruehrt::world::World;
use serde::Deserialize;
use serde_json::Value;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, Position};

use super::context::Context;
use super::exit::Exit;
use super::stream::Stream;
use super::trouble::{Deed, Trouble, cannot};

/// What is read of a record of `histories`.
#[derive(Debug, Deserialize)]
struct Record {
    id: Option<String>,
    #[serde(default)]
    twin: String,
    fen: String,
    #[serde(default)]
    facts: Vec<String>,
    worlds: Vec<WorldClaim>,
    #[serde(default)]
    last_moves: Vec<LastMoveClaim>,
}

#[derive(Debug, Deserialize)]
struct WorldClaim {
    rights: String,
    ep: String,
    verdict: String,
    witness_uci: Option<Vec<String>>,
    certificate: Option<Value>,
}

#[derive(Debug, Deserialize)]
struct LastMoveClaim {
    #[serde(rename = "move")]
    text: String,
    verdict: String,
    witness_uci: Option<Vec<String>>,
    certificate: Option<Value>,
}

/// Checks every record of the file and prints what was found.
pub fn run(path: &Path, context: &Context) -> anyhow::Result<Exit> {
    let shown = sanitize::one_line(&path.to_string_lossy()).into_owned();
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        std::io::stdin().lock().read_to_end(&mut bytes)?;
    } else {
        File::open(path)
            .map(BufReader::new)
            .and_then(|mut file| file.read_to_end(&mut bytes))
            .map_err(cannot(Deed::Read, path))?;
    }
    let mut values = Vec::new();
    for value in serde_json::Deserializer::from_slice(&bytes).into_iter::<Value>() {
        let value = value.map_err(|error| {
            let text = text!("{shown} is not JSON", "{shown} ist kein JSON");
            Trouble::new(text).caused_by(error)
        })?;
        match value {
            Value::Array(list) => values.extend(list),
            value => values.push(value),
        }
    }
    if values.is_empty() {
        return Err(Trouble::new(text!(
            "{shown} holds no results of `histories`",
            "{shown} enthält keine Ergebnisse von `histories`",
        ))
        .into());
    }
    let mut stream = Stream::new(context);
    let mut exit = Exit::Positive;
    for (place, value) in values.into_iter().enumerate() {
        if context.stop.is_requested() {
            stream.finish()?;
            return Ok(Exit::Interrupted);
        }
        let record = Record::deserialize(value)
            .map_err(anyhow::Error::from)
            .and_then(|record| {
                let (diagram, facts) = told(&record)?;
                Ok((record, diagram, facts))
            })
            .map_err(|error| {
                Trouble::new(text!(
                    "{shown}: result {number} cannot be checked",
                    "{shown}: das Ergebnis Nr. {number} lässt sich nicht prüfen",
                    number = place + 1,
                ))
                .caused_by(error)
            });
        let (record, diagram, facts) = record?;
        exit = exit.and(one(&record, &diagram, &facts, context, &mut stream)?);
    }
    stream.finish()?;
    Ok(exit)
}

/// The diagram of a record and what is told of it, read as in a problem file.
fn told(record: &Record) -> Result<(Diagram, Vec<Fact>), Trouble> {
    let fields = std::iter::once(&record.fen).chain(&record.facts);
    if fields.into_iter().any(|text| text.contains(['\n', '\r'])) {
        return Err(Trouble::new(Text::new(
            "a line break where there is none",
            "ein Zeilenumbruch, wo keiner hingehört",
        )));
    }
    let facts = record.facts.iter().map(|fact| format!("  {fact}\n"));
    let facts: String = std::iter::once("facts:\n".to_owned())
        .chain(facts)
        .collect();
    let file = format!(
        "fen: {}\nletters: en\nstipulation: histories\n{}",
        record.fen,
        if record.facts.is_empty() { "" } else { &facts }
    );
    let parsed = syntax::parse(&file);
    let twin = parsed
        .problems()
        .next()
        .and_then(|problem| problem.twins.first());
    match (twin, parsed.diagnostics.first()) {
        (Some(twin), None) => Ok((twin.diagram.clone(), twin.facts.clone())),
        (_, Some(diagnostic)) => Err(Trouble::new(diagnostic.message.clone())),
        (None, None) => Err(Trouble::new(Text::new("no diagram", "kein Diagramm"))),
    }
}

/// Checks and prints one record.
fn one(
    record: &Record,
    diagram: &Diagram,
    facts: &[Fact],
    context: &Context,
    stream: &mut Stream,
) -> anyhow::Result<Exit> {
    let mut claims = Claims {
        diagram,
        facts,
        checker: Checker::within(&context.limits.start()),
        language: context.evidence_language(),
    };
    let worlds: Vec<(String, String, Finding)> = record
        .worlds
        .iter()
        .map(|claim| {
            let about = format!("{} {}", claim.rights, claim.ep);
            let finding = match about.parse() {
                Ok(world) => claims.world(claim, world),
                Err(_) => Finding::Refused(format!("`{about}`?")),
            };
            (about, claim.verdict.clone(), finding)
        })
        .collect();
    let last_moves: Vec<(String, String, Finding)> = record
        .last_moves
        .iter()
        .map(|claim| {
            let finding = claims.last_move(claim);
            (claim.text.clone(), claim.verdict.clone(), finding)
        })
        .collect();
    let all = || worlds.iter().chain(&last_moves);
    let any = |is: fn(&Finding) -> bool| all().any(|(_, _, finding)| is(finding));
    let exit = if any(|finding| matches!(finding, Finding::Refused(_))) {
        Exit::Negative
    } else if any(|finding| matches!(finding, Finding::Unfinished(_) | Finding::NoEvidence)) {
        Exit::Undecided
    } else {
        Exit::Positive
    };
    let json = CheckedRecord {
        id: record.id.as_deref(),
        twin: &record.twin,
        fen: &record.fen,
        claims: all().map(CheckedClaimRecord::from).collect(),
    };
    stream.put(&json, || {
        let name = record.id.as_deref().map(sanitize::one_line);
        let name = name.map_or_else(String::new, |name| format!("{name}, "));
        let twin = sanitize::one_line(&record.twin);
        let mut lines = vec![format!("{name}{twin}) {}", diagram.fen())];
        lines.extend(checking_lines(&worlds, context.language));
        lines.extend(checking_lines(&last_moves, context.language));
        lines.join("\n") + "\n"
    })?;
    Ok(exit)
}

struct Claims<'a> {
    diagram: &'a Diagram,
    facts: &'a [Fact],
    checker: Checker,
    language: Language,
}

impl Claims<'_> {
    fn world(&mut self, claim: &WorldClaim, world: World) -> Finding {
        match claim.verdict.as_str() {
            "possible" => self.game(claim.witness_uci.as_deref(), |_| (world, true)),
            "impossible" => self.proof(claim.certificate.as_ref(), |claims, refutation| {
                claims
                    .checker
                    .verify_world(refutation, claims.diagram, world, claims.facts)
            }),
            _ => Finding::NoClaim,
        }
    }

    fn last_move(&mut self, claim: &LastMoveClaim) -> Finding {
        let Some(unmove) = read_last_move(&claim.text, self.diagram.turn.other()) else {
            return Finding::Refused(format!("`{}`?", claim.text));
        };
        match claim.verdict.as_str() {
            "possible" => self.game(claim.witness_uci.as_deref(), |game| {
                let last = game.moves.last();
                (game.world(), last == Some(&unmove.forward()))
            }),
            "impossible" => self.proof(claim.certificate.as_ref(), |claims, refutation| {
                claims
                    .checker
                    .verify_last_move(refutation, claims.diagram, unmove, claims.facts)
            }),
            _ => Finding::NoClaim,
        }
    }

    fn proof(
        &mut self,
        stored: Option<&Value>,
        check: impl FnOnce(&mut Self, &beruehrt::retro::Refutation) -> Result<Checked, CertificateError>,
    ) -> Finding {
        let Some(stored) = stored else {
            return Finding::NoEvidence;
        };
        let refutation = match from_json(stored) {
            Ok(refutation) => refutation,
            Err(error) => {
                return Finding::Refused(match self.language {
                    Language::English => error.to_string(),
                    Language::German => format!("die Aufzeichnung ist nicht lesbar ({error})"),
                });
            }
        };
        match check(self, &refutation) {
            Ok(checked) => Finding::Proof(checked),
            Err(CertificateError::Unfinished(limit)) => Finding::Unfinished(limit),
            Err(flaw) => Finding::Refused(flaw_text(&flaw, self.language)),
        }
    }

    /// A stored game against the world it must end in, and whether its last move is the one claimed.
    fn game(
        &self,
        game: Option<&[String]>,
        claimed: impl FnOnce(&Witness) -> (World, bool),
    ) -> Finding {
        let Some(game) = game else {
            return Finding::NoEvidence;
        };
        let mut position = Chess::default();
        let mut moves: Vec<Move> = Vec::with_capacity(game.len());
        for text in game {
            let played = text
                .parse::<UciMove>()
                .ok()
                .and_then(|uci| uci.to_move(&position).ok());
            let Some(played) = played else {
                let ply = moves.len() + 1;
                return Finding::Refused(match self.language {
                    Language::English => format!("half-move {ply}, {text}, is not legal"),
                    Language::German => format!("der Halbzug {ply}, {text}, ist nicht legal"),
                });
            };
            position.play_unchecked(played);
            moves.push(played);
        }
        let witness = Witness { moves };
        let (world, ends_so) = claimed(&witness);
        match checker::check(self.diagram, world, self.facts, &witness) {
            Ok(()) if !ends_so => Finding::Refused(match self.language {
                Language::English => "the game ends with another move".to_owned(),
                Language::German => "die Partie endet mit einem anderen Zug".to_owned(),
            }),
            Ok(()) => Finding::Game(witness.moves.len()),
            Err(flaw) => Finding::Refused(match self.language {
                Language::English => flaw.to_string(),
                Language::German => "die Partie endet nicht so, wie behauptet".to_owned(),
            }),
        }
    }
}
