//! What is said of somebody by way of what is theirs: "my favorite color is blue", "her birthday is May 3".

use recollect_clauses::{Argument, Clause, Phrase, Role};
use recollect_model::{Aspect, Relation, RelationName};
use recollect_spacy::{Dep, Pos};

use crate::EntityRef;
use crate::lexicon::{MONTHS, is_light};
use crate::local::extraction::candidates::candidate::RelationCandidate;
use crate::local::extraction::candidates::occupations;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::dates::date;
use crate::local::extraction::clauses::objects::{ObjectCandidate, thing, value};
use crate::local::extraction::clauses::subjects::{SubjectMention, members};
use crate::local::extraction::factuality::aspect::aspect_of_being;
use crate::local::extraction::mentions::roles::possessor;
use crate::local::extraction::parse::reading::Reading;

/// "My favorite color is blue", "my birthday is May 3", "my job is …": what is said of whoever it belongs to.
pub(crate) fn about_owner(context: &PassageContext<'_>, clause: &Clause) -> Vec<RelationCandidate> {
    let Some(subject) = &clause.subject else {
        return Vec::new();
    };
    // "My favorite restaurant is Da Mario on Hauptstrasse" says of the restaurant where it is.
    let is_said = clause.with_role(Role::Attribute).next().is_some();
    let attributes: Vec<&Phrase> = clause
        .arguments
        .iter()
        .filter(|argument| {
            argument.role == Role::Attribute
                || argument.role == Role::Prepositional
                    && !is_said
                    && argument
                        .preposition
                        .as_ref()
                        .is_some_and(|p| p.lemma == "on")
                || argument.role == Role::Complement
                || argument.role == Role::Time
        })
        .flat_map(members)
        .collect();
    let favourite = favourite(context, &subject.phrase);
    if let Some((owner, relation)) = favourite {
        return attributes
            .iter()
            .filter_map(|phrase| favoured(context, phrase, &owner))
            .map(|thing| {
                RelationCandidate::new(
                    &owner,
                    relation.clone(),
                    "be",
                    thing,
                    aspect_of_being(clause),
                )
            })
            .collect();
    }
    for phrase in &attributes {
        if let Some((owner, relation)) = self::favourite(context, phrase) {
            return members(subject)
                .iter()
                .filter_map(|phrase| thing(context, phrase, &owner))
                .map(|thing| {
                    RelationCandidate::new(
                        &owner,
                        relation.clone(),
                        "be",
                        thing,
                        aspect_of_being(clause),
                    )
                })
                .collect();
        }
    }
    let preferred = preferred(context, clause, subject, &attributes);
    if !preferred.is_empty() {
        return preferred;
    }
    attributes
        .iter()
        .flat_map(|phrase| particular(context, clause, &subject.phrase, phrase))
        .collect()
}

/// "Contemporary is my top pick", "one of my favorites is The Hobbit": what somebody likes best, of a kind that is not named.
fn preferred(
    context: &PassageContext<'_>,
    clause: &Clause,
    subject: &Argument,
    attributes: &[&Phrase],
) -> Vec<RelationCandidate> {
    let of_subject = who_prefers(context, &subject.phrase);
    let of_attribute = attributes
        .iter()
        .find_map(|phrase| who_prefers(context, phrase));
    let (owner, phrases) = match (of_subject, of_attribute) {
        (Some(owner), None) => (owner, attributes.to_vec()),
        (None, Some(owner)) => (owner, members(subject).iter().collect()),
        _ => return Vec::new(),
    };
    phrases
        .into_iter()
        .filter(|phrase| context.reading.pos(phrase.head) != Pos::Pron)
        .filter_map(|phrase| favoured(context, phrase, &owner))
        .map(|thing| {
            let aspect = aspect_of_being(clause);
            RelationCandidate::new(&owner, Relation::Prefers, "be favorite", thing, aspect)
        })
        .collect()
}

