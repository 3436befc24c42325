//! Offices: who holds one, who comes to hold it, and who held it before.
//!
//! "Bob is the CEO of Acme", "Acme named Bob chief executive", "Bob took over from Alice as chair of Acme". An office is of a
//! body or place by name, and has one holder at a time; what is only somebody's occupation ("a head of marketing") is left
//! to the occupations.

use recollect_clauses::{Clause, Form, Role};
use recollect_model::{Aspect, EntityKind, Relation};
use recollect_spacy::{Dep, Pos};

use crate::local::extraction::candidates::candidate::RelationCandidate;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::ObjectCandidate;
use crate::local::extraction::clauses::subjects::{SubjectMention, subject_mentions};
use crate::local::extraction::coreference::referents::How;
use crate::local::extraction::factuality::aspect::is_over;
use crate::local::extraction::parse::reading::Reading;
use crate::{EntityRef, ExtractedObject};

/// The words of each office; those of several words are joined by `_`, and what comes first is looked for first.
const OFFICES: &[(Relation, &str)] = &[
    (
        Relation::ChiefExecutiveOf,
        "ceo chief_executive_officer chief_executive",
    ),
    (
        Relation::ChiefFinancialOfficerOf,
        "cfo chief_financial_officer",
    ),
    (
        Relation::ChiefTechnologyOfficerOf,
        "cto chief_technology_officer",
    ),
    (Relation::ChairOf, "chair chairman chairwoman chairperson"),
    (Relation::PresidentOf, "president"),
    (
        Relation::PrincipalOf,
        "principal headmaster headmistress headteacher head_teacher",
    ),
    (Relation::PrimeMinisterOf, "prime_minister premier"),
    (Relation::ChancellorOf, "chancellor"),
    (Relation::MayorOf, "mayor"),
    (Relation::GovernorOf, "governor"),
    (Relation::CaptainOf, "captain"),
    (Relation::CoachOf, "head_coach coach"),
    (Relation::EditorOf, "editor-in-chief editor"),
    (Relation::LeaderOf, "leader"),
    (Relation::HeadOf, "head"),
];

/// Words in front of an office that make it another, or one of several.
const NOT_IT: &[&str] = &[
    "vice",
    "deputy",
    "assistant",
    "associate",
    "co",
    "co-",
    "honorary",
    "junior",
    "section",
    "sub",
    "under",
];

/// Words in front of an office that somebody holds no more.
const FORMER: &[&str] = &[
    "former", "ex", "ex-", "previous", "past", "then", "late", "outgoing",
];

/// Verbs that give somebody an office.
const GIVING: &[&str] = &[
    "appoint", "name", "elect", "make", "choose", "select", "hire", "promote", "reelect",
    "re-elect", "install", "crown", "swear in", "announce",
];

/// Verbs by which somebody gives an office up.
const LEAVING: &[&str] = &[
    "step down",
    "resign",
    "retire",
    "leave",
    "quit",
    "depart",
    "stand down",
    "step aside",
];

/// Verbs, in the passive, by which an office is taken from somebody.
const TAKING: &[&str] = &[
    "fire", "oust", "sack", "dismiss", "remove", "depose", "replace", "succeed",
];

/// An office that some words name.
struct Office {
    relation: Relation,
    /// The token of its last word.
    head: usize,
    is_former: bool,
}

/// What a clause says of offices.
pub(crate) fn candidates(context: &PassageContext<'_>, clause: &Clause) -> Vec<RelationCandidate> {
    let found = match clause.form {
        Form::Copular | Form::Appositive => by_attribute(context, clause),
        Form::Title => by_title(context, clause),
        Form::Verbal => by_verb(context, clause),
        Form::Existential | Form::Possessive | Form::Naming => Vec::new(),
    };
    // A naming is how the clauses see "Acme named Bob CEO".
    match clause.form {
        Form::Naming if GIVING.contains(&clause.predicate.lemma.as_str()) => {
            by_verb(context, clause)
        }
        _ => found,
    }
}

/// Whether a draft only says as an occupation what is said as an office, too.
pub(crate) fn is_told_by(draft: &RelationCandidate, offices: &[RelationCandidate]) -> bool {
    draft.relation == Relation::WorksAs
        && offices.iter().any(|office| office.subject == draft.subject)
}

/// "Bob is the CEO of Acme", "the CEO of Acme is Bob", "Bob, the CEO of Acme,".
fn by_attribute(context: &PassageContext<'_>, clause: &Clause) -> Vec<RelationCandidate> {
    let Some(attribute) = clause.with_role(Role::Attribute).next() else {
        return Vec::new();
    };
    let attribute = attribute.phrase.head;
    let course = if is_over(clause) {
        Aspect::Ends
    } else if clause.predicate.lemma == "become" || clause.markers.begins {
        Aspect::Begins
    } else {
        Aspect::Holds
    };
    if let Some(office) = office_at(context.reading, attribute)
        && let Some(body) = body_of(context, office.head)
    {
        let holders = subject_mentions(context, clause);
        return holders
            .iter()
            .filter_map(|holder| held(context, holder, &office, body.clone(), course))
            .collect();
    }
    let Some(subject) = clause.subject.as_ref().map(|subject| subject.phrase.head) else {
        return Vec::new();
    };
    let found = office_at(context.reading, subject).and_then(|office| {
        let body = body_of(context, office.head)?;
        held(
            context,
            &somebody(context, attribute)?,
            &office,
            body,
            course,
        )
    });
    found.into_iter().collect()
}

