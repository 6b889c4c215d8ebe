//! What the page of results says and leaves out, and whether its play is reached by keyboard.

use std::fmt::Write as _;

use super::chromium::Page;
use super::written;

const CURRENT: &str =
    "[...document.querySelectorAll('.move')].findIndex((b) => b.hasAttribute('aria-current'))";

#[test]
#[ignore = "needs a browser: cargo test --test cli browser:: -- --ignored"]
fn arrow_keys_reach_every_branch() {
    let folder = tempfile::tempdir().unwrap();
    for problem in ["tour/langstaff", "published/langstaff-1922"] {
        let file = written(folder.path(), &["solve", &format!("problems/{problem}.bg")]);
        let mut page = Page::new(1280, 900);
        page.open(&file);
        let mut reached = std::collections::BTreeSet::new();
        page.press("ArrowRight");
        loop {
            // As deep as it goes, then to the branch beside.
            let at = page.eval(CURRENT).as_i64().unwrap();
            reached.insert(at);
            page.press("ArrowRight");
            if page.eval(CURRENT) != at {
                continue;
            }
            page.press("ArrowDown");
            if page.eval(CURRENT) == at {
                break;
            }
            if page.eval(CURRENT) == -1 {
                // The diagram of the next part.
                page.press("ArrowRight");
            }
        }
        reached.remove(&-1);
        page.eval("document.querySelectorAll('details').forEach((d) => d.open = true)");
        let moves = page.eval("document.querySelectorAll('.tree .move').length");
        let threats = page.eval("document.querySelectorAll('.threat .move').length");
        let all = moves.as_u64().unwrap() as usize;
        let threats = threats.as_u64().unwrap() as usize;
        assert!(
            reached.len() + threats >= all,
            "{problem}: {} of {all}",
            reached.len()
        );
        assert_eq!(
            page.eval("document.querySelectorAll('.taken-back').length > 0"),
            problem.starts_with("tour")
        );
        page.finish();
    }
}

#[test]
#[ignore = "needs a browser: cargo test --test cli browser:: -- --ignored"]
fn an_ordinary_helpmate_is_its_lines_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(
        folder.path(),
        &[
            "solve",
            "--fen",
            "7k/8/5K2/8/8/8/8/6Q1 b",
            "--stipulation",
            "h#1",
        ],
    );
    let mut page = Page::new(1280, 900);
    page.open(&file);
    let text = page.text("document.querySelector('main').textContent");
    for left_out in ["Codex", "undecided", "key", "!"] {
        assert!(!text.contains(left_out), "{left_out}: {text}");
    }
    assert!(text.contains("(2+1)"), "the men are counted: {text}");
    assert_eq!(page.text("document.querySelector('h2').textContent"), "h#1");
    page.finish();
}

#[test]
#[ignore = "needs a browser: cargo test --test cli browser:: -- --ignored"]
fn captures_in_passing_are_written_as_in_texts_and_the_solution_comes_first() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(
        folder.path(),
        &["solve", "problems/originals/first-touch-decides.bg"],
    );
    let mut page = Page::new(400, 800);
    page.open(&file);
    assert_eq!(
        page.text("document.querySelector('.move.is-key').textContent"),
        "hxg6 e.p.#!"
    );
    assert_eq!(
        page.text("document.querySelector('h2').textContent"),
        "first-touch-decides"
    );
    let heads = page.text("[...document.querySelectorAll('h3')].map((h) => h.textContent).join()");
    assert_eq!(heads, "Solution,Histories");
    // On a telephone the board is in sight whatever is read.
    page.eval("document.querySelector('.worlds').scrollIntoView()");
    let top = page.eval("document.querySelector('svg.board').getBoundingClientRect().top");
    assert!(top.as_f64().unwrap() >= -1.0, "{top}");
    page.finish();
}

#[test]
#[ignore = "needs a browser: cargo test --test cli browser:: -- --ignored"]
fn a_collection_gives_verdicts_of_the_past_and_a_way_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut text = String::new();
    for number in 0..30 {
        let asked = ["histories", "last-move", "#1"][number % 3];
        let _ = writeln!(
            text,
            "---\nfen: 8/8/8/8/8/1K6/7R/k7 w\nstipulation: {asked}"
        );
    }
    let problems = folder.path().join("many.bg");
    std::fs::write(&problems, text).unwrap();
    let file = written(folder.path(), &["batch", problems.to_str().unwrap()]);
    let mut page = Page::new(1280, 900);
    page.open(&file);
    let table = page.text("document.querySelector('.collection').textContent");
    assert!(!table.contains("null"), "{table}");
    assert!(table.contains("last-move"), "{table}");
    assert!(
        !table.contains(folder.path().to_str().unwrap()),
        "names of files are short: {table}"
    );
    let empty = page.eval(
        "[...document.querySelectorAll('tbody .badge')].filter((b) => !b.textContent).length",
    );
    assert_eq!(empty, 0, "every row has a verdict");
    page.eval("document.querySelectorAll('.open')[4].click()");
    page.eval("document.getElementById('back').click()");
    assert_eq!(page.text("document.activeElement.textContent"), "5");
    assert_eq!(page.eval("document.querySelectorAll('article').length"), 0);
    page.finish();
}
