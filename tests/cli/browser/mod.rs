//! The HTML report in a real browser: every move clicked, every board compared with `shakmaty`.
//!
//! The tests are ignored unless asked for, because they need Chromium:
//! `cargo test --test cli browser:: -- --ignored`.

mod board;
mod chromium;
mod play;

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Color, Position};

use chromium::Page;

/// A page written by the program with these arguments.
fn written(folder: &Path, arguments: &[&str]) -> PathBuf {
    let file = folder.join("page.html");
    let done = Command::new(env!("CARGO_BIN_EXE_beruehrt"))
        .args(arguments)
        .args(["--format", "html"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(matches!(done.status.code(), Some(0 | 1 | 3)), "{said}");
    std::fs::write(&file, &done.stdout).unwrap();
    file
}

/// Placement and side to move after `uci` in `before`, by the rules of `shakmaty`. Rights and target are those the
/// move needs: whether it has them is not the board's question.
fn after(before: &str, uci: &str) -> String {
    let uci: UciMove = uci.parse().unwrap();
    let UciMove::Normal { from, to, .. } = uci else {
        panic!("a move from square to square: {uci}");
    };
    let placement = before.split(' ').next().unwrap();
    let board = shakmaty::Board::from_ascii_board_fen(placement.as_bytes()).unwrap();
    let mover = board.piece_at(from).expect("a man moves");
    let castles = mover.role == shakmaty::Role::King && from.file().distance(to.file()) == 2;
    let passes = mover.role == shakmaty::Role::Pawn
        && from.file() != to.file()
        && board.piece_at(to).is_none();
    let right = match (castles, mover.color, to.file() > from.file()) {
        (false, ..) => "-",
        (true, Color::White, true) => "K",
        (true, Color::White, false) => "Q",
        (true, Color::Black, true) => "k",
        (true, Color::Black, false) => "q",
    };
    let target = if passes {
        to.to_string()
    } else {
        "-".to_owned()
    };
    let fen = format!("{placement} {} {right} {target} 0 1", mover.color.char());
    let position: Chess = fen
        .parse::<Fen>()
        .unwrap()
        .into_position(CastlingMode::Standard)
        .unwrap_or_else(|error| panic!("{fen}: {error}"));
    let mv = uci.to_move(&position).unwrap();
    let played = position.play(mv).unwrap();
    format!("{} {}", played.board().board_fen(), played.turn().char())
}

const FEN: &str = "document.querySelector('article svg.board').dataset.fen";

/// Clicks every move that is shown, unfolding all, and compares board before and after; says how many.
fn click_through(page: &mut Page) -> usize {
    page.eval("document.querySelectorAll('details').forEach((d) => d.open = true)");
    for _ in 0..40 {
        let closed = page.eval(
            "{ const all = [...document.querySelectorAll('.fold[aria-expanded=false]')]; all.forEach((b) => b.click()); all.length }",
        );
        if closed == 0 {
            break;
        }
    }
    let count = page.eval("document.querySelectorAll('article .move[data-uci]').length");
    let count = usize::try_from(count.as_u64().unwrap()).unwrap();
    for number in 0..count {
        let button = format!("document.querySelectorAll('article .move[data-uci]')[{number}]");
        let uci = page.text(&format!(
            "{{ const b = {button}; b.click(); b.dataset.uci }}"
        ));
        let shown = page.text(FEN);
        let current = page.text(&format!("{button}.getAttribute('aria-current')"));
        assert_eq!(current, "step", "{uci} is marked as shown");
        page.eval(&format!("{button}.focus()"));
        page.press("ArrowLeft");
        let before = page.text(FEN);
        assert_eq!(shown, after(&before, &uci), "{uci} in {before}");
    }
    count
}

#[test]
#[ignore = "needs a browser: cargo test --test cli browser:: -- --ignored"]
fn langstaff_is_played_through_a_trial_its_denial_and_the_replacement() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(folder.path(), &["solve", "problems/tour/langstaff.bg"]);
    let mut page = Page::new(1280, 900);
    page.open(&file);
    let diagram = "4k2r/8/5B1P/5KpP/8/8/8/3R4 w";
    assert_eq!(page.text(FEN), diagram);
    page.picture("langstaff");
    page.eval("document.querySelector('.move.is-key').click()");
    assert_eq!(page.text(FEN), after(diagram, "h5g6"));
    page.eval("document.querySelector('.ruling.taken-back').click()");
    assert_eq!(page.text(FEN), diagram, "a denied move is taken back");
    let touched = page.eval("document.querySelectorAll('.board .touched').length");
    assert!(touched.as_u64().unwrap() >= 1, "the touched men are marked");
    let status = page.text("document.querySelector('.status').textContent");
    assert!(
        status.contains("touched") && status.contains("4."),
        "{status}"
    );
    assert!(
        status.contains("history of the diagram:"),
        "the named world is shown: {status}"
    );
    page.picture("langstaff-denied");
    page.press("ArrowRight");
    let replaced = page.text("document.querySelector('.move[aria-current]').dataset.uci");
    assert_eq!(page.text(FEN), after(diagram, &replaced));
    page.press("Home");
    assert_eq!(page.text(FEN), diagram);
    page.press("End");
    assert_ne!(page.text(FEN), diagram);
    page.press("f");
    page.picture("langstaff-flipped");
    page.press("Home");
    assert!(click_through(&mut page) > 20);
    page.finish();
}

#[test]
#[ignore = "needs a browser: cargo test --test cli browser:: -- --ignored"]
fn every_move_of_every_published_problem_is_shown_as_it_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let problems = [
        "problems/originals/first-touch-decides.bg",
        "problems/originals/other-castling-is-owed.bg",
        "problems/published/keym-1969.bg",
        "problems/published/wheeler-1874.bg",
    ];
    let mut page = Page::new(1280, 900);
    for problem in problems {
        page.open(&written(
            folder.path(),
            &["solve", problem, "--retro-nodes", "2000"],
        ));
        assert!(click_through(&mut page) > 0, "{problem}");
        page.picture(&problem.replace('/', "-"));
        page.requests.clear();
    }
    page.open(&written(folder.path(), &["solve", problems[0]]));
    page.finish();
}

