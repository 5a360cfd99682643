//! `--checkpoint FILE`: a journal of completed tasks, so that the work survives a kill at any
//! moment.
//!
//! The first line describes the work, each further line one task; each is JSON and ends with a
//! checksum. A truncated last line is discarded and its task repeated; any other damage is an
//! error.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use serde::Serialize;
use serde_json::Value;

use puzzle::Done;

use crate::tasks::differing_line;

/// The work, which must match that of the journal.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Work<'a> {
    pub(crate) puzzle: &'a str,
    /// The instance as canonical TOML.
    pub(crate) instance: &'a str,
    pub(crate) tasks: u64,
    /// The seeds of attempts, as `FIRST..END`; none for counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seeds: Option<String>,
    /// The share of the tasks, as `I/N`; none for all.
    pub(crate) shard: Option<String>,
}

/// An open journal, locked against other processes.
pub(crate) struct Checkpoint {
    path: PathBuf,
    file: File,
}

impl Checkpoint {
    /// Opens or begins the journal at `path` and returns it with the tasks that it holds.
    pub(crate) fn open(path: &Path, work: &Work<'_>) -> Result<(Self, BTreeMap<u64, Done>)> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let context = || format!("checkpoint {}", path.display());
        let mut file = options.open(path).with_context(context)?;
        let is_file = file.metadata().with_context(context)?.is_file();
        ensure!(is_file, "{}: expected a file that can be read back", context());
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                bail!("{}: another process is working with it", context())
            }
            Err(TryLockError::Error(error)) => return Err(error).with_context(context),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(context)?;
        let header = sealed(&serde_json::to_string(work)?);
        let (done, length) = read(&bytes, &header, work.tasks).with_context(context)?;
        file.set_len(length as u64).with_context(context)?;
        file.seek(SeekFrom::End(0)).with_context(context)?;
        let mut checkpoint = Self { path: path.to_owned(), file };
        if length == 0 {
            checkpoint.append(&header)?;
        }
        Ok((checkpoint, done))
    }

    /// Records a completed task.
    pub(crate) fn save(&mut self, done: &Done) -> Result<()> {
        self.append(&sealed(&serde_json::to_string(done)?))
    }

    fn append(&mut self, line: &str) -> Result<()> {
        // A single call, so that a kill leaves the whole line, nothing, or a truncated last line.
        self.file
            .write_all(format!("{line}\n").as_bytes())
            .with_context(|| format!("checkpoint {}", self.path.display()))
    }
}

/// Returns the tasks in a journal and the number of its valid bytes.
fn read(bytes: &[u8], header: &str, tasks: u64) -> Result<(BTreeMap<u64, Done>, usize)> {
    let mut done = BTreeMap::new();
    let mut length = 0;
    for (number, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let Some(text) = line.strip_suffix(b"\n") else {
            let is_ours = number > 0 || header.as_bytes().starts_with(line);
            ensure!(is_ours, "it is no checkpoint of this work; it was left as it is");
            break;
        };
        let text = String::from_utf8_lossy(text);
        let at = || format!("line {} is damaged", number + 1);
        let sound = unsealed(&text).with_context(at)?;
        if number == 0 {
            ensure!(text == header, "it belongs to other work: {}", difference(sound, header));
        } else {
            let entry: Done = serde_json::from_str(sound).with_context(at)?;
            ensure!(entry.task < tasks, "line {}: there is no task {}", number + 1, entry.task);
            let task = entry.task;
            let earlier = done.insert(task, entry);
            ensure!(earlier.is_none(), "line {}: task {task} again", number + 1);
        }
        length += line.len();
    }
    Ok((done, length))
}

/// Names the first key of a header that is not the expected one, and what it is.
fn difference(header: &str, expected: &str) -> String {
    let parsed = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_default();
    let works = [parsed(header), parsed(unsealed(expected).unwrap_or_default())];
    let named = |value: &Value| if value.is_null() { "none".to_owned() } else { value.to_string() };
    for key in ["puzzle", "instance", "seeds", "shard", "tasks"] {
        match works.each_ref().map(|work| &work[key]) {
            [is, expected] if is == expected => {}
            [Value::String(is), Value::String(expected)] if key == "instance" => {
                return format!("in its instance, {}", differing_line(is, expected));
            }
            [is, expected] => {
                return format!("its `{key}` is {}, expected {}", named(is), named(expected));
            }
        }
    }
    "it was written by another version".to_owned()
}

/// Returns `line` with its checksum at the end.
pub(crate) fn sealed(line: &str) -> String {
    format!("{line} {:08x}", crc32fast::hash(line.as_bytes()))
}

/// Returns the line without its checksum, if the checksum is right.
fn unsealed(line: &str) -> Option<&str> {
    let (text, _) = line.rsplit_once(' ')?;
    (sealed(text) == line).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzle::Found;

    fn done(task: u64) -> Done {
        let found = Found::Count(u128::from(task) << 70);
        Done { task, found, nodes: 7, seconds: 0.25 }
    }

    fn journal(entries: &[u64]) -> (String, Vec<u8>) {
        let header = sealed("the work");
        let mut text = format!("{header}\n");
        for &task in entries {
            text += &sealed(&serde_json::to_string(&done(task)).unwrap());
            text.push('\n');
        }
        (header, text.into_bytes())
    }

    #[test]
    fn what_was_written_is_read_whatever_the_moment_of_the_kill() {
        let (header, bytes) = journal(&[0, 5, 3]);
        for kept in 0..=bytes.len() {
            let (tasks, length) = read(&bytes[..kept], &header, 9).unwrap();
            let lines = String::from_utf8_lossy(&bytes[..kept]).matches('\n').count();
            assert_eq!(tasks.len(), lines.saturating_sub(1));
            assert!(length <= kept && tasks.iter().all(|(&task, entry)| *entry == done(task)));
        }
    }

    #[test]
    fn damage_in_the_middle_is_an_error() {
        let (header, bytes) = journal(&[0, 5, 3]);
        for place in 0..bytes.len() - 1 {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1;
            let result = read(&damaged, &header, 9);
            // The last line may be truncated, but no wrong data is accepted.
            if let Ok((tasks, _)) = result {
                assert!(tasks.iter().all(|(&task, entry)| *entry == done(task)), "{place}");
            }
        }
        let (header, bytes) = journal(&[4, 4]);
        assert!(read(&bytes, &header, 9).is_err(), "a task that was done twice");
        assert!(read(&bytes, &header, 3).is_err(), "a task that does not exist");
        assert!(read(&bytes, &sealed("other work"), 9).is_err());
        assert!(read(b"a letter to a friend", &header, 9).is_err(), "it would be overwritten");
    }
}
