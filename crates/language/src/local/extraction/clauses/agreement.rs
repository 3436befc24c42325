//! Subjects that a verb cannot have: "Lienen is small, so stay in town" tells whoever is spoken to to stay.

use recollect_clauses::{Clause, Form, Origin, Role};
use recollect_model::EntityKind;
use recollect_spacy::{Dep, Pos};

use crate::EntityRef;
use crate::lexicon::{is_feeling, is_lasting, is_of_somebody};
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::coreference::referents::How;
use crate::word_list::WordList;

/// Words for what belongs to somebody, and is named elsewhere.
pub(crate) const ABSENT: &[&str] = &["mine", "ours", "yours", "hers", "theirs"];

/// Whether what the parser takes for the subject of a clause is none: "mine", which is whatever was spoken of, or one thing of
/// a verb that is said of several or told to somebody.
pub(crate) fn disagrees(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let reading = context.reading;
    let Some(subject) = &clause.subject else {
        return false;
    };
    let (head, verb) = (subject.phrase.head, clause.predicate.head);
    let is_whose = reading.is_any(head, ABSENT);
    // "Lienen is small, so stay": one who stays "stays".
    let is_one = matches!(reading.tag(head), "NN" | "NNP")
        || reading.is_any(head, &["he", "she", "it", "this", "that"]);
    let is_bare = reading.tag(verb) == "VB"
        && reading.dep(verb) == Dep::Conj
        && !reading.lower(verb).ends_with("ed")
        && clause.predicate.tokens.first() == Some(&verb);
    let before = reading.head(verb);
    let follows_finite = matches!(reading.tag(before), "VBZ" | "VBD")
        && !reading.doc.children(before).any(|child| {
            matches!(reading.tag(child), "MD" | "TO")
                || reading.is_any(child, &["do", "does", "did"])
        });
    let is_told = subject.origin == Origin::Shared && is_one && is_bare && follows_finite;
    is_whose || is_told
}

/// Whether a clause that leaves out its subject is about another than whoever speaks: "Offered me forty pounds", "Last week was
/// hard", "And put the kettle on".
pub(crate) fn is_of_another(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let reading = context.reading;
    let does_to_me = clause.arguments.iter().any(|argument| {
        matches!(argument.role, Role::Object | Role::IndirectObject)
            && reading.is_any(argument.phrase.head, &["me", "us"])
    });
    let Some(first) = clause.predicate.tokens.first().copied() else {
        return false;
    };
    let before = first.checked_sub(1);
    let is_of_time = clause.predicate.lemma == "be"
        && before.is_some_and(|before| context.is_time(before) && reading.pos(before) == Pos::Noun);
    let is_told = UNCHANGED.contains(reading.lower(first))
        && before.is_some_and(|before| reading.is_any(before, &["and", "then", "please"]));
    // "Getting too big for my kitchen" is said of what was spoken of.
    let is_of_thing = clause.form == Form::Copular
        && reading.tag(first) == "VBG"
        && clause.with_role(Role::Attribute).any(|attribute| {
            let adjective = reading.lower(attribute.phrase.head);
            reading.pos(attribute.phrase.head) == Pos::Adj
                && !(is_of_somebody(adjective) || is_feeling(adjective) || is_lasting(adjective))
        });
    does_to_me || is_of_time || is_told || is_of_thing
}

/// "Gravy's banned. Humped the owner's leg", said in a talk: what goes on without a subject behind a sentence about another is about
/// that one. In notes it is the writer's ("Ran into Ana. Gave her my number"), but for what somebody else does of their own: "Mrs Beynon is in
/// hospital. Slipped on her own step".
pub(crate) fn goes_on_about_another(context: &PassageContext<'_>, verb: usize) -> bool {
    let reading = context.reading;
    let is_talk = context
        .speaker
        .is_some_and(|speaker| *speaker != EntityRef::Owner);
    let is_own = |token: usize| {
        reading.is_any(token, &["himself", "herself"])
            || reading.is_any(token, &["his", "her"]) && reading.is_any(token + 1, &["own"])
    };
    let is_anothers = is_talk || reading.doc.sentence_of(verb).any(is_own);
    let Some(before) = reading.sentence_before(verb).filter(|_| is_anothers) else {
        return false;
    };
    let mut subjects = before.filter(|token| reading.is_subject(*token));
    subjects.next().is_some_and(|subject| {
        let is_with_me = reading
            .doc
            .subtree(subject)
            .any(|part| reading.is_any(part, &["i", "me", "my"]));
        let is_one = reading.is_any(subject, &["he", "she"])
            || context.referents.at(subject).is_some_and(|referent| {
                let is_named = referent.how == How::Named || referent.how == How::Role && !is_talk;
                is_named
                    && matches!(referent.kind, EntityKind::Person | EntityKind::Animal)
                    && context.speaker != Some(&referent.entity)
                    && context.addressee != Some(&referent.entity)
            });
        is_one && !is_with_me
    })
}

/// Verbs whose past is as their base, so that nothing tells a note from a command.
static UNCHANGED: WordList = WordList::new("put cut let set hit shut read cost spread bet quit");
