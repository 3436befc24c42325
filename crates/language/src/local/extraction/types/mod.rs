//! What a name names, as far as the words around it tell.
//!
//! The parser's own kinds are the weakest evidence: it takes a city for a person now and then. Titles, greetings, roles,
//! the words inside the name and the verbs around it weigh more. What a text tells of one name in several places is
//! weighed together.

use std::collections::HashMap;
use std::ops::Range;

use recollect_model::{EntityKind, Relation};
use recollect_spacy::{Dep, EntityLabel, Pos};

use crate::lexicon::{
    TITLES, is_brand, is_city, is_deed, is_given_name, is_known_place, is_medicine, is_pet,
    is_product, is_surname, is_technology, is_town, kind_of_noun, role,
};
use crate::local::extraction::mentions::roles::role_at;
use crate::local::extraction::parse::reading::{Name, Reading, head_of};
use crate::word_list::WordList;
use crate::{EntityRef, ExtractedMention, ExtractedObject, ExtractedStatement};

/// Gives all mentions of an entity the kind that weighs most over all of them.
pub(crate) fn settle(mentions: &mut [ExtractedMention], votes: &[(EntityRef, EntityKind, u8)]) {
    let mut weights: HashMap<&EntityRef, Vec<(EntityKind, u32)>> = HashMap::new();
    for (entity, kind, weight) in votes {
        let kinds = weights.entry(entity).or_default();
        match kinds.iter_mut().find(|(listed, _)| listed == kind) {
            Some((_, sum)) => *sum += u32::from(*weight),
            None => kinds.push((*kind, u32::from(*weight))),
        }
    }
    for mention in mentions {
        let kinds = weights.get(&mention.entity);
        let heaviest = kinds.and_then(|kinds| {
            kinds
                .iter()
                .filter(|(kind, weight)| *kind != EntityKind::Thing && *weight > 0)
                .max_by_key(|(_, weight)| *weight)
        });
        if let (Some((kind, _)), false) = (heaviest, mention.kind == EntityKind::Owner) {
            mention.kind = *kind;
        }
    }
}

/// What a name names, and how much that weighs, from 0 to 4.
pub(crate) fn kind_of(reading: &Reading<'_>, name: &Name) -> (EntityKind, u8) {
    let tokens = name.tokens.clone();
    by_title(reading, &tokens)
        .or_else(|| is_addressed(reading, tokens.clone()).then_some((EntityKind::Person, 4)))
        .or_else(|| by_naming(reading, &tokens))
        .or_else(|| by_own_words(reading, name))
        .or_else(|| by_quotation(reading, &tokens))
        .or_else(|| by_list(reading, name))
        .or_else(|| by_trade(reading, name))
        .or_else(|| by_company(reading, &tokens))
        .or_else(|| by_gazetteer(name))
        .or_else(|| by_label(name.label))
        .unwrap_or((EntityKind::Thing, 0))
}

/// "a greyhound named Bolt", "my daughter called Mila": what is named.
fn by_naming(reading: &Reading<'_>, tokens: &Range<usize>) -> Option<(EntityKind, u8)> {
    let naming = reading.head(head_of(reading, tokens.clone()));
    let is_naming = reading.dep(naming) == Dep::Acl && reading.is_any(naming, &["named", "called"]);
    let noun = reading.lemma(reading.head(naming));
    let kind = is_naming.then(|| {
        let role = role(&noun).map(|role| role.kind);
        role.or_else(|| kind_of_noun(&noun))
    });
    kind.flatten().map(|kind| (kind, 4))
}

fn by_title(reading: &Reading<'_>, tokens: &Range<usize>) -> Option<(EntityKind, u8)> {
    let first = reading.lower(tokens.start);
    let is_title = TITLES.contains(first) && tokens.len() > 1 && !first.starts_with("st");
    is_title.then_some((EntityKind::Person, 4))
}

