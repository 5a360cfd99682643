//! What the pages of a server keep for the time without a connection.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use protocol::Goal;
use serde_json::json;

use crate::browser::{Browser, DESKTOP};
use crate::own::{VERDICT, Written};
use crate::site;

/// The folder of the server in which the site stands.
const BELOW: &str = "/some/folder/";

/// What a server shares with its threads.
struct Served {
    /// The site; `None` once the server is to end.
    folder: Option<PathBuf>,
    /// The files that were asked for.
    asked: Vec<String>,
}

/// A server of static files on this machine.
struct Server {
    address: SocketAddr,
    served: Arc<Mutex<Served>>,
    listening: JoinHandle<()>,
}

impl Server {
    fn of(folder: &Path) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let served = Served { folder: Some(folder.to_owned()), asked: Vec::new() };
        let served = Arc::new(Mutex::new(served));
        let shared = Arc::clone(&served);
        let listening = thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if shared.lock().unwrap().folder.is_none() {
                    return;
                }
                // A browser opens connections before it has a question.
                let shared = Arc::clone(&shared);
                thread::spawn(move || answer(stream, &shared));
            }
        });
        Self { address, served, listening }
    }

    fn url(&self, page: &str) -> String {
        format!("http://{}{BELOW}{page}", self.address)
    }

    /// Serves another site. Returns what was asked for until then.
    fn change_to(&self, folder: &Path) -> Vec<String> {
        let mut served = self.served.lock().unwrap();
        served.folder = Some(folder.to_owned());
        std::mem::take(&mut served.asked)
    }

    /// Ends the server: connections are refused from now on. Returns what was asked for.
    fn end(self) -> Vec<String> {
        self.served.lock().unwrap().folder = None;
        let _ = TcpStream::connect(self.address);
        self.listening.join().unwrap();
        assert!(TcpStream::connect(self.address).is_err());
        std::mem::take(&mut self.served.lock().unwrap().asked)
    }
}

/// Answers a question for a file.
fn answer(mut stream: TcpStream, served: &Mutex<Served>) -> Option<()> {
    stream.set_read_timeout(Some(Duration::from_secs(5))).ok()?;
    let lines = BufReader::new(stream.try_clone().ok()?).lines().map_while(Result::ok);
    let request: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
    let path = request.first()?.split(' ').nth(1)?.strip_prefix(BELOW)?.to_owned();
    let file = {
        let mut served = served.lock().unwrap();
        served.asked.push(path.clone());
        served.folder.as_ref()?.join(&path)
    };
    let kind = match file.extension()?.to_str()? {
        "html" => "text/html",
        "js" => "text/javascript",
        "css" => "text/css",
        "svg" => "image/svg+xml",
        _ => "text/plain",
    };
    let (status, body) =
        fs::read(file).map_or(("404 Not Found", Vec::new()), |body| ("200 OK", body));
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).ok()?;
    stream.write_all(&body).ok()
}

/// Waits until there is one store, another one than the `old`, with this many files whose addresses
/// contain a word. Returns its name.
fn store_with(browser: &Browser, word: &str, count: usize, old: &str) -> String {
    let script = format!(
        "return caches.keys().then(async ([name, ...others]) => {{
           const kept = name ? await (await caches.open(name)).keys() : [];
           const count = kept.filter(({{ url }}) => url.includes('{word}')).length;
           return [name ?? '', others.length, count];
         }})"
    );
    for _ in 0..600 {
        let found = browser.run(&script);
        let name = found[0].as_str().unwrap();
        if found == json!([name, 0, count]) && name != old {
            return name.to_owned();
        }
        thread::sleep(Duration::from_millis(100));
    }
    panic!("{count} files with {word} are not kept: {}", browser.run(&script));
}

#[test]
fn a_page_that_was_visited_once_is_there_without_its_server() {
    let server = Server::of(&site());
    let Some(browser) = Browser::start(DESKTOP) else { return };
    browser.go(&server.url("first.html"));
    for file in ["/first.html", "searches/first.js", "settings.js"] {
        store_with(&browser, file, 1, "");
    }
    server.end();
    browser.run("location.reload()");
    browser.wait_for("document.querySelector('h1')?.textContent", "Hooks #10");
    browser.wait_for("document.querySelector('#search [data-part=step]')?.textContent", "0");
    browser.wait_for("document.querySelectorAll('.cells [data-id]').length", "3");
}

#[test]
fn programs_run_without_a_server_and_are_taken_over_by_a_new_version() {
    let sudoku = ("remote-sudoku", Goal::Unique, None);
    let Some(old) = Written::of(&[sudoku], &[]) else { return };
    let Some(new) = Written::of(&[sudoku, ("hooks-5", Goal::Unique, None)], &[]) else { return };
    let is_program = |name: &str| name.starts_with("programs-");
    let files = fs::read_dir(old.folder()).unwrap().map_while(Result::ok);
    let names = files.filter_map(|file| file.file_name().into_string().ok());
    let parts = names.filter(|name| is_program(name)).count();
    let server = Server::of(old.folder());
    let Some(browser) = Browser::start(DESKTOP) else { return };
    let page = server.url("remote-sudoku-edit.html");
    browser.go(&page);
    browser.wait_for(VERDICT, "proved");
    let store = store_with(&browser, "programs-", parts, "");
    store_with(&browser, "remote-sudoku-edit.html", 1, "");
    let asked = server.change_to(new.folder());
    assert!(asked.iter().any(|path| is_program(path)), "{asked:?}");
    browser.go(&page);
    store_with(&browser, "programs-", parts, &store);
    browser.go(&page);
    browser.wait_for(VERDICT, "proved");
    let asked = server.end();
    assert!(!asked.iter().any(|path| is_program(path)), "{asked:?}");
    browser.run("location.reload()");
    browser.wait_for(VERDICT, "proved");
}
