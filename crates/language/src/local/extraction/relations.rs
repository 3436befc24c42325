//! The relations a personal memory is made of, and the words that express them.

use std::collections::HashMap;
use std::sync::LazyLock;

use recollect_model::EntityKind::{self, Organization, Person, Place, Thing};

use super::vocabulary::ADVERBS;
use super::words::Word;

/// A relation of the table.
#[derive(Debug)]
pub(super) struct Relation {
    /// How it stands between subject and object in a fact; joined by `_`, its name.
    pub(super) fact: &'static str,
    /// What its object is, when it is something with a name.
    pub(super) object: EntityKind,
    /// Whether the object must begin with an article, a number or the like: "has a dog", never "has gone".
    needs_determiner: bool,
}

impl Relation {
    /// Whether its object is something to do: "wants to visit Japan".
    pub(super) fn takes_verb(&self) -> bool {
        ["wants to", "plans to"].contains(&self.fact)
    }
}

/// A relation found in a sentence.
pub(super) struct Found {
    pub(super) relation: &'static Relation,
    /// The first word after it.
    pub(super) end: usize,
    /// The text's own words for it.
    pub(super) phrase: String,
}

const fn relation(fact: &'static str, object: EntityKind) -> Relation {
    Relation {
        fact,
        object,
        needs_determiner: false,
    }
}

const fn determined(fact: &'static str) -> Relation {
    Relation {
        fact,
        object: Thing,
        needs_determiner: true,
    }
}

/// Patterns of words, alternatives separated by `|`, and what they express. Short forms are spelled out already,
/// and "have" or "am" before a participle is stripped, so `lived in` covers "I've lived in".
static TABLE: [(&str, Relation); 75] = [
    (
        "live|lives|living|reside|resides in",
        relation("lives in", Place),
    ),
    ("lived in", relation("lived in", Place)),
    ("live|lives|living with", relation("lives with", Person)),
    ("moved|relocated to", relation("moved to", Place)),
    ("moved|relocated from", relation("moved from", Place)),
    ("moving|relocating to", relation("is moving to", Place)),
    ("grew up in", relation("grew up in", Place)),
    ("was|were born in", relation("was born in", Place)),
    ("was|were born on", relation("was born on", Thing)),
    ("am|is|are|'s|come|comes from", relation("is from", Place)),
    (
        "work|works|working at|for",
        relation("works at", Organization),
    ),
    ("work|works|working as", relation("works as", Thing)),
    ("work|works|working in", relation("works in", Thing)),
    ("work|works|working on", relation("works on", Thing)),
    ("worked at|for", relation("worked at", Organization)),
    ("worked as", relation("worked as", Thing)),
    (
        "volunteer|volunteers|volunteering at|for|with",
        relation("volunteers at", Organization),
    ),
    (
        "volunteered at|for|with",
        relation("volunteered at", Organization),
    ),
    (
        "study|studies|studying at",
        relation("studies at", Organization),
    ),
    ("study|studies|studying", relation("studies", Thing)),
    ("studied", relation("studied", Thing)),
    ("graduated from", relation("graduated from", Organization)),
    ("teach|teaches|teaching", relation("teaches", Thing)),
    ("learn|learns|learning", relation("is learning", Thing)),
    ("learned|learnt", relation("learned", Thing)),
    ("like|likes", relation("likes", Thing)),
    ("love|loves|adore|adores", relation("loves", Thing)),
    ("enjoy|enjoys", relation("enjoys", Thing)),
    ("enjoyed", relation("enjoyed", Thing)),
    ("hate|hates|dislike|dislikes", relation("dislikes", Thing)),
    ("prefer|prefers", relation("prefers", Thing)),
    ("have|has", determined("has")),
    ("have|has got", determined("has")),
    ("own|owns", relation("owns", Thing)),
    ("got", determined("got")),
    ("bought|purchased", relation("bought", Thing)),
    ("sold", relation("sold", Thing)),
    ("lost", determined("lost")),
    ("adopted", relation("adopted", Thing)),
    ("am|is|are|'s", determined("is")),
    (
        "am|is|are|'s vegan|vegetarian|pregnant|divorced|single|retired|diabetic|left-handed",
        relation("is", Thing),
    ),
    ("became", determined("became")),
    (
        "am|is|are|'s|got|getting married to",
        relation("is married to", Person),
    ),
    ("married", relation("is married to", Person)),
    (
        "am|is|are|'s|got engaged to",
        relation("is engaged to", Person),
    ),
    ("dating", relation("is dating", Person)),
    (
        "am|is|are|'s allergic to",
        relation("is allergic to", Thing),
    ),
    (
        "am|is|are|'s afraid|scared of",
        relation("is afraid of", Thing),
    ),
    (
        "am|is|are|'s interested in",
        relation("is interested in", Thing),
    ),
    ("visited", relation("visited", Thing)),
    ("went|gone|been to", relation("went to", Thing)),
    (
        "traveled|travelled|flew|flown|drove to",
        relation("traveled to", Place),
    ),
    ("going to", determined("is going to")),
    ("met", relation("met", Person)),
    ("play|plays|playing", relation("plays", Thing)),
    ("speak|speaks", relation("speaks", Thing)),
    ("plan|plans|planning to", relation("plans to", Thing)),
    ("plan|plans|planning", determined("plans")),
    ("want|wants|wanting to", relation("wants to", Thing)),
    ("attended", relation("attended", Thing)),
    ("joined", relation("joined", Thing)),
    ("signed up for", relation("signed up for", Thing)),
    ("started|began", relation("started", Thing)),
    ("finished|completed", relation("finished", Thing)),
    ("quit", relation("quit", Thing)),
    ("won", relation("won", Thing)),
    ("wrote|written", relation("wrote", Thing)),
    ("painted", relation("painted", Thing)),
    ("made|built", determined("made")),
    ("watched", relation("watched", Thing)),
    ("celebrated", relation("celebrated", Thing)),
    ("ran|run", determined("ran")),
    ("collect|collects|collecting", relation("collects", Thing)),
    ("am|is|are|'s called|named", relation("is named", Thing)),
    ("drive|drives", determined("drives")),
];

