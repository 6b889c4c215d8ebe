//! One claim after the other: whether its evidence shows its verdict, and its texts are those the evidence has.

use beruehrt::notation::{Language, Text};
use beruehrt::problem::{Diagram, Fact};
use beruehrt::report::json::{HISTORIES_VERSION, StatementRecord};
use beruehrt::report::text::{
    ProofExtent, brevity_text, flaw_text, last_move_game, last_move_text, last_moves_line,
    proof_tree, refutation_text,
};
use beruehrt::report::{ClaimFinding as Finding, behind_last_move, statement_rows};
use beruehrt::retro::checker::{
    self, CertificateError, Checked, Checker, from_json, read_last_move,
};
use beruehrt::retro::{Refutation, Unconfirmed, Unmove, Witness};
use beruehrt::solve::Feasibility;
use beruehrt::text;
use beruehrt::world::{World, statements};
use serde::Deserialize;
use serde_json::Value;

use super::shortest::{StoredGame, StoredLength};
use super::words::{MayLack, STYLE};
use super::{LastMoveClaim, WorldClaim, game, words};

/// Since this version a record has the line of the last moves.
const LINES_SINCE: u32 = 2;

/// What is stored of a world or a last move.
#[derive(Debug, Deserialize)]
pub(super) struct Stored {
    pub(super) verdict: String,
    reason: Option<String>,
    witness: Option<String>,
    witness_uci: Option<Vec<String>>,
    proof: Option<String>,
    certificate: Option<Value>,
    shortest: Option<StoredLength>,
    argument: Option<Value>,
    story: Option<String>,
}

/// A claim: what it is about, its verdict as it is stored, what was found.
type Found = (String, String, Finding);

/// The claims of one record.
pub(super) struct Claims<'a> {
    /// The version of the record; older ones have none.
    pub(super) version: Option<u32>,
    pub(super) diagram: &'a Diagram,
    pub(super) facts: &'a [Fact],
    pub(super) checker: Checker,
    /// What is said behind the last moves that are refuted, as far as these were read.
    pub(super) behind: Vec<(Unmove, String)>,
    pub(super) language: Language,
}

