//! What a verification found, in sentences.

use shakmaty::{Move, Piece};

use crate::notation::{Language, MoveStyle};
use crate::verify::{DualKind, Finding, LineFault, MoveInPart, Standing};
use crate::world::{Right, World};

use super::solution::TextStyle;
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

    fn castling(self, right: Right) -> String {
        let side = match right.side() {
            shakmaty::CastlingSide::KingSide => "O-O",
            shakmaty::CastlingSide::QueenSide => "O-O-O",
        };
        let who = match right.color() {
            shakmaty::Color::White => self.word("White", "Weiß"),
            shakmaty::Color::Black => self.word("Black", "Schwarz"),
        };
        format!("{who} {side}")
    }

    fn standing(self, standing: Standing) -> &'static str {
        match standing {
            Standing::Proved => self.word("proved", "bewiesen"),
            Standing::Disproved => self.word("disproved", "widerlegt"),
            Standing::Doubtful => self.word(
                "doubtful: some histories have it, some have not",
                "zweifelhaft: manche Vorgeschichten haben es, manche nicht",
            ),
            Standing::Open => self.word(
                "open: it hangs on histories that could not be decided",
                "offen: es hängt an Vorgeschichten, die nicht entschieden werden konnten",
            ),
        }
    }

    fn of(self, finding: &Finding) -> String {
        match finding {
            Finding::Men { white, black } => format!("{white}+{black}"),
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
                format!("key {}: it solves", self.first(*key)),
                format!("Schlüssel {}: löst", self.first(*key)),
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
                format!("cook: {} solves too", self.first(*key)),
                format!("Nebenlösung: auch {} löst", self.first(*key)),
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
            Finding::NoPublishedKey => self
                .word(
                    "no author's solution to compare with",
                    "keine Autorlösung zum Vergleichen",
                )
                .to_owned(),
            Finding::Unreadable { text } => self.say(
                format!("the author's solution cannot be read: {text}"),
                format!("die Autorlösung ist nicht lesbar: {text}"),
            ),
            Finding::Line { text, fault } => format!("{text}: {}", self.fault(fault)),
            Finding::Replayed(moves) => self.say(
                format!("{moves} published moves replayed"),
                format!("{moves} veröffentlichte Züge nachgespielt"),
            ),
            Finding::Dual {
                line,
                continuations,
                kind,
                ..
            } => {
                let name = match kind {
                    DualKind::Move => self.word("dual", "Dual"),
                    DualKind::Promotion => self.word("promotion dual", "Umwandlungsdual"),
                };
                format!(
                    "{name}: {}, {} {}",
                    self.line(line),
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
                    format!("try {}? is denied", self.first(*first)),
                    format!("Verführung {}? wird bestritten", self.first(*first)),
                ),
            },
            Finding::SetPlay {
                answered,
                unanswered,
            } => self.say(
                format!("set play: {answered} defences answered, {unanswered} not"),
                format!("Satzspiel: {answered} Verteidigungen beantwortet, {unanswered} nicht"),
            ),
            Finding::TrialNotNeeded(convention) => {
                let name = convention_name(*convention, self.0.language)
                    .unwrap_or(self.word("the codex", "dem Kodex"));
                self.say(
                    format!("no trial is needed: the same keys solve under {name}"),
                    format!("kein Versuch ist nötig: dieselben Schlüssel lösen unter {name}"),
                )
            }
            Finding::TouchLawNotNeeded => self
                .word(
                    "the touch law is not needed: the same keys solve without it",
                    "die Berührt-Regel ist nicht nötig: dieselben Schlüssel lösen ohne sie",
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
                    "{} could be {}",
                    self.man(*piece, *square),
                    self.man(*instead, *square)
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
                format!("economy not looked at to the end (limit: {limit})"),
                format!("Ökonomie nicht vollständig geprüft (Grenze: {limit})"),
            ),
            Finding::Conditional(worlds) => {
                let mut text = self
                    .word(
                        "not final: the result hangs on histories that could not be decided",
                        "nicht endgültig: das Ergebnis hängt an nicht entschiedenen Vorgeschichten",
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
                format!("the search was not complete (limit: {limit})"),
                format!("die Suche war nicht vollständig (Grenze: {limit})"),
            ),
            Finding::Unaudited => self
                .word(
                    "the solution is too large for the independent check",
                    "die Lösung ist zu groß für die unabhängige Nachprüfung",
                )
                .to_owned(),
            Finding::NotPlayable(reason) => self.say(
                format!("nothing was solved: {reason}"),
                format!("es wurde nichts gelöst: {reason}"),
            ),
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
            LineFault::Ambiguous => self
                .word(
                    "several moves are written so",
                    "so schreiben sich mehrere Züge",
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
