//! Claims in the order they were said, and what each says about time.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::time::Duration;

use recollect_model::{
    Claim, DetailRole, EntityId, EpisodeId, Object, Precision, Proposition, RecordedClaim,
    Timestamp,
};

use crate::slot::{ValueKey, definition_of, excludes_others, is_office};

/// A claim with its place in the order of saying.
#[derive(Clone, Debug)]
pub(super) struct Said<'a> {
    pub(super) recorded: &'a RecordedClaim,
    /// Its place among the slot's claims in the order they were said.
    pub(super) rank: usize,
    pub(super) value: ValueKey,
    /// When in a day it is done, as the words tell: "at 6:15".
    clock: Option<String>,
}

/// When a claim says that something held.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Held {
    /// From then on.
    From(Timestamp),
    /// From then until then.
    Between(Timestamp, Timestamp),
    /// It came to an end then; or, with `is_at_latest`, at some time until then ("used to").
    Until { end: Timestamp, is_at_latest: bool },
}

impl Said<'_> {
    pub(super) fn claim(&self) -> &Claim {
        &self.recorded.claim
    }

    pub(super) fn is_negated(&self) -> bool {
        self.claim().proposition.is_negated
    }

    /// Whether the words themselves say from when.
    pub(super) fn is_dated(&self) -> bool {
        self.claim().from.is_some()
    }

    /// When it held. An end before the beginning makes the beginning worthless; an end that lies ahead says that it
    /// holds when it is said.
    pub(super) fn held(&self) -> Held {
        let said_at = self.recorded.said_at;
        match (self.claim().from, self.claim().until) {
            (None, None) => Held::From(said_at),
            (Some(from), None) => Held::From(from),
            (Some(from), Some(until)) if from < until => Held::Between(from, until),
            (None, Some(until)) if said_at < until => Held::Between(said_at, until),
            (_, Some(until)) => Held::Until {
                end: until,
                is_at_latest: until == said_at,
            },
        }
    }

    /// Whether the two say the very same of the same subject.
    pub(super) fn agrees_with(&self, other: &Self) -> bool {
        let (one, two) = (&self.claim().proposition, &other.claim().proposition);
        self.is_negated() == other.is_negated()
            && one.relation == two.relation
            && one.subject == two.subject
            && self.value == other.value
    }

    /// Whether the two cannot hold at the same time.
    pub(super) fn excludes(&self, other: &Self) -> bool {
        let (one, two) = (&self.claim().proposition, &other.claim().proposition);
        if one.subject == two.subject && self.value == other.value {
            if one.relation == two.relation {
                return self.is_negated() != other.is_negated();
            }
            let opposite = definition_of(one).and_then(|known| known.opposite);
            let is_opposite = opposite.is_some_and(|opposite| two.relation == opposite);
            return is_opposite && !self.is_negated() && !other.is_negated();
        }
        let are_affirmed = !self.is_negated() && !other.is_negated();
        are_affirmed
            && one.relation == two.relation
            && (is_one_at_a_time(one) || self.is_at_another_hour_than(other))
            && self
                .partners()
                .any(|partner| other.partners().any(|of| of == partner))
    }

    /// Whether the same is done at another hour, and not on other days: "gets up at 6:15", "at 5:45".
    fn is_at_another_hour_than(&self, other: &Self) -> bool {
        let days = |said: &Self| -> Vec<String> {
            let details = said.claim().details.0.iter();
            let of_days = details.filter(|detail| detail.role == DetailRole::Frequency);
            let words = of_days.map(|detail| detail.words.to_lowercase());
            words.filter(|words| !is_clock(words)).collect()
        };
        let (one, two) = (days(self), days(other));
        self.clock.is_some()
            && other.clock.is_some()
            && self.clock != other.clock
            && (one.is_empty() || two.is_empty() || one == two)
    }

    /// Those who can have one object of the relation at a time: the subject, and of a relation that holds in both
    /// directions the object too. Of an office it is the object, which has one holder.
    pub(super) fn partners(&self) -> impl Iterator<Item = EntityId> + '_ {
        let proposition = &self.claim().proposition;
        let other = match proposition.object {
            Object::Entity(entity)
                if is_office(proposition)
                    || definition_of(proposition).is_some_and(|known| known.is_symmetric) =>
            {
                Some(entity)
            }
            _ => None,
        };
        let subject = (!is_office(proposition)).then_some(proposition.subject);
        let other = other.filter(|other| Some(*other) != subject);
        subject.into_iter().chain(other)
    }

    /// Whether it only ends what other claims say: "I sold my car".
    pub(super) fn closes(&self) -> bool {
        self.claim().fact.is_empty() && matches!(self.held(), Held::Until { .. })
    }

    /// Whether it ends whatever of the relation the subject has, without saying what that is: "we got divorced".
    pub(super) fn closes_whatever_holds(&self) -> bool {
        let proposition = &self.claim().proposition;
        self.closes()
            && excludes_others(proposition)
            && matches!(&proposition.object, Object::Value(words) if words.is_empty())
    }

    /// Whether one place of a text says both: "in Berlin and Munich".
    pub(super) fn is_said_with(&self, other: &Self) -> bool {
        let (one, two) = (self.claim(), other.claim());
        self.recorded.episode == other.recorded.episode
            && one.range.start < two.range.end
            && two.range.start < one.range.end
    }
}

