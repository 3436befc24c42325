//! Which part a detail plays that a preposition introduces.

use recollect_clauses::Clause;
use recollect_model::{DetailRole, EntityKind};

use crate::lexicon::role;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::ObjectCandidate;
use crate::word_list::WordList;

/// The role of what a preposition introduces.
pub(super) fn role_of(
    context: &PassageContext<'_>,
    clause: &Clause,
    preposition: &str,
    thing: &ObjectCandidate,
) -> DetailRole {
    let verb = clause.predicate.lemma.split(' ').next().unwrap_or_default();
    let is_somebody = matches!(
        thing.kind,
        EntityKind::Person | EntityKind::Owner | EntityKind::Animal
    ) || role(&context.reading.lemma(thing.head)).is_some();
    match preposition {
        "with" | "without" if is_somebody => DetailRole::Companion,
        "with" | "without" => DetailRole::Instrument,
        "together with" | "along with" | "alongside" => DetailRole::Companion,
        "to" if is_somebody || GIVING.contains(verb) => DetailRole::Recipient,
        "to" | "into" | "onto" | "towards" | "toward" => DetailRole::Destination,
        "from" | "out of" | "off" => DetailRole::Origin,
        "for" if is_price(context, thing) => DetailRole::Price,
        "for" if is_somebody || thing.entity().is_some() => DetailRole::Beneficiary,
        "for" => DetailRole::Purpose,
        "about" | "on" if ABOUT.contains(verb) || preposition == "about" => DetailRole::Topic,
        "regarding" | "concerning" => DetailRole::Topic,
        "because of" | "due to" | "thanks to" => DetailRole::Cause,
        "by" | "via" | "using" => DetailRole::Instrument,
        "as" => DetailRole::Capacity,
        "in" | "at" | "on" | "near" | "inside" | "outside" | "around" | "under" | "over"
        | "behind" | "beside" | "next to" | "between" | "through" | "across" | "along"
        | "by way of" | "in front of" => place_or_other(thing),
        _ => DetailRole::Other,
    }
}

fn place_or_other(thing: &ObjectCandidate) -> DetailRole {
    match thing.kind {
        EntityKind::Place | EntityKind::Organization | EntityKind::Event => DetailRole::Place,
        _ => DetailRole::Other,
    }
}

/// "for 50 euros", "for $300".
fn is_price(context: &PassageContext<'_>, thing: &ObjectCandidate) -> bool {
    is_amount(context, thing)
        && (thing.words.contains(['$', '€', '£', '¥'])
            || thing
                .words
                .to_lowercase()
                .split(|c: char| !c.is_alphabetic())
                .any(|word| MONEY.contains(word)))
}

pub(super) fn is_amount(context: &PassageContext<'_>, thing: &ObjectCandidate) -> bool {
    thing
        .tokens
        .clone()
        .any(|token| context.reading.tag(token) == "CD")
}

/// Verbs after which "to" tells who gets it.
static GIVING: WordList = WordList::new(
    "give donate send sell lend hand pass show tell offer lease award pay owe return present write \
     read teach explain introduce",
);

/// Verbs after which "on" tells what it is about.
static ABOUT: WordList =
    WordList::new("work write speak talk focus lecture report study read present");

static MONEY: WordList = WordList::new(
    "euro euros dollar dollars pound pounds quid buck bucks yen yuan franc francs krona kronor rupee \
     rupees peso pesos cent cents usd eur gbp chf grand",
);
