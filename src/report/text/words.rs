//! The words of the text output in each language.

use shakmaty::{CastlingSide, Color};

use crate::notation::Language;
use crate::problem::Convention;

/// The fixed words of one language.
#[derive(Debug)]
pub(super) struct Words {
    pub to_move: [&'static str; 2],
    pub histories: &'static str,
    pub histories_given: &'static str,
    pub possible: &'static str,
    pub impossible: &'static str,
    pub undecided: &'static str,
    pub not_refuted: &'static str,
    pub last_moves: &'static str,
    pub fails_further_back: &'static str,
    pub illegal_diagram: &'static str,
    pub illegal_check: &'static str,
    pub on_trial: &'static str,
    pub on_credit: &'static str,
    pub stands: &'static str,
    pub taken_back: &'static str,
    pub king_move_demanded: &'static str,
    pub false_move_stands: &'static str,
    pub threat: &'static str,
    pub zugzwang: &'static str,
    pub also: &'static str,
    pub key: &'static str,
    pub keys: &'static str,
    pub key_is_trial: &'static str,
    pub no_solution: &'static str,
    pub part: &'static str,
    pub set_play: &'static str,
    pub no_set_play: &'static str,
    pub unanswered: &'static str,
    pub tries: &'static str,
    pub cut: &'static str,
    pub unredeemed: &'static str,
    pub mate_missed: &'static str,
    pub stalemate_missed: &'static str,
    pub not_final: &'static str,
    pub conditional: &'static str,
    pub without: &'static str,
    pub too_many_undecided: &'static str,
    pub subset_not_searched: &'static str,
    pub not_exhaustive: &'static str,
    pub none_found: &'static str,
    pub limit_hit: &'static str,
    pub replayed: &'static str,
    pub not_replayed: &'static str,
    pub replay_failed: &'static str,
    pub nodes: &'static str,
    pub applied: &'static str,
    pub touched: &'static str,
    pub free: &'static str,
    pub must_move: &'static str,
    pub must_be_captured: &'static str,
    pub must_capture: &'static str,
    pub must_castle: &'static str,
    pub was_played: &'static str,
    pub no_double_step: &'static str,
    pub game_by_pgn: &'static str,
    pub solutions: &'static str,
    pub at_least: &'static str,
    pub listed: &'static str,
    pub solution: &'static str,
    pub smallest: &'static str,
    pub mate: &'static str,
    pub stalemate: &'static str,
    pub more: &'static str,
    pub fails: &'static str,
    pub best_tries: &'static str,
    pub no_history_of_set_play: &'static str,
    pub set_play_open: &'static str,
    pub own_histories: &'static str,
}

const ENGLISH: Words = Words {
    to_move: ["Black to move", "White to move"],
    histories: "Histories",
    histories_given: "Histories (given, not analysed)",
    possible: "possible",
    impossible: "impossible",
    undecided: "undecided",
    not_refuted: "not refuted",
    last_moves: "Last move",
    fails_further_back: "every move before it fails:",
    illegal_diagram: "Illegal: no history leads to the diagram.",
    illegal_check: "No solution: the side not on move is in check.",
    on_trial: "on trial",
    on_credit: "on credit",
    stands: "stands",
    taken_back: "taken back",
    king_move_demanded: "taken back, a king move demanded",
    false_move_stands: "false, but left standing",
    threat: "threat",
    zugzwang: "zugzwang",
    also: "also",
    key: "Key",
    keys: "Keys",
    key_is_trial: "a trial that cannot fail",
    no_solution: "No solution.",
    part: "Part",
    set_play: "Set play",
    no_set_play: "No set play: the side on move is in check.",
    unanswered: "without an answer",
    tries: "tries",
    cut: "(the tree was cut here for its size)",
    unredeemed: "(the e.p. capture was never justified by castling)",
    mate_missed: "(mate, but not the goal)",
    stalemate_missed: "(stalemate)",
    not_final: "NOT FINAL",
    conditional: "the result hangs on histories that could not be decided",
    without: "it changes without",
    too_many_undecided: "histories are undecided, more than six",
    not_exhaustive: "not exhaustive, as asked; there may be other solutions, also shorter ones",
    none_found: "Undecided: nothing found, but the search was not exhaustive, as asked.",
    subset_not_searched: "a limit was hit while the undecided histories were left out",
    limit_hit: "Undecided: the limit was hit",
    replayed: "solution replayed by the checker",
    not_replayed: "solution too large to be replayed by the checker",
    replay_failed: "the checker found a fault",
    nodes: "nodes",
    applied: "applied",
    touched: "touched",
    free: "is free",
    must_move: "must move",
    must_be_captured: "must be captured",
    must_capture: "must capture",
    must_castle: "must castle",
    was_played: "was played",
    no_double_step: "no double step to be captured",
    game_by_pgn: "games: --pgn",
    solutions: "solutions",
    at_least: "at least",
    listed: "listed",
    solution: "solution",
    smallest: "shortest",
    mate: "mate",
    stalemate: "stalemate",
    more: "more",
    fails: "and nothing that is permitted solves",
    best_tries: "Best tries:",
    no_history_of_set_play: "No set play: no history leads to it.",
    set_play_open: "(some of its histories could not be decided)",
    own_histories: "its own histories",
};

const GERMAN: Words = Words {
    to_move: ["Schwarz am Zug", "Weiß am Zug"],
    histories: "Vorgeschichten",
    histories_given: "Vorgeschichten (gegeben, nicht untersucht)",
    possible: "möglich",
    impossible: "unmöglich",
    undecided: "offen",
    not_refuted: "nicht widerlegt",
    last_moves: "Letzter Zug",
    fails_further_back: "jeder Zug davor scheitert:",
    illegal_diagram: "Illegal: keine Partie führt zum Diagramm.",
    illegal_check: "Keine Lösung: die Seite, die nicht am Zug ist, steht im Schach.",
    on_trial: "auf Probe",
    on_credit: "auf Kredit",
    stands: "gilt",
    taken_back: "zurückgenommen",
    king_move_demanded: "zurückgenommen, ein Königszug verlangt",
    false_move_stands: "falsch, bleibt aber stehen",
    threat: "droht",
    zugzwang: "Zugzwang",
    also: "auch",
    key: "Schlüssel",
    keys: "Schlüssel",
    key_is_trial: "auf Probe, kann nicht fehlschlagen",
    no_solution: "Keine Lösung.",
    part: "Teil",
    set_play: "Satzspiel",
    no_set_play: "Kein Satzspiel: Die Seite am Zug steht im Schach.",
    unanswered: "ohne Antwort",
    tries: "Verführungen",
    cut: "(der Baum wurde hier seiner Größe wegen abgeschnitten)",
    unredeemed: "(der e.p.-Schlag wurde nicht durch Rochade gerechtfertigt)",
    mate_missed: "(matt, aber nicht das Ziel)",
    stalemate_missed: "(patt)",
    not_final: "NICHT ENDGÜLTIG",
    conditional: "das Ergebnis hängt an Vorgeschichten, die offen geblieben sind",
    without: "es ändert sich ohne",
    too_many_undecided: "Vorgeschichten sind offen, mehr als sechs",
    not_exhaustive: "wie gewünscht nicht erschöpfend; es kann andere Lösungen geben, auch kürzere",
    none_found: "Offen: nichts gefunden, aber die Suche war wie gewünscht nicht erschöpfend.",
    subset_not_searched: "beim Weglassen offener Vorgeschichten wurde eine Grenze erreicht",
    limit_hit: "Offen: Grenze erreicht",
    replayed: "Lösung vom Prüfer nachgespielt",
    not_replayed: "Lösung zu groß, um vom Prüfer nachgespielt zu werden",
    replay_failed: "der Prüfer fand einen Fehler",
    nodes: "Knoten",
    applied: "angewandt",
    touched: "berührt",
    free: "ist frei",
    must_move: "muss ziehen",
    must_be_captured: "muss geschlagen werden",
    must_capture: "muss schlagen",
    must_castle: "muss rochieren",
    was_played: "geschah",
    no_double_step: "kein schlagbarer Doppelschritt",
    game_by_pgn: "Partien: --pgn",
    solutions: "Lösungen",
    at_least: "mindestens",
    listed: "aufgeführt",
    solution: "Lösung",
    smallest: "kürzeste",
    mate: "matt",
    stalemate: "patt",
    more: "weitere",
    fails: "und nichts Erlaubtes löst",
    best_tries: "Beste Verführungen:",
    no_history_of_set_play: "Kein Satzspiel: Keine Partie führt dorthin.",
    set_play_open: "(nicht alle seine Vorgeschichten sind entschieden)",
    own_histories: "eigene Vorgeschichten",
};

impl Words {
    pub(super) const fn of(language: Language) -> &'static Words {
        match language {
            Language::English => &ENGLISH,
            Language::German => &GERMAN,
        }
    }
}

