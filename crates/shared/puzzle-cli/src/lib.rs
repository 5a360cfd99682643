//! The command line of every puzzle's binary.

mod bundle;
mod certify;
mod check;
mod checker;
mod child;
mod explain;
mod input;
mod look;
mod make;
mod metadata;
mod output;
mod page;
mod selfcheck;
mod solve;
mod tasks;
mod texts;
mod watch;

use std::env;
use std::ffi::OsString;
use std::io;
use std::mem;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::error::ErrorKind;
use clap::{Arg, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use picture::Picture;
use protocol::{Encoded, ErrorMessage, Metadata, parse_seconds};
use puzzle::{
    Board, Effort, Form, Goal, Instance, InvalidSolution, Kind, Limits, LineError, Program, Rules,
    Setter, Stop, Strategy,
};
use rules::{Budget, Fault, Model};

use checker::Unverified;
use input::{MOST_BYTES, MOST_INSTANCE_BYTES, file_name, read_in_time};
use metadata::Manifest;
use output::{Clock, SIGNAL};

pub use bundle::main_of;

/// The strategy of every puzzle whose rules are constraints.
const RULES: &str = "rules";

/// Time limit for stating rules that nobody waits for longer.
const RULES_TIME: Duration = Duration::from_secs(60);

/// Exit code if the result does not reach the goal.
const SHORT_OF_THE_GOAL: u8 = 1;
/// Exit code for unusable input or arguments.
const UNUSABLE: u8 = 2;
/// Exit code for a bug in these programs.
const BUG: u8 = 3;

#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    limit: SolutionLimit,
}

#[derive(Subcommand)]
enum Command {
    /// Solve the instance: board, remarks, answer and what was proved (the default command)
    Solve(SolutionLimit),
    /// Check a board made elsewhere, complete or partial, against the rules
    Check(check::Arguments),
    /// Count the solutions, on several threads and machines where the puzzle allows it
    Count(tasks::count::Arguments),
    /// Make attempts at a better board than the record, on several threads and machines
    Improve(tasks::improve::Arguments),
    /// Show the unsolved board with its rules and the question
    Show,
    /// Describe how a reader fills in the board, as JSON: picture, parts, words and constraints
    /// visible at once
    Fill,
    /// Draw the solved instance as SVG on standard output; with JSON, its marks
    Draw(look::draw::Arguments),
    /// Time many runs of the search in this process
    Bench(solve::bench::Arguments),
    /// Print the steps of the search as JSON Lines
    Trace(solve::trace::Arguments),
    /// Print the rules as constraints over 0-1 variables, in the OPB format [default time limit: a
    /// minute]
    Rules,
    /// Prove the result by the rules alone, for the independent checker `VeriPB`
    Certify(certify::Arguments),
    /// Explain the solution in steps that people can follow
    Explain(explain::Arguments),
    /// Reveal the next step from a partial board, or a part of it [default time limit: 5 seconds]
    Hint(explain::hint::Arguments),
    /// Find a minimal set of contradictory clues of an instance without a solution
    Clash,
    /// Make a new instance with one solution, without superfluous clues
    Make(make::Arguments),
    /// Print the instance's address at puzz.link
    Link,
    /// Answer a page, which sends the instance as JSON on standard input
    #[command(hide = true)]
    Page(page::Arguments),
    /// Check that search, rules and checker agree on random instances and on changed solutions
    Selfcheck(selfcheck::Arguments),
}

