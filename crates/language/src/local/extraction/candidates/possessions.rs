//! What "my" and "Anna's" take for granted: "my turtles always cheer me up" says that there are turtles.
//!
//! A possessive presupposes what it names (Strawson, 1950), also in a question and under a denial. What somebody only wants,
//! plans or may have is not taken for granted: "I want my own house".

use recollect_clauses::{Clause, Form, Kind, Role, Tense};
use recollect_model::{Aspect, EntityKind, Modality, Relation};
use recollect_spacy::{Dep, Pos};

use crate::ExtractedObject;
use crate::lexicon::{Kinship, is_condition, is_pet, is_possession, kind_of_noun, role};
use crate::local::extraction::candidates::belongings::{belonging, named};
use crate::local::extraction::candidates::candidate::RelationCandidate;
use crate::local::extraction::candidates::homes;
use crate::local::extraction::candidates::losses::is_killing;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::{ObjectCandidate, value};
use crate::local::extraction::clauses::subjects::SubjectMention;
use crate::local::extraction::clauses::words::with_article;
use crate::local::extraction::mentions::roles::noun_of;
use crate::local::extraction::parse::reading::Reading;
use crate::word_list::WordList;

/// What a possessive takes for granted, and where somebody is at home by what stands beside it.
pub(crate) fn candidates(context: &PassageContext<'_>, clause: &Clause) -> Vec<RelationCandidate> {
    let owned = clause.with_role(Role::Object).next();
    let home = owned.and_then(|owned| homes::beside(context, owned.phrase.head));
    let mut candidates = taken_for_granted(context, clause);
    candidates.extend(home);
    candidates
}

fn taken_for_granted(context: &PassageContext<'_>, clause: &Clause) -> Vec<RelationCandidate> {
    let reading = context.reading;
    let (Some(owner), Some(owned)) = (
        clause.subject.as_ref().map(|subject| subject.phrase.head),
        clause.with_role(Role::Object).next(),
    ) else {
        return Vec::new();
    };
    let head = owned.phrase.head;
    let Some(of) = context.referents.at(owner) else {
        return Vec::new();
    };
    let noun = noun_of(reading, head);
    let named = named_belongings(context, clause, owner);
    let is_somebody = matches!(of.kind, EntityKind::Person | EntityKind::Owner)
        || context.speaker == Some(&of.entity)
        || context.addressee == Some(&of.entity);
    if !is_somebody
        || reading.quoted[head]
        || reading.pos(head) != Pos::Noun
        || reading.name_at(head).is_some()
        || is_hoped_for(context, head)
    {
        return Vec::new();
    }
    // "Murakami's novels" are those that he wrote.
    let is_written = kind_of_noun(&noun) == Some(EntityKind::Work)
        && reading.tag(head) == "NNS"
        && reading.pos(owner) == Pos::Propn;
    if is_written {
        return Vec::new();
    }
    let relation = if is_pet(&noun) {
        Relation::HasPet
    } else if reading.tag(head) == "NNS" && CHARGES.contains(&noun) {
        Relation::Has
    } else if GROUPS.contains(&noun) && reading.child(head, Dep::Compound).is_some() {
        Relation::MemberOf
    } else if role(&noun).is_some() {
        // That somebody has a sister is in what the sister is called.
        return named;
    // "Since our honeymoon": what took place is not had.
    } else if is_ones_own(&noun) && !OCCASIONS.contains(reading.lower(head)) {
        Relation::Has
    } else {
        return Vec::new();
    };
    let Some(mut thing) = value(context, owned.phrase.tokens.clone(), head, &of.entity) else {
        return Vec::new();
    };
    if let ExtractedObject::Value(words) = &thing.object {
        thing.words = with_article(reading.tag(head), words);
    }
    let several = RelationCandidate::new(
        &of.entity,
        relation,
        "have",
        ObjectCandidate { head, ..thing },
        Aspect::Holds,
    );
    std::iter::once(several).chain(named).collect()
}

/// "my goats, Billy and Nanny": each of several who are named.
fn named_belongings(
    context: &PassageContext<'_>,
    clause: &Clause,
    owner: usize,
) -> Vec<RelationCandidate> {
    let reading = context.reading;
    let (Some(of), Some(owned)) = (
        context.referents.at(owner),
        clause.with_role(Role::Object).next(),
    ) else {
        return Vec::new();
    };
    let head = owned.phrase.head;
    // "Our twins" are children, and "her twin" a sister.
    let is_of_two_kinds = reading.is_any(head, &["twins"]);
    if reading.tag(head) != "NNS" || reading.quoted[head] || is_of_two_kinds {
        return Vec::new();
    }
    let mention = SubjectMention {
        entity: of.entity.clone(),
        head: owner,
    };
    // "My flatmates Bartek and Naiara" are known, and not had.
    let is_only_known = role(&noun_of(reading, head)).is_some_and(|role| {
        role.kind == EntityKind::Person && role.relation == Some(Kinship::Is(Relation::Knows))
    });
    if is_only_known {
        return Vec::new();
    }
    named(context, head)
        .iter()
        .filter_map(|one| belonging(context, clause, &mention, one, Aspect::Holds))
        .collect()
}

/// Whether a clause only takes for granted, and so holds whatever its sentence asks or denies.
pub(crate) fn is_presupposed(clause: &Clause) -> bool {
    clause.form == Form::Possessive
}

