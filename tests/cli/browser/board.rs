//! The board in a real browser, as a problemist uses it: mouse, keyboard, telephone.

use std::path::PathBuf;

use serde_json::json;

use super::chromium::Page;
use crate::board::server::Server;

const LANGSTAFF: &str = "4k2r/8/5B1P/5KpP/8/8/8/3R4 w";

fn opened(server: &Server, width: u32, height: u32) -> Page {
    let mut page = Page::new(width, height);
    page.visit(&server.address);
    page.wait_for("document.querySelectorAll('#stops li').length === 5");
    page
}

/// The position that the page holds.
fn fen(page: &mut Page) -> String {
    page.text("document.getElementById('fen').value")
}

fn square(name: &str) -> String {
    format!("#squares [data-square={name}]")
}

/// Picks an option of a list, as the browser does for a click into it.
fn pick(page: &mut Page, id: &str, value: &str) {
    let value = json!(value);
    page.eval(&format!(
        "{{ const s = document.getElementById('{id}'); s.value = {value}; \
         s.dispatchEvent(new Event('input', {{ bubbles: true }})); s.dispatchEvent(new Event('change', {{ bubbles: true }})); }}"
    ));
}

fn paste(page: &mut Page, text: &str) {
    page.click("#pasted");
    page.eval("document.getElementById('pasted').value = ''");
    page.write(text);
    page.click("#read");
}

fn finished(page: &mut Page) {
    page.wait_for(
        "!document.getElementById('ended').hidden && document.querySelector('#results article')",
    );
}

#[test]
#[ignore = "needs a browser: cargo test --test cli browser:: -- --ignored"]
fn langstaff_is_set_up_by_mouse_alone_and_solved() {
    let server = Server::new(&[]);
    let mut page = opened(&server, 1280, 1000);
    page.picture("board-tour");
    page.click("#tour summary");
    // Some men are dragged from the palette, others clicked on after their man was chosen.
    for (man, at) in [
        ("k", "e8"),
        ("r", "h8"),
        ("B", "f6"),
        ("K", "f5"),
        ("R", "d1"),
    ] {
        page.drag(&format!("#palette [data-man={man}]"), &square(at));
    }
    page.click("#palette [data-man=P]");
    for at in ["h6", "h5"] {
        page.click(&square(at));
    }
    page.click("#palette [data-man=p]");
    // A man on the wrong square is dragged on.
    page.click(&square("g4"));
    page.drag(&square("g4"), &square("g5"));
    assert_eq!(fen(&mut page), LANGSTAFF);
    assert_eq!(
        page.text("document.getElementById('counts').textContent"),
        "(5+3)"
    );
    pick(&mut page, "convention", "bg");
    let says = page.text("document.querySelector('.says[data-convention=bg]').textContent");
    assert!(says.contains("touched must move"), "{says}");
    // With both pawns touched there is no solution (SEMANTICS.md, section 7), and the page says what may be meant.
    page.click("[data-ask=solve]");
    finished(&mut page);
    assert_eq!(
        page.text("document.querySelector('#results .badge').textContent"),
        "no solution"
    );
    let hint = page.text("document.querySelector('#results .hint').textContent");
    assert!(hint.contains("the capturing pawn alone"), "{hint}");
    page.picture("board-hint");
    page.click("#results .hint button");
    pick(&mut page, "option-ep-touch", "own-only");
    page.click("#more summary");
    let chosen = page.text("document.getElementById('chosen').textContent");
    assert!(chosen.contains("only the pawn that captures"), "{chosen}");
    assert_eq!(
        page.eval("document.getElementById('stale').hidden"),
        false,
        "the answer is to another question"
    );
    page.picture("board-set-up");
    page.click("[data-ask=solve]");
    finished(&mut page);
    page.picture("board-solved");
    assert_eq!(
        page.text("document.querySelector('#results .badge').textContent"),
        "solved"
    );
    page.click("#results .move.is-key");
    page.click("#results .ruling.taken-back");
    let status = page.text("document.querySelector('#results .status').textContent");
    assert!(status.contains("touched"), "{status}");
    // The address holds the position.
    let address = page.text("location.hash");
    assert!(
        address.contains("fen=4k2r") && address.contains("convention=bg"),
        "{address}"
    );
    // Undo goes back through what was chosen, then man by man.
    page.click("[data-act=undo]");
    let option = "document.getElementById('option-ep-touch').value";
    assert_eq!(page.text(option), "own-first");
    let mut steps = 1;
    while fen(&mut page) == LANGSTAFF && steps < 10 {
        page.click("[data-act=undo]");
        steps += 1;
    }
    assert_eq!(fen(&mut page), LANGSTAFF.replace("KpP/8", "K1P/6p1"));
    for _ in 0..steps {
        page.click("[data-act=redo]");
    }
    assert_eq!(fen(&mut page), LANGSTAFF);
    assert_eq!(page.text(option), "own-only");
    // Off the board is off.
    page.drag(&square("d1"), "#title");
    assert!(fen(&mut page).ends_with("/8/8/8/8 w"));
    page.finish_within(&server.address);
}