/// Options of all commands.
#[derive(Args)]
struct Common {
    /// Read the instance from FILE instead of the published one (`-`: standard input)
    #[arg(long, value_name = "FILE", global = true)]
    instance: Option<PathBuf>,
    /// Use the instance with this code in a book, which `make --size SIZE --seed SEED` makes
    #[arg(long, value_name = "PUZZLE:SIZE:SEED", global = true, conflicts_with = "instance")]
    code: Option<make::Code>,
    /// Read the instance from ADDRESS at puzz.link or a mirror
    #[arg(long, value_name = "ADDRESS", global = true, conflicts_with_all = ["instance", "code"])]
    url: Option<String>,
    /// Merge a line of TOML over the instance, tables key by key (repeatable); `make` applies it to
    /// random instances if it is a parameter, not a clue
    #[arg(long = "set", value_name = "KEY=VALUE", global = true)]
    settings: Vec<String>,
    /// Stop after this time; waiting for a slow reader of the output does not count
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, global = true)]
    timeout: Option<Duration>,
    /// Search only by this strategy; they are listed from the fastest [default: the fastest; after
    /// a second, `solve` also tries the rules]
    #[arg(long, value_name = "NAME", global = true)]
    strategy: Option<String>,
    /// How to print the result [default: text; for `bench`: json]
    #[arg(long, value_enum, global = true)]
    format: Option<Format>,
}

/// The number of solutions to look for.
#[derive(Args, Clone, Copy, Default)]
struct SolutionLimit {
    /// Stop after N solutions, or find `all` (default: as many as the puzzle's goal needs). JSON
    /// shows the first 10,000 boards, or 8 MiB of them, and counts the others
    #[arg(long, value_name = "N|all", value_parser = parse_limit)]
    limit: Option<Solutions>,
}

/// The value of `--limit`.
#[derive(Clone, Copy)]
enum Solutions {
    AtMost(NonZeroU64),
    All,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

fn parse_limit(text: &str) -> Result<Solutions, String> {
    match text.parse() {
        Ok(limit) => Ok(Solutions::AtMost(limit)),
        Err(_) if text == "all" => Ok(Solutions::All),
        Err(_) => Err("expected a whole number from 1, or `all`".to_owned()),
    }
}

/// The context of a command.
struct Session {
    slug: String,
    /// The name of the instance, with publisher and date of it or of its model.
    title: String,
    /// Its metadata in the manifest.
    metadata: Metadata,
    /// The instance as canonical TOML, to distinguish counts of different instances.
    instance: String,
    puzzle: Box<dyn Setter>,
    /// The form of the puzzle's boards.
    form: Form,
    /// The source of the puzzle.
    source: Arc<Instance>,
    /// The kept steps of its explanation, one per line.
    explained: &'static str,
    kind: &'static Kind,
    clock: Clock,
    /// The requested strategy, if there is one.
    strategy: Option<Strategy>,
    format: Option<Format>,
}

impl Session {
    /// Returns when the puzzle counts as solved.
    fn goal(&self) -> Goal {
        self.metadata.goal
    }

    /// Returns the limits for a search for this many solutions, or `default` if unspecified.
    fn limits(&self, solutions: Option<Solutions>, default: Option<NonZeroU64>) -> Limits {
        let solutions = match solutions {
            None => default,
            Some(Solutions::All) => None,
            Some(Solutions::AtMost(limit)) => Some(limit),
        };
        Limits {
            strategy: self.strategy.unwrap_or_default(),
            solutions,
            timeout: self.clock.remaining(),
            signal: Some(&SIGNAL),
            ..Limits::default()
        }
    }
}

/// Message for puzzles whose rules are not stated as constraints.
const NO_RULES: &str = "this puzzle does not state its rules as constraints";

impl Session {
    /// States the rules of the session's instance.
    fn rules(&self) -> Result<Rules> {
        ensure!(self.kind.has_rules(), NO_RULES);
        Ok(puzzle::state(&*self.puzzle, self.model()))
    }

    /// Returns why the rules of the session's instance cannot be stated, however large they are.
    fn lacks_rules(&self) -> Option<Fault> {
        let stated = puzzle::state(&*self.puzzle, Model::within(Budget::nothing()));
        let fault = stated.problem().err();
        fault.filter(|fault| matches!(fault, Fault::Unstated | Fault::Unwritten))
    }

    /// Returns an empty model for the puzzle's rules, bounded by the session's time.
    fn model(&self) -> Model {
        Effort::new(&self.limits(None, None)).model()
    }

