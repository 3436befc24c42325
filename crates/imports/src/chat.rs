//! A conversation that is being read, message by message.

use std::collections::HashMap;

use recollect_model::{EpisodeKind, Labels, ReferenceTime};
use serde_json::{Map, Value};

use crate::source::{Source, digest, shortened, told_apart};
use crate::{Found, Memory};

const MAX_SESSION: usize = 200;
const MAX_SPEAKER: usize = 80;
/// The most bytes of one part of a name outside; three of them are within what such a name may have.
const MAX_ID: usize = 160;

/// A conversation.
pub(crate) struct Chat {
    /// Where it comes from; the names of its messages begin with it.
    source: &'static str,
    /// What it is called among those of its source.
    id: String,
    session: String,
    /// When the message before was said.
    last: ReferenceTime,
    /// What is kept of every message.
    metadata: Map<String, Value>,
    /// How often what has no id was said.
    repeats: HashMap<String, usize>,
    /// How many messages had no words.
    wordless: usize,
    /// How many lines were not said by anybody.
    notices: usize,
}

/// A message.
#[derive(Default)]
pub(crate) struct Said<'a> {
    /// What it is called in its conversation; without one, what it says and when are its name.
    pub(crate) id: Option<&'a str>,
    pub(crate) speaker: Option<&'a str>,
    pub(crate) words: &'a str,
    /// That of the message before otherwise.
    pub(crate) time: Option<ReferenceTime>,
    /// It was changed after it was sent.
    pub(crate) is_edited: bool,
}

impl Chat {
    /// A conversation by its source, its id there and its name.
    pub(crate) fn new(from: &Source<'_>, source: &'static str, id: &str, session: &str) -> Self {
        let mut metadata = Map::new();
        metadata.insert("conversationId".to_owned(), Value::from(shortened(id, 200)));
        Self {
            source,
            id: told_apart(id, MAX_ID),
            session: shortened(&one_line(session), MAX_SESSION),
            last: from.written(),
            metadata,
            repeats: HashMap::new(),
            wordless: 0,
            notices: 0,
        }
    }

    /// Keeps this of every message that follows.
    pub(crate) fn note(&mut self, name: &str, value: &str) {
        self.metadata.insert(name.to_owned(), Value::from(value));
    }

    /// When the conversation began, for messages that name no time.
    pub(crate) fn began(&mut self, time: Option<ReferenceTime>) {
        self.last = time.unwrap_or(self.last);
    }

    /// Takes a message in. One without words is counted.
    pub(crate) fn say(&mut self, said: &Said<'_>, found: &mut Found) {
        self.last = said.time.unwrap_or(self.last);
        let words = said.words.trim();
        if words.is_empty() {
            self.wordless += 1;
            return;
        }
        let speaker = said
            .speaker
            .map(|name| shortened(&one_line(name), MAX_SPEAKER));
        let speaker = speaker.filter(|name| !name.is_empty());
        let id = match said.id {
            Some(id) => told_apart(id, MAX_ID),
            None => self.repeated(speaker.as_deref().unwrap_or_default(), words),
        };
        let tags = said.is_edited.then(|| "edited".to_owned());
        found.memories.push(Memory {
            sent: None,
            expires_at: None,
            external_id: format!("{}/{}/{id}", self.source, self.id),
            session: Some(self.session.clone()),
            space: None,
            source: self.source.to_owned(),
            kind: EpisodeKind::Conversation,
            body: match &speaker {
                Some(speaker) => format!("{speaker}: {words}"),
                None => words.to_owned(),
            },
            speaker,
            reference_time: self.last,
            labels: Labels::new(tags.into_iter().collect(), self.metadata.clone()),
        });
    }

    /// Counts a line that nobody said: somebody joined, a call was missed.
    pub(crate) fn pass_over(&mut self) {
        self.notices += 1;
    }

    /// Says what of the conversation was left out.
    pub(crate) fn end(self, place: &str, found: &mut Found) {
        let counted = |count: usize, one: &str, many: &str| match count {
            0 => None,
            1 => Some(format!("1 {one}")),
            count => Some(format!("{count} {many}")),
        };
        let left_out: Vec<String> = [
            counted(
                self.wordless,
                "message without words",
                "messages without words",
            ),
            counted(self.notices, "notice", "notices"),
        ]
        .into_iter()
        .flatten()
        .collect();
        if !left_out.is_empty() {
            found.problem(format!("{place}: {} left out", left_out.join(" and ")));
        }
    }

    /// A name for what has none. Who says "ok" twice in a minute has said it twice.
    fn repeated(&mut self, speaker: &str, words: &str) -> String {
        let name = digest(&[&self.last.to_string(), speaker, words]);
        let times = self.repeats.entry(name.clone()).or_default();
        *times += 1;
        format!("{name}/{times}")
    }
}

/// Without line breaks and marks that tell a screen the direction of the text.
pub(crate) fn one_line(name: &str) -> String {
    let is_mark = |c: &char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
    let name: String = name.chars().filter(|c| !is_mark(c)).collect();
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}
