//! States: what holds from a time until another.
//!
//! The claims are gone through in the order of the times they speak of. A claim joins the spell that its like is in,
//! or begins one; a spell that begins ends those that cannot hold beside it, at its own beginning, unless it says
//! that it comes on top. So a claim about an earlier time moves a beginning back, but never across a spell of
//! something else.
//!
//! Four refinements, each for what people say:
//! - A rough beginning yields: "I live in Berlin" said in June and "I moved to Munich this year" said in December
//!   make Munich begin after June, though the year began in January.
//! - A remark that only repeats what held does not end what was later said to have begun before it: "I live in
//!   Berlin", said again in June, is no return when it was said in July that Munich began in March.
//! - An end that does not say of what ends whatever the subject has: "we got divorced", "I quit my job".
//! - "I used to live in Paris" means the time before everything that is known to have held until it was said.

use std::collections::HashMap;
use std::time::Duration;

use recollect_model::{EntityId, Precision, RelationName, Timestamp};

use super::Spell;
use super::corrections::{Corrections, corrections};
use super::said::{Held, Said, Topic, end_of_grain, topics};
use crate::slot::ValueKey;

/// How many claims are looked at to date one rough beginning.
const MAX_LOOKS: usize = 64;

/// The spells of claims that are in the order they were said.
pub(super) fn spells(said: &[Said<'_>]) -> Vec<Spell> {
    let corrections = corrections(said);
    let mut sweep = Sweep {
        said,
        drafts: Vec::new(),
        open: HashMap::new(),
        latest: HashMap::new(),
        held_since: HashMap::new(),
    };
    for point in points(said, &corrections) {
        match point.kind {
            Kind::Begins { until } => sweep.begin(&point, until),
            Kind::Ends { is_at_latest } => sweep.end(&point, is_at_latest),
        }
    }
    let mut spells: Vec<Spell> = sweep
        .drafts
        .iter()
        .filter_map(|draft| draft.spell(said))
        .collect();
    spells.extend(
        corrections
            .mistakes
            .iter()
            .filter_map(|mistake| never_held(said, mistake)),
    );
    spells
}

fn never_held(said: &[Said<'_>], mistake: &super::corrections::Mistake) -> Option<Spell> {
    let claims: Vec<&Said<'_>> = mistake
        .claims
        .iter()
        .rev()
        .map(|&claim| &said[claim])
        .collect();
    Some(Spell {
        valid_at: Some(mistake.at),
        invalid_at: Some(mistake.at),
        closed_by: Some(said[mistake.by].recorded.episode),
        ..super::spell(&claims)?
    })
}

/// A time that a claim speaks of.
#[derive(Debug)]
struct Point {
    at: Timestamp,
    claim: usize,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Ends { is_at_latest: bool },
    Begins { until: Option<Timestamp> },
}

/// The times of all claims that are no mistakes, in order; ends before beginnings, then in the order said.
fn points(said: &[Said<'_>], corrections: &Corrections) -> Vec<Point> {
    let mut points: Vec<Point> = said
        .iter()
        .enumerate()
        .filter(|(claim, _)| !corrections.is_mistaken[*claim])
        .map(|(claim, one)| {
            let corrected = corrections.beginnings.get(&claim).copied();
            let (at, kind) = match one.held() {
                Held::From(from) => (corrected.unwrap_or(from), Kind::Begins { until: None }),
                Held::Between(from, until) => {
                    let from = corrected.filter(|from| *from < until).unwrap_or(from);
                    (from, Kind::Begins { until: Some(until) })
                }
                Held::Until { end, is_at_latest } => (end, Kind::Ends { is_at_latest }),
            };
            Point { at, claim, kind }
        })
        .collect();
    let sort = |points: &mut Vec<Point>| {
        points.sort_by_key(|point| {
            let is_beginning = matches!(point.kind, Kind::Begins { .. });
            (point.at, is_beginning, point.claim)
        });
    };
    sort(&mut points);
    let yielding: Vec<(usize, Timestamp)> = (0..points.len())
        .filter_map(|place| Some((place, yields_to(said, &points, place)?)))
        .collect();
    for (place, at) in yielding {
        points[place].at = at;
    }
    sort(&mut points);
    points
}

/// When a rough beginning is, seeing what else was said to hold in the stretch it names.
fn yields_to(said: &[Said<'_>], points: &[Point], place: usize) -> Option<Timestamp> {
    let point = &points[place];
    let claim = &said[point.claim];
    let Kind::Begins { until } = point.kind else {
        return None;
    };
    let precision = claim.claim().precision.filter(|_| claim.is_dated())?;
    if claim.claim().is_additional || precision < Precision::Day {
        return None;
    }
    let end = end_of_grain(point.at, Some(precision)).min(until.unwrap_or(Timestamp::MAX));
    let after = points.partition_point(|other| other.at < end);
    let mut within = points[place..after]
        .iter()
        .rev()
        .take(MAX_LOOKS)
        .take_while(|other| other.at > point.at)
        .filter(|other| {
            let one = &said[other.claim];
            let is_finer = !one.is_dated() || one.claim().precision < Some(precision);
            matches!(other.kind, Kind::Begins { .. }) && other.claim < point.claim && is_finer
        });
    let last = within.find(|other| said[other.claim].excludes(claim))?;
    // It was said to hold before that already: then the rough beginning is of that spell.
    if within.any(|other| said[other.claim].agrees_with(claim)) {
        return None;
    }
    let at = last.at.checked_add(Duration::from_secs(1)).ok()?;
    (at < end).then_some(at)
}

/// What a claim says, so that its like is found.
type Meaning = (EntityId, RelationName, ValueKey, bool);

struct Sweep<'a> {
    said: &'a [Said<'a>],
    drafts: Vec<Draft>,
    /// The spells that had not been ended by another when they were last looked at.
    open: HashMap<Topic, Vec<usize>>,
    /// The latest spell of each meaning.
    latest: HashMap<Meaning, usize>,
    /// Since when and until when somebody is known to have had one object or another without a gap.
    held_since: HashMap<EntityId, (Option<Timestamp>, Option<Timestamp>)>,
}

/// A spell in the making.
struct Draft {
    claims: Vec<usize>,
    begin: Option<Timestamp>,
    end: Option<End>,
    /// The earliest said of its claims.
    first_said: usize,
}

#[derive(Clone, Copy)]
struct End {
    at: Timestamp,
    /// The claim that says so, or whose beginning it is.
    by: usize,
    cause: Cause,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Cause {
    /// A text says when it ended.
    Said,
    /// A text says that it had ended by then.
    SaidAtLatest,
    /// The spell of that number began, which cannot hold beside it.
    Displaced(usize),
}

impl End {
    /// Whether a text that tells another end is to be believed: an earlier one, or a finer one of the same stretch.
    fn yields_to(&self, at: Timestamp, claim: &Said<'_>, said: &[Said<'_>]) -> bool {
        let roughly = said[self.by].claim().precision;
        let is_finer = self.cause == Cause::Said
            && claim
                .claim()
                .precision
                .is_some_and(|finer| Some(finer) < roughly)
            && at < end_of_grain(self.at, roughly);
        at < self.at || is_finer
    }
}

impl Draft {
    fn holds_at(&self, at: Timestamp) -> bool {
        self.end.is_none_or(|end| at < end.at)
    }

    fn add(&mut self, claim: usize) {
        self.claims.push(claim);
        self.first_said = self.first_said.min(claim);
    }

    fn spell(&self, said: &[Said<'_>]) -> Option<Spell> {
        let claims: Vec<&Said<'_>> = self.claims.iter().map(|&claim| &said[claim]).collect();
        let first = claims.first()?;
        let tells_time = first.is_dated() || self.begin.is_none();
        Some(Spell {
            valid_at: self.begin,
            invalid_at: self.end.map(|end| end.at),
            precision: first.claim().precision.filter(|_| tells_time),
            closed_by: self.end.map(|end| said[end.by].recorded.episode),
            ..super::spell(&claims)?
        })
    }
}

impl Sweep<'_> {
    fn begin(&mut self, point: &Point, until: Option<Timestamp>) {
        let claim = &self.said[point.claim];
        let latest = self.latest.get(&meaning(claim)).copied();
        if let Some(latest) = latest
            && self.drafts[latest].holds_at(point.at)
        {
            self.drafts[latest].add(point.claim);
            self.drafts[latest].extend_to(until, point.claim);
            return;
        }
        if let Some(latest) = latest
            && self.only_repeats(latest, point)
        {
            self.drafts[latest].add(point.claim);
            return;
        }
        let draft = self.drafts.len();
        self.displace(point, draft);
        self.drafts.push(Draft {
            claims: vec![point.claim],
            begin: Some(point.at),
            end: until.map(|at| End {
                at,
                by: point.claim,
                cause: Cause::Said,
            }),
            first_said: point.claim,
        });
        for topic in topics(claim) {
            if let Topic::OneAtATime(partner) = topic {
                let held = self.held_since.entry(partner).or_default();
                if held.1.is_some_and(|end| end < point.at) || held.0.is_none() {
                    held.0 = Some(point.at);
                }
                held.1 = until;
            }
            self.open.entry(topic).or_default().push(draft);
        }
        self.latest.insert(meaning(claim), draft);
    }

    /// Whether the claim says once more what `latest` says, and was said before it was known what ended that.
    fn only_repeats(&self, latest: usize, point: &Point) -> bool {
        let said = &self.said[point.claim];
        let Some(End {
            cause: Cause::Displaced(by),
            ..
        }) = self.drafts[latest].end
        else {
            return false;
        };
        !said.is_dated()
            && self.drafts[by].holds_at(point.at)
            && point.claim < self.drafts[by].first_said
    }

    /// Ends what cannot hold beside a spell that begins.
    fn displace(&mut self, point: &Point, draft: usize) {
        let claim = &self.said[point.claim];
        let is_additional = claim.claim().is_additional;
        for topic in topics(claim) {
            if is_additional && matches!(topic, Topic::OneAtATime(_)) {
                continue;
            }
            let Some(open) = self.open.get_mut(&topic) else {
                continue;
            };
            let (said, drafts) = (self.said, &mut self.drafts);
            open.retain(|&other| {
                let other = &mut drafts[other];
                if !other.holds_at(point.at) {
                    return false;
                }
                let first = other.claims.first().map(|&first| &said[first]);
                let is_said_together = other.begin == Some(point.at)
                    && first.is_some_and(|first| first.is_said_with(claim));
                if is_said_together || !first.is_some_and(|first| first.excludes(claim)) {
                    return true;
                }
                other.end = Some(End {
                    at: point.at,
                    by: point.claim,
                    cause: Cause::Displaced(draft),
                });
                false
            });
        }
    }

    fn end(&mut self, point: &Point, is_at_latest: bool) {
        let claim = &self.said[point.claim];
        if claim.closes_whatever_holds() {
            self.end_whatever_holds(point);
            return;
        }
        let cause = if is_at_latest {
            Cause::SaidAtLatest
        } else {
            Cause::Said
        };
        let end = End {
            at: point.at,
            by: point.claim,
            cause,
        };
        if let Some(&latest) = self.latest.get(&meaning(claim)) {
            let draft = &mut self.drafts[latest];
            // What only closes says nothing of what held.
            if !claim.closes() {
                draft.add(point.claim);
            }
            if draft
                .end
                .is_none_or(|former| former.yields_to(point.at, claim, self.said))
            {
                draft.end = Some(end);
                self.note_end(claim, point.at);
            }
            return;
        }
        if claim.closes() {
            return;
        }
        let known = self.known_before(claim, point.at).filter(|_| is_at_latest);
        let draft = self.drafts.len();
        self.drafts.push(Draft {
            claims: vec![point.claim],
            begin: None,
            end: Some(End {
                at: known.unwrap_or(point.at),
                ..end
            }),
            first_said: point.claim,
        });
        self.latest.insert(meaning(claim), draft);
    }

    /// Ends what the claim's subject has at the time; where that is nothing, nothing follows.
    fn end_whatever_holds(&mut self, point: &Point) {
        let claim = &self.said[point.claim];
        for topic in topics(claim) {
            let open = self.open.get(&topic).into_iter().flatten();
            for &draft in open.filter(|_| matches!(topic, Topic::OneAtATime(_))) {
                let draft = &mut self.drafts[draft];
                if draft.holds_at(point.at) && draft.begin.is_none_or(|begin| begin < point.at) {
                    draft.end = Some(End {
                        at: point.at,
                        by: point.claim,
                        cause: Cause::Said,
                    });
                }
            }
        }
        self.note_end(claim, point.at);
    }

    /// Since when the subject is known to have had something else, without a gap until `at`.
    fn known_before(&self, claim: &Said<'_>, at: Timestamp) -> Option<Timestamp> {
        if !topics(claim).any(|topic| matches!(topic, Topic::OneAtATime(_))) {
            return None;
        }
        let (since, until) = self.held_since.get(&claim.partners().next()?)?;
        since.filter(|_| until.is_none_or(|until| at <= until))
    }

    /// Notes that what somebody had came to an end.
    fn note_end(&mut self, claim: &Said<'_>, at: Timestamp) {
        for topic in topics(claim) {
            if let Topic::OneAtATime(partner) = topic
                && let Some(held) = self.held_since.get_mut(&partner)
            {
                held.1 = Some(at);
            }
        }
    }
}

impl Draft {
    /// Lets the spell go on until a claim's own end.
    fn extend_to(&mut self, until: Option<Timestamp>, claim: usize) {
        let Some(at) = until else { return };
        if self
            .end
            .is_none_or(|end| end.cause == Cause::Said && end.at < at)
        {
            self.end = Some(End {
                at,
                by: claim,
                cause: Cause::Said,
            });
        }
    }
}

fn meaning(said: &Said<'_>) -> Meaning {
    let proposition = &said.claim().proposition;
    (
        proposition.subject,
        proposition.relation.clone(),
        said.value.clone(),
        said.is_negated(),
    )
}