    /// Draws the instance with an optional board under the puzzle's title; rows and columns are
    /// numbered if texts name cells by them.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let mut picture = self.puzzle.picture(board);
        if self.form.names_cells_of(&picture) {
            picture.number_lines();
        }
        picture.title(&self.metadata.title);
        picture
    }

    /// Returns the names of the puzzle's strategies, the fastest first, the rules last.
    fn strategies(&self) -> impl Iterator<Item = (&'static str, Strategy)> {
        let own = self.puzzle.strategies().iter().enumerate();
        let own = own.filter(|_| self.kind.is_searched());
        let rules = self.kind.has_rules().then_some((RULES, Strategy::Rules));
        own.map(|(place, &name)| (name, Strategy::Own(place))).chain(rules)
    }

    /// Returns the name of the strategy in use.
    fn strategy_name(&self) -> &'static str {
        let place = match self.strategy {
            Some(Strategy::Rules) => return RULES,
            Some(Strategy::Own(place)) => place,
            Some(Strategy::Fastest) | None => 0,
        };
        self.puzzle.strategies().get(place).copied().unwrap_or(RULES)
    }

    /// Selects the strategy with this name.
    fn use_strategy(&mut self, name: &str) -> Result<()> {
        let strategy = self.strategies().find(|&(strategy, _)| strategy == name);
        let Some((_, strategy)) = strategy else {
            if self.strategy_name() == name {
                return Ok(());
            }
            let names: Vec<_> = self.strategies().map(|(name, _)| name).collect();
            ensure!(
                names.len() > 1,
                "--strategy {name}: expected no strategy; this puzzle is solved in one way only"
            );
            bail!("--strategy {name}: expected one of {}", names.join(", "))
        };
        self.strategy = Some(strategy);
        Ok(())
    }
}

/// Runs a puzzle's program with the arguments of this process.
#[must_use]
pub fn main(program: &'static Program) -> ExitCode {
    run_as("cargo xtask solve", program, env::args_os().collect())
}

/// Runs a puzzle's program with some arguments, the first of which is its name; help calls it by
/// these words and the puzzle's name.
fn run_as(caller: &str, program: &'static Program, arguments: Vec<OsString>) -> ExitCode {
    let parsed = Manifest::read(program.manifest).and_then(|manifest| {
        Ok((parse_arguments(caller, &manifest, program, arguments)?, manifest))
    });
    let result = parsed.and_then(|((common, command), manifest)| {
        let default = match command {
            Command::Rules => Some(RULES_TIME),
            Command::Hint(_) => Some(explain::hint::PATIENCE),
            _ => None,
        };
        let clock = Clock::start(common.timeout.or(default));
        let is_measured = matches!(command, Command::Bench(_));
        watch::watched(&clock.clone(), is_measured, move || {
            run(program, &manifest, &common, command, clock)
        })
    });
    match result {
        Ok(code) => code.into(),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let line = error.chain().find_map(|cause| cause.downcast_ref::<LineError>());
            tell(shortened(&format!("{error:#}")), line.map(LineError::line));
            let code = match error {
                _ if error.is::<InvalidSolution>() => BUG,
                _ if error.is::<Unverified>() => SHORT_OF_THE_GOAL,
                _ => UNUSABLE,
            };
            code.into()
        }
    }
}

/// The argument that makes errors JSON.
const JSON_ERRORS: &str = "--message-format=json";

/// Prints an error in the requested form.
fn tell(error: String, line: Option<usize>) {
    if env::args_os().any(|argument| argument == JSON_ERRORS) {
        print_error(error, line);
    } else {
        eprintln!("error: {error}");
    }
}

/// Prints an error as JSON, on a line of standard error.
fn print_error(error: String, line: Option<usize>) {
    let message = ErrorMessage { error, line };
    eprintln!("{}", serde_json::to_string(&message).expect("texts and numbers are JSON"));
}

