//! One text on its way to an extraction.

use std::collections::HashSet;

use recollect_clauses::clauses;
use recollect_model::{CharRange, CharText, EntityKind};
use recollect_spacy::Pipeline;
use recollect_temporal::expressions;

use crate::local::extraction::amendments::amendments;
use crate::local::extraction::candidates::candidate::RelationCandidate;
use crate::local::extraction::candidates::entries::{contacts, entries};
use crate::local::extraction::candidates::identities::{Naming, namings};
use crate::local::extraction::candidates::standings::{ages, name_pets, of_roles};
use crate::local::extraction::clauses::context::{PassageContext, Timed};
use crate::local::extraction::clauses::fragments::fragments;
use crate::local::extraction::coreference::discourse::DiscourseModel;
use crate::local::extraction::coreference::hearing::hear;
use crate::local::extraction::coreference::interlocutors::{
    cast, interlocutors, is_correction, is_letter, mark_others, mark_speech, speaker_of, spoken_to,
};
use crate::local::extraction::coreference::referents::{How, Interlocutors};
use crate::local::extraction::coreference::resolve::referents;
use crate::local::extraction::cost::cost;
use crate::local::extraction::factuality::reread;
use crate::local::extraction::mentions::names::{KnownNames, names};
use crate::local::extraction::parse::asked::Question;
use crate::local::extraction::parse::elision::{self, Manner};
use crate::local::extraction::parse::english::is_english;
use crate::local::extraction::parse::owner::tells_of_owner;
use crate::local::extraction::parse::reading::Reading;
use crate::local::extraction::parse::repair::repair;
use crate::local::extraction::parse::replies::{asks_of_another, completion};
use crate::local::extraction::statements::{point_at, statements};
use crate::local::extraction::times::told::told_of;
use crate::local::extraction::types;
use crate::local::extraction::worth::{is_worth_keeping, worth_of_standing};
use crate::turns::{is_assistant, is_role};
use crate::{
    EntityRef, ExtractedMention, ExtractedObject, ExtractedStatement, Extraction, Identity,
    PassageText, TextToRead,
};

/// The most mentions, and the most statements, that are taken from one text; what comes after is left unread.
const MAX_FINDINGS: usize = 5_000;

/// How much of a text is parsed, from its beginning: so many bytes of English, some fifteen seconds' worth. See [`cost`].
const MAX_PARSED: usize = 600_000;

/// So much of what was said before is looked at for what a correction means.
const MAX_BEFORE: usize = 8;

