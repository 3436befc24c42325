//! From a clause to the statements it makes.

use std::ops::Range;

use recollect_clauses::{Argument, Clause, Origin, Role, Tense};
use recollect_model::{Aspect, DetailRole, Details, Modality, Nature, Relation, RelationName};

use crate::lexicon::conjugation::gerund;
use crate::local::extraction::candidates::appointments::noted;
use crate::local::extraction::candidates::candidate::{RelationCandidate, name};
use crate::local::extraction::candidates::exchanges::is_by_exchange;
use crate::local::extraction::candidates::health::is_by_change;
use crate::local::extraction::candidates::works::authorships;
use crate::local::extraction::candidates::{candidates, is_presupposed};
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::details::details_to;
use crate::local::extraction::clauses::remainders::remainder;
use crate::local::extraction::factuality::modality::{is_able, modality};
use crate::local::extraction::factuality::{self, attribution, corrections};
use crate::local::extraction::parse::owner::STAND_IN;
use crate::local::extraction::times::days::day_in_full;
use crate::local::extraction::{times, wording, worth};
use crate::{EntityRef, ExtractedMention, ExtractedObject, ExtractedStatement};

/// The statements of all clauses of a passage, in order.
pub(crate) fn statements(
    context: &PassageContext<'_>,
) -> Vec<(ExtractedStatement, RelationCandidate)> {
    let clauses = &context.reading.clauses;
    let mut statements: Vec<(ExtractedStatement, RelationCandidate)> = Vec::new();
    // The verbs of what was managed or failed to be done and is told.
    let mut implied: Vec<usize> = Vec::new();
    for clause in clauses {
        let Some(source) = attribution::source(context, clause) else {
            continue;
        };
        if !is_presupposed(clause) && !factuality::asserts(context.reading, clauses, clause) {
            continue;
        }
        for candidate in candidates(context, clause) {
            if is_denied_beside(context, clause, &candidate) || is_cut(context, clause, &candidate)
            {
                continue;
            }
            let candidate = undone(context, clause, candidate);
            let statement = finish(context, clause, &candidate, source.clone());
            // What may be or is planned ends nothing yet.
            if candidate.closes
                && candidate.meant.is_none()
                && statement.modality != Modality::Actual
            {
                continue;
            }
            let is_new = !statements.iter().any(|(other, _)| {
                other.subject == statement.subject
                    && other.relation == statement.relation
                    && other.object == statement.object
                    && other.is_negated == statement.is_negated
                    && other.modality == statement.modality
                    // "I live in Exeter. I moved there in 2020" says since when.
                    && statement.from.is_none_or(|from| other.from == Some(from))
                    && statement.until.is_none_or(|until| other.until == Some(until))
            });
            if is_new && statement.object != ExtractedObject::Entity(statement.subject.clone()) {
                if clause.is_implied {
                    implied.push(clause.predicate.head);
                }
                statements.push((statement, candidate));
            }
        }
    }
    for (clause, candidate) in noted(context) {
        let statement = finish(context, &clause, &candidate, None);
        if statement.from.is_some() {
            statements.push((statement, candidate));
        }
    }
    for (clause, candidate) in authorships(context) {
        statements.push((finish(context, &clause, &candidate, None), candidate));
    }
    // "Managed to buy it" says no more than that it was bought.
    statements.retain(|(_, candidate)| {
        let head = candidate.thing.head;
        let is_of_doing = || {
            clauses.iter().any(|clause| {
                clause.predicate.head == head && clause.predicate.lemma != candidate.phrase
            })
        };
        !(implied.contains(&head) && is_of_doing())
    });
    statements
}

/// "Covers some of it but not the meds", "wants no fee but tuning": what is said of the one is not said of the other.
fn is_denied_beside(
    context: &PassageContext<'_>,
    clause: &Clause,
    candidate: &RelationCandidate,
) -> bool {
    let reading = context.reading;
    let mut before = (clause.predicate.head + 1..candidate.thing.tokens.start).rev();
    let mut is_next = |words: &[&str]| before.next().is_some_and(|one| reading.is_any(one, words));
    match clause.is_negated {
        true => is_next(&["but"]),
        false => is_next(&["not"]) && is_next(&["but", "and"]),
    }
}