/// Whose "favorite", "top pick" or "go-to" a phrase is, where it says no more.
fn who_prefers(context: &PassageContext<'_>, phrase: &Phrase) -> Option<EntityRef> {
    const BEST: &[&str] = &[
        "favorite",
        "favourite",
        "fave",
        "favorites",
        "favourites",
        "faves",
        "top pick",
        "top choice",
        "first choice",
        "first pick",
        "go to",
        "go-to",
        "number one",
        "absolute favorite",
        "all-time favorite",
        "all time favorite",
    ];
    let reading = context.reading;
    let whose = phrase
        .tokens
        .clone()
        .find(|token| reading.dep(*token) == Dep::Poss && reading.tag(*token) != "POS")?;
    let first = reading.doc.subtree_range(whose).end;
    let words: Vec<&str> = (first..phrase.tokens.end)
        .filter(|token| reading.pos(*token) != Pos::Punct)
        .map(|token| reading.lower(token))
        .collect();
    let owner = context.referents.at(whose)?;
    // "The Alchemist, one of my favorites" is about the book.
    let is_head = phrase.head >= first || reading.is_any(phrase.head, &["one"]);
    if !is_head {
        return None;
    }
    BEST.contains(&words.join(" ").as_str())
        .then(|| owner.entity.clone())
}

/// What a favourite is: a noun, a colour as an adjective, or what one does.
fn favoured(
    context: &PassageContext<'_>,
    phrase: &Phrase,
    owner: &EntityRef,
) -> Option<ObjectCandidate> {
    thing(context, phrase, owner)
        .or_else(|| value(context, phrase.tokens.clone(), phrase.head, owner))
}

/// Whose favourite what a phrase is about: "my favorite ice cream".
fn favourite(context: &PassageContext<'_>, phrase: &Phrase) -> Option<(EntityRef, RelationName)> {
    let reading = context.reading;
    let head = phrase.head;
    let is_favourite = |token: usize| {
        reading.is_any(
            token,
            &[
                "favorite",
                "favourite",
                "fave",
                "favorites",
                "go-to",
                "preferred",
            ],
        )
    };
    let adjective = reading
        .doc
        .children(head)
        .find(|child| is_favourite(*child) && *child < head)?;
    let owner = possessor(reading, head)
        .or_else(|| reading.child(adjective, Dep::Poss))
        .and_then(|owner| context.referents.at(owner))?;
    let mut words: Vec<String> = (adjective + 1..head)
        .filter(|token| matches!(reading.pos(*token), Pos::Noun | Pos::Adj | Pos::Propn))
        .map(|token| reading.lower(token).to_owned())
        .collect();
    words.push(reading.lemma(head));
    let noun = words.join("_");
    // "my favorite thing", "my favorite part" of what, nobody knows.
    let is_said = !is_light(&reading.lemma(head)) && reading.lemma(head) != "time";
    is_said.then(|| (owner.entity.clone(), RelationName::favorite(&noun)))
}

