//! Converts the output of puzzles' programs for the page.

use std::fs;

use anyhow::{Result, anyhow, bail, ensure};
use hyper::StatusCode;
use picture::{Ink, Picture};
use protocol::{Certificate, ErrorMessage, Fill, Grade, Playable, Proved, Report};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::processes::{Processes, Ran};
use super::server::Answer;
use crate::link::{self, Linked};
use crate::pdf::{self, Paper};
use crate::search::{Marking, Search};

/// Name of the instance in errors.
const INSTANCE: &str = "instance.toml";
const BOARD: &str = "board.txt";
/// Longest time-out of a program, in seconds.
const MOST_SECONDS: u64 = 600;
/// Time to solve the instance of a link; without a solution it cannot be checked.
const SECONDS_OF_A_LINK: u64 = 20;
/// Most steps of an explanation that are shown.
const MOST_STEPS: &str = "1000";

/// The parameters of a request.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    /// The time for each program.
    seconds: u64,
    #[serde(default)]
    instance: String,
    /// The code that stands for the instance, if there is one.
    #[serde(default)]
    code: String,
    /// For a hint or a check: the board so far, if there is one.
    #[serde(default)]
    board: String,
    #[serde(default)]
    level: String,
    /// For a new instance: requested properties, if any.
    #[serde(default)]
    size: String,
    #[serde(default)]
    seed: String,
    #[serde(default)]
    grade: String,
}

/// The output of a program's `show`.
#[derive(Deserialize)]
struct Shown {
    title: String,
    rules: Vec<String>,
    question: Option<String>,
}

/// Answers a request of a page.
pub(super) async fn answer(
    processes: &Processes,
    puzzle: &Playable,
    gallery: Option<&str>,
    command: &str,
    asked: &Asked,
) -> Answer {
    let told = async {
        match command {
            "link" => link(processes, puzzle, gallery, asked).await,
            _ => Work::new(processes, puzzle, asked)?.answer(command).await,
        }
    };
    let told = told.await;
    told.unwrap_or_else(|error| {
        let line = error.downcast_ref::<ErrorMessage>().and_then(|message| message.line);
        Answer::error(StatusCode::UNPROCESSABLE_ENTITY, &format!("{error:#}"), line)
    })
}

/// Returns where the instance is filled in: the page of this server, and that of a gallery.
async fn link(
    processes: &Processes,
    puzzle: &Playable,
    gallery: Option<&str>,
    asked: &Asked,
) -> Result<Answer> {
    let fragment = Work::new(processes, puzzle, asked)?.fragment().await?;
    let address = gallery.map(|gallery| link::address(gallery, &fragment));
    let fill = link::address(".", &fragment);
    Ok(Answer::of("application/json", json!({"fill": fill, "address": address}).to_string()))
}

/// Returns the fragment of the instance that a puzzle's program finds by these arguments.
pub(super) async fn fragment(
    processes: &Processes,
    puzzle: &Playable,
    given: &[String],
) -> Result<String> {
    let asked = Asked { seconds: SECONDS_OF_A_LINK, ..Asked::default() };
    Work { given: given.to_vec(), ..Work::new(processes, puzzle, &asked)? }.fragment().await
}

/// An instance in a temporary folder of its own.
struct Work<'a> {
    processes: &'a Processes,
    puzzle: &'a Playable,
    asked: &'a Asked,
    folder: TempDir,
    /// How the program finds the instance.
    given: Vec<String>,
}

impl<'a> Work<'a> {
    fn new(processes: &'a Processes, puzzle: &'a Playable, asked: &'a Asked) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        fs::write(folder.path().join(INSTANCE), &asked.instance)?;
        fs::write(folder.path().join(BOARD), &asked.board)?;
        let given = match asked.code.as_str() {
            "" => vec!["--instance".to_owned(), INSTANCE.to_owned()],
            code => vec![format!("--code={code}")],
        };
        Ok(Self { processes, puzzle, asked, folder, given })
    }

