//! What nothing else reads: the clause in its own words, with whatever can be read by itself as its subject and its object.
//! It is worth little (see [`crate::local::extraction::worth`]), so that it comes after everything that is understood.

use std::ops::Range;

use recollect_clauses::{Argument, Clause, Form, Kind, Origin, Phrase, Role, Tense};
use recollect_model::{Aspect, EntityKind, Modality, Relation, RelationName};
use recollect_spacy::{Dep, Pos};

use crate::ExtractedObject;
use crate::lexicon::article;
use crate::local::extraction::candidates::aside::is_set_aside;
use crate::local::extraction::candidates::candidate::{RelationCandidate, name};
use crate::local::extraction::candidates::complements::{becomes, is_only_said};
use crate::local::extraction::candidates::faring::{has_matter, how_it_does, own_faring};
use crate::local::extraction::candidates::figures::is_figure;
use crate::local::extraction::candidates::insights::is_bare;
use crate::local::extraction::candidates::open::open;
use crate::local::extraction::candidates::unnamed::{MAX_DOING_WORDS, common};
use crate::local::extraction::candidates::whereabouts::adverb_of_place;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::doings::doing;
use crate::local::extraction::clauses::objects::{About, ObjectCandidate};
use crate::local::extraction::clauses::reported::reported;
use crate::local::extraction::clauses::subjects::{SubjectMention, subject_mentions, things};
use crate::local::extraction::clauses::words::enumerated;
use crate::local::extraction::factuality::aspect::{aspect_in, has_happened, is_done, is_over};
use crate::local::extraction::parse::reading::Reading;
use crate::word_list::WordList;

/// What a clause says in its own words.
pub(crate) fn candidates(context: &PassageContext<'_>, clause: &Clause) -> Vec<RelationCandidate> {
    let reading = context.reading;
    if !(says_something(reading, clause) && is_whole(reading, clause))
        || is_set_aside(context, clause)
    {
        return Vec::new();
    }
    let mut subjects = subject_mentions(context, clause);
    if subjects.is_empty() {
        subjects.extend(common(context, clause));
    }
    if subjects.is_empty() {
        subjects.extend(own_faring(context, clause));
    }
    // "My old laptop was stolen from the office": it did not steal.
    if clause.is_passive && clause.form == Form::Verbal {
        let is_whole = clause.with_role(Role::Complement).next().is_none();
        let told = subjects
            .iter()
            .filter(|_| is_whole)
            .flat_map(|subject| open(context, clause, subject));
        return told
            .map(|candidate| RelationCandidate {
                is_verbatim: true,
                ..candidate
            })
            .collect();
    }
    subjects
        .iter()
        .filter(|subject| !is_politeness(reading, clause, subject))
        .flat_map(|subject| {
            let said = objects(context, clause, subject);
            said.into_iter().map(move |said| (subject, said))
        })
        .filter_map(|(subject, (phrase, thing))| {
            let relation = match phrase.as_str() {
                "be" => Relation::Is.into(),
                phrase if LIKING.contains(phrase) => Relation::Likes.into(),
                phrase => RelationName::of(&name(phrase)),
            };
            let is_named = !relation.as_str().is_empty() && !phrase.ends_with('-');
            let aspect = aspect_in(clause, running(clause));
            is_named.then(|| RelationCandidate {
                is_verbatim: true,
                ..RelationCandidate::new(&subject.entity, relation, &phrase, thing, aspect)
            })
        })
        .collect()
}

/// Whether a clause is a sentence about the world: no talk about talking, nothing that ought to be.
fn says_something(reading: &Reading<'_>, clause: &Clause) -> bool {
    let is_meant = match clause.modality {
        Modality::Actual => !reading.has_modal(clause),
        Modality::Planned | Modality::Wished | Modality::Possible => true,
        Modality::Required | Modality::Conditional => false,
    };
    clause.kind == Kind::Statement
        && is_meant
        && !clause.predicate.tokens.is_empty()
        && (!TALK.contains(&clause.predicate.lemma) || has_matter(reading, clause))
        && !matches!(&*clause.predicate.lemma, "get back" | "turn out")
}

