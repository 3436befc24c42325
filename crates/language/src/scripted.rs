//! Doors for the tests of other crates: deterministic, instant, without a model, and failing on demand.
//!
//! A text decides by the markers it contains what becomes of it; see [`Fault`]. `[[retry]]` fails in both doors,
//! `[[embed retry]]` and `[[extract retry]]` in one of them. Queries never fail.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use recollect_model::{CharRange, CharText, Embedding, EntityKind};

use crate::{
    Embed, EntityRef, Extract, ExtractedMention, ExtractedObject, ExtractedStatement, Extraction,
    LanguageError, PassageText, TextToRead,
};

/// What a marker in a text makes a door do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Fail every time with [`LanguageError::Retry`].
    Retry,
    /// Fail so the first time the door sees this very text, and work from then on.
    RetryOnce,
    /// Fail every time with [`LanguageError::Retry`] that asks to wait for 7 seconds.
    RetryLater,
    /// Fail with [`LanguageError::GiveUp`].
    GiveUp,
    /// Never answer.
    Hang,
}

const MARKERS: [(&str, Fault); 5] = [
    ("retry", Fault::Retry),
    ("retry once", Fault::RetryOnce),
    ("retry later", Fault::RetryLater),
    ("give up", Fault::GiveUp),
    ("hang", Fault::Hang),
];

impl Fault {
    /// What makes both doors do so, such as `[[give up]]`.
    pub fn marker(self) -> String {
        format!("[[{}]]", self.words())
    }

    /// What makes only embedding do so, such as `[[embed give up]]`.
    pub fn embed_marker(self) -> String {
        format!("[[embed {}]]", self.words())
    }

    /// What makes only extraction do so, such as `[[extract give up]]`.
    pub fn extract_marker(self) -> String {
        format!("[[extract {}]]", self.words())
    }

    fn words(self) -> &'static str {
        MARKERS
            .iter()
            .find(|(_, fault)| *fault == self)
            .map_or("", |(words, _)| words)
    }
}

/// The texts that have failed once already.
#[derive(Debug, Default)]
struct Seen(Mutex<HashSet<String>>);

impl Seen {
    async fn fail_on_demand(&self, door: &str, text: &str) -> Result<(), LanguageError> {
        let demanded = MARKERS.iter().find(|(words, _)| {
            text.contains(&format!("[[{words}]]")) || text.contains(&format!("[[{door} {words}]]"))
        });
        match demanded.map(|(_, fault)| *fault) {
            None => Ok(()),
            Some(Fault::RetryOnce) if !self.is_first(text) => Ok(()),
            Some(Fault::Retry | Fault::RetryOnce) => Err(LanguageError::retry(format!(
                "{door}: scripted to be retried"
            ))),
            Some(Fault::RetryLater) => Err(LanguageError::Retry {
                reason: format!("{door}: scripted to be retried later"),
                after: Some(Duration::from_secs(7)),
            }),
            Some(Fault::GiveUp) => Err(LanguageError::give_up(format!(
                "{door}: scripted to be given up"
            ))),
            Some(Fault::Hang) => std::future::pending().await,
        }
    }

    fn is_first(&self, text: &str) -> bool {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(text.to_owned())
    }
}

/// Embeddings in 64 dimensions by the hashes of the words: texts that share words are alike.
#[derive(Debug, Default)]
pub struct ScriptedEmbedding {
    seen: Seen,
}

impl ScriptedEmbedding {
    const DIMENSIONS: usize = 64;

    /// A door that has seen no text.
    pub fn new() -> Self {
        Self::default()
    }

    fn embed(text: &str) -> Embedding {
        let mut vector = vec![0.0_f32; Self::DIMENSIONS];
        // The default hasher's own defaults have fixed keys, unlike those of a map.
        let hasher = BuildHasherDefault::<DefaultHasher>::default();
        for word in text
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
        {
            let hash = hasher.hash_one(word.to_lowercase()) as usize;
            vector[hash % Self::DIMENSIONS] += if hash & (1 << 32) == 0 { 1.0 } else { -1.0 };
        }
        crate::local::normalized(vector)
    }
}

#[async_trait]
impl Embed for ScriptedEmbedding {
    fn model(&self) -> &str {
        "scripted/1"
    }

    fn dimensions(&self) -> usize {
        Self::DIMENSIONS
    }

