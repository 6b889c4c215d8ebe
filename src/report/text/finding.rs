//! What a verification found, in sentences.

use shakmaty::{Color, Move, Role, Square};

use crate::say;
use crate::verify::{
    DualKind, Fate, Finding, LineMove, MoveInPart, RetractedMove, TextPlace, Verification,
};
use crate::world::World;

use super::retraction::offence_text;
use super::sentence::{Sentence, played};
use super::style::TextStyle;
use super::words::convention_name;

/// One finding of `verification` as a sentence without its full stop; moves as the solution writes them.
pub fn finding_text(finding: &Finding, verification: &Verification, style: TextStyle) -> String {
    Sentence::on(verification, style).of(finding)
}

/// Solutions by an illegal last move that are named; the others are counted.
const MOST_RETRACTIONS: usize = 10;

/// Several tries that fail to the same defence, in one sentence.
pub(super) fn tries_text(
    tries: &[MoveInPart],
    refutation: Move,
    verification: &Verification,
    style: TextStyle,
) -> String {
    let sentence = Sentence::on(verification, style);
    let moves: Vec<String> = tries.iter().map(|first| sentence.mv(first.mv)).collect();
    let refutation = sentence.after(&[played(tries[0].mv)], &[refutation]);
    let count = moves.len();
    let moves = moves.join(", ");
    say!(
        style.language,
        "{count} tries, refuted by 1... {refutation}!: {moves}",
        "{count} Verführungen, widerlegt durch 1... {refutation}!: {moves}",
    )
}

/// Many cooks in one sentence: how many by which first move, and one of them.
pub(super) fn cooks_text(
    cooks: &[&Finding],
    verification: &Verification,
    style: TextStyle,
) -> String {
    let sentence = Sentence::on(verification, style);
    let mut firsts: Vec<(String, usize)> = Vec::new();
    let mut example = String::new();
    for cook in cooks {
        let first = match cook {
            Finding::Cook(key) => sentence.first(*key),
            Finding::HelpCook { line } => {
                let line: Vec<LineMove> = line.iter().map(|&mv| played(mv)).collect();
                if example.is_empty() {
                    let line = sentence.line(&line);
                    example = say!(
                        style.language,
                        "; for instance {line}",
                        "; zum Beispiel {line}"
                    );
                }
                sentence.line(&line[..line.len().min(1)])
            }
            _ => continue,
        };
        match firsts.iter_mut().find(|(known, _)| *known == first) {
            Some((_, count)) => *count += 1,
            None => firsts.push((first, 1)),
        }
    }
    let (all, by) = (cooks.len(), firsts.len());
    let whole = all == by;
    let firsts: Vec<String> = (firsts.into_iter())
        .map(|(first, count)| match count {
            _ if whole => first,
            count => format!("{first} ({count})"),
        })
        .collect();
    let firsts = firsts.join(", ");
    if whole {
        return say!(
            style.language,
            "{all} cooks: {firsts}{example}",
            "{all} Nebenlösungen: {firsts}{example}",
        );
    }
    let english = if by == 1 { "move" } else { "moves" };
    let german = if by == 1 {
        "einem ersten Zug".to_owned()
    } else {
        format!("{by} ersten Zügen")
    };
    say!(
        style.language,
        "{all} cooks, by {by} first {english}: {firsts}{example}",
        "{all} Nebenlösungen mit {german}: {firsts}{example}",
    )
}

