//! What asserts nothing: questions, commands, suppositions, speech of others, stories, and small talk.

mod alternatives;
pub(crate) mod aspect;
pub(crate) mod attribution;
pub(crate) mod corrections;
mod governed;
mod habits;
pub(crate) mod modality;
mod wishes;

use recollect_clauses::{AttributionKind, Clause, Form, Kind, Role, Tense};
use recollect_model::Modality;
use recollect_spacy::{Dep, Pos};

use self::alternatives::leave_open;
use self::governed::is_left_open;
use self::habits::habits;
use crate::local::extraction::clauses::proposals::is_proposed;
use crate::local::extraction::clauses::reminders::is_reminded;
use crate::local::extraction::clauses::subjects::{is_congratulated, is_of_feeling, is_own_doing};
use crate::local::extraction::parse::reading::Reading;
use crate::word_list::WordList;

/// Reads clauses anew whose form alone misleads: habits that are told with "would", and what is said to be one of two.
pub(crate) fn reread(reading: &mut Reading<'_>) {
    habits(reading);
    leave_open(reading);
}

/// Whether a clause asserts something worth keeping, as far as its form tells.
pub(crate) fn asserts(reading: &Reading<'_>, clauses: &[Clause], clause: &Clause) -> bool {
    let is_reminder = is_reminded(reading, clauses, clause);
    let is_meant = match clause.kind {
        Kind::Statement => true,
        // "I would love to go" is a wish; "I would go" hangs in the air.
        Kind::Hypothetical => clause.modality == Modality::Wished,
        // "Love my new bike!" tells nobody to.
        Kind::Command => {
            is_of_feeling(clause) && clause.subject.is_none() && !clause.is_negated
                || is_reminder
                || is_proposed(reading, clause)
        }
        Kind::Question | Kind::Condition => false,
    };
    is_meant
        && clause.modality != Modality::Conditional
        && !reading
            .quoted
            .get(clause.predicate.head)
            .copied()
            .unwrap_or(true)
        && (clause.is_presupposed || !is_asked(reading, clause.predicate.head))
        && !is_hedged(clause)
        && !is_purpose(reading, clause)
        && (is_reminder || !is_loose(reading, clauses, clause))
        && !is_awaited(reading, clause)
        && (is_reminder || !is_told(reading, clause))
        && !is_named_beside(reading, clause)
        && !is_left_open(reading, clause)
        && !is_fancied(reading, clauses, clause)
}

/// "I rarely drink wine", "I didn't use to like olives": neither plainly so nor plainly not.
fn is_hedged(clause: &Clause) -> bool {
    clause.markers.rarely || clause.markers.used_to && clause.is_negated
}

/// Whether the sentence ends with a question mark, whatever its clauses look like.
fn is_asked(reading: &Reading<'_>, token: usize) -> bool {
    let sentence = reading.doc.sentence_of(token);
    sentence
        .rev()
        .take_while(|token| {
            matches!(
                reading.pos(*token),
                Pos::Punct | Pos::Space | Pos::Sym | Pos::X
            )
        })
        .any(|token| reading.word(token).contains('?'))
}

/// "to buy milk" after "went to the shop", "a book to read": what something is for did not happen.
fn is_purpose(reading: &Reading<'_>, clause: &Clause) -> bool {
    let head = clause.predicate.head;
    clause.form == Form::Verbal
        && clause.tense == Tense::Untensed
        && matches!(reading.dep(head), Dep::Advcl | Dep::Acl | Dep::Relcl)
        && reading.is_infinitive(head)
}

