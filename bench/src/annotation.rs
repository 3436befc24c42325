//! The format of `personal_texts.json`: short texts, and what a careful reader notes in each.

use std::collections::HashSet;

use recollect_language::{Context, EntityRef, TextToRead, passages};
use recollect_model::{EntityKind, ReferenceTime};
use serde::Deserialize;

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AnnotatedTexts {
    /// The texts.
    pub texts: Vec<AnnotatedText>,
}

/// One text and its notes. They are exhaustive: what they do not list, the text does not say.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AnnotatedText {
    /// A name for it.
    pub id: String,
    /// When it was written, ISO 8601 with its offset.
    pub reference_time: String,
    /// What the account's owner is called; may be empty.
    pub owner_name: String,
    /// What was spoken of just before in the session.
    #[serde(default)]
    pub context: SessionNote,
    /// The text.
    pub text: String,
    /// Who and what it names.
    pub entities: Vec<EntityNote>,
    /// What it says.
    pub statements: Vec<StatementNote>,
}

/// What was spoken of just before, each the last one last.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SessionNote {
    /// Who spoke.
    pub speakers: Vec<String>,
    /// What was named.
    pub named: Vec<NamedNote>,
}

/// Somebody or something named earlier in the session.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NamedNote {
    /// Who: a name, `owner`, or a role such as `owner's sister`.
    pub entity: String,
    /// The name of its kind.
    pub kind: String,
}

/// Somebody or something that a text names.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EntityNote {
    /// The names and roles it goes by in this text; any of them is right.
    pub names: Vec<String>,
    /// The names of the kinds that are right, the best first.
    pub kinds: Vec<String>,
    /// Whether it may be left out.
    #[serde(default)]
    pub optional: bool,
}

/// Something that a text says.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StatementNote {
    /// Whom or what it is about: any of these names.
    pub subject: Vec<String>,
    /// The relations that are right: normalised ones, or lemmas of an open phrase joined by `_`.
    pub relation: Vec<String>,
    /// The objects that are right; `""` stands for none.
    pub object: Vec<String>,
    /// Whether it is denied.
    #[serde(default)]
    pub negated: bool,
    /// The modalities that are right.
    #[serde(default = "actual")]
    pub modality: Vec<String>,
    /// Who says so; `null` is whoever speaks.
    #[serde(default = "whoever_speaks")]
    pub attributed_to: Vec<Option<String>>,
    /// From when it held: see [`crate::judgement`] for the notation.
    pub from: Option<String>,
    /// Until when.
    pub until: Option<String>,
    /// The names of the precisions that are right.
    #[serde(default)]
    pub precision: Vec<String>,
    /// Whether it says that something comes on top of what held before.
    #[serde(default)]
    pub additional: bool,
    /// Whether it says that something said before was wrong.
    #[serde(default)]
    pub correction: bool,
    /// Whether it may be left out.
    #[serde(default)]
    pub optional: bool,
    /// Other ways of putting the same; what they leave out is as above.
    #[serde(default)]
    pub alternatives: Vec<AlternativeNote>,
}

/// Another way of putting a statement.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AlternativeNote {
    subject: Option<Vec<String>>,
    relation: Option<Vec<String>>,
    object: Option<Vec<String>>,
    negated: Option<bool>,
    modality: Option<Vec<String>>,
    attributed_to: Option<Vec<Option<String>>>,
    from: Option<String>,
    until: Option<String>,
    precision: Option<Vec<String>>,
}

fn actual() -> Vec<String> {
    vec!["actual".to_owned()]
}

fn whoever_speaks() -> Vec<Option<String>> {
    vec![None]
}