/// Whether what a clause says is said by it alone, and not by another that it hangs from or that hangs from it.
fn is_whole(reading: &Reading<'_>, clause: &Clause) -> bool {
    let verb = clause.predicate.head;
    let has_complement = clause.with_role(Role::Complement).next().is_some();
    // "Makes me happy": the making says it.
    let is_caused = reading.governor(clause).is_some_and(|governor| {
        CAUSING.contains(&governor.predicate.lemma) && clause.tense == Tense::Untensed
    });
    // "Used to be afraid": the being says it.
    let is_half = has_complement
        && matches!(
            clause.predicate.lemma.as_str(),
            "use" | "have" | "allow" | "suppose"
        );
    // "Gonna be awesome!": of what is not said.
    let is_of_unsaid = clause.form == Form::Copular && clause.subject.is_none();
    // "It's inspiring sharing stories": "it" is the sharing.
    let is_of_doing = clause.with_role(Role::Attribute).any(|attribute| {
        let mut children = reading.doc.children(attribute.phrase.head);
        children.any(|child| reading.tag(child) == "VBG")
    });
    // "some places I want to visit"
    let is_of_noun = reading.dep(verb) == Dep::Relcl && has_complement;
    // "God help us."
    let is_bidden = reading.tag(verb) == "VB"
        && reading.dep(verb) == Dep::Root
        && reading.child(verb, Dep::Aux).is_none()
        && reading.child(verb, Dep::AuxPass).is_none();
    !(is_caused || is_half || is_of_unsaid || is_of_doing || is_of_noun || is_bidden)
}

/// "You are so talented", "enjoy your trip", "at sea you don't spend": what is said of whoever is spoken to, or of anybody, but
/// for what they did.
fn is_politeness(reading: &Reading<'_>, clause: &Clause, subject: &SubjectMention) -> bool {
    let is_expected = matches!(clause.modality, Modality::Planned | Modality::Wished);
    reading.is_any(subject.head, &["you", "u"])
        && (!is_done(clause) && (clause.form == Form::Copular || clause.is_negated)
            || is_expected
            || reading.has_modal(clause))
}

pub(super) fn running(clause: &Clause) -> Aspect {
    if has_happened(clause) && clause.form == Form::Verbal && !is_over(clause) {
        Aspect::Happens
    } else {
        Aspect::Holds
    }
}

/// What a clause says of its subject, each with the words that relate them.
fn objects(
    context: &PassageContext<'_>,
    clause: &Clause,
    subject: &SubjectMention,
) -> Vec<(String, ObjectCandidate)> {
    let reading = context.reading;
    let lemma = &clause.predicate.lemma;
    let mut plain = [Role::Object, Role::Attribute]
        .into_iter()
        .filter_map(|role| clause.with_role(role).next());
    if let Some(argument) = plain.next() {
        // "the characters I worked so hard on"
        if argument.origin == Origin::Antecedent && OF_SOMETHING.contains(lemma) {
            return Vec::new();
        }
        let Some(becomes) = becomes(context, clause, subject, argument) else {
            return Vec::new();
        };
        let things = things(context, argument, &subject.entity).into_iter();
        return things
            .filter(|thing| {
                clause.form != Form::Copular || !is_figure(context, clause, subject, thing.head)
            })
            .filter(|thing| is_telling(context, clause, subject, thing))
            .map(|thing| ObjectCandidate {
                words: format!("{}{becomes}", thing.words),
                ..thing
            })
            .map(|thing| (lemma.clone(), one_of_us(reading, subject, thing)))
            .collect();
    }
    if let Some(thing) = how_it_does(reading, clause, subject) {
        return vec![(lemma.clone(), thing)];
    }
    if let Some(thing) = what_is_felt(context, clause, subject) {
        return vec![(lemma.clone(), thing)];
    }
    if let Some(argument) = clause.with_role(Role::Complement).next() {
        let thing = what_is_done(context, clause, &argument.phrase, subject);
        return thing
            .map(|thing| (lemma.clone(), thing))
            .into_iter()
            .collect();
    }
    // "We met at university" leaves out whom.
    if lemma == "meet" {
        return Vec::new();
    }
    clause
        .with_role(Role::Prepositional)
        .filter(|argument| !context.is_time(argument.phrase.head))
        .map(|argument| prepositional(context, clause, argument, subject))
        .find(|found| !found.is_empty())
        .unwrap_or_default()
}