/// "Got her a laptop" of nobody known, "gave up coffee after 2pm": without what is left out it would say something else.
fn is_cut(context: &PassageContext<'_>, clause: &Clause, candidate: &RelationCandidate) -> bool {
    const GIVING_UP: &[&str] = &["give up", "quit", "stop", "avoid", "cut out", "cut"];
    let reading = context.reading;
    let is_for_unknown = clause.predicate.lemma == "get"
        && clause.with_role(Role::IndirectObject).any(|whom| {
            let head = whom.phrase.head;
            reading.is_any(head, &["her", "him", "them"])
                && context.referents.at(head).is_none()
                && head != candidate.thing.head
        });
    let gives_up = GIVING_UP.contains(&clause.predicate.lemma.as_str()) || clause.markers.ends;
    let is_by_the_clock = gives_up
        && clause.arguments.iter().any(|argument| {
            let preposition = argument.preposition.as_ref();
            let bounds = preposition
                .is_some_and(|word| matches!(word.lemma.as_str(), "after" | "before" | "past"));
            let words = reading.words(argument.phrase.tokens.clone()).to_lowercase();
            bounds && is_clock(&words)
        });
    is_for_unknown || is_by_the_clock
}

/// "2pm", "noon", "9:30": a time of every day.
fn is_clock(words: &str) -> bool {
    let words = words.trim();
    let plain = words.trim_end_matches(|c: char| c.is_alphabetic() || "'. ".contains(c));
    let is_number = !plain.is_empty()
        && plain
            .chars()
            .all(|c| c.is_ascii_digit() || ":.".contains(c));
    let unit = words[plain.len()..].replace(['.', ' '], "");
    matches!(words, "noon" | "midnight" | "lunch" | "dinner" | "dark")
        || is_number && ["", "am", "pm", "o'clock"].contains(&unit.as_str())
}

fn finish(
    context: &PassageContext<'_>,
    clause: &Clause,
    candidate: &RelationCandidate,
    source: Option<EntityRef>,
) -> ExtractedStatement {
    let reading = context.reading;
    let in_full = in_full(context, clause, candidate);
    let candidate = in_full.as_ref().unwrap_or(candidate);
    let range = context.range(words_of(context.reading.text, clause));
    let mut statement = ExtractedStatement::plain(
        candidate.subject.clone(),
        candidate.relation.clone(),
        candidate.thing.object.clone(),
        reading.passage,
        range,
    );
    statement.phrase.clone_from(&candidate.phrase);
    statement.is_negated =
        clause.is_negated && !clause.markers.no_longer && !candidate.denies_itself;
    statement.modality = how_meant(context, clause, candidate);
    // "She may no longer live there": of what is not so, nothing is told but that.
    let is_no_more = clause.markers.no_longer && candidate.ends(clause);
    statement.is_negated |= is_no_more && statement.modality == Modality::Possible;
    statement.attributed_to = source;
    statement.is_additional = clause.markers.also || is_another(context, clause, candidate);
    statement.is_correction = corrections::is_correction(context, clause);
    let dates = times::dates(context, clause, candidate, statement.modality);
    statement.from = dates.from;
    statement.until = dates.until;
    statement.precision = dates.precision;
    let is_planned =
        (dates.is_ahead || is_coming(clause, candidate)) && !is_unable(context, clause);
    if is_planned && statement.modality == Modality::Actual {
        statement.modality = Modality::Planned;
    }
    // "I will quit Bosch on 30 June": it holds until then.
    if candidate.ends(clause)
        && statement.modality == Modality::Planned
        && statement.until.is_some()
        && !statement.is_negated
    {
        statement.modality = Modality::Actual;
    }
    if let Some(ending) = ending_in_its_words(clause, candidate, &statement) {
        return finish(context, clause, &ending, statement.attributed_to);
    }
    let (details, end) = details_of(context, clause, candidate);
    statement.details = details;
    statement.worth = worth::worth(&statement, clause, candidate);
    if candidate.closes {
        let reference = context.reference.instant();
        let end = dates.until.or(dates.from).unwrap_or(reference);
        if end > reference && statement.modality == Modality::Actual {
            statement.modality = Modality::Planned;
        }
        statement.until = Some(end.min(reference));
        statement.from = None;
        statement.is_additional = false;
        statement.is_correction = false;
        statement.is_negated = false;
    } else {
        statement.fact = wording::sentence(context, clause, candidate, &statement);
        let rest = remainder(context, clause, candidate.about(), end);
        // "moved from Porto to Berlin for work": nobody lived in Porto for that.
        let is_left = candidate.relation == Relation::LivesIn && candidate.ends(clause)
            || is_rented(clause, candidate);
        let rest = rest.filter(|_| !is_left);
        // The relation's own wording may have told it.
        if let Some(rest) = rest.filter(|rest| !statement.fact.contains(&rest.text)) {
            statement.details.0.push(rest);
            statement.fact = wording::sentence(context, clause, candidate, &statement);
        }
        name_owner(context, &mut statement);
    }
    statement
}

