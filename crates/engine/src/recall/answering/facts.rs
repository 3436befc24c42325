//! How well a statement fits a question's pattern.

use std::collections::HashSet;

use jiff::ToSpan;
use jiff::tz::TimeZone;
use recollect_index::terms;
use recollect_language::{AskedTime, Expected, Hole, QuestionPattern};
use recollect_model::{
    EntityId, Interval, Modality, Nature, Object, Relation, RelationName, Timestamp,
};
use recollect_storage::RecalledStatement;

use super::Asked;
use super::parties::Parties;
use super::plans::{end_of, has_come};
use crate::graph::known::held_at;

/// An open relation that has the question's verb fits so well.
pub(super) const SAME_VERB: f32 = 0.9;
/// From here on a relation is the one that is asked for.
pub(super) const IS_RELATION: f32 = 0.75;

/// An end of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Subject,
    Object,
}

/// How well a statement fits a question.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Fit {
    /// Which end of it fills the hole; `None` where it is about somebody else.
    pub(super) fills: Option<End>,
    /// How well its relation fits; 0 to 1, as all that follows.
    pub(super) relation: f32,
    /// Whether it has the opposite of the relation that is asked for.
    pub(super) is_opposite: bool,
    /// Whether it says that somebody is what the verb that is asked for makes of them: "married", of "get married".
    pub(super) is_state: bool,
    /// The place of its relation among those asked for: 0 where a text says it in the words of the question, and open ones come last.
    pub(super) rank: usize,
    /// How many of the words it must have.
    pub(super) object: f32,
    /// How many of the words it may have.
    pub(super) details: f32,
    /// How many of the words for what is asked for.
    pub(super) kind: f32,
    /// Whether it held or happened when the question asks for.
    pub(super) time: f32,
    /// How many of all of the question's words.
    pub(super) words: f32,
}

/// The words of a question, as texts are compared by.
pub(super) struct AskedWords {
    verb: Vec<String>,
    object: Vec<String>,
    details: Vec<String>,
    kind: Vec<String>,
}

impl AskedWords {
    pub(super) fn of(pattern: &QuestionPattern) -> Self {
        let all = |words: &[String]| terms(&words.join(" "));
        Self {
            verb: terms(&pattern.verb.replace('_', " ")),
            object: all(&pattern.object),
            details: all(&pattern.details),
            kind: all(&pattern.kind_words),
        }
    }

    /// The words that a statement must have, or the text around it: what a question says besides its verb and its object is
    /// not there for nothing.
    pub(super) fn needed(pattern: &QuestionPattern) -> HashSet<String> {
        let kind = pattern
            .kind_words
            .iter()
            .filter(|_| pattern.is_kind_open && pattern.hole != Hole::Name);
        let words: Vec<&str> = pattern
            .details
            .iter()
            .chain(kind)
            .map(String::as_str)
            .collect();
        terms(&words.join(" ")).into_iter().collect()
    }

    /// Whether the object's name has one of the words that it must have.
    fn names_object(&self, row: &RecalledStatement) -> bool {
        let name: HashSet<String> = terms(&row.object_name).into_iter().collect();
        self.object.iter().any(|word| name.contains(word))
    }
}

impl Fit {
    /// How well a statement of a space fits.
    pub(super) fn of(
        asked: &Asked,
        words: &AskedWords,
        space: usize,
        row: &RecalledStatement,
    ) -> Self {
        let (pattern, parties) = (&asked.pattern, &asked.parties[space]);
        let own = own_words(row);
        let mut fit = Self {
            object: share(&words.object, &own),
            details: share(&words.details, &own),
            kind: share(&words.kind, &own),
            time: time_fit(
                &pattern.time,
                asked.reference.instant(),
                pattern.asks_ahead(),
                row,
            ),
            ..Self::default()
        };
        let all: Vec<String> = [&words.verb, &words.object, &words.details, &words.kind]
            .into_iter()
            .flatten()
            .cloned()
            .collect();
        fit.words = if all.is_empty() {
            0.0
        } else {
            share(&all, &own)
        };
        fit.relate(pattern, parties, words, row);
        fit
    }