/// Whether another object of the same subject, or another subject of the same object, ends this one.
fn is_one_at_a_time(proposition: &Proposition) -> bool {
    excludes_others(proposition) || is_office(proposition)
}

/// What a claim is about, so that those are found which it may exclude.
#[derive(PartialEq, Eq, Hash, Clone)]
pub(super) enum Topic {
    /// The same of the same subject, affirmed, denied or of the opposite relation.
    Thing(EntityId, ValueKey),
    /// Whoever can have one object at a time.
    OneAtATime(EntityId),
}

/// The topics of a claim; two that exclude each other share one.
pub(super) fn topics<'a>(said: &'a Said<'_>) -> impl Iterator<Item = Topic> + 'a {
    let proposition = &said.claim().proposition;
    let is_exclusive =
        (is_one_at_a_time(proposition) || said.clock.is_some()) && !said.is_negated();
    let partners = said.partners().filter(move |_| is_exclusive);
    [Topic::Thing(proposition.subject, said.value.clone())]
        .into_iter()
        .chain(partners.map(Topic::OneAtATime))
}

/// The claims by when they were said; those of one episode by their place in it; episodes of the same time by what they
/// say. Nothing of the order is left to chance but which of two episodes that say the same comes first.
pub(super) fn in_the_order_said(claims: &[RecordedClaim]) -> Vec<Said<'_>> {
    let mut by_episode: HashMap<EpisodeId, Vec<&RecordedClaim>> = HashMap::new();
    for claim in claims {
        by_episode.entry(claim.episode).or_default().push(claim);
    }
    let mut episodes: Vec<(EpisodeId, Vec<&RecordedClaim>)> = by_episode.into_iter().collect();
    for (_, claims) in &mut episodes {
        claims.sort_by_key(|claim| claim.number);
    }
    episodes.sort_by(|(a, one), (b, two)| {
        let said_at = |claims: &[&RecordedClaim]| claims.first().map(|claim| claim.said_at);
        said_at(one)
            .cmp(&said_at(two))
            .then_with(|| by_words(one, two))
            .then_with(|| a.cmp(b))
    });
    episodes
        .into_iter()
        .flat_map(|(_, claims)| claims)
        .enumerate()
        .map(|(rank, recorded)| {
            let clock = clock_of(&recorded.claim);
            let value = match &clock {
                Some(clock) => ValueKey::Words(clock.clone()),
                None => ValueKey::of(&recorded.claim.proposition.object),
            };
            Said {
                recorded,
                rank,
                value,
                clock,
            }
        })
        .collect()
}

/// "at 6:15", of what is said without an object to be done then.
fn clock_of(claim: &Claim) -> Option<String> {
    let Object::Value(value) = &claim.proposition.object else {
        return None;
    };
    let mut details = claim.details.0.iter();
    let clock = details.find(|detail| {
        detail.role == DetailRole::Frequency && is_clock(&detail.words.to_lowercase())
    });
    clock
        .filter(|_| value.is_empty())
        .map(|clock| clock.words.to_lowercase())
}

/// Whether words tell an hour of the day.
fn is_clock(words: &str) -> bool {
    words.starts_with("at ")
}

fn by_words(one: &[&RecordedClaim], two: &[&RecordedClaim]) -> Ordering {
    fn words(recorded: &RecordedClaim) -> impl Ord + '_ {
        let claim = &recorded.claim;
        (
            claim.fact.as_str(),
            claim.phrase.as_str(),
            claim.from,
            claim.until,
            claim.range,
        )
    }
    one.iter()
        .map(|claim| words(claim))
        .cmp(two.iter().map(|claim| words(claim)))
}

/// The end of the stretch that a time of this precision names, at the shortest: months have 28 days.
pub(super) fn end_of_grain(start: Timestamp, precision: Option<Precision>) -> Timestamp {
    const HOUR: u64 = 3_600;
    const DAY: u64 = 24 * HOUR;
    let seconds = match precision {
        None | Some(Precision::Second) => 1,
        Some(Precision::Minute) => 60,
        Some(Precision::Hour) => HOUR,
        Some(Precision::PartOfDay) => 12 * HOUR,
        Some(Precision::Day) => DAY,
        Some(Precision::Weekend) => 2 * DAY,
        Some(Precision::Week) => 7 * DAY,
        Some(Precision::Month) => 28 * DAY,
        Some(Precision::Season | Precision::Quarter) => 90 * DAY,
        Some(Precision::Year) => 365 * DAY,
        Some(Precision::Decade) => 3_652 * DAY,
        Some(Precision::Century) => 36_524 * DAY,
    };
    start
        .checked_add(Duration::from_secs(seconds))
        .unwrap_or(Timestamp::MAX)
}