/// "Apple CEO Tim Cook".
fn by_title(context: &PassageContext<'_>, clause: &Clause) -> Vec<RelationCandidate> {
    let found = || {
        let title = clause.with_role(Role::Attribute).next()?.phrase.head;
        let office = office_at(context.reading, title)?;
        let holder = somebody(context, clause.subject.as_ref()?.phrase.head)?;
        let body = body_of(context, office.head)?;
        held(context, &holder, &office, body, Aspect::Holds)
    };
    found().into_iter().collect()
}

fn by_verb(context: &PassageContext<'_>, clause: &Clause) -> Vec<RelationCandidate> {
    let reading = context.reading;
    let lemma = clause.predicate.lemma.as_str();
    let subject = clause.subject.as_ref().map(|subject| subject.phrase.head);
    let object = clause
        .with_role(Role::Object)
        .next()
        .map(|object| object.phrase.head);
    if let Some(draft) = heads(context, clause, subject, object) {
        return vec![draft];
    }
    let Some(office) = office_below(context, clause) else {
        return Vec::new();
    };
    // "Acme named Bob CEO": of whoever gives it.
    let giver = subject.filter(|_| GIVING.contains(&lemma) && !clause.is_passive);
    let body = body_of(context, office.head).or_else(|| body_at(context, giver?));
    let Some(body) = body else { return Vec::new() };
    let one = |token: Option<usize>, course: Aspect| {
        held(
            context,
            &somebody(context, token?)?,
            &office,
            body.clone(),
            course,
        )
    };
    let after = |preposition: &str| {
        clause
            .arguments
            .iter()
            .find(|argument| {
                argument
                    .preposition
                    .as_ref()
                    .is_some_and(|leads| leads.lemma == preposition)
            })
            .map(|argument| argument.phrase.head)
    };
    let is_passive = clause.is_passive;
    let found = match lemma {
        "replace" | "succeed" if is_passive => {
            vec![one(subject, Aspect::Ends), one(after("by"), Aspect::Begins)]
        }
        "replace" | "succeed" => vec![one(object, Aspect::Ends), one(subject, Aspect::Begins)],
        "take over" | "take" => {
            let before = after("from").or_else(|| below(reading, clause.predicate.head, "from"));
            vec![one(before, Aspect::Ends), one(subject, Aspect::Begins)]
        }
        _ if GIVING.contains(&lemma) && is_passive => vec![one(subject, Aspect::Begins)],
        _ if GIVING.contains(&lemma) => {
            vec![one(
                object.or_else(|| given(context, clause)),
                Aspect::Begins,
            )]
        }
        _ if LEAVING.contains(&lemma) || TAKING.contains(&lemma) && is_passive => {
            vec![one(subject, Aspect::Ends)]
        }
        "serve" | "work" | "act" if is_over(clause) => vec![one(subject, Aspect::Ends)],
        "serve" | "work" | "act" => vec![one(subject, Aspect::Holds)],
        "join" | "start" | "begin" | "return" => vec![one(subject, Aspect::Begins)],
        _ => Vec::new(),
    };
    found.into_iter().flatten().collect()
}

/// "Ada heads Acme", "chairs the board of Acme", "captains Ajax".
fn heads(
    context: &PassageContext<'_>,
    clause: &Clause,
    subject: Option<usize>,
    object: Option<usize>,
) -> Option<RelationCandidate> {
    let relation = match clause.predicate.lemma.as_str() {
        "head" | "head up" => Relation::HeadOf,
        "chair" => Relation::ChairOf,
        "captain" => Relation::CaptainOf,
        _ => return None,
    };
    if clause.is_passive {
        return None;
    }
    let office = Office {
        relation,
        head: clause.predicate.head,
        is_former: false,
    };
    let course = if is_over(clause) {
        Aspect::Ends
    } else {
        Aspect::Holds
    };
    held(
        context,
        &somebody(context, subject?)?,
        &office,
        body_at(context, object?)?,
        course,
    )
}

/// The one who is given the office where the parser takes them for the subject of a small clause: "named Bob CEO".
fn given(context: &PassageContext<'_>, clause: &Clause) -> Option<usize> {
    let reading = context.reading;
    let verb = clause.predicate.head;
    let office = office_below(context, clause)?;
    reading
        .child(office.head, Dep::Nsubj)
        .or_else(|| (verb + 1..office.head).find(|token| reading.name_at(*token).is_some()))
}

/// The object of a preposition anywhere below a verb.
fn below(reading: &Reading<'_>, verb: usize, preposition: &str) -> Option<usize> {
    reading
        .doc
        .subtree(verb)
        .find(|token| *token > verb && reading.is_any(*token, &[preposition]))
        .and_then(|from| reading.child(from, Dep::Pobj))
}