/// Ends the process with an error in the arguments, or with the help or the version.
fn end(error: &clap::Error) -> ! {
    if error.use_stderr() && env::args_os().any(|argument| argument == JSON_ERRORS) {
        let text = error.render().to_string();
        let text = text.strip_prefix("error: ").unwrap_or(&text);
        // The hint at the help that ends it.
        let text = text.rsplit_once("\n\n").map_or(text, |(text, _)| text);
        print_error(text.trim().to_owned(), None);
        std::process::exit(UNUSABLE.into());
    }
    error.exit()
}

/// Returns a text whose lines are at most a few screens wide.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 1000;
    let lines = text.lines().map(|line| match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns whether the error is a closed pipe, which only means that the reader has finished.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<io::Error>();
    io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

fn run(
    program: &'static Program,
    manifest: &Manifest,
    common: &Common,
    command: Command,
    clock: Clock,
) -> Result<u8> {
    let board_file = match &command {
        Command::Check(check) => Some(check.board.as_path()),
        Command::Draw(draw) => draw.board.as_deref(),
        Command::Hint(hint) => hint.board.as_deref(),
        _ => None,
    };
    let standard_input = Path::new("-");
    ensure!(
        common.instance.as_deref() != Some(standard_input) || board_file != Some(standard_input),
        "--instance and --board cannot both be standard input: name a file for one of them"
    );
    let names = &manifest.metadata().addresses;
    let mut asked = page::Asked::default();
    if let Command::Page(request) = &command {
        let Some(text) = read_in_time(standard_input, MOST_BYTES, &clock)? else {
            return Ok(unread(standard_input));
        };
        asked = serde_json::from_str(&text).context("standard input")?;
        if request.is_for_published() {
            (asked.instance, asked.code) = (String::new(), String::new());
        }
    }
    // Either as TOML or as an address.
    let read = |name: String, text: String| -> Result<(String, String)> {
        let Some(addresses) = program.addresses.filter(|_| Encoded::is_one(&text)) else {
            return Ok((name, text));
        };
        let draft = addresses.read(names, &text).with_context(|| name.clone())?;
        Ok((name, draft.to_string()))
    };
    let (name, text) = match (&common.instance, &common.url, program.addresses) {
        (Some(path), ..) => match read_in_time(path, MOST_INSTANCE_BYTES, &clock)? {
            Some(text) => read(file_name(path), text)?,
            None => return Ok(unread(path)),
        },
        _ if !asked.instance.is_empty() => {
            read("the instance".to_owned(), mem::take(&mut asked.instance))?
        }
        (None, Some(address), Some(addresses)) => {
            ("the address".to_owned(), addresses.read(names, address)?.to_string())
        }
        _ => ("the published instance".to_owned(), program.published.to_owned()),
    };
    // Settings override the instance that is made.
    let code = match asked.code.as_str() {
        "" => common.code.clone(),
        code => Some(code.parse().map_err(|error| anyhow!("the code {code}: {error}"))?),
    };
    let is_made = matches!(command, Command::Make(_)) || code.is_some();
    let settings = if is_made { &[][..] } else { &common.settings };
    let instance = Instance::new(&name, &text, settings)?;
    let is_published = code.is_none()
        && (common.instance.is_none() && common.url.is_none() && settings.is_empty()
            || instance.canonical() == Instance::new("", program.published, &[])?.canonical());
    let puzzle = program.kind.read(&instance)?;
    let board = match board_file {
        Some(path) => match read_in_time(path, MOST_BYTES, &clock)? {
            Some(text) => text,
            None => return Ok(unread(path)),
        },
        None => String::new(),
    };
    set_interrupt_handler();
    let mut session = Session {
        slug: manifest.slug().to_owned(),
        title: (if is_published { "" } else { "In the manner of " }).to_owned() + &title(manifest),
        metadata: manifest.metadata().clone(),
        instance: instance.canonical(),
        form: puzzle.form(),
        puzzle,
        source: Arc::new(instance),
        explained: if is_published { program.explained } else { "" },
        kind: program.kind,
        clock,
        strategy: None,
        format: common.format,
    };
    if let Some(name) = &common.strategy {
        session.use_strategy(name)?;
    }
    if let Some(code) = &code {
        // Another strategy would make another instance.
        let strategy = session.strategy.take();
        let Some(instance) = code.instance(&session, &common.settings)? else {
            return Ok(SHORT_OF_THE_GOAL);
        };
        session.puzzle = program.kind.read(&instance)?;
        session.form = session.puzzle.form();
        session.instance = instance.canonical();
        session.source = Arc::new(instance);
        session.strategy = strategy;
    }
    if let Some(model) = &session.metadata.copied_from
        && matches!(command, Command::Solve(_) | Command::Count(_))
    {
        return solve::unwritten_copy(&session, model);
    }
    match command {
        Command::Page(request) => page::run(&mut session, program, &request, &asked),
        command => execute(&session, program, command, &board, &common.settings),
    }
}

/// Runs a command on an instance; `board` is the text of the file that it names.
fn execute(
    session: &Session,
    program: &'static Program,
    command: Command,
    board: &str,
    settings: &[String],
) -> Result<u8> {
    match command {
        Command::Solve(limit) => solve::solve(session, limit.limit),
        Command::Count(arguments) => tasks::count::run(session, &arguments),
        Command::Improve(arguments) => tasks::improve::run(session, &arguments),
        Command::Check(arguments) => check::run(session, &arguments, board),
        Command::Show => look::show::run(session),
        Command::Fill => look::fill::run(session),
        Command::Draw(arguments) => look::draw::run(session, &arguments, board),
        Command::Bench(arguments) => solve::bench::run(session, &arguments),
        Command::Trace(arguments) => solve::trace::run(session, &arguments),
        Command::Rules => certify::opb::run(session),
        Command::Certify(arguments) => certify::run(session, &arguments),
        Command::Explain(arguments) => explain::run(session, &arguments),
        Command::Hint(arguments) => explain::hint::run(session, &arguments, board),
        Command::Clash => check::clash::run(session),
        Command::Make(arguments) => make::run(session, &arguments, settings),
        Command::Link => link(session, program),
        Command::Page(_) => bail!("a page asks for other commands"),
        Command::Selfcheck(arguments) => selfcheck::run(session, &arguments),
    }
}

/// Reports that the time was up before a file was read.
fn unread(path: &Path) -> u8 {
    eprintln!("unproved: stopped: {}, before {} was read", Stop::Timeout.reason(), file_name(path));
    SHORT_OF_THE_GOAL
}

/// Prints the address of the instance.
fn link(session: &Session, program: &Program) -> Result<u8> {
    let addresses = program.addresses.context("this puzzle has no addresses")?;
    let address = addresses.write(&session.metadata.addresses, &session.source.draft())?;
    session.clock.print(&(address + "\n"))?;
    Ok(0)
}

/// Lets the first Ctrl-C stop the work and the second one end the process. Called after all input
/// is read: until then, or if it fails, the first one ends the process.
#[cfg(not(target_family = "wasm"))]
fn set_interrupt_handler() {
    let _ = ctrlc::set_handler(|| {
        if SIGNAL.interrupt() {
            child::kill();
            std::process::exit(SHORT_OF_THE_GOAL.into());
        }
    });
}

/// WebAssembly has no signals: its caller ends it.
#[cfg(target_family = "wasm")]
fn set_interrupt_handler() {}

/// Reads the command line; help, version and usage errors end the process here.
fn parse_arguments(
    caller: &str,
    manifest: &Manifest,
    program: &Program,
    arguments: Vec<OsString>,
) -> Result<(Common, Command)> {
    let about = format!("{}: solve, check, count, draw, time, trace", title(manifest));
    let slug = manifest.slug();
    let mut command = with_negative_numbers(Arguments::command())
        .name(slug.to_owned())
        .bin_name(format!("{caller} {slug}"))
        .about(about)
        .after_help(examples(&format!("{caller} {slug}"), slug, program.addresses.is_some()))
        .arg(
            Arg::new("message-format")
                .long("message-format")
                .value_name("FORMAT")
                .value_parser(["text", "json"])
                .require_equals(true)
                .global(true)
                .help("How to print errors: as JSON, they have the line of the instance")
                .hide(true),
        );
    if program.addresses.is_none() {
        command = without_addresses(command);
    }
    let is_help = |argument| ["-h", "--help", "help"].map(OsString::from).contains(argument);
    if arguments.iter().any(is_help) {
        command = without_meaningless(command);
    }
    let matches = command.try_get_matches_from_mut(arguments).unwrap_or_else(|error| end(&error));
    let Arguments { command: chosen, common, limit } = Arguments::from_arg_matches(&matches)?;
    if program.addresses.is_none() {
        if common.url.is_some() {
            end(&command.error(ErrorKind::UnknownArgument, "unexpected argument '--url' found"));
        }
        if matches!(chosen, Some(Command::Link)) {
            end(&command.error(ErrorKind::InvalidSubcommand, "unrecognized subcommand 'link'"));
        }
    }
    let command = match chosen.unwrap_or(Command::Solve(limit)) {
        Command::Solve(own) => Command::Solve(SolutionLimit { limit: own.limit.or(limit.limit) }),
        Command::Count(mut own) => {
            own.limit.limit = own.limit.limit.or(limit.limit);
            Command::Count(own)
        }
        Command::Trace(mut own) => {
            own.limit.limit = own.limit.limit.or(limit.limit);
            Command::Trace(own)
        }
        other if limit.limit.is_none() => other,
        _ => bail!("--limit goes with the commands `solve`, `count` and `trace`"),
    };
    Ok((common, command))
}

/// Takes negative numbers for values of options, so that errors name the option and the numbers that
/// it expects.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let with = |argument: clap::Arg| {
        let takes_values = argument.get_action().takes_values();
        argument.allow_negative_numbers(takes_values)
    };
    command.mut_args(with).mut_subcommands(with_negative_numbers)
}

