//! Sentences of notes that leave out both "I" and "am": "Allergic to cats.", "Back from Berlin.", "Tired of my job."

use recollect_clauses::{
    Argument, Clause, Form, Origin, Phrase, Predicate, Preposition, Role, Tense,
};
use recollect_spacy::{Dep, Pos};

use crate::lexicon::{is_evaluation, is_feeling, is_lasting, is_of_somebody};
use crate::local::extraction::parse::reading::Reading;

/// The most words of such a sentence; what is longer is something else that the parser did not understand.
const MAX_WORDS: usize = 12;

/// Adverbs of being somewhere or on the way: "Off to Crete", "Back in Oslo".
const WHEREABOUTS: &[&str] = &["back", "off", "home", "here", "away", "out"];

/// The clauses of the sentences that have none, as if "I am" stood before them.
pub(crate) fn fragments(reading: &Reading<'_>) -> Vec<Clause> {
    let mut found = Vec::new();
    for root in 0..reading.doc.tokens.len() {
        if reading.dep(root) == Dep::Root && is_noted(reading, root) {
            found.push(clause(reading, root));
        }
    }
    found
}

/// Whether a clause is one of these.
pub(crate) fn is_fragment(reading: &Reading<'_>, clause: &Clause) -> bool {
    clause.subject.is_none()
        && clause.predicate.tokens.is_empty()
        && is_noted(reading, clause.predicate.head)
}

fn is_noted(reading: &Reading<'_>, root: usize) -> bool {
    let sentence = reading.doc.sentence_of(root);
    let has_verb = sentence.clone().any(|token| {
        matches!(reading.pos(token), Pos::Verb | Pos::Aux) && token != root
            || reading.is_subject(token)
    });
    let opens = sentence
        .clone()
        .take_while(|token| *token < root)
        .all(|token| {
            matches!(
                reading.pos(token),
                Pos::Adv | Pos::Punct | Pos::Space | Pos::Intj
            )
        });
    let adjective = reading.lower(root);
    // "Dark since two" is something else.
    let is_state = is_of_somebody(adjective)
        || is_lasting(adjective)
        || matches!(reading.tag(root), "VBN" | "VBD" | "JJ")
            && (is_feeling(adjective) || is_evaluation(adjective) && reading.pos(root) != Pos::Adj)
        || reading.is_any(root, WHEREABOUTS);
    // "Moved in with her sister."
    let is_moved = reading.is_any(root, &["moved"])
        && reading.is_any(root + 1, &["in", "out", "to", "into", "back"]);
    sentence.len() <= MAX_WORDS
        && !has_verb
        // "Good for you."
        && !reading.is_any(root, &["good"])
        && !is_moved
        && opens
        && is_state
        && reading.child(root, Dep::Prep).is_some_and(|preposition| {
            preposition > root && reading.child(preposition, Dep::Pobj).is_some()
        })
}

fn clause(reading: &Reading<'_>, root: usize) -> Clause {
    let doc = &reading.doc;
    let phrase = |head: usize| {
        let tokens = doc.subtree_range(head);
        Phrase {
            head,
            range: doc.range_of(tokens.clone()),
            tokens,
            possessor: None,
        }
    };
    let argument = |head: usize, role: Role, preposition: Option<Preposition>| Argument {
        role,
        preposition,
        members: vec![phrase(head)],
        phrase: phrase(head),
        origin: Origin::Stated,
        clause: None,
    };
    let is_place = reading.is_any(root, WHEREABOUTS);
    let mut arguments = vec![argument(
        root,
        if is_place {
            Role::Adverbial
        } else {
            Role::Attribute
        },
        None,
    )];
    for preposition in doc.children(root) {
        let object = reading
            .child(preposition, Dep::Pobj)
            .filter(|_| reading.dep(preposition) == Dep::Prep);
        if let Some(object) = object {
            arguments.push(argument(
                object,
                Role::Prepositional,
                Some(Preposition {
                    token: preposition,
                    lemma: reading.lower(preposition).to_owned(),
                    completes: (!is_place).then(|| reading.lemma(root)),
                }),
            ));
        }
    }
    let sentence = doc.sentence_of(root);
    let predicate = Predicate {
        head: root,
        tokens: Vec::new(),
        lemma: "be".to_owned(),
        range: doc.tokens[root].range.clone(),
    };
    Clause {
        arguments,
        tense: Tense::Present,
        range: doc.range_of(sentence),
        ..Clause::new(Form::Copular, predicate)
    }
}