/// The office that a verb's words name: after "as" or "to", or right beside what is given it.
fn office_below(context: &PassageContext<'_>, clause: &Clause) -> Option<Office> {
    let reading = context.reading;
    let verb = clause.predicate.head;
    let mut tokens: Vec<usize> = reading
        .doc
        .subtree(verb)
        .filter(|token| *token > verb)
        .collect();
    tokens.sort_unstable();
    tokens.into_iter().find_map(|token| {
        let office = office_at(reading, token)?;
        let head = reading.head(token);
        let introduced =
            reading.dep(token) == Dep::Pobj && reading.is_any(head, &["as", "to", "from"]);
        let is_attribute = matches!(
            reading.dep(token),
            Dep::Oprd | Dep::Attr | Dep::Ccomp | Dep::Dobj | Dep::Appos
        );
        (introduced || is_attribute).then_some(office)
    })
}

/// The office that a noun is, with the words in front of it.
fn office_at(reading: &Reading<'_>, token: usize) -> Option<Office> {
    if !matches!(reading.pos(token), Pos::Noun | Pos::Propn | Pos::Adj) {
        return None;
    }
    let word = |back: usize| {
        token
            .checked_sub(back)
            .map_or("", |place| reading.lower(place))
    };
    let written = |words: &str| {
        let words: Vec<&str> = words.split('_').rev().collect();
        words
            .iter()
            .enumerate()
            .all(|(back, part)| word(back) == *part)
            .then_some(words.len())
    };
    let (relation, length) = OFFICES.iter().find_map(|(relation, names)| {
        names
            .split(' ')
            .find_map(|name| Some((*relation, written(name)?)))
    })?;
    let before = |words: &[&str]| {
        let next = word(length);
        words.contains(&next) || next == "-" && words.contains(&word(length + 1))
    };
    let described = |words: &[&str]| {
        let mut children = reading.doc.children(token);
        before(words)
            || children.any(|child| child < token && words.contains(&reading.lower(child)))
    };
    // "the heads of Acme" are several, "chief executive" of "chief executive officer" is not the end.
    let is_several = matches!(reading.tag(token), "NNS" | "NNPS");
    let goes_on = reading.is_any(token + 1, &["officer"]) && reading.is_any(token, &["executive"]);
    (!is_several && !goes_on && !described(NOT_IT)).then(|| Office {
        relation,
        head: token,
        is_former: described(FORMER),
    })
}

/// The body that an office is of: "CEO of Acme", "Acme's CEO", "Acme CEO".
fn body_of(context: &PassageContext<'_>, office: usize) -> Option<ObjectCandidate> {
    let reading = context.reading;
    let of = reading
        .doc
        .children(office)
        .filter(|child| {
            reading.dep(*child) == Dep::Prep && reading.is_any(*child, &["of", "at", "for"])
        })
        .find_map(|of| reading.child(of, Dep::Pobj));
    let whose = reading.child(office, Dep::Poss);
    let beside = reading.doc.children(office).find(|child| {
        *child < office && reading.dep(*child) == Dep::Compound && reading.name_at(*child).is_some()
    });
    of.into_iter()
        .chain(whose)
        .chain(beside)
        .find_map(|token| body_at(context, token))
}

/// A body or place by name.
fn body_at(context: &PassageContext<'_>, token: usize) -> Option<ObjectCandidate> {
    let referent = context.referents.at(token)?;
    let is_body = referent.how == How::Named
        && !matches!(
            referent.kind,
            EntityKind::Owner | EntityKind::Animal | EntityKind::Event | EntityKind::Date
        )
        && !(referent.kind == EntityKind::Person && referent.weight >= 3);
    is_body.then(|| ObjectCandidate {
        object: ExtractedObject::Entity(referent.entity.clone()),
        words: context.name_of(&referent.entity),
        head: token,
        kind: EntityKind::Organization,
        tokens: referent.tokens.clone(),
    })
}

/// Whoever a token stands for.
fn somebody(context: &PassageContext<'_>, token: usize) -> Option<SubjectMention> {
    let referent = context.referents.at(token)?;
    let may_be = matches!(
        referent.kind,
        EntityKind::Person | EntityKind::Owner | EntityKind::Thing
    ) || referent.weight < 2;
    may_be.then(|| SubjectMention {
        entity: referent.entity.clone(),
        head: token,
    })
}

fn held(
    context: &PassageContext<'_>,
    holder: &SubjectMention,
    office: &Office,
    body: ObjectCandidate,
    course: Aspect,
) -> Option<RelationCandidate> {
    let course = if office.is_former {
        Aspect::Ends
    } else {
        course
    };
    if body.entity() == Some(&holder.entity) || is_speaker_asked(context, &holder.entity) {
        return None;
    }
    let phrase = format!("be {}", office.relation.name().replace('_', " "));
    Some(RelationCandidate::new(
        &holder.entity,
        office.relation,
        &phrase,
        body,
        course,
    ))
}

/// "You are the captain of my heart" is said to somebody.
fn is_speaker_asked(context: &PassageContext<'_>, holder: &EntityRef) -> bool {
    context.addressee == Some(holder) && context.speaker != Some(holder)
}
