//! One request of one connection, read within limits, and its answer.
//!
//! Invariant: whatever a client sends, or does not send, no more than [`LONGEST_HEAD`] and [`LONGEST_BODY`] bytes are
//! held of it, and no longer than [`HEAD_TIME`] and [`BODY_TIME`] are spent on waiting for it.

use std::fmt::Write as _;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

/// Most bytes of a request line with its headers.
const LONGEST_HEAD: usize = 16 << 10;

/// Most headers.
const MOST_HEADERS: usize = 64;

/// Most bytes of a body.
pub const LONGEST_BODY: usize = 1 << 20;

/// How long a client may take to ask.
const HEAD_TIME: Duration = Duration::from_secs(5);

/// How long it may take to send what belongs to it.
const BODY_TIME: Duration = Duration::from_secs(10);

/// How long it may leave an answer lying.
const WRITE_TIME: Duration = Duration::from_secs(10);

/// A request.
#[derive(Debug, Default)]
pub struct Request {
    /// `GET`, `POST`.
    pub method: String,
    /// The path, as sent.
    pub path: String,
    /// The parameters behind `?`, decoded.
    query: Vec<(String, String)>,
    /// The headers that decide who asks: their names in small letters.
    headers: Vec<(String, String)>,
    /// What came with it.
    pub body: Vec<u8>,
}

impl Request {
    /// A header; `None` if it is missing or was sent twice.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.headers.iter().filter(|(known, _)| known == name);
        match (found.next(), found.next()) {
            (Some((_, value)), None) => Some(value),
            _ => None,
        }
    }

    /// Whether a header was sent, however often.
    pub fn has(&self, name: &str) -> bool {
        self.headers.iter().any(|(known, _)| known == name)
    }

    /// A parameter.
    pub fn parameter(&self, name: &str) -> Option<&str> {
        let found = self.query.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }
}

/// Why there is no request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The client has gone, or took too long: nobody is there to be told.
    Silent,
    /// What came is no request.
    Malformed,
    /// The head is too long.
    HeadTooLong,
    /// The body is too long.
    BodyTooLong,
    /// The length of the body was not said.
    NoLength,
}

impl Fault {
    /// What the client is told, if anybody is there.
    pub fn answer(self) -> Option<Answer> {
        let (status, said) = match self {
            Fault::Silent => return None,
            Fault::Malformed => (400, "no request"),
            Fault::HeadTooLong => (431, "too long a head"),
            Fault::BodyTooLong => (413, "too long a body"),
            Fault::NoLength => (411, "how long is it?"),
        };
        Some(Answer::said(status, said))
    }
}

/// Reads the request of a connection.
///
/// # Errors
///
/// There is none, or it is not within the limits.
pub fn read(stream: &TcpStream) -> Result<Request, Fault> {
    let end = Instant::now() + HEAD_TIME;
    let mut bytes = Vec::new();
    let (mut request, head) = loop {
        if !read_more(stream, &mut bytes, end, LONGEST_HEAD)? {
            return Err(Fault::HeadTooLong);
        }
        if let Some(found) = parse(&bytes)? {
            break found;
        }
    };
    bytes.drain(..head);
    if request.has("transfer-encoding") {
        return Err(Fault::NoLength);
    }
    let length = match request.header("content-length") {
        Some(length) => parse_length(length)?,
        None if request.has("content-length") => return Err(Fault::Malformed),
        None if request.method == "POST" => return Err(Fault::NoLength),
        None => 0,
    };
    let end = Instant::now() + BODY_TIME;
    while bytes.len() < length {
        read_more(stream, &mut bytes, end, length)?;
    }
    bytes.truncate(length);
    request.body = bytes;
    Ok(request)
}

fn parse_length(text: &str) -> Result<usize, Fault> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Fault::Malformed);
    }
    match text.parse() {
        Ok(length) if length <= LONGEST_BODY => Ok(length),
        _ => Err(Fault::BodyTooLong),
    }
}