/// Things that are somebody's own, rather than what they feel, belong to or pass by: "my stop", "my gym".
fn is_ones_own(noun: &str) -> bool {
    let is_thing = kind_of_noun(noun)
        .is_some_and(|kind| matches!(kind, EntityKind::Work | EntityKind::Product));
    (is_possession(noun) || is_condition(noun) || is_thing || HELD.contains(noun))
        && !SHARED.contains(noun)
}

/// Whether what is had is only wanted, planned or denied.
fn is_hoped_for(context: &PassageContext<'_>, head: usize) -> bool {
    let reading = context.reading;
    let is_to_be = reading
        .doc
        .children(head)
        .any(|child| NOT_OR_NO_MORE.contains(reading.lower(child)));
    let around = reading.doc.ancestors(head).find_map(|above| {
        reading
            .clauses
            .iter()
            .find(|clause| clause.predicate.head == above && clause.form != Form::Possessive)
    });
    // "Sold my bike" says that it is theirs no more.
    let is_given_up = |clause: &Clause| {
        GIVING_UP.contains(clause.predicate.lemma.split(' ').next().unwrap_or_default())
    };
    // "My car is a red Toyota" and "my guide dog is called Rex" say enough; "how are your turtles?" says nothing else.
    let is_told_of = reading.is_subject(head)
        && matches!(
            reading.lemma(reading.head(head)).as_str(),
            "be" | "call" | "name"
        )
        && around.is_none_or(|clause| {
            clause.kind == Kind::Statement && clause.modality == Modality::Actual
        });
    // "My family came from Poland" tells of them by whose they are.
    let is_told_of = is_told_of
        || HELD.contains(&reading.lemma(head))
            && reading.is_subject(head)
            && context.referents.at(head).is_some();
    // "I want my own house."
    let is_wanted = around.is_some_and(|clause| WANTING.contains(&clause.predicate.lemma));
    is_to_be
        || around.is_some_and(|clause| is_treated(reading, clause))
        || is_told_of
        || is_wanted
        || around.is_some_and(is_given_up)
        || around.is_some_and(|clause| is_gone(reading, clause))
        || around.is_some_and(|clause| {
            clause.modality != Modality::Actual
                && matches!(
                    clause.predicate.lemma.as_str(),
                    "have"
                        | "get"
                        | "buy"
                        | "find"
                        | "start"
                        | "open"
                        | "own"
                        | "build"
                        | "adopt"
                        | "launch"
                        | "create"
                        | "make"
                        | "publish"
                        | "write"
                )
        })
}

/// "Our cat was put to sleep", "my exam is done": what there was.
fn is_gone(reading: &Reading<'_>, clause: &Clause) -> bool {
    is_killing(reading, clause.predicate.head)
        || matches!(clause.predicate.lemma.as_str(), "die" | "pass away")
        || clause.is_passive
            && matches!(
                clause.predicate.lemma.as_str(),
                "do" | "put off" | "postpone" | "cancel" | "call off" | "reschedule"
            )
        // "Ben failed his exam", "my interview went well"
        || matches!(clause.predicate.lemma.as_str(), "fail" | "pass" | "sit" | "go")
            && clause.tense == Tense::Past
}

/// "had her cataracts done": what is done away with.
fn is_treated(reading: &Reading<'_>, clause: &Clause) -> bool {
    matches!(clause.predicate.lemma.as_str(), "do" | "remove")
        && reading.dep(clause.predicate.head) == Dep::Ccomp
        && reading.tag(clause.predicate.head) == "VBN"
}

/// Verbs of what somebody has not, or may have had.
static WANTING: WordList =
    WordList::new("want need wish dream hope look save imagine picture remember recall");

/// Words before what is not somebody's yet, or is theirs no more.
static NOT_OR_NO_MORE: WordList = WordList::new(
    "dream ideal future next favorite favourite first second third last old former previous ex",
);

/// Verbs after which somebody does not have it any more.
static GIVING_UP: WordList = WordList::new(
    "sell lose give donate return throw ditch scrap wreck total trade break crash miss forget leave quit cancel end resign",
);

/// Those whom somebody has to care for, teach or serve; whoever has one of them is told by who that is.
static CHARGES: WordList = WordList::new(
    "kid child son daughter grandchild grandson granddaughter niece nephew student pupil client \
     customer patient employee apprentice mentee follower subscriber neighbor neighbour roommate \
     flatmate housemate",
);

/// What somebody is a member of, where it is said what group it is: "my writers group".
static GROUPS: WordList =
    WordList::new("group club band team choir orchestra league squad troupe society forum");

/// What somebody has that is no thing: work, plans and obligations.
static HELD: WordList = WordList::new(
    "job biz project script assignment internship apprenticeship scholarship grant mortgage loan lease \
     insurance subscription membership license licence visa degree routine recipe savings \
     pension patent account portfolio insurance-policy policy inventory-list collection bakery practice farm allotment orchard tournament tattoo family \
     twin twins due-date nursery trip vacation holiday commute",
);

/// What took place.
static OCCASIONS: WordList = WordList::new(
    "honeymoon wedding weddings funeral party birthday birthdays holidays vacations accident miscarriage divorce",
);

/// What is somebody's because they belong to it, or took part in it.
static SHARED: WordList = WordList::new(
    "company firm team school university college church choir village hometown town restaurant cafe café \
     salon bakery series show newspaper magazine",
);
