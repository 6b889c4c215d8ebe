//! Whoever is not the page of this board gets nothing, and whatever he does, the board answers.

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use super::server::{Server, body, status};

const PROBLEM: &str = "fen: 4k2r/8/5B1P/5KpP/8/8/8/3R4 w\nstipulation: #2\nconvention: bg\n";

/// A search that takes as long as it may: a long helpmate with room for everything.
const ENDLESS: &str = "fen: 8/8/8/3k4/8/8/8/Q2K4 b\nstipulation: h#8\n";

fn request(method: &str, path: &str, headers: &[&str], body: &str) -> Vec<u8> {
    let mut text = format!("{method} {path} HTTP/1.1\r\n");
    for header in headers {
        text += header;
        text += "\r\n";
    }
    if method == "POST" {
        let _ = write!(text, "Content-Length: {}\r\n", body.len());
    }
    (text + "\r\n" + body).into_bytes()
}

#[test]
fn the_page_comes_with_headers_that_let_nothing_in() {
    let server = Server::new(&[]);
    let page = server.get("");
    assert_eq!(status(&page), 200, "{page}");
    let head = page.split("\r\n\r\n").next().unwrap().to_lowercase();
    for header in [
        "content-security-policy: default-src 'none'; script-src 'self'",
        "frame-ancestors 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "cache-control: no-store",
    ] {
        assert!(head.contains(header), "{header}: {head}");
    }
    assert!(!page.contains("<script>"), "no script in the page itself");
    assert!(
        server.path.len() > 30,
        "a token long enough: {}",
        server.path
    );
    assert_ne!(server.path, Server::new(&[]).path, "another one each time");
}

#[test]
fn who_does_not_know_the_token_or_comes_from_elsewhere_gets_nothing() {
    let server = Server::new(&[]);
    let (host, path) = (&server.host, &server.path);
    let port = host.rsplit(':').next().unwrap();
    let right = format!("Host: {host}");
    let own = format!("Origin: http://{host}");
    let look = format!("{path}look");
    // The token with another last letter: it is drawn, and may end with any.
    let (start, last) = path[..path.len() - 1].split_at(path.len() - 2);
    let nearly = format!("{start}{}/", if last == "A" { "B" } else { "A" });
    assert_ne!(nearly, *path);
    let localhost = format!("Host: localhost:{port}");
    let elsewhere = format!("Host: evil.example:{port}");
    let refused: &[(&str, &str, &[&str])] = &[
        ("GET", "/", &[&right]),
        ("GET", "//", &[&right]),
        ("GET", "/board.js", &[&right]),
        ("GET", &nearly, &[&right]),
        ("POST", "/look", &[&right, &own]),
        // The name of another host for this machine, as DNS rebinding has it.
        ("GET", path, &[&elsewhere]),
        ("GET", path, &["Host: 127.0.0.1"]),
        ("GET", path, &["Host: "]),
        ("GET", path, &[]),
        ("GET", path, &[&right, &right]),
        ("POST", &look, &[&right, "Origin: http://evil.example"]),
        ("POST", &look, &[&right, "Origin: null"]),
        ("POST", &look, &[&right, "Origin: https://127.0.0.1:1"]),
        ("POST", &look, &[&right]),
        ("POST", &look, &[&localhost, &own]),
        ("POST", &look, &[&right, &own, "Sec-Fetch-Site: cross-site"]),
        ("GET", path, &[&right, "Origin: http://evil.example"]),
        (
            "GET",
            path,
            &[
                &right,
                "Sec-Fetch-Site: cross-site",
                "Sec-Fetch-Mode: no-cors",
            ],
        ),
    ];
    for (method, path, headers) in refused {
        let answer = server.send(&request(method, path, headers, PROBLEM));
        assert!(
            matches!(status(&answer), 403 | 421),
            "{method} {path} {headers:?}: {answer}"
        );
        assert!(
            !answer.contains("verdict") && !answer.contains("palette"),
            "{answer}"
        );
    }
    // The same with everything right is answered, under either name of the machine.
    let answer = server.send(&request("POST", &look, &[&right, &own], PROBLEM));
    assert_eq!(status(&answer), 200, "{answer}");
    let answer = server.send(&request("GET", path, &[&localhost], ""));
    assert_eq!(status(&answer), 200, "{answer}");
}

