//! Clauses that say nothing of their own, or nothing that can be told by itself.

use recollect_clauses::{Argument, Clause, Form, Origin, Role, Tense};
use recollect_model::{EntityKind, Modality};
use recollect_spacy::{Dep, Pos};

use crate::EntityRef;
use crate::lexicon::{Life, OF_DOING, is_condition, life_of};
use crate::local::extraction::candidates::identities::NAME_WISHES;
use crate::local::extraction::candidates::insights::is_wanted_of;
use crate::local::extraction::candidates::loose::{
    is_of_it_all, is_of_thing_before, is_praise, is_sign_off, is_told_no,
};
use crate::local::extraction::clauses::agreement::ABSENT;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::pointers::is_bare_number;
use crate::local::extraction::coreference::referents::How;

/// Whether a clause says nothing of its own: it is of anybody, of a doing that is told, a compliment, or what is wanted.
pub(super) fn is_set_aside(context: &PassageContext<'_>, clause: &Clause) -> bool {
    is_of_anybody(context, clause)
        || is_of_doing(context, clause)
        || is_compliment(context, clause)
        || is_wanted_of(context, clause)
        || is_had_done(context, clause)
        || is_restricted(context, clause)
        // "I can stop keeping secrets": what may end says little.
        || clause.markers.ends && clause.modality == Modality::Possible
        || is_of_pointed(context, clause)
        || is_without_matter(context, clause)
        || is_of_lost(context, clause)
        || is_at_it(context, clause)
        || is_stranded(context, clause)
        || is_gesture(clause)
        || is_in_brackets_of_another(context, clause)
        || is_done_without(context, clause)
        || is_in_case(context, clause)
        || is_wish_for_name(context, clause)
        || is_no_way(context, clause)
        || is_less(context, clause)
        || is_of_thing_before(context, clause)
        || is_told_no(context, clause)
        || is_of_it_all(context, clause)
        || is_sign_off(context, clause)
        || is_praise(context, clause)
        || is_not_borne(context, clause)
        || is_the_more(context, clause)
        // "I would like to know": the knowing says it.
        || clause.predicate.lemma == "like"
            && clause.modality == Modality::Wished
            && clause.with_role(Role::Complement).next().is_some()
            && clause.with_role(Role::Object).next().is_none()
}

/// "The more I practise the worse I get": how one grows with the other.
fn is_the_more(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let reading = context.reading;
    let first = reading.doc.sentence_of(clause.predicate.head).start;
    reading.is_any(first, &["the"]) && matches!(reading.tag(first + 1), "JJR" | "RBR") && {
        let next = first + 2;
        reading.is_any(next, &["i", "you", "he", "she", "it", "we", "they"])
    }
}

/// "Anna, Ben (a nurse, drives a van)": what stands in brackets is said of whoever stands before them.
fn is_in_brackets_of_another(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let reading = context.reading;
    let verb = clause.predicate.head;
    let sentence = reading.doc.sentence_of(verb);
    let Some(open) = (sentence.start..verb)
        .rev()
        .take_while(|token| !reading.is_any(*token, &[")"]))
        .find(|token| reading.is_any(*token, &["("]))
    else {
        return false;
    };
    clause.subject.as_ref().is_some_and(|subject| {
        let head = subject.phrase.head;
        head < open
            && reading
                .name_at(head)
                .map_or(head + 1, |name| name.tokens.end)
                != open
    })
}

/// "No way I can pay it": it is denied.
fn is_no_way(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let reading = context.reading;
    let subject = clause.subject.as_ref().map(|subject| subject.phrase.head);
    let way = subject.and_then(|subject| subject.checked_sub(2));
    way.is_some_and(|no| reading.is_any(no, &["no"]) && reading.is_any(no + 1, &["way"]))
}

/// "She was less cross than I feared", "I'm more relieved than anything": what is compared is not plainly so.
fn is_less(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let reading = context.reading;
    clause.form == Form::Copular
        && clause.with_role(Role::Attribute).any(|attribute| {
            reading.doc.children(attribute.phrase.head).any(|child| {
                reading.dep(child) == Dep::Advmod
                    && (reading.is_any(child, &["less"])
                        || reading.is_any(child, &["more"])
                            && reading.is_any(attribute.phrase.head + 1, &["than"]))
            })
        })
}