impl<'a> Sentence<'a> {
    fn on(verification: &'a Verification, style: TextStyle) -> Sentence<'a> {
        Sentence {
            style,
            diagram: &verification.diagram,
            first: verification.first_half_move,
        }
    }
}

impl Sentence<'_> {
    fn of(self, finding: &Finding) -> String {
        match finding {
            Finding::Men { white, black } => say!(
                self.style.language,
                "men: {white}+{black}",
                "Steine: {white}+{black}",
            ),
            Finding::MenDiffer { published, found } => say!(
                self.style.language,
                "{}+{} men are announced, {}+{} are on the board",
                "{}+{} Steine sind angegeben, {}+{} stehen auf dem Brett",
                published.0,
                published.1,
                found.0,
                found.1,
            ),
            Finding::IllegalPosition => say!(
                self.style.language,
                "illegal: no history leads to the diagram",
                "illegal: keine Vorgeschichte führt zum Diagramm"
            ),
            Finding::Castling { right, standing } => {
                format!("{}: {}", self.castling(*right), self.standing(*standing))
            }
            Finding::Target { square, standing } => say!(
                self.style.language,
                "en passant on {square}: {}",
                "en passant auf {square}: {}",
                self.standing(*standing),
            ),
            Finding::ClaimRefuted(world) => say!(
                self.style.language,
                "claimed history {world}: impossible",
                "behauptete Vorgeschichte {world}: unmöglich",
            ),
            Finding::ClaimOpen(world) => say!(
                self.style.language,
                "claimed history {world}: could not be decided",
                "behauptete Vorgeschichte {world}: nicht entschieden",
            ),
            Finding::ClaimLacks(world) => say!(
                self.style.language,
                "history {world} is possible, but not claimed",
                "Vorgeschichte {world} ist möglich, aber nicht genannt",
            ),
            Finding::ClaimLacksOpen(world) => say!(
                self.style.language,
                "history {world} is not claimed, and could not be decided",
                "Vorgeschichte {world} ist nicht genannt und nicht entschieden",
            ),
            Finding::Key(key) => say!(
                self.style.language,
                "key {} solves",
                "Schlüssel {} löst",
                self.first(*key),
            ),
            Finding::NotAKey {
                key, refutations, ..
            } => {
                let mut text = say!(
                    self.style.language,
                    "{} is no key",
                    "{} ist kein Schlüssel",
                    self.first(*key),
                );
                if !refutations.is_empty() {
                    text += ": 1... ";
                    text += &self.after(&[played(key.mv)], refutations);
                    text.push('!');
                }
                text
            }
            Finding::Cook(key) => say!(
                self.style.language,
                "cook: {} solves",
                "Nebenlösung: {} löst",
                self.first(*key),
            ),
            Finding::HelpCook { line } => {
                let line: Vec<LineMove> = line.iter().map(|&mv| played(mv)).collect();
                say!(
                    self.style.language,
                    "cook: {}",
                    "Nebenlösung: {}",
                    self.line(&line),
                )
            }
            Finding::PerhapsPublished { line } => {
                let line: Vec<LineMove> = line.iter().map(|&mv| played(mv)).collect();
                say!(
                    self.style.language,
                    "a solution that is not among the lines read: {}",
                    "eine Lösung, die in den gelesenen Zeilen nicht steht: {}",
                    self.line(&line),
                )
            }
            Finding::SeveralKeys(keys) => say!(
                self.style.language,
                "{} keys: {}",
                "{} Schlüssel: {}",
                keys.len(),
                self.firsts(keys),
            ),
            Finding::NoSolution { part, best_try } => {
                let mut text = say!(self.style.language, "no solution", "unlösbar");
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
            Finding::ShortSolution { moves, keys } => say!(
                self.style.language,
                "short solution in {moves}: {}",
                "Kurzlösung in {moves}: {}",
                self.firsts(keys),
            ),
            Finding::NoPublishedKey { part: None } => say!(
                self.style.language,
                "no key of the author's to compare with",
                "kein Schlüssel des Autors zum Vergleichen"
            ),
            Finding::NoPublishedKey { part: Some(world) } => say!(
                self.style.language,
                "{}: no key of the author's to compare with",
                "{}: kein Schlüssel des Autors zum Vergleichen",
                self.part(*world),
            ),
            Finding::Unreadable { place: None, text } => say!(
                self.style.language,
                "the author's solution cannot be read: {}",
                "die Autorlösung ist nicht lesbar: {}",
                text.in_language(self.style.language),
            ),
            Finding::Unreadable {
                place: Some(TextPlace { line, column }),
                text,
            } => say!(
                self.style.language,
                "not read, line {line}, column {column} of the author's solution: {}",
                "nicht gelesen, Zeile {line}, Spalte {column} der Autorlösung: {}",
                text.in_language(self.style.language),
            ),
            Finding::Line { text, fault, .. } => format!("{text}: {}", self.fault(fault)),
            Finding::Replayed(moves) => match moves {
                1 => say!(
                    self.style.language,
                    "1 published move replayed",
                    "1 veröffentlichter Zug nachgespielt"
                ),
                _ => say!(
                    self.style.language,
                    "{moves} published moves replayed",
                    "{moves} veröffentlichte Züge nachgespielt"
                ),
            },
            Finding::Unchecked(moves) => match moves {
                1 => say!(
                    self.style.language,
                    "1 published move could not be checked",
                    "1 veröffentlichter Zug war nicht nachzuprüfen"
                ),
                _ => say!(
                    self.style.language,
                    "{moves} published moves could not be checked",
                    "{moves} veröffentlichte Züge waren nicht nachzuprüfen"
                ),
            },
            Finding::TriesUnexamined(tries) => match tries {
                1 => say!(
                    self.style.language,
                    "1 published try was not looked at",
                    "1 veröffentlichte Verführung wurde nicht untersucht"
                ),
                _ => say!(
                    self.style.language,
                    "{tries} published tries were not looked at",
                    "{tries} veröffentlichte Verführungen wurden nicht untersucht"
                ),
            },
            Finding::TriesCut => say!(
                self.style.language,
                "the search for tries was cut: there may be others",
                "die Suche nach Verführungen wurde abgebrochen: es kann weitere geben",
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
                        say!(
                            self.style.language,
                            "try 1. {mv}? {answer}!{part}",
                            "Verführung 1. {mv}? {answer}!{part}",
                        )
                    }
                    None => say!(
                        self.style.language,
                        "try 1. {mv}? fails if it is taken back{part}",
                        "Verführung 1. {mv}? scheitert, wenn der Zug zurückgenommen wird{part}",
                    ),
                }
            }
            Finding::SetPlay {
                answered,
                unanswered,
            } => {
                let all = answered + unanswered;
                say!(
                    self.style.language,
                    "set play: {answered} of {all} defences have an answer",
                    "Satzspiel: {answered} von {all} Verteidigungen haben eine Antwort",
                )
            }
            Finding::NoSetPlay { part } => {
                let text = say!(
                    self.style.language,
                    "set play is announced, and there is none",
                    "ein Satzspiel ist angekündigt, und es gibt keines"
                );
                match part {
                    Some(world) => format!("{}: {text}", self.part(*world)),
                    None => text,
                }
            }
            Finding::TrialNotNeeded(conventions) => {
                let names: Vec<&str> = (conventions.iter())
                    .map(|&convention| {
                        convention_name(convention, self.style.language)
                            .unwrap_or(self.word("the codex", "Kodex"))
                    })
                    .collect();
                let names = names.join(", ");
                say!(
                    self.style.language,
                    "no trial is needed: the same moves solve without ({names})",
                    "keine Probe ist nötig: dieselben Züge lösen auch ohne ({names})",
                )
            }
            Finding::TouchLawNotNeeded => say!(
                self.style.language,
                "the touch law is not needed: without it the same moves solve",
                "die Berührt-Regel ist nicht nötig: ohne sie lösen dieselben Züge"
            ),
            Finding::SuperfluousMan { square, piece } => say!(
                self.style.language,
                "{} is superfluous",
                "{} ist überflüssig",
                self.man(*piece, *square),
            ),
            Finding::WeakerMan {
                square,
                piece,
                instead,
            } => say!(
                self.style.language,
                "{enough} would do in place of {needed}",
                "statt {needed} genügt {enough}",
                needed = self.man(*piece, *square),
                enough = self.man(*instead, *square),
            ),
            Finding::ShiftedMan { square, piece, to } => say!(
                self.style.language,
                "{} could stand on {to}",
                "{} könnte auf {to} stehen",
                self.man(*piece, *square),
            ),
            Finding::EconomyCut { limit, men } => {
                let men: Vec<String> = (men.iter())
                    .map(|&square| match self.diagram.board.role_at(square) {
                        None | Some(Role::Pawn) => square.to_string(),
                        Some(role) => format!("{}{square}", self.style.letters.letter(role)),
                    })
                    .collect();
                let men = men.join(", ");
                say!(
                    self.style.language,
                    "the economy was not looked at to the end ({}): it is not known whether these men are needed: {men}",
                    "die Ökonomie wurde nicht zu Ende geprüft ({}): ob diese Steine nötig sind, ist nicht bekannt: {men}",
                    self.limit(*limit),
                )
            }
            Finding::SolutionIncomplete(omission) => say!(
                self.style.language,
                "published solution incomplete: {}",
                "veröffentlichte Lösung unvollständig: {}",
                self.omission(omission),
            ),
            Finding::CheckingKey(key) => say!(
                self.style.language,
                "checking key {}",
                "schachbietender Schlüssel {}",
                self.first(*key),
            ),
            Finding::CapturingKey { key, captured } => {
                let letter = self.style.letters.letter(*captured);
                say!(
                    self.style.language,
                    "capturing key {}, takes {letter}",
                    "Schlagschlüssel {}, schlägt {letter}",
                    self.first(*key),
                )
            }
            Finding::FlightTaken { key, flights } => say!(
                self.style.language,
                "key {} takes flights: {}",
                "Schlüssel {} nimmt Fluchtfelder: {}",
                self.first(*key),
                squares_text(flights),
            ),
            Finding::FlightGiven { key, flights } => say!(
                self.style.language,
                "key {} gives flights: {}",
                "Schlüssel {} gibt Fluchtfelder: {}",
                self.first(*key),
                squares_text(flights),
            ),
            Finding::UnprovidedCheck(moves) => say!(
                self.style.language,
                "unprovided check in the set play: 1... {}",
                "unversorgtes Schach im Satzspiel: 1... {}",
                self.set_moves(moves),
            ),
            Finding::UnprovidedFlight(moves) => say!(
                self.style.language,
                "unprovided flight in the set play: 1... {}",
                "unversorgte Flucht im Satzspiel: 1... {}",
                self.set_moves(moves),
            ),
            Finding::PromotedMan(piece) => {
                let letter = self.style.letters.letter(piece.role);
                match piece.color {
                    Color::White => say!(
                        self.style.language,
                        "promoted man on the board: a white {letter}",
                        "Umwandlungsfigur auf dem Brett: w{letter}",
                    ),
                    Color::Black => say!(
                        self.style.language,
                        "promoted man on the board: a black {letter}",
                        "Umwandlungsfigur auf dem Brett: s{letter}",
                    ),
                }
            }
            Finding::KeyIsTrial(key) => say!(
                self.style.language,
                "key {} is a trial",
                "Schlüssel {} wird auf Probe gezogen",
                self.first(*key),
            ),
            Finding::ByConvention { right, convention } => {
                let name = convention_name(*convention, self.style.language)
                    .unwrap_or(self.word("the codex", "dem Kodex"));
                say!(
                    self.style.language,
                    "doubtful move: {} is permitted by {name}, not proved",
                    "zweifelhafter Zug: {} ist nach {name} erlaubt, nicht bewiesen",
                    self.castling(*right),
                )
            }
            Finding::Retraction(one) => say!(
                self.style.language,
                "solves: {}",
                "löst: {}",
                self.retracted(one),
            ),
            Finding::RetractionCook(one) => say!(
                self.style.language,
                "cook: {}",
                "Nebenlösung: {}",
                self.retracted(one),
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
                    texts.push(say!(
                        self.style.language,
                        "and {more} more",
                        "und {more} weitere",
                    ));
                }
                let texts = texts.join("; ");
                say!(
                    self.style.language,
                    "{count} solutions: {texts}",
                    "{count} Lösungen: {texts}",
                )
            }
            Finding::WrongRetraction { text } => say!(
                self.style.language,
                "taking back {text} does not solve",
                "die Rücknahme von {text} löst nicht",
            ),
            Finding::WrongReplacement { text } => say!(
                self.style.language,
                "{text} does not replace the illegal move with effect",
                "{text} ersetzt den illegalen Zug nicht mit Erfolg",
            ),
            Finding::Conditional(worlds) => {
                let mut text = say!(
                    self.style.language,
                    "not final: the result depends on histories that could not be decided",
                    "nicht endgültig: das Ergebnis hängt von Vorgeschichten ab, die nicht entschieden sind"
                );
                if !worlds.is_empty() {
                    let worlds: Vec<String> = worlds.iter().map(World::to_string).collect();
                    text += " (";
                    text += &worlds.join(", ");
                    text.push(')');
                }
                text
            }
            Finding::Incomplete(limit) => say!(
                self.style.language,
                "the search was not complete ({})",
                "die Suche war nicht vollständig ({})",
                self.limit(*limit),
            ),
            Finding::Unaudited => say!(
                self.style.language,
                "the solution tree was cut: what lies beyond was not looked at, and the independent check is missing",
                "der Lösungsbaum wurde abgeschnitten: was dahinter liegt, ist nicht geprüft, und die unabhängige Nachprüfung fehlt"
            ),
            Finding::NotPlayable(reason) => say!(
                self.style.language,
                "nothing was solved: {}",
                "es wurde nichts gelöst: {}",
                reason.in_language(self.style.language),
            ),
            Finding::LastMove(unmove) => {
                let unmove = self.unmoves(&[*unmove]);
                say!(
                    self.style.language,
                    "last move: {unmove}, and no other is possible",
                    "letzter Zug: {unmove}, und kein anderer ist möglich",
                )
            }
            Finding::WrongLastMove { text } => say!(
                self.style.language,
                "the last move cannot have been {text}",
                "der letzte Zug kann nicht {text} gewesen sein",
            ),
            Finding::LastMovesLeft(unmoves) => {
                let unmoves = self.unmoves(unmoves);
                say!(
                    self.style.language,
                    "no proof excludes any of these last moves: {unmoves}",
                    "kein Beweis schließt einen dieser letzten Züge aus: {unmoves}",
                )
            }
            Finding::LastMovesPossible(unmoves) => {
                let unmoves = self.unmoves(unmoves);
                say!(
                    self.style.language,
                    "a game ends with each of these last moves: {unmoves}",
                    "mit jedem dieser letzten Züge endet eine Partie: {unmoves}",
                )
            }
            Finding::NoLastMoveToCompare => say!(
                self.style.language,
                "the last move is asked for, but the author gives none to compare with",
                "der letzte Zug ist gesucht, aber der Autor gibt keinen zum Vergleich an"
            ),
        }
    }

    /// `Ra8-a1, instead Rxg6#, left the king in check`.
    fn retracted(self, one: &RetractedMove) -> String {
        let offence = offence_text(one.offence, self.style.language);
        let mut text = format!("{} ({offence})", self.unmoves(&[one.unmove]));
        if let Some(key) = one.replacement {
            let mv = self.style.write(key.san, key.mv);
            text += &say!(self.style.language, ", instead {mv}", ", stattdessen {mv}",);
        }
        text
    }
}

fn squares_text(squares: &[Square]) -> String {
    let texts: Vec<String> = squares.iter().map(ToString::to_string).collect();
    texts.join(", ")
}
