//! What the local extraction reads in a text.

mod anaphora;
mod asked;
mod assertion;
mod bare;
mod brief;
mod called;
mod changes;
mod common;
mod daily;
mod days;
mod details;
mod doings;
mod entries;
mod everyday;
mod factuality;
mod hard_texts;
mod headless;
mod idioms;
mod judged;
mod medicines;
mod misplaced;
mod misread;
mod names;
mod notes;
mod own_things;
mod owner;
mod passing;
mod plain;
mod readers;
mod relations;
mod relatives;
mod replies;
mod rest;
mod sharing;
mod speakers;
mod splices;
mod verbatim;
mod wording;

use std::num::NonZeroUsize;
use std::sync::{Arc, LazyLock};

use recollect_language::local::LocalExtraction;
use recollect_language::{
    EntityRef, Extract, ExtractedMention, ExtractedObject, ExtractedStatement, Extraction,
    TextToRead,
};
use recollect_model::{Modality, ReferenceTime, Timestamp};

use crate::{monday, to_read};

pub(crate) static EXTRACTION: LazyLock<LocalExtraction> =
    LazyLock::new(|| LocalExtraction::new(NonZeroUsize::MIN));

async fn extract(body: &str) -> Extraction {
    read(to_read(body)).await
}

async fn read(text: Arc<TextToRead>) -> Extraction {
    EXTRACTION.extract(text).await.expect("the text is read")
}

async fn facts(body: &str) -> Vec<String> {
    let statements = extract(body).await.statements;
    statements
        .into_iter()
        .map(|statement| statement.fact)
        .collect()
}

/// What a text says, a line for each statement; what only closes what was said before is told to nobody.
async fn said(body: &str) -> Vec<String> {
    let statements = extract(body).await.statements;
    let told = statements.iter().filter(|one| !one.fact.is_empty());
    told.map(line).collect()
}

/// Such as `Anna lives_in Lyon, not, planned, by Ben, from 2021-05-01, until 2022-01-01, also, corrected`.
fn line(statement: &ExtractedStatement) -> String {
    let object = match &statement.object {
        ExtractedObject::Entity(entity) => called(entity),
        ExtractedObject::Value(value) => format!("{value:?}"),
    };
    let mut line = format!(
        "{} {} {object}",
        called(&statement.subject),
        statement.relation
    );
    let mut add = |words: String| {
        line.push_str(", ");
        line.push_str(&words);
    };
    if statement.is_negated {
        add("not".to_owned());
    }
    if statement.modality != Modality::Actual {
        add(statement.modality.as_str().to_owned());
    }
    if let Some(source) = &statement.attributed_to {
        add(format!("by {}", called(source)));
    }
    if let Some(from) = statement.from {
        add(format!("from {}", day(from)));
    }
    if let Some(until) = statement.until {
        add(format!("until {}", day(until)));
    }
    if statement.is_additional {
        add("also".to_owned());
    }
    if statement.is_correction {
        add("corrected".to_owned());
    }
    line
}

fn day(instant: Timestamp) -> String {
    let there = ReferenceTime::at_offset(instant, monday().offset_s());
    there.civil().strftime("%F").to_string()
}

/// The owner is `*`, and the owner's sister `*'s sister`.
fn called(entity: &EntityRef) -> String {
    match entity {
        EntityRef::Owner => "*".to_owned(),
        EntityRef::Named(name) => name.clone(),
        EntityRef::Role { role, of } => format!("{}'s {role}", called(of)),
    }
}

/// Each entity once, as `name: kind`, in the order of the text.
async fn entities(body: &str) -> Vec<String> {
    let mut entities = Vec::new();
    for ExtractedMention { entity, kind, .. } in extract(body).await.mentions {
        let entity = format!("{}: {}", called(&entity), kind.as_str());
        if !entities.contains(&entity) {
            entities.push(entity);
        }
    }
    entities
}

async fn identities(body: &str) -> Vec<String> {
    let identities = extract(body).await.identities;
    identities
        .iter()
        .map(|identity| format!("{} = {}", called(&identity.left), called(&identity.right)))
        .collect()
}

fn named(name: &str) -> EntityRef {
    EntityRef::Named(name.to_owned())
}

/// Checks texts and what each of them says.
async fn check(cases: &[(&str, &[&str])]) {
    for (body, lines) in cases {
        assert_eq!(said(body).await, *lines, "{body}");
    }
}

/// Checks texts and the facts that each of them tells.
async fn check_facts(texts: &[(&str, &[&str])]) {
    for (body, expected) in texts {
        assert_eq!(facts(body).await, *expected, "{body}");
    }
}

/// Checks that none of these texts says anything.
async fn check_silent(bodies: &[&str]) {
    for body in bodies {
        assert_eq!(said(body).await, [""; 0], "{body}");
    }
}
