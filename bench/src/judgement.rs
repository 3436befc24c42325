//! Whether what was extracted is what a careful reader noted.
//!
//! Times are noted as `any` (not judged), `reference` (the day of the reference time), a date (`2018`, `2018-05`,
//! `2018-05-03`: the day it begins with; `2018-05-03T09:30`: the minute), or two of them with a `/` between (any
//! instant from the beginning of the one to the beginning of the other). A statement for which no time is noted must have
//! none, or begin on the day of the reference time. What only says when something happened may give its end or leave it out.

use std::collections::BTreeSet;

use jiff::civil::DateTime;
use recollect_language::{EntityRef, ExtractedObject, ExtractedStatement};
use recollect_model::{Nature, ReferenceTime, Timestamp};

use crate::annotation::{AnnotatedText, Form, StatementNote, written};
use crate::wording::{heads, is_listed, normalised};

/// The names of one text: which of them mean the same.
#[derive(Debug)]
pub struct Names {
    groups: Vec<BTreeSet<String>>,
}

impl Names {
    /// The names that the notes of a text list, and those of its owner.
    pub fn of(text: &AnnotatedText) -> Self {
        let mut groups: Vec<BTreeSet<String>> = text
            .entities
            .iter()
            .map(|entity| entity.names.iter().map(|name| normalised(name)).collect())
            .collect();
        let owner = normalised(&text.owner_name);
        let mut owner_names = BTreeSet::from(["owner".to_owned()]);
        owner_names.extend(owner.split(' ').next().map(str::to_owned));
        owner_names.insert(owner);
        owner_names.remove("");
        groups.push(owner_names);
        Self { groups }
    }

    /// Whether the extracted wording is one of the listed ones, or another name of the same. Somebody's role is
    /// right where the bare role is listed, and nobody else's.
    pub fn is_one_of(&self, extracted: &str, listed: &[String]) -> bool {
        let wanted = self.widened(listed);
        let given = normalised(extracted);
        let is_bare = |role| {
            wanted.contains(role) && !wanted.iter().any(|name| role_alone(name) == Some(role))
        };
        wanted.contains(&given) || role_alone(&given).is_some_and(is_bare)
    }

    /// Whether the extracted object is one of the listed ones, its head counting too.
    pub fn is_object(&self, extracted: &ExtractedObject, listed: &[String]) -> bool {
        match extracted {
            ExtractedObject::Entity(role @ EntityRef::Role { .. }) => {
                self.is_one_of(&written(role), listed)
            }
            ExtractedObject::Entity(entity) => {
                let name = written(entity);
                self.is_one_of(&name, listed) || self.has_head(&name, listed)
            }
            ExtractedObject::Value(words) if words.trim().is_empty() => {
                listed.iter().any(String::is_empty)
            }
            ExtractedObject::Value(words) => {
                self.is_one_of(words, listed) || self.has_head(words, listed)
            }
        }
    }

    fn has_head(&self, words: &str, listed: &[String]) -> bool {
        let wanted = self.widened(listed);
        heads(words).iter().any(|head| wanted.contains(head))
    }

    /// The listed names, all names of whom they mean, and of a role the bare role.
    fn widened(&self, listed: &[String]) -> BTreeSet<String> {
        let mut wanted: BTreeSet<String> = listed
            .iter()
            .map(|name| normalised(name))
            .filter(|name| !name.is_empty())
            .collect();
        for group in &self.groups {
            if group.iter().any(|name| wanted.contains(name)) {
                wanted.extend(group.iter().cloned());
            }
        }
        let roles: Vec<String> = wanted
            .iter()
            .filter_map(|name| role_alone(name))
            .map(str::to_owned)
            .collect();
        wanted.extend(roles);
        wanted
    }
}

fn role_alone(name: &str) -> Option<&str> {
    name.rsplit_once("'s ").map(|(_, role)| role)
}

/// How an extracted statement compares with a noted one that has its subject, relation and object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Agreement {
    /// Whether both are denied or neither.
    pub negation: bool,
    /// Whether it is meant in a way that was noted.
    pub modality: bool,
    /// Whether it is said by whom it was noted.
    pub attribution: bool,
}

impl Agreement {
    /// Whether nothing is wrong.
    pub const fn is_complete(self) -> bool {
        self.negation && self.modality && self.attribution
    }

    const fn points(self) -> u8 {
        self.negation as u8 + self.modality as u8 + self.attribution as u8
    }
}

/// The best agreement of a statement with a note, and the form it agrees with; `None` when subject, relation or object
/// differ in every form.
pub fn agreement<'a>(
    extracted: &ExtractedStatement,
    note: &'a StatementNote,
    names: &Names,
) -> Option<(Agreement, Form<'a>)> {
    note.forms()
        .into_iter()
        .filter(|form| is_about_the_same(extracted, form, names))
        .map(|form| (agreement_with(extracted, &form, names), form))
        .reduce(|best, next| {
            if next.0.points() > best.0.points() {
                next
            } else {
                best
            }
        })
}