    async fn answer(&self, command: &str) -> Result<Answer> {
        let told = match command {
            "draw" => self.drawn().await?,
            "solve" => self.solved().await?,
            "clash" => self.json(&["clash"]).await?,
            "grade" => serde_json::from_str(&self.printed(&["explain", "--figures"]).await?)?,
            "explain" => self.explained().await?,
            "hint" => self.hint().await?,
            // Whether the board breaks a rule already, and whether it can be completed.
            "check" => self.json(&["check", "--partial", "--board", BOARD]).await?,
            "make" => self.made().await?,
            "certificate" => self.certificate().await?,
            "svg" => {
                return Ok(Answer::of("image/svg+xml", self.printed(&["draw", "--empty"]).await?));
            }
            "pdf" => {
                let svg = self.printed(&["draw", "--empty"]).await?;
                let pdf = pdf::sheet(&svg, &self.puzzle.title, Paper::A4)?;
                return Ok(Answer::of("application/pdf", pdf));
            }
            _ => bail!("there is no command `{command}`"),
        };
        Ok(Answer::of("application/json", told.to_string()))
    }

    /// Runs the program on the instance.
    async fn run(&self, arguments: &[&str]) -> Result<Ran> {
        let given = self.given.iter().map(String::as_str);
        self.run_alone(&arguments.iter().copied().chain(given).collect::<Vec<_>>()).await
    }

    /// Returns the instance as the fragment of an address.
    async fn fragment(&self) -> Result<String> {
        let fill: Fill = serde_json::from_str(&self.printed(&["fill"]).await?)?;
        let shown: Shown = self.json(&["show"]).await?;
        let report: Report = self.json(&["solve"]).await?;
        let question = shown.question.as_deref();
        let linked = Linked::of(&shown.title, &shown.rules, question, self.puzzle.goal, &fill);
        linked.solved_by(Some(&report)).letters()
    }

    async fn run_alone(&self, arguments: &[&str]) -> Result<Ran> {
        let seconds = self.asked.seconds.clamp(1, MOST_SECONDS);
        let arguments = [arguments, &["--message-format=json"]].concat();
        self.processes.run(&self.puzzle.program, &arguments, self.folder.path(), seconds).await
    }

    /// Returns the program's output, even if a result falls short; an error is its message.
    async fn printed(&self, arguments: &[&str]) -> Result<String> {
        said(self.run(arguments).await?)
    }

    /// Returns the same for a program that prints JSON.
    async fn json<T: DeserializeOwned>(&self, arguments: &[&str]) -> Result<T> {
        let printed = self.printed(&[arguments, &["--format", "json"]].concat()).await?;
        Ok(serde_json::from_str(&printed)?)
    }

    async fn drawn(&self) -> Result<Value> {
        let drawing = self.json(&["draw", "--empty", "--without-rules"]);
        let (picture, shown): (Picture, Shown) = tokio::try_join!(drawing, self.json(&["show"]))?;
        Ok(json!({
            "picture": seen(&picture),
            "rows": picture.rows(),
            "columns": picture.columns(),
            "rules": shown.rules,
            "question": shown.question,
        }))
    }

    /// Returns the verdict with at most two boards; cells that differ between two are marked.
    async fn solved(&self) -> Result<Value> {
        let report: Report = self.json(&["solve"]).await?;
        let mut pictures: Vec<Picture> = Vec::new();
        for board in report.boards.iter().take(2) {
            fs::write(self.folder.path().join(BOARD), board)?;
            pictures.push(self.json(&["draw", "--board", BOARD]).await?);
        }
        let mut differing = 0;
        if let [one, other] = &mut pictures[..] {
            let cells = one.changed_cells(other);
            differing = cells.len();
            for picture in [one, other] {
                for cell in &cells {
                    let corner = (cell.column as f64 + 0.06, cell.row as f64 + 0.06);
                    picture.rectangle(corner, (0.88, 0.88), Ink::Warning, None);
                }
            }
        }
        Ok(json!({
            "status": report.status,
            "verdict": report.verdict(self.puzzle.goal),
            "answer": report.answer,
            "stopped": report.stopped,
            "boards": report.boards.iter().take(2).collect::<Vec<_>>(),
            "pictures": pictures.iter().map(seen).collect::<Vec<_>>(),
            "differing": differing,
        }))
    }

