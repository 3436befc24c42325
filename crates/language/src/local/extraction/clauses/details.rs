//! What a clause says besides subject, relation and object: with whom, where, for what, how much, how often.
//!
//! The parts of a clause that its statement does not have as its object become *details*, each with its role. The roles
//! are told by the preposition, by what the phrase names and by the verb, as semantic role labelling tells them
//! (`VerbNet`'s roles; Gildea and Jurafsky, 2002). What cannot be read by itself ("with them" of nobody known) is left out.

use recollect_clauses::{Argument, Clause, Origin, Role, Tense};
use recollect_model::{Detail, DetailRole, Details};
use recollect_spacy::{Dep, Pos};

use crate::EntityRef;
use crate::lexicon::{is_thin, kind_of_noun};
use crate::local::extraction::clauses::arranged::is_of_arranged;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::detail_roles::{is_amount, role_of};
use crate::local::extraction::clauses::doings::doing;
use crate::local::extraction::clauses::habits::by_the_clock;
use crate::local::extraction::clauses::instead::{instead_of, is_in_passing};
use crate::local::extraction::clauses::objects::{self, About, ObjectCandidate};
use crate::local::extraction::clauses::purposes::{MAX_CLAUSE_WORDS, purpose};
use crate::local::extraction::clauses::words::{enumerated, is_described, spelled_for};
use crate::local::extraction::coreference::referents::How;
use crate::word_list::WordList;

/// The most details of one statement.
const MAX_DETAILS: usize = 6;

/// What a clause says besides what a statement takes from it.
pub(crate) fn details(context: &PassageContext<'_>, clause: &Clause, about: About<'_>) -> Details {
    details_to(context, clause, about).0
}

/// What a clause says besides what a statement takes from it, and the token behind the last of it.
pub(crate) fn details_to(
    context: &PassageContext<'_>,
    clause: &Clause,
    about: About<'_>,
) -> (Details, usize) {
    let mut end = 0;
    let mut details: Vec<(usize, Detail)> = Vec::new();
    for argument in &clause.arguments {
        if details.len() >= MAX_DETAILS || argument.origin == Origin::Antecedent {
            continue;
        }
        if is_taken(argument, about) && argument.role != Role::Complement
            || is_of_sentence_before(context, clause, argument)
        {
            continue;
        }
        let found = match argument.role {
            Role::Prepositional | Role::Agent | Role::IndirectObject => {
                prepositional(context, clause, about, argument)
            }
            Role::Time => measured(context, argument),
            // "at least once a week"
            Role::Adverbial if argument.phrase.tokens.len() > 1 && repeats(context, argument) => {
                measured(context, argument)
            }
            Role::Adverbial => manner(context, clause, argument),
            Role::AdverbialClause | Role::Complement => purpose(context, clause, about, argument),
            _ => None,
        };
        // What the object says in full is not said again.
        if let Some(detail) = found.filter(|one| !about.thing.words.contains(&one.words)) {
            end = end.max(argument.phrase.tokens.end);
            details.push((argument.phrase.tokens.start, detail));
        }
    }
    if let Some((head, detail)) = of_object(context, about) {
        end = end.max(context.reading.doc.subtree_range(head).end);
        if !about.thing.words.contains(&detail.words) {
            details.push((head, detail));
        }
    }
    details.extend(of_beginning(context, clause));
    details.sort_by_key(|(place, _)| *place);
    details.dedup_by(|(_, later), (_, first)| later.words == first.words);
    let details = details.into_iter().map(|(_, detail)| detail).collect();
    (Details(details), end)
}

/// "once a month" of "I started volunteering at a shelter once a month", which the parser hangs from the starting.
fn of_beginning(context: &PassageContext<'_>, clause: &Clause) -> Option<(usize, Detail)> {
    let governor = context
        .reading
        .governor(clause)
        .filter(|_| clause.markers.begins)?;
    governor.arguments.iter().find_map(|argument| {
        let start = argument.phrase.tokens.start;
        let is_after = matches!(argument.role, Role::Time | Role::Adverbial)
            && start > clause.predicate.head
            && repeats(context, argument);
        Some((start, measured(context, argument).filter(|_| is_after)?))
    })
}

