//! Facts as the pages show them: a sentence, when it held, and that as a line in time.

use recollect_engine::{FoundFact, KnownStatement};
use recollect_model::{
    Calendar, Decided, EntityId, EpisodeId, Modality, Nature, Precision, RelationName, StatementId,
    Timestamp,
};

use super::moment::{Moment, held};

/// The line is so many units wide.
const WIDTH: i64 = 1000;
/// What held for a moment is to be seen, too.
const THINNEST: i64 = 6;

/// A fact.
#[derive(Debug, Clone)]
pub(crate) struct Fact {
    pub(crate) id: StatementId,
    /// What the person decided about it.
    pub(crate) decided: Decided,
    /// Whether it holds, and could come to an end.
    pub(crate) can_end: bool,
    /// The sentence.
    pub(crate) what: String,
    /// Whom it is about.
    pub(crate) subject: (EntityId, String),
    /// The relation, under the name that all its wordings share.
    pub(crate) kind_of_relation: String,
    /// The relation, in words.
    pub(crate) relation: String,
    /// What is said of them; an entity has an id.
    pub(crate) object: (Option<EntityId>, String),
    /// When it held, in words.
    pub(crate) when: String,
    /// Whether it holds no more.
    pub(crate) is_over: bool,
    /// What is to be known besides: that it is planned, who says so.
    pub(crate) besides: String,
    /// Whether hardly anybody would look for it.
    pub(crate) is_trivial: bool,
    /// The newest episode that says so.
    pub(crate) said_in: Option<EpisodeId>,
    /// The line; there is none until [`draw_lines`].
    pub(crate) line: Option<Line>,
    /// Whether it happened, and does not go on.
    pub(crate) is_event: bool,
    from: Option<Timestamp>,
    until: Option<Timestamp>,
    precision: Option<Precision>,
}

/// When a fact held, on a line that all facts beside it share.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line {
    pub(crate) start: i64,
    pub(crate) width: i64,
    pub(crate) now: i64,
}

/// The years that the lines begin and end with.
#[derive(Debug, Clone)]
pub(crate) struct Scale {
    pub(crate) from: (Moment, String),
    pub(crate) until: (Moment, String),
}

impl Fact {
    /// When it began to hold, for the script that tells it by the reader's calendar; empty when nobody said.
    pub(crate) fn exact_from(&self) -> String {
        self.from.map(|time| time.to_string()).unwrap_or_default()
    }

    /// When it ceased to.
    pub(crate) fn exact_until(&self) -> String {
        self.until.map(|time| time.to_string()).unwrap_or_default()
    }

    /// When it held or happened, in words.
    fn told(&self, calendar: &Calendar) -> String {
        let times = (self.from, self.until);
        held(calendar, times, self.is_event, self.precision)
    }