/// "I can't have a cat under my feet": whoever cannot have something may well have it.
fn is_not_borne(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let reading = context.reading;
    let has_modal = reading.doc.children(clause.predicate.head).any(|child| {
        reading.dep(child) == Dep::Aux && reading.is_any(child, &["ca", "can", "could", "cannot"])
    });
    // "I can't have dairy" is what one does not eat.
    let has_article = clause.with_role(Role::Object).any(|object| {
        let article = reading.child(object.phrase.head, Dep::Det);
        article.is_some_and(|article| reading.is_any(article, &["a", "an"]))
    });
    clause.predicate.lemma == "have" && clause.is_negated && has_modal && has_article
}

/// "She prefers to be called Mel" says what she is called.
fn is_wish_for_name(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let reading = context.reading;
    let verb = clause.predicate.head;
    let is_wish = NAME_WISHES.contains(&clause.predicate.lemma.as_str());
    is_wish
        && reading
            .doc
            .children(verb)
            .any(|child| reading.lemma(child) == "call" && reading.name_at(child + 1).is_some())
}

/// "In case the talks fail".
fn is_in_case(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let reading = context.reading;
    let first = clause
        .subject
        .as_ref()
        .map_or(clause.predicate.head, |subject| {
            subject.phrase.tokens.start.min(subject.phrase.head)
        });
    first.checked_sub(2).is_some_and(|before| {
        reading.is_any(before, &["in"]) && reading.is_any(before + 1, &["case"])
    })
}

/// "She can read it without learning a word": what is not needed is not so.
fn is_done_without(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let reading = context.reading;
    let verb = clause.predicate.head;
    let governor = clause
        .governor
        .and_then(|governor| context.reading.clauses.get(governor));
    reading.dep(verb) == Dep::Pcomp
        && reading.is_any(reading.head(verb), &["without"])
        && governor.is_some_and(|governor| governor.modality != Modality::Actual)
}

/// "stood in the garage": what somebody's body does for a moment.
fn is_gesture(clause: &Clause) -> bool {
    const GESTURES: &[&str] = &[
        "stand", "lean", "nod", "glance", "stare", "blink", "sigh", "shrug", "grin", "wink",
        "frown", "gasp",
    ];
    let verb = clause.predicate.lemma.as_str();
    let has_object = clause.with_role(Role::Object).next().is_some();
    GESTURES.contains(&verb) && !has_object && !clause.is_negated
}

/// "He can't be spoken to": the preposition belongs to whom it is done to.
fn is_stranded(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let reading = context.reading;
    clause.is_passive
        && reading.doc.children(clause.predicate.head).any(|child| {
            child > clause.predicate.head
                && reading.dep(child) == Dep::Prep
                && reading.doc.children(child).next().is_none()
        })
}

/// "My father was like that about omelettes", "since we're at it": where nobody is.
fn is_at_it(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let is_of_somebody = clause.subject.as_ref().is_some_and(|subject| {
        let referent = context.referents.at(subject.phrase.head);
        referent
            .is_some_and(|referent| matches!(referent.kind, EntityKind::Person | EntityKind::Owner))
    });
    clause.form == Form::Copular
        && clause.with_role(Role::Attribute).next().is_none()
        && clause.with_role(Role::Prepositional).any(|argument| {
            argument.preposition.as_ref().is_some_and(|preposition| {
                preposition.lemma == "about" && is_of_somebody
                    || preposition.lemma == "at"
                        && context.reading.is_any(argument.phrase.head, &["it"])
            })
        })
}

/// Whether a common noun phrase is one for people: "the students".
fn is_of_persons(entity: &EntityRef) -> bool {
    let words = match entity {
        EntityRef::Role { role, .. } => role,
        EntityRef::Named(name) => name,
        EntityRef::Owner => return true,
    };
    let noun = words.rsplit(' ').next().unwrap_or(words);
    let is_person = |noun: &str| life_of(noun) == Some(Life::Person);
    is_person(noun) || noun.strip_suffix('s').is_some_and(is_person)
}