/// Waits for more bytes; false if there are as many as there may be already.
fn read_more(
    mut stream: &TcpStream,
    bytes: &mut Vec<u8>,
    end: Instant,
    most: usize,
) -> Result<bool, Fault> {
    let left = end.saturating_duration_since(Instant::now());
    let room = most.saturating_sub(bytes.len()).min(8 << 10);
    if room == 0 {
        return Ok(false);
    }
    if left.is_zero() || stream.set_read_timeout(Some(left)).is_err() {
        return Err(Fault::Silent);
    }
    let mut piece = [0; 8 << 10];
    match stream.read(&mut piece[..room]) {
        Ok(0) => Err(Fault::Silent),
        Ok(read) => {
            bytes.extend_from_slice(&piece[..read]);
            Ok(true)
        }
        Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(true),
        Err(_) => Err(Fault::Silent),
    }
}

/// The head, if it is whole, and how long it is.
fn parse(bytes: &[u8]) -> Result<Option<(Request, usize)>, Fault> {
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut head = httparse::Request::new(&mut headers);
    let length = match head.parse(bytes) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => return Err(Fault::HeadTooLong),
        Err(_) => return Err(Fault::Malformed),
    };
    let (Some(method), Some(target)) = (head.method, head.path) else {
        return Err(Fault::Malformed);
    };
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let headers = head.headers.iter().map(|header| {
        let value = String::from_utf8_lossy(header.value).trim().to_owned();
        (header.name.to_ascii_lowercase(), value)
    });
    let request = Request {
        method: method.to_owned(),
        path: path.to_owned(),
        query: query.split('&').filter_map(parameter).collect(),
        headers: headers.collect(),
        body: Vec::new(),
    };
    Ok(Some((request, length)))
}

fn parameter(text: &str) -> Option<(String, String)> {
    let (name, value) = text.split_once('=')?;
    Some((decoded(name), decoded(value)))
}

/// `%23` → `#`; what is no such sign stays as it is.
fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let code = bytes.get(at + 1..at + 3).filter(|_| byte == b'%');
        let code = code.filter(|code| code.iter().all(u8::is_ascii_hexdigit));
        let code = code.and_then(|code| std::str::from_utf8(code).ok());
        if let Some(code) = code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            out.push(code);
            at += 3;
        } else {
            out.push(if byte == b'+' { b' ' } else { byte });
            at += 1;
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// An answer that is whole before it is sent.
#[derive(Debug)]
pub struct Answer {
    status: u16,
    kind: &'static str,
    /// More headers.
    headers: Vec<(&'static str, String)>,
    body: Vec<u8>,
}

impl Answer {
    /// A body of a kind.
    pub fn new(status: u16, kind: &'static str, body: impl Into<Vec<u8>>) -> Answer {
        Answer {
            status,
            kind,
            headers: Vec::new(),
            body: body.into(),
        }
    }

    /// A few words.
    pub fn said(status: u16, words: &str) -> Answer {
        Answer::new(status, "text/plain; charset=utf-8", words)
    }

    /// A value for the page's script.
    pub fn json(status: u16, value: &serde_json::Value) -> Answer {
        Answer::new(status, "application/json", value.to_string())
    }

    /// The same with another header.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: String) -> Answer {
        self.headers.push((name, value));
        self
    }

    /// Sends it and ends the connection. A client that has gone is no fault.
    pub fn send(&self, stream: &TcpStream) {
        let length = ("content-length", self.body.len().to_string());
        let more = self.headers.iter().cloned().chain([length]);
        let head = head(self.status, self.kind, more);
        let _ = stream.set_write_timeout(Some(WRITE_TIME));
        let mut out = stream;
        let sent = out
            .write_all(head.as_bytes())
            .and_then(|()| out.write_all(&self.body));
        if sent.is_ok() {
            linger(stream);
        }
    }
}

/// What may follow a refused request is read and thrown away for a moment: a connection that is closed over unread
/// bytes is reset, and the client would not see the answer.
fn linger(stream: &TcpStream) {
    const MOST: usize = 256 << 10;
    let _ = stream.shutdown(Shutdown::Write);
    let end = Instant::now() + Duration::from_millis(500);
    let mut read = Vec::new();
    while let Ok(true) = read_more(stream, &mut read, end, MOST) {}
}

/// An answer that is sent piece by piece, a line each, and ends with the connection.
pub struct Lines<'s>(&'s TcpStream);