#[test]
#[ignore = "needs a browser: cargo test --test cli browser:: -- --ignored"]
fn proofs_and_games_are_shown_on_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let amelung = "problems/published/amelung-1897.bg";
    let file = written(folder.path(), &["histories", amelung]);
    let mut page = Page::new(1280, 900);
    page.open(&file);
    let diagram = "7R/7p/5P1k/4PKpP/8/8/8/8 w";
    assert_eq!(page.text(FEN), diagram);
    let said = page.text("document.querySelector('.statements li').textContent");
    assert!(
        said.starts_with("The last move was g7-g5, so that en passant on g6 is legal.")
            && said.ends_with("(- -)"),
        "{said}"
    );
    // The world without a target is impossible: its proof unfolds.
    page.eval(
        "[...document.querySelectorAll('tr:has(.in-words) .link')].find((b) => /proof/.test(b.textContent)).click()",
    );
    page.eval("[...document.querySelectorAll('.proof .move')].find((b) => b.textContent === 'Kg7-h6').click()");
    // The king back on g7, h6 empty.
    assert_eq!(page.text(FEN), "7R/6kp/5P2/4PKpP/8/8/8/8 b");
    page.picture("amelung-proof");
    // The other is possible: its game runs from the array to the diagram.
    page.eval(
        "[...document.querySelectorAll('.link')].find((b) => /game/.test(b.textContent)).click()",
    );
    assert_eq!(
        page.text(FEN),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"
    );
    page.eval("{ const s = document.querySelector('.slider'); s.value = s.max; s.dispatchEvent(new Event('input')) }");
    assert_eq!(page.text(FEN), diagram);
    page.picture("amelung-game");
    // Eight men are left: the others stand beside the board, each under the move that took it.
    let taken = page.eval("document.querySelectorAll('.taken li').length");
    assert_eq!(taken, 32 - 8);
    let moves = page.eval("[...document.querySelectorAll('.taken li')].every((man) => man.querySelector('span').textContent.includes('x') && man.querySelector('use'))");
    assert_eq!(moves, true);
    let line = page.text("document.querySelector('.line').textContent");
    assert!(line.starts_with("R: 1. g7-g5 (Kg7-h6, "), "{line}");
    page.press("Home");
    let moves = page.eval("document.querySelectorAll('.moves .move').length");
    let mut before = page.text(FEN);
    for _ in 0..moves.as_u64().unwrap() {
        page.press("ArrowRight");
        let uci = page.text("document.querySelector('.move[aria-current]').dataset.uci");
        let shown = page.text(FEN);
        assert_eq!(shown, after(&before, &uci));
        before = shown;
    }
    page.finish();
}