#[test]
fn no_path_leads_to_the_disk() {
    let server = Server::new(&[]);
    for path in [
        "../../etc/passwd",
        "..%2f..%2fetc%2fpasswd",
        "%2e%2e/%2e%2e/etc/passwd",
        "....//....//etc/passwd",
        "/etc/passwd",
        "file?name=/etc/passwd",
        "library/../../Cargo.toml",
        "board.js/../../../Cargo.toml",
        "Cargo.toml",
        "\u{0}/etc/passwd",
        "..\\..\\windows\\win.ini",
    ] {
        let answer = server.get(path);
        assert!(
            !answer.contains("root:") && !answer.contains("[package]"),
            "{path}: {answer}"
        );
        assert!(
            matches!(status(&answer), 200 | 400 | 404),
            "{path}: {answer}"
        );
        if status(&answer) == 200 {
            assert_eq!(body(&answer), "{\"problems\":[]}", "{path}");
        }
    }
    // A problem that names a file is text and nothing else.
    let answer = server.post("read", "fen: file:///etc/passwd w\nstipulation: #2\n");
    assert!(!answer.contains("root:"), "{answer}");
}

#[test]
fn what_is_too_long_or_no_request_is_refused_and_not_held() {
    let server = Server::new(&[]);
    let (host, path) = (&server.host, &server.path);
    let before = server.memory();
    let head = |length: &str| {
        format!(
            "POST {path}read HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Length: {length}\r\n\r\n"
        )
    };
    // A hundred megabytes, sent as far as anybody takes them.
    let mut stream = server.connect();
    stream.write_all(head("104857600").as_bytes()).unwrap();
    let piece = vec![b'x'; 1 << 20];
    let taken = (0..100)
        .take_while(|_| stream.write_all(&piece).is_ok())
        .count();
    assert!(taken < 100, "somebody takes it all");
    for length in ["104857600", "18446744073709551616", "1048577"] {
        assert_eq!(
            status(&server.send(head(length).as_bytes())),
            413,
            "{length}"
        );
    }
    for length in ["-1", "x", "", "1, 1"] {
        assert_eq!(
            status(&server.send(head(length).as_bytes())),
            400,
            "{length}"
        );
    }
    let chunked = format!(
        "POST {path}read HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"
    );
    assert_eq!(status(&server.send(chunked.as_bytes())), 411);
    let long = format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(20_000));
    assert_eq!(status(&server.send(long.as_bytes())), 431);
    let many = format!("GET / HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(1000));
    assert_eq!(status(&server.send(many.as_bytes())), 431);
    for nonsense in [
        &b"\x16\x03\x01\x02\x00\x01"[..],
        b"GET\r\n\r\n",
        b"\0\0\0\0\r\n\r\n",
        b"GET / HTTP/9\r\n\r\n",
    ] {
        let answer = server.send(nonsense);
        assert!(matches!(status(&answer), 400 | 403 | 421), "{answer}");
    }
    // A whole megabyte of noise is read as what it is.
    let noise: String = (0..1_u32 << 20)
        .map(|at| char::from(b' ' + (at * 7 % 90) as u8))
        .collect();
    assert_eq!(status(&server.post("read", &noise)), 200);
    assert!(server.is_alive());
    if let (Some(before), Some(after)) = (before, server.memory()) {
        assert!(after < before + 100 * 1024, "{before} KiB, then {after}");
    }
}

#[test]
fn two_hundred_connections_that_say_nothing_keep_nobody_out() {
    let server = Server::new(&[]);
    let idle: Vec<TcpStream> = (0..200).map(|_| server.connect()).collect();
    // Others send a byte now and then.
    let mut slow: Vec<TcpStream> = (0..20).map(|_| server.connect()).collect();
    for stream in &mut slow {
        let _ = stream.write_all(b"G");
    }
    let began = Instant::now();
    for _ in 0..5 {
        assert!(server.is_alive(), "after {:?}", began.elapsed());
    }
    if let Some(threads) = server.threads() {
        assert!(threads < 200, "{threads} threads");
    }
    // Who never asks is shown out.
    let mut last = idle.last().unwrap();
    let mut byte = [0];
    assert!(matches!(last.read(&mut byte), Ok(0) | Err(_)));
    assert!(began.elapsed() < Duration::from_secs(30));
    assert!(server.is_alive());
}

#[test]
fn ten_thousand_requests_are_answered_in_bounded_memory() {
    let server = Server::new(&[]);
    for _ in 0..200 {
        assert!(server.is_alive());
    }
    let before = server.memory();
    let began = Instant::now();
    let (good, all) = std::thread::scope(|scope| {
        let asked: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| {
                    let mut counted = (0, 0);
                    while counted.1 < 2_500 && began.elapsed() < Duration::from_mins(1) {
                        let answer = server.get("board.css");
                        counted = (
                            counted.0 + usize::from(status(&answer) == 200),
                            counted.1 + 1,
                        );
                    }
                    counted
                })
            })
            .collect();
        let counted = asked.into_iter().map(|asked| asked.join().unwrap());
        counted.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    });
    assert_eq!(good, all);
    assert!(all >= 1_000, "{all} in a minute");
    if let (Some(before), Some(after)) = (before, server.memory()) {
        assert!(after < before + 50 * 1024, "{before} KiB, then {after}");
    }
}