impl<'s> Lines<'s> {
    /// Begins it.
    ///
    /// # Errors
    ///
    /// The client has gone.
    pub fn begin(stream: &'s TcpStream) -> io::Result<Lines<'s>> {
        stream.set_write_timeout(Some(WRITE_TIME))?;
        let mut out = stream;
        out.write_all(head(200, "application/jsonl", []).as_bytes())?;
        Ok(Lines(stream))
    }

    /// Sends a line.
    ///
    /// # Errors
    ///
    /// The client has gone.
    pub fn send(&mut self, value: &serde_json::Value) -> io::Result<()> {
        self.0.write_all(format!("{value}\n").as_bytes())
    }
}

fn head(status: u16, kind: &str, more: impl IntoIterator<Item = (&'static str, String)>) -> String {
    let reason = match status {
        200 => "OK",
        303 => "See Other",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        411 => "Length Required",
        413 => "Content Too Large",
        421 => "Misdirected Request",
        431 => "Request Header Fields Too Large",
        503 => "Service Unavailable",
        _ => "Other",
    };
    let mut head = format!("HTTP/1.1 {status} {reason}\r\ncontent-type: {kind}\r\n");
    let fixed = [
        ("connection", "close"),
        ("cache-control", "no-store"),
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
    ];
    for (name, value) in fixed {
        let _ = write!(head, "{name}: {value}\r\n");
    }
    for (name, value) in more {
        let _ = write!(head, "{name}: {value}\r\n");
    }
    head + "\r\n"
}

/// The page's own files and nothing else; no script or style in the page itself.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
     img-src 'self' blob: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_read_and_what_is_none_is_refused() {
        let (request, length) =
            parse(b"POST /t/look?lang=de&s=%23%32+x HTTP/1.1\r\nHost: a\r\n\r\nrest")
                .unwrap()
                .unwrap();
        assert_eq!(length, 53);
        assert_eq!(
            (request.method.as_str(), request.path.as_str()),
            ("POST", "/t/look")
        );
        assert_eq!(request.parameter("s"), Some("#2 x"));
        assert_eq!(request.header("host"), Some("a"));
        assert!(parse(b"GET / HTTP/1.1\r\nHost: a").unwrap().is_none());
        assert_eq!(parse(b"\x16\x03\x01\x02").unwrap_err(), Fault::Malformed);
        let many = format!("GET / HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(65));
        assert_eq!(parse(many.as_bytes()).unwrap_err(), Fault::HeadTooLong);
    }

    #[test]
    fn a_header_sent_twice_is_none() {
        let (request, _) = parse(b"GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n")
            .unwrap()
            .unwrap();
        assert_eq!(request.header("host"), None);
        assert!(request.has("host"));
    }

    #[test]
    fn lengths_are_plain_numbers_within_the_limit() {
        assert_eq!(parse_length("17"), Ok(17));
        assert_eq!(parse_length("1048576"), Ok(LONGEST_BODY));
        for long in ["1048577", "104857600", "99999999999999999999999"] {
            assert_eq!(parse_length(long), Err(Fault::BodyTooLong));
        }
        for wrong in ["", "-1", "+1", "0x10", "1 2"] {
            assert_eq!(parse_length(wrong), Err(Fault::Malformed), "{wrong}");
        }
    }

    #[test]
    fn percent_signs_are_decoded_and_strange_ones_stay() {
        assert_eq!(decoded("%2e%2E/%zz%"), "../%zz%");
        assert_eq!(decoded("%ff"), "\u{FFFD}");
        assert_eq!(decoded("%+1"), "% 1");
        assert_eq!(decoded("%€"), "%€");
    }
}
