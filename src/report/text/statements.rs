//! What impossible worlds say about castling and en passant, in sentences.

use shakmaty::Color;

use crate::notation::Language;
use crate::report::row::{StatementRow, WorldRow};
use crate::say;
use crate::solve::Feasibility;
use crate::world::{Right, Rights, Term, World};

use super::histories::{double_step, whole};
use super::layout::{capital, wrap};
use super::words::{alternatives, joined, listed, side_name};

/// A statement without its reason: `Black may castle on one side at most`. `known` are the rights that were in question:
/// where a side has one of them, its castling needs no side.
pub fn statement_text(
    premises: &[Term],
    conclusions: &[Term],
    known: Rights,
    language: Language,
) -> String {
    let words = Words { known, language };
    match (premises, conclusions) {
        ([], [only]) => words.certain(only),
        ([], _) => {
            let all = words.list(conclusions, Words::noun, alternatives);
            say!(language, CertainlyLegal, all)
        }
        ([only], []) => words.never(only),
        ([first, second], []) => words.nogood(first, second),
        (_, []) => {
            let all = words.list(premises, Words::noun, listed);
            say!(language, NeverAllLegal, all)
        }
        ([only], _) => {
            let then = words.list(conclusions, Words::clause, alternatives);
            words.only_if(only, &then)
        }
        _ => {
            let when = words.list(premises, Words::clause, listed);
            let then = words.list(conclusions, Words::noun, alternatives);
            say!(language, IfThenLegal, when, then)
        }
    }
}

/// The words of terms.
struct Words {
    known: Rights,
    language: Language,
}

/// How a side castles, where it has a choice.
#[derive(Clone, Copy)]
enum Manner {
    Any,
    Short,
    Long,
}

impl Words {
    fn list(
        &self,
        terms: &[Term],
        said: fn(&Words, &Term) -> String,
        put_together: fn(Vec<String>, Language) -> String,
    ) -> String {
        let texts = terms.iter().map(|term| said(self, term));
        put_together(texts.collect(), self.language)
    }

    /// Whose castling it is, and on which side where not any that was in question is meant.
    fn castling(&self, rights: Rights) -> (Color, Manner) {
        let first = rights.iter().next().unwrap_or(Right::WhiteShort);
        let open = self.known.intersection(Rights::of(first.color()));
        let manner = if open.is_subset(rights) {
            Manner::Any
        } else if matches!(first, Right::WhiteShort | Right::BlackShort) {
            Manner::Short
        } else {
            Manner::Long
        };
        (first.color(), manner)
    }

    /// The side that would castle, and ` short`, ` long` or nothing.
    fn castler(&self, rights: Rights) -> (&'static str, &'static str) {
        let (color, manner) = self.castling(rights);
        let manner = match manner {
            Manner::Any => "",
            Manner::Short => say!(self.language, ShortManner),
            Manner::Long => say!(self.language, LongManner),
        };
        (side_name(color, self.language), manner)
    }

    /// `Black's long castling`, `en passant on g6`
    fn noun(&self, term: &Term) -> String {
        match term {
            Term::Castling(rights) => {
                let (color, manner) = self.castling(*rights);
                let adjective = match manner {
                    Manner::Any => "",
                    Manner::Short => say!(self.language, ShortAdjective),
                    Manner::Long => say!(self.language, LongAdjective),
                };
                match color {
                    Color::White => say!(self.language, WhiteCastlingNoun, adjective),
                    Color::Black => say!(self.language, BlackCastlingNoun, adjective),
                }
            }
            Term::EnPassant(squares) => {
                let squares = self.either(squares.iter().map(ToString::to_string));
                say!(self.language, EnPassantNoun, squares)
            }
        }
    }

    /// `Black may castle long`; in German the verb stands at the end.
    fn clause(&self, term: &Term) -> String {
        match term {
            Term::Castling(rights) => {
                let (side, manner) = self.castler(*rights);
                say!(self.language, MayCastleClause, side, manner)
            }
            Term::EnPassant(_) => {
                let noun = self.noun(term);
                say!(self.language, LegalClause, noun)
            }
        }
    }

