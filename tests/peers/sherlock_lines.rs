//! Not a part of this crate: what `main.rs` beside it has Sherlock run as its `src/main.rs` (see there).
//!
//! Reads `exact FEN` or `any FEN` line by line and answers each with `illegal` or `open`. `exact`: Sherlock's own reading, in which the
//! field `-` says that the last move was no double step. `any`: the last move may have been one.

use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::str::FromStr;

use chess::Board;
use sherlock::{RetractableBoard, RetractionGen, analyze, is_legal};

/// What `is_legal` does, for a board whose last move is not known; its own start is not public.
fn is_open(seen: &mut HashMap<RetractableBoard, bool>, board: &RetractableBoard) -> bool {
    if let Some(&known) = seen.get(board) {
        return known;
    }
    let analysis = analyze(board);
    // The verdict is told in the text only.
    if analysis.to_string().contains("result: Some(Illegal)") {
        return false;
    }
    if !RetractionGen::is_limited_in_retractions(board) {
        return true;
    }
    seen.insert(*board, false);
    let mut last_moves = RetractionGen::new_legal(board);
    last_moves.refine_iterator(&analysis);
    let open = last_moves.into_iter().any(|last| is_open(seen, &board.make_retraction_new(last)));
    if open {
        seen.insert(*board, true);
    }
    open
}

fn main() {
    for line in io::stdin().lock().lines() {
        let line = line.unwrap();
        let Some((reading, fen)) = line.split_once(' ') else { continue };
        let answer = match Board::from_str(fen) {
            Err(_) => "unreadable",
            Ok(board) => {
                let open = if reading == "exact" {
                    is_legal(&board)
                } else {
                    let mut board = RetractableBoard::from(board);
                    board.set_uncertain_ep();
                    is_open(&mut HashMap::new(), &board)
                };
                if open { "open" } else { "illegal" }
            }
        };
        println!("{answer}");
        io::stdout().flush().unwrap();
    }
}
