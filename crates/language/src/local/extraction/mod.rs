//! Extraction by patterns: names, speakers, and simple sentences.
//!
//! English. It would rather say nothing than something the text does not: a statement needs a subject that is
//! named (or "I"), one of the relations a personal memory is made of, and an object in plain sight.
//! Questions, negations, hypotheses and quotations give none, nor do "he" and "she", nor passages with several speakers. Every text costs well below a
//! millisecond a passage.

mod names;
mod relations;
mod statements;
mod vocabulary;
mod words;

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Arc;

use async_trait::async_trait;
use recollect_model::{CharRange, CharText, EntityKey, EntityKind};

use self::names::{Evidence, Name};
use self::statements::{Claim, Sentence, What};
use self::words::{Word, words};
use super::workers::Workers;
use crate::sentences::sentences;
use crate::turns::{is_assistant, is_role};
use crate::{
    EntityRef, Extract, ExtractedMention, ExtractedObject, ExtractedStatement, Extraction,
    LanguageError, PassageText, TextToRead, time,
};

/// Raised whenever the same text would give another graph.
const NAME: &str = "local/1";

/// The most mentions, and the most statements, that are taken from one text; what comes after is left unread.
const MOST_FINDINGS: usize = 5_000;

/// Where a mail names its sender.
const MAIL_HEAD_LINES: usize = 12;

/// The most expressions of time of a text that are resolved: those are what costs.
const MOST_TIMES: usize = 256;

/// Extraction by patterns and its workers.
pub struct LocalExtraction {
    workers: Workers<()>,
}

impl LocalExtraction {
    /// An extraction that keeps up to `threads` cores busy; takes 90 ms once, to prepare what reads times.
    pub fn new(threads: NonZeroUsize) -> Self {
        time::prepare();
        Self {
            workers: Workers::new(vec![(); threads.get()]),
        }
    }
}

#[async_trait]
impl Extract for LocalExtraction {
    fn name(&self) -> &str {
        NAME
    }

    async fn extract(&self, text: Arc<TextToRead>) -> Result<Extraction, LanguageError> {
        self.workers.run(move |&()| Reader::new(&text).read()).await
    }
}

/// One text on its way to an [`Extraction`].
struct Reader<'a> {
    text: &'a TextToRead,
    characters: CharText<'a>,
    speakers: Vec<Option<EntityRef>>,
    mentions: Vec<ExtractedMention>,
    statements: Vec<ExtractedStatement>,
    times_left: usize,
}

