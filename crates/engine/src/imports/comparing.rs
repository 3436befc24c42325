//! What of what is brought is there already, and what would take the place of what.
//!
//! A file is known by its path within what is brought, and different files may have one path: `notes.txt` of two
//! folders, each brought by itself. What shares no passage with the text of its name that is there is not another
//! version of that: it gets a name of its own, `file/notes.txt~2`, and keeps it whenever it is brought again.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use recollect_imports::Memory;
use recollect_model::{EpisodeKind, SpaceId, UserId};
use recollect_storage::{LatestVersion, TextVersion};

use crate::{Engine, EngineError};

/// What comes before its path in the name of a file.
const FILE_NAMES: &str = "file/";
/// So many words in a row that two texts share are a passage; of short texts, a part of them.
const PASSAGE_WORDS: usize = 8;
const MIN_PASSAGE_WORDS: usize = 2;
const SHORT_TEXT_PART: usize = 4;

/// What a text that is brought is to what is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    New,
    Replacing,
    Unchanged,
}

/// Which number files have among the different ones of their path, by the name without it; the first has none in its name.
pub(super) type Numbers = HashMap<String, usize>;

impl Engine {
    /// Gives files names of their own that share their path with another that is there. `numbers` has what was found out before
    /// of the same import.
    pub(super) async fn tell_apart(
        &self,
        user: UserId,
        space: SpaceId,
        memories: &mut [Memory],
        numbers: &mut Numbers,
    ) -> Result<(), EngineError> {
        let mut open: Vec<OpenName> = Vec::new();
        for (at, memory) in memories.iter().enumerate() {
            if let Some((name, part)) = file_name(memory)
                && !numbers.contains_key(name)
                && !open.iter().any(|one| one.name == name)
            {
                let (name, part) = (name.to_owned(), part.to_owned());
                let free = None;
                open.push(OpenName {
                    at,
                    name,
                    part,
                    free,
                });
            }
        }
        for number in 1.. {
            if open.is_empty() {
                break;
            }
            let names: Vec<String> = open.iter().map(|one| one.numbered(number)).collect();
            let held = self.store.latest_versions(user, space, &names).await?;
            open.retain_mut(|one| {
                let held = held.get(&one.numbered(number));
                let decided = one.decide(number, held, &memories[one.at].body);
                if let Some(number) = decided {
                    numbers.insert(one.name.clone(), number);
                }
                decided.is_none()
            });
        }
        for memory in memories {
            let Some((name, part)) = file_name(memory) else {
                continue;
            };
            if let Some(number) = numbers.get(name).filter(|number| **number > 1) {
                memory.external_id = numbered(name, part, *number);
                memory.session = memory
                    .session
                    .take()
                    .map(|session| format!("{session}~{number}"));
            }
        }
        Ok(())
    }

    /// What each of the texts is to what is there. `spaces` has the ids of those that texts name, as far as there are such.
    pub(super) async fn standings(
        &self,
        user: UserId,
        space: SpaceId,
        spaces: &HashMap<String, SpaceId>,
        memories: &[Memory],
    ) -> Result<Vec<Standing>, EngineError> {
        let mut places: HashMap<SpaceId, Vec<usize>> = HashMap::new();
        let mut standings = vec![Standing::New; memories.len()];
        for (at, memory) in memories.iter().enumerate() {
            let space = match &memory.space {
                None => Some(space),
                Some(name) => spaces.get(name).copied(),
            };
            if self.is_there(user, memory).await? {
                standings[at] = Standing::Unchanged;
            } else if let Some(space) = space {
                places.entry(space).or_default().push(at);
            }
        }
        for (space, places) in places {
            let names: Vec<String> = places
                .iter()
                .map(|at| memories[*at].external_id.clone())
                .collect();
            let held = self.store.latest_versions(user, space, &names).await?;
            for at in places {
                let memory = &memories[at];
                standings[at] = match held.get(&memory.external_id) {
                    None => Standing::New,
                    Some(held) if held.version == version(memory) => Standing::Unchanged,
                    Some(_) => Standing::Replacing,
                };
            }
        }
        Ok(standings)
    }
}

/// A file whose number is not known yet.
struct OpenName {
    /// Where it is in what is brought.
    at: usize,
    name: String,
    part: String,
    /// The first number that no text has.
    free: Option<usize>,
}

impl OpenName {
    fn numbered(&self, number: usize) -> String {
        numbered(&self.name, &self.part, number)
    }

    /// Its number, once that is known: that of the text it shares a passage with, or else the first that is free. One that was
    /// taken back leaves its number, so one more is looked at.
    fn decide(&mut self, number: usize, held: Option<&LatestVersion>, body: &str) -> Option<usize> {
        match held {
            Some(held) if share_a_passage(&held.version.body, body) => Some(number),
            Some(_) => None,
            None if self.free.is_some() => self.free,
            None => {
                self.free = Some(number);
                None
            }
        }
    }
}

/// The name of a text that is a file, and which part of it this is, as that stands in the name.
fn file_name(memory: &Memory) -> Option<(&str, &str)> {
    let is_file = memory.kind == EpisodeKind::Document
        && memory.space.is_none()
        && memory.external_id.starts_with(FILE_NAMES);
    is_file.then(|| part_of(&memory.external_id))
}

/// The name of a text, and which part of it this is, as that stands in the name.
pub(super) fn part_of(name: &str) -> (&str, &str) {
    let part = name.rfind('#').filter(|at| {
        let number = &name[at + 1..];
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    });
    name.split_at(part.unwrap_or(name.len()))
}

/// The same with its number among the different ones of that name.
pub(super) fn numbered(name: &str, part: &str, number: usize) -> String {
    match number {
        1 => format!("{name}{part}"),
        number => format!("{name}~{number}{part}"),
    }
}

/// What a text says, as it will be stored.
fn version(memory: &Memory) -> TextVersion {
    let session = memory.session.clone();
    TextVersion {
        body: memory.body.clone(),
        kind: memory.kind,
        session: session.filter(|session| !session.trim().is_empty()),
        source: memory.source.clone(),
        reference_time: TextVersion::timely(memory.kind, memory.reference_time),
        labels: memory.labels.stored().unwrap_or_default(),
        expires_at: memory.expires_at,
    }
}

/// Whether a run of words of one text is in the other. Of texts without words nothing can be said: they count as one.
fn share_a_passage(one: &str, other: &str) -> bool {
    let (one, other) = (words(one), words(other));
    let shorter = one.len().min(other.len());
    if shorter == 0 {
        return true;
    }
    let part = shorter / SHORT_TEXT_PART;
    let length = part.clamp(MIN_PASSAGE_WORDS, PASSAGE_WORDS).min(shorter);
    let passages: HashSet<&[u64]> = one.windows(length).collect();
    other.windows(length).any(|words| passages.contains(words))
}

/// The words of a text, each as a number. Where words are not parted by blanks, every character is one.
fn words(text: &str) -> Vec<u64> {
    let hashed = |word: &str| {
        let mut hasher = DefaultHasher::new();
        word.hash(&mut hasher);
        hasher.finish()
    };
    let mut words = Vec::new();
    for run in text.split(|c: char| !c.is_alphanumeric()) {
        let mut run = run;
        while let Some(first) = run.chars().next() {
            let is_alone = |c: char| c >= '\u{2e80}';
            let end = match is_alone(first) {
                true => first.len_utf8(),
                false => run.find(is_alone).unwrap_or(run.len()),
            };
            words.push(hashed(&run[..end].to_lowercase()));
            run = &run[end..];
        }
    }
    words
}
