//! Counting: what of an extraction is right, what is wrong, and what it misses.
//!
//! Right are the extracted items that agree with a note, required or not; missed are required notes that nothing
//! agrees with. A second item that agrees with the same note counts neither way. Of entities, the owner and whoever
//! speaks are given and not counted, and common things, dates and quantities that no note lists are not counted when a
//! right statement is about them.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use recollect_language::{EntityRef, ExtractedObject, ExtractedStatement, Extraction};
use recollect_model::{EntityKind, ReferenceTime};

use crate::annotation::{AnnotatedText, EntityNote, Fault, StatementNote, written};
use crate::judgement::{Agreement, Names, agreement, judge_time};
use crate::wording::{is_normalised, normalised};

/// How many of the given are right, and how many of the required are found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Extracted items that agree with a note.
    pub right: u32,
    /// Extracted items that agree with none.
    pub wrong: u32,
    /// Required notes that something agrees with.
    pub found: u32,
    /// Required notes that nothing agrees with.
    pub missed: u32,
}

impl Tally {
    /// The part of the extracted items that is right; `None` when there are none.
    pub fn precision(self) -> Option<f64> {
        part(self.right, self.right + self.wrong)
    }

    /// The part of the required notes that is found; `None` when there are none.
    pub fn recall(self) -> Option<f64> {
        part(self.found, self.found + self.missed)
    }

    /// The harmonic mean of the two.
    pub fn f1(self) -> Option<f64> {
        let (precision, recall) = (self.precision()?, self.recall()?);
        (precision + recall > 0.0).then(|| 2.0 * precision * recall / (precision + recall))
    }
}

/// How many of a number of decisions are right.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Accuracy {
    /// The right ones.
    pub right: u32,
    /// All of them.
    pub all: u32,
}

impl Accuracy {
    fn count(&mut self, is_right: bool) {
        self.right += u32::from(is_right);
        self.all += 1;
    }

    /// The part that is right; `None` when there were no decisions.
    pub fn part(self) -> Option<f64> {
        part(self.right, self.all)
    }
}

fn part(some: u32, all: u32) -> Option<f64> {
    (all > 0).then(|| f64::from(some) / f64::from(all))
}

/// The figures of a set of texts.
#[derive(Debug, Clone, Default)]
pub struct Score {
    /// How many texts.
    pub texts: u32,
    /// Entities of every kind.
    pub entities: Tally,
    /// Entities by kind: the extracted kind for what is given, the noted one for what is found.
    pub entities_by_kind: BTreeMap<&'static str, Tally>,
    /// Of the entities whose name is noted, how many have a noted kind.
    pub kinds: Accuracy,
    /// Statements of every relation.
    pub statements: Tally,
    /// Those of normalised relations.
    pub normalised: Tally,
    /// Those of open ones.
    pub open: Tally,
    /// Statements by relation; the open ones are together.
    pub by_relation: BTreeMap<String, Tally>,
    /// Of the statements whose subject, relation and object are noted, whether denied is right.
    pub negation: Accuracy,
    /// Of those, how they are meant.
    pub modality: Accuracy,
    /// Of those, who says so.
    pub attribution: Accuracy,
    /// Of the right statements that the text puts in time, the beginning and the end.
    pub intervals: Accuracy,
    /// Of those, the precision.
    pub precisions: Accuracy,
    /// Of the right statements that it does not, those that have no time.
    pub untimed: Accuracy,
    /// What is right, wrong or missed, text by text.
    pub verdicts: Vec<Verdicts>,
}

/// What became of the extraction of one text.
#[derive(Debug, Clone, Default)]
pub struct Verdicts {
    /// The text's id.
    pub id: String,
    /// The text.
    pub text: String,
    /// What is wrong or missed, a line for each.
    pub faults: Vec<String>,
    /// What is right, a line for each.
    pub right: Vec<String>,
}

impl Score {
    /// Counts what was extracted of one text.
    pub fn add(&mut self, text: &AnnotatedText, extraction: &Extraction) -> Result<(), Fault> {
        let names = Names::of(text);
        let mut verdicts = Verdicts {
            id: text.id.clone(),
            text: text.text.clone(),
            ..Verdicts::default()
        };
        let reference = text.time()?;
        let right = self.add_statements(text, extraction, (&names, reference), &mut verdicts);
        self.add_entities(text, extraction, (&names, &right), &mut verdicts);
        self.texts += 1;
        self.verdicts.push(verdicts);
        Ok(())
    }