/// Whether the program uses next to no processor time within half a second, waiting for that a while.
fn comes_to_rest(server: &Server) -> bool {
    let end = Instant::now() + Duration::from_secs(20);
    while Instant::now() < end {
        let before = server.ticks();
        std::thread::sleep(Duration::from_millis(500));
        match (before, server.ticks()) {
            (Some(before), Some(after)) if after - before > 5 => {}
            _ => return true,
        }
    }
    false
}

#[test]
fn a_search_ends_when_its_page_is_closed() {
    let server = Server::new(&[]);
    let (host, path) = (&server.host, &server.path);
    for _ in 0..5 {
        let mut tab = server.connect();
        let length = ENDLESS.len();
        let asked = format!(
            "POST {path}ask?do=solve&seconds=3000 HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n\
             Content-Length: {length}\r\n\r\n{ENDLESS}"
        );
        tab.write_all(asked.as_bytes()).unwrap();
        let mut some = [0; 700];
        tab.read_exact(&mut some).unwrap();
        let said = String::from_utf8_lossy(&some);
        assert!(said.contains("\"begun\""), "{said}");
        drop(tab);
        assert!(comes_to_rest(&server), "the search goes on");
    }
    assert!(server.is_alive());
}

#[test]
fn no_more_searches_run_than_there_are_cores() {
    let server = Server::new(&[]);
    let (host, path) = (&server.host, &server.path);
    let cores = std::thread::available_parallelism().unwrap().get();
    let length = ENDLESS.len();
    let asked = format!(
        "POST {path}ask?do=solve&seconds=3000 HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n\
         Content-Length: {length}\r\n\r\n{ENDLESS}"
    );
    let begun: Vec<TcpStream> = (0..cores)
        .map(|_| {
            let mut tab = server.connect();
            tab.write_all(asked.as_bytes()).unwrap();
            let mut some = [0; 700];
            tab.read_exact(&mut some).unwrap();
            tab
        })
        .collect();
    assert_eq!(status(&server.send(asked.as_bytes())), 503);
    assert!(server.is_alive(), "the page is there all the same");
    drop(begun);
    assert!(comes_to_rest(&server));
    assert!(
        server
            .post("ask?do=solve&seconds=20", PROBLEM)
            .contains("\"end\"")
    );
}

#[test]
fn a_limit_ends_a_search_and_no_question_panics() {
    let server = Server::new(&[]);
    let answer = server.post("ask?do=solve&seconds=1", ENDLESS);
    assert!(answer.contains("\"open\":true"), "{answer}");
    for fen in [
        "8/8/8/8/8/8/8/8 w",
        "KKKKKKKK/8/8/8/8/8/8/kkkkkkkk w",
        "PPPPPPPP/8/8/8/8/8/8/pppppppp b",
        "x",
        "",
    ] {
        for stipulation in [
            "#2",
            "h#0.5",
            "s#0",
            "#?",
            "=999999",
            "h#99999999999",
            "",
            "histories",
        ] {
            let text = format!("fen: {fen}\nstipulation: {stipulation}\n");
            for place in [
                "look",
                "read",
                "save?to=olv",
                "save?to=png",
                "save?to=html",
                "save?to=x",
            ] {
                let answer = server.post(place, &text);
                assert!(
                    matches!(status(&answer), 200 | 400),
                    "{place} {text}: {answer}"
                );
            }
        }
    }
    for text in [
        "",
        "x\ny\nz",
        "8/8/8/8/8/8/8/8 w\ne1\n",
        "8/8/8/8/8/8/8/K1k5 w - -\nj:e1,a8=Q\nclub",
        "\u{0}\n\u{0}",
    ] {
        let answer = server.post("touch", text);
        assert!(matches!(status(&answer), 200 | 400), "{text}: {answer}");
    }
    for place in [
        "ask",
        "ask?do=x",
        "ask?do=solve&seconds=x&after=99",
        "stop?id=77",
        "stop",
        "nothing",
        "?",
        "ask?do=verify",
    ] {
        let answer = server.post(place, "fen: 8/8/8/8/8/8/8/8 w\nstipulation: #2\n");
        assert!(
            matches!(status(&answer), 200 | 400 | 404),
            "{place}: {answer}"
        );
        assert!(!answer.contains("internal error"), "{place}: {answer}");
    }
    assert!(server.is_alive());
}
