//! Who may ask: a page of this server, opened with the address the program has said.

use std::io;

use super::http::{Answer, Request};

/// Bytes of a token.
const TOKEN_BYTES: usize = 24;

/// Knows the address.
#[derive(Debug)]
pub struct Gate {
    token: String,
    hosts: [String; 2],
}

impl Gate {
    /// A gate with a new token, for a server at this port of the machine itself.
    ///
    /// # Errors
    ///
    /// The operating system gives no random bytes.
    pub fn new(port: u16) -> io::Result<Gate> {
        Ok(Gate {
            token: token()?,
            hosts: ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}")),
        })
    }

    /// The path every address begins with: `/` and the token.
    pub fn path(&self) -> String {
        format!("/{}/", self.token)
    }

    /// The path behind the token, if the request may be answered.
    ///
    /// # Errors
    ///
    /// The answer that refuses it.
    pub fn admit<'r>(&self, request: &'r Request) -> Result<&'r str, Answer> {
        self.check_sender(request)?;
        let behind = request.path.strip_prefix('/').and_then(|path| {
            let (token, rest) = path.split_once('/')?;
            is_same(token.as_bytes(), self.token.as_bytes()).then_some(rest)
        });
        behind.ok_or_else(|| {
            let said = "This is not the address of a running board. `beruehrt board` says a new one each time it starts; \
                paste the whole old address into the field «Paste or open» there, and the position comes back.\n\n\
                Unter dieser Adresse läuft kein Brett. `beruehrt board` nennt bei jedem Start eine neue; wer die ganze alte \
                Adresse dort in das Feld «Einfügen oder öffnen» einfügt, hat die Stellung wieder.\n";
            Answer::said(403, said)
        })
    }

    /// Whether the request is for this server by name, and does not come from a page of another.
    ///
    /// # Errors
    ///
    /// The answer that refuses it.
    pub fn check_sender(&self, request: &Request) -> Result<(), Answer> {
        let host = request.header("host").unwrap_or_default();
        if !self.hosts.iter().any(|known| known == host) {
            return Err(Answer::said(421, "another host"));
        }
        let foreign = Err(Answer::said(403, "a page from elsewhere"));
        match request.header("origin") {
            Some(origin) if origin.strip_prefix("http://") == Some(host) => {}
            None if !request.has("origin") && request.method != "POST" => {}
            _ => return foreign,
        }
        match request.header("sec-fetch-site") {
            Some("same-origin" | "none") => Ok(()),
            None if !request.has("sec-fetch-site") => Ok(()),
            // A link on another page may lead here, but only to a page.
            Some("cross-site" | "same-site")
                if request.method == "GET"
                    && request.header("sec-fetch-mode") == Some("navigate") =>
            {
                Ok(())
            }
            _ => foreign,
        }
    }
}

/// Random letters for an address.
///
/// # Errors
///
/// The operating system gives no random bytes.
pub fn token() -> io::Result<String> {
    use base64::Engine as _;
    let mut bytes = [0; TOKEN_BYTES];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(base64::prelude::BASE64_URL_SAFE_NO_PAD.encode(bytes))
}

/// Whether two texts are the same, in a time that does not tell where they differ.
pub fn is_same(one: &[u8], other: &[u8]) -> bool {
    let differences = one
        .iter()
        .zip(other)
        .fold(0, |found, (a, b)| found | (a ^ b));
    one.len() == other.len() && differences == 0
}
