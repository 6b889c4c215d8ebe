//! The worlds of a twin for the commands: given by the file, or judged by the retro-analysis.

use beruehrt::problem::{Histories, Twin};
use beruehrt::report::text::{HistoriesOrigin, Standing, WorldRow};
use beruehrt::solve::{Feasibility, WorldStatus};

use super::context::Context;
use super::exit::Exit;

/// The candidate worlds of a twin with what is known of them.
#[derive(Debug)]
pub struct Worlds {
    /// For the reader.
    pub rows: Vec<WorldRow>,
    /// For the solver.
    pub statuses: Vec<WorldStatus>,
    /// Where they come from.
    pub origin: HistoriesOrigin,
}

impl Worlds {
    /// The worlds `twin` is to be solved in: those the file gives, or the analysed ones.
    pub fn of(twin: &Twin, context: &Context) -> Worlds {
        match &twin.histories {
            Histories::Given(given) => Worlds {
                rows: given
                    .iter()
                    .map(|world| WorldRow {
                        world,
                        standing: Standing::Possible,
                        reason: String::new(),
                        game: None,
                    })
                    .collect(),
                statuses: WorldStatus::given(given),
                origin: HistoriesOrigin::Given,
            },
            Histories::Analyse | Histories::Claim(_) => Worlds::analysed(twin, context),
        }
    }

    /// The candidate worlds, judged by the retro-analysis whatever the file says.
    pub fn analysed(twin: &Twin, context: &Context) -> Worlds {
        let _ = context;
        let candidates = twin.diagram.candidates();
        Worlds {
            rows: candidates
                .iter()
                .map(|world| WorldRow {
                    world,
                    standing: Standing::Undecided,
                    reason: String::new(),
                    game: None,
                })
                .collect(),
            statuses: candidates
                .iter()
                .map(|world| WorldStatus {
                    world,
                    feasibility: Feasibility::Undecided,
                })
                .collect(),
            origin: HistoriesOrigin::Analysed,
        }
    }

    /// 1 if no world is possible, 3 if one is undecided, else 0.
    pub fn exit(&self) -> Exit {
        let any = |standing| self.rows.iter().any(|row| row.standing == standing);
        if any(Standing::Undecided) {
            Exit::Undecided
        } else if any(Standing::Possible) {
            Exit::Positive
        } else {
            Exit::Negative
        }
    }
}