/// "in Munich" of "Siemens in Munich", which the parser hangs from the name.
fn of_object(context: &PassageContext<'_>, about: About<'_>) -> Option<(usize, Detail)> {
    let reading = context.reading;
    let head = about.thing.head;
    let giver = reading
        .doc
        .children(head)
        .find(|child| objects::is_giver(reading, *child, head));
    if let Some(object) = giver.and_then(|giver| reading.child(giver, Dep::Pobj)) {
        let tokens = reading.doc.subtree_range(object);
        let text = context.referents.at(object).map_or_else(
            || spelled_for(context, tokens, about.subject),
            |giver| Some(context.name_of(&giver.entity)),
        )?;
        let detail = Detail {
            role: DetailRole::Origin,
            words: format!("from {text}"),
            text,
        };
        return Some((object, detail));
    }
    let is_named = about.thing.entity().is_some();
    let preposition = reading.child(head, Dep::Prep).filter(|preposition| {
        *preposition >= about.thing.tokens.end
            && (reading.is_any(*preposition, &["in", "at", "near"])
                || is_named && reading.is_any(*preposition, &["with", "for"]))
    })?;
    let object = reading
        .child(preposition, Dep::Pobj)
        .filter(|object| !context.is_time(*object))?;
    let Some(place) = context.referents.at(object) else {
        // "uses Linear for tickets"
        let tokens = reading.doc.subtree_range(object);
        let text = spelled_for(context, tokens, about.subject)
            .filter(|_| is_named && reading.is_any(preposition, &["for"]))?;
        let detail = Detail {
            role: DetailRole::Purpose,
            words: format!("for {text}"),
            text,
        };
        return Some((object, detail));
    };
    let name = context.name_of(&place.entity);
    // "at the Charité"
    let text = match reading.is_any(preposition + 1, &["the"]) && place.how == How::Named {
        true => format!("the {name}"),
        false => name,
    };
    let role = if reading.is_any(preposition, &["with"]) {
        DetailRole::Companion
    } else if reading.is_any(preposition, &["for"]) {
        DetailRole::Beneficiary
    } else {
        DetailRole::Place
    };
    (place.entity != *about.subject).then(|| {
        (
            object,
            Detail {
                role,
                words: format!("{} {text}", reading.lower(preposition)),
                text,
            },
        )
    })
}

/// "She said no, but in two pages, so I'm hopeful": what stands before the "so" belongs to what it follows from.
fn is_of_sentence_before(
    context: &PassageContext<'_>,
    clause: &Clause,
    argument: &Argument,
) -> bool {
    let first = clause
        .subject
        .as_ref()
        .map(|subject| subject.phrase.tokens.start);
    first.is_some_and(|first| {
        (argument.phrase.tokens.end..first)
            .any(|token| context.reading.is_any(token, &["so", "but"]))
    })
}

/// Whether the statement has the argument already: as its object, as a part of it, or as what it is about.
fn is_taken(argument: &Argument, about: About<'_>) -> bool {
    let taken = &about.thing.tokens;
    taken.contains(&argument.phrase.head)
        || argument.phrase.tokens.contains(&about.thing.head)
        || argument
            .preposition
            .as_ref()
            .is_some_and(|preposition| taken.contains(&preposition.token))
}

fn prepositional(
    context: &PassageContext<'_>,
    clause: &Clause,
    about: About<'_>,
    argument: &Argument,
) -> Option<Detail> {
    let reading = context.reading;
    let head = argument.phrase.head;
    let words = argument.preposition.as_ref().map(|p| p.lemma.as_str());
    if context.is_time(head) {
        return by_the_clock(context, clause, argument)
            .or_else(|| timely(context, clause, argument));
    }
    // "plays, though not after nine"
    let is_denied = argument.preposition.as_ref().is_some_and(|preposition| {
        let not = preposition.token.checked_sub(1);
        not.is_some_and(|not| {
            reading.is_any(not, &["not"]) && reading.head(not) == preposition.token
        })
    });
    if is_denied {
        return None;
    }
    // "stayed for no extra"
    if reading.is_none(head) {
        return None;
    }
    if is_in_passing(reading, argument) {
        return None;
    }
    if let Some(instead) = instead_of(context, about, argument) {
        return Some(instead);
    }
    // "of" completes what stands before it.
    if words.is_some_and(|preposition| LOOSE.contains(preposition)) {
        return None;
    }
    if reading.dep(head) == Dep::Pcomp && reading.tag(head) == "VBG" {
        let tokens = argument.phrase.tokens.clone();
        return by_doing(
            words?,
            doing(context, tokens, head, about.subject, MAX_CLAUSE_WORDS)?,
        );
    }
    let thing = objects::thing(context, &argument.phrase, about.subject)?;
    let noun = reading.lemma(head);
    // "I can't believe how much money I made from it": not from the money.
    let is_itself = reading.pos(head) == Pos::Pron
        && !about.thing.words.is_empty()
        && thing.words.ends_with(&about.thing.words);
    if thing.entity() == Some(about.subject)
        || is_itself
        || thing.entity().is_none()
            && is_thin(&noun)
            && !is_described(reading, head)
            && !is_amount(context, &thing)
    {
        return None;
    }
    let role = match (words, argument.role) {
        (None, _) => DetailRole::Recipient,
        (Some("by"), Role::Agent) => DetailRole::Agent,
        (Some(preposition), _) => role_of(context, clause, preposition, &thing),
    };
    let text = in_own_words(context, about, &thing).unwrap_or(thing.words);
    let text = with_others(context, about, argument, text);
    // "booked us a week": for us; "sent us a card": to us.
    let is_benefit = FOR.contains(clause.predicate.lemma.split(' ').next().unwrap_or_default());
    let to = if is_benefit { "for" } else { "to" };
    let words = format!("{} {text}", words.unwrap_or(to));
    Some(Detail { role, text, words })
}

