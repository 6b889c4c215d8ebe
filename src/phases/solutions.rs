//! The solutions of help play side by side, and what corresponds in them.

use std::collections::BTreeSet;

use shakmaty::{Color, Position, Role, Square};

use super::line::Line;
use super::mating::{Economy, economy};
use super::step::Step;

/// Solutions of help play.
#[derive(Debug, Clone)]
pub struct Solutions {
    /// Each of them.
    pub list: Vec<HelpSolution>,
    /// What is the same in all of them, or exchanged.
    pub correspondences: Vec<Correspondence>,
}

/// A solution of help play.
#[derive(Debug, Clone)]
pub struct HelpSolution {
    /// Its moves.
    pub steps: Vec<Step>,
    /// Whether the first of them is Black's.
    pub first: Color,
    /// The man that mates, by its square in the diagram; `None` in a double check and where the goal is stalemate.
    pub mating_man: Option<Square>,
    /// Where the king stands at the end.
    pub king: Option<Square>,
    /// The men captured, by their squares in the diagram.
    pub captured: Vec<Square>,
    /// How economical the mate is.
    pub economy: Economy,
}

/// What corresponds in all solutions.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Correspondence {
    /// Kinds of men play in the same order.
    SameRoles(Vec<Role>),
    /// One man mates in all of them.
    OneMates(Square),
    /// In each of them another man mates.
    OthersMate(Vec<Square>),
    /// The mating move goes to one square.
    OneMatingSquare(Square),
    /// The king is mated on one square.
    OneKingSquare(Square),
    /// In each of them the king is mated on another square.
    OtherKingSquares(Vec<Square>),
    /// Two men of a side play once each, in the one solution the one first, in the other the other.
    Exchange(Color, [Square; 2]),
    /// Both solutions begin, or go on, with the same move at the same time: a weakness.
    Repeated(Step),
}

impl Solutions {
    /// With more solutions nothing is compared.
    pub const MOST: usize = 12;

    pub(super) fn of(lines: &[Line]) -> Option<Solutions> {
        if !(2..=Solutions::MOST).contains(&lines.len()) {
            return None;
        }
        let list: Vec<HelpSolution> = lines.iter().filter_map(HelpSolution::of).collect();
        (list.len() == lines.len()).then(|| Solutions {
            correspondences: correspondences(&list),
            list,
        })
    }
}

impl HelpSolution {
    fn of(line: &Line) -> Option<HelpSolution> {
        let end = line.end.as_ref()?;
        let mated = line.mate();
        Some(HelpSolution {
            steps: line.plies.iter().map(|ply| ply.step).collect(),
            first: line.plies.first()?.color,
            mating_man: line.mating_man(),
            king: end.board().king_of(end.turn()),
            captured: line.plies.iter().filter_map(|ply| ply.captured).collect(),
            economy: mated.map_or(Economy::Plain, |(color, board)| economy(board, color)),
        })
    }

    /// The men that play for `color`, in order.
    fn men_of(&self, color: Color) -> Vec<Square> {
        let offset = usize::from(color != self.first);
        self.steps
            .iter()
            .skip(offset)
            .step_by(2)
            .map(|step| step.deed.man)
            .collect()
    }
}

/// What `of` gives of each solution, where it gives something of all.
fn all<T>(list: &[HelpSolution], of: impl Fn(&HelpSolution) -> Option<T>) -> Option<Vec<T>> {
    list.iter().map(of).collect()
}

fn correspondences(list: &[HelpSolution]) -> Vec<Correspondence> {
    let mut found = Vec::new();
    let mut alike = |squares: Option<Vec<Square>>,
                     one: fn(Square) -> Correspondence,
                     others: Option<fn(Vec<Square>) -> Correspondence>| {
        let Some(squares) = squares else { return };
        let different: BTreeSet<Square> = squares.iter().copied().collect();
        if different.len() == 1 {
            found.extend(squares.first().copied().map(one));
        } else if let (Some(others), true) = (others, different.len() == squares.len()) {
            found.push(others(squares));
        }
    };
    alike(
        all(list, |solution| solution.mating_man),
        Correspondence::OneMates,
        Some(Correspondence::OthersMate),
    );
    alike(
        all(list, |solution| {
            solution.king.filter(|_| solution.mating_man.is_some())
        }),
        Correspondence::OneKingSquare,
        Some(Correspondence::OtherKingSquares),
    );
    alike(
        all(list, |solution| Some(solution.steps.last()?.deed.to)),
        Correspondence::OneMatingSquare,
        None,
    );
    let roles = |solution: &HelpSolution| -> Vec<Role> {
        solution.steps.iter().map(|step| step.mv.role()).collect()
    };
    let first = roles(&list[0]);
    if list.iter().all(|solution| roles(solution) == first) {
        found.push(Correspondence::SameRoles(first));
    }
    if let [one, other] = list {
        for color in [one.first, one.first.other()] {
            if let ([a, b], [c, d]) = (&one.men_of(color)[..], &other.men_of(color)[..])
                && a != b
                && (a, b) == (d, c)
            {
                found.push(Correspondence::Exchange(color, [*a, *b]));
            }
        }
    }
    found.extend(repeated(list).into_iter().map(Correspondence::Repeated));
    found
}

/// Moves that two solutions have at the same place.
fn repeated(list: &[HelpSolution]) -> Vec<Step> {
    let mut found: Vec<Step> = Vec::new();
    for (at, one) in list.iter().enumerate() {
        for other in &list[at + 1..] {
            for (step, same) in one.steps.iter().zip(&other.steps) {
                let known = found.iter().any(|known| known.deed == step.deed);
                if step.deed == same.deed && !known {
                    found.push(*step);
                }
            }
        }
    }
    found
}