    async fn explained(&self) -> Result<Value> {
        let arguments = ["trace", "--explain", "--max-steps", MOST_STEPS];
        let ran = self.run(&arguments).await?;
        let stderr = ran.stderr.trim().to_owned();
        let search = Search::read(said(ran)?.as_bytes())?;
        ensure!(!search.steps.is_empty() || stderr.is_empty(), "{stderr}");
        ensure!(!search.steps.is_empty(), "nothing follows from the rules and the clues");
        let beginning = search.beginning();
        let beginning =
            beginning.map(|why| json!({"step": 0, "why": why, "picture": seen(&search.base)}));
        let steps = (1..).zip(search.steps.iter().enumerate()).map(|(number, (place, step))| {
            let picture = seen(&search.frame(place, Marking::Outline));
            json!({"step": number, "why": step.why, "picture": picture})
        });
        Ok(json!({
            "steps": beginning.into_iter().chain(steps).collect::<Vec<_>>(),
            "complete": search.complete,
        }))
    }

    async fn hint(&self) -> Result<Value> {
        let mut arguments = vec!["hint", "--level", &self.asked.level];
        if !self.asked.board.trim().is_empty() {
            arguments.extend(["--board", BOARD, "--mistake"]);
        }
        Ok(json!({"text": self.printed(&arguments).await?}))
    }

    /// Makes a new instance; a grade is requested as harder than the one below and easier than the
    /// one above.
    async fn made(&self) -> Result<Value> {
        let Asked { size, seed, grade, .. } = self.asked;
        let grade = if grade.is_empty() { None } else { Some(grade.parse::<Grade>()) };
        let grade = grade.transpose().map_err(|expected| anyhow!(expected))?;
        let next_to = |step: isize| {
            let place = Grade::ALL.iter().position(|one| Some(*one) == grade)?;
            Grade::ALL.get(place.checked_add_signed(step)?).map(|grade| grade.word())
        };
        let wishes = [
            ("--size", Some(size.as_str()).filter(|size| !size.is_empty())),
            ("--seed", Some(seed.as_str()).filter(|seed| !seed.is_empty())),
            ("--harder-than", next_to(-1)),
            ("--easier-than", next_to(1)),
        ];
        let wishes = wishes.iter().filter_map(|(name, wish)| Some(format!("{name}={}", (*wish)?)));
        let wishes: Vec<String> = wishes.collect();
        let arguments: Vec<&str> =
            ["make"].into_iter().chain(wishes.iter().map(String::as_str)).collect();
        Ok(json!({"instance": said(self.run_alone(&arguments).await?)?}))
    }

    async fn certificate(&self) -> Result<Value> {
        let certificate: Certificate = self.json(&["certify", "--out", "."]).await?;
        ensure!(
            certificate.status == Proved::Proved,
            "no certificate: it is not proved that there is one solution, or none better"
        );
        let path = |ending| self.folder.path().join(&self.puzzle.slug).with_extension(ending);
        let (opb, pbp) = (fs::read_to_string(path("opb"))?, fs::read_to_string(path("pbp"))?);
        Ok(json!({"opb": opb, "pbp": pbp, "verdict": certificate.verdict}))
    }
}

fn said(ran: Ran) -> Result<String> {
    let is_result = matches!(ran.code, Some(0 | 1)) && !ran.stdout.is_empty();
    if is_result {
        return Ok(ran.stdout);
    }
    match ran.stderr.trim() {
        "" => bail!("the puzzle's program failed"),
        error => Err(serde_json::from_str::<ErrorMessage>(error).map_or_else(
            // It was stopped.
            |_| anyhow!("{error}"),
            anyhow::Error::new,
        )),
    }
}

/// Returns a picture for the page, with its extent in cells: left, top, width and height.
fn seen(picture: &Picture) -> Value {
    let extent = picture.extent();
    let (width, height) = (extent.right - extent.left, extent.bottom - extent.top);
    json!({
        "view_box": extent.to_string(),
        "extent": [extent.left, extent.top, width, height],
        "body": picture.svg_body(),
    })
}