    /// How finely that is known.
    pub(crate) fn exact_precision(&self) -> &'static str {
        self.precision.map_or("", Precision::as_str)
    }

    fn new(
        (id, decided): (StatementId, Decided),
        what: String,
        from: Option<Timestamp>,
        until: Option<Timestamp>,
        now: Timestamp,
        besides: String,
    ) -> Self {
        Self {
            id,
            decided,
            can_end: false,
            what,
            subject: (EntityId::from_u128(0), String::new()),
            kind_of_relation: String::new(),
            relation: String::new(),
            object: (None, String::new()),
            when: String::new(),
            is_over: until.is_some_and(|until| until <= now),
            besides,
            is_trivial: false,
            said_in: None,
            line: None,
            is_event: false,
            from,
            until,
            precision: None,
        }
    }

    /// A fact of the graph.
    pub(crate) fn known(known: KnownStatement, now: Timestamp, calendar: &Calendar) -> Self {
        let said = &known.statement.proposition;
        let besides = besides(
            (said.is_negated, &known.statement.fact),
            said.modality,
            known.attributed_to.as_deref(),
        );
        let is_event = known.is_event();
        let statement = known.statement;
        let said = &statement.proposition;
        let mut fact = Self::new(
            (statement.id, statement.decided),
            statement.fact,
            statement.valid_at,
            statement.invalid_at,
            now,
            besides,
        );
        fact.is_event = is_event;
        fact.can_end = can_end(&said.relation, &fact);
        fact.subject = (said.subject, known.subject);
        fact.object = (
            match said.object {
                recollect_model::Object::Entity(id) => Some(id),
                recollect_model::Object::Value(_) => None,
            },
            known.object,
        );
        fact.kind_of_relation = in_words("", said.relation.as_str());
        fact.relation = in_words(&statement.phrase, said.relation.as_str());
        fact.precision = statement.precision;
        fact.is_trivial = statement.worth.is_trivial() && !statement.decided.is_pinned;
        fact.when = fact.told(calendar);
        fact.said_in = known.episodes.last().copied();
        fact
    }

    /// A fact that a search found.
    pub(crate) fn found(found: FoundFact, now: Timestamp, calendar: &Calendar) -> Self {
        let by = found.attributed_to.as_ref().map(|(_, name)| name.as_str());
        let besides = besides((found.is_negated, &found.fact), found.modality, by);
        let worded = (found.phrase.as_str(), found.fact.as_str());
        let is_event = KnownStatement::tells_event(&found.relation, found.modality, worded);
        let mut fact = Self::new(
            (found.id, found.decided),
            found.fact,
            found.valid_at,
            found.invalid_at,
            now,
            besides,
        );
        fact.is_event = is_event;
        fact.can_end = can_end(&found.relation, &fact);
        fact.subject = (found.subject_id, found.subject);
        fact.object = (found.object_id, found.object);
        fact.kind_of_relation = in_words("", found.relation.as_str());
        fact.relation = in_words(&found.phrase, found.relation.as_str());
        fact.precision = found.precision;
        fact.when = fact.told(calendar);
        fact.said_in = found.episodes.last().copied();
        fact
    }
}

/// What happened, or always is, does not end.
fn can_end(relation: &RelationName, fact: &Fact) -> bool {
    relation.nature() != Some(Nature::Permanent) && !fact.is_event && !fact.is_over
}

/// Draws the facts' lines, all on one scale; none when there is nothing to compare.
pub(crate) fn draw_lines(facts: &mut [Fact], now: Timestamp, calendar: &Calendar) -> Option<Scale> {
    let ends = facts
        .iter()
        .flat_map(|fact| [fact.from, fact.until])
        .flatten();
    let first = ends.clone().min()?.as_second();
    let last = ends.max()?.as_second().max(now.as_second());
    // A little room at both ends, and at least a month.
    let room = ((last - first) / 40).max(15 * 86_400);
    let (first, last) = (first - room, last + room);
    let place = |second: i64| (second - first) * WIDTH / (last - first);
    for fact in facts {
        if fact.from.is_none() && fact.until.is_none() {
            continue;
        }
        let start = fact.from.map_or(0, |from| place(from.as_second()));
        let open = if fact.is_event { start } else { WIDTH };
        let end = fact.until.map_or(open, |until| place(until.as_second()));
        fact.line = Some(Line {
            start,
            width: (end - start).max(THINNEST),
            now: place(now.as_second()),
        });
    }
    let month = |second: i64| {
        let time = Timestamp::from_second(second).unwrap_or(now);
        let day = calendar.day(time);
        (Moment(time), day.strftime("%b %Y").to_string())
    };
    Some(Scale {
        from: month(first),
        until: month(last),
    })
}

/// The text's own phrase; a relation's name where there is none.
fn in_words(phrase: &str, relation: &str) -> String {
    let words = if phrase.is_empty() { relation } else { phrase };
    words.replace('_', " ")
}

/// What is to be known besides the sentence. That it is denied, the sentence says where it has a word for it.
fn besides((is_negated, fact): (bool, &str), modality: Modality, by: Option<&str>) -> String {
    let mut said = Vec::new();
    if is_negated && !says_no(fact) {
        said.push("denied".to_owned());
    }
    if modality != Modality::Actual {
        said.push(modality.as_str().to_owned());
    }
    if let Some(by) = by {
        said.push(format!("according to {by}"));
    }
    said.join(", ")
}

/// Whether a sentence denies something by a word of its own.
fn says_no(fact: &str) -> bool {
    const NO: [&str; 9] = [
        "not", "no", "never", "cannot", "neither", "nobody", "nothing", "without", "nor",
    ];
    let mut words = fact.split(|c: char| !c.is_alphanumeric() && c != '\'');
    words.any(|word| {
        let word = word.to_lowercase();
        NO.contains(&word.as_str()) || word.ends_with("n't")
    })
}
