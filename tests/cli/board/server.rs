//! A board that runs for a test, and requests to it, good ones and bad ones.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A running board; it ends with this value.
pub struct Server {
    program: Child,
    /// The page's address.
    pub address: String,
    /// The machine itself and the port.
    pub host: String,
    /// `/` and the token and `/`.
    pub path: String,
}

impl Server {
    /// A board started with these arguments.
    pub fn new(arguments: &[&str]) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_beruehrt"));
        command
            .args(["board", "--no-open", "--port", "0"])
            .args(arguments);
        Server::started(command)
    }

    /// A board that opens the browser it finds in this search path.
    pub fn opening(path: &str) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_beruehrt"));
        command.args(["board", "--port", "0"]).env("PATH", path);
        Server::started(command)
    }

    fn started(mut command: Command) -> Server {
        let mut program = command
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let stdout = program.stdout.take().unwrap();
        BufReader::new(stdout).read_line(&mut line).unwrap();
        let words = line.split_whitespace();
        let address = words.into_iter().find(|word| word.starts_with("http://"));
        let address = address.expect("it says its address").to_owned();
        let (host, path) = address["http://".len()..].split_once('/').unwrap();
        Server {
            program,
            host: host.to_owned(),
            path: format!("/{path}"),
            address: address.clone(),
        }
    }

    /// A connection.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).unwrap();
        let limit = Some(Duration::from_secs(20));
        stream.set_read_timeout(limit).unwrap();
        stream.set_write_timeout(limit).unwrap();
        stream
    }

    /// What comes back for these bytes, as far as anything does.
    pub fn send(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        // The answer may come before everything is sent.
        let _ = stream.write_all(bytes);
        let _ = stream.shutdown(Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// A request as the page's script sends it.
    pub fn post(&self, place: &str, body: &str) -> String {
        let (path, host) = (&self.path, &self.host);
        let length = body.len();
        self.send(
            format!(
                "POST {path}{place} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n\
                 Content-Length: {length}\r\n\r\n{body}"
            )
            .as_bytes(),
        )
    }

    /// A page or file as a browser asks for it.
    pub fn get(&self, place: &str) -> String {
        let (path, host) = (&self.path, &self.host);
        self.send(format!("GET {path}{place} HTTP/1.1\r\nHost: {host}\r\n\r\n").as_bytes())
    }

    /// Whether the page is there.
    pub fn is_alive(&self) -> bool {
        status(&self.get("")) == 200
    }

    /// Resident memory in KiB, where the system tells.
    pub fn memory(&self) -> Option<u64> {
        self.said_of_process("VmRSS:")
    }

    /// Its threads, where the system tells.
    pub fn threads(&self) -> Option<u64> {
        self.said_of_process("Threads:")
    }

    fn said_of_process(&self, name: &str) -> Option<u64> {
        let status = format!("/proc/{}/status", self.program.id());
        let status = std::fs::read_to_string(status).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse().ok()
    }

    /// Processor time so far in ticks of a hundredth of a second, where the system tells.
    pub fn ticks(&self) -> Option<u64> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.program.id())).ok()?;
        let (_, behind) = stat.rsplit_once(')')?;
        let fields: Vec<&str> = behind.split_whitespace().collect();
        Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// The status of an answer; 0 if there is none.
pub fn status(answer: &str) -> u16 {
    let status = answer.split(' ').nth(1);
    status.and_then(|status| status.parse().ok()).unwrap_or(0)
}

/// What stands behind the head of an answer.
pub fn body(answer: &str) -> &str {
    answer.split_once("\r\n\r\n").map_or("", |(_, body)| body)
}
