//! The words of the text output in each language.

use shakmaty::{CastlingSide, Color};

use crate::notation::Language;
use crate::problem::Convention;
use crate::say;

/// A table of fixed words, each in English and in German.
macro_rules! words {
    ($($name:ident: $english:literal, $german:literal;)*) => {
        /// The fixed words of one language.
        #[derive(Debug)]
        pub(super) struct Words {
            $(pub $name: &'static str,)*
        }

        impl Words {
            pub(super) const fn of(language: Language) -> &'static Words {
                const ENGLISH: &Words = &Words { $($name: $english,)* };
                const GERMAN: &Words = &Words { $($name: $german,)* };
                language.choose(ENGLISH, GERMAN)
            }
        }
    };
}

words! {
    white_to_move: "White to move", "Weiß am Zug";
    black_to_move: "Black to move", "Schwarz am Zug";
    histories: "Histories", "Vorgeschichten";
    histories_given: "Histories (given, not analysed)", "Vorgeschichten (gegeben, nicht untersucht)";
    possible: "possible", "möglich";
    impossible: "impossible", "unmöglich";
    undecided: "undecided", "offen";
    not_refuted: "not refuted", "nicht widerlegt";
    last_moves: "Last move", "Letzter Zug";
    fails_further_back: "every move before it fails:", "jeder Zug davor scheitert:";
    illegal_diagram: "Illegal: no history leads to the diagram.", "Illegal: keine Partie führt zum Diagramm.";
    illegal_check: "No solution: the side not on move is in check.", "Keine Lösung: die Seite, die nicht am Zug ist, steht im Schach.";
    on_trial: "on trial", "auf Probe";
    on_credit: "on credit", "auf Kredit";
    stands: "stands", "gilt";
    taken_back: "taken back", "zurückgenommen";
    king_move_demanded: "taken back, a king move demanded", "zurückgenommen, ein Königszug verlangt";
    false_move_stands: "false, but left standing", "falsch, bleibt aber stehen";
    threat: "threat", "droht";
    zugzwang: "zugzwang", "Zugzwang";
    also: "also", "auch";
    key: "Key", "Schlüssel";
    keys: "Keys", "Schlüssel";
    key_is_trial: "a trial that cannot fail", "auf Probe, kann nicht fehlschlagen";
    no_solution: "No solution.", "Keine Lösung.";
    part: "Part", "Teil";
    set_play: "Set play", "Satzspiel";
    no_set_play: "No set play: the side on move is in check.", "Kein Satzspiel: Die Seite am Zug steht im Schach.";
    histories_do_not_matter: "Histories: nothing in the play depends on them.", "Vorgeschichten: Nichts im Spiel hängt von ihnen ab.";
    no_set_line: "No set play", "Kein Satzspiel";
    set_play_cut: "(it was not searched to the end)", "(es wurde nicht zu Ende gesucht)";
    unanswered: "without an answer", "ohne Antwort";
    tries: "tries", "Verführungen";
    cut: "(the tree was cut here for its size)", "(der Baum wurde hier seiner Größe wegen abgeschnitten)";
    unredeemed: "(the e.p. capture was never justified by castling)", "(der e.p.-Schlag wurde nicht durch Rochade gerechtfertigt)";
    mate_missed: "(mate, but not the goal)", "(matt, aber nicht das Ziel)";
    stalemate_missed: "(stalemate)", "(patt)";
    not_final: "NOT FINAL", "NICHT ENDGÜLTIG";
    conditional: "the result hangs on histories that could not be decided", "das Ergebnis hängt an Vorgeschichten, die offen geblieben sind";
    without: "it changes without", "es ändert sich ohne";
    too_many_undecided: "histories are undecided, more than six", "Vorgeschichten sind offen, mehr als sechs";
    subset_not_searched: "a limit was hit while the undecided histories were left out", "beim Weglassen offener Vorgeschichten wurde eine Grenze erreicht";
    not_exhaustive: "not exhaustive, as asked; there may be other solutions, also shorter ones", "wie gewünscht nicht erschöpfend; es kann andere Lösungen geben, auch kürzere";
    none_found: "Undecided: nothing found, but the search was not exhaustive, as asked.", "Offen: nichts gefunden, aber die Suche war wie gewünscht nicht erschöpfend.";
    limit_hit: "Undecided: the limit was hit", "Offen: Grenze erreicht";
    replayed: "solution replayed by the checker", "Lösung vom Prüfer nachgespielt";
    not_replayed: "solution too large to be replayed by the checker", "Lösung zu groß, um vom Prüfer nachgespielt zu werden";
    replay_failed: "the checker found a fault", "der Prüfer fand einen Fehler";
    nodes: "nodes", "Knoten";
    applied: "applied", "angewandt";
    touched: "touched", "berührt";
    free: "is free", "ist frei";
    must_move: "must move", "muss ziehen";
    must_be_captured: "must be captured", "muss geschlagen werden";
    must_capture: "must capture", "muss schlagen";
    must_castle: "must castle", "muss rochieren";
    was_played: "was played", "geschah";
    no_double_step: "no double step to be captured", "kein schlagbarer Doppelschritt";
    game_by_pgn: "games: --pgn", "Partien: --pgn";
    solutions: "solutions", "Lösungen";
    at_least: "at least", "mindestens";
    listed: "listed", "aufgeführt";
    solution: "solution", "Lösung";
    smallest: "shortest", "kürzeste";
    mate: "mate", "matt";
    stalemate: "stalemate", "patt";
    more: "more", "weitere";
    fails: "and nothing that is permitted solves", "und nichts Erlaubtes löst";
    best_tries: "Best tries:", "Beste Verführungen:";
    no_history_of_set_play: "No set play: no history leads to it.", "Kein Satzspiel: Keine Partie führt dorthin.";
    set_play_open: "(some of its histories could not be decided)", "(nicht alle seine Vorgeschichten sind entschieden)";
    own_histories: "its own histories", "eigene Vorgeschichten";
}