    async fn embed_passages(&self, texts: Vec<String>) -> Result<Vec<Embedding>, LanguageError> {
        for text in &texts {
            self.seen.fail_on_demand("embed", text).await?;
        }
        Ok(texts.iter().map(|text| Self::embed(text)).collect())
    }

    async fn embed_query(&self, text: String) -> Result<Embedding, LanguageError> {
        Ok(Self::embed(&text))
    }
}

/// Extraction of what a text spells out: speakers, and lines such as `Anna | lives in | Berlin`.
///
/// `I` in such a line is the speaker, or else the owner; an object in quotation marks is a value, any other an
/// entity. Speakers are persons, everything else is a thing.
#[derive(Debug, Default)]
pub struct ScriptedExtraction {
    seen: Seen,
}

impl ScriptedExtraction {
    /// A door that has seen no text.
    pub fn new() -> Self {
        Self::default()
    }
}

#[async_trait]
impl Extract for ScriptedExtraction {
    fn name(&self) -> &str {
        "scripted/1"
    }

    async fn extract(&self, text: Arc<TextToRead>) -> Result<Extraction, LanguageError> {
        self.seen.fail_on_demand("extract", &text.body).await?;
        let characters = CharText::new(&text.body);
        let mut extraction = Extraction::default();
        for (number, passage) in text.passages.iter().enumerate() {
            let speaker = passage.speaker.clone().map(EntityRef::Named);
            let reading = Reading {
                text: &text,
                passage,
                number,
                speaker: speaker.clone(),
                words: characters.slice(passage.content),
            };
            extraction.mentions.extend(reading.speaker_mention());
            if !passage.is_joined {
                for line in reading.words.lines() {
                    reading.read(line, &mut extraction);
                }
            }
            extraction.speakers.push(speaker);
        }
        Ok(extraction)
    }
}

/// A passage on its way to an [`Extraction`].
struct Reading<'a> {
    text: &'a TextToRead,
    passage: &'a PassageText,
    number: usize,
    speaker: Option<EntityRef>,
    words: &'a str,
}

impl Reading<'_> {
    fn speaker_mention(&self) -> Option<ExtractedMention> {
        let entity = self.speaker.clone()?;
        let length = self
            .passage
            .speaker
            .as_deref()
            .map_or(0, |name| name.chars().count()) as u32;
        let start = self.passage.range.start;
        let range = CharRange {
            start,
            end: start + length,
        };
        Some(ExtractedMention {
            entity,
            kind: EntityKind::Person,
            passage: self.number,
            range,
        })
    }

    fn read(&self, line: &str, extraction: &mut Extraction) {
        let [subject, phrase, object] = line.split('|').map(str::trim).collect::<Vec<_>>()[..]
        else {
            return;
        };
        let range = self.range_of(line);
        let named = |name: &str| match name {
            "I" => self.speaker.clone().unwrap_or(EntityRef::Owner),
            name => EntityRef::Named(name.to_owned()),
        };
        let mut mention = |name: &str| {
            let entity = named(name);
            let kind = if entity == EntityRef::Owner {
                EntityKind::Owner
            } else {
                EntityKind::Thing
            };
            extraction.mentions.push(ExtractedMention {
                entity: entity.clone(),
                kind,
                passage: self.number,
                range,
            });
            entity
        };
        let subject_ref = mention(subject);
        let value = object
            .strip_prefix('"')
            .and_then(|value| value.strip_suffix('"'));
        let object_ref = match value {
            Some(value) => ExtractedObject::Value(value.to_owned()),
            None => ExtractedObject::Entity(mention(object)),
        };
        let called: HashMap<&str, &str> = HashMap::from([("I", self.text.owner_name.as_str())]);
        extraction.statements.push(ExtractedStatement {
            subject: subject_ref,
            relation: phrase.to_lowercase().replace(' ', "_"),
            phrase: phrase.to_owned(),
            object: object_ref,
            fact: format!(
                "{} {phrase} {}.",
                called.get(subject).unwrap_or(&subject),
                value.unwrap_or(object)
            ),
            passage: self.number,
            range,
            valid: None,
        });
    }

    /// Where a line of this passage is in the whole text, trimmed.
    fn range_of(&self, line: &str) -> CharRange {
        let before = &self.words[..line.as_ptr() as usize - self.words.as_ptr() as usize];
        let indent = line.chars().take_while(|c| c.is_whitespace()).count();
        let start = self.passage.content.start + (before.chars().count() + indent) as u32;
        CharRange {
            start,
            end: start + line.trim().chars().count() as u32,
        }
    }
}
