//! What the page is told.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::server::{Server, body, status};

fn json(answer: &str) -> Value {
    serde_json::from_str(body(answer)).unwrap_or_else(|error| panic!("{error}: {answer}"))
}

/// The events of a streamed answer.
fn events(answer: &str) -> Vec<Value> {
    let lines = body(answer).lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn illegal_set_ups_are_said_in_words_at_once() {
    let server = Server::new(&[]);
    for (fen, lang, expected) in [
        (
            "8/8/8/8/8/8/8/KK6 w",
            "en",
            "White has 2 kings instead of one",
        ),
        (
            "8/8/8/8/8/8/8/KK5k w",
            "de",
            "Weiß hat 2 Könige statt eines",
        ),
        ("k6R/8/1K6/8/8/8/8/8 w", "en", "check"),
    ] {
        let text = format!("fen: {fen}\nstipulation: #2\n");
        let said = json(&server.post(&format!("look?lang={lang}"), &text));
        assert_eq!(said["verdict"], "illegal", "{fen}: {said}");
        assert!(said["said"].to_string().contains(expected), "{fen}: {said}");
    }
    let array = "fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w\nstipulation: #2\n";
    assert_eq!(json(&server.post("look", array))["verdict"], "legal");
    let wrong = json(&server.post("look?lang=de", "fen: 8/8 w\nstipulation: #2\n"));
    assert_eq!(wrong["verdict"], "unreadable", "{wrong}");
}

#[test]
fn every_format_is_recognised_and_a_list_is_offered() {
    let server = Server::new(&[]);
    let olv = "algebraic:\n  white: [Kb3, Rh2]\n  black: [Ka1]\nstipulation: \"#1\"\n";
    let popeye = "BeginProblem\nPieces White Kb3 Rh2 Black Ka1\nStipulation #1\nNextProblem\nPieces White Kb3 Rh2 Black Ka1\nStipulation h#1\nEndProblem\n";
    for (text, format, problems) in [
        ("8/8/8/8/8/1K6/7R/k7 w", "fen", 1),
        (olv, "olv", 1),
        (popeye, "popeye", 2),
        ("fen: 8/8/8/8/8/1K6/7R/k7 w\nstipulation: #1", "bg", 1),
        ("8/8/8/8/8/1K6/7R/k7 w - - dm 1; id \"x\";", "epd", 1),
    ] {
        let read = json(&server.post("read", text));
        assert_eq!(read["format"], format, "{read}");
        let listed = read["problems"].as_array().unwrap();
        assert_eq!(listed.len(), problems, "{read}");
        let own = listed[0]["bg"].as_str().unwrap();
        assert!(own.contains("8/8/8/8/8/1K6/7R/k7"), "{own}");
    }
}

#[test]
fn the_file_of_the_command_line_can_be_opened() {
    let server = Server::new(&["problems/published/hume-1923.bg"]);
    let file = json(&server.get("file"));
    assert_eq!(file["problems"].as_array().unwrap().len(), 1);
    assert!(
        file["problems"][0]["name"]
            .as_str()
            .unwrap()
            .contains("Hume")
    );
}

/// Nothing is taken for a stipulation that is not understood where a submission is verified.
#[test]
fn what_is_not_understood_is_not_verified() {
    let server = Server::new(&[]);
    let text = "fen: 8/8/8/8/8/1K6/7R/k7 w\nstipulation: Who has just moved here?\n";
    assert_eq!(status(&server.post("ask?do=verify&seconds=5", text)), 400);
    assert_eq!(
        status(&server.post("ask?do=histories&seconds=5", text)),
        200
    );
}

#[test]
fn verdicts_come_while_it_works_and_what_was_found_is_gone_on_from() {
    let server = Server::new(&[]);
    let text = std::fs::read_to_string("problems/originals/first-touch-decides.bg").unwrap();
    let events = events(&server.post("ask?do=solve&seconds=60", &text));
    let kinds: Vec<&str> = events
        .iter()
        .map(|event| event["event"].as_str().unwrap())
        .collect();
    assert_eq!(kinds[0], "begun");
    assert_eq!(
        kinds.iter().filter(|kind| **kind == "world").count(),
        3,
        "{kinds:?}"
    );
    let at = |wanted: &str| kinds.iter().position(|kind| *kind == wanted).unwrap();
    assert!(at("world") < at("result"));
    let result = &events[at("result")];
    assert_eq!(result["entry"]["solve"]["verdict"], "solved");
    assert!(
        result["text"]
            .as_str()
            .unwrap()
            .contains("1. hxg6 e.p.#! on trial")
    );
    let end = events.last().unwrap();
    assert_eq!(
        (&end["event"], &end["open"]),
        (&Value::from("end"), &Value::from(false))
    );
    // What is known is not looked for again.
    let again = format!("ask?do=histories&seconds=60&after={}", end["id"]);
    let answer = server.post(&again, &text);
    assert!(!answer.contains("\"event\":\"world\""), "{answer}");
    assert!(answer.contains("\"verdict\":\"possible\""), "{answer}");
    // The page of the result has it.
    let page = server.post(&format!("save?to=html&found={}", end["id"]), &text);
    assert!(page.contains("attachment; filename=\"problem.html\"") && page.contains("hxg6"));
}

#[test]
fn a_search_that_is_stopped_says_what_it_has() {
    let server = Server::new(&[]);
    let text = "fen: r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w\nstipulation: #9\n";
    let (host, path, length) = (&server.host, &server.path, text.len());
    let mut tab = server.connect();
    let asked = format!(
        "POST {path}ask?do=solve&seconds=3000 HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n\
         Content-Length: {length}\r\n\r\n{text}"
    );
    tab.write_all(asked.as_bytes()).unwrap();
    let mut some = [0; 700];
    tab.read_exact(&mut some).unwrap();
    assert_eq!(status(&server.post("stop?id=1", "")), 200);
    let mut rest = String::new();
    tab.read_to_string(&mut rest).unwrap();
    assert!(rest.contains("\"stopped\":true"), "{rest}");
    assert!(rest.contains("\"event\":\"result\""), "{rest}");
}

#[test]
fn the_touch_question_names_duty_and_article() {
    let server = Server::new(&[]);
    let asked = "4k2r/8/5B1P/5KpP/8/8/8/3R4 w k - 0 1\nh5,g5\nfide-2018";
    let answer = json(&server.post("touch?lang=de", asked));
    assert_eq!(answer["article"], "4.3.3", "{answer}");
    assert!(answer["said"].as_str().unwrap().contains("g5"), "{answer}");
    assert_eq!(
        status(&server.post("touch", "8/8/8/8/8/8/8/8 w\ne9\n")),
        400
    );
}

#[test]
fn the_problem_is_saved_in_every_format() {
    let server = Server::new(&[]);
    let text = "fen: 8/8/8/8/8/1K6/7R/k7 w\nstipulation: #1\n";
    for format in [
        "bg", "popeye", "olv", "pdb", "epd", "fen", "pgn", "latex", "svg", "html",
    ] {
        let saved = server.post(&format!("save?to={format}"), text);
        assert_eq!(status(&saved), 200, "{format}: {saved}");
        assert!(!body(&saved).is_empty(), "{format}");
    }
    let olv = server.post("save?to=olv", text);
    let read = json(&server.post("read", body(&olv)));
    assert_eq!(read["format"], "olv");
    assert!(
        read["problems"][0]["bg"]
            .as_str()
            .unwrap()
            .contains("8/8/8/8/8/1K6/7R/k7 w")
    );
}

#[cfg(unix)]
#[test]
fn the_browser_gets_an_address_that_works_once() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let opened = folder.path().join("opened");
    let name = if cfg!(target_os = "macos") {
        "open"
    } else {
        "xdg-open"
    };
    let browser = folder.path().join(name);
    std::fs::write(
        &browser,
        format!(
            "#!/bin/sh\necho \"$1\" > {0}.part\nmv {0}.part {0}\n",
            opened.display()
        ),
    )
    .unwrap();
    std::fs::set_permissions(&browser, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = std::env::var("PATH").unwrap();
    let server = Server::opening(&format!("{}:{path}", folder.path().display()));
    let end = Instant::now() + Duration::from_secs(20);
    while !opened.exists() {
        assert!(Instant::now() < end, "no browser was started");
        std::thread::sleep(Duration::from_millis(20));
    }
    let address = std::fs::read_to_string(&opened).unwrap();
    assert!(
        !address.contains(&server.path),
        "others may see what a program is started with"
    );
    let (_, once) = address.trim()["http://".len()..].split_once('/').unwrap();
    let ask = format!("GET /{once} HTTP/1.1\r\nHost: {}\r\n\r\n", server.host);
    let answer = server.send(ask.as_bytes());
    assert_eq!(status(&answer), 303);
    assert!(
        answer.contains(&format!("location: {}", server.path)),
        "{answer}"
    );
    assert_eq!(status(&server.send(ask.as_bytes())), 403);
}