/// The convention's name as printed above a diagram; nothing for the codex, which needs no mention.
pub(super) const fn convention_name(
    convention: Convention,
    language: Language,
) -> Option<&'static str> {
    Some(match convention {
        Convention::Codex => return None,
        Convention::BeruehrtGefuehrt => "Berührt-Geführt",
        Convention::Pra => language.choose("partial retro-analysis", "partielle Retroanalyse"),
        Convention::RetroStrategy => language.choose("retro-strategy", "Retrostrategie"),
        Convention::APosteriori => "a posteriori",
        Convention::IllegalMove => language.choose("illegal last move", "illegaler letzter Zug"),
    })
}

/// "White" or "Weiß".
pub(super) const fn side_name(color: Color, language: Language) -> &'static str {
    match color {
        Color::White => language.choose("White", "Weiß"),
        Color::Black => language.choose("Black", "Schwarz"),
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
    let (may, may_not) = (list(held), list(lost));
    Some(match (held.is_empty(), lost.is_empty()) {
        (true, true) => return None,
        (false, false) => say!(language, "{side} only {may}", "{side} nur {may}"),
        (false, true) if held.len() < open.len() => {
            say!(language, "{side} may {may}", "{side} darf {may}")
        }
        (false, true) => say!(language, "{side} may castle", "{side} darf rochieren"),
        (true, false) if lost.len() < open.len() => {
            say!(language, "{side} not {may_not}", "{side} nicht {may_not}")
        }
        (true, false) => say!(
            language,
            "{side} may not castle",
            "{side} darf nicht rochieren"
        ),
    })
}

/// "whether or not Black may castle"
pub(super) fn either_way(color: Color, language: Language) -> String {
    let side = side_name(color, language);
    say!(
        language,
        "whether or not {side} may castle",
        "ob {side} rochieren darf oder nicht"
    )
}

/// `O-O` or `O-O-O`, in German with zeros.
pub(super) const fn castling_text(side: CastlingSide, language: Language) -> &'static str {
    match side {
        CastlingSide::KingSide => language.choose("O-O", "0-0"),
        CastlingSide::QueenSide => language.choose("O-O-O", "0-0-0"),
    }
}
