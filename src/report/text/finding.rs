//! What a verification found, in sentences.

use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, Move, Piece, Position, Role, Square};

use crate::budget::Limit;
use crate::law::Duty;
use crate::notation::Language;
use crate::problem::Diagram;
use crate::retro::Unmove;
use crate::solution::Judgment;
use crate::verify::{
    DualKind, Fate, Finding, LineFault, LineMove, MoveInPart, Omission, RetractedMove, Standing,
};
use crate::world::{Right, Rights, World};

use super::retraction::offence_text;
use super::style::TextStyle;
use super::words::{castling_text, convention_name};

/// One finding on `diagram` as a sentence without its full stop; moves as the solution writes them.
pub fn finding_text(finding: &Finding, diagram: &Diagram, style: TextStyle) -> String {
    Sentence(style, diagram).of(finding)
}

/// Solutions by an illegal last move that are named; the others are counted.
const MOST_RETRACTIONS: usize = 10;

/// Several tries that fail to the same defence, in one sentence.
pub(super) fn tries_text(
    tries: &[MoveInPart],
    refutation: Move,
    diagram: &Diagram,
    style: TextStyle,
) -> String {
    let sentence = Sentence(style, diagram);
    let moves: Vec<String> = tries.iter().map(|first| sentence.mv(first.mv)).collect();
    let refutation = sentence.after(&[played(tries[0].mv)], &[refutation]);
    let count = moves.len();
    let moves = moves.join(", ");
    sentence.say(
        format!("{count} tries, refuted by 1... {refutation}!: {moves}"),
        format!("{count} Verführungen, widerlegt durch 1... {refutation}!: {moves}"),
    )
}

#[derive(Clone, Copy)]
struct Sentence<'a>(TextStyle, &'a Diagram);

