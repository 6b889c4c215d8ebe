//! What a verification found, in sentences.

use shakmaty::{Move, Piece};

use crate::budget::Limit;
use crate::notation::{Language, MoveStyle};
use crate::retro::Unmove;
use crate::verify::{DualKind, Fate, Finding, LineFault, LineMove, MoveInPart, Standing};
use crate::world::{Right, World};

use super::style::TextStyle;
use super::words::convention_name;

/// One finding as a sentence without its full stop.
pub fn finding_text(finding: &Finding, style: TextStyle) -> String {
    Sentence(style).of(finding)
}

#[derive(Clone, Copy)]
struct Sentence(TextStyle);

impl Sentence {
    /// The English or the German wording.
    fn say(self, english: String, german: String) -> String {
        match self.0.language {
            Language::English => english,
            Language::German => german,
        }
    }

    fn word(self, english: &'static str, german: &'static str) -> &'static str {
        match self.0.language {
            Language::English => english,
            Language::German => german,
        }
    }

    fn mv(self, mv: Move) -> String {
        let style = MoveStyle {
            letters: self.0.letters,
            ..MoveStyle::default()
        };
        style.write_long(mv)
    }

    fn moves(self, moves: &[Move]) -> String {
        let texts: Vec<String> = moves.iter().map(|mv| self.mv(*mv)).collect();
        texts.join(", ")
    }

    fn unmoves(self, unmoves: &[Unmove]) -> String {
        let style = MoveStyle {
            letters: self.0.letters,
            ..MoveStyle::default()
        };
        let texts: Vec<String> = unmoves
            .iter()
            .map(|unmove| style.retraction(unmove))
            .collect();
        texts.join(", ")
    }

    fn first(self, first: MoveInPart) -> String {
        let mv = self.mv(first.mv);
        first.part.map_or_else(
            || format!("1.{mv}"),
            |world| format!("1.{mv} ({})", self.part(world)),
        )
    }

    fn firsts(self, moves: &[MoveInPart]) -> String {
        let texts: Vec<String> = moves.iter().map(|&first| self.first(first)).collect();
        texts.join(", ")
    }

    fn part(self, world: World) -> String {
        format!("{} {world}", self.word("part", "Teil"))
    }

    fn man(self, piece: Piece, square: shakmaty::Square) -> String {
        let color = match (piece.color, self.0.language) {
            (shakmaty::Color::White, Language::English) => "white ",
            (shakmaty::Color::Black, Language::English) => "black ",
            (shakmaty::Color::White, Language::German) => "w",
            (shakmaty::Color::Black, Language::German) => "s",
        };
        format!("{color}{}{square}", self.0.letters.letter(piece.role))
    }

    /// Half-moves of a line with their numbers.
    fn line(self, moves: &[Move]) -> String {
        let mut text = String::new();
        for (ply, mv) in moves.iter().enumerate() {
            if ply % 2 == 0 {
                if ply > 0 {
                    text.push(' ');
                }
                text += &(ply / 2 + 1).to_string();
                text.push('.');
            } else {
                text.push(' ');
            }
            text.push_str(&self.mv(*mv));
        }
        text
    }

    /// Half-moves of a line; after a trial that is taken back the same number comes again.
    fn line_with_trials(self, line: &[LineMove]) -> String {
        let mut text = String::new();
        let mut ply = 0;
        let mut resumed = false;
        for step in line {
            if !text.is_empty() {
                text.push(' ');
            }
            if ply % 2 == 0 || resumed {
                text += &(ply / 2 + 1).to_string();
                text += if ply % 2 == 0 { "." } else { "..." };
            }
            text.push_str(&self.mv(step.mv));
            resumed = step.fate == Fate::TakenBack;
            if resumed {
                text += self.word(" (taken back)", " (zurück)");
            } else {
                ply += 1;
            }
        }
        text
    }

    fn limit(self, limit: Limit) -> &'static str {
        match limit {
            Limit::Nodes => self.word("the nodes were used up", "die Knoten waren aufgebraucht"),
            Limit::Time => self.word("the time was used up", "die Zeit war aufgebraucht"),
            Limit::Depth => self.word("it went too deep", "es ging zu tief"),
            Limit::Interrupted => self.word("it was stopped", "sie wurde abgebrochen"),
        }
    }

    fn castling(self, right: Right) -> String {
        let side = match right.side() {
            shakmaty::CastlingSide::KingSide => "O-O",
            shakmaty::CastlingSide::QueenSide => "O-O-O",
        };
        let who = match right.color() {
            shakmaty::Color::White => self.word("White", "Weiß"),
            shakmaty::Color::Black => self.word("Black", "Schwarz"),
        };
        self.say(format!("{who}'s {side}"), format!("{side} von {who}"))
    }

    fn standing(self, standing: Standing) -> &'static str {
        match standing {
            Standing::Proved => self.word("proved", "bewiesen"),
            Standing::Disproved => self.word("disproved", "widerlegt"),
            Standing::Doubtful => self.word(
                "doubtful, some histories allow it, others do not",
                "zweifelhaft, manche Vorgeschichten erlauben es, manche nicht",
            ),
            Standing::Open => self.word(
                "open, it depends on histories that could not be decided",
                "offen, es hängt von Vorgeschichten ab, die nicht entschieden sind",
            ),
        }
    }

    fn of(self, finding: &Finding) -> String {
        match finding {
            Finding::Men { white, black } => self.say(
                format!("men: {white}+{black}"),
                format!("Steine: {white}+{black}"),
            ),
            Finding::MenDiffer { published, found } => self.say(
                format!(
                    "{}+{} men are announced, {}+{} are on the board",
                    published.0, published.1, found.0, found.1
                ),
                format!(
                    "{}+{} Steine sind angegeben, {}+{} stehen auf dem Brett",
                    published.0, published.1, found.0, found.1
                ),
            ),
            Finding::IllegalPosition => self
                .word(
                    "illegal: no history leads to the diagram",
                    "illegal: keine Vorgeschichte führt zum Diagramm",
                )
                .to_owned(),
            Finding::Castling { right, standing } => {
                format!("{}: {}", self.castling(*right), self.standing(*standing))
            }
            Finding::Target { square, standing } => self.say(
                format!("en passant on {square}: {}", self.standing(*standing)),
                format!("en passant auf {square}: {}", self.standing(*standing)),
            ),
            Finding::ClaimRefuted(world) => self.say(
                format!("claimed history {world}: impossible"),
                format!("behauptete Vorgeschichte {world}: unmöglich"),
            ),
            Finding::ClaimOpen(world) => self.say(
                format!("claimed history {world}: could not be decided"),
                format!("behauptete Vorgeschichte {world}: nicht entschieden"),
            ),
            Finding::ClaimLacks(world) => self.say(
                format!("history {world} is possible, but not claimed"),
                format!("Vorgeschichte {world} ist möglich, aber nicht genannt"),
            ),
            Finding::ClaimLacksOpen(world) => self.say(
                format!("history {world} is not claimed, and could not be decided"),
                format!("Vorgeschichte {world} ist nicht genannt und nicht entschieden"),
            ),
            Finding::Key(key) => self.say(
                format!("key {} solves", self.first(*key)),
                format!("Schlüssel {} löst", self.first(*key)),
            ),
            Finding::NotAKey { key, refutations } => {
                let mut text = self.say(
                    format!("{} is no key", self.first(*key)),
                    format!("{} ist kein Schlüssel", self.first(*key)),
                );
                if !refutations.is_empty() {
                    text += ": 1...";
                    text += &self.moves(refutations);
                    text.push('!');
                }
                text
            }
            Finding::Cook(key) => self.say(
                format!("cook: {} solves", self.first(*key)),
                format!("Nebenlösung: {} löst", self.first(*key)),
            ),
            Finding::HelpCook { line } => self.say(
                format!("cook: {}", self.line(line)),
                format!("Nebenlösung: {}", self.line(line)),
            ),
            Finding::SeveralKeys(keys) => self.say(
                format!("{} keys: {}", keys.len(), self.firsts(keys)),
                format!("{} Schlüssel: {}", keys.len(), self.firsts(keys)),
            ),
            Finding::NoSolution { part, best_try } => {
                let mut text = self.word("no solution", "unlösbar").to_owned();
                if let Some(world) = part {
                    text = format!("{}: {text}", self.part(*world));
                }
                if let Some((mv, refutations)) = best_try {
                    text += "; ";
                    text += self.word("best try", "beste Verführung");
                    text += " 1.";
                    text += &self.mv(*mv);
                    text += "? ";
                    text += &self.moves(refutations);
                    text.push('!');
                }
                text
            }
            Finding::ShortSolution { moves, keys } => self.say(
                format!("short solution in {moves}: {}", self.firsts(keys)),
                format!("Kurzlösung in {moves}: {}", self.firsts(keys)),
            ),
            Finding::NoPublishedKey { part: None } => self
                .word(
                    "no key of the author's to compare with",
                    "kein Schlüssel des Autors zum Vergleichen",
                )
                .to_owned(),
            Finding::NoPublishedKey { part: Some(world) } => self.say(
                format!(
                    "{}: no key of the author's to compare with",
                    self.part(*world)
                ),
                format!(
                    "{}: kein Schlüssel des Autors zum Vergleichen",
                    self.part(*world)
                ),
            ),
            Finding::Unreadable { text } => self.say(
                format!("the author's solution cannot be read: {}", text.english),
                format!("die Autorlösung ist nicht lesbar: {}", text.german),
            ),
            Finding::Line { text, fault } => format!("{text}: {}", self.fault(fault)),
            Finding::Replayed(moves) => self.say(
                match moves {
                    1 => "1 published move replayed".to_owned(),
                    _ => format!("{moves} published moves replayed"),
                },
                match moves {
                    1 => "1 veröffentlichter Zug nachgespielt".to_owned(),
                    _ => format!("{moves} veröffentlichte Züge nachgespielt"),
                },
            ),
            Finding::Dual {
                line,
                continuations,
                kind,
                ..
            } => {
                let name = match kind {
                    DualKind::Threat => self.word("several threats", "mehrere Drohungen"),
                    DualKind::Move => self.word("dual", "Dual"),
                    DualKind::Promotion => self.word("promotion dual", "Umwandlungsdual"),
                };
                format!(
                    "{name}: {}, {} {}",
                    self.line_with_trials(line),
                    self.word("then", "dann"),
                    self.moves(continuations)
                )
            }
            Finding::Try { first, refutation } => match refutation {
                Some(mv) => self.say(
                    format!("try {}? {}!", self.first(*first), self.mv(*mv)),
                    format!("Verführung {}? {}!", self.first(*first), self.mv(*mv)),
                ),
                None => self.say(
                    format!("try {}? fails if it is taken back", self.first(*first)),
                    format!(
                        "Verführung {}? scheitert, wenn der Zug zurückgenommen wird",
                        self.first(*first)
                    ),
                ),
            },
            Finding::SetPlay {
                answered,
                unanswered,
            } => {
                let all = answered + unanswered;
                self.say(
                    format!("set play: {answered} of {all} defences have an answer"),
                    format!("Satzspiel: {answered} von {all} Verteidigungen haben eine Antwort"),
                )
            }
            Finding::TrialNotNeeded(convention) => {
                let name = convention_name(*convention, self.0.language)
                    .unwrap_or(self.word("the codex", "dem Kodex"));
                self.say(
                    format!("no trial is needed: under {name} the same moves solve"),
                    format!("keine Probe ist nötig: unter {name} lösen dieselben Züge"),
                )
            }
            Finding::TouchLawNotNeeded => self
                .word(
                    "the touch law is not needed: without it the same moves solve",
                    "die Berührt-Regel ist nicht nötig: ohne sie lösen dieselben Züge",
                )
                .to_owned(),
            Finding::SuperfluousMan { square, piece } => self.say(
                format!("{} is superfluous", self.man(*piece, *square)),
                format!("{} ist überflüssig", self.man(*piece, *square)),
            ),
            Finding::WeakerMan {
                square,
                piece,
                instead,
            } => self.say(
                format!(
                    "{} would do in place of {}",
                    self.man(*instead, *square),
                    self.man(*piece, *square)
                ),
                format!(
                    "statt {} genügt {}",
                    self.man(*piece, *square),
                    self.man(*instead, *square)
                ),
            ),
            Finding::ShiftedMan { square, piece, to } => self.say(
                format!("{} could stand on {to}", self.man(*piece, *square)),
                format!("{} könnte auf {to} stehen", self.man(*piece, *square)),
            ),
            Finding::EconomyCut(limit) => self.say(
                format!(
                    "the economy was not looked at to the end ({})",
                    self.limit(*limit)
                ),
                format!(
                    "die Ökonomie wurde nicht zu Ende geprüft ({})",
                    self.limit(*limit)
                ),
            ),
            Finding::Conditional(worlds) => {
                let mut text = self
                    .word(
                        "not final: the result depends on histories that could not be decided",
                        "nicht endgültig: das Ergebnis hängt von Vorgeschichten ab, die nicht entschieden sind",
                    )
                    .to_owned();
                if !worlds.is_empty() {
                    let worlds: Vec<String> = worlds.iter().map(World::to_string).collect();
                    text += " (";
                    text += &worlds.join(", ");
                    text.push(')');
                }
                text
            }
            Finding::Incomplete(limit) => self.say(
                format!("the search was not complete ({})", self.limit(*limit)),
                format!("die Suche war nicht vollständig ({})", self.limit(*limit)),
            ),
            Finding::Unaudited => self
                .word(
                    "the solution is too large for the independent check",
                    "die Lösung ist zu groß für die unabhängige Nachprüfung",
                )
                .to_owned(),
            Finding::NotPlayable(reason) => self.say(
                format!("nothing was solved: {}", reason.english),
                format!("es wurde nichts gelöst: {}", reason.german),
            ),
            Finding::LastMove(unmove) => {
                let unmove = self.unmoves(&[*unmove]);
                self.say(
                    format!("last move: {unmove}, and no other is possible"),
                    format!("letzter Zug: {unmove}, und kein anderer ist möglich"),
                )
            }
            Finding::WrongLastMove { text } => self.say(
                format!("the last move cannot have been {text}"),
                format!("der letzte Zug kann nicht {text} gewesen sein"),
            ),
            Finding::LastMovesLeft(unmoves) => {
                let unmoves = self.unmoves(unmoves);
                self.say(
                    format!("no proof excludes any of these last moves: {unmoves}"),
                    format!("kein Beweis schließt einen dieser letzten Züge aus: {unmoves}"),
                )
            }
            Finding::LastMovesPossible(unmoves) => {
                let unmoves = self.unmoves(unmoves);
                self.say(
                    format!("a game ends with each of these last moves: {unmoves}"),
                    format!("mit jedem dieser letzten Züge endet eine Partie: {unmoves}"),
                )
            }
            Finding::NoLastMoveToCompare => self
                .word(
                    "the last move is asked for, but the author gives none to compare with",
                    "der letzte Zug ist gesucht, aber der Autor gibt keinen zum Vergleich an",
                )
                .to_owned(),
        }
    }

    fn fault(self, fault: &LineFault) -> String {
        match fault {
            LineFault::NotAMove => self
                .word(
                    "no such move is possible",
                    "ein solcher Zug ist nicht möglich",
                )
                .to_owned(),
            LineFault::NotPermitted => self
                .word("is not permitted here", "ist hier nicht erlaubt")
                .to_owned(),
            LineFault::Ambiguous => self
                .word(
                    "several moves could be meant",
                    "mehrere Züge können gemeint sein",
                )
                .to_owned(),
            LineFault::DoesNotWin => self
                .word(
                    "does not reach the goal in time",
                    "erreicht das Ziel nicht rechtzeitig",
                )
                .to_owned(),
            LineFault::DoesNotRefute => self
                .word("does not refute the try", "widerlegt die Verführung nicht")
                .to_owned(),
            LineFault::RefutationMissing(missing) if missing.is_empty() => self
                .word(
                    "the try has more refutations than are given",
                    "die Verführung hat mehr Widerlegungen als angegeben",
                )
                .to_owned(),
            LineFault::RefutationMissing(missing) => self.say(
                format!("refuted by {} too", self.moves(missing)),
                format!("auch {} widerlegt", self.moves(missing)),
            ),
            LineFault::TryIsKey => self
                .word("no try: it solves", "keine Verführung: löst")
                .to_owned(),
            LineFault::NoThreat => self.word("is no threat", "ist keine Drohung").to_owned(),
            LineFault::NoSuchRuling => self
                .word(
                    "the opponent cannot rule so",
                    "so kann der Gegner nicht entscheiden",
                )
                .to_owned(),
            LineFault::NoSuchPart => self
                .word("there is no such part", "einen solchen Teil gibt es nicht")
                .to_owned(),
        }
    }
}