/// How a candidate is meant.
fn how_meant(
    context: &PassageContext<'_>,
    clause: &Clause,
    candidate: &RelationCandidate,
) -> Modality {
    let is_ability = matches!(
        candidate.relation.known(),
        Some(Relation::Speaks | Relation::Plays)
    );
    match candidate.meant {
        Some(meant) => meant,
        None if candidate.denies_itself => Modality::Actual,
        None => modality(context, clause, is_ability),
    }
}

/// "I rent a room in Oslo for 600 euros": whether a home is told by what is rented there, which has its details told of itself.
fn is_rented(clause: &Clause, candidate: &RelationCandidate) -> bool {
    candidate.relation == Relation::LivesIn && clause.predicate.lemma == "rent"
}

/// What a clause says of a candidate besides, and where that ends.
fn details_of(
    context: &PassageContext<'_>,
    clause: &Clause,
    candidate: &RelationCandidate,
) -> (Details, usize) {
    let (mut details, end) = details_to(context, clause, candidate.about());
    // "A 34-year-old nurse from Leeds": nobody is that old from there.
    if candidate.relation == Relation::HasAge {
        details.0.clear();
    }
    // "Penicillin brings me out in hives" is told by what is not borne, "takes over as my manager" by whose manager that is.
    if candidate.relation == Relation::AllergicTo || is_rented(clause, candidate) {
        details.0.clear();
    }
    // "switched me from warfarin to apixaban twice a day": that is how often the second is taken.
    if is_by_change(candidate) {
        let is_taken = candidate.aspect == Aspect::Begins;
        details
            .0
            .retain(|detail| is_taken && detail.role == DetailRole::Frequency);
    }
    if is_by_exchange(candidate) {
        details.0.clear();
    }
    if candidate.relation == Relation::ManagedBy {
        details.0.retain(|detail| !detail.words.starts_with("as "));
    }
    // Where somebody lived before is a fact of its own.
    if candidate.relation == Relation::LivesIn {
        let is_way = |role| matches!(role, DetailRole::Origin | DetailRole::Destination);
        details.0.retain(|detail| !is_way(detail.role));
    }
    // "moved to Bonn when I was six" is told by what holds since.
    if candidate.aspect == Aspect::Begins {
        details
            .0
            .retain(|detail| !detail.words.starts_with("when "));
    }
    // "quit her job to start a company" is told by the quitting, and "I used to play when I was a kid" by what it was.
    if candidate.ends(clause) {
        details.0.retain(|detail| {
            detail.role != DetailRole::Purpose && !detail.words.starts_with("when ")
        });
    }
    (details, end)
}

/// The name that stood for the owner while the parser read is told as the owner's own.
fn name_owner(context: &PassageContext<'_>, statement: &mut ExtractedStatement) {
    let reading = context.reading;
    let is_named =
        |entity: &EntityRef| matches!(entity, EntityRef::Named(name) if name.starts_with(STAND_IN));
    let is_somebodys = context.referents.iter().any(|one| is_named(&one.entity));
    if !reading.tells_of_owner || is_somebodys || reading.text.contains(STAND_IN) {
        return;
    }
    statement.fact = statement.fact.replace(STAND_IN, context.owner_name);
    for detail in &mut statement.details.0 {
        detail.text = detail.text.replace(STAND_IN, context.owner_name);
        detail.words = detail.words.replace(STAND_IN, context.owner_name);
    }
}

/// "Cannot make bread" is no bread that was not made: what somebody is not able to do is told in its own words.
fn undone(
    context: &PassageContext<'_>,
    clause: &Clause,
    candidate: RelationCandidate,
) -> RelationCandidate {
    let is_told = is_unable(context, clause) && candidate.wording.is_none();
    match candidate.relation.nature() {
        Some(Nature::Event) if is_told => RelationCandidate {
            relation: RelationName::of(&name(&candidate.phrase)),
            ..candidate
        },
        _ => candidate,
    }
}

/// "I decided to leave Bosch", "I might stop working there": what may end has not, and nobody plans for it to begin. So the ending is
/// told in its own words.
fn ending_in_its_words(
    clause: &Clause,
    candidate: &RelationCandidate,
    statement: &ExtractedStatement,
) -> Option<RelationCandidate> {
    let is_open = candidate.ends(clause)
        && !candidate.closes
        && candidate.wording.is_none()
        && statement.modality != Modality::Actual;
    if !is_open || statement.is_negated || clause.markers.no_longer || clause.markers.used_to {
        return None;
    }
    let phrase = match (clause.markers.ends, candidate.phrase.split_once(' ')) {
        (false, _) => candidate.phrase.clone(),
        (true, None) => format!("stop {}", gerund(&candidate.phrase)),
        (true, Some((verb, rest))) => format!("stop {} {rest}", gerund(verb)),
    };
    Some(RelationCandidate {
        relation: RelationName::of(&name(&phrase)),
        aspect: Aspect::Happens,
        phrase,
        ..candidate.clone()
    })
}