/// One complete way of putting a statement, with nothing left to look up.
#[derive(Debug, Clone)]
pub struct Form<'a> {
    /// The subjects that are right.
    pub subject: &'a [String],
    /// The relations that are right.
    pub relation: &'a [String],
    /// The objects that are right.
    pub object: &'a [String],
    /// Whether it is denied.
    pub negated: bool,
    /// The modalities that are right.
    pub modality: &'a [String],
    /// Who may be the one who says so.
    pub attributed_to: &'a [Option<String>],
    /// From when it held.
    pub from: Option<&'a str>,
    /// Until when.
    pub until: Option<&'a str>,
    /// The precisions that are right.
    pub precision: &'a [String],
}

impl StatementNote {
    /// Every way of putting it, the first one first.
    pub fn forms(&self) -> Vec<Form<'_>> {
        let whole = Form {
            subject: &self.subject,
            relation: &self.relation,
            object: &self.object,
            negated: self.negated,
            modality: &self.modality,
            attributed_to: &self.attributed_to,
            from: self.from.as_deref(),
            until: self.until.as_deref(),
            precision: &self.precision,
        };
        let mut forms = vec![whole.clone()];
        for other in &self.alternatives {
            forms.push(Form {
                subject: other.subject.as_deref().unwrap_or(whole.subject),
                relation: other.relation.as_deref().unwrap_or(whole.relation),
                object: other.object.as_deref().unwrap_or(whole.object),
                negated: other.negated.unwrap_or(whole.negated),
                modality: other.modality.as_deref().unwrap_or(whole.modality),
                attributed_to: other
                    .attributed_to
                    .as_deref()
                    .unwrap_or(whole.attributed_to),
                from: other.from.as_deref().or(whole.from),
                until: other.until.as_deref().or(whole.until),
                precision: other.precision.as_deref().unwrap_or(whole.precision),
            });
        }
        forms
    }
}

/// What is wrong with a file of notes.
pub type Fault = String;

impl AnnotatedText {
    /// When it was written.
    pub fn time(&self) -> Result<ReferenceTime, Fault> {
        self.reference_time
            .parse()
            .map_err(|error| format!("{}: {error}", self.id))
    }

    /// The text as extraction sees it.
    pub fn to_read(&self) -> Result<TextToRead, Fault> {
        let mut named = Vec::new();
        for note in &self.context.named {
            let kind = EntityKind::from_name(&note.kind)
                .ok_or_else(|| format!("{}: there is no kind \"{}\"", self.id, note.kind))?;
            named.push((entity_of(&note.entity), kind));
        }
        let speakers = self.context.speakers.iter().map(|name| {
            if *name == self.owner_name {
                EntityRef::Owner
            } else {
                entity_of(name)
            }
        });
        Ok(TextToRead {
            passages: passages(&self.text),
            body: self.text.clone(),
            reference_time: self.time()?,
            owner_name: self.owner_name.clone(),
            context: Context {
                speakers: speakers.collect(),
                named,
                said: Vec::new(),
                heard: Vec::new(),
                is_in_session: !self.context.speakers.is_empty(),
            },
        })
    }
}

impl AnnotatedTexts {
    /// Checks that ids are unique and that every text can be read.
    pub fn check(&self) -> Result<(), Fault> {
        let mut ids = HashSet::new();
        for text in &self.texts {
            if !ids.insert(&text.id) {
                return Err(format!("two texts are called {}", text.id));
            }
            text.to_read()?;
        }
        Ok(())
    }
}

/// Reads `owner`, a name, or a role such as `owner's sister`.
pub fn entity_of(written: &str) -> EntityRef {
    if written == "owner" {
        return EntityRef::Owner;
    }
    match written.rsplit_once("'s ") {
        Some((of, role)) if role.starts_with(char::is_lowercase) => EntityRef::Role {
            role: role.to_owned(),
            of: Box::new(entity_of(of)),
        },
        _ => EntityRef::Named(written.to_owned()),
    }
}

/// Writes an entity as [`entity_of`] reads it.
pub fn written(entity: &EntityRef) -> String {
    match entity {
        EntityRef::Owner => "owner".to_owned(),
        EntityRef::Named(name) => name.clone(),
        EntityRef::Role { role, of } => format!("{}'s {role}", written(of)),
    }
}