/// Whether somebody is spoken to by name: "Hi Anna!", "Thanks, Mel.", "Anna, have you heard?".
pub(crate) fn is_addressed(reading: &Reading<'_>, tokens: Range<usize>) -> bool {
    if reading.name_at(tokens.start).is_none() || tokens.len() > 3 {
        return false;
    }
    let sentence = reading.doc.sentence_of(tokens.start);
    let before = tokens
        .start
        .checked_sub(1)
        .filter(|token| sentence.contains(token));
    let comma = before.filter(|token| reading.is_any(*token, &[","]));
    let word = match comma {
        Some(comma) => comma
            .checked_sub(1)
            .filter(|token| sentence.contains(token)),
        None => before,
    };
    let greeted = word.is_some_and(|word| GREETINGS.contains(reading.lower(word)));
    let ends = tokens.end >= sentence.end
        || reading.is_any(tokens.end, &["!", ".", "?", "…", "..."])
            && (tokens.end + 2 >= sentence.end || !reading.is_any(tokens.end, &["."]));
    let closes = reading.is_any(tokens.end, &[",", "!", "-", "–", "—", ";", ":"]);
    if greeted
        && (ends || closes || comma.is_none() && !reading.is_any(word.unwrap_or(0), &["you", "no"]))
    {
        return true;
    }
    let head = head_of(reading, tokens.clone());
    // "Takumi-kun! …", "Anna, are you well?", "Nahuel, my heart!": a name that begins what is said to somebody.
    if before.is_none() && closes && begins_address(reading, tokens.end, &sentence) {
        return true;
    }
    // "I was a lazy teacher, Ros.": nobody else is.
    let of = reading.head(head);
    let is_of_mine = reading.dep(head) == Dep::Appos
        && reading.dep(of) == Dep::Attr
        && reading
            .child(reading.head(of), Dep::Nsubj)
            .is_some_and(|subject| reading.is_any(subject, &["i", "we", "you"]));
    if comma.is_some() && ends && is_of_mine {
        return true;
    }
    // "What do you think, Anna?"
    comma.is_some() && ends && matches!(reading.dep(head), Dep::Npadvmod | Dep::Intj | Dep::Dep | Dep::Parataxis)
        // "Anna, have you heard?"
        || before.is_none()
            && reading.is_any(tokens.end, &[",", "!"])
            && matches!(reading.dep(head), Dep::Npadvmod | Dep::Intj | Dep::Dep)
}

/// What stands before the name of somebody who is spoken to.
static GREETINGS: WordList = WordList::new(
    "hey hi hello thanks dear bye congrats congratulations wow yes no yeah ok okay sure sorry welcome cheers goodbye ciao aw aww oh well you morning evening night cool great awesome nice luck",
);

/// Whether what follows a name and its comma is said to whoever has the name: nothing, no sentence at all, or one that begins
/// with a pronoun or a question. "Anna, my sister, came" and "Anna, who came" go on about her.
fn begins_address(reading: &Reading<'_>, mark: usize, sentence: &Range<usize>) -> bool {
    let rest = mark + 1..sentence.end;
    let Some(next) = rest.clone().find(|token| reading.pos(*token) != Pos::Space) else {
        return reading.is_any(mark, &["!"]);
    };
    let has_verb = rest
        .clone()
        .any(|token| matches!(reading.pos(token), Pos::Verb | Pos::Aux));
    let ends_loudly = rest.clone().any(|token| reading.is_any(token, &["!", "?"]));
    let begins = reading.is_any(
        next,
        &[
            "i", "you", "u", "we", "it", "your", "are", "is", "do", "did", "does", "have", "can",
            "could", "will", "would", "how", "what", "where", "when", "why", "please", "guess",
            "listen", "look", "let", "let's", "tell", "i'm", "that", "this",
        ],
    );
    // "Anna, I think, has a dog."
    let is_aside = reading.is_any(next, &["i"]) && reading.is_any(next + 2, &[","]);
    begins && !is_aside || !has_verb && ends_loudly
}

/// "University of Toronto", "Central Park", "Boston marathon".
fn by_own_words(reading: &Reading<'_>, name: &Name) -> Option<(EntityKind, u8)> {
    const ORGANIZATION: &[&str] = &[
        "inc", "inc.", "ltd", "ltd.", "corp", "corp.", "llc", "gmbh", "&", "co.", "group",
        "airlines", "bank",
    ];
    const PLACE: &[&str] = &[
        "street",
        "avenue",
        "road",
        "square",
        "mountains",
        "mount",
        "islands",
        "county",
        "canyon",
        "falls",
        "coast",
        "st.",
        "creek",
        "lake",
        "peninsula",
        "palace",
        "tower",
        "bridge",
        "airport",
        "park",
    ];
    if name.tokens.len() < 2 {
        return None;
    }
    let last = name.tokens.end - 1;
    for token in name.tokens.clone().rev() {
        let word = reading.lower(token);
        // "University of Toronto", but not "Studio Ghibli".
        if token != last
            && !reading.is_any(token + 1, &["of", "for"])
            && !ORGANIZATION.contains(&word)
        {
            continue;
        }
        if ORGANIZATION.contains(&word) {
            return Some((EntityKind::Organization, 3));
        }
        if PLACE.contains(&word) {
            return Some((EntityKind::Place, 3));
        }
        match kind_of_noun(word) {
            Some(EntityKind::Person) | None => {}
            // A museum or a library is where something is as well as a body.
            Some(kind) if !is_pet(word) => return Some((kind, 3)),
            Some(_) => {}
        }
    }
    None
}