fn agreement_with(extracted: &ExtractedStatement, form: &Form<'_>, names: &Names) -> Agreement {
    let attribution =
        form.attributed_to
            .iter()
            .any(|said_by| match (said_by, &extracted.attributed_to) {
                (None, None) => true,
                (Some(name), Some(entity)) => {
                    names.is_one_of(&written(entity), std::slice::from_ref(name))
                }
                _ => false,
            });
    let modality = extracted.modality.as_str();
    Agreement {
        negation: extracted.is_negated == form.negated,
        modality: form.modality.iter().any(|name| name == modality),
        attribution,
    }
}

/// Whether subject, relation and object are the same: in either direction where the relation has none, and `child_of`
/// being `parent_of` the other way round.
fn is_about_the_same(extracted: &ExtractedStatement, form: &Form<'_>, names: &Names) -> bool {
    let name = extracted.relation.as_str();
    let straight = is_listed(name, form.relation)
        && names.is_one_of(&written(&extracted.subject), form.subject)
        && names.is_object(&extracted.object, form.object);
    let Some(relation) = extracted.relation.known() else {
        return straight;
    };
    let turned = match relation.definition() {
        known if known.is_symmetric => name,
        known => match known.inverse {
            Some(inverse) => inverse.name(),
            None => return straight,
        },
    };
    straight
        || is_listed(turned, form.relation)
            && names.is_object(
                &ExtractedObject::Entity(extracted.subject.clone()),
                form.object,
            )
            && names.is_object(&extracted.object, form.subject)
}

/// What became of a statement's time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeJudgement {
    /// Whether the text tells a time that is judged.
    pub is_told: bool,
    /// Whether beginning and end are right.
    pub is_right: bool,
    /// Whether the precision is right, where one was noted and the ends are judged.
    pub precision: Option<bool>,
}

/// Judges the time of a statement that agrees with a form.
pub fn judge_time(
    extracted: &ExtractedStatement,
    form: &Form<'_>,
    reference: ReferenceTime,
) -> TimeJudgement {
    let is_judged = |noted: Option<&str>| noted.is_some_and(|noted| noted != "any");
    let is_told = is_judged(form.from) || is_judged(form.until);
    let from = match form.from {
        None => extracted
            .from
            .is_none_or(|from| fits(from, "reference", reference)),
        Some("any") => true,
        Some(noted) => extracted
            .from
            .is_some_and(|from| fits(from, noted, reference)),
    };
    let happens = extracted.relation.nature() != Some(Nature::State);
    let until = match form.until {
        None if form.from == Some("any") => true,
        None => extracted
            .until
            .is_none_or(|until| happens && extracted.from.is_none_or(|from| until >= from)),
        Some("any") => true,
        Some(noted) => extracted
            .until
            .is_some_and(|until| fits(until, noted, reference)),
    };
    let precision = (is_told && !form.precision.is_empty()).then(|| {
        extracted
            .precision
            .is_some_and(|precision| form.precision.iter().any(|name| name == precision.as_str()))
    });
    TimeJudgement {
        is_told,
        is_right: from && until,
        precision,
    }
}

/// Whether an instant is the one noted.
fn fits(instant: Timestamp, noted: &str, reference: ReferenceTime) -> bool {
    let civil = ReferenceTime::at_offset(instant, reference.offset_s()).civil();
    if noted == "reference" {
        let day = reference.civil().date();
        return civil.date() == day || Some(civil.date()) == day.tomorrow().ok();
    }
    match noted.split_once('/') {
        Some((first, last)) => {
            let (first, last) = (beginning(first), beginning(last));
            first.is_some_and(|first| first <= civil) && last.is_some_and(|last| civil <= last)
        }
        None if noted.contains('T') => beginning(noted).is_some_and(|noted| {
            (noted.date(), noted.hour(), noted.minute())
                == (civil.date(), civil.hour(), civil.minute())
        }),
        None => beginning(noted).is_some_and(|noted| noted.date() == civil.date()),
    }
}

/// The first instant of a date, as a clock on the writer's wall shows it; `None` when it is no date.
pub fn beginning(date: &str) -> Option<DateTime> {
    let whole = match date.len() {
        4 => format!("{date}-01-01T00:00:00"),
        7 => format!("{date}-01T00:00:00"),
        10 => format!("{date}T00:00:00"),
        16 => format!("{date}:00"),
        _ => return None,
    };
    whole.parse().ok()
}

/// Whether a time is noted in one of the ways [`judge_time`] understands.
pub fn is_noted_right(time: &str) -> bool {
    ["any", "reference"].contains(&time)
        || time.split('/').count() <= 2 && time.split('/').all(|date| beginning(date).is_some())
}