#[test]
#[ignore = "needs a browser: cargo test --test cli browser:: -- --ignored"]
fn captures_of_pawns_are_shown_as_ways_with_the_missing_men() {
    let folder = tempfile::tempdir().unwrap();
    // Smullyan, Sherlock Holmes 1979, p. 56: White's pawns on g3, h3 and h6 took the three men that Black is missing.
    let fen = "r3kr2/1pp2p2/1pn2npP/1Q1pp3/1b6/2N2NPP/1PPP1P2/R3K1R1 b";
    let arguments = ["histories", "--fen", fen, "--nodes", "100000"];
    let mut page = Page::new(1280, 900);
    page.open(&written(folder.path(), &arguments));
    page.eval(
        "[...document.querySelectorAll('.link')].find((b) => /step by step/.test(b.textContent)).click()",
    );
    page.eval(
        "[...document.querySelectorAll('.deduction')].find((b) => /All captures/.test(b.textContent)).click()",
    );
    assert_eq!(
        page.text("document.querySelector('.taken p').textContent"),
        "White captured: exfxgxh"
    );
    let men = "[...document.querySelector('.taken').querySelectorAll('svg')].map((man) => man.getAttribute('aria-label')).join()";
    assert_eq!(page.text(men), "Q,B,pawn");
    let ways = page.eval("document.querySelectorAll('.board .supposed').length");
    assert_eq!(ways, 1, "the way with the fewest captures is drawn");
    page.picture("smullyan-captures");
    page.finish();
}

#[test]
#[ignore = "needs a browser: cargo test --test cli browser:: -- --ignored"]
fn cages_and_scenarios_are_shown_in_both_languages() {
    let folder = tempfile::tempdir().unwrap();
    let show_proof = "{ const b = [...document.querySelectorAll('.link')].find((b) => /proof|Beweis/.test(b.textContent)); b.click(); \
         b.closest('td').textContent }";
    // The men behind b2 and g2: eighteen, and sixteen squares more that they never leave.
    let cage = "8/8/8/8/6P1/2PPkPPB/1PrRbRPr/2BQ1RK1 b";
    let arguments = ["histories", "--fen", cage, "--retro-nodes", "40000"];
    let mut page = Page::new(1280, 900);
    page.open(&written(folder.path(), &arguments));
    let english = page.text(show_proof);
    for (kind, count) in [("caged", 18), ("zone", 16)] {
        let marked = format!("document.querySelectorAll('.board .{kind}').length");
        assert_eq!(page.eval(&marked), count, "{kind}");
    }
    page.picture("cage");
    page.eval("document.getElementById('language').click()");
    let german = page.text(show_proof);
    assert!(
        english.contains("cage") && german.contains("Käfig"),
        "{english} / {german}"
    );
    page.requests.clear();
    // An account of both sides' captures, in a table.
    let vokal = "problems/published/vokal-1995.bg";
    page.open(&written(folder.path(), &["histories", vokal]));
    assert!(page.text(show_proof).contains("captures"));
    let table = "[...document.querySelectorAll('.cases tbody tr')].map((row) => row.textContent)";
    let rows = page.eval(table);
    assert!(rows.as_array().unwrap().len() >= 2, "{rows}");
    assert!(rows[0].as_str().unwrap().starts_with("White8"), "{rows}");
    page.eval("document.querySelectorAll('.workings').forEach((d) => d.open = true)");
    page.picture("scenario");
    page.finish();
}