/// A name in quotation marks is a work's.
fn by_quotation(reading: &Reading<'_>, tokens: &Range<usize>) -> Option<(EntityKind, u8)> {
    const MARKS: &[&str] = &[
        "\"", "“", "”", "``", "''", "'", "‘", "’", "«", "»", "*", "_",
    ];
    let opens = tokens
        .start
        .checked_sub(1)
        .is_some_and(|before| reading.is_any(before, MARKS));
    (opens && reading.is_any(tokens.end, MARKS)).then_some((EntityKind::Work, 3))
}

fn by_list(reading: &Reading<'_>, name: &Name) -> Option<(EntityKind, u8)> {
    let first = reading.lower(name.tokens.start);
    let given = is_given_name(first);
    if is_known_place(&name.text) {
        let stays = where_it_stands(reading, &name.tokens) == Some(EntityKind::Place);
        return match given && !stays {
            // "Paris called", "Florence": a city's name that people have too.
            true if acts(reading, &name.tokens) => Some((EntityKind::Person, 2)),
            _ => Some((EntityKind::Place, 3)),
        };
    }
    if given && name.tokens.len() <= 3 {
        return match where_it_stands(reading, &name.tokens) {
            Some(EntityKind::Place) if name.label != Some(EntityLabel::Person) => None,
            _ => Some((EntityKind::Person, 3)),
        };
    }
    None
}

/// "Bodø", which is a city, "Jira", a program. Where the parser takes it for somebody, a city of a name that is no surname
/// is one still: people are called after smaller ones, too.
fn by_gazetteer(name: &Name) -> Option<(EntityKind, u8)> {
    let is_place = match name.label {
        Some(EntityLabel::Person) => is_city(&name.text) && !is_surname(&name.text.to_lowercase()),
        _ => is_town(&name.text),
    };
    if is_place {
        return Some((EntityKind::Place, 2));
    }
    // Who makes it is called alike.
    let is_maker = name.label == Some(EntityLabel::Org);
    (!is_maker && is_product(&name.text)).then_some((EntityKind::Product, 2))
}

/// "Kafka", "Neovim": and nobody's name, and nowhere.
fn is_of_technology(name: &Name) -> bool {
    let first = name.text.split(' ').next().unwrap_or_default();
    is_technology(&name.text)
        && !is_given_name(&first.to_lowercase())
        && !is_known_place(&name.text)
}

/// "Walgreens" is a firm, "a Subaru" what it makes, "Keflex" a medicine.
fn by_trade(reading: &Reading<'_>, name: &Name) -> Option<(EntityKind, u8)> {
    if is_medicine(&name.text.to_lowercase()) || is_of_technology(name) {
        return Some((EntityKind::Product, 3));
    }
    let before = name.tokens.start.checked_sub(1);
    let is_one = before.is_some_and(|before| {
        reading.is_any(before, &["a", "an"]) || reading.tag(before) == "PRP$"
    });
    is_brand(&name.text).then_some(match is_one {
        true => (EntityKind::Product, 2),
        false => (EntityKind::Organization, 2),
    })
}

/// What the words a name goes with tell: "in Xanten", "Xaver said".
fn by_company(reading: &Reading<'_>, tokens: &Range<usize>) -> Option<(EntityKind, u8)> {
    if let Some(kind) = where_it_stands(reading, tokens) {
        return Some((kind, 2));
    }
    acts(reading, tokens).then_some((EntityKind::Person, 2))
}

/// The most names of a list that are looked at.
const MAX_LISTED: usize = 8;

fn where_it_stands(reading: &Reading<'_>, tokens: &Range<usize>) -> Option<EntityKind> {
    let head = head_of(reading, tokens.clone());
    if reading.dep(head) == Dep::Compound
        || tokens.end < reading.lower.len() && reading.tag(tokens.end) == "POS"
    {
        return None;
    }
    if let Some(noun) = before_name(reading, tokens) {
        return Some(noun);
    }
    // "Slack and Zoom" are used alike.
    let first = std::iter::successors(Some(head), |noun| {
        (reading.dep(*noun) == Dep::Conj).then(|| reading.head(*noun))
    });
    let first = first.take(MAX_LISTED).last().unwrap_or(head);
    if reading.dep(first) == Dep::Dobj {
        return match reading.lemma(reading.head(first)).as_str() {
            "visit" | "explore" | "tour" => Some(EntityKind::Place),
            "use" | "install" | "deploy" | "download" => Some(EntityKind::Product),
            "read" | "reread" | "watch" | "rewatch" => Some(EntityKind::Work),
            "marry" | "date" | "hug" | "meet" | "kiss" | "thank" | "phone" | "text" => {
                Some(EntityKind::Person)
            }
            _ => None,
        };
    }
    if reading.dep(head) != Dep::Pobj {
        return None;
    }
    after_preposition(reading, reading.head(head))
}