/// "stands for love and faith", "is on the lookout for new reads".
fn prepositional(
    context: &PassageContext<'_>,
    clause: &Clause,
    argument: &Argument,
    subject: &SubjectMention,
) -> Vec<(String, ObjectCandidate)> {
    let lemma = &clause.predicate.lemma;
    let Some(preposition) = argument.preposition.as_ref().map(|one| &one.lemma) else {
        return Vec::new();
    };
    // "deciding between the Canon and the Fuji" is about both together.
    if preposition == "between" {
        return Vec::new();
    }
    let things = things(context, argument, &subject.entity).into_iter();
    // "I'm here for you", but not "I'm up at four for the market".
    let place = adverb_of_place(context.reading, clause);
    let before = argument
        .preposition
        .as_ref()
        .and_then(|one| one.token.checked_sub(1));
    let is_apart = place.is_some() && place != before;
    if clause.form == Form::Copular && is_apart {
        return Vec::new();
    }
    // "We've played for quite some time."
    let lasts = |thing: &ObjectCandidate| context.reading.is_any(thing.head, &["time", "while"]);
    let telling = things
        .filter(|thing| !NOTHING.contains(context.reading.lower(thing.head)) && !lasts(thing));
    if clause.form == Form::Verbal {
        return telling
            .map(|thing| (format!("{lemma} {preposition}"), thing))
            .collect();
    }
    let told = enumerated(telling.map(|thing| thing.words).collect());
    let here = place.map_or(String::new(), |place| {
        format!("{} ", context.reading.lower(place))
    });
    let words = format!("{here}{preposition} {told}");
    let thing = (!told.is_empty()).then(|| of_phrase(&words, &argument.phrase));
    thing
        .map(|thing| (lemma.clone(), thing))
        .into_iter()
        .collect()
}

/// "We were teammates in school" says of one of us "a teammate in school".
fn one_of_us(
    reading: &Reading<'_>,
    subject: &SubjectMention,
    thing: ObjectCandidate,
) -> ObjectCandidate {
    let head = thing.head;
    let is_bare = reading.doc.subtree_range(head).start == head;
    let is_several = reading.tag(head) == "NNS" && reading.dep(head) == Dep::Attr;
    let ExtractedObject::Value(value) = &thing.object else {
        return thing;
    };
    if !(is_bare && is_several && reading.is_any(subject.head, &["we"])) {
        return thing;
    }
    let one = reading.lemma(head);
    let alone = |words: &str, one: &str| words.replacen(reading.word(head), one, 1);
    ObjectCandidate {
        words: alone(&thing.words, &format!("{} {one}", article(&one))),
        object: ExtractedObject::Value(alone(value, &one)),
        ..thing
    }
}

/// "feels like they could write a film": what is compared, or noticed, in a whole clause.
fn what_is_felt(
    context: &PassageContext<'_>,
    clause: &Clause,
    subject: &SubjectMention,
) -> Option<ObjectCandidate> {
    let reading = context.reading;
    let felt = clause.arguments.iter().find(|argument| {
        matches!(argument.role, Role::AdverbialClause | Role::Complement)
            && argument.phrase.head > clause.predicate.head
            && matches!(reading.dep(argument.phrase.head), Dep::Advcl | Dep::Ccomp)
    })?;
    let tokens = felt.phrase.tokens.clone();
    let is_compared = reading.is_any(tokens.start, &["like"]);
    let asks =
        reading.tag(tokens.start).starts_with('W') || reading.is_any(tokens.start, &["there"]);
    let is_told = asks || !is_compared && is_told(context, clause, tokens.clone());
    let lemma = clause.predicate.lemma.as_str();
    let head = felt.phrase.head;
    let is_seen = || is_bare(reading, head) && reading.tag(head) != "JJ";
    // "I saw someone draw", "I like how the colors blend".
    let is_felt = matches!(lemma, "feel" | "hear")
        || matches!(lemma, "see" | "watch" | "notice") && is_seen()
        || LIKING.contains(lemma) && reading.is_any(tokens.start, &["how"]);
    let is_known_how = LIKING.contains(lemma) && !is_compared;
    if !is_felt || clause.is_negated || is_told && !is_known_how {
        return None;
    }
    let nothing = ObjectCandidate::value("", felt.phrase.head);
    let about = About {
        subject: &subject.entity,
        thing: &nothing,
    };
    let words = reported(context, about, tokens)?;
    Some(of_phrase(&words, &felt.phrase))
}