/// The patterns by their first word.
static BY_FIRST: LazyLock<HashMap<&'static str, Vec<&'static (&'static str, Relation)>>> =
    LazyLock::new(|| {
        let mut rows: HashMap<_, Vec<_>> = HashMap::new();
        for row in &TABLE {
            for first in row
                .0
                .split(' ')
                .next()
                .into_iter()
                .flat_map(|slot| slot.split('|'))
            {
                rows.entry(first).or_default().push(row);
            }
        }
        rows
    });

const DETERMINERS: &[&str] = &[
    "a", "an", "the", "my", "our", "his", "their", "two", "three", "four", "five", "six", "seven",
    "eight", "nine", "ten", "many", "several", "some", "lots", "another",
];

/// The relation that the words from `start` on express, the one with the longest pattern.
pub(super) fn relation_at(words: &[Word<'_>], start: usize) -> Option<Found> {
    let verb = after_adverbs(words, start);
    let main = after_adverbs(words, after_auxiliaries(words, verb)?);
    // The longer one; of two that end together the one that says "have got" and not just "got".
    let (relation, end) = [main, verb]
        .into_iter()
        .filter_map(|place| longest(words, place))
        .max_by_key(|(_, end)| *end)?;
    let phrase = words[verb..end].iter().filter(|word| !word.is_in(&ADVERBS));
    let phrase = phrase.map(|word| {
        if word.lower == "'s" {
            "is"
        } else {
            word.lower.as_str()
        }
    });
    Some(Found {
        relation,
        end,
        phrase: phrase.collect::<Vec<_>>().join(" "),
    })
}

fn longest(words: &[Word<'_>], start: usize) -> Option<(&'static Relation, usize)> {
    let rows = BY_FIRST.get(words.get(start)?.lower.as_str())?;
    let matching = rows.iter().filter_map(|(pattern, relation)| {
        let slots = pattern.split(' ').count();
        let fits = pattern.split(' ').zip(start..).all(|(slot, place)| {
            words
                .get(place)
                .is_some_and(|word| slot.split('|').any(|alternative| alternative == word.lower))
        });
        let end = start + slots;
        let is_determined = words.get(end).is_some_and(|word| word.is_any(DETERMINERS));
        (fits && (is_determined || !relation.needs_determiner)).then_some((relation, end))
    });
    matching.max_by_key(|(_, end)| *end)
}

/// The place after "have" or "am" and their adverbs, where a participle follows; `None` for "was doing", which
/// tells no more than that it was so for a while.
fn after_auxiliaries(words: &[Word<'_>], verb: usize) -> Option<usize> {
    let is = |place: usize, of: &[&str]| words.get(place).is_some_and(|word| word.is_any(of));
    let is_progressive = |place: usize| {
        words
            .get(place)
            .is_some_and(|word| word.lower.ends_with("ing"))
    };
    let mut next = verb;
    if is(next, &["have", "has", "'s"]) {
        let after = after_adverbs(words, next + 1);
        next = if is(after, &["been"]) && !is(after + 1, &["to"]) {
            after + 1
        } else {
            after
        };
        return Some(next);
    }
    if is(next, &["am", "is", "are", "was", "were"]) {
        let after = after_adverbs(words, next + 1);
        if is_progressive(after) {
            if is(next, &["was", "were"]) {
                return None;
            }
            next = after;
        }
    }
    Some(next)
}

fn after_adverbs(words: &[Word<'_>], from: usize) -> usize {
    (from..words.len())
        .find(|&place| !words[place].is_in(&ADVERBS))
        .unwrap_or(words.len())
}
