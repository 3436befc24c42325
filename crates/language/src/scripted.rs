//! Doors for the tests of other crates: deterministic, instant, without a model, and failing on demand.
//!
//! A text decides by the markers it contains what becomes of it; see [`Fault`]. `[[retry]]` fails in both doors,
//! `[[embed retry]]` and `[[extract retry]]` in one of them. Queries never fail.

use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use recollect_model::{
    CharRange, CharText, Embedding, EntityKind, Modality, Precision, RelationName, Worth,
};

use crate::{
    Embed, EntityRef, Extract, ExtractedMention, ExtractedObject, ExtractedStatement, Extraction,
    Identity, LanguageError, PassageText, TextToRead,
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
/// `I` in such a line is the speaker, or else the owner, and `my sister` is in that role to them; an object in quotation
/// marks is a value, any other an entity. Speakers are persons, and so is a name followed by `*`; everything else is a
/// thing. More parts say more: `not`, `also`, `actually`, a modality such as `planned`, `from 2019-01-01`, `until
/// 2020-06-30`, `until now`, `worth 20`, and `says Sam`. A line `Mel = Melanie` says that two are the same, `Mel != Anna` that they
/// are not.
#[derive(Debug)]
pub struct ScriptedExtraction {
    seen: Seen,
    name: &'static str,
}

impl Default for ScriptedExtraction {
    fn default() -> Self {
        Self::named("scripted/1")
    }
}

impl ScriptedExtraction {
    /// A door that has seen no text.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same under another name, as a newer one would have.
    pub fn named(name: &'static str) -> Self {
        let seen = Seen::default();
        Self { seen, name }
    }
}

#[async_trait]
impl Extract for ScriptedExtraction {
    fn name(&self) -> &str {
        self.name
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
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        match parts[..] {
            [subject, phrase, object, ref more @ ..] => {
                self.read_statement(line, [subject, phrase, object], more, extraction);
            }
            _ => self.read_identity(line, extraction),
        }
    }

    fn read_statement(
        &self,
        line: &str,
        [subject, phrase, object]: [&str; 3],
        more: &[&str],
        extraction: &mut Extraction,
    ) {
        let range = self.range_of(line);
        let subject_ref = self.mention(subject, range, extraction);
        let value = object
            .strip_prefix('"')
            .and_then(|value| value.strip_suffix('"'));
        let object_ref = match value {
            Some(value) => ExtractedObject::Value(value.to_owned()),
            None => ExtractedObject::Entity(self.mention(object, range, extraction)),
        };
        let called = match subject {
            "I" => self.text.owner_name.as_str(),
            subject => subject.trim_end_matches('*'),
        };
        let relation = RelationName::of(&phrase.to_lowercase().replace(' ', "_"));
        let mut said = ExtractedStatement {
            phrase: phrase.to_owned(),
            fact: format!(
                "{called} {phrase} {}.",
                value.unwrap_or(object.trim_end_matches('*'))
            ),
            ..ExtractedStatement::plain(subject_ref, relation, object_ref, self.number, range)
        };
        for part in more {
            self.qualify(&mut said, part, extraction);
        }
        extraction.statements.push(said);
    }

    /// Reads what a line says beyond subject, relation and object.
    fn qualify(&self, said: &mut ExtractedStatement, part: &str, extraction: &mut Extraction) {
        let day = |day: &str| match day.trim() {
            "now" => Some(self.text.reference_time.instant()),
            day => format!("{day}T00:00:00Z").parse().ok(),
        };
        match part.split_once(' ').unwrap_or((part, "")) {
            ("not", _) => said.is_negated = true,
            ("also", _) => said.is_additional = true,
            ("actually", _) => said.is_correction = true,
            ("from", from) => said.from = day(from),
            ("until", until) => said.until = day(until),
            ("worth", worth) => said.worth = worth.parse().map_or(said.worth, Worth::new),
            ("says", name) => said.attributed_to = Some(self.mention(name, said.range, extraction)),
            (word, _) => said.modality = Modality::from_name(word).unwrap_or(said.modality),
        }
        if said.from.is_some() || said.until.is_some() {
            said.precision = Some(Precision::Day);
        }
    }

    fn read_identity(&self, line: &str, extraction: &mut Extraction) {
        let sides = line
            .split_once("!=")
            .map(|sides| (sides, false))
            .or_else(|| line.split_once('=').map(|sides| (sides, true)));
        let Some(((left, right), is_same)) = sides else {
            return;
        };
        let range = self.range_of(line);
        let left = self.mention(left.trim(), range, extraction);
        let right = self.mention(right.trim(), range, extraction);
        extraction.identities.push(Identity {
            left,
            right,
            is_same,
            range,
        });
    }

    fn mention(&self, name: &str, range: CharRange, extraction: &mut Extraction) -> EntityRef {
        let me = || self.speaker.clone().unwrap_or(EntityRef::Owner);
        let (entity, kind) = match (name, name.strip_prefix("my "), name.strip_suffix('*')) {
            ("I", ..) => (me(), EntityKind::Person),
            (_, Some(role), _) => {
                let role = role.to_owned();
                let of = Box::new(me());
                (EntityRef::Role { role, of }, EntityKind::Person)
            }
            (_, _, Some(name)) => (EntityRef::Named(name.to_owned()), EntityKind::Person),
            _ => (EntityRef::Named(name.to_owned()), EntityKind::Thing),
        };
        let kind = match entity {
            EntityRef::Owner => EntityKind::Owner,
            _ => kind,
        };
        extraction.mentions.push(ExtractedMention {
            entity: entity.clone(),
            kind,
            passage: self.number,
            range,
        });
        entity
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