/// "Has nine hundred", "wrapped them in a vest", "needs a WHAT": what it is done to stands elsewhere, and is not known.
fn is_of_lost(context: &PassageContext<'_>, clause: &Clause) -> bool {
    const POINTING: &[&str] = &["it", "them", "him", "her", "that", "this", "these", "those"];
    let reading = context.reading;
    clause.with_role(Role::Object).any(|object| {
        let head = object.phrase.head;
        // "I had no one to ask" has a denial of its own.
        let is_nobody = clause.is_negated
            && !object.phrase.tokens.is_empty()
            && (reading.is_any(head, &["nobody", "nothing", "none"])
                || reading.is_any(head, &["one"])
                    && reading
                        .doc
                        .children(head)
                        .any(|child| reading.is_any(child, &["no"])));
        // "I can lend her my sister's"
        let is_whose = reading
            .child(head, Dep::Case)
            .is_some_and(|case| case == head + 1)
            && reading.head(head) < head
            && !object.phrase.tokens.is_empty()
            // "My dad has Parkinson's"
            && !is_condition(&format!("{}'s", reading.lower(head)));
        let is_pointed = POINTING.contains(&reading.lower(head))
            && reading.pos(head) == Pos::Pron
            && reading.doc.children(head).next().is_none()
            && object.origin == Origin::Stated
            && context.referents.at(head).is_none();
        is_bare_number(reading, head)
            || is_whose
            || is_nobody
            || is_pointed
            || reading.is_any(head, &["what", "who", "where", "why"]) && reading.is_capitals(head)
    })
}

/// "Told Bruno", "promised Ann": what somebody was told is left out, and nothing that is no person was told anything.
fn is_without_matter(context: &PassageContext<'_>, clause: &Clause) -> bool {
    const TELLING: &[&str] = &[
        "tell", "promise", "warn", "inform", "remind", "assure", "convince",
    ];
    if !TELLING.contains(&clause.predicate.lemma.as_str()) || clause.is_passive {
        return false;
    }
    let whom = clause
        .arguments
        .iter()
        .filter(|argument| matches!(argument.role, Role::Object | Role::IndirectObject));
    let somebody = whom.clone().all(|whom| {
        let referent = context.referents.at(whom.phrase.head);
        referent.is_some_and(|referent| {
            matches!(referent.kind, EntityKind::Person | EntityKind::Owner)
                || [context.speaker, context.addressee].contains(&Some(&referent.entity))
        })
    });
    let says_what = clause.arguments.iter().any(|argument| {
        matches!(argument.role, Role::Complement | Role::AdverbialClause)
            || argument.preposition.as_ref().is_some_and(|preposition| {
                matches!(
                    preposition.lemma.as_str(),
                    "about" | "of" | "to" | "against" | "for"
                )
            })
    });
    // "I told them after May", of the robes; the students may well be told.
    let is_of_thing = whom.clone().any(|whom| {
        let referent = context.referents.at(whom.phrase.head);
        referent.is_some_and(|referent| {
            referent.how == How::Anaphor && !is_of_persons(&referent.entity)
        })
    });
    // "told the whole market"; a story is told
    let is_matter = whom
        .clone()
        .any(|told| MATTERS.contains(&context.reading.lemma(told.phrase.head).as_str()));
    let is_untold = clause.predicate.lemma == "tell" && !is_matter;
    is_of_thing || whom.count() == 1 && (somebody || is_untold) && !says_what
}

/// "I've been waiting for this": what the verb needs is told elsewhere.
fn is_of_pointed(context: &PassageContext<'_>, clause: &Clause) -> bool {
    const NEEDING: &[&str] = &[
        "wait", "look", "hope", "care", "ask", "listen", "hear", "talk", "think", "rely", "depend",
        "believe", "deal", "agree", "worry", "dream", "laugh", "complain",
    ];
    NEEDING.contains(&clause.predicate.lemma.as_str())
        && clause.with_role(Role::Object).next().is_none()
        && clause.with_role(Role::Prepositional).any(|argument| {
            let head = argument.phrase.head;
            context.reading.is_any(head, &["this", "that", "it", "you"])
                && context.referents.at(head).is_none()
        })
}

/// "I only see the airport when I bring people there": hardly ever.
fn is_restricted(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let reading = context.reading;
    let verb = clause.predicate.head;
    let has_only = reading
        .doc
        .children(verb)
        .any(|child| child < verb && reading.is_any(child, &["only"]));
    // "the only time that I don't fret"
    let is_only_time = reading.dep(verb) == Dep::Relcl && {
        let noun = reading.head(verb);
        let mut children = reading.doc.children(noun);
        matches!(
            reading.lemma(noun).as_str(),
            "time" | "day" | "place" | "way" | "moment" | "reason" | "thing"
        ) && children.any(|child| child < noun && reading.is_any(child, &["only", "last", "first"]))
    };
    is_only_time
        || has_only
            && clause.with_role(Role::AdverbialClause).any(|argument| {
                let mark = argument.preposition.as_ref();
                mark.is_some_and(|mark| {
                    matches!(mark.lemma.as_str(), "when" | "if" | "until" | "once")
                }) || reading.is_any(
                    argument.phrase.tokens.start,
                    &["when", "if", "until", "once"],
                )
            })
}