/// "at starting their own business", "by knitting hats".
fn by_doing(preposition: &str, text: String) -> Option<Detail> {
    let role = match preposition {
        "by" | "with" => DetailRole::Instrument,
        "for" => DetailRole::Purpose,
        "about" => DetailRole::Topic,
        _ => DetailRole::Other,
    };
    let words = format!("{preposition} {text}");
    Some(Detail { role, text, words })
}

/// "friends and family", of "with friends and family": the first with those that are coordinated with it and can be told.
fn with_others(
    context: &PassageContext<'_>,
    about: About<'_>,
    argument: &Argument,
    first: String,
) -> String {
    let others = argument.members.iter().skip(1).filter_map(|phrase| {
        let thing = objects::thing(context, phrase, about.subject)?;
        (thing.entity() != Some(about.subject))
            .then(|| in_own_words(context, about, &thing).unwrap_or(thing.words))
    });
    let mut all: Vec<String> = std::iter::once(first).chain(others).collect();
    all.dedup();
    enumerated(all)
}

/// "their mom" rather than "Sam's mother", where it is the subject's own.
fn in_own_words(
    context: &PassageContext<'_>,
    about: About<'_>,
    thing: &ObjectCandidate,
) -> Option<String> {
    match thing.entity()? {
        EntityRef::Role { of, .. } if **of == *about.subject => {
            let first = context.reading.doc.subtree_range(thing.head).start;
            spelled_for(context, first..thing.head + 1, about.subject)
        }
        _ => None,
    }
}

/// What repeats or lasts: "for three years", "on Mondays". A point in time is the statement's own time, and no detail, unless it is that of
/// what was arranged.
fn timely(context: &PassageContext<'_>, clause: &Clause, argument: &Argument) -> Option<Detail> {
    let reading = context.reading;
    let preposition = argument.preposition.as_ref()?;
    let words = reading.name_of(argument.phrase.tokens.clone());
    // "for as long as I last"
    if words == "as long" || words == "so long" {
        return None;
    }
    let role = match preposition.lemma.as_str() {
        "for" => DetailRole::Duration,
        // "ran the marathon in 2:58"
        "in" if words.contains(':') && words.starts_with(|first: char| first.is_ascii_digit()) => {
            DetailRole::Duration
        }
        // "ran ten kilometres in 52 minutes"
        "in" if clause.tense == Tense::Past
            && reading.is_any(argument.phrase.head, &["minutes", "seconds", "hours"]) =>
        {
            DetailRole::Duration
        }
        "on" | "at" | "in" if repeats(context, argument) => DetailRole::Frequency,
        "on" | "at" | "in" | "by" if is_arranged_for(context, clause, argument) => {
            DetailRole::Other
        }
        _ => return None,
    };
    is_short(&words).then(|| Detail {
        role,
        words: format!("{} {words}", preposition.lemma),
        text: words,
    })
}

/// "the concert on 14 March", for which tickets were bought.
fn is_arranged_for(context: &PassageContext<'_>, clause: &Clause, argument: &Argument) -> bool {
    let time = context.time_at(argument.phrase.head);
    time.is_some_and(|time| is_of_arranged(context, clause, time))
}