/// "my birthday is …", "my job is …", "my hometown is …".
fn particular(
    context: &PassageContext<'_>,
    clause: &Clause,
    subject: &Phrase,
    phrase: &Phrase,
) -> Vec<RelationCandidate> {
    let reading = context.reading;
    let head = subject.head;
    let Some(owner) = possessor(reading, head).and_then(|owner| context.referents.at(owner)) else {
        return Vec::new();
    };
    let mention = SubjectMention {
        entity: owner.entity.clone(),
        head,
    };
    let noun = reading.lemma(head);
    let (relation, aspect) = match noun.as_str() {
        "birthday" | "birthdate" => (Relation::BornOn, Aspect::Always),
        // "My dream job is park ranger."
        "job" | "profession" | "occupation" if is_imagined(context, head) => return Vec::new(),
        "job" | "profession" | "occupation" => {
            return occupations::of_phrase(
                context,
                &mention,
                phrase.head,
                "be",
                aspect_of_being(clause),
            );
        }
        _ if is_home(context, head)
            && matches!(reading.pos(phrase.head), Pos::Noun | Pos::Propn) =>
        {
            (Relation::ComesFrom, Aspect::Always)
        }
        "language" | "tongue" if is_spoken(context, head) => (Relation::Speaks, Aspect::Holds),
        "hobby" | "passion" | "pastime"
            if matches!(reading.pos(phrase.head), Pos::Noun | Pos::Propn)
                || matches!(reading.dep(phrase.head), Dep::Xcomp | Dep::Ccomp) =>
        {
            (Relation::Likes, Aspect::Holds)
        }
        "major" => (Relation::Studies, Aspect::Holds),
        "medicine" | "medication" | "pill" => (Relation::TakesMedication, Aspect::Holds),
        noun if tells_detail(context, noun, head) => {
            return detail(context, clause, &mention, subject, phrase);
        }
        _ => return Vec::new(),
    };
    let thing = if relation == Relation::BornOn {
        date(context, phrase)
    } else {
        thing(context, phrase, &mention.entity)
            .or_else(|| value(context, phrase.tokens.clone(), phrase.head, &mention.entity))
    };
    if relation == Relation::BornOn && !thing.as_ref().is_some_and(tells_day_of_year) {
        let own = EntityRef::Role {
            role: noun,
            of: Box::new(mention.entity),
        };
        let named =
            |day| RelationCandidate::new(&own, Relation::HappenedOn, "be", day, Aspect::Begins);
        return thing.map(named).into_iter().collect();
    }
    thing
        .map(|thing| {
            RelationCandidate::new(
                &mention.entity,
                relation,
                &format!("{noun} be"),
                thing,
                aspect,
            )
        })
        .into_iter()
        .collect()
}

/// Whether a date tells on which day of every year: not "next Friday".
fn tells_day_of_year(date: &ObjectCandidate) -> bool {
    let mut words = date.words.split_whitespace();
    // "The 3rd" is of any month.
    words.any(|word| {
        let is_written = word.starts_with(|first: char| first.is_ascii_digit())
            && word.contains(['/', '-', '.']);
        is_written || MONTHS.contains(&word.trim_end_matches(',').to_lowercase())
    })
}

/// "middle name", "maiden name": a name that somebody has besides.
fn is_further_name(context: &PassageContext<'_>, noun: usize) -> bool {
    const FURTHER: &[&str] = &[
        "middle", "second", "maiden", "stage", "pen", "last", "family",
    ];
    let before = noun.checked_sub(1);
    before.is_some_and(|before| context.reading.is_any(before, FURTHER))
}

/// "my language", "my native tongue", "my second language": one that somebody speaks, rather than programs in.
fn is_spoken(context: &PassageContext<'_>, noun: usize) -> bool {
    const SPOKEN: &[&str] = &[
        "native", "first", "second", "third", "mother", "home", "main", "my", "his", "her", "their",
    ];
    let before = noun.checked_sub(1);
    before.is_some_and(|before| context.reading.is_any(before, SPOKEN))
}

/// "hometown", "home country", "native village".
fn is_home(context: &PassageContext<'_>, noun: usize) -> bool {
    let reading = context.reading;
    let is_of_home = || {
        let before = noun.checked_sub(1);
        before.is_some_and(|before| reading.is_any(before, &["home", "native", "birth"]))
    };
    reading.is_any(noun, &["hometown", "birthplace", "homeland"])
        || reading.is_any(noun, &["country", "town", "city", "village"]) && is_of_home()
}

/// "my hometown, Graz", "my home country, Sweden".
pub(crate) fn home(context: &PassageContext<'_>, clause: &Clause) -> Option<RelationCandidate> {
    let named = &clause.subject.as_ref()?.phrase;
    let home = &clause.with_role(Role::Attribute).next()?.phrase;
    let (home, named) = match is_home(context, home.head) {
        true => (home, named),
        false => (named, home),
    };
    if !is_home(context, home.head) {
        return None;
    }
    let owner = context
        .referents
        .at(possessor(context.reading, home.head)?)?;
    let thing = thing(context, named, &owner.entity)
        .filter(|_| context.reading.pos(named.head) == Pos::Propn)?;
    Some(RelationCandidate::new(
        &owner.entity,
        Relation::ComesFrom,
        "be home",
        thing,
        Aspect::Always,
    ))
}

