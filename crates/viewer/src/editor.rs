//! An editor for instances in the browser: `cargo xtask play`.
//!
//! A server on the loopback address shows pages and runs the puzzles' programs, each as a process
//! of its own, limited in time and ended by the next edit. Its address contains a random token,
//! unknown to other programs and pages.

mod answers;
mod pages;
mod processes;
mod server;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::net::Ipv4Addr;
use std::sync::Arc;

use anyhow::{Context, Result};
use protocol::Playable;
use tokio::net::TcpListener;
use tokio::sync::Notify;

use pages::Pages;
use processes::Processes;
use server::Server;

use crate::link;

/// The command line.
#[derive(clap::Args)]
pub struct Arguments {
    /// The port to listen on (default: any that is free)
    #[arg(long, value_name = "N", default_value_t = 0)]
    port: u16,
    /// Do not open the page in the browser
    #[arg(long)]
    no_open: bool,
    /// The address of a gallery, to which copied links lead
    #[arg(long, value_name = "URL")]
    gallery: Option<String>,
    /// A puzzle with its program, as JSON (repeatable)
    #[arg(long = "puzzle", value_name = "JSON", required = true, value_parser = |text: &str| serde_json::from_str::<Playable>(text))]
    puzzles: Vec<Playable>,
}

/// Serves until Ctrl-C.
///
/// # Errors
/// If the port is taken, or no token can be drawn.
pub fn run(arguments: &Arguments) -> Result<u8> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let stop = Arc::new(Notify::new());
    let stopped = Arc::clone(&stop);
    ctrlc::set_handler(move || stopped.notify_one()).context("cannot listen for Ctrl-C")?;
    // Dropping the runtime drops all requests, which ends their processes.
    runtime.block_on(async {
        tokio::select! {
            ended = serve(arguments) => ended,
            () = stop.notified() => Ok(0),
        }
    })
}

async fn serve(arguments: &Arguments) -> Result<u8> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, arguments.port)).await;
    let listener =
        listener.with_context(|| format!("cannot listen on 127.0.0.1:{}", arguments.port))?;
    let port = listener.local_addr()?.port();
    let token = token()?;
    let address = format!("http://127.0.0.1:{port}/{token}/");
    let processes = Processes::new();
    let first = match &arguments.puzzles[..] {
        [only] if !only.given.is_empty() => {
            link::address(&address, &answers::fragment(&processes, only, &only.given).await?)
        }
        [only] => format!("{address}{}", only.slug),
        _ => address,
    };
    writeln!(io::stdout(), "{first}")?;
    io::stdout().flush()?;
    eprintln!("Ctrl-C ends it");
    if !arguments.no_open
        && let Err(error) = opener::open(&first)
    {
        eprintln!("cannot open it in a browser: {error}");
    }
    let puzzles: BTreeMap<_, _> =
        arguments.puzzles.iter().map(|puzzle| (puzzle.slug.clone(), puzzle.clone())).collect();
    let pages = Pages::of(&arguments.puzzles)?;
    let gallery = arguments.gallery.clone();
    Server { port, token, puzzles, pages, processes, gallery }.serve(&listener).await
}

/// Returns 128 random bits as hexadecimal digits.
fn token() -> Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| anyhow::anyhow!("no random numbers: {error}"))?;
    Ok(format!("{:032x}", u128::from_ne_bytes(bytes)))
}
