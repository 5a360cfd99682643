//! The server: access control, limits, and routes.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, HeaderName, ORIGIN,
    REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{HeaderMap, Method, Request, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use protocol::Playable;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::answers::{self, Asked};
use super::pages::Pages;
use super::processes::Processes;

/// Most connections; more are closed at once. Those without a request are closed after [`PATIENCE`].
const MOST_CONNECTIONS: usize = 512;
/// Most requests that are answered at the same time; others wait.
const MOST_REQUESTS: usize = 64;
/// Limit of a request's body in bytes; instances are smaller.
const MOST_BODY: usize = 256 << 10;
/// Time limit for receiving a request.
const PATIENCE: Duration = Duration::from_secs(10);

/// Content security policy: no foreign resources, only our scripts, no frames.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const GUARDS: [(HeaderName, &str); 4] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (REFERRER_POLICY, "no-referrer"),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (CACHE_CONTROL, "no-store"),
];

/// The state shared by requests.
pub(super) struct Server {
    pub(super) port: u16,
    pub(super) token: String,
    pub(super) puzzles: BTreeMap<String, Playable>,
    pub(super) pages: Pages,
    pub(super) processes: Processes,
    /// The address of a gallery, whose page for links is open to others.
    pub(super) gallery: Option<String>,
}

/// A response.
pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) kind: &'static str,
    pub(super) body: Bytes,
}

impl Answer {
    pub(super) fn of(kind: &'static str, body: impl Into<Bytes>) -> Self {
        Self { status: StatusCode::OK, kind, body: body.into() }
    }

    /// Returns an error message, with the line of the instance where it occurs.
    pub(super) fn error(status: StatusCode, error: &str, line: Option<usize>) -> Self {
        let body = serde_json::json!({"error": error, "line": line}).to_string();
        Self { status, ..Self::of("application/json", body) }
    }
}

impl Server {
    pub(super) async fn serve(self, listener: &TcpListener) -> Result<u8> {
        let server = Arc::new(self);
        let requests = Arc::new(Semaphore::new(MOST_REQUESTS));
        let mut connections = JoinSet::new();
        loop {
            while connections.try_join_next().is_some() {}
            let Ok((stream, _)) = listener.accept().await else {
                // This is temporary, such as too many open files.
                sleep(Duration::from_millis(50)).await;
                continue;
            };
            if connections.len() >= MOST_CONNECTIONS {
                continue;
            }
            let (server, requests) = (Arc::clone(&server), Arc::clone(&requests));
            connections.spawn(async move {
                let (server, requests) = (&*server, &*requests);
                let service = service_fn(|request| async move {
                    let _place = requests.acquire().await;
                    server.respond(request).await
                });
                let mut connection = http1::Builder::new();
                connection.timer(TokioTimer::new()).header_read_timeout(PATIENCE);
                // A page that drops a request after an edit closes the connection, which ends the
                // processes started for it.
                let _ = connection.serve_connection(TokioIo::new(stream), service).await;
            });
        }
    }

    async fn respond(
        &self,
        request: Request<Incoming>,
    ) -> Result<hyper::Response<Full<Bytes>>, Infallible> {
        let Answer { status, kind, body } = self.answer(request).await;
        let mut response = hyper::Response::new(Full::new(body));
        *response.status_mut() = status;
        for (name, value) in GUARDS.into_iter().chain([(CONTENT_TYPE, kind)]) {
            response.headers_mut().insert(name, hyper::header::HeaderValue::from_static(value));
        }
        Ok(response)
    }

    async fn answer(&self, request: Request<Incoming>) -> Answer {
        let refused = |status, why: &str| Answer::error(status, why, None);
        let (head, body) = request.into_parts();
        let path = head.uri.path().strip_prefix('/').and_then(|path| path.split_once('/'));
        let path = path.filter(|(token, _)| *token == self.token && self.is_ours(&head.headers));
        let Some((_, path)) = path else {
            return refused(
                StatusCode::FORBIDDEN,
                "the address that `play` prints opens this page",
            );
        };
        match (head.method, path.split_once('/')) {
            // The body of an answer to HEAD is left out by hyper.
            (Method::GET | Method::HEAD, None) => self.pages.answer(path, &self.puzzles),
            (Method::POST, Some((slug, command))) => {
                let Some(puzzle) = self.puzzles.get(slug) else {
                    return refused(StatusCode::NOT_FOUND, "no such puzzle");
                };
                let body = Limited::new(body, MOST_BODY).collect();
                let body = match timeout(PATIENCE, body).await {
                    Err(_) => return refused(StatusCode::REQUEST_TIMEOUT, "it came too slowly"),
                    Ok(Err(_)) => {
                        return refused(StatusCode::PAYLOAD_TOO_LARGE, "more than 256 KiB came");
                    }
                    Ok(Ok(body)) => body.to_bytes(),
                };
                match serde_json::from_slice::<Asked>(&body) {
                    Ok(asked) => {
                        let gallery = self.gallery.as_deref();
                        answers::answer(&self.processes, puzzle, gallery, command, &asked).await
                    }
                    Err(error) => refused(StatusCode::BAD_REQUEST, &error.to_string()),
                }
            }
            _ => refused(StatusCode::NOT_FOUND, "there is no such page"),
        }
    }

    /// Returns whether a request is for this server and comes from its own pages.
    fn is_ours(&self, headers: &HeaderMap) -> bool {
        let hosts = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", self.port));
        let host = headers.get(HOST).and_then(|host| host.to_str().ok());
        let is_here = host.is_some_and(|host| hosts.iter().any(|own| own == host));
        let own = host.map(|host| format!("http://{host}"));
        is_here && headers.get(ORIGIN).is_none_or(|origin| origin.to_str().ok() == own.as_deref())
    }
}