/// Where an address ends whose street ends before this: its postcode and its town follow behind commas.
fn end_of_address(reading: &Reading<'_>, street: usize) -> usize {
    let mut end = street;
    let is_part = |token: usize| {
        reading.pos(token) == Pos::Num
            || reading.word(token).starts_with(char::is_uppercase)
            || reading.word(token).contains(|c: char| c.is_ascii_digit())
    };
    while reading.is_any(end, &[","]) && is_part(end + 1) || end > street && is_part(end) {
        end += 1;
    }
    end
}

/// Whether a noun is of something that somebody has one of: a number, a further name, a group of blood.
fn tells_detail(context: &PassageContext<'_>, noun: &str, head: usize) -> bool {
    match noun {
        "name" => is_further_name(context, head),
        "group" => is_blood(context.reading, head),
        "number" | "email" | "address" | "type" | "size" | "height" | "weight" | "zodiac"
        | "sign" | "plate" | "postcode" | "handle" | "username" | "iban" | "pronoun" => true,
        _ => false,
    }
}

/// What somebody's blood is of.
const BLOOD_TYPE: &str = "blood type";

fn is_blood(reading: &Reading<'_>, noun: usize) -> bool {
    let blood = noun.checked_sub(1);
    reading.is_any(noun, &["group", "type"])
        && blood.is_some_and(|blood| reading.is_any(blood, &["blood"]))
}

/// "my phone number is …", "my blood type is …".
fn detail(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
    subject: &Phrase,
    phrase: &Phrase,
) -> Vec<RelationCandidate> {
    let reading = context.reading;
    let first = reading
        .doc
        .children(subject.head)
        .filter(|child| {
            reading.dep(*child) == Dep::Compound
                || reading.dep(*child) == Dep::Amod && is_further_name(context, subject.head)
        })
        .map(|child| reading.doc.subtree_range(child).start)
        .min()
        .unwrap_or(subject.head);
    let noun = match is_blood(reading, subject.head) {
        // "blood group", too
        true => BLOOD_TYPE.to_owned(),
        false => reading.words(first..subject.head + 1).to_lowercase(),
    };
    let relation = noun.split_whitespace().collect::<Vec<_>>().join("_");
    // "they/them": the parser takes the first for who is so.
    let start = match reading.is_any(subject.head, &["pronouns"]) {
        true => clause.predicate.head + 1,
        false => phrase.tokens.start,
    };
    let end = match noun == "address" || noun.ends_with(" address") {
        true => end_of_address(reading, phrase.tokens.end),
        false => phrase.tokens.end,
    };
    let tokens = start.min(phrase.tokens.start)..end;
    let words = reading.words(tokens.clone());
    let mut thing = ObjectCandidate::value(words.trim_end_matches(['.', ',', '!']), phrase.head);
    thing.tokens = tokens;
    let mut candidate = RelationCandidate::new(
        &mention.entity,
        RelationName::of(&relation),
        &format!("{noun} be"),
        thing,
        aspect_of_being(clause),
    );
    candidate.wording = Some(format!("have the {noun} {{}}"));
    vec![candidate]
}

/// Whether what a noun names is not so, or not yet: "dream job", "next job".
fn is_imagined(context: &PassageContext<'_>, noun: usize) -> bool {
    const IMAGINED: &[&str] = &["dream", "ideal", "perfect", "fantasy", "next", "future"];
    let mut children = context.reading.doc.children(noun);
    children.any(|child| child < noun && context.reading.is_any(child, IMAGINED))
}