impl Claims<'_> {
    /// Every candidate world once.
    pub(super) fn worlds(&mut self, stored: &[WorldClaim]) -> Vec<Found> {
        let candidates = self.diagram.candidates();
        let mut seen: Vec<World> = Vec::new();
        let mut found = Vec::new();
        for claim in stored {
            let about = format!("{} {}", claim.rights, claim.ep);
            let finding = match about.parse::<World>() {
                Err(_) => Finding::Refused(format!("`{about}`?")),
                // The letters in another order are another text.
                Ok(world) if world.to_string() != about => Finding::Refused(format!("`{about}`?")),
                Ok(world) if !candidates.iter().any(|candidate| candidate == world) => {
                    self.refused(&text!(NoWorldOfDiagram))
                }
                Ok(world) if seen.contains(&world) => self.twice(),
                Ok(world) => {
                    seen.push(world);
                    self.world(&claim.stored, world)
                }
            };
            found.push((about, claim.stored.verdict.clone(), finding));
        }
        let missing = candidates.iter().filter(|world| !seen.contains(world));
        let missing = missing.map(|world| self.missing(world.to_string()));
        found.extend(missing);
        found
    }

    /// Every last move the board allows once.
    pub(super) fn last_moves(&mut self, stored: &[LastMoveClaim]) -> Vec<Found> {
        let by = self.diagram.turn.other();
        let mut seen = Vec::new();
        let mut found = Vec::new();
        for claim in stored {
            let finding = match read_last_move(&claim.text, by) {
                None => Finding::Refused(format!("`{}`?", claim.text)),
                Some(unmove) if seen.contains(&unmove) => self.twice(),
                Some(unmove) => {
                    seen.push(unmove);
                    self.judged(
                        &claim.stored,
                        |_, game| (game.world(), game.moves.last() == Some(&unmove.forward())),
                        |claims, refutation| {
                            let checked = claims.checker.verify_last_move(
                                refutation,
                                claims.diagram,
                                unmove,
                                claims.facts,
                            )?;
                            let behind = behind_last_move(&checked.refutation, STYLE);
                            claims.behind.push((unmove, behind));
                            Ok(checked)
                        },
                        // The last move itself has been taken back.
                        |game| Ok(last_move_game(game, Language::English)),
                        1,
                    )
                }
            };
            found.push((claim.text.clone(), claim.stored.verdict.clone(), finding));
        }
        let all = checker::last_moves(self.diagram, self.facts);
        let missing = all.iter().filter(|unmove| !seen.contains(unmove));
        let missing = missing.map(|unmove| self.missing(unmove.to_string()));
        found.extend(missing);
        found
    }

    /// A version that is not known says nothing about what should be there.
    pub(super) fn known_version(&self) -> Option<Found> {
        let is_known = self
            .version
            .is_none_or(|version| (1..=HISTORIES_VERSION).contains(&version));
        (!is_known).then(|| {
            let refused = self.refused(&text!(VersionNotKnown));
            ("version".to_owned(), String::new(), refused)
        })
    }

    /// Whether texts may be left out of the record.
    fn may_lack(&self) -> MayLack {
        match self.version {
            None => MayLack::Yes,
            Some(_) => MayLack::No,
        }
    }

    /// Whether what was asked for is there: the last moves cannot be left out of a record.
    pub(super) fn asked(&self, asked: Option<&str>, has_last_moves: bool) -> Option<Found> {
        Some(match (asked, has_last_moves) {
            // Older records do not say it; a list shows what was asked.
            (Some("histories"), false) | (Some("last-move") | None, true) => return None,
            (None, false) => ("asked".to_owned(), String::new(), Finding::NoEvidence),
            (Some("last-move"), false) => self.missing("last_moves".to_owned()),
            (Some(_), _) => self.other_field("asked"),
        })
    }

    /// What the verdicts come to in short: where it is said, it is what follows from them. Older records do not say it.
    pub(super) fn statements(
        &self,
        stored: Option<&[Value]>,
        worlds: &[WorldClaim],
    ) -> Option<Found> {
        let candidates = self.diagram.candidates();
        // Worlds that are none, or stand there twice, are refused anyway.
        let stored = match self.may_lack() {
            MayLack::Yes => stored?,
            MayLack::No => stored.unwrap_or_default(),
        };
        if worlds.len() > candidates.len() {
            return None;
        }
        let of = |claim: &WorldClaim| format!("{} {}", claim.rights, claim.ep).parse::<World>();
        let all: Vec<World> = worlds.iter().flat_map(of).collect();
        let impossible: Vec<World> = (worlds.iter())
            .filter(|claim| claim.stored.verdict == "impossible")
            .flat_map(of)
            .collect();
        let left: Vec<World> = (all.iter().copied())
            .filter(|world| !impossible.contains(world))
            .collect();
        let rows = statement_rows(statements(&impossible, &left), &all, STYLE.language);
        let follows = |row| serde_json::to_value(StatementRecord::from(row)).ok();
        let is_told = rows.len() == stored.len()
            && rows
                .iter()
                .zip(stored)
                .all(|(row, told)| follows(row).as_ref() == Some(told));
        (!is_told).then(|| self.other_field("statements"))
    }

    /// The line of the last moves, where each was decided by evidence that holds. Older records do not say it.
    pub(super) fn line(
        &self,
        stored: Option<&str>,
        last_moves: Option<&[LastMoveClaim]>,
    ) -> Option<Found> {
        let last_moves = last_moves?;
        if stored.is_none() && self.version.is_none_or(|version| version < LINES_SINCE) {
            return None;
        }
        let by = self.diagram.turn.other();
        let told = |claim: &LastMoveClaim| {
            let unmove = read_last_move(&claim.text, by)?;
            Some(match claim.stored.verdict.as_str() {
                "impossible" => {
                    let (_, behind) = self.behind.iter().find(|(one, _)| *one == unmove)?;
                    (unmove, Feasibility::Impossible, behind.clone())
                }
                "possible" => (unmove, Feasibility::Possible, String::new()),
                _ => (unmove, Feasibility::Undecided, String::new()),
            })
        };
        // A last move whose proof does not hold is refused anyway.
        let moves = last_moves.iter().map(told).collect::<Option<Vec<_>>>()?;
        let line = last_moves_line(&moves, STYLE);
        (line.as_deref() != stored).then(|| self.other_field("line"))
    }

    /// The shortest game to the diagram: it ends there, and is as long as is said.
    pub(super) fn shortest(&self, stored: &StoredGame) -> Found {
        let finding = match stored.read(self.diagram, self.facts) {
            Ok(game) => Finding::Game(game.moves.len()),
            Err(flaw) => self.refused(&flaw),
        };
        ("shortest".to_owned(), String::new(), finding)
    }

    fn world(&mut self, stored: &Stored, world: World) -> Finding {
        let (diagram, facts) = (self.diagram, self.facts);
        self.judged(
            stored,
            |_, _| (world, true),
            |claims, refutation| {
                claims
                    .checker
                    .verify_world(refutation, claims.diagram, world, claims.facts)
            },
            |game| match &stored.shortest {
                None => Ok(last_move_text(game, STYLE)),
                Some(length) => {
                    let brevity = length.of(game, diagram, Some(world), facts)?;
                    Ok(brevity_text(game, &brevity, STYLE))
                }
            },
            0,
        )
    }

    /// A claim by its verdict: the world a game must end in and whether it ends with the move claimed; the check of a
    /// proof; what is said of a game; how many plies a proof begins back.
    fn judged(
        &mut self,
        stored: &Stored,
        ends: impl FnOnce(&Self, &Witness) -> (World, bool),
        check: impl FnOnce(&mut Self, &Refutation) -> Result<Checked, CertificateError>,
        of_game: impl FnOnce(&Witness) -> Result<String, Text>,
        plies: usize,
    ) -> Finding {
        let has_game = stored.witness.is_some() || stored.witness_uci.is_some();
        let has_proof = stored.certificate.is_some() || stored.proof.is_some();
        match stored.verdict.as_str() {
            "possible" if has_proof => self.refused(&text!(ProofBesidePossible)),
            // Last moves have no story.
            "possible" if plies > 0 => self.game(stored, MayLack::Yes, ends, of_game),
            "possible" => self.game(stored, self.may_lack(), ends, of_game),
            "impossible" if has_game => self.refused(&text!(GameBesideImpossible)),
            "impossible" => self.proof(stored, check, plies),
            "undecided" if has_game || has_proof => self.refused(&text!(EvidenceBesideUndecided)),
            "undecided" => Finding::NoClaim,
            other => {
                let other: String = other.chars().take(20).collect();
                self.refused(&text!(NoVerdict, other))
            }
        }
    }

    fn proof(
        &mut self,
        stored: &Stored,
        check: impl FnOnce(&mut Self, &Refutation) -> Result<Checked, CertificateError>,
        plies: usize,
    ) -> Finding {
        let Some(certificate) = &stored.certificate else {
            return Finding::NoEvidence;
        };
        let refutation = match from_json(certificate) {
            Ok(refutation) => refutation,
            Err(error) => {
                return self.refused(&Text::foreign(&error, text!(RecordUnreadable, error)));
            }
        };
        let refutation = match check(self, &refutation) {
            Ok(checked) => checked.refutation,
            Err(CertificateError::Unfinished(limit)) => return Finding::Unfinished(limit),
            Err(CertificateError::NotShown(places)) => {
                return Finding::NotShown(Unconfirmed {
                    positions: refutation.positions.len(),
                    shared: places.len(),
                });
            }
            Err(flaw) => return Finding::Refused(flaw_text(&flaw, self.language)),
        };
        let reason = || refutation_text(&refutation, plies, STYLE);
        let proof = || proof_tree(&refutation, plies, ProofExtent::Whole, STYLE);
        if stored.reason != said(reason()) {
            return self.other_text("reason");
        }
        if stored.proof != proof() {
            return self.other_text("proof");
        }
        if !words::is_argued_so(
            stored.argument.as_ref(),
            self.may_lack(),
            &refutation,
            plies,
        ) {
            return self.other_text("argument");
        }
        match words::changed(certificate, &refutation) {
            Some(place) => self.other_text(&place),
            None => Finding::Proof(refutation.positions.len()),
        }
    }

    /// A stored game against the world it must end in, and whether its last move is the one claimed.
    fn game(
        &self,
        stored: &Stored,
        may_lack: MayLack,
        ends: impl FnOnce(&Self, &Witness) -> (World, bool),
        of_game: impl FnOnce(&Witness) -> Result<String, Text>,
    ) -> Finding {
        let witness = match game::read(stored.witness.as_deref(), stored.witness_uci.as_deref()) {
            Ok(Some(witness)) => witness,
            Ok(None) => return Finding::NoEvidence,
            Err(flaw) => return self.refused(&flaw),
        };
        let (world, ends_so) = ends(self, &witness);
        if let Err(flaw) = checker::check(self.diagram, world, self.facts, &witness) {
            return self.refused(&Text::foreign(&flaw, text!(GameEndsOtherwise)));
        }
        if !ends_so {
            return self.refused(&text!(GameEndsWithAnother));
        }
        match of_game(&witness).map(said) {
            Err(flaw) => self.refused(&flaw),
            Ok(reason) if stored.reason != reason => self.other_text("reason"),
            Ok(_) if !words::is_told_so(stored.story.as_deref(), may_lack, &witness) => {
                self.other_text("story")
            }
            Ok(_) => Finding::Game(witness.moves.len()),
        }
    }

    fn refused(&self, why: &Text) -> Finding {
        Finding::Refused(why.in_language(self.language).into_owned())
    }

    fn other_text(&self, field: &str) -> Finding {
        self.refused(&text!(FieldNotEvidence, field))
    }

    /// A field of the record that says something else than it should.
    fn other_field(&self, name: &str) -> Found {
        let refused = self.refused(&text!(SomethingElseThere));
        (name.to_owned(), String::new(), refused)
    }

    fn twice(&self) -> Finding {
        self.refused(&text!(ThereTwice))
    }

    /// A world or last move nothing is said of.
    fn missing(&self, about: String) -> Found {
        let why = text!(NothingSaid);
        (about, String::new(), self.refused(&why))
    }
}

/// A reason as it is stored: nothing where there is nothing to say.
fn said(reason: String) -> Option<String> {
    (!reason.is_empty()).then_some(reason)
}