/// Hides options in the help of commands that ignore them.
fn without_meaningless(mut command: clap::Command) -> clap::Command {
    // Options can only be hidden once all are propagated to their commands.
    command.build();
    for (name, options) in MEANINGLESS {
        command = command.mut_subcommand(name, |subcommand| {
            subcommand.mut_args(|option| {
                let is_meaningless = options.contains(&option.get_id().as_str());
                if is_meaningless { option.hide(true) } else { option }
            })
        });
    }
    command
}

/// Hides addresses in the help.
fn without_addresses(command: clap::Command) -> clap::Command {
    command.mut_arg("url", |url| url.hide(true)).mut_subcommand("link", |link| link.hide(true))
}

/// Returns the puzzle's name with publisher and date.
fn title(manifest: &Manifest) -> String {
    let metadata = manifest.metadata();
    let published = metadata.published.map_or(String::new(), |month| format!(", {month}"));
    let source = metadata.publisher().map_or(String::new(), |name| format!(" ({name}{published})"));
    format!("{}{source}", metadata.title)
}

/// Global options that have no effect on some commands.
const MEANINGLESS: [(&str, &[&str]); 6] = [
    ("improve", &["strategy"]),
    ("fill", &["strategy", "format"]),
    ("show", &["timeout", "strategy"]),
    ("make", &["instance"]),
    ("check", &["strategy"]),
    ("rules", &["strategy", "format"]),
];

/// Returns example commands to show below the help.
fn examples(called: &str, slug: &str, has_addresses: bool) -> String {
    let folder = if has_addresses { "genres" } else { "puzzles" };
    let addresses = format!("\n  {called} --url ADDRESS\n  {called} link");
    let addresses = if has_addresses { addresses } else { String::new() };
    format!(
        "\
Examples:
  {called}
  {called} --instance crates/{folder}/{slug}/instances/published.toml{addresses}
  {called} --format json
  {called} check --board board.txt
  {called} explain
  {called} draw --empty > {slug}.svg
  {called} check --help"
    )
}
