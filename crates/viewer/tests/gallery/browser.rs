//! A real browser without a window, driven by the `WebDriver` protocol: JSON over HTTP to
//! `chromedriver`.

use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use ureq::Agent;

/// Where this is set to 1, a missing browser is a failure.
const REQUIRE_BROWSER: &str = "REQUIRE_BROWSER";

/// The key under which `WebDriver` refers to an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// How long a page may take to become what a test waits for.
const PATIENCE: Duration = Duration::from_secs(20);

/// How long a script may run.
const SCRIPT: Duration = Duration::from_secs(100);

/// The surroundings of a page.
#[derive(Clone, Copy)]
pub(crate) struct Surroundings {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) dark: bool,
    pub(crate) calm: bool,
}

/// A desktop.
pub(crate) const DESKTOP: Surroundings =
    Surroundings { width: 1440, height: 900, dark: false, calm: false };

/// A browser with one open page.
pub(crate) struct Browser {
    agent: Agent,
    /// The address of the session.
    session: String,
    driver: Child,
    /// What the browser remembers; gone with it.
    _profile: TempDir,
}

impl Browser {
    /// Starts a browser. Without one on this machine the test is skipped, with a word about it, or
    /// fails where the environment says that there must be one.
    pub(crate) fn start(surroundings: Surroundings) -> Option<Self> {
        let driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let Ok(mut driver) = driver else {
            let why =
                "no chromedriver on the path (Debian: apt-get install chromium chromium-driver)";
            let required = std::env::var(REQUIRE_BROWSER).is_ok_and(|value| value == "1");
            assert!(!required, "{REQUIRE_BROWSER} is set, but there is {why}");
            // Straight to standard error, for the test runner hides what `eprintln!` says.
            let _ = writeln!(io::stderr(), "SKIPPED a test of the gallery: {why}");
            return None;
        };
        let port = port(&mut driver);
        let profile = tempfile::tempdir().expect("a temporary folder can be made");
        let config = Agent::config_builder().timeout_global(Some(SCRIPT + PATIENCE));
        let agent: Agent = config.http_status_as_error(false).build().into();
        let address = format!("http://127.0.0.1:{port}/session");
        // From here on the driver is ended with the browser, whatever happens.
        let capabilities = capabilities(profile.path(), surroundings);
        let mut browser = Self { agent, session: address, driver, _profile: profile };
        let session = browser.post("", &capabilities);
        let id = session["sessionId"].as_str().expect("a session has a name");
        browser.session = format!("{}/{id}", browser.session);
        Some(browser)
    }

    /// Opens a file.
    pub(crate) fn open(&self, file: &Path) {
        self.go(&format!("file://{}", file.display()));
    }

    /// Opens an address, and waits until its page is there: under load, the driver returns while the
    /// page before it still stands.
    pub(crate) fn go(&self, url: &str) {
        self.post("/url", &json!({"url": url}));
        let arrived = format!(
            "document.readyState === 'complete' && location.pathname === new URL('{url}').pathname\
             && !document.querySelector('#search .console[hidden]')"
        );
        self.wait_for(&arrived, "true");
    }

    /// Returns what a script returns that runs in the page.
    pub(crate) fn run(&self, script: &str) -> Value {
        self.post("/execute/sync", &json!({"script": script, "args": []}))
    }

    /// Returns the value of an expression in the page, as a text.
    pub(crate) fn text(&self, expression: &str) -> String {
        let value = self.run(&format!("return String({expression})"));
        value.as_str().expect("a text was asked for").to_owned()
    }

