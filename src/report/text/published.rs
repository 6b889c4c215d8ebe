//! What is wrong with a published line, and what the publication lacks, in sentences.

use crate::law::Duty;
use crate::say;
use crate::verify::{Gap, LineFault, Omission};

use super::sentence::Sentence;
use super::words::{article_in_brackets, joined};

impl Sentence<'_> {
    fn duty(self, duty: Duty) -> String {
        match duty {
            Duty::Free => say!(self.style.language, FreeWord).to_owned(),
            Duty::Move(square) => say!(self.style.language, MustMove, square),
            Duty::Capture(square) => say!(self.style.language, MustBeCaptured, square),
            Duty::CaptureWith { by, of } => say!(self.style.language, MustCapture, by, of),
            Duty::Castle { king, .. } => say!(self.style.language, MustCastle, king),
        }
    }

    pub(super) fn omission(self, omission: &Omission) -> String {
        match omission {
            Omission::Ruling {
                line,
                judgment,
                worlds,
            } => {
                let worlds = joined(worlds.iter(), "; ");
                let judgment = if judgment.stands() {
                    say!(self.style.language, Stands)
                } else {
                    say!(self.style.language, TakenBack)
                };
                let line = self.line(line);
                say!(self.style.language, JudgmentMissing, line, judgment, worlds)
            }
            Omission::Defence { line } => {
                let line = self.line(line);
                say!(self.style.language, LineUnanswered, line)
            }
            Omission::Variations(gaps) => {
                let gaps = gaps.iter().map(|gap| self.gap(gap));
                joined(gaps, self.style.language.semicolon())
            }
            Omission::Part(world) => {
                let part = self.part(*world);
                say!(self.style.language, PartMissing, part)
            }
            Omission::SetPlay(lines) if lines.is_empty() => {
                say!(self.style.language, SetPlayMissing).to_owned()
            }
            Omission::SetPlay(lines) => {
                let lines = lines.iter().map(|line| self.set_line(line));
                let lines = joined(lines, self.style.language.semicolon());
                say!(self.style.language, SetPlayLinesMissing, lines)
            }
            Omission::Solutions(lines) => {
                let lines = lines.iter().map(|line| self.help_line(line));
                let lines = joined(lines, self.style.language.semicolon());
                say!(self.style.language, SolutionsMissing, lines)
            }
            Omission::Endings(lines) => {
                let lines = lines.iter().map(|line| self.help_line(line));
                let lines = joined(lines, self.style.language.semicolon());
                say!(self.style.language, EndingsMissing, lines)
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
            text += &say!(self.style.language, ThreatUnnamed, threats);
        }
        if !defences.is_empty() {
            let defences = self.after(line, defences);
            text += &say!(self.style.language, DefencesUnsaid, defences);
        }
        text
    }

    pub(super) fn fault(self, fault: &LineFault) -> String {
        match fault {
            LineFault::NotAMove => say!(self.style.language, NoSuchMove).to_owned(),
            LineFault::NotPermitted => say!(self.style.language, NotPermittedHere).to_owned(),
            LineFault::Ambiguous => say!(self.style.language, SeveralMovesMeant).to_owned(),
            LineFault::CaptureSign => say!(self.style.language, NoCapture).to_owned(),
            LineFault::Departure => say!(self.style.language, OtherDeparture).to_owned(),
            LineFault::OtherMan(role) => {
                let letter = self.style.letters.letter(*role);
                say!(self.style.language, OtherManMeant, letter)
            }
            LineFault::Misprint { line } => {
                let line = self.help_line(line);
                say!(self.style.language, LineMisprinted, line)
            }
            LineFault::DoesNotWin => say!(self.style.language, GoalNotInTime).to_owned(),
            LineFault::DoesNotRefute => say!(self.style.language, DoesNotRefute).to_owned(),
            LineFault::DoesNotRefuteKey => say!(self.style.language, DoesNotRefuteKey).to_owned(),
            LineFault::LeavesOut(missing) => {
                let moves = self.set_moves(missing);
                say!(self.style.language, DoesNotAnswer, moves)
            }
            LineFault::RefutationMissing(missing) if missing.is_empty() => {
                say!(self.style.language, MoreRefutations).to_owned()
            }
            LineFault::RefutationMissing(missing) => {
                let moves = self.set_moves(missing);
                say!(self.style.language, RefutedToo, moves)
            }
            LineFault::TouchLaw { duty, article } => {
                let duty = self.duty(*duty);
                let article = article_in_brackets(article);
                say!(self.style.language, AgainstTouchLaw, duty, article)
            }
            LineFault::TryIsKey => say!(self.style.language, NoTryItSolves).to_owned(),
            LineFault::NoThreat => say!(self.style.language, IsNoThreat).to_owned(),
            LineFault::NoSuchRuling => say!(self.style.language, CannotRuleSo).to_owned(),
            LineFault::NoSuchPart => say!(self.style.language, NoSuchPart).to_owned(),
        }
    }
}