impl Sentence<'_> {
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

    /// The diagram with `turn` on move. What it takes for short notation: every right, no target.
    fn start(self, turn: Color) -> Option<Chess> {
        let board = &self.1.board;
        let full = World::new(Rights::at_home(board), None);
        let bare = World::new(Rights::NONE, None);
        (full.position(board, turn).ok()).or_else(|| bare.position(board, turn).ok())
    }

    /// `moves`, the first played in the diagram by the side on move there, in short notation; long where
    /// the position does not show it.
    fn written(self, moves: &[LineMove], turn: Color) -> Vec<String> {
        let mut position = self.start(turn);
        let mut written = Vec::new();
        for step in moves {
            let plays = |position: &Chess| position.board().color_at(step.mv.from()?);
            let known =
                (position.take()).filter(|position| plays(position) == Some(position.turn()));
            written.push(match &known {
                Some(position) => self
                    .0
                    .write(SanPlus::from_move(position.clone(), step.mv), step.mv),
                None => self.0.moves().write_long(step.mv),
            });
            position = known.map(|mut position| {
                if step.fate == Fate::Played {
                    position.play_unchecked(step.mv);
                }
                position
            });
        }
        written
    }

    /// A move played in the diagram.
    fn mv(self, mv: Move) -> String {
        self.written(&[played(mv)], self.1.turn).remove(0)
    }

    /// Moves, each played after `line`.
    fn after(self, line: &[LineMove], moves: &[Move]) -> String {
        let texts: Vec<String> = moves
            .iter()
            .map(|&mv| {
                let whole: Vec<LineMove> = line.iter().copied().chain([played(mv)]).collect();
                self.written(&whole, self.1.turn).pop().unwrap_or_default()
            })
            .collect();
        texts.join(", ")
    }

    /// Moves of the other side in the diagram: set play.
    fn set_moves(self, moves: &[Move]) -> String {
        let texts: Vec<String> = moves
            .iter()
            .map(|&mv| self.written(&[played(mv)], self.1.turn.other()).remove(0))
            .collect();
        texts.join(", ")
    }

    /// Continuations after `line`; threats are played as if the defender passed.
    fn threats_after(self, line: &[LineMove], moves: &[Move]) -> String {
        let played = line.iter().filter(|step| step.fate == Fate::Played).count();
        if played.is_multiple_of(2) {
            return self.after(line, moves);
        }
        let mut position = self.start(self.1.turn);
        for step in line.iter().filter(|step| step.fate == Fate::Played) {
            if let Some(position) = &mut position {
                position.play_unchecked(step.mv);
            }
        }
        let passed = position.and_then(|position| position.swap_turn().ok());
        let texts: Vec<String> = (moves.iter())
            .map(|&mv| match &passed {
                Some(position) => self.0.write(SanPlus::from_move(position.clone(), mv), mv),
                None => self.0.moves().write_long(mv),
            })
            .collect();
        texts.join(", ")
    }

    fn unmoves(self, unmoves: &[Unmove]) -> String {
        let texts: Vec<String> = unmoves
            .iter()
            .map(|unmove| self.0.moves().retraction(unmove))
            .collect();
        texts.join(", ")
    }

    fn first(self, first: MoveInPart) -> String {
        let mv = self.mv(first.mv);
        first.part.map_or_else(
            || format!("1. {mv}"),
            |world| format!("1. {mv} ({})", self.part(world)),
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

    /// Half-moves of a line with their numbers; after a trial that is taken back the same number comes
    /// again.
    fn line(self, line: &[LineMove]) -> String {
        let mut text = String::new();
        let mut ply = 0;
        let mut resumed = false;
        for (step, mv) in line.iter().zip(self.written(line, self.1.turn)) {
            if !text.is_empty() {
                text.push(' ');
            }
            if ply % 2 == 0 || resumed {
                text += &(ply / 2 + 1).to_string();
                text += if ply % 2 == 0 { ". " } else { "... " };
            }
            text.push_str(&mv);
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
            Limit::NotExhaustive => {
                self.word("a part only was looked at", "nur ein Teil wurde durchsucht")
            }
        }
    }

    fn castling(self, right: Right) -> String {
        let side = castling_text(right.side(), self.0.language);
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
                    text += ": 1... ";
                    text += &self.after(&[played(key.mv)], refutations);
                    text.push('!');
                }
                text
            }
            Finding::Cook(key) => self.say(
                format!("cook: {} solves", self.first(*key)),
                format!("Nebenlösung: {} löst", self.first(*key)),
            ),
            Finding::HelpCook { line } => {
                let line: Vec<LineMove> = line.iter().map(|&mv| played(mv)).collect();
                self.say(
                    format!("cook: {}", self.line(&line)),
                    format!("Nebenlösung: {}", self.line(&line)),
                )
            }
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
                    text += " 1. ";
                    text += &self.mv(*mv);
                    text.push('?');
                    if refutations.is_empty() && (mv.is_castle() || mv.is_en_passant()) {
                        text += self.word(
                            " fails if it is taken back",
                            " scheitert, wenn der Zug zurückgenommen wird",
                        );
                    } else if !refutations.is_empty() {
                        text.push(' ');
                        text += &self.after(&[played(*mv)], refutations);
                        text.push('!');
                    }
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
            Finding::Unchecked(moves) => self.say(
                match moves {
                    1 => "1 published move could not be checked".to_owned(),
                    _ => format!("{moves} published moves could not be checked"),
                },
                match moves {
                    1 => "1 veröffentlichter Zug war nicht nachzuprüfen".to_owned(),
                    _ => format!("{moves} veröffentlichte Züge waren nicht nachzuprüfen"),
                },
            ),
            Finding::TriesUnexamined(tries) => self.say(
                match tries {
                    1 => "1 published try was not looked at".to_owned(),
                    _ => format!("{tries} published tries were not looked at"),
                },
                match tries {
                    1 => "1 veröffentlichte Verführung wurde nicht untersucht".to_owned(),
                    _ => format!("{tries} veröffentlichte Verführungen wurden nicht untersucht"),
                },
            ),
            Finding::TriesCut => self.say(
                "the search for tries was cut: there may be others".to_owned(),
                "die Suche nach Verführungen wurde abgebrochen: es kann weitere geben".to_owned(),
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
                let played = line.iter().filter(|step| step.fate == Fate::Played).count();
                let threat = !played.is_multiple_of(2);
                format!(
                    "{name}: {}, {} {}",
                    self.line(line),
                    if threat {
                        self.word("threat", "droht")
                    } else {
                        self.word("then", "dann")
                    },
                    self.threats_after(line, continuations)
                )
            }
            Finding::Try { first, refutation } => {
                let mv = self.mv(first.mv);
                let part = first
                    .part
                    .map_or_else(String::new, |world| format!(" ({})", self.part(world)));
                match refutation {
                    Some(answer) => {
                        let answer = self.after(&[played(first.mv)], &[*answer]);
                        self.say(
                            format!("try 1. {mv}? {answer}!{part}"),
                            format!("Verführung 1. {mv}? {answer}!{part}"),
                        )
                    }
                    None => self.say(
                        format!("try 1. {mv}? fails if it is taken back{part}"),
                        format!(
                            "Verführung 1. {mv}? scheitert, wenn der Zug zurückgenommen wird{part}"
                        ),
                    ),
                }
            }
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
            Finding::TrialNotNeeded(conventions) => {
                let names: Vec<&str> = (conventions.iter())
                    .map(|&convention| {
                        convention_name(convention, self.0.language)
                            .unwrap_or(self.word("the codex", "Kodex"))
                    })
                    .collect();
                let names = names.join(", ");
                self.say(
                    format!("no trial is needed: the same moves solve without ({names})"),
                    format!("keine Probe ist nötig: dieselben Züge lösen auch ohne ({names})"),
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
            Finding::EconomyCut { limit, men } => {
                let men: Vec<String> = (men.iter())
                    .map(|&square| match self.1.board.role_at(square) {
                        None | Some(Role::Pawn) => square.to_string(),
                        Some(role) => format!("{}{square}", self.0.letters.letter(role)),
                    })
                    .collect();
                let men = men.join(", ");
                self.say(
                    format!(
                        "the economy was not looked at to the end ({}): it is not known whether these men are needed: {men}",
                        self.limit(*limit)
                    ),
                    format!(
                        "die Ökonomie wurde nicht zu Ende geprüft ({}): ob diese Steine nötig sind, ist nicht bekannt: {men}",
                        self.limit(*limit)
                    ),
                )
            }
            Finding::SolutionIncomplete(omission) => self.say(
                format!("published solution incomplete: {}", self.omission(omission)),
                format!(
                    "veröffentlichte Lösung unvollständig: {}",
                    self.omission(omission)
                ),
            ),
            Finding::CheckingKey(key) => self.say(
                format!("checking key {}", self.first(*key)),
                format!("schachbietender Schlüssel {}", self.first(*key)),
            ),
            Finding::CapturingKey { key, captured } => {
                let letter = self.0.letters.letter(*captured);
                self.say(
                    format!("capturing key {}, takes {letter}", self.first(*key)),
                    format!("Schlagschlüssel {}, schlägt {letter}", self.first(*key)),
                )
            }
            Finding::FlightTaken { key, flights } => self.say(
                format!(
                    "key {} takes flights: {}",
                    self.first(*key),
                    squares_text(flights)
                ),
                format!(
                    "Schlüssel {} nimmt Fluchtfelder: {}",
                    self.first(*key),
                    squares_text(flights)
                ),
            ),
            Finding::FlightGiven { key, flights } => self.say(
                format!(
                    "key {} gives flights: {}",
                    self.first(*key),
                    squares_text(flights)
                ),
                format!(
                    "Schlüssel {} gibt Fluchtfelder: {}",
                    self.first(*key),
                    squares_text(flights)
                ),
            ),
            Finding::UnprovidedCheck(moves) => self.say(
                format!(
                    "unprovided check in the set play: 1... {}",
                    self.set_moves(moves)
                ),
                format!(
                    "unversorgtes Schach im Satzspiel: 1... {}",
                    self.set_moves(moves)
                ),
            ),
            Finding::UnprovidedFlight(moves) => self.say(
                format!(
                    "unprovided flight in the set play: 1... {}",
                    self.set_moves(moves)
                ),
                format!(
                    "unversorgte Flucht im Satzspiel: 1... {}",
                    self.set_moves(moves)
                ),
            ),
            Finding::PromotedMan(piece) => {
                let letter = self.0.letters.letter(piece.role);
                match piece.color {
                    Color::White => self.say(
                        format!("promoted man on the board: a white {letter}"),
                        format!("Umwandlungsfigur auf dem Brett: w{letter}"),
                    ),
                    Color::Black => self.say(
                        format!("promoted man on the board: a black {letter}"),
                        format!("Umwandlungsfigur auf dem Brett: s{letter}"),
                    ),
                }
            }
            Finding::KeyIsTrial(key) => self.say(
                format!("key {} is a trial", self.first(*key)),
                format!("Schlüssel {} wird auf Probe gezogen", self.first(*key)),
            ),
            Finding::ByConvention { right, convention } => {
                let name = convention_name(*convention, self.0.language)
                    .unwrap_or(self.word("the codex", "dem Kodex"));
                self.say(
                    format!(
                        "doubtful move: {} is permitted by {name}, not proved",
                        self.castling(*right)
                    ),
                    format!(
                        "zweifelhafter Zug: {} ist nach {name} erlaubt, nicht bewiesen",
                        self.castling(*right)
                    ),
                )
            }
            Finding::Retraction(one) => self.say(
                format!("solves: {}", self.retracted(one)),
                format!("löst: {}", self.retracted(one)),
            ),
            Finding::RetractionCook(one) => self.say(
                format!("cook: {}", self.retracted(one)),
                format!("Nebenlösung: {}", self.retracted(one)),
            ),
            Finding::SeveralRetractions(several) => {
                let mut texts: Vec<String> = several
                    .iter()
                    .take(MOST_RETRACTIONS)
                    .map(|one| self.retracted(one))
                    .collect();
                let count = several.len();
                if count > MOST_RETRACTIONS {
                    let more = count - MOST_RETRACTIONS;
                    texts.push(self.say(format!("and {more} more"), format!("und {more} weitere")));
                }
                let texts = texts.join("; ");
                self.say(
                    format!("{count} solutions: {texts}"),
                    format!("{count} Lösungen: {texts}"),
                )
            }
            Finding::WrongRetraction { text } => self.say(
                format!("taking back {text} does not solve"),
                format!("die Rücknahme von {text} löst nicht"),
            ),
            Finding::WrongReplacement { text } => self.say(
                format!("{text} does not replace the illegal move with effect"),
                format!("{text} ersetzt den illegalen Zug nicht mit Erfolg"),
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
                    "the solution tree was cut: what lies beyond was not looked at, and the independent check is missing",
                    "der Lösungsbaum wurde abgeschnitten: was dahinter liegt, ist nicht geprüft, und die unabhängige Nachprüfung fehlt",
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

    /// `Ra8-a1, instead Rxg6#, left the king in check`.
    fn retracted(self, one: &RetractedMove) -> String {
        let offence = offence_text(one.offence, self.0.language);
        let mut text = format!("{} ({offence})", self.unmoves(&[one.unmove]));
        if let Some(key) = one.replacement {
            let mv = self.0.write(key.san, key.mv);
            text += &self.say(format!(", instead {mv}"), format!(", stattdessen {mv}"));
        }
        text
    }

    fn duty(self, duty: Duty) -> String {
        match duty {
            Duty::Free => self.word("free", "frei").to_owned(),
            Duty::Move(square) => self.say(
                format!("{square} must move"),
                format!("{square} muss ziehen"),
            ),
            Duty::Capture(square) => self.say(
                format!("{square} must be captured"),
                format!("{square} muss geschlagen werden"),
            ),
            Duty::CaptureWith { by, of } => self.say(
                format!("{by} must capture {of}"),
                format!("{by} muss {of} schlagen"),
            ),
            Duty::Castle { king, .. } => self.say(
                format!("{king} must castle"),
                format!("{king} muss rochieren"),
            ),
        }
    }

    fn omission(self, omission: &Omission) -> String {
        match omission {
            Omission::Ruling {
                line,
                judgment,
                worlds,
            } => {
                let worlds: Vec<String> = worlds.iter().map(|world| world.to_string()).collect();
                let worlds = worlds.join("; ");
                let judgment = match judgment {
                    Judgment::Stands | Judgment::FalseMoveStands => self.word("stands", "gilt"),
                    Judgment::TakenBack | Judgment::KingMoveDemanded => {
                        self.word("taken back", "zurückgenommen")
                    }
                };
                let line = self.line(line);
                self.say(
                    format!("{line} [{judgment}: {worlds}] is missing"),
                    format!("{line} [{judgment}: {worlds}] fehlt"),
                )
            }
            Omission::Defence { line } => {
                let line = self.line(line);
                self.say(
                    format!("{line} is not answered"),
                    format!("{line} ist nicht beantwortet"),
                )
            }
            Omission::Variations { line, defences } => {
                let defences = self.after(line, defences);
                let line = self.line(line);
                self.say(
                    format!("{line}, nothing is said of {defences}"),
                    format!("{line}, nichts gesagt zu {defences}"),
                )
            }
            Omission::Part(world) => {
                let part = self.part(*world);
                self.say(format!("{part} is missing"), format!("{part} fehlt"))
            }
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
            LineFault::RefutationMissing(missing) => {
                let moves = self.set_moves(missing);
                self.say(
                    format!("the try is refuted by {moves} too"),
                    format!("die Verführung widerlegt auch {moves}"),
                )
            }
            LineFault::TouchLaw { duty, article } => {
                let duty = self.duty(*duty);
                let article = if article.starts_with(|c: char| c.is_ascii_digit()) {
                    format!(" ({article})")
                } else {
                    String::new()
                };
                self.say(
                    format!("against the touch law: {duty}{article}"),
                    format!("gegen die Berührt-Regel: {duty}{article}"),
                )
            }
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

/// A move that is played, or stands.
fn played(mv: Move) -> LineMove {
    LineMove {
        mv,
        fate: Fate::Played,
    }
}

fn squares_text(squares: &[Square]) -> String {
    let texts: Vec<String> = squares.iter().map(ToString::to_string).collect();
    texts.join(", ")
}