/// What a name after a preposition names: "in Xanten", "works at Quorvex".
fn after_preposition(reading: &Reading<'_>, preposition: usize) -> Option<EntityKind> {
    let verb = reading.lemma(reading.head(preposition));
    match reading.lower(preposition) {
        "in" | "near" | "outside" | "across" | "throughout"
            if ![
                "interested",
                "believe",
                "major",
                "degree",
                "course",
                "role",
                "interest",
                "class",
            ]
            .contains(&verb.as_str()) =>
        {
            Some(EntityKind::Place)
        }
        "to" | "into"
            if [
                "go", "move", "travel", "fly", "drive", "trip", "relocate", "return", "be", "come",
                "visit", "head",
            ]
            .contains(&verb.as_str()) =>
        {
            Some(EntityKind::Place)
        }
        "from" if ["be", "come", "move", "fly", "return", "hail"].contains(&verb.as_str()) => {
            Some(EntityKind::Place)
        }
        "at" | "for"
            if [
                "work",
                "job",
                "intern",
                "internship",
                "start",
                "engineer",
                "position",
                "analyst",
                "manager",
            ]
            .contains(&verb.as_str()) =>
        {
            Some(EntityKind::Organization)
        }
        "at" if ["study", "student", "professor", "teach"].contains(&verb.as_str()) => {
            Some(EntityKind::Organization)
        }
        "of" if ["city", "town", "village"].contains(&verb.as_str()) => Some(EntityKind::Place),
        "to" if [
            "talk", "speak", "write", "married", "marry", "engaged", "engage",
        ]
        .contains(&verb.as_str()) =>
        {
            Some(EntityKind::Person)
        }
        _ => None,
    }
}

/// "the novel Emma", "the city of Ghent", "her friend Xaver": the noun that a name explains.
fn before_name(reading: &Reading<'_>, tokens: &Range<usize>) -> Option<EntityKind> {
    let head = head_of(reading, tokens.clone());
    let noun = (reading.dep(head) == Dep::Appos)
        .then(|| reading.head(head))
        .or_else(|| {
            tokens.start.checked_sub(1).filter(|before| {
                reading.pos(*before) == Pos::Noun && reading.dep(*before) == Dep::Compound
            })
        })?;
    role_at(reading, noun)
        .map(|role| role.kind)
        .or_else(|| kind_of_noun(&reading.lemma(noun)))
}

/// Whether a name does what only people do.
fn acts(reading: &Reading<'_>, tokens: &Range<usize>) -> bool {
    let head = head_of(reading, tokens.clone());
    let with_i = reading
        .doc
        .children(head)
        .any(|child| reading.dep(child) == Dep::Conj && reading.is_any(child, &["i"]));
    with_i
        || (reading.is_subject(head) || reading.is_misread_subject(head))
            && is_deed(&reading.lemma(reading.head(head)))
}

fn by_label(label: Option<EntityLabel>) -> Option<(EntityKind, u8)> {
    let kind = match label? {
        EntityLabel::Person => EntityKind::Person,
        EntityLabel::Org => EntityKind::Organization,
        EntityLabel::Gpe | EntityLabel::Loc | EntityLabel::Fac => EntityKind::Place,
        EntityLabel::Event => EntityKind::Event,
        EntityLabel::WorkOfArt => EntityKind::Work,
        EntityLabel::Product => EntityKind::Product,
        _ => return None,
    };
    Some((kind, 1))
}

/// What a statement tells of its subject and object.
pub(crate) fn of_statement(statement: &ExtractedStatement) -> Vec<(EntityRef, EntityKind, u8)> {
    let Some(relation) = statement.relation.known() else {
        return Vec::new();
    };
    let known = relation.definition();
    let mut votes = Vec::new();
    if let Some(kind) = known.subject {
        votes.push((statement.subject.clone(), kind, 1));
    }
    if let (Some(kind), ExtractedObject::Entity(entity)) = (known.object, &statement.object) {
        // What is a pet is plain, whatever else it is called.
        let weight = if relation == Relation::HasPet { 6 } else { 2 };
        votes.push((entity.clone(), kind, weight));
    }
    votes
}
