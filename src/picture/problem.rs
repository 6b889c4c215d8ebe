//! The diagrams of a problem with the texts that stand around them in print.

use crate::problem::{Duplex, Problem, Twin};

use super::Picture;

impl Picture {
    /// One picture for each twin, the halves of a duplex in one: author and source above, the number of men and what is asked
    /// below.
    pub fn of_problem(problem: &Problem) -> Vec<Picture> {
        let twins = problem.twins.iter();
        let twins = twins.filter(|twin| twin.duplex != Duplex::Second);
        let several = twins.clone().count() > 1;
        twins
            .map(|twin| {
                let board = twin.diagram.board.clone();
                let texts = [&problem.author, &problem.source, &problem.award];
                Picture {
                    title: texts.into_iter().flatten().cloned().collect(),
                    caption: vec![caption(twin, several)],
                    ..Picture::new(board)
                }
            })
            .collect()
    }
}

/// `b) #2, bg (5+3)`; the label only where there are several twins.
fn caption(twin: &Twin, several: bool) -> String {
    let board = &twin.diagram.board;
    let label = if several {
        format!("{}) ", twin.label)
    } else {
        String::new()
    };
    let convention = match twin.convention {
        crate::problem::Convention::Codex => String::new(),
        other => format!(", {other}"),
    };
    format!(
        "{label}{}{convention} ({}+{})",
        twin.asked(),
        board.white().count(),
        board.black().count()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twins_are_labelled_and_the_halves_of_a_duplex_share_a_diagram() {
        let source = "author: Loyd\nfen: 7k/8/5KQ1/8/8/8/8/8 w\nstipulation: #1 duplex\n---\n\
                      fen: 7k/8/5KQ1/8/8/8/8/8 w\nstipulation: #1\nconvention: bg\ntwins:\n  b) remove g6\n";
        let parsed = crate::syntax::parse(source);
        let problems: Vec<&Problem> = parsed.problems().collect();
        let duplex = Picture::of_problem(problems[0]);
        assert_eq!(duplex.len(), 1);
        assert_eq!(duplex[0].title, ["Loyd"]);
        assert_eq!(duplex[0].caption, ["#1 duplex (2+1)"]);
        let twins = Picture::of_problem(problems[1]);
        let captions: Vec<&str> = twins.iter().map(|twin| twin.caption[0].as_str()).collect();
        assert_eq!(captions, ["a) #1, bg (2+1)", "b) #1, bg (1+1)"]);
    }
}