#[test]
#[ignore = "needs a browser: cargo test --test cli browser:: -- --ignored"]
fn a_verification_lists_every_finding_in_both_languages() {
    let folder = tempfile::tempdir().unwrap();
    let problem = "problems/originals/first-touch-decides.bg";
    let file = written(folder.path(), &["verify", problem, "--no-economy"]);
    let mut page = Page::new(1280, 900);
    page.open(&file);
    let done = Command::new(env!("CARGO_BIN_EXE_beruehrt"))
        .args(["verify", problem, "--no-economy", "--format", "jsonl"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(
        click_through(&mut page) > 20,
        "the solution that was judged can be played through"
    );
    let record: Value = serde_json::from_slice(&done.stdout).unwrap();
    let findings = record["findings"].as_array().unwrap();
    let shown = "[...document.querySelectorAll('.findings li')].map((li) => li.textContent)";
    let english = page.eval(shown);
    assert_eq!(english.as_array().unwrap().len(), findings.len());
    for (finding, line) in findings.iter().zip(english.as_array().unwrap()) {
        let (kind, text) = (
            finding["kind"].as_str().unwrap(),
            finding["text"].as_str().unwrap(),
        );
        let line = line.as_str().unwrap();
        assert!(line.contains(text), "{kind}: {line}");
    }
    let kinds =
        page.eval("[...document.querySelectorAll('.findings li')].map((li) => li.dataset.kind)");
    let told: Vec<_> = findings
        .iter()
        .map(|finding| finding["kind"].clone())
        .collect();
    assert_eq!(kinds, Value::Array(told));
    let closing = "document.querySelector('.closing').textContent";
    assert!(page.text(closing).starts_with("C+ (beruehrt "));
    assert!(page.text(closing).contains("nodes"));
    page.picture("verify");
    page.eval("document.getElementById('language').click()");
    assert!(page.text(closing).contains("Knoten"));
    let german = page.eval(shown);
    assert_eq!(german.as_array().unwrap().len(), findings.len());
    assert_ne!(german, english);
    assert_eq!(page.text("document.documentElement.lang"), "de");
    page.finish();
}

#[test]
#[ignore = "needs a browser: cargo test --test cli browser:: -- --ignored"]
fn a_verified_help_mate_that_begins_with_half_a_move_is_played_through() {
    let folder = tempfile::tempdir().unwrap();
    let problem = folder.path().join("half.bg");
    // Two of the four solutions of a h#2.5 (../shared/cases/reading): the others are cooks, and there is no set play.
    let text = "fen: 3b1q2/1r5p/K3k2r/n3B2p/4BP2/3P4/4R3/8 w\nstipulation: h#2.5\nsolution:\n  \
                1... Ba1 2. Qxf4 Rb2 3. Ke5+ Rb6#\n  1... Rg2 2. Bb6 Bd5+ 3. Kf5 Rg5#\n";
    std::fs::write(&problem, text).unwrap();
    let problem = problem.to_str().unwrap();
    let file = written(folder.path(), &["verify", problem, "--no-economy"]);
    let mut page = Page::new(1280, 900);
    page.open(&file);
    let shown = page.text("document.querySelector('article').textContent");
    assert!(shown.contains("1... Ba1"), "{shown}");
    assert!(!shown.contains("set play"), "{shown}");
    assert!(click_through(&mut page) >= 20);
    page.picture("half-move");
    page.finish();
}

/// As the text does; of two games the search was not complete.
#[test]
#[ignore = "needs a browser: cargo test --test cli browser:: -- --ignored"]
fn a_page_says_that_there_is_no_other_solution() {
    let folder = tempfile::tempdir().unwrap();
    let problem = folder.path().join("games.bg");
    let game = "fen: rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b\nstipulation: pg 1.5\n";
    let retractor = "fen: 4k3/8/8/7K/8/8/8/8 b\nstipulation: -1(w,b) & h#1\n";
    for (text, whole) in [(game, false), (retractor, true)] {
        std::fs::write(&problem, text).unwrap();
        let file = written(folder.path(), &["solve", problem.to_str().unwrap()]);
        let mut page = Page::new(1280, 900);
        page.open(&file);
        let shown = page.text("document.querySelector('article').textContent");
        assert_eq!(shown.contains("no other solution"), whole, "{shown}");
        page.finish();
    }
}

#[test]
#[ignore = "needs a browser: cargo test --test cli browser:: -- --ignored"]
fn a_batch_of_two_thousand_is_a_table_that_sorts_filters_and_opens() {
    let folder = tempfile::tempdir().unwrap();
    let problems = folder.path().join("many.bg");
    let mut text = String::new();
    for number in 0..2000 {
        // A mate in one that every second problem has.
        let queen = if number % 2 == 0 {
            "8/8/8/8/8/8/5Q2"
        } else {
            "8/8/8/8/8/8/5N2"
        };
        let _ = std::fmt::Write::write_fmt(
            &mut text,
            format_args!(
                "id: N{number:04}\nauthor: Author {}\nfen: 7k/{queen}/K7 w\nstipulation: #1\nhistories: - -\n---\n",
                number % 7
            ),
        );
    }
    std::fs::write(
        &problems,
        text.trim_end_matches("---\n")
            .replace("7k/8/8/8/8/8/8/5Q2/K7", "7k/8/6K1/8/8/8/8/5Q2")
            .replace("7k/8/8/8/8/8/8/5N2/K7", "7k/8/6K1/8/8/8/8/5N2"),
    )
    .unwrap();
    let file = folder.path().join("batch.html");
    let done = Command::new(env!("CARGO_BIN_EXE_beruehrt"))
        .arg("batch")
        .arg(&problems)
        .arg("--out")
        .arg(folder.path().join("results.jsonl"))
        .arg("--html")
        .arg(&file)
        .output()
        .unwrap();
    assert_eq!(
        done.status.code(),
        Some(1),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    let mut page = Page::new(1280, 900);
    page.open(&file);
    assert!(
        page.text("document.querySelector('.count').textContent")
            .contains("2000")
    );
    page.picture("batch");
    page.eval("{ const f = document.getElementById('filter'); f.value = 'N0042'; f.dispatchEvent(new Event('input')) }");
    assert_eq!(
        page.eval("document.querySelectorAll('.collection tbody tr').length"),
        1
    );
    page.eval("document.querySelector('.collection .open').click()");
    assert_eq!(page.text(FEN), "7k/8/6K1/8/8/8/8/5Q2 w");
    page.eval("{ const f = document.getElementById('filter'); f.value = ''; f.dispatchEvent(new Event('input')) }");
    page.eval("{ const v = document.getElementById('verdicts'); v.value = 'no-solution'; v.dispatchEvent(new Event('change')) }");
    assert!(
        page.text("document.querySelector('.count').textContent")
            .contains("1000")
    );
    page.eval("document.querySelector('th[data-field=id] button').click()");
    page.eval("document.querySelector('th[data-field=id] button').click()");
    let first = page.text("document.querySelector('.collection tbody tr').cells[1].textContent");
    assert_eq!(first, "N1999", "sorted, last first");
    page.finish();

    // The same page out of the result file.
    let merged = folder.path().join("merged.html");
    let done = Command::new(env!("CARGO_BIN_EXE_beruehrt"))
        .arg("merge")
        .arg(folder.path().join("results.jsonl"))
        .arg("--out")
        .arg(folder.path().join("merged.jsonl"))
        .arg("--html")
        .arg(&merged)
        .output()
        .unwrap();
    assert!(
        done.status.success(),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    let mut page = Page::new(400, 800);
    page.open(&merged);
    let count = page.text("document.querySelector('.count').textContent");
    assert!(count.contains("2000"), "{count}");
    page.eval("document.querySelector('.collection .open').click()");
    assert_eq!(page.text(FEN), "7k/8/6K1/8/8/8/8/5Q2 w");
    page.picture("merged-400");
    page.finish();
}

#[test]
#[ignore = "needs a browser: cargo test --test cli browser:: -- --ignored"]
fn two_problems_are_printed_on_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let problems = [
        "problems/tour/langstaff.bg",
        "problems/originals/other-castling-is-owed.bg",
        "problems/published/keym-1969.bg",
        "problems/published/hume-1923.bg",
    ];
    let arguments = [
        &["solve", "--detail", "keys", "--time", "20s"],
        &problems[..],
    ]
    .concat();
    let mut page = Page::new(1280, 900);
    page.open(&written(folder.path(), &arguments));
    assert_eq!(page.sheets("sheets"), 2);
    page.finish();
}

#[test]
#[ignore = "needs a browser: cargo test --test cli browser:: -- --ignored"]
fn text_that_attacks_appears_as_text() {
    let folder = tempfile::tempdir().unwrap();
    let problem = folder.path().join("attack.bg");
    let attack = "</script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\"></style> javascript:alert(1) \u{202e}abc";
    std::fs::write(
        &problem,
        format!("id: {attack}\nauthor: {attack}\nsource: {attack}\ncomment: {attack}\nfen: 7k/8/6K1/8/8/8/8/5Q2 w\nstipulation: #1\nhistories: - -\n"),
    )
    .unwrap();
    let file = written(folder.path(), &["solve", problem.to_str().unwrap()]);
    let mut page = Page::new(400, 800);
    page.open(&file);
    assert_ne!(page.text("document.title"), "owned");
    assert_eq!(page.eval("document.querySelectorAll('img').length"), 0);
    let heading = page.text("document.querySelector('article h2').textContent");
    assert!(heading.contains("<script>document.title"), "{heading}");
    assert!(heading.contains("\\u{202e}"), "made visible: {heading}");
    page.picture("attack-400");
    page.finish();
}

#[test]
#[ignore = "needs a browser: cargo test --test cli browser:: -- --ignored"]
fn every_control_has_a_name_and_is_reached_by_the_keyboard() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(
        folder.path(),
        &["solve", "problems/originals/first-touch-decides.bg"],
    );
    let mut page = Page::new(400, 800);
    page.open(&file);
    let nameless = page.eval(
        "[...document.querySelectorAll('button, select, input, svg[role=img]')].filter((e) => \
         !(e.textContent.trim() || e.getAttribute('aria-label') || e.labels?.length)).map((e) => e.outerHTML)",
    );
    assert_eq!(nameless, serde_json::json!([]));
    let unreachable = page.eval(
        "[...document.querySelectorAll('[onclick], .move, .fold, .link')].filter((e) => e.tabIndex < 0).length",
    );
    assert_eq!(unreachable, 0);
    let label = page.text("document.querySelector('svg.board').getAttribute('aria-label')");
    assert!(
        label.contains("8/8/3P1P1R/3PpKpP/7k/7P/5P1R/8 w"),
        "{label}"
    );
    for theme in ["light", "dark"] {
        page.eval(&format!(
            "document.documentElement.dataset.theme = '{theme}'"
        ));
        page.picture(&format!("narrow-{theme}"));
        let least = page.eval(CONTRAST);
        assert!(least["ratio"].as_f64().unwrap() >= 4.5, "{theme}: {least}");
    }
    page.call(
        "Emulation.setEmulatedMedia",
        serde_json::json!({"media": "print"}),
    );
    page.picture("print");
    page.finish();
}

/// The least contrast of a text with what is behind it, by the formula of WCAG 2.
const CONTRAST: &str = r"(() => {
  const rgb = (text) => text.match(/[\d.]+/g).map(Number);
  const channel = (v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const behind = (e) => {
    for (; e; e = e.parentElement) {
      const color = rgb(getComputedStyle(e).backgroundColor);
      if (color.length < 4 || color[3] > 0) return color;
    }
    return [255, 255, 255];
  };
  let least = { ratio: 99 };
  for (const e of document.querySelectorAll('body *')) {
    if (e.closest('svg, script, noscript') || ![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())) continue;
    const [a, b] = [luminance(rgb(getComputedStyle(e).color)), luminance(behind(e))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < least.ratio) least = { ratio, text: e.textContent.slice(0, 60), class: e.className };
  }
  return least;
})()";