#[test]
#[ignore = "needs a browser: cargo test --test cli browser:: -- --ignored"]
fn an_olv_file_is_pasted_saved_and_read_again() {
    let server = Server::new(&[]);
    let mut page = opened(&server, 1280, 1000);
    let olv = "algebraic:\n  white: [Kb3, Rh2]\n  black: [Ka1]\nstipulation: \"#1\"\n---\nalgebraic:\n  white: [Kb3, Qh2]\n  black: [Ka1]\nstipulation: \"h#1.5\"\n";
    paste(&mut page, olv);
    page.wait_for("document.querySelectorAll('#problems option').length === 2");
    assert_eq!(fen(&mut page), "8/8/8/8/8/1K6/7R/k7 w");
    pick(&mut page, "problems", "1");
    assert_eq!(fen(&mut page), "8/8/8/8/8/1K6/7Q/k7 w");
    let asked =
        page.text("document.getElementById('goal').value + document.getElementById('moves').value");
    assert_eq!(asked, "h#1.5");
    page.picture("board-pasted");
    let folder = tempfile::tempdir().unwrap();
    page.call(
        "Page.setDownloadBehavior",
        json!({"behavior": "allow", "downloadPath": folder.path()}),
    );
    pick(&mut page, "format", "popeye");
    page.click("#save");
    let saved = folder.path().join("problem.inp");
    for _ in 0..200 {
        if saved.exists() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    let text = std::fs::read_to_string(&saved).unwrap();
    page.click("[data-act=clear]");
    assert_eq!(fen(&mut page), "8/8/8/8/8/8/8/8 w");
    paste(&mut page, &text);
    page.wait_for("document.getElementById('fen').value.startsWith('8/8/8/8/8/1K6')");
    assert_eq!(fen(&mut page), "8/8/8/8/8/1K6/7Q/k7 w");
    page.finish_within(&server.address);
}

#[test]
#[ignore = "needs a browser: cargo test --test cli browser:: -- --ignored"]
fn a_long_search_is_stopped_and_gone_on_with() {
    let server = Server::new(&[]);
    let mut page = opened(&server, 1280, 1000);
    paste(
        &mut page,
        "fen: r3k2r/pp1n1ppp/2p1bn2/q3p3/2B1P3/2N1BN2/PPPQ1PPP/R3K2R w\nstipulation: #9\n",
    );
    page.wait_for("document.getElementById('fen').value.startsWith('r3k2r')");
    page.eval("document.getElementById('seconds').value = 600");
    page.click("[data-ask=solve]");
    page.wait_for("/\\d s, [\\d,.]+ nodes/.test(document.getElementById('doing').textContent)");
    page.picture("board-working");
    page.click("#stop");
    finished(&mut page);
    let how = page.text("document.getElementById('how').textContent");
    assert!(how.starts_with("Stopped"), "{how}");
    assert!(page.eval("!document.getElementById('longer').hidden") == true);
    page.picture("board-stopped");
    page.click("#longer");
    page.wait_for("!document.getElementById('progress').hidden && / s, /.test(document.getElementById('doing').textContent)");
    page.click("#stop");
    finished(&mut page);
    page.finish_within(&server.address);
}

#[test]
#[ignore = "needs a browser: cargo test --test cli browser:: -- --ignored"]
fn men_are_touched_and_the_duty_is_shown_with_its_article() {
    let server = Server::new(&[]);
    let mut page = opened(&server, 1280, 1000);
    page.visit(&format!(
        "{}?lang=de#fen={}&stipulation=%232",
        server.address,
        LANGSTAFF.replace(' ', "+")
    ));
    page.wait_for("document.getElementById('fen').value.startsWith('4k2r')");
    page.click("#touch summary");
    for at in ["h5", "g5"] {
        page.click(&square(at));
    }
    page.wait_for("/4\\.3\\.3/.test(document.getElementById('duty').textContent)");
    let duty = page.text("document.getElementById('duty').textContent");
    assert!(duty.contains("geschlagen"), "{duty}");
    assert_eq!(fen(&mut page), LANGSTAFF, "touching moves nothing");
    assert_eq!(
        page.eval("document.querySelectorAll('#squares .touched').length"),
        2
    );
    page.picture("board-touch-german");
    page.finish_within(&server.address);
}

#[test]
#[ignore = "needs a browser: cargo test --test cli browser:: -- --ignored"]
fn the_keyboard_alone_suffices() {
    let server = Server::new(&[]);
    let mut page = opened(&server, 1280, 1000);
    // To the board by tabulator alone, however many stops there are before it.
    let mut left = 60;
    while page.eval("!!document.activeElement.closest('#squares')") == false {
        page.strike("Tab");
        left -= 1;
        assert!(left > 0, "the board is not reached");
    }
    // The cursor begins on e1.
    for _ in 0..5 {
        page.press("ArrowUp");
    }
    page.strike("K");
    for _ in 0..2 {
        page.press("ArrowUp");
    }
    page.strike("k");
    page.press("ArrowRight");
    page.strike("Q");
    page.strike("Enter");
    for _ in 0..2 {
        page.press("ArrowDown");
    }
    page.strike("Enter");
    assert_eq!(fen(&mut page), "4k3/8/4KQ2/8/8/8/8/8 w");
    page.press("Delete");
    assert_eq!(fen(&mut page), "4k3/8/4K3/8/8/8/8/8 w");
    page.strike("Q");
    let mut left = 80;
    while page.text("document.activeElement.dataset.ask ?? ''") != "solve" {
        page.strike("Tab");
        left -= 1;
        assert!(left > 0, "the question is not reached");
    }
    page.strike("Enter");
    finished(&mut page);
    // Through the solution by arrows, wherever the focus is but in a field.
    page.press("ArrowRight");
    let shown = page.text("document.querySelector('#results .move[aria-current]').textContent");
    assert!(!shown.is_empty());
    page.press("End");
    page.press("Home");
    assert_eq!(
        page.text("document.querySelector('#results svg.board').dataset.fen"),
        "4k3/8/4KQ2/8/8/8/8/8 w"
    );
    page.finish_within(&server.address);
}

/// The tour leads from problem to problem, and what it asks for has the answer it promises.
#[test]
#[ignore = "needs a browser: cargo test --test cli browser:: -- --ignored"]
fn the_tour_leads_through_five_problems() {
    let server = Server::new(&[]);
    let mut page = opened(&server, 1280, 1000);
    page.click("#stops button");
    for (number, verdict) in [
        (1, "possible"),
        (2, "solved"),
        (3, "solved"),
        (4, "solved"),
        (5, "solved"),
    ] {
        let title = page.text("document.getElementById('tour-title').textContent");
        assert!(title.starts_with(&format!("Tour {number} of 5")), "{title}");
        assert_eq!(page.eval("document.getElementById('tour').open"), false);
        page.click("#tour-ask");
        finished(&mut page);
        assert_eq!(
            page.text("document.querySelector('#results .badge').textContent"),
            verdict
        );
        page.picture(&format!("board-tour-{number}"));
        page.eval("document.getElementById('tour-next').click()");
    }
    page.click("#tour-end");
    assert_eq!(
        page.eval("document.getElementById('tour-stop').hidden"),
        true
    );
    page.finish_within(&server.address);
}

#[test]
#[ignore = "needs a browser: cargo test --test cli browser:: -- --ignored"]
fn undoing_brings_back_the_problem_that_was_there() {
    let server = Server::new(&[]);
    let mut page = opened(&server, 1280, 1000);
    paste(
        &mut page,
        "fen: 8/8/8/8/8/1K6/7Q/k7 b\nstipulation: h#1.5\nauthor: Ada\n",
    );
    page.wait_for("document.getElementById('author').value === 'Ada'");
    paste(&mut page, "fen: 8/8/8/8/8/1K6/7R/k7 w\nstipulation: #1\n");
    page.wait_for("document.getElementById('author').value === ''");
    page.click("[data-act=undo]");
    let form = "document.getElementById('goal').value + document.getElementById('moves').value + document.getElementById('author').value";
    assert_eq!(page.text(form), "h#1.5Ada");
    assert_eq!(fen(&mut page), "8/8/8/8/8/1K6/7Q/k7 b");
    page.click("[data-act=redo]");
    assert_eq!(page.text(form), "#1");
    assert_eq!(fen(&mut page), "8/8/8/8/8/1K6/7R/k7 w");
    // A change of the question is undone by itself.
    pick(&mut page, "goal", "s#");
    page.drag(&square("h2"), &square("g2"));
    page.click("[data-act=undo]");
    assert_eq!(page.text(form), "s#1");
    page.click("[data-act=undo]");
    assert_eq!(page.text(form), "#1");
    // What the page began with stays.
    page.visit(&format!(
        "{}?lang=en#fen={}&stipulation=%232&convention=pra",
        server.address,
        LANGSTAFF.replace(' ', "+")
    ));
    page.wait_for("document.getElementById('fen').value.startsWith('4k2r')");
    pick(&mut page, "convention", "codex");
    let convention = "document.getElementById('convention').value";
    for _ in 0..2 {
        page.click("[data-act=undo]");
        assert_eq!(page.text(convention), "pra");
        assert_eq!(fen(&mut page), LANGSTAFF);
    }
    page.finish_within(&server.address);
}

/// What the form has no entry for became `#2` once, without a word.
#[test]
#[ignore = "needs a browser: cargo test --test cli browser:: -- --ignored"]
fn stipulations_without_an_entry_are_kept_in_words() {
    let server = Server::new(&[]);
    let mut page = opened(&server, 1280, 1000);
    for stipulation in [
        "-1 & h#1.5",
        "-2 & #1 Klan",
        "h#2, 2 solutions",
        "-2 & s#1 Proca",
    ] {
        paste(
            &mut page,
            &format!(
                "fen: 8/8/8/8/8/1K6/7Q/k7 b\nstipulation: {stipulation}\nauthor: {stipulation}\n"
            ),
        );
        page.wait_for(&format!(
            "document.getElementById('author').value === '{stipulation}'"
        ));
        let address = "new URLSearchParams(location.hash.slice(1)).get('stipulation')";
        assert_eq!(page.text(address), stipulation);
    }
    page.finish_within(&server.address);
}

#[test]
#[ignore = "needs a browser: cargo test --test cli browser:: -- --ignored"]
fn a_stipulation_changes_the_side_to_move_only_where_it_tells_it() {
    let server = Server::new(&[]);
    let mut page = opened(&server, 1280, 1000);
    page.visit(&format!(
        "{}?lang=en#fen=4k3/8/8/8/8/8/8/4K2R+w&stipulation=%232",
        server.address
    ));
    page.wait_for("document.getElementById('fen').value.startsWith('4k3')");
    for (goal, turn) in [
        ("histories", 'w'),
        ("h#", 'b'),
        ("last-move", 'b'),
        ("#", 'w'),
        ("-n & #1 Proca", 'b'),
        ("s#", 'w'),
    ] {
        pick(&mut page, "goal", goal);
        assert!(fen(&mut page).ends_with(turn), "{goal}");
    }
    // Who had Black begin keeps it.
    page.click("[name=turn][value=b]");
    pick(&mut page, "goal", "#");
    assert!(fen(&mut page).ends_with('b'));
    page.finish_within(&server.address);
}

#[test]
#[ignore = "needs a browser: cargo test --test cli browser:: -- --ignored"]
fn a_proof_game_is_set_up_by_hand_and_solved() {
    let server = Server::new(&[]);
    let mut page = opened(&server, 1280, 1000);
    page.click("[data-act=array]");
    // 1.e4 e5 2.Nf3, a move before White's knight came out.
    page.drag(&square("e2"), &square("e4"));
    page.drag(&square("e7"), &square("e5"));
    page.drag(&square("g1"), &square("f3"));
    page.click("[name=turn][value=b]");
    pick(&mut page, "goal", "pg");
    page.eval("document.getElementById('moves').value = ''");
    page.click("#moves");
    page.write("1.5");
    let shown = "[...document.querySelectorAll('label[data-with]')].filter((l) => !l.hidden).map((l) => l.querySelector('input, select').id).join()";
    assert_eq!(page.text(shown), "moves");
    page.wait_for("location.hash.includes('pg+1.5')");
    page.click("[data-ask=solve]");
    finished(&mut page);
    let answer = "document.querySelector('#results article').innerText.replace(/\\s+/g, ' ')";
    let said = page.text(answer);
    for part in [
        "pg 1.5",
        "Another game",
        "1. e4 e5 2. Nf3",
        "1. Nf3 e5 2. e4",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    page.picture("board-proof-game");
    // The question survives a bookmark, and what is asked without a length.
    pick(&mut page, "goal", "last-move");
    page.wait_for("location.hash.includes('stipulation=last-move')");
    page.reload();
    page.wait_for("document.getElementById('goal')?.value === 'last-move'");
    assert_eq!(page.text(shown), "");
    page.finish_within(&server.address);
}

#[test]
#[ignore = "needs a browser: cargo test --test cli browser:: -- --ignored"]
fn text_and_picture_are_copied() {
    let server = Server::new(&[]);
    let mut page = opened(&server, 1280, 1000);
    page.call(
        "Browser.grantPermissions",
        json!({"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}),
    );
    page.call("Page.bringToFront", json!({}));
    paste(&mut page, "fen: 7k/8/5K2/6Q1/8/8/8/8 w\nstipulation: #2\n");
    page.wait_for("document.getElementById('fen').value.startsWith('7k')");
    let copied = |page: &mut Page, button: &str, status: &str| {
        page.eval(&format!(
            "document.getElementById('{status}').textContent = ''"
        ));
        page.click(button);
        page.wait_for(&format!(
            "document.getElementById('{status}').textContent !== ''"
        ));
        page.text(&format!("document.getElementById('{status}').textContent"))
    };
    for (button, text) in [
        ("#copy-problem", "stipulation: #2"),
        ("#copy-diagram", "   a b c d e f g h"),
    ] {
        assert_eq!(copied(&mut page, button, "save-said"), "Copied.");
        let held = page.text("navigator.clipboard.readText()");
        assert!(held.contains(text), "{held}");
    }
    assert_eq!(copied(&mut page, "#copy-image", "save-said"), "Copied.");
    let held = page.text(
        "navigator.clipboard.read().then(([item]) => item.getType('image/png')).then((blob) => createImageBitmap(blob)).then((b) => b.width + 'x' + b.height)",
    );
    let (width, height) = held.split_once('x').unwrap();
    assert!(
        width.parse::<u32>().unwrap() > 300 && height.parse::<u32>().unwrap() > 300,
        "{held}"
    );
    page.click("[data-ask=solve]");
    finished(&mut page);
    assert_eq!(copied(&mut page, "#copy-answer", "how"), "Copied.");
    let held = page.text("navigator.clipboard.readText()");
    assert!(
        held.contains("a b c d e f g h") && held.contains("Key"),
        "{held}"
    );
    page.finish_within(&server.address);
}

#[test]
#[ignore = "needs a browser: cargo test --test cli browser:: -- --ignored"]
fn on_a_telephone_nothing_is_cut_off_and_the_board_stays_in_sight() {
    let server = Server::new(&[]);
    let mut page = opened(&server, 400, 800);
    page.eval("document.documentElement.dataset.theme = 'dark'");
    page.picture("board-phone-tour");
    page.eval("document.querySelectorAll('#stops button')[2].click()");
    page.wait_for("document.getElementById('fen').value.startsWith('4k2r')");
    page.picture("board-phone");
    page.eval("document.querySelectorAll('details').forEach((d) => d.open = true)");
    assert_eq!(
        page.eval("document.documentElement.scrollWidth <= 400"),
        true
    );
    // What a closed list cuts off is read below it.
    let in_full = "[...document.querySelectorAll('#options label:not([hidden]) .in-full')].every((line) => \
        line.offsetHeight > 0 && line.textContent === line.previousElementSibling.selectedOptions[0].textContent)";
    assert_eq!(page.eval(in_full), true);
    page.picture("board-phone-options");
    page.eval("document.querySelectorAll('details').forEach((d) => d.open = false)");
    page.click("#tour-ask");
    finished(&mut page);
    assert_eq!(
        page.eval("[...document.querySelectorAll('.in-words')].every((words) => words.innerText.trim().length > 3)"),
        true,
        "each world stands in words below its letters"
    );
    assert_eq!(
        page.eval("document.documentElement.scrollWidth <= 400"),
        true
    );
    page.click("#results .ruling.taken-back");
    page.picture("board-phone-solved");
    let top = page.eval("document.querySelector('#results svg.board').getBoundingClientRect().top");
    let bottom =
        page.eval("document.querySelector('#results svg.board').getBoundingClientRect().bottom");
    assert!(
        top.as_f64().unwrap() >= -2.0 && bottom.as_f64().unwrap() <= 800.0,
        "{top} {bottom}"
    );
    page.finish_within(&server.address);
}

/// The script of axe-core; where `BERUEHRT_AXE` does not name it, nothing is checked, and that is said.
fn axe() -> Option<String> {
    let Some(path) = std::env::var_os("BERUEHRT_AXE").map(PathBuf::from) else {
        #[allow(
            clippy::print_stderr,
            reason = "a check that was left out must be seen"
        )]
        {
            eprintln!("BERUEHRT_AXE names no axe-core: accessibility is NOT checked");
        }
        return None;
    };
    Some(std::fs::read_to_string(path).unwrap())
}

#[test]
#[ignore = "needs a browser: cargo test --test cli browser:: -- --ignored"]
fn axe_finds_nothing_to_object_to() {
    let Some(axe) = axe() else { return };
    let server = Server::new(&[]);
    for (language, theme) in [("en", "light"), ("de", "dark")] {
        let mut page = opened(&server, 1280, 1000);
        page.visit(&format!(
            "{}?lang={language}#fen={}&stipulation=%232&convention=bg",
            server.address,
            LANGSTAFF.replace(' ', "+")
        ));
        page.wait_for("document.getElementById('fen').value.startsWith('4k2r')");
        page.eval(&format!(
            "document.documentElement.dataset.theme = '{theme}'"
        ));
        page.eval("document.querySelectorAll('details').forEach((d) => d.open = true)");
        page.click("[data-ask=solve]");
        finished(&mut page);
        page.picture(&format!("board-{language}-{theme}"));
        page.eval(&axe);
        let found = page.text(
            "axe.run().then((r) => r.violations.map((v) => v.id + ': ' + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 120)).join(' | ')).join('\\n'))",
        );
        assert_eq!(found, "", "{language}, {theme}");
    }
}