/// A sentence with the passage it is in.
struct Placed<'a> {
    passage: usize,
    start: usize,
    text: &'a str,
    words: Vec<Word<'a>>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a TextToRead) -> Self {
        let speakers = text
            .passages
            .iter()
            .map(|passage| speaker_of(passage, &text.owner_name))
            .collect();
        let characters = CharText::new(&text.body);
        Self {
            text,
            characters,
            speakers,
            mentions: Vec::new(),
            statements: Vec::new(),
            times_left: MOST_TIMES,
        }
    }

    fn read(mut self) -> Extraction {
        let sentences = self.sentences();
        let speakers = self
            .text
            .passages
            .iter()
            .filter_map(|passage| passage.speaker.as_deref());
        let evidence = Evidence::of(
            sentences.iter().map(|sentence| sentence.words.as_slice()),
            speakers,
        );
        for passage in 0..self.text.passages.len() {
            self.mention_speaker(passage);
        }
        for sentence in &sentences {
            if self.mentions.len() < MOST_FINDINGS && self.statements.len() < MOST_FINDINGS {
                self.read_sentence(sentence, &evidence);
            }
        }
        self.mentions
            .sort_by_key(|mention| (mention.passage, mention.range));
        settle_kinds(&mut self.mentions);
        Extraction {
            speakers: self.speakers,
            mentions: self.mentions,
            statements: self.statements,
        }
    }

    fn sentences(&self) -> Vec<Placed<'a>> {
        let mut placed = Vec::new();
        for (passage, PassageText { content, .. }) in self.text.passages.iter().enumerate() {
            let before = CharRange {
                start: 0,
                end: content.start,
            };
            let (base, content) = (
                self.characters.slice(before).len(),
                self.characters.slice(*content),
            );
            for sentence in sentences(content) {
                let text = content[sentence.clone()].trim_end();
                placed.push(Placed {
                    passage,
                    start: base + sentence.start,
                    text,
                    words: words(text),
                });
            }
        }
        placed
    }

    fn mention_speaker(&mut self, passage: usize) {
        let (
            Some(entity),
            PassageText {
                range,
                content,
                speaker: Some(name),
                ..
            },
        ) = (self.speakers[passage].clone(), &self.text.passages[passage])
        else {
            return;
        };
        let label = self.characters.slice(CharRange {
            start: range.start,
            end: content.start,
        });
        if let Some(before) = label.find(name.as_str()) {
            let start = range.start + label[..before].chars().count() as u32;
            let range = CharRange {
                start,
                end: start + name.chars().count() as u32,
            };
            let kind = match entity {
                EntityRef::Owner => EntityKind::Owner,
                EntityRef::Named(_) if is_role(name) => EntityKind::Thing,
                EntityRef::Named(_) => EntityKind::Person,
            };
            self.mentions.push(ExtractedMention {
                entity,
                kind,
                passage,
                range,
            });
        }
    }

    fn read_sentence(&mut self, placed: &Placed<'a>, evidence: &Evidence<'_>) {
        let mut names = names::names(&placed.words, evidence);
        let sentence = Sentence {
            text: placed.text,
            words: &placed.words,
        };
        let mut claims = if self.text.passages[placed.passage].is_joined {
            Vec::new()
        } else {
            statements::claims(&sentence, &names)
        };
        if !claims.is_empty() {
            let times =
                time::in_sentence(placed.text, self.text.reference_time, &mut self.times_left);
            statements::date(&mut claims, &sentence, &times);
        }
        for claim in claims {
            self.state(placed, &sentence, &mut names, claim);
        }
        for name in names {
            let range = self.range(placed, name.bytes.clone());
            let entity = called(&name.text, &self.text.owner_name);
            let kind = if entity == EntityRef::Owner {
                EntityKind::Owner
            } else {
                name.kind
            };
            self.mentions.push(ExtractedMention {
                entity,
                kind,
                passage: placed.passage,
                range,
            });
        }
    }

    fn state(
        &mut self,
        placed: &Placed<'_>,
        sentence: &Sentence<'_>,
        names: &mut [Name],
        claim: Claim,
    ) {
        let Some(object) = statements::object(&claim, sentence, names) else {
            return;
        };
        let subject = match claim.subject {
            Some(name) => called(&names[name].text, &self.text.owner_name),
            // What a machine says of itself is nobody's memory.
            None if self.is_machine(placed.passage) => return,
            // Nor is it plain who says "I" in what is quoted.
            None if self.is_quoted(placed, &claim) => return,
            None => self.first_person(placed, &claim),
        };
        let (object, object_words) = match object {
            What::Name(name) => {
                names[name].specify(claim.relation.object);
                let name = names[name].text.clone();
                (
                    ExtractedObject::Entity(called(&name, &self.text.owner_name)),
                    name,
                )
            }
            What::Value(value) => (ExtractedObject::Value(value.clone()), value),
        };
        if object == ExtractedObject::Entity(subject.clone()) {
            return;
        }
        self.statements.push(ExtractedStatement {
            fact: format!(
                "{} {} {object_words}.",
                self.name_of(&subject),
                claim.relation.fact
            ),
            subject,
            relation: claim.relation.fact.replace([' ', '-'], "_"),
            phrase: claim.phrase,
            object,
            passage: placed.passage,
            range: self.range(placed, 0..placed.text.len()),
            valid: claim.valid,
        });
    }

    fn is_machine(&self, passage: usize) -> bool {
        let speaker = self.text.passages[passage].speaker.as_deref();
        speaker.is_some_and(is_assistant)
    }

    /// Whether the words before a claim, on its line, say that somebody else may be speaking: `12/03, 18:24 - Nora:`,
    /// `> `, "my brother told me:"; or the whole text is a mail with its sender.
    fn is_quoted(&self, placed: &Placed<'_>, claim: &Claim) -> bool {
        let content = self.text.passages[placed.passage].content.start;
        let said = &self.text.body[..placed.start + claim.subject_bytes.start];
        let line = said.rfind('\n').map_or(0, |end| end + 1);
        let content = self
            .characters
            .slice(CharRange {
                start: 0,
                end: content,
            })
            .len();
        let before = said.get(line.max(content)..).unwrap_or_default();
        let is_mail = || {
            let mut head = self.text.body.lines().take(MAIL_HEAD_LINES);
            head.any(|line| line.trim_start().to_lowercase().starts_with("from:"))
        };
        before.contains(':') || before.trim_start().starts_with(['>', '|']) || is_mail()
    }

    /// Whoever says "I" here; the owner is mentioned by that word.
    fn first_person(&mut self, placed: &Placed<'_>, claim: &Claim) -> EntityRef {
        let speaker = self.speakers[placed.passage]
            .clone()
            .unwrap_or(EntityRef::Owner);
        if speaker == EntityRef::Owner {
            let range = self.range(placed, claim.subject_bytes.clone());
            let (passage, entity) = (placed.passage, EntityRef::Owner);
            self.mentions.push(ExtractedMention {
                entity,
                kind: EntityKind::Owner,
                passage,
                range,
            });
        }
        speaker
    }

    fn name_of<'n>(&'n self, entity: &'n EntityRef) -> &'n str {
        match entity {
            EntityRef::Named(name) => name,
            EntityRef::Owner if self.text.owner_name.trim().is_empty() => "The owner",
            EntityRef::Owner => self.text.owner_name.trim(),
        }
    }

    fn range(&self, placed: &Placed<'_>, bytes: Range<usize>) -> CharRange {
        self.characters
            .range_of_bytes(placed.start + bytes.start..placed.start + bytes.end)
    }
}

/// Who speaks: the part a user plays in a chat is the owner's.
fn speaker_of(passage: &PassageText, owner_name: &str) -> Option<EntityRef> {
    let name = passage.speaker.as_deref()?;
    Some(match name.to_lowercase().as_str() {
        "user" | "human" => EntityRef::Owner,
        "assistant" | "ai" | "bot" => EntityRef::Named("assistant".to_owned()),
        _ => called(name, owner_name),
    })
}

/// Whoever has a name: one that is the owner's whole name is the owner.
fn called(name: &str, owner_name: &str) -> EntityRef {
    if EntityKey::of_name(name) == EntityKey::of_name(owner_name) {
        EntityRef::Owner
    } else {
        EntityRef::Named(name.to_owned())
    }
}

/// Gives all mentions of a name the most telling kind that one of them has.
fn settle_kinds(mentions: &mut [ExtractedMention]) {
    let mut kinds: HashMap<EntityRef, EntityKind> = HashMap::new();
    for mention in mentions.iter() {
        let kind = kinds.entry(mention.entity.clone()).or_insert(mention.kind);
        // A person is named by stronger signs (a turn, a title, a kinship) than a place is.
        if *kind == EntityKind::Thing || mention.kind == EntityKind::Person {
            *kind = mention.kind;
        }
    }
    for mention in mentions {
        mention.kind = kinds.get(&mention.entity).copied().unwrap_or(mention.kind);
    }
}
