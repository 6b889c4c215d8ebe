//! The answer in one sentence.

use shakmaty::{CastlingMode, Move, Position, Role, Square};

use crate::notation::Language;
use crate::say;

use super::owed::Duty;
use super::question::Answer;
use super::rule_set::Ground;

impl Answer {
    /// One sentence that says what is owed and by which article.
    pub fn explanation(&self, language: Language) -> String {
        let (english, german) = (self.english(), self.german());
        let what = language.choose(english.as_str(), german.as_str());
        let stands = self.may_stand.map_or_else(String::new, |mv| {
            let mv = castling(mv);
            say!(
                language,
                "; the opponent may also let {mv} stand",
                "; der Gegner darf {mv} auch stehenlassen",
            )
        });
        let interrupted = self.interrupted.map_or_else(String::new, |rook| {
            say!(
                language,
                "; the rook on {rook} was not touched at once after the king, so no castling was begun",
                "; der Turm {rook} wurde nicht sogleich nach dem König berührt, so dass keine Rochade begonnen ist",
            )
        });
        let laws = self.laws.keyword();
        // Codes without numbers are cited by their name alone.
        let cited = match self.article() {
            article if article.starts_with(|c: char| c.is_ascii_digit()) => {
                format!("{article}, {laws}")
            }
            _ => laws.to_owned(),
        };
        format!("{what}{stands}{interrupted} ({cited}).")
    }

    fn role(&self, square: Square) -> Role {
        // Duties speak of occupied squares only.
        self.position.board().role_at(square).unwrap_or(Role::Pawn)
    }

    fn english(&self) -> String {
        let the = |square| format!("the {} on {square}", english_role(self.role(square)));
        if let Some((square, role)) = self.owed.promotion {
            return format!(
                "The new piece has touched {square}: the pawn becomes a {} there",
                english_role(role)
            );
        }
        if let Some((from, to)) = self.owed.released {
            return match self.owed.ground {
                Ground::CastlingBegun => format!(
                    "The king has been released on {to}: castling is legal and must be completed"
                ),
                _ => format!(
                    "{} has been released on {to} and must stay there",
                    capital(&the(from))
                ),
            };
        }
        let barred = match self.owed.barred.into_iter().next() {
            Some(rook) => {
                format!(", but not castle with the rook on {rook}, which was touched first")
            }
            None => String::new(),
        };
        match (self.owed.duty, self.owed.ground) {
            (Duty::Free, Ground::Adjusted) => {
                "Nothing was touched in order to move or capture it: any legal move may be played".to_owned()
            }
            (Duty::Free, Ground::ClaimLost) => {
                "The opponent has touched a man himself and cannot claim any more: any legal move may be played".to_owned()
            }
            (Duty::Free, Ground::CastlingRefused | Ground::CastlingBegun) => {
                "Castling is illegal and the king has no other move: any legal move may be played, the rook is not owed"
                    .to_owned()
            }
            (Duty::Free, _) => {
                "Nothing that was touched can be moved or captured: any legal move may be played"
                    .to_owned()
            }
            (Duty::Castle { rook, .. }, _) => {
                format!("Castling with the rook on {rook} is legal and must be played")
            }
            (Duty::Move(square), Ground::CastlingRefused | Ground::CastlingBegun) => format!(
                "Castling on that side is illegal: {} must make another move",
                the(square)
            ),
            (Duty::Move(square), Ground::KingPenalty) => {
                format!("The man touched cannot be captured: {} must move", the(square))
            }
            (Duty::Move(square), _) => format!("{} must move{barred}", capital(&the(square))),
            (Duty::Capture(square), _) => {
                format!("{} must be captured", capital(&the(square)))
            }
            (Duty::CaptureWith { by, of }, _) => {
                format!("{} must capture {}", capital(&the(by)), the(of))
            }
        }
    }

    fn german(&self) -> String {
        let nominative = |square| {
            let (article, noun) = german_role(self.role(square));
            format!("{article} {noun} auf {square}")
        };
        let accusative = |square| {
            let (article, noun) = german_role(self.role(square));
            let (article, noun) = match (article, noun) {
                ("der", "Bauer") => ("den", "Bauern"),
                ("der", noun) => ("den", noun),
                other => other,
            };
            format!("{article} {noun} auf {square}")
        };
        if let Some((square, role)) = self.owed.promotion {
            return format!(
                "Die neue Figur hat {square} berührt: der Bauer wird dort {}",
                german_role(role).1
            );
        }
        if let Some((from, to)) = self.owed.released {
            return match self.owed.ground {
                Ground::CastlingBegun => format!(
                    "Der König wurde auf {to} losgelassen: Die Rochade ist legal und muss vollendet werden"
                ),
                _ => format!(
                    "{} wurde auf {to} losgelassen und muss dort bleiben",
                    capital(&nominative(from))
                ),
            };
        }
        let barred = match self.owed.barred.into_iter().next() {
            Some(rook) => format!(", Rochade mit dem zuerst berührten Turm {rook} ausgeschlossen"),
            None => String::new(),
        };
        match (self.owed.duty, self.owed.ground) {
            (Duty::Free, Ground::Adjusted) => {
                "Nichts wurde berührt, um zu ziehen oder zu schlagen: jeder legale Zug ist erlaubt".to_owned()
            }
            (Duty::Free, Ground::ClaimLost) => {
                "Der Gegner hat selbst einen Stein berührt und kann nichts mehr verlangen: jeder legale Zug ist erlaubt".to_owned()
            }
            (Duty::Free, Ground::CastlingRefused | Ground::CastlingBegun) => {
                "Die Rochade ist illegal und der König hat keinen anderen Zug: jeder legale Zug ist erlaubt, der Turm muss nicht ziehen"
                    .to_owned()
            }
            (Duty::Free, _) => {
                "Nichts Berührtes kann ziehen oder geschlagen werden: jeder legale Zug ist erlaubt"
                    .to_owned()
            }
            (Duty::Castle { rook, .. }, _) => {
                format!("Die Rochade mit dem Turm {rook} ist legal und muss ausgeführt werden")
            }
            (Duty::Move(square), Ground::CastlingRefused | Ground::CastlingBegun) => format!(
                "Die Rochade auf dieser Seite ist illegal: {} muss einen anderen Zug machen",
                nominative(square)
            ),
            (Duty::Move(square), Ground::KingPenalty) => format!(
                "Der berührte Stein kann nicht geschlagen werden: {} muss ziehen",
                nominative(square)
            ),
            (Duty::Move(square), _) => {
                format!("{} muss ziehen{barred}", capital(&nominative(square)))
            }
            (Duty::Capture(square), _) => {
                format!("{} muss geschlagen werden", capital(&nominative(square)))
            }
            (Duty::CaptureWith { by, of }, _) => format!(
                "{} muss {} schlagen",
                capital(&nominative(by)),
                accusative(of)
            ),
        }
    }
}

fn english_role(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

fn german_role(role: Role) -> (&'static str, &'static str) {
    match role {
        Role::Pawn => ("der", "Bauer"),
        Role::Knight => ("der", "Springer"),
        Role::Bishop => ("der", "Läufer"),
        Role::Rook => ("der", "Turm"),
        Role::Queen => ("die", "Dame"),
        Role::King => ("der", "König"),
    }
}

fn castling(m: Move) -> String {
    match m.castling_side() {
        Some(shakmaty::CastlingSide::QueenSide) => "0-0-0".to_owned(),
        Some(shakmaty::CastlingSide::KingSide) => "0-0".to_owned(),
        None => m.to_uci(CastlingMode::Standard).to_string(),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}