/// One text on its way to an [`Extraction`].
pub(crate) struct Reader<'a> {
    pipeline: &'a Pipeline,
    text: &'a TextToRead,
    characters: &'a CharText<'a>,
    discourse: DiscourseModel,
    found: Extraction,
    votes: Vec<(EntityRef, EntityKind, u8)>,
    mentioned: HashSet<EntityRef>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(
        pipeline: &'a Pipeline,
        text: &'a TextToRead,
        characters: &'a CharText<'a>,
    ) -> Self {
        let speakers = text
            .passages
            .iter()
            .map(|passage| speaker_of(passage, &text.owner_name))
            .collect();
        Self {
            pipeline,
            text,
            characters,
            discourse: DiscourseModel::of(&text.context),
            found: Extraction {
                speakers,
                ..Extraction::default()
            },
            votes: Vec::new(),
            mentioned: HashSet::new(),
        }
    }

    /// Reads the text. `pause` is called after every passage, and may wait until others have had their turn.
    pub(crate) fn read(mut self, mut pause: impl FnMut()) -> Extraction {
        for passage in 0..self.text.passages.len() {
            self.mention_speaker(passage);
        }
        let mut readings = self.parse(&mut pause);
        let known = self.known_names(&readings);
        let is_letter = is_letter(self.text);
        let cast = cast(self.text, &self.found.speakers);
        let first_speaker = self.found.speakers.first().and_then(Option::as_ref);
        hear(
            self.pipeline,
            self.text,
            first_speaker,
            &known,
            &mut self.discourse,
        );
        for reading in &mut readings {
            if self.found.mentions.len() >= MAX_FINDINGS
                || self.found.statements.len() >= MAX_FINDINGS
            {
                break;
            }
            reading.names = names(reading, &known);
            mark_others(reading);
            mark_speech(reading);
            reading.clauses = clauses(reading.text, &reading.doc);
            reread(reading);
            let fragments = fragments(reading);
            reading.clauses.extend(fragments);
            let passage = &self.text.passages[reading.passage];
            let speaker = self.found.speakers[reading.passage].as_ref();
            // Who writes a letter is not known to be the owner, and who tells of the owner is another.
            let mut interlocutors = if is_letter || reading.tells_of_owner {
                Interlocutors::default()
            } else {
                interlocutors(passage, speaker, &cast, self.text.context.is_in_session)
            };
            let is_open = matches!(interlocutors.second, None | Some(EntityRef::Owner))
                && interlocutors.first.is_some();
            if let (true, Some(name)) = (is_open, spoken_to(reading, &self.text.owner_name, &cast))
            {
                interlocutors.second = Some(name).filter(|name| {
                    interlocutors.first.as_ref().map(EntityRef::key) != Some(name.key())
                });
            }
            self.passage(reading, &interlocutors, &cast);
            pause();
        }
        self.settle();
        self.found
    }

    /// The passages that are English, parsed.
    fn parse(&self, pause: &mut impl FnMut()) -> Vec<Reading<'a>> {
        let mut left = MAX_PARSED;
        let mut readings = Vec::new();
        let tells_of_owner = self.tells_of_owner();
        for (number, passage) in self.text.passages.iter().enumerate() {
            let before = CharRange {
                start: 0,
                end: passage.content.start,
            };
            let start = self.characters.slice(before).len();
            let content = self.characters.slice(passage.content);
            if left == 0 {
                break;
            }
            left = left.saturating_sub(cost(content));
            let asked = self.asked_before(number);
            let asked = asked.and_then(|asked| Question::of(self.pipeline, asked));
            let asked = asked.as_ref();
            let reply = asked.and_then(|asked| completion(asked, content));
            if reply.is_some() || is_english(content) {
                let is_own = passage.speaker.is_none() && !passage.is_joined;
                let manner = Manner {
                    tells_of_owner: is_own && tells_of_owner,
                    is_note: is_own && !self.text.context.is_in_session,
                };
                let mut doc = elision::parse(self.pipeline, content, reply, manner);
                repair(content, &mut doc);
                let mut reading = Reading::new(number, content, start, doc);
                reading.is_correction = is_correction(passage);
                reading.is_of_another = asked.is_some_and(asks_of_another);
                reading.tells_of_owner = manner.tells_of_owner;
                readings.push(reading);
            }
            pause();
        }
        readings
    }

    /// Whether the text tells of its owner in the third person.
    fn tells_of_owner(&self) -> bool {
        let is_own = |passage: &&PassageText| passage.speaker.is_none() && !passage.is_joined;
        let own = self.text.passages.iter().filter(is_own);
        let contents = own.map(|passage| self.characters.slice(passage.content));
        tells_of_owner(&contents, &self.text.owner_name)
    }

    /// What another asked before a passage, with which a reply is read that is no sentence.
    fn asked_before(&self, number: usize) -> Option<&str> {
        let passage = &self.text.passages[number];
        let speaker = passage.speaker.as_deref();
        let (asked_by, asked) = match number.checked_sub(1) {
            Some(before) => {
                let before = &self.text.passages[before];
                let asked = self.characters.slice(before.content);
                (before.speaker.as_deref(), asked)
            }
            None => {
                let heard = self.text.context.heard.last()?;
                (heard.speaker.as_deref(), heard.text.as_str())
            }
        };
        let is_other = matches!((asked_by, speaker), (Some(one), Some(other)) if one != other);
        (is_other && !passage.is_joined).then_some(asked)
    }

    fn known_names(&self, readings: &[Reading<'_>]) -> KnownNames {
        let mut known = KnownNames::default();
        known.learn(&self.text.owner_name);
        let spoken = self
            .text
            .passages
            .iter()
            .filter_map(|passage| passage.speaker.as_deref())
            .filter(|speaker| !is_role(speaker));
        spoken.for_each(|speaker| known.learn(speaker));
        let before = &self.text.context;
        let named = before.named.iter().map(|(entity, _)| entity);
        for entity in before.speakers.iter().chain(named) {
            if let EntityRef::Named(name) = entity {
                known.learn(name);
            }
        }
        for reading in readings {
            known.learn_from(reading);
        }
        known
    }

    /// Everything one passage names and says.
    fn passage(
        &mut self,
        reading: &Reading<'_>,
        interlocutors: &Interlocutors,
        cast: &[EntityRef],
    ) {
        let text = self.text;
        let referents = referents(
            reading,
            interlocutors,
            &mut self.discourse,
            (&text.owner_name, cast),
        );
        let times = self.times(reading);
        let context = PassageContext {
            reading,
            referents: &referents,
            times: &times,
            reference: text.reference_time,
            speaker: interlocutors.first.as_ref(),
            addressee: interlocutors.second.as_ref(),
            cast,
            owner_name: &text.owner_name,
            characters: self.characters,
        };
        let passage = &text.passages[reading.passage];
        let mut mentions = mentions(&context);
        let naming = namings(&context);
        let mut said: Vec<(ExtractedStatement, RelationCandidate)> = Vec::new();
        let mut identities = Vec::new();
        if !passage.is_joined {
            said = statements(&context);
            identities = naming.identities.clone();
        }
        if passage.speaker.as_deref().is_some_and(is_assistant) {
            said.retain(|(statement, _)| is_worth_keeping(statement));
        }
        let mut statements = Vec::new();
        if !passage.is_joined {
            statements.extend(standings(&context, &naming));
        }
        // "Mark is my cousin" says no more than that the cousin is called Mark.
        said.retain(|(statement, _)| {
            !statements.iter().any(|other: &ExtractedStatement| {
                other.subject == statement.subject
                    && other.relation == statement.relation
                    && other.object == statement.object
                    && statement.until.is_none()
            })
        });
        for (statement, candidate) in &said {
            point_at(&context, statement, candidate, &mut mentions);
            self.votes.extend(types::of_statement(statement));
        }
        statements.extend(said.into_iter().map(|(statement, _)| statement));
        if !passage.is_joined {
            let entries = entries(&context, &mut statements);
            statements.extend(contacts(&context, &statements).into_iter().chain(entries));
        }
        statements.sort_by_key(|statement| statement.range.start);
        name_pets(&mut statements);
        if !passage.is_joined {
            statements.extend(amendments(&context, &self.said_before(), &statements));
        }
        self.take(&context, mentions, statements, identities);
        for referent in referents.iter() {
            self.votes
                .push((referent.entity.clone(), referent.kind, referent.weight));
        }
        for named in referents.named_roles.iter().chain(&naming.roles) {
            self.votes.push((named.name.clone(), named.role.kind, 4));
        }
        self.votes.extend(naming.kinds);
    }

    /// What was said last, the last one last.
    fn said_before(&self) -> Vec<ExtractedStatement> {
        let all = self.text.context.said.iter().chain(&self.found.statements);
        let mut last: Vec<ExtractedStatement> = all.rev().take(MAX_BEFORE).cloned().collect();
        last.reverse();
        last
    }

    fn times(&self, reading: &Reading<'_>) -> Vec<Timed> {
        let found = expressions(reading.text, self.text.reference_time);
        if found.is_empty() {
            return Vec::new();
        }
        let characters = CharText::new(reading.text);
        let bytes = |range: CharRange| {
            let start = characters
                .slice(CharRange {
                    start: 0,
                    end: range.start,
                })
                .len();
            start..start + characters.slice(range).len()
        };
        let timed = found.into_iter().map(|expression| {
            let bytes = bytes(expression.range);
            let tokens = &reading.doc.tokens;
            let mut first = tokens.partition_point(|token| token.range.end <= bytes.start);
            // The words that a reply leaves out stand where its first one does.
            while let [one, next, ..] = &tokens[first..]
                && one.range == next.range
            {
                first += 1;
            }
            let last = tokens.partition_point(|token| token.range.start < bytes.end);
            Timed {
                expression,
                tokens: first..last.max(first),
            }
        });
        told_of(reading, timed.collect())
    }

    /// Takes in what a passage gave, and sees to it that everything that is spoken of is also mentioned.
    fn take(
        &mut self,
        context: &PassageContext<'_>,
        mut mentions: Vec<ExtractedMention>,
        statements: Vec<ExtractedStatement>,
        identities: Vec<Identity>,
    ) {
        let mut spoken: Vec<(EntityRef, CharRange)> = Vec::new();
        self.mentioned
            .extend(mentions.iter().map(|mention| mention.entity.clone()));
        for statement in &statements {
            spoken.push((statement.subject.clone(), statement.range));
            if let ExtractedObject::Entity(object) = &statement.object {
                spoken.push((object.clone(), statement.range));
            }
            if let Some(source) = &statement.attributed_to {
                spoken.push((source.clone(), statement.range));
            }
        }
        for identity in &identities {
            spoken.push((identity.left.clone(), identity.range));
            spoken.push((identity.right.clone(), identity.range));
        }
        for mention in &mentions {
            spoken.push((mention.entity.clone(), mention.range));
        }
        for (entity, range) in spoken {
            let mut entity = Some(entity);
            while let Some(one) = entity {
                if self.mentioned.insert(one.clone()) {
                    mentions.push(self.mention(context, one.clone(), range));
                }
                entity = match one {
                    EntityRef::Role { of, .. } => Some(*of),
                    _ => None,
                };
            }
        }
        self.found.mentions.extend(mentions);
        self.found.statements.extend(statements);
        self.found.identities.extend(identities);
    }

    /// A mention of what no words of its own name, at the words that speak of it.
    fn mention(
        &self,
        context: &PassageContext<'_>,
        entity: EntityRef,
        range: CharRange,
    ) -> ExtractedMention {
        let token = context
            .referents
            .iter()
            .find(|referent| referent.entity == entity)
            .map(|referent| context.range_of(referent.tokens.clone()));
        let kind = self.discourse.kind_of(&entity);
        ExtractedMention {
            entity,
            kind,
            passage: context.reading.passage,
            range: token.unwrap_or(range),
        }
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
        ) = (
            self.found.speakers[passage].clone(),
            &self.text.passages[passage],
        )
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
                EntityRef::Named(_) | EntityRef::Role { .. } => EntityKind::Person,
            };
            self.votes.push((entity.clone(), kind, 8));
            self.mentioned.insert(entity.clone());
            self.found.mentions.push(ExtractedMention {
                entity,
                kind,
                passage,
                range,
            });
        }
    }

    fn settle(&mut self) {
        self.found
            .mentions
            .sort_by_key(|mention| (mention.passage, mention.range));
        types::settle(&mut self.found.mentions, &self.votes);
    }
}

/// The names and roles of a passage.
fn mentions(context: &PassageContext<'_>) -> Vec<ExtractedMention> {
    context
        .referents
        .iter()
        .filter(|referent| match referent.how {
            How::Named => referent.weight > 0,
            // What somebody owns is worth a mention only when something is said of it.
            How::Role => matches!(
                referent.kind,
                EntityKind::Person | EntityKind::Animal | EntityKind::Event
            ),
            How::Pronoun | How::Common | How::Anaphor => false,
        })
        .map(|referent| ExtractedMention {
            entity: referent.entity.clone(),
            kind: referent.kind,
            passage: context.reading.passage,
            range: context.range_of(referent.tokens.clone()),
        })
        .collect()
}

/// What people are to each other by their roles, and how old they are, each with its worth.
fn standings(context: &PassageContext<'_>, naming: &Naming) -> Vec<ExtractedStatement> {
    let mut standings = of_roles(context, naming);
    standings.extend(ages(context));
    for statement in &mut standings {
        statement.worth = worth_of_standing(&statement.relation);
    }
    standings
}