/// "ten kilometres", "twice a week", "every morning".
fn measured(context: &PassageContext<'_>, argument: &Argument) -> Option<Detail> {
    let reading = context.reading;
    let words = reading.name_of(argument.phrase.tokens.clone());
    let role = if repeats(context, argument) {
        DetailRole::Frequency
    } else if context.is_time(argument.phrase.head)
        || kind_of_noun(&reading.lemma(argument.phrase.head)).is_some()
    {
        return None;
    } else if argument
        .phrase
        .tokens
        .clone()
        .any(|token| reading.tag(token) == "CD")
    {
        DetailRole::Quantity
    } else {
        return None;
    };
    is_short(&words).then(|| Detail {
        role,
        words: words.clone(),
        text: words,
    })
}

/// Whether a time comes again: "every morning", "twice a week", "on Mondays", "daily".
fn repeats(context: &PassageContext<'_>, argument: &Argument) -> bool {
    let reading = context.reading;
    argument.phrase.tokens.clone().any(|token| {
        reading.is_any(
            token,
            &[
                "every", "each", "twice", "once", "times", "daily", "weekly", "monthly", "yearly",
            ],
        ) || matches!(reading.tag(token), "NNPS" | "NNP" | "NNS")
            && reading.lower(token).ends_with("days")
            && context.is_time(token)
            || reading.is_any(
                token,
                &["weekends", "weekdays", "mornings", "evenings", "nights"],
            )
    })
}

/// "quit quietly", "works remotely", "went alone".
fn manner(context: &PassageContext<'_>, clause: &Clause, argument: &Argument) -> Option<Detail> {
    let reading = context.reading;
    let head = argument.phrase.head;
    let word = reading.lower(head);
    // "…, practically": an afterthought on all of it.
    let is_afterthought = head
        .checked_sub(1)
        .is_some_and(|before| reading.is_any(before, &[","]));
    let is_after = head > clause.predicate.head && !is_afterthought;
    if argument.phrase.tokens.len() > 1 && repeats(context, argument) {
        return measured(context, argument);
    }
    if FREQUENT.contains(word) && !context.is_time(head) {
        let text = word.to_owned();
        return Some(Detail {
            role: DetailRole::Frequency,
            words: text.clone(),
            text,
        });
    }
    // "I'm allergic to cats as well"
    let is_also = head
        .checked_sub(1)
        .is_some_and(|before| reading.is_any(before, &["as"]));
    // "We played together" says nothing of one of us; "it brings us together" does.
    let is_joined = reading.is_any(head, &["together"])
        && JOINING.contains(clause.predicate.lemma.split(' ').next().unwrap_or_default());
    let is_manner = is_after
        && !is_also
        && (reading.pos(head) == Pos::Adv || word == "alone")
        && !context.is_time(head)
        && (word.len() > 4 && word.ends_with("ly") && !FILLERS.contains(word)
            || is_joined
            || MANNERS.contains(word));
    is_manner.then(|| Detail {
        role: DetailRole::Manner,
        text: word.to_owned(),
        words: word.to_owned(),
    })
}

fn is_short(words: &str) -> bool {
    !words.is_empty() && words.split_whitespace().count() <= 6
}

/// Verbs whose indirect object has the good of it.
static FOR: WordList = WordList::new(
    "book buy make get bake cook find knit build order save reserve draw paint sew pour fetch pick choose grab design \
     prepare leave carve fix mix keep crochet brew roast fry boil spare secure",
);

/// What introduces no detail of its own.
static LOOSE: WordList = WordList::new("of like than besides except unlike per including");

static FREQUENT: WordList = WordList::new(
    "often usually regularly frequently occasionally sometimes daily weekly monthly yearly annually \
     nightly twice thrice",
);

static MANNERS: WordList = WordList::new(
    "alone online abroad remotely barefoot overseas outside outdoors indoors well hard home nearby \
     upstairs downstairs",
);

/// Verbs that mean something else with "together".
static JOINING: WordList = WordList::new("bring put pull get keep come piece tie sew glue");

static FILLERS: WordList = WordList::new(
    "really actually finally recently lately probably definitely certainly totally literally basically \
     honestly absolutely completely especially particularly mostly mainly nearly almost hardly barely \
     simply only early apparently seemingly clearly obviously surely currently previously initially \
     originally eventually suddenly immediately shortly possibly maybe hopefully sadly unfortunately \
     luckily thankfully truly exactly family likely friendly lovely deeply highly fully largely merely \
     rarely seldom scarcely newly freshly",
);