    /// How well it fits altogether, 0 to 1.
    pub(super) fn strength(&self) -> f32 {
        if self.fills.is_some() && self.relation > 0.0 {
            let relation = if self.is_opposite { 0.8 } else { self.relation };
            return relation
                * (0.5
                    + 0.25 * self.object
                    + 0.1 * self.details
                    + 0.05 * self.kind
                    + 0.1 * self.time);
        }
        let about = if self.fills.is_some() { 0.55 } else { 0.4 };
        about * self.words
    }

    /// Whether it is one that is asked for, be it at another time.
    pub(super) fn is_match(&self) -> bool {
        self.is_of_relation() && self.object >= 1.0
    }

    /// Whether it has a relation that is asked for, about whom it is asked.
    pub(super) fn is_of_relation(&self) -> bool {
        self.fills.is_some() && self.relation >= IS_RELATION
    }

    fn relate(
        &mut self,
        pattern: &QuestionPattern,
        parties: &Parties,
        words: &AskedWords,
        row: &RecalledStatement,
    ) {
        let said = &row.statement.proposition;
        let sides = Sides::of(pattern, parties, row);
        self.rank = pattern.relations.len() + 1;
        for (place, asked) in (1..).zip(&pattern.relations) {
            let known = asked.name.known().map(Relation::definition);
            let opposite = known
                .and_then(|known| known.opposite)
                .map(RelationName::from);
            let is_opposite = opposite.as_ref() == Some(&said.relation);
            if asked.name != said.relation && !(is_opposite && pattern.hole == Hole::Truth) {
                continue;
            }
            let is_symmetric = known.is_some_and(|known| known.is_symmetric);
            let object_is_given = words.names_object(row);
            let fills = sides.filled(asked.is_inverse, is_symmetric, object_is_given);
            if fills.is_some() && asked.fit > self.relation {
                *self = Self {
                    fills,
                    relation: asked.fit,
                    rank: place,
                    is_opposite,
                    ..*self
                };
            }
        }
        if self.relation == 0.0 {
            self.relate_in_own_words(pattern, sides, parties, words, row);
        }
    }

    /// Relates a statement that has none of the relations asked for.
    fn relate_in_own_words(
        &mut self,
        pattern: &QuestionPattern,
        sides: Sides,
        parties: &Parties,
        words: &AskedWords,
        row: &RecalledStatement,
    ) {
        let said = &row.statement.proposition;
        if sides.subject || sides.asks_subject && !words.object.is_empty() {
            let fills = if sides.asks_subject {
                End::Subject
            } else {
                End::Object
            };
            self.fills = Some(fills);
            self.relation = open_fit(pattern, words, row);
            if sides.subject && said.relation.known().is_none() && is_word_for_word(pattern, row) {
                self.relation = 1.0;
                self.rank = 0;
            }
        } else if sides.object {
            self.fills = Some(End::Subject);
        }
        if sides.subject && is_state_asked_for(pattern, words, row) {
            *self = Self {
                fills: Some(End::Object),
                relation: 1.0,
                is_state: true,
                rank: 0,
                ..*self
            };
        }
        // "My wifi password is …" says it of the password, "my appointment is on Friday" of the appointment.
        let is_itself = parties.itself.contains(&said.subject);
        let says_it = said.relation == Relation::Is
            || said.relation == Relation::HappenedOn && pattern.asks_day()
            || pattern.expected != Expected::Place && is_with(row);
        let is_there = pattern.expected == Expected::Place && is_place_of(row);
        // "Where do I swim?" does not ask where I am.
        let asks_being = matches!(pattern.verb.as_str(), "" | "be");
        if is_itself && says_it || (is_itself || sides.subject && asks_being) && is_there {
            self.fills = Some(End::Object);
            self.relation = 1.0;
        }
    }
}

/// Which ends of a statement are what a question is about.
#[derive(Debug, Clone, Copy)]
struct Sides {
    subject: bool,
    object: bool,
    /// Whether it asks of whom something is so, and is about nobody.
    asks_subject: bool,
}

impl Sides {
    fn of(pattern: &QuestionPattern, parties: &Parties, row: &RecalledStatement) -> Self {
        let said = &row.statement.proposition;
        let object = match said.object {
            Object::Entity(entity) => Some(entity),
            Object::Value(_) => None,
        };
        let is_about = |entity: EntityId| parties.about.iter().any(|one| one.contains(&entity));
        let (subject, object) = match pattern.about.is_empty() {
            // Of whom it is so is asked; what else is said tells which statement is meant.
            true => (false, false),
            false => (is_about(said.subject), object.is_some_and(is_about)),
        };
        Self {
            subject,
            object,
            asks_subject: pattern.hole == Hole::Subject && pattern.about.is_empty(),
        }
    }

