//! A headless Chromium, spoken to over its own protocol.

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// A page in a browser of its own; both end with this value.
pub struct Page {
    browser: Child,
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    session: String,
    last: u64,
    /// What the page complained of: uncaught errors, errors and warnings of the console, violations of its policy.
    pub complaints: Vec<String>,
    /// Every address the page asked for.
    pub requests: Vec<String>,
    _profile: tempfile::TempDir,
}

/// The browser: `BERUEHRT_BROWSER`, or Chromium under one of its usual names.
fn program() -> PathBuf {
    if let Some(path) = std::env::var_os("BERUEHRT_BROWSER") {
        return path.into();
    }
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .flat_map(|folder| names.map(|name| folder.join(name)))
        .find(|file| file.is_file())
        .expect("Chromium is installed (package `chromium`), or BERUEHRT_BROWSER names a browser")
}

impl Page {
    /// A page of `width` by `height` pixels.
    pub fn new(width: u32, height: u32) -> Page {
        let profile = tempfile::tempdir().unwrap();
        let mut browser = Command::new(program())
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--remote-debugging-port=0",
                "--remote-allow-origins=*",
            ])
            .arg(format!("--window-size={width},{height}"))
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stderr(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let mut stderr = BufReader::new(browser.stderr.take().unwrap());
        let address = loop {
            let mut line = String::new();
            assert_ne!(stderr.read_line(&mut line).unwrap(), 0, "the browser ended");
            if let Some(address) = line.trim().strip_prefix("DevTools listening on ") {
                break address.to_owned();
            }
        };
        // The browser must not wait for somebody to read what it says.
        std::thread::spawn(move || stderr.lines().for_each(drop));
        let (socket, _) = tungstenite::connect(&address).unwrap();
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream
                .set_read_timeout(Some(Duration::from_mins(1)))
                .unwrap();
        }
        let mut page = Page {
            browser,
            socket,
            session: String::new(),
            last: 0,
            complaints: Vec::new(),
            requests: Vec::new(),
            _profile: profile,
        };
        let target = page.call("Target.createTarget", json!({"url": "about:blank"}));
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let attached = page.call("Target.attachToTarget", attach);
        page.session = attached["sessionId"].as_str().unwrap().into();
        for domain in ["Page", "Runtime", "Log", "Network"] {
            page.call(&format!("{domain}.enable"), json!({}));
        }
        // A window is never as narrow as a telephone; what is drawn in it can be.
        page.call(
            "Emulation.setDeviceMetricsOverride",
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}),
        );
        page
    }

    /// Opens a file from disk and waits until its script has run.
    pub fn open(&mut self, file: &Path) {
        let address = format!("file://{}", file.canonicalize().unwrap().display());
        self.call("Page.navigate", json!({"url": address}));
        self.wait_for("document.readyState === 'complete' && location.protocol === 'file:'");
    }

    /// Opens an address and waits until the page's script has run.
    pub fn visit(&mut self, address: &str) {
        self.call("Page.navigate", json!({"url": address}));
        self.wait_for("document.readyState === 'complete' && location.protocol === 'http:'");
    }

    /// Loads the page once more and waits until the new document is there and the old one gone.
    pub fn reload(&mut self) {
        self.eval("window.isOld = true");
        self.call("Page.reload", json!({}));
        self.wait_for("!window.isOld && document.readyState === 'complete'");
    }

    /// Waits until an expression is true.
    pub fn wait_for(&mut self, expression: &str) {
        for _ in 0..1200 {
            let asked = Self::asked(&format!("!!({expression})"));
            match self.answer("Runtime.evaluate", asked) {
                Ok(answer) => {
                    if Self::value(expression, &answer) == true {
                        return;
                    }
                }
                // The document that was asked went away meanwhile: the next one is asked.
                Err(error) if error["code"] == -32000 => {}
                Err(error) => panic!("{expression}: {error}"),
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("it never was so: {expression}; {:?}", self.complaints);
    }

    /// The middle of the element that a selector finds, scrolled into sight.
    fn middle(&mut self, selector: &str) -> (f64, f64) {
        let quoted = json!(selector);
        let found = self.eval(&format!(
            "{{ const e = document.querySelector({quoted}); e.scrollIntoView({{ block: 'nearest' }}); \
             const r = e.getBoundingClientRect(); [r.x + r.width / 2, r.y + r.height / 2] }}"
        ));
        let at = |number: usize| found[number].as_f64().expect(selector);
        (at(0), at(1))
    }

    fn mouse(&mut self, act: &str, (x, y): (f64, f64)) {
        let buttons = i32::from(act != "mouseReleased");
        self.call(
            "Input.dispatchMouseEvent",
            json!({"type": act, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1}),
        );
    }

    /// Clicks on an element with the mouse.
    pub fn click(&mut self, selector: &str) {
        let place = self.middle(selector);
        self.mouse("mousePressed", place);
        self.mouse("mouseReleased", place);
    }

    /// Drags from one element to another with the mouse; both have to be in sight together.
    pub fn drag(&mut self, from: &str, to: &str) {
        let (start, end) = (self.middle(from), self.middle(to));
        let start = if self.middle(from) == start {
            start
        } else {
            self.middle(from)
        };
        self.mouse("mousePressed", start);
        let between = (f64::midpoint(start.0, end.0), f64::midpoint(start.1, end.1));
        self.mouse("mouseMoved", between);
        self.mouse("mouseMoved", end);
        self.mouse("mouseReleased", end);
    }

    /// Types a text where the focus is.
    pub fn write(&mut self, text: &str) {
        self.call("Input.insertText", json!({"text": text}));
    }

    /// Presses a key that gives a letter, or one with a name and a code of its own.
    pub fn strike(&mut self, key: &str) {
        let code = match key {
            "Enter" => 13,
            "Tab" => 9,
            " " => 32,
            _ => 0,
        };
        let text = match key {
            "Enter" => "\r",
            key if key.chars().count() == 1 => key,
            _ => "",
        };
        let act = if text.is_empty() {
            "rawKeyDown"
        } else {
            "keyDown"
        };
        self.call(
            "Input.dispatchKeyEvent",
            json!({"type": act, "key": key, "text": text, "windowsVirtualKeyCode": code}),
        );
        self.call(
            "Input.dispatchKeyEvent",
            json!({"type": "keyUp", "key": key, "windowsVirtualKeyCode": code}),
        );
    }

    /// What a JavaScript expression gives, as JSON.
    pub fn eval(&mut self, expression: &str) -> Value {
        let answer = self.call("Runtime.evaluate", Self::asked(expression));
        Self::value(expression, &answer)
    }

    fn asked(expression: &str) -> Value {
        json!({"expression": expression, "returnByValue": true, "awaitPromise": true})
    }

    fn value(expression: &str, answer: &Value) -> Value {
        assert!(
            answer.get("exceptionDetails").is_none(),
            "{expression}: {answer}"
        );
        answer["result"]["value"].clone()
    }

    /// The text of what an expression gives.
    pub fn text(&mut self, expression: &str) -> String {
        let value = self.eval(expression);
        value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
    }

    /// Presses a key of the keyboard, such as `ArrowRight`.
    pub fn press(&mut self, key: &str) {
        for act in ["rawKeyDown", "keyUp"] {
            self.call(
                "Input.dispatchKeyEvent",
                json!({"type": act, "key": key, "code": key}),
            );
        }
    }

    /// A picture of the page as PNG, if `BERUEHRT_PICTURES` names a folder to look at pictures in.
    pub fn picture(&mut self, name: &str) {
        use base64::Engine as _;
        let Some(folder) = std::env::var_os("BERUEHRT_PICTURES") else {
            return;
        };
        let answer = self.call("Page.captureScreenshot", json!({"format": "png"}));
        let bytes = base64::prelude::BASE64_STANDARD
            .decode(answer["data"].as_str().unwrap())
            .unwrap();
        std::fs::write(Path::new(&folder).join(format!("{name}.png")), bytes).unwrap();
    }

    /// How many sheets of A4 the page takes when it is printed; the PDF goes where the pictures go.
    pub fn sheets(&mut self, name: &str) -> usize {
        use base64::Engine as _;
        let answer = self.call(
            "Page.printToPDF",
            json!({"paperWidth": 8.27, "paperHeight": 11.69, "printBackground": true}),
        );
        let bytes = base64::prelude::BASE64_STANDARD
            .decode(answer["data"].as_str().unwrap())
            .unwrap();
        if let Some(folder) = std::env::var_os("BERUEHRT_PICTURES") {
            std::fs::write(Path::new(&folder).join(format!("{name}.pdf")), &bytes).unwrap();
        }
        let text = String::from_utf8_lossy(&bytes);
        text.matches("/Type /Page\n").count()
    }

    /// One call of the protocol that is not to fail.
    pub fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.answer(method, parameters)
            .unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// One call of the protocol; what happens meanwhile is noted.
    #[allow(
        clippy::needless_pass_by_value,
        reason = "callers write the parameters in place"
    )]
    fn answer(&mut self, method: &str, parameters: Value) -> Result<Value, Value> {
        self.last += 1;
        let mut message = json!({"id": self.last, "method": method, "params": parameters});
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        self.socket
            .send(Message::text(message.to_string()))
            .unwrap();
        loop {
            let Message::Text(text) = self.socket.read().unwrap() else {
                continue;
            };
            let answer: Value = serde_json::from_str(text.as_str()).unwrap();
            if answer["id"] == self.last {
                return match answer.get("error") {
                    Some(error) => Err(error.clone()),
                    None => Ok(answer["result"].clone()),
                };
            }
            self.note(&answer);
        }
    }

    fn note(&mut self, event: &Value) {
        let parameters = &event["params"];
        match event["method"].as_str() {
            Some("Runtime.exceptionThrown" | "Runtime.consoleAPICalled") => {
                self.complaints.push(parameters.to_string());
            }
            Some("Log.entryAdded") => self.complaints.push(parameters["entry"].to_string()),
            Some("Network.requestWillBeSent") => {
                let url = parameters["request"]["url"].as_str().unwrap_or_default();
                self.requests.push(url.to_owned());
            }
            _ => {}
        }
    }

    /// Ends the test of a page that is served: nothing was complained of, and nothing asked for but below its address.
    pub fn finish_within(mut self, address: &str) {
        self.eval("0");
        assert_eq!(self.complaints, Vec::<String>::new());
        let outside: Vec<&String> = self
            .requests
            .iter()
            .filter(|url| {
                !["data:", "blob:", address]
                    .iter()
                    .any(|own| url.starts_with(own))
            })
            .collect();
        assert_eq!(outside, Vec::<&String>::new());
    }

    /// Ends the test of a page: nothing was complained of, and nothing asked for but the file itself.
    pub fn finish(mut self) {
        // One more call fetches what was said last.
        self.eval("0");
        assert_eq!(self.complaints, Vec::<String>::new());
        let outside: Vec<&String> = self
            .requests
            .iter()
            .filter(|url| !url.starts_with("file://"))
            .collect();
        assert_eq!(outside, Vec::<&String>::new());
        assert_eq!(self.requests.len(), 1, "{:?}", self.requests);
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.browser.kill();
        let _ = self.browser.wait();
    }
}
