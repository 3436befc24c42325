//! What is said of somebody by way of what is theirs: "my favorite color is blue", "her birthday is May 3".

use recollect_clauses::{Clause, Phrase, Role};
use recollect_spacy::{Dep, Pos};

use super::copular::course;
use super::objects::{Thing, thing, value};
use super::occupations;
use super::patterns::date;
use super::relations::Course;
use super::roles::possessor;
use super::scene::Scene;
use super::statements::{Draft, Party, members};
use super::vocabulary::is_light;
use crate::EntityRef;

/// "My favorite color is blue", "my birthday is May 3", "my job is …": what is said of whoever it belongs to.
pub(super) fn about_owner(scene: &Scene<'_>, clause: &Clause) -> Vec<Draft> {
    let Some(subject) = &clause.subject else {
        return Vec::new();
    };
    let attributes: Vec<&Phrase> = clause
        .arguments
        .iter()
        .filter(|argument| {
            argument.role == Role::Attribute
                || argument.role == Role::Prepositional
                    && argument
                        .preposition
                        .as_ref()
                        .is_some_and(|p| p.lemma == "on")
                || argument.role == Role::Complement
                || argument.role == Role::Time
        })
        .flat_map(members)
        .collect();
    let favourite = favourite(scene, &subject.phrase);
    if let Some((owner, relation)) = favourite {
        return attributes
            .iter()
            .filter_map(|phrase| favoured(scene, phrase, &owner))
            .map(|thing| Draft::new(&owner, &relation, "be", thing, course(clause)))
            .collect();
    }
    for phrase in &attributes {
        if let Some((owner, relation)) = self::favourite(scene, phrase) {
            return members(subject)
                .iter()
                .filter_map(|phrase| thing(scene, phrase, &owner))
                .map(|thing| Draft::new(&owner, &relation, "be", thing, course(clause)))
                .collect();
        }
    }
    attributes
        .iter()
        .flat_map(|phrase| particular(scene, clause, &subject.phrase, phrase))
        .collect()
}

/// What a favourite is: a noun, a colour as an adjective, or what one does.
fn favoured(scene: &Scene<'_>, phrase: &Phrase, owner: &EntityRef) -> Option<Thing> {
    thing(scene, phrase, owner).or_else(|| value(scene, phrase.tokens.clone(), phrase.head, owner))
}

/// Whose favourite what a phrase is about: "my favorite ice cream".
fn favourite(scene: &Scene<'_>, phrase: &Phrase) -> Option<(EntityRef, String)> {
    let reading = scene.reading;
    let head = phrase.head;
    let is_favourite =
        |token: usize| reading.is_any(token, &["favorite", "favourite", "fave", "favorites"]);
    let adjective = reading
        .doc
        .children(head)
        .find(|child| is_favourite(*child) && *child < head)?;
    let owner = possessor(reading, head)
        .or_else(|| reading.child(adjective, Dep::Poss))
        .and_then(|owner| scene.referents.at(owner))?;
    let mut words: Vec<String> = (adjective + 1..head)
        .filter(|token| matches!(reading.pos(*token), Pos::Noun | Pos::Adj | Pos::Propn))
        .map(|token| reading.lower(token).to_owned())
        .collect();
    words.push(reading.lemma(head));
    let noun = words.join("_");
    // "my favorite thing", "my favorite part" of what, nobody knows.
    let is_said = !is_light(&reading.lemma(head)) && reading.lemma(head) != "time";
    is_said.then(|| (owner.entity.clone(), format!("favorite_{noun}")))
}

/// "my birthday is …", "my job is …", "my hometown is …".
fn particular(scene: &Scene<'_>, clause: &Clause, subject: &Phrase, phrase: &Phrase) -> Vec<Draft> {
    let reading = scene.reading;
    let head = subject.head;
    let Some(owner) = possessor(reading, head).and_then(|owner| scene.referents.at(owner)) else {
        return Vec::new();
    };
    let party = Party {
        entity: owner.entity.clone(),
        head,
    };
    let noun = reading.lemma(head);
    let (relation, course) = match noun.as_str() {
        "birthday" | "birthdate" => ("born_on", Course::Always),
        "job" | "profession" | "occupation" => {
            return occupations::of_phrase(scene, &party, phrase.head, "be", course(clause));
        }
        "hometown" | "birthplace" => ("comes_from", Course::Always),
        "language" | "tongue" => ("speaks", Course::Holds),
        "hobby" | "passion" | "pastime"
            if matches!(reading.pos(phrase.head), Pos::Noun | Pos::Propn)
                || matches!(reading.dep(phrase.head), Dep::Xcomp | Dep::Ccomp) =>
        {
            ("likes", Course::Holds)
        }
        "major" => ("studies", Course::Holds),
        "number" | "email" | "address" | "type" | "size" | "height" | "weight" | "zodiac"
        | "sign" => {
            return detail(scene, clause, &party, subject, phrase);
        }
        _ => return Vec::new(),
    };
    let thing = if relation == "born_on" {
        date(scene, phrase)
    } else {
        thing(scene, phrase, &party.entity)
            .or_else(|| value(scene, phrase.tokens.clone(), phrase.head, &party.entity))
    };
    thing
        .map(|thing| {
            Draft::new(
                &party.entity,
                relation,
                &format!("{noun} be"),
                thing,
                course,
            )
        })
        .into_iter()
        .collect()
}

/// "my phone number is …", "my blood type is …".
fn detail(
    scene: &Scene<'_>,
    clause: &Clause,
    party: &Party,
    subject: &Phrase,
    phrase: &Phrase,
) -> Vec<Draft> {
    let reading = scene.reading;
    let first = reading
        .doc
        .children(subject.head)
        .filter(|child| reading.dep(*child) == Dep::Compound)
        .map(|child| reading.doc.subtree_range(child).start)
        .min()
        .unwrap_or(subject.head);
    let noun = reading.words(first..subject.head + 1).to_lowercase();
    let relation = noun.split_whitespace().collect::<Vec<_>>().join("_");
    let words = reading.words(phrase.tokens.clone());
    let mut thing = Thing::value(words.trim_end_matches(['.', ',', '!']), phrase.head);
    thing.tokens = phrase.tokens.clone();
    let mut draft = Draft::new(
        &party.entity,
        &relation,
        &format!("{noun} be"),
        thing,
        course(clause),
    );
    draft.wording = Some(format!("have the {noun} {{}}"));
    vec![draft]
}