    fn only_if(&self, term: &Term, then: &str) -> String {
        match term {
            Term::Castling(rights) => {
                let (side, manner) = self.castler(*rights);
                say!(self.language, MayCastleOnlyIf, side, manner, then)
            }
            Term::EnPassant(_) => {
                let noun = self.noun(term);
                say!(self.language, LegalOnlyIf, noun, then)
            }
        }
    }

    fn certain(&self, term: &Term) -> String {
        match term {
            Term::Castling(rights) => {
                let (side, manner) = self.castler(*rights);
                say!(self.language, MayCertainlyCastle, side, manner)
            }
            Term::EnPassant(squares) => {
                let steps = self.either(squares.iter().copied().map(double_step));
                let noun = self.noun(term);
                say!(self.language, LastMoveSoLegal, steps, noun)
            }
        }
    }

    fn never(&self, term: &Term) -> String {
        match term {
            Term::Castling(rights) => {
                let (side, manner) = self.castler(*rights);
                say!(self.language, MayNeverCastle, side, manner)
            }
            Term::EnPassant(_) => {
                let noun = self.noun(term);
                say!(self.language, NeverLegal, noun)
            }
        }
    }

    fn nogood(&self, first: &Term, second: &Term) -> String {
        match (first, second) {
            (Term::Castling(one), Term::Castling(other))
                if self.castling(*one).0 == self.castling(*other).0 =>
            {
                let (side, _) = self.castler(*one);
                say!(self.language, OneSideAtMost, side)
            }
            (Term::Castling(rights), Term::EnPassant(_)) => {
                let (side, manner) = self.castler(*rights);
                let then = say!(self.language, MayNotCastleClause, side, manner);
                let noun = self.noun(second);
                say!(self.language, LegalOnlyIf, noun, then)
            }
            _ => {
                let (first, second) = (self.noun(first), self.noun(second));
                say!(self.language, ExcludeEachOther, first, second)
            }
        }
    }

    fn either(&self, names: impl Iterator<Item = String>) -> String {
        joined(names, &format!(" {} ", say!(self.language, OrWord)))
    }
}

/// Most reasons that are told of a statement; the table has all.
const MOST_REASONS: usize = 3;

/// The statements in lines of so many columns, each with its reasons and the worlds these were found in; then the worlds of
/// which nothing is known.
pub(super) fn statement_lines(
    statements: &[StatementRow],
    rows: &[WorldRow],
    language: Language,
    columns: usize,
) -> Vec<String> {
    let mut lines = Vec::new();
    let mut told: Vec<Vec<&str>> = Vec::new();
    for said in statements {
        let reasons = said.reasons(rows);
        let bare: Vec<&str> = reasons.iter().map(|(reason, _)| *reason).collect();
        // What is argued step by step further down, and what goes through the moves one by one, needs no reason here.
        let excluded = &said.statement.excluded;
        let mut worlds = rows.iter().filter(|row| excluded.contains(&row.world));
        let is_argued = worlds.clone().all(|row| !row.argument.is_empty());
        let lists_moves = worlds.any(|row| row.lists_moves);
        let (statement, colon) = (capital(&said.text), language.colon());
        let text = if is_argued || lists_moves {
            format!("{statement}.")
        } else if told.contains(&bare) {
            let again = say!(language, SameReasons, reasons = bare.len());
            format!("{statement}{colon}{again}.")
        } else if let [only] = bare.as_slice() {
            format!("{statement}{colon}{only}.")
        } else {
            let mut texts: Vec<String> = reasons
                .iter()
                .take(MOST_REASONS)
                .map(|(reason, worlds)| format!("{reason} ({})", world_names(worlds)))
                .collect();
            if reasons.len() > MOST_REASONS {
                texts.push(say!(language, OthersBelow).to_owned());
            }
            format!("{statement}{colon}{}.", texts.join(language.semicolon()))
        };
        told.push(bare);
        lines.extend(wrap("  ", "    ", &text, columns));
    }
    let open: Vec<World> = (rows.iter())
        .filter(|row| row.feasibility == Feasibility::Undecided)
        .map(|row| row.world)
        .collect();
    if !statements.is_empty() && !open.is_empty() {
        let worlds = world_names(&open);
        let is_legal = (rows.iter()).any(|row| row.feasibility == Feasibility::Possible);
        let text = if is_legal {
            say!(language, MoreMayBeExcluded, worlds)
        } else {
            say!(language, AllIfLegal, worlds)
        };
        lines.extend(wrap("  ", "    ", &text, columns));
    }
    lines
}