/// The convention's name as printed above a diagram; nothing for the codex, which needs no mention.
pub(super) const fn convention_name(
    convention: Convention,
    language: Language,
) -> Option<&'static str> {
    Some(match (convention, language) {
        (Convention::Codex, _) => return None,
        (Convention::BeruehrtGefuehrt, _) => "Berührt-Geführt",
        (Convention::Pra, Language::English) => "partial retro-analysis",
        (Convention::Pra, Language::German) => "partielle Retroanalyse",
        (Convention::RetroStrategy, Language::English) => "retro-strategy",
        (Convention::RetroStrategy, Language::German) => "Retrostrategie",
        (Convention::APosteriori, _) => "a posteriori",
        (Convention::IllegalMove, Language::English) => "illegal last move",
        (Convention::IllegalMove, Language::German) => "illegaler letzter Zug",
    })
}

/// "White" or "Weiß".
pub(super) const fn side_name(color: Color, language: Language) -> &'static str {
    match (color, language) {
        (Color::White, Language::English) => "White",
        (Color::Black, Language::English) => "Black",
        (Color::White, Language::German) => "Weiß",
        (Color::Black, Language::German) => "Schwarz",
    }
}

/// What is known of the castlings of `color` that were `open`: "Black may castle", "Black only O-O-O",
/// "Black not O-O".
pub(super) fn castling_claim(
    color: Color,
    open: &[CastlingSide],
    held: &[CastlingSide],
    lost: &[CastlingSide],
    language: Language,
) -> Option<String> {
    let side = side_name(color, language);
    let list = |sides: &[CastlingSide]| {
        let moves: Vec<&str> = (sides.iter())
            .map(|side| castling_text(*side, language))
            .collect();
        moves.join(", ")
    };
    let german = language == Language::German;
    Some(match (held.is_empty(), lost.is_empty()) {
        (true, true) => return None,
        (false, false) if german => format!("{side} nur {}", list(held)),
        (false, false) => format!("{side} only {}", list(held)),
        (false, true) if held.len() < open.len() && german => {
            format!("{side} darf {}", list(held))
        }
        (false, true) if held.len() < open.len() => format!("{side} may {}", list(held)),
        (false, true) if german => format!("{side} darf rochieren"),
        (false, true) => format!("{side} may castle"),
        (true, false) if lost.len() < open.len() && german => {
            format!("{side} nicht {}", list(lost))
        }
        (true, false) if lost.len() < open.len() => format!("{side} not {}", list(lost)),
        (true, false) if german => format!("{side} darf nicht rochieren"),
        (true, false) => format!("{side} may not castle"),
    })
}

/// "whether or not Black may castle"
pub(super) fn either_way(color: Color, language: Language) -> String {
    let side = side_name(color, language);
    match language {
        Language::English => format!("whether or not {side} may castle"),
        Language::German => format!("ob {side} rochieren darf oder nicht"),
    }
}

/// `O-O` or `O-O-O`, in German with zeros.
pub(super) const fn castling_text(side: CastlingSide, language: Language) -> &'static str {
    match (side, language) {
        (CastlingSide::KingSide, Language::English) => "O-O",
        (CastlingSide::QueenSide, Language::English) => "O-O-O",
        (CastlingSide::KingSide, Language::German) => "0-0",
        (CastlingSide::QueenSide, Language::German) => "0-0-0",
    }
}