/// "my car fixed" of "I need to get my car fixed": the getting says it.
fn is_had_done(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let reading = context.reading;
    let verb = clause.predicate.head;
    let is_got = reading
        .governor(clause)
        .is_some_and(|governor| matches!(governor.predicate.lemma.as_str(), "get" | "have"));
    is_got
        && reading.tag(verb) == "VBN"
        && reading.dep(verb) == Dep::Ccomp
        && reading.child(verb, Dep::AuxPass).is_none()
}

/// What may be told without whom it is told to.
const MATTERS: &[&str] = &[
    "story",
    "tale",
    "truth",
    "joke",
    "lie",
    "secret",
    "news",
    "fortune",
    "time",
    "name",
    "everything",
    "anecdote",
    "legend",
    "difference",
    "plan",
    "result",
];

/// Whether "you" is anybody: "it's great when you reach a goal", "it shows that you're on the right track".
fn is_of_anybody(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let reading = context.reading;
    let is_you = clause
        .subject
        .as_ref()
        .is_some_and(|subject| reading.is_any(subject.phrase.head, &["you"]));
    let verb = clause.predicate.head;
    // "Any time you need help, call me."
    let is_whenever = clause.subject.as_ref().is_some_and(|subject| {
        let before = subject.phrase.tokens.start;
        before > 0 && reading.is_any(before - 1, &["whenever", "anytime"])
            || before > 1
                && reading.is_any(before - 1, &["time"])
                && reading.is_any(before - 2, &["any", "every", "each"])
    });
    // "a place where they cast bells"
    let is_somewhere = reading.dep(verb) == Dep::Relcl
        && clause
            .subject
            .as_ref()
            .is_some_and(|subject| reading.is_any(subject.phrase.head, &["they"]))
        && reading
            .doc
            .children(verb)
            .any(|child| reading.is_any(child, &["where"]));
    // "as when you take off wet boots"
    let is_in_general = clause.tense == Tense::Present
        && is_you
        && clause.subject.as_ref().is_some_and(|subject| {
            let before = subject.phrase.tokens.start.checked_sub(1);
            before.is_some_and(|before| reading.is_any(before, &["when"]))
        });
    // "Mine left me a radio, and it only picks up one pastor": of whose radio is not said.
    let above = reading.head(verb);
    let is_of_another = reading
        .child(above, Dep::Nsubj)
        .is_some_and(|subject| above != verb && reading.is_any(subject, ABSENT));
    if is_of_another || is_you && is_whenever || is_somewhere || is_in_general {
        return true;
    }
    let is_below = matches!(
        reading.dep(verb),
        Dep::Advcl | Dep::Ccomp | Dep::Acl | Dep::Relcl
    );
    let above = reading.doc.ancestors(verb).last();
    is_you
        && is_below
        && clause.tense == Tense::Present
        && above
            .and_then(|root| reading.child(root, Dep::Nsubj))
            .is_some_and(|subject| reading.is_any(subject, &["it", "that", "this", "life"]))
}

/// Whether a clause is the "hiking" of "loves hiking", which is said of loving it.
fn is_of_doing(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let reading = context.reading;
    let verb = clause.predicate.head;
    // "to cook and bake"
    let first = reading.clauses.iter().find(|first| {
        reading.dep(verb) == Dep::Conj
            && reading.tag(verb) == "VB"
            && first.predicate.head == reading.head(verb)
    });
    let governor = reading.governor(first.unwrap_or(clause));
    governor.is_some_and(|governor| {
        governor.modality != Modality::Wished
            && (OF_DOING.contains(&governor.predicate.lemma.as_str())
                || governor.predicate.lemma == "be")
            && clause.tense != Tense::Past
            && clause.attribution.is_none()
            && !is_split(context, clause)
    })
}

/// "I love your hat" is politeness.
fn is_compliment(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let reading = context.reading;
    let likes = matches!(
        clause.predicate.lemma.as_str(),
        "like" | "love" | "adore" | "admire" | "enjoy"
    );
    likes
        && clause.with_role(Role::Object).any(|object| {
            reading
                .child(object.phrase.head, Dep::Poss)
                .is_some_and(|whose| reading.is_any(whose, &["your", "ur"]))
        })
}

/// "What I love" of "What I love is the silence".
fn is_split(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let is_given_back = |object: &Argument| object.origin == Origin::Controlled;
    context.reading.dep(clause.predicate.head) == Dep::Csubj
        && clause.with_role(Role::Object).any(is_given_back)
}