/// "finding positive strategies" after "we have been working on": a participle or infinitive that nothing says happens.
fn is_loose(reading: &Reading<'_>, clauses: &[Clause], clause: &Clause) -> bool {
    let head = clause.predicate.head;
    let markers = &clause.markers;
    // "Working on my thesis.", "She had a hard time, losing her job": nobody else is meant, and it goes on or went on.
    let is_going_on = reading.tag(head) == "VBG"
        && (reading.dep(head) == Dep::Root && reading.is_start(head)
            || reading.dep(head) == Dep::Advcl
                && head
                    .checked_sub(1)
                    .is_some_and(|comma| reading.is_any(comma, &[","]))
                && clause.subject.is_some());
    // "I spent three weeks restoring a desk": it was done.
    let is_spent = reading.tag(head) == "VBG"
        && clause
            .governor
            .and_then(|governor| clauses.get(governor))
            .is_some_and(|governor| governor.predicate.lemma == "spend" && !governor.is_negated);
    if is_going_on
        || is_spent
        || is_congratulated(reading, clause)
        || is_own_doing(reading, clause)
        || is_proposed(reading, clause)
    {
        return false;
    }
    // "Got a new bike!" is tagged as an infinitive, and is none.
    let is_bare = clause.form != Form::Appositive
        && (matches!(reading.tag(head), "VBG" | "VBN")
            || reading.tag(head) == "VB" && clause.tense != Tense::Past)
        && !reading.doc.children(head).any(|child| {
            matches!(reading.dep(child), Dep::Aux | Dep::AuxPass)
                && !reading.is_any(child, &["to", "not"])
        });
    let is_note = is_of_feeling(clause) && reading.dep(head) == Dep::Root;
    // "Sold the old car" is tagged as a participle.
    let is_told = reading.tag(head) == "VBN"
        && reading.dep(head) == Dep::Root
        && reading
            .doc
            .sentence_of(head)
            .take_while(|token| *token < head)
            .all(|token| matches!(reading.pos(token), Pos::Adv | Pos::Punct | Pos::Space))
        && reading.child(head, Dep::Dobj).is_some();
    // "My ex-husband remarried in July", "our twins start school": tagged as if they had no tense.
    let is_past = matches!(reading.tag(head), "VBN" | "VB")
        && reading.dep(head) == Dep::Root
        && reading.child(head, Dep::Nsubj).is_some();
    if !is_bare || is_note || is_told || is_past || clause.predicate.tokens.is_empty() {
        return false;
    }
    let shares = reading.dep(head) == Dep::Conj
        && clauses.iter().any(|other| {
            other.predicate.head == reading.head(head) && !is_loose(reading, &[], other)
        });
    // "I no longer play" is tagged as if it had no tense.
    let is_no_more = markers.no_longer && clause.tense == Tense::Present;
    let governed = markers.begins
        || markers.ends
        || markers.used_to
        || markers.still
        || clause.is_implied
        || is_no_more;
    let is_meant = matches!(
        clause.modality,
        Modality::Planned | Modality::Wished | Modality::Required
    );
    !(shares || governed || is_meant)
}

/// "Including my mother.": a preposition that looks like a verb.
fn is_named_beside(reading: &Reading<'_>, clause: &Clause) -> bool {
    const PREPOSITIONS: &[&str] = &[
        "including",
        "excluding",
        "according",
        "regarding",
        "concerning",
        "depending",
        "judging",
        "considering",
    ];
    let head = clause.predicate.head;
    PREPOSITIONS.contains(&reading.lower(head)) && reading.is_start(head)
}

/// "when I have kids", "once we move": it is not so yet.
fn is_awaited(reading: &Reading<'_>, clause: &Clause) -> bool {
    let mut head = clause.predicate.head;
    // "before I'm thirty and have knees"
    while reading.dep(head) == Dep::Conj && reading.head(head) < head {
        head = reading.head(head);
    }
    reading.dep(head) == Dep::Advcl
        && clause.tense != Tense::Past
        && reading.doc.children(head).any(|child| {
            matches!(reading.dep(child), Dep::Advmod | Dep::Mark)
                && reading.is_any(
                    child,
                    &[
                        "when", "once", "until", "till", "til", "before", "after", "whenever",
                        "unless", "like", "as", "whether", "though", "while",
                    ],
                )
        })
}

/// What is said, believed or asked in a way that leaves open whether it is so.
fn is_told(reading: &Reading<'_>, clause: &Clause) -> bool {
    clause.attribution.as_ref().is_some_and(|attribution| {
        let verb = reading.lemma(attribution.verb);
        // "My coach is going to say I'm soft"
        let is_to_come = reading.clauses.iter().any(|source| {
            source.predicate.head == attribution.verb && source.tense == Tense::Future
        });
        // "My ex would say I've had practice"
        let would = reading.doc.children(attribution.verb).any(|helper| {
            reading.dep(helper) == Dep::Aux && reading.is_any(helper, &["would", "'d", "might"])
        });
        is_to_come
            || would && attribution.kind == AttributionKind::Reported
            || attribution.kind == AttributionKind::Asked
            || attribution.kind == AttributionKind::Reported && attribution.is_negated
            // "I can't believe I won" denies nothing, and believes it after all.
            || verb == "believe" && attribution.is_negated
            || DREAMING.contains(&verb)
    })
}