    /// Waits until an expression in the page has this value, as a text.
    pub(crate) fn wait_for(&self, expression: &str, expected: &str) {
        let start = Instant::now();
        loop {
            let value = self.text(expression);
            if value == expected {
                return;
            }
            let patient = start.elapsed() < PATIENCE;
            assert!(patient, "{expression} is {value:?}, expected {expected:?}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Clicks on the element, as a mouse does: it must be in sight.
    pub(crate) fn click(&self, selector: &str) {
        self.post(&format!("/element/{}/click", self.element(selector)), &json!({}));
    }

    /// Presses a `mouse` or a finger (`touch`) at some pixels to the right of and below the middle
    /// of the element.
    pub(crate) fn press_beside(&self, pointer: &str, selector: &str, (right, below): (i32, i32)) {
        let origin = json!({ ELEMENT: self.element(selector) });
        let actions = json!([
            {"type": "pointerMove", "origin": origin, "x": right, "y": below},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]);
        let source = json!({"type": "pointer", "id": pointer, "parameters": {"pointerType": pointer}, "actions": actions});
        self.post("/actions", &json!({"actions": [source]}));
    }

    /// Presses a `mouse` or a finger (`touch`) on the first element, and moves it over the others.
    pub(crate) fn drag(&self, pointer: &str, selectors: &[&str]) {
        let moves = selectors.iter().flat_map(|selector| {
            let origin = json!({ ELEMENT: self.element(selector) });
            [
                json!({"type": "pointerMove", "origin": origin, "x": 0, "y": 0}),
                json!({"type": "pause"}),
            ]
        });
        let mut actions: Vec<_> = moves.collect();
        actions.insert(1, json!({"type": "pointerDown", "button": 0}));
        actions.push(json!({"type": "pointerUp", "button": 0}));
        let source = json!({"type": "pointer", "id": pointer, "parameters": {"pointerType": pointer}, "actions": actions});
        self.post("/actions", &json!({"actions": [source]}));
    }

    /// Types into the element.
    pub(crate) fn write(&self, selector: &str, text: &str) {
        let path = format!("/element/{}/value", self.element(selector));
        self.post(&path, &json!({"text": text}));
    }

    /// Presses keys, one after the other, wherever the focus is.
    pub(crate) fn press(&self, keys: &str) {
        self.press_with("", keys);
    }

    /// The same while others are held down.
    pub(crate) fn press_with(&self, held: &str, keys: &str) {
        let key = |kind: &'static str| move |key: char| json!({"type": kind, "value": key});
        let strokes = keys.chars().flat_map(|one| [key("keyDown")(one), key("keyUp")(one)]);
        let (down, up) = (held.chars().map(key("keyDown")), held.chars().map(key("keyUp")));
        let actions: Vec<_> = down.chain(strokes).chain(up).collect();
        self.post(
            "/actions",
            &json!({"actions": [{"type": "key", "id": "keyboard", "actions": actions}]}),
        );
    }

    /// Returns the names of all that has this role, as a screen reader has them.
    pub(crate) fn names_of(&self, role: &str) -> Vec<String> {
        let command = json!({"cmd": "Accessibility.getFullAXTree", "params": {}});
        let tree = self.post("/goog/cdp/execute", &command);
        let nodes = tree["nodes"].as_array().expect("a tree has nodes").iter();
        let text = |value: &Value| value["value"].as_str().unwrap_or_default().to_owned();
        nodes.filter(|node| text(&node["role"]) == role).map(|node| text(&node["name"])).collect()
    }

    /// Returns how many sheets the page takes on paper.
    pub(crate) fn printed_pages(&self) -> usize {
        let pdf = self.post("/print", &json!({"background": true}));
        let pdf = pdf.as_str().expect("a document in base 64");
        let tree = self
            .run(&format!("return (atob('{pdf}').match(/\\/Type\\s*\\/Page\\b/g) ?? []).length"));
        usize::try_from(tree.as_u64().expect("a number")).expect("a small number")
    }

    /// Asserts that no script failed, that nothing was missing, and that nothing was asked for but
    /// files, since the last time.
    pub(crate) fn assert_quiet(&self) {
        let errors = self.log("browser");
        assert!(errors.is_empty(), "the console says {errors:#?}");
        for entry in self.log("performance") {
            let message: Value = serde_json::from_str(entry["message"].as_str().unwrap_or(""))
                .expect("an entry is JSON");
            let event = &message["message"];
            // The browser's own first page, which it shows before ours.
            let is_ours = |document: &str| !document.starts_with("chrome");
            let document = event["params"]["documentURL"].as_str().unwrap_or_default();
            if event["method"] == "Network.requestWillBeSent" && is_ours(document) {
                let url = event["params"]["request"]["url"].as_str().unwrap_or_default();
                let is_local = ["file:", "data:", "blob:"].iter().any(|kind| url.starts_with(kind));
                assert!(is_local, "the page asks for {url}");
            }
        }
    }

    fn log(&self, kind: &str) -> Vec<Value> {
        let entries = self.post("/se/log", &json!({"type": kind}));
        entries.as_array().expect("a log is a list").clone()
    }

    fn element(&self, selector: &str) -> String {
        let found = self.post("/element", &json!({"using": "css selector", "value": selector}));
        found[ELEMENT].as_str().expect("an element has a name").to_owned()
    }

    /// Returns a command of the protocol, and what it returns.
    fn post(&self, path: &str, body: &Value) -> Value {
        let address = format!("{}{path}", self.session);
        let answer = self.agent.post(&address).send_json(body);
        let mut answer = answer.unwrap_or_else(|error| panic!("{address}: {error}"));
        let text = answer.body_mut().with_config().limit(64 << 20).read_to_string();
        let text = text.unwrap_or_else(|error| panic!("{address}: {error}"));
        let value: Value = serde_json::from_str(&text).expect("an answer is JSON");
        assert!(answer.status().is_success(), "{path} {body}: {}", value["value"]["message"]);
        value["value"].clone()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Closes the browser; the driver alone would leave it behind.
        let _ = self.agent.delete(&self.session).call();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// Returns the port that the driver has chosen; it says so when it is ready.
fn port(driver: &mut Child) -> u16 {
    let stdout = driver.stdout.take().expect("the output is piped");
    let mut lines = BufReader::new(stdout).lines().map_while(Result::ok);
    let port = lines.find_map(|line| {
        let (_, rest) = line.split_once("started successfully on port ")?;
        rest.trim_end_matches('.').parse().ok()
    });
    port.expect("chromedriver says on which port it listens")
}

fn capabilities(profile: &Path, surroundings: Surroundings) -> Value {
    let mut arguments = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-dev-shm-usage",
    ]
    .map(ToOwned::to_owned)
    .to_vec();
    arguments.push(format!("--user-data-dir={}", profile.display()));
    if surroundings.dark {
        arguments.push("--blink-settings=preferredColorScheme=0".to_owned());
    }
    if surroundings.calm {
        arguments.push("--force-prefers-reduced-motion".to_owned());
    }
    let screen =
        json!({"width": surroundings.width, "height": surroundings.height, "pixelRatio": 1});
    json!({"capabilities": {"alwaysMatch": {
        "goog:chromeOptions": {
            "args": arguments,
            "mobileEmulation": {"deviceMetrics": screen},
        },
        "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        // A script may wait for a program that takes its time.
        "timeouts": {"script": SCRIPT.as_millis()},
    }}})
}