    /// Which end fills the hole of a question for a relation.
    fn filled(self, is_inverse: bool, is_symmetric: bool, object_is_given: bool) -> Option<End> {
        match (self.asks_subject, is_inverse) {
            // The end that has not the words that are given.
            (true, false) if is_symmetric && !object_is_given => Some(End::Object),
            (true, false) => Some(End::Subject),
            (true, true) => Some(End::Object),
            (false, false) if self.subject => Some(End::Object),
            (false, false) if is_symmetric && self.object => Some(End::Subject),
            (false, true) if self.object => Some(End::Subject),
            (false, true) if is_symmetric && self.subject => Some(End::Object),
            _ => None,
        }
    }
}

/// The prepositions of where something is.
pub(super) const WHERE: &[&str] = &[
    "in", "at", "on", "near", "to", "from", "under", "behind", "beside", "above", "below",
    "inside", "opposite",
];

/// "The key is under the mat": whether a statement says where something is.
fn is_place_of(row: &RecalledStatement) -> bool {
    let phrase = &row.statement.phrase;
    let is_being = phrase
        .strip_prefix("be ")
        .is_some_and(|preposition| WHERE.contains(&preposition));
    is_being || row.statement.proposition.relation == Relation::LocatedIn
}

/// "When did Clara get married?" asks since when she is married.
fn is_state_asked_for(
    pattern: &QuestionPattern,
    words: &AskedWords,
    row: &RecalledStatement,
) -> bool {
    let is_of_state = matches!(
        pattern.hole,
        Hole::Start | Hole::End | Hole::Duration | Hole::Truth
    );
    is_of_state
        && row.statement.proposition.relation == Relation::Is
        && !words.verb.is_empty()
        && terms(&row.object_name) == words.verb
}

/// "My insurance is with Allianz."
fn is_with(row: &RecalledStatement) -> bool {
    row.statement.phrase == "be with"
}

/// How well a relation that is in a text's own words has the verb, or the noun for what is asked for.
fn open_fit(pattern: &QuestionPattern, words: &AskedWords, row: &RecalledStatement) -> f32 {
    let said = &row.statement.proposition;
    // What somebody switched from is not what they switched to.
    if row.statement.phrase.ends_with(" from") && pattern.expected != Expected::Place {
        return 0.0;
    }
    // "Can Ella swim?" asks for what she knows how to do.
    let skill: HashSet<String> = terms(&row.object_name).into_iter().collect();
    if row.statement.phrase == "know how to"
        && !words.verb.is_empty()
        && words.verb.iter().all(|word| skill.contains(word))
    {
        return SAME_VERB;
    }
    let of_relation: HashSet<String> = terms(&format!(
        "{} {}",
        said.relation.as_str().replace('_', " "),
        row.statement.phrase
    ))
    .into_iter()
    .collect();
    if says_otherwise(pattern, &row.statement.phrase) {
        return 0.0;
    }
    let has =
        |asked: &[String]| !asked.is_empty() && asked.iter().all(|word| of_relation.contains(word));
    if has(&words.verb) || words.verb.is_empty() && has(&words.kind) {
        SAME_VERB
    } else {
        0.0
    }
}

/// "Who did John work with?" asks for whom a text says that he worked with.
fn is_word_for_word(pattern: &QuestionPattern, row: &RecalledStatement) -> bool {
    let verb = pattern.verb.replace('_', " ");
    let preposition = pattern.preposition.as_ref();
    preposition.is_some_and(|preposition| row.statement.phrase == format!("{verb} {preposition}"))
}

/// Whether a phrase has another particle or preposition than the question: "look at" is not "look for".
fn says_otherwise(pattern: &QuestionPattern, phrase: &str) -> bool {
    let said = phrase.split_once(' ').map(|(_, rest)| rest);
    let asked = pattern.verb.split_once('_').map(|(_, rest)| rest);
    // "Got an offer" is not getting up.
    if said.is_none() && asked.is_some() {
        return true;
    }
    if let (Some(said), Some(asked)) = (said, asked)
        && !said.replace(' ', "_").starts_with(asked)
        && !asked.starts_with(said)
    {
        return true;
    }
    const SMALL: &[&str] = &[
        "about", "at", "by", "for", "from", "in", "of", "on", "to", "with", "into", "over",
    ];
    let last = said.and_then(|said| said.rsplit(' ').next());
    match (
        last.filter(|last| SMALL.contains(last)),
        &pattern.preposition,
    ) {
        (Some(said), Some(asked)) => said != asked,
        _ => false,
    }
}

