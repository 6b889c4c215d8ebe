//! Witness games on paper: PGN, JSON, and what is told where no game was found.

use beruehrt::world::World;
use shakmaty::{Chess, Position, san::San, uci::UciMove};

use crate::support::Folder;

/// The last position of every game of a stream of PGN, with the tag that names its world.
fn ends_of_games(pgn: &str) -> Vec<(Chess, World)> {
    let mut ends = Vec::new();
    let mut world = None;
    let mut position = Chess::default();
    let mut commented = false;
    for line in pgn.lines() {
        if let Some(tag) = line.strip_prefix("[World \"") {
            world = tag.strip_suffix("\"]").map(|text| text.parse().unwrap());
        }
        if line.starts_with([';', '[']) {
            continue;
        }
        for word in line.split_whitespace() {
            // `2. Rg1 {here White loses the right to castle short}`: a comment may go over several lines.
            commented |= word.starts_with('{');
            if commented {
                commented = !word.ends_with('}');
            } else if word == "*" {
                let end = std::mem::take(&mut position);
                ends.push((end, world.take().unwrap()));
            } else if !word.ends_with('.') {
                let san: San = word.trim_end_matches(['+', '#']).parse().unwrap();
                let played = san.to_move(&position).unwrap();
                position.play_unchecked(played);
            }
        }
    }
    assert_eq!(position, Chess::default(), "a game has no end");
    ends
}

#[test]
fn games_are_printed_as_a_stream_of_pgn_that_replays_to_the_worlds() {
    let folder = Folder::new();
    folder.write(
        "langstaff.bg",
        "id: \"L\" \\\nfen: 4k2r/8/5B1P/5KpP/8/8/8/3R4 w\nstipulation: #2\nconvention: bg\n",
    );
    for command in ["histories", "solve"] {
        let run = |options: &[&str]| {
            let fixed = [command, "langstaff.bg", "--retro-nodes", "40000"];
            folder.run(&[&fixed, options].concat())
        };
        let text = run(&["--pgn"]).stdout();
        assert!(text.contains("[Event \"\\\"L\\\" \\\\\"]"), "{text}");
        let ends = ends_of_games(&text);
        let listed = text.matches("  possible  ").count();
        assert!(listed > 0);
        assert_eq!(ends.len(), listed);
        let shorter = ends_of_games(&run(&["--pgn", "--shortest-witness", "3"]).stdout());
        assert_eq!(shorter.len(), ends.len());
        for ((end, world), (shorter, same)) in ends.iter().zip(&shorter) {
            assert_eq!(World::of(end), *world);
            assert_eq!((World::of(shorter), same), (*world, world));
            assert_eq!(end.board().to_string(), "4k2r/8/5B1P/5KpP/8/8/8/3R4");
            assert_eq!(shorter.board(), end.board());
            assert_eq!(shorter.turn(), end.turn());
            assert!(shorter.fullmoves() <= end.fullmoves());
        }
    }
}

#[test]
fn the_shortest_game_is_proved_and_said_to_be_unique() {
    let folder = Folder::new();
    // A proof game of five moves: the knight's capture on d7 is taken back.
    let fen = "r3kbnr/p2npppp/1p6/q1p5/8/7b/PPPPPPPP/RNBQKB1R w";
    let fixed = ["histories", "--fen", fen, "--shortest", "--nodes", "60000"];
    let run = |options: &[&str]| folder.run(&[&fixed, options].concat());
    let record = &run(&["--format", "jsonl"]).objects()[0];
    let shortest = &record["shortest"];
    assert_eq!(
        shortest["game"],
        "1. Nf3 c5 2. Ne5 Qa5 3. Nxd7 b6 4. Ne5 Bh3 5. Nd7 Nxd7"
    );
    assert_eq!(
        (&shortest["plies"], &shortest["unique"]),
        (&10.into(), &true.into())
    );
    let worlds = record["worlds"].as_array().unwrap();
    let all = worlds
        .iter()
        .find(|world| world["rights"] == "KQkq")
        .unwrap();
    assert_eq!(all["witness"], shortest["game"]);
    assert_eq!(all["shortest"]["proved"], true);
    // Whatever was left open says why.
    for world in worlds
        .iter()
        .filter(|world| world["shortest"]["proved"] == false)
    {
        assert_eq!(world["shortest"]["limit"], "nodes");
    }
    let text = run(&["--lang", "de"]).stdout();
    assert!(
        text.contains("kürzeste Beweispartie: 5,0 Züge, eindeutig"),
        "{text}"
    );
}

#[test]
fn json_has_the_moves_of_a_game_in_uci() {
    let folder = Folder::new();
    let fen = "4k2r/8/5B1P/5KpP/8/8/8/3R4 w";
    let fixed = ["histories", "--fen", fen, "--retro-nodes", "40000"];
    let record = &folder
        .run(&[&fixed, &["--format", "jsonl"][..]].concat())
        .objects()[0];
    let mut games = 0;
    for world in record["worlds"].as_array().unwrap() {
        let Some(moves) = world["witness_uci"].as_array() else {
            assert_ne!(world["verdict"], "possible");
            continue;
        };
        games += 1;
        let mut position = Chess::default();
        for uci in moves {
            let uci: UciMove = uci.as_str().unwrap().parse().unwrap();
            let played = uci.to_move(&position).unwrap();
            position.play_unchecked(played);
        }
        let found = World::of(&position);
        assert_eq!(world["rights"], found.rights.to_string());
        assert_eq!(
            world["ep"],
            found
                .target
                .map_or("-".to_owned(), |square| square.to_string())
        );
    }
    assert!(games > 0);
}

#[test]
fn an_undecided_world_tells_how_far_both_sides_got() {
    let folder = Folder::new();
    let fen = "qrbR4/rP1P1pp1/pQ1pp3/pPp5/6P1/1P3BB1/3PP2P/R3K1k1 w";
    let run = |options: &[&str]| {
        folder.run(
            &[
                &["histories", "--fen", fen, "--retro-nodes", "2000"],
                options,
            ]
            .concat(),
        )
    };
    let record = &run(&["--format", "jsonl"]).objects()[0];
    let open = record["worlds"].as_array().unwrap().iter();
    let open = open.filter(|world| world["verdict"] == "undecided");
    for world in open.clone() {
        let tried = &world["tried"];
        for field in [
            "levels",
            "refutation_limit",
            "game_limit",
            "attempts",
            "plans",
        ] {
            assert!(!tried[field].is_null(), "no `{field}` in {tried}");
        }
        assert!(tried["attempts"].as_u64().unwrap() > 0);
        assert!(tried["moves_missing"].as_u64().unwrap() > 0);
    }
    assert!(open.count() > 0);
    assert!(run(&["--verbose"]).stdout().contains("moves missing"));
    assert!(
        run(&["--lang", "de", "--verbose"])
            .stdout()
            .contains("noch etwa")
    );
}