/// "to keep going", "trying new recipes", unless it is told by itself: "wants to visit Rome" says that of visiting Rome.
fn what_is_done(
    context: &PassageContext<'_>,
    clause: &Clause,
    phrase: &Phrase,
    subject: &SubjectMention,
) -> Option<ObjectCandidate> {
    let reading = context.reading;
    let head = phrase.head;
    // "I wanted to say" says nothing.
    let is_talk = TALK.contains(&reading.lemma(head));
    // "stopped sleeping like a human" is told by the sleeping.
    let is_ended = reading
        .clauses
        .iter()
        .any(|inner| inner.predicate.head == head && inner.markers.ends && !clause.is_negated);
    // "wants the stairwell cleaned", "needs the ladder free"
    let is_wanted_so = matches!(clause.predicate.lemma.as_str(), "want" | "need" | "prefer")
        && matches!(reading.tag(head), "JJ" | "VBN")
        && reading.child(head, Dep::Nsubj).is_some();
    if is_talk
        || is_ended
        || !(reading.is_infinitive(head) || reading.tag(head) == "VBG" || is_wanted_so)
        || is_told(context, clause, phrase.tokens.clone())
    {
        return None;
    }
    doing(
        context,
        phrase.tokens.clone(),
        head,
        &subject.entity,
        MAX_DOING_WORDS,
    )
    .map(|words| of_phrase(&words, phrase))
}

fn of_phrase(words: &str, phrase: &Phrase) -> ObjectCandidate {
    ObjectCandidate {
        tokens: phrase.tokens.clone(),
        ..ObjectCandidate::value(words, phrase.head)
    }
}

/// Whether an object says something of its subject: not "glad", not "fun", and not who somebody is, which naming tells.
fn is_telling(
    context: &PassageContext<'_>,
    clause: &Clause,
    subject: &SubjectMention,
    thing: &ObjectCandidate,
) -> bool {
    let reading = context.reading;
    let word = reading.lower(thing.head);
    let is_copular = clause.form == Form::Copular;
    let speaks = reading.is_any(subject.head, &["i", "we"]);
    // "I'm tired" is so for an hour; "I was nervous last week" and "I'm so proud" are worth keeping.
    let passes = is_copular
        && speaks
        && clause.tense == Tense::Present
        && reading.doc.children(thing.head).next().is_none();
    // "He tells it", "she knows that": what was said, and no thing.
    let is_said = matches!(
        clause.predicate.lemma.as_str(),
        "know" | "understand" | "show" | "remember" | "forget"
    ) && reading.pos(thing.head) == Pos::Pron;
    // "It reminds me to slow down."
    let says_to_do = clause
        .with_role(Role::Complement)
        .any(|argument| reading.is_infinitive(argument.phrase.head));
    // "My hearing aids are Phonak": things are not called what they are.
    let is_make = matches!(thing.kind, EntityKind::Organization | EntityKind::Product)
        && reading.tag(subject.head) == "NNS";
    let is_spent = clause.predicate.lemma == "have" && reading.is_any(thing.head, &["time"]);
    !(NOTHING.contains(word)
        || is_only_said(clause, thing) && !says_to_do
        || passes
        || is_spent
        || is_said
        || is_copular && thing.entity().is_some() && !is_make
        || is_told(context, clause, reading.doc.subtree_range(thing.head)))
}

/// So many of the clauses inside a phrase are looked at.
const MAX_INSIDE: usize = 8;

/// Whether the rules read what is to be done: "the chance to meet Malala", "unable to visit Peru".
pub(super) fn is_told(context: &PassageContext<'_>, clause: &Clause, tokens: Range<usize>) -> bool {
    let reading = context.reading;
    let inside = reading.clauses.iter().filter(|inner| {
        let head = inner.predicate.head;
        tokens.contains(&head)
            && head != clause.predicate.head
            && (reading.is_infinitive(head) || reading.tag(head) == "VBG")
    });
    inside
        .take(MAX_INSIDE)
        .any(|inner| !super::understood(context, inner).is_empty())
}

/// Verbs of talk and of opinion, and those that say nothing without what is left out of them here.
pub(super) static TALK: WordList = WordList::new(
    "think guess mean say thank agree bet wonder wait go get come do sound seem appear let suppose hope wish welcome \
     congratulate apologize apologise imagine doubt swear reckon assure admit believe can will note complain tell ask live leave",
);

/// Verbs that have their object only by a preposition.
static OF_SOMETHING: WordList =
    WordList::new("work talk look listen care dream struggle laugh rely depend search");

/// Verbs that make somebody do what hangs from them.
static CAUSING: WordList =
    WordList::new("make help let have see watch hear get keep want use last");

/// Verbs of what somebody likes.
static LIKING: WordList = WordList::new("like love adore");

/// What says nothing of anybody.
static NOTHING: WordList = WordList::new(
    "glad sure sorry right wrong able unable short about here there like okay ok fine matters fun chance end dream \
     nightmare hours minutes",
);