/// The words of a statement, as texts are compared by.
pub(super) fn own_words(row: &RecalledStatement) -> HashSet<String> {
    let statement = &row.statement;
    let relation = statement.proposition.relation.as_str().replace('_', " ");
    let details = statement.details.0.iter().map(|detail| &detail.text);
    let text = [
        &statement.fact,
        &statement.phrase,
        &relation,
        &row.subject_name,
        &row.object_name,
    ];
    text.into_iter()
        .chain(details)
        .flat_map(|part| terms(part))
        .collect()
}

/// How many of these words are among those; all of none.
fn share(asked: &[String], own: &HashSet<String>) -> f32 {
    if asked.is_empty() {
        return 1.0;
    }
    let found = asked.iter().filter(|word| own.contains(*word)).count();
    found as f32 / asked.len() as f32
}

/// "In June" is of one of so many years.
const MAX_YEARS_BACK: i16 = 30;

/// The same stretch of an earlier year.
fn years_before(interval: Interval, years: i16) -> Interval {
    let back = |instant: Timestamp| {
        let then = instant.to_zoned(TimeZone::UTC).checked_sub(years.years());
        then.map_or(instant, |then| then.timestamp())
    };
    Interval {
        start: back(interval.start),
        end: back(interval.end),
    }
}

/// Whether an instant lies in the stretch that a question asks about; any does where it names none.
pub(super) fn begins_in(time: &AskedTime, at: Timestamp) -> bool {
    match time {
        AskedTime::During(interval) => interval.contains(at),
        AskedTime::Yearly(interval) => {
            (0..=MAX_YEARS_BACK).any(|years| years_before(*interval, years).contains(at))
        }
        _ => true,
    }
}

/// How well a statement fits a time as of now, 0 to 1; an event that lies ahead fits the present where `is_intended`.
pub(super) fn time_fit(
    time: &AskedTime,
    now: Timestamp,
    is_intended: bool,
    row: &RecalledStatement,
) -> f32 {
    let statement = &row.statement;
    let nature = statement.proposition.relation.nature();
    let is_event = nature == Some(Nature::Event);
    let is_permanent = nature == Some(Nature::Permanent);
    let is_ahead = statement.valid_at.is_some_and(|from| now < from);
    let end = end_of(row);
    let has_ended = end.is_some_and(|end| end <= now);
    let was_wrong = statement.valid_at.is_some() && statement.valid_at == statement.invalid_at;
    if was_wrong {
        return 0.0;
    }
    let yes = |is: bool| if is { 1.0 } else { 0.0 };
    match time {
        AskedTime::Now if is_event => yes(!is_ahead || is_intended),
        AskedTime::Now => {
            yes(held_at(row, now) || has_come(row, now)).max(if is_ahead { 0.3 } else { 0.0 })
        }
        AskedTime::Past if is_event || is_permanent => yes(!is_ahead),
        AskedTime::Past => match (is_ahead, has_ended) {
            (true, _) => 0.0,
            (_, true) => 1.0,
            _ => 0.6,
        },
        AskedTime::Ever | AskedTime::Before(_) | AskedTime::After(_) => yes(!is_ahead),
        AskedTime::Future => {
            let is_meant = statement.proposition.modality != Modality::Actual;
            yes(is_ahead || is_meant)
        }
        AskedTime::Yearly(interval) => {
            let years = if is_event { MAX_YEARS_BACK } else { 0 };
            let fits = |years: i16| {
                let then = AskedTime::During(years_before(*interval, years));
                time_fit(&then, now, is_intended, row) > 0.0
            };
            yes((0..=years).any(fits))
        }
        AskedTime::During(interval) => {
            let begins = statement.valid_at.is_none_or(|from| from < interval.end);
            let lasts = match is_event {
                true => statement.valid_at.is_some_and(|at| interval.start <= at),
                false => end.is_none_or(|end| interval.start < end),
            };
            // What was only told later, in the present, says nothing of before; what began before lasts.
            yes(is_permanent || begins && lasts)
        }
    }
}