    /// Counts the statements; the entities that right ones are about.
    fn add_statements(
        &mut self,
        text: &AnnotatedText,
        extraction: &Extraction,
        (names, reference): (&Names, ReferenceTime),
        verdicts: &mut Verdicts,
    ) -> HashSet<EntityRef> {
        let mut taken = vec![false; text.statements.len()];
        let mut about = HashSet::new();
        // What only closes other statements is none itself.
        for statement in extraction.statements.iter().filter(|one| !one.closes()) {
            let Some((place, agreement)) = best_note(statement, &text.statements, &taken, names)
            else {
                self.count_wrong(statement, "wrong", verdicts);
                continue;
            };
            self.negation.count(agreement.negation);
            self.modality.count(agreement.modality);
            self.attribution.count(agreement.attribution);
            if !agreement.is_complete() {
                self.count_wrong(statement, blame(agreement), verdicts);
                continue;
            }
            verdicts.right.push(told(statement));
            about.insert(statement.subject.clone());
            if let ExtractedObject::Entity(object) = &statement.object {
                about.insert(object.clone());
            }
            self.judge_interval(
                statement,
                (&text.statements[place], names, reference),
                verdicts,
            );
            if !std::mem::replace(&mut taken[place], true) {
                self.each_statement(statement.relation.as_str(), |tally| tally.right += 1);
            }
        }
        for (note, is_taken) in text.statements.iter().zip(taken) {
            if note.optional {
                continue;
            }
            let relation = note.relation.first().map_or("", String::as_str);
            if is_taken {
                self.each_statement(relation, |tally| tally.found += 1);
            } else {
                self.each_statement(relation, |tally| tally.missed += 1);
                verdicts
                    .faults
                    .push(format!("missed    {}", told_note(note)));
            }
        }
        about
    }

    fn count_wrong(&mut self, statement: &ExtractedStatement, why: &str, verdicts: &mut Verdicts) {
        self.each_statement(statement.relation.as_str(), |tally| tally.wrong += 1);
        verdicts
            .faults
            .push(format!("{why:<9} {}", told(statement)));
    }

    fn each_statement(&mut self, relation: &str, count: impl Fn(&mut Tally)) {
        count(&mut self.statements);
        let is_normalised = is_normalised(relation);
        count(if is_normalised {
            &mut self.normalised
        } else {
            &mut self.open
        });
        let row = match relation {
            _ if relation.starts_with("favorite_") => "favorite_*",
            _ if is_normalised => relation,
            _ => "(open)",
        };
        count(self.by_relation.entry(row.to_owned()).or_default());
    }

    fn judge_interval(
        &mut self,
        statement: &ExtractedStatement,
        (note, names, reference): (&StatementNote, &Names, ReferenceTime),
        verdicts: &mut Verdicts,
    ) {
        let Some((_, form)) = agreement(statement, note, names) else {
            return;
        };
        let judged = judge_time(statement, &form, reference);
        if judged.is_told {
            self.intervals.count(judged.is_right);
        } else {
            self.untimed.count(judged.is_right);
        }
        if let Some(is_right) = judged.precision {
            self.precisions.count(is_right);
        }
        if !judged.is_right || judged.precision == Some(false) {
            let noted = format!(
                "noted {}..{} {}",
                form.from.unwrap_or(""),
                form.until.unwrap_or(""),
                form.precision.join("|")
            );
            verdicts
                .faults
                .push(format!("time      {} ({noted})", told(statement)));
        }
    }

    fn add_entities(
        &mut self,
        text: &AnnotatedText,
        extraction: &Extraction,
        (names, right): (&Names, &HashSet<EntityRef>),
        verdicts: &mut Verdicts,
    ) {
        let given: HashSet<&EntityRef> = extraction.speakers.iter().flatten().collect();
        let mut taken = vec![false; text.entities.len()];
        for (entity, kind) in named(extraction) {
            if *entity == EntityRef::Owner || given.contains(entity) {
                continue;
            }
            let place = place_of(entity, &text.entities, names);
            let is_kind = place.map(|place| {
                text.entities[place]
                    .kinds
                    .iter()
                    .any(|name| name == kind.as_str())
            });
            if let Some(is_kind) = is_kind {
                self.kinds.count(is_kind);
            }
            match (place, is_kind) {
                (Some(place), Some(true)) => {
                    let name = written(entity);
                    verdicts.right.push(format!("[{} {name}]", kind.as_str()));
                    if !std::mem::replace(&mut taken[place], true) {
                        self.each_entity(kind.as_str(), |tally| tally.right += 1);
                    }
                }
                (None, _) if is_common(kind) && right.contains(entity) => {}
                (place, _) => {
                    self.each_entity(kind.as_str(), |tally| tally.wrong += 1);
                    let why = if place.is_some() { "kind" } else { "wrong" };
                    verdicts.faults.push(format!(
                        "{why:<9} [{} {}]",
                        kind.as_str(),
                        written(entity)
                    ));
                }
            }
        }
        let speakers: BTreeSet<String> = given.iter().map(|e| normalised(&written(e))).collect();
        for (note, is_taken) in text.entities.iter().zip(taken) {
            let is_given = note
                .names
                .iter()
                .any(|name| speakers.contains(&normalised(name)) || name == "owner");
            let kind = note
                .kinds
                .first()
                .and_then(|kind| EntityKind::from_name(kind));
            let Some(kind) = kind.filter(|_| !note.optional && !is_given) else {
                continue;
            };
            if is_taken {
                self.each_entity(kind.as_str(), |tally| tally.found += 1);
            } else {
                self.each_entity(kind.as_str(), |tally| tally.missed += 1);
                let name = note.names.first().map_or("", String::as_str);
                verdicts
                    .faults
                    .push(format!("missed    [{} {name}]", kind.as_str()));
            }
        }
    }

