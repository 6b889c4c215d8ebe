//! What is wrong with a published line, and what the publication lacks, in sentences.

use crate::law::Duty;
use crate::say;
use crate::solution::Judgment;
use crate::verify::{Gap, LineFault, Omission};

use super::sentence::Sentence;

impl Sentence<'_> {
    fn duty(self, duty: Duty) -> String {
        match duty {
            Duty::Free => say!(self.style.language, "free", "frei"),
            Duty::Move(square) => say!(
                self.style.language,
                "{square} must move",
                "{square} muss ziehen",
            ),
            Duty::Capture(square) => say!(
                self.style.language,
                "{square} must be captured",
                "{square} muss geschlagen werden",
            ),
            Duty::CaptureWith { by, of } => say!(
                self.style.language,
                "{by} must capture {of}",
                "{by} muss {of} schlagen",
            ),
            Duty::Castle { king, .. } => say!(
                self.style.language,
                "{king} must castle",
                "{king} muss rochieren",
            ),
        }
    }

    pub(super) fn omission(self, omission: &Omission) -> String {
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
                say!(
                    self.style.language,
                    "{line} [{judgment}: {worlds}] is missing",
                    "{line} [{judgment}: {worlds}] fehlt",
                )
            }
            Omission::Defence { line } => {
                let line = self.line(line);
                say!(
                    self.style.language,
                    "{line} is not answered",
                    "{line} ist nicht beantwortet",
                )
            }
            Omission::Variations(gaps) => {
                let gaps: Vec<String> = gaps.iter().map(|gap| self.gap(gap)).collect();
                gaps.join("; ")
            }
            Omission::Part(world) => {
                let part = self.part(*world);
                say!(self.style.language, "{part} is missing", "{part} fehlt",)
            }
            Omission::SetPlay(lines) if lines.is_empty() => say!(
                self.style.language,
                "the set play is missing",
                "das Satzspiel fehlt"
            ),
            Omission::SetPlay(lines) => {
                let lines: Vec<String> = lines.iter().map(|line| self.set_line(line)).collect();
                let lines = lines.join("; ");
                say!(
                    self.style.language,
                    "the set play {lines} is missing",
                    "das Satzspiel {lines} fehlt",
                )
            }
        }
    }

    fn gap(self, gap: &Gap) -> String {
        let Gap {
            line,
            defences,
            threats,
        } = gap;
        let mut text = self.line(line);
        if !threats.is_empty() {
            let threats = self.threats_after(line, threats);
            text += &say!(
                self.style.language,
                ", the threat {threats} is not named",
                ", die Drohung {threats} ist nicht genannt",
            );
        }
        if !defences.is_empty() {
            let defences = self.after(line, defences);
            text += &say!(
                self.style.language,
                ", nothing is said of {defences}",
                ", nichts gesagt zu {defences}",
            );
        }
        text
    }

    pub(super) fn fault(self, fault: &LineFault) -> String {
        match fault {
            LineFault::NotAMove => say!(
                self.style.language,
                "no such move is possible",
                "ein solcher Zug ist nicht möglich"
            ),
            LineFault::NotPermitted => say!(
                self.style.language,
                "is not permitted here",
                "ist hier nicht erlaubt"
            ),
            LineFault::Ambiguous => say!(
                self.style.language,
                "several moves could be meant",
                "mehrere Züge können gemeint sein"
            ),
            LineFault::CaptureSign => say!(self.style.language, "no capture", "kein Schlagzug"),
            LineFault::DoesNotWin => say!(
                self.style.language,
                "does not reach the goal in time",
                "erreicht das Ziel nicht rechtzeitig"
            ),
            LineFault::DoesNotRefute => say!(
                self.style.language,
                "does not refute the try",
                "widerlegt die Verführung nicht"
            ),
            LineFault::RefutationMissing(missing) if missing.is_empty() => say!(
                self.style.language,
                "the try has more refutations than are given",
                "die Verführung hat mehr Widerlegungen als angegeben"
            ),
            LineFault::RefutationMissing(missing) => {
                let moves = self.set_moves(missing);
                say!(
                    self.style.language,
                    "the try is refuted by {moves} too",
                    "die Verführung widerlegt auch {moves}",
                )
            }
            LineFault::TouchLaw { duty, article } => {
                let duty = self.duty(*duty);
                let article = if article.starts_with(|c: char| c.is_ascii_digit()) {
                    format!(" ({article})")
                } else {
                    String::new()
                };
                say!(
                    self.style.language,
                    "against the touch law: {duty}{article}",
                    "gegen die Berührt-Regel: {duty}{article}",
                )
            }
            LineFault::TryIsKey => say!(
                self.style.language,
                "no try: it solves",
                "keine Verführung: löst"
            ),
            LineFault::NoThreat => say!(self.style.language, "is no threat", "ist keine Drohung"),
            LineFault::NoSuchRuling => say!(
                self.style.language,
                "the opponent cannot rule so",
                "so kann der Gegner nicht entscheiden"
            ),
            LineFault::NoSuchPart => say!(
                self.style.language,
                "there is no such part",
                "einen solchen Teil gibt es nicht"
            ),
        }
    }
}