/// "I can't ride past noon": who cannot plans nothing.
fn is_unable(context: &PassageContext<'_>, clause: &Clause) -> bool {
    clause.is_negated && is_able(context, clause)
}

/// "I'm going to a conference this month", "Tom is moving to Leeds": it is still to come.
fn is_coming(clause: &Clause, candidate: &RelationCandidate) -> bool {
    let begins = candidate.aspect == Aspect::Begins
        && matches!(
            candidate.relation.known(),
            Some(Relation::LivesIn | Relation::WorksAt | Relation::StudiesAt | Relation::MemberOf)
        );
    let is_event = matches!(
        candidate.relation.known(),
        Some(Relation::Attended | Relation::Visited)
    );
    clause.is_progressive && clause.tense == Tense::Present && (begins || is_event)
}

/// What happens on a day, with the day in full; nothing where that changes nothing.
fn in_full(
    context: &PassageContext<'_>,
    clause: &Clause,
    candidate: &RelationCandidate,
) -> Option<RelationCandidate> {
    let ExtractedObject::Value(words) = &candidate.thing.object else {
        return None;
    };
    let is_of_day = matches!(
        candidate.relation.known(),
        Some(Relation::HappenedOn | Relation::BornOn | Relation::DiedOn)
    );
    if !is_of_day {
        return None;
    }
    // "every other Thursday 18-21" is no Thursday.
    let start = candidate.thing.tokens.start;
    let comes_back = (start.saturating_sub(3)..start)
        .any(|token| context.reading.is_any(token, &["every", "each"]));
    if comes_back {
        return None;
    }
    let tense = match clause.tense {
        Tense::Past if candidate.aspect != Aspect::Begins => recollect_temporal::Tense::Past,
        _ => recollect_temporal::Tense::Future,
    };
    // A birthday comes every year.
    let is_near = ["this", "today", "yesterday", "tonight", "last"]
        .iter()
        .any(|near| words.split(' ').any(|word| word == *near));
    let names_date = words.contains(|c: char| c.is_ascii_digit()) && !is_near;
    let is_birth = candidate.relation == Relation::BornOn;
    if is_birth && (clause.predicate.lemma != "bear" || names_date) {
        return None;
    }
    let day = day_in_full(words, context.reference, tense)?;
    let mut candidate = candidate.clone();
    candidate.thing.words.clone_from(&day);
    candidate.thing.object = ExtractedObject::Value(day);
    Some(candidate)
}

/// The bytes from the first to the last of the words that say it; what the parser hangs on besides is left out.
fn words_of(text: &str, clause: &Clause) -> Range<usize> {
    let mut words = clause.predicate.range.clone();
    let own = |argument: &&Argument| argument.origin == Origin::Stated;
    for argument in clause.subject.iter().chain(&clause.arguments).filter(own) {
        words.start = words.start.min(argument.phrase.range.start);
        words.end = words.end.max(argument.phrase.range.end);
    }
    let said = text.get(words.clone()).unwrap_or_default();
    let marks = said.find(char::is_alphanumeric).unwrap_or(0);
    words.start + marks..words.end
}

/// "a second job", "another cat".
fn is_another(
    context: &PassageContext<'_>,
    clause: &Clause,
    candidate: &RelationCandidate,
) -> bool {
    let reading = context.reading;
    let objects = clause
        .with_role(Role::Object)
        .map(|argument| argument.phrase.tokens.clone());
    objects
        .chain([candidate.thing.tokens.clone()])
        .any(|mut tokens| {
            tokens.any(|token| reading.is_any(token, &["second", "another", "additional"]))
        })
}

/// Mentions whom a statement is about at the word that stands for them, where that is no name: "I", "the marathon".
pub(crate) fn point_at(
    context: &PassageContext<'_>,
    statement: &ExtractedStatement,
    candidate: &RelationCandidate,
    mentions: &mut Vec<ExtractedMention>,
) {
    let bytes = |range: Range<usize>| context.range_of(range);
    let subject = context.referents.iter().find(|referent| {
        let range = bytes(referent.tokens.clone());
        referent.entity == candidate.subject
            && statement.range.start <= range.start
            && range.end <= statement.range.end
    });
    let object = context
        .referents
        .at(candidate.thing.head)
        .filter(|referent| candidate.thing.entity() == Some(&referent.entity));
    for referent in subject.into_iter().chain(object) {
        let mention = ExtractedMention {
            entity: referent.entity.clone(),
            kind: referent.kind,
            passage: context.reading.passage,
            range: bytes(referent.tokens.clone()),
        };
        if !mentions.contains(&mention) {
            mentions.push(mention);
        }
    }
}