    fn each_entity(&mut self, kind: &'static str, count: impl Fn(&mut Tally)) {
        count(&mut self.entities);
        count(self.entities_by_kind.entry(kind).or_default());
    }
}

/// Every entity once, with the most telling kind that a mention gives it, in the order of the text.
fn named(extraction: &Extraction) -> Vec<(&EntityRef, EntityKind)> {
    let mut named: Vec<(&EntityRef, EntityKind)> = Vec::new();
    let mut seen = BTreeMap::new();
    for mention in &extraction.mentions {
        let place = *seen.entry(&mention.entity).or_insert(named.len());
        match named.get_mut(place) {
            Some((_, kind)) if *kind == EntityKind::Thing => *kind = mention.kind,
            Some(_) => {}
            None => named.push((&mention.entity, mention.kind)),
        }
    }
    named
}

fn place_of(entity: &EntityRef, notes: &[EntityNote], names: &Names) -> Option<usize> {
    let written = written(entity);
    let exact = normalised(&written);
    let is_exact = |note: &&EntityNote| note.names.iter().any(|name| normalised(name) == exact);
    let find = |is_it: &dyn Fn(&&EntityNote) -> bool| notes.iter().position(|note| is_it(&note));
    find(&is_exact).or_else(|| find(&|note| names.is_one_of(&written, &note.names)))
}

const fn is_common(kind: EntityKind) -> bool {
    matches!(
        kind,
        EntityKind::Thing | EntityKind::Date | EntityKind::Quantity
    )
}

/// The note that a statement agrees with: completely if there is one, then one that nothing else has taken, then a
/// required one.
fn best_note(
    statement: &ExtractedStatement,
    notes: &[StatementNote],
    taken: &[bool],
    names: &Names,
) -> Option<(usize, Agreement)> {
    notes
        .iter()
        .enumerate()
        .filter_map(|(place, note)| {
            let (agreement, _) = agreement(statement, note, names)?;
            Some((place, agreement))
        })
        .max_by_key(|&(place, agreement)| {
            (
                agreement.is_complete(),
                !taken[place],
                !notes[place].optional,
                agreement,
                std::cmp::Reverse(place),
            )
        })
}

const fn blame(agreement: Agreement) -> &'static str {
    match agreement {
        Agreement {
            negation: false, ..
        } => "negation",
        Agreement {
            modality: false, ..
        } => "modality",
        _ => "said by",
    }
}

fn told(statement: &ExtractedStatement) -> String {
    let object = match &statement.object {
        ExtractedObject::Entity(entity) => written(entity),
        ExtractedObject::Value(words) => format!("\"{words}\""),
    };
    let mut told = format!(
        "{} | {} | {object}",
        written(&statement.subject),
        statement.relation
    );
    if statement.is_negated {
        told += " | not";
    }
    if statement.modality.as_str() != "actual" {
        told += &format!(" | {}", statement.modality.as_str());
    }
    if let Some(said_by) = &statement.attributed_to {
        told += &format!(" | says {}", written(said_by));
    }
    if statement.from.is_some() || statement.until.is_some() {
        let end = |time: Option<_>| time.map_or_else(String::new, |time| format!("{time}"));
        told += &format!(" | {}..{}", end(statement.from), end(statement.until));
    }
    if let Some(precision) = statement.precision {
        told += &format!(" {}", precision.as_str());
    }
    told
}

fn told_note(note: &StatementNote) -> String {
    let first = |list: &[String]| list.first().cloned().unwrap_or_default();
    let mut told = format!(
        "{} | {} | {}",
        first(&note.subject),
        note.relation.join("/"),
        first(&note.object)
    );
    if note.negated {
        told += " | not";
    }
    if note.modality != ["actual"] {
        told += &format!(" | {}", note.modality.join("/"));
    }
    if let Some(Some(said_by)) = note.attributed_to.first() {
        told += &format!(" | says {said_by}");
    }
    told
}