fn world_names(worlds: &[World]) -> String {
    joined(worlds.iter().map(|&world| whole(world)), "; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::statements;

    /// The sentences for the worlds that are excluded out of all combinations of these rights and targets.
    fn said(rights: &str, targets: &[&str], excluded: &[&str], language: Language) -> String {
        let known: Rights = rights.parse().unwrap();
        let all = targets.iter().flat_map(|target| {
            let world = move |set: Rights| format!("{set} {target}").parse::<World>().unwrap();
            known.subsets().map(world)
        });
        let (impossible, left): (Vec<World>, Vec<World>) =
            all.partition(|world| excluded.contains(&world.to_string().as_str()));
        let texts: Vec<String> = statements(&impossible, &left)
            .iter()
            .map(|one| statement_text(&one.premises, &one.conclusions, known, language))
            .collect();
        texts.join(". ")
    }

    #[test]
    fn each_form_is_a_sentence_in_both_languages() {
        type Case = (
            &'static str,
            &'static [&'static str],
            &'static [&'static str],
            &'static str,
            &'static str,
        );
        let cases: [Case; 9] = [
            (
                "kq",
                &["-"],
                &["kq -"],
                "Black may castle on one side at most",
                "Schwarz darf höchstens nach einer Seite rochieren",
            ),
            (
                "KQk",
                &["-"],
                &["Kk -", "Qk -", "KQk -"],
                "White's castling and Black's castling exclude each other",
                "die weiße Rochade und die schwarze Rochade schließen einander aus",
            ),
            (
                "KQ",
                &["-"],
                &["K -", "KQ -"],
                "White may not castle short",
                "Weiß darf nicht kurz rochieren",
            ),
            (
                "kq",
                &["-"],
                &["- -", "k -"],
                "Black may certainly castle long",
                "Schwarz darf sicher lang rochieren",
            ),
            (
                "k",
                &["-", "g6"],
                &["k -"],
                "Black may castle only if en passant on g6 is legal",
                "Schwarz darf nur dann rochieren, wenn En passant auf g6 legal ist",
            ),
            (
                "kq",
                &["-", "d6"],
                &["k d6", "kq d6"],
                "en passant on d6 is legal only if Black may not castle short",
                "En passant auf d6 ist nur legal, wenn Schwarz nicht kurz rochieren darf",
            ),
            (
                "-",
                &["-", "e6", "g6"],
                &["- -"],
                "the last move was e7-e5 or g7-g5, so that en passant on e6 or g6 is legal",
                "der letzte Zug war e7-e5 oder g7-g5, so dass En passant auf e6 oder g6 legal ist",
            ),
            (
                "Kk",
                &["-", "d6"],
                &["Kk -"],
                "if White may castle and Black may castle, then en passant on d6 is legal",
                "wenn Weiß rochieren darf und Schwarz rochieren darf, so ist En passant auf d6 legal",
            ),
            (
                "Kkq",
                &["-"],
                &["Kkq -"],
                "White's castling, Black's short castling and Black's long castling are never all legal at once",
                "die weiße Rochade, die kurze schwarze Rochade und die lange schwarze Rochade sind nie alle zugleich legal",
            ),
        ];
        for (rights, targets, excluded, english, german) in cases {
            assert_eq!(said(rights, targets, excluded, Language::English), english);
            assert_eq!(said(rights, targets, excluded, Language::German), german);
        }
    }
}