/// Whether a clause or one it hangs from is a dream, a pretence or a story.
fn is_fancied(reading: &Reading<'_>, clauses: &[Clause], clause: &Clause) -> bool {
    let mut above = Some(clause);
    for _ in 0..8 {
        let Some(one) = above else { break };
        if one
            .predicate
            .lemma
            .split(' ')
            .next()
            .is_some_and(|verb| DREAMING.contains(verb))
            && !std::ptr::eq(one, clause)
        {
            return true;
        }
        above = one.governor.and_then(|governor| clauses.get(governor));
    }
    let head = clause.predicate.head;
    let sentence = reading.doc.sentence_of(head);
    is_dreamt(reading, head)
        || is_supposed(reading, sentence.start..head)
        || is_story(reading, sentence.clone())
        || is_rumour(reading, sentence)
}

/// "I had a dream that we lived in Tokyo": what hangs from a dream is dreamt.
fn is_dreamt(reading: &Reading<'_>, head: usize) -> bool {
    const DREAMS: &[&str] = &["dream", "nightmare", "daydream", "fantasy", "dreamt"];
    reading
        .doc
        .ancestors(head)
        .take(8)
        .any(|above| DREAMS.contains(&reading.lemma(above).as_str()))
}

/// "Let's say I move to Rome", "say I moved".
fn is_supposed(reading: &Reading<'_>, mut before: std::ops::Range<usize>) -> bool {
    before.any(|token| {
        reading.is_let_us(token + 1)
            && reading.is_any(
                token + 2,
                &["say", "suppose", "assume", "pretend", "imagine"],
            )
    })
}

/// "In the novel, Anna lives in Paris."
fn is_story(reading: &Reading<'_>, sentence: std::ops::Range<usize>) -> bool {
    sentence.clone().take(8).any(|token| {
        reading.is_any(token, &["in"])
            && sentence
                .clone()
                .filter(|noun| *noun > token && *noun <= token + 4)
                .any(|noun| {
                    STORIES.contains(&reading.lemma(noun)) && reading.pos(noun) == Pos::Noun
                })
    })
}

/// "Rumor: …", "Rumour has it that …", "supposedly".
fn is_rumour(reading: &Reading<'_>, mut sentence: std::ops::Range<usize>) -> bool {
    let heads = sentence.clone().take(4).any(|token| {
        reading.is_any(
            token,
            &[
                "rumor",
                "rumour",
                "rumors",
                "rumours",
                "joke",
                "fiction",
                "hypothetically",
                "example",
            ],
        )
    });
    let before = sentence.start.saturating_sub(4);
    let announced = sentence.start > 0
        && (before..sentence.start).any(|token| reading.is_any(token, &["rumor", "rumour"]));
    heads
        || announced
        || sentence.any(|token| {
            reading.is_any(
                token,
                &[
                    "supposedly",
                    "allegedly",
                    "apparently",
                    "reportedly",
                    "imagine",
                    "pretend",
                ],
            )
        })
}

/// Whether the subject or object of a verb is so light, or the verb so much a matter of talk, that an open relation of it
/// says nothing worth keeping.
pub(crate) fn is_small_talk(clause: &Clause) -> bool {
    let verb = clause.predicate.lemma.as_str();
    // "I got back from a party"; "I'll get back to you" is talk.
    let mut prepositions = clause
        .arguments
        .iter()
        .filter_map(|one| one.preposition.as_ref());
    if verb == "get back" && prepositions.any(|preposition| preposition.lemma == "from") {
        return false;
    }
    // "I got noticed by a scout."
    let is_done_by = clause.is_passive && clause.with_role(Role::Agent).next().is_some();
    if is_done_by && matches!(verb, "notice" | "recognize" | "recognise") {
        return false;
    }
    SMALL_TALK.contains(verb.split(' ').next().unwrap_or(verb))
        || SMALL_TALK.contains(&verb.replace(' ', "_"))
}

static DREAMING: WordList = WordList::new(
    "dream dreamt dreamed imagine pretend suppose assume joke kid wish doubt deny picture fantasize hallucinate",
);

static STORIES: WordList = WordList::new(
    "novel book story film movie series show play fairytale tale game dream nightmare comic fantasy \
     episode joke fiction fanfic manga anime sitcom",
);

static SMALL_TALK: WordList = WordList::new(
    "think guess mean say thank agree bet wonder sound seem appear let suppose hope wish welcome \
     congratulate apologize apologise imagine doubt swear assure admit mention reply answer respond \
     describe express matter deserve permit keep_up hang_on come_on go_on hold_on figure_out know \
     understand realize realise notice recognize appreciate be do can will mind make_sense get_back \
     reach_out make_it turn_out come_up pop sum mean_to require allow leave_out believe want name reflect \
     capture",
);
