//! What a clause is about where that has no name and is nobody's alone: "the wedding", "playing games", "counselling".

use recollect_clauses::{Clause, Form, Origin, Phrase, Role, Tense};
use recollect_model::{EntityKind, Modality};
use recollect_spacy::{Dep, Pos};

use crate::EntityRef;
use crate::lexicon::{
    is_ceremony, is_entry, is_evaluation, is_generic, is_given_name, is_light, is_occupation,
    is_possession, is_surname, is_thin, kind_of_noun, role,
};
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::doings::doing;
use crate::local::extraction::clauses::named::part_of;
use crate::local::extraction::clauses::objects::value;
use crate::local::extraction::clauses::subjects::SubjectMention;
use crate::local::extraction::clauses::words::spelled_for;
use crate::local::extraction::coreference::referents::How;
use crate::local::extraction::coreference::things::uncapitalised;
use crate::local::extraction::mentions::roles::{name_of_own, noun_of, possessor};
use crate::local::extraction::parse::reading::Reading;
use crate::word_list::WordList;

/// The most words of a common noun phrase that a clause is about.
const MAX_COMMON_WORDS: usize = 4;
/// The most words of what somebody does, as the subject of a clause.
const MAX_ACTIVITY_WORDS: usize = 6;

/// What a clause is about where that has no name and is nobody's alone: "the wedding", "this book", "my friend". Of things
/// in general ("classical music") only where they do something to whoever speaks.
pub(crate) fn common_mentions(
    context: &PassageContext<'_>,
    clause: &Clause,
) -> Vec<SubjectMention> {
    // "The report has to be finished by Friday."
    let is_due = clause.is_passive && clause.modality == Modality::Required;
    let subject = clause.subject.iter().filter(|subject| {
        let is_own =
            subject.origin == Origin::Stated || subject.origin == Origin::Controlled && is_due;
        is_own && context.referents.at(subject.phrase.head).is_none()
    });
    subject
        .filter_map(|subject| {
            let head = subject.phrase.head;
            let entity = if is_activity(context.reading, head) {
                activity(context, clause, &subject.phrase)?
            } else if let Some(some) = some_of_ones_own(context, &subject.phrase) {
                some
            } else {
                common_entity(context, clause, head).filter(|_| is_common(context, head))?
            };
            Some(SubjectMention { entity, head })
        })
        .collect()
}

/// "two of my nephews", "most of our savings".
fn some_of_ones_own(context: &PassageContext<'_>, phrase: &Phrase) -> Option<EntityRef> {
    let whole = part_of(context.reading, phrase.head)?;
    possessor(context.reading, whole)?;
    let nobody = EntityRef::Named(String::new());
    let some = value(context, phrase.tokens.clone(), whole, &nobody)?;
    Some(EntityRef::Named(begun_small(&some.words)))
}

/// Words as they stand inside a sentence, where no name begins them.
pub(crate) fn begun_small(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|first| first.to_lowercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// Whether the subject of a clause is what somebody does: "playing games", "playing and singing".
pub(crate) fn is_activity(reading: &Reading<'_>, head: usize) -> bool {
    reading.dep(head) == Dep::Csubj
        || reading.is_subject(head) && reading.tag(head) == "VBG" && reading.is_start(head)
}

/// "Playing video games helps me unwind": what somebody does, where it does something to whoever speaks.
fn activity(context: &PassageContext<'_>, clause: &Clause, phrase: &Phrase) -> Option<EntityRef> {
    let is_doing =
        context.reading.tag(phrase.head) == "VBG" && !context.reading.quoted[phrase.head];
    if !is_doing || !is_of_speaker(context, clause) {
        return None;
    }
    // Of "playing games or watching movies" the first.
    let end = context
        .reading
        .doc
        .children(phrase.head)
        .find(|child| context.reading.dep(*child) == Dep::Cc)
        .unwrap_or(phrase.tokens.end);
    let words = doing(
        context,
        phrase.tokens.start..end,
        phrase.head,
        // Nobody is "they" in a name: "seeing Jon's students succeed".
        &EntityRef::Named(String::new()),
        MAX_ACTIVITY_WORDS,
    )?;
    // "Having that picture" without the picture is nothing.
    let is_cut = !words.contains(' ')
        && context.reading.doc.children(phrase.head).any(|child| {
            matches!(
                context.reading.dep(child),
                Dep::Dobj | Dep::Ccomp | Dep::Xcomp | Dep::Prep
            )
        });
    (!is_cut).then(|| EntityRef::Named(words.to_lowercase()))
}

/// Whether a clause says of its subject what it does to whoever speaks, or is to them: "helps me", "is my escape".
pub(crate) fn is_of_speaker(context: &PassageContext<'_>, clause: &Clause) -> bool {
    clause.arguments.iter().any(|argument| {
        let mut words = argument.phrase.tokens.clone();
        words.any(|token| context.is_speaker(token))
    })
}

/// "our weekly sync", "my mother's birthday": what is somebody's own, whatever it is.
pub(crate) fn own_thing(context: &PassageContext<'_>, noun: usize) -> Option<EntityRef> {
    let owner = context.referents.at(possessor(context.reading, noun)?)?;
    let of_noun = noun_of(context.reading, noun);
    Some(EntityRef::Role {
        role: match role(&of_noun) {
            Some(_) => of_noun,
            None => name_of_own(context.reading, noun),
        },
        of: Box::new(owner.entity.clone()),
    })
}

/// "the server's IP", "the dog's vaccination": what belongs to a thing that is spoken of as of the only one.
fn of_thing(context: &PassageContext<'_>, owner: usize, head: usize) -> Option<EntityRef> {
    let reading = context.reading;
    let tokens = reading.doc.subtree_range(owner).start..head + 1;
    let is_plain = reading.is_any(tokens.start, &["the"])
        && reading.pos(owner) == Pos::Noun
        && reading.tag(head).starts_with("NN")
        && tokens.len() <= MAX_COMMON_WORDS + 2
        && !is_light(&reading.lemma(head));
    let words = reading.words(tokens);
    is_plain.then(|| EntityRef::Named(words.replacen("The ", "the ", 1)))
}

/// What a common noun stands for: "the wedding", "my friend".
pub(crate) fn common_entity(
    context: &PassageContext<'_>,
    clause: &Clause,
    head: usize,
) -> Option<EntityRef> {
    let reading = context.reading;
    let noun = noun_of(reading, head);
    if let Some(possessor) = possessor(reading, head) {
        let owner = context.referents.at(possessor);
        let Some(owner) = owner.filter(|owner| owner.how != How::Common) else {
            return of_thing(context, possessor, head);
        };
        let of = &owner.entity;
        let is_one = reading.tag(head) == "NN";
        // "My turtles": all of them.
        return role(&noun).map(|role| EntityRef::Role {
            role: if is_one {
                role.name.to_owned()
            } else {
                reading.lower(head).to_owned()
            },
            of: Box::new(of.clone()),
        });
    }
    let article = reading.child(head, Dep::Det);
    let is_definite = reading.is_definite(head);
    let moves_speaker = is_of_speaker(context, clause);
    if let Some(own) = own_entry(context, clause, head, &noun).filter(|_| article.is_none()) {
        return Some(own);
    }
    // "Counselling is on the 16th", "Next slot is 22 August"
    let first = reading.doc.subtree_range(head).start;
    let is_dated = article.is_none()
        && clause.form == Form::Copular
        && reading.tag(head) == "NN"
        && reading.is_start(first)
        && clause
            .arguments
            .iter()
            .any(|argument| context.is_time(argument.phrase.head));
    let is_bare = article.is_none() && !(moves_speaker || is_dated);
    if article.is_some() && !is_definite || is_bare && !is_known(context, clause, head) {
        return None;
    }
    let first = (first..head)
        .find(|token| {
            matches!(reading.pos(*token), Pos::Noun | Pos::Adj | Pos::Propn)
                || reading.is_any(token + 1, &["-"])
        })
        .unwrap_or(head);
    let words = uncapitalised(&reading.words(first..head + 1));
    let words: Vec<&str> = words.split_whitespace().collect();
    let article = if is_definite || is_dated { "the " } else { "" };
    let complement = match reading.child(head, Dep::Prep) {
        Some(preposition) => complement(context, preposition)?,
        None => String::new(),
    };
    (words.len() <= MAX_COMMON_WORDS)
        .then(|| EntityRef::Named(format!("{article}{}{complement}", words.join(" "))))
}

/// "Rent is 900", "book club chose a novel": whether what is said of a noun without an article is said of one thing that whoever
/// says it knows, and not of what it means in general: "coffee is bad for sleep", "dogs love walks". What speakers think of
/// things in general is theirs: "Ann: Pottery is relaxing."
fn is_known(context: &PassageContext<'_>, clause: &Clause, head: usize) -> bool {
    let reading = context.reading;
    let lower = reading.lower(head);
    let is_several = reading.tag(head) == "NNS";
    let is_opinion = clause.with_role(Role::Attribute).any(|attribute| {
        let said = attribute.phrase.head;
        is_evaluation(reading.lower(said)) || is_several && reading.pos(said) == Pos::Adj
    });
    let is_of_speaker = matches!(context.speaker, Some(EntityRef::Named(_)));
    let has_number = clause.arguments.iter().any(|argument| {
        let mut tokens = argument.phrase.tokens.clone();
        tokens.any(|token| reading.tag(token) == "CD" || context.is_time(token))
    });
    let is_general = match clause.form {
        Form::Copular => is_opinion && !is_of_speaker,
        _ => {
            clause.tense == Tense::Present
                && !clause.is_progressive
                && !clause.is_perfect
                && !has_number
        }
    };
    !is_general && !GENERAL.contains(lower) && !is_given_name(lower) && !is_surname(lower)
}

/// "Passport expires in May": what a note is about without an article is its writer's.
fn own_entry(
    context: &PassageContext<'_>,
    clause: &Clause,
    head: usize,
    noun: &str,
) -> Option<EntityRef> {
    let reading = context.reading;
    let speaker = context.speaker?;
    let first = reading.doc.subtree_range(head).start;
    let is_short = reading.is_start(first) && first + MAX_COMMON_WORDS > head;
    let is_of_one = || is_of_one(context, clause, noun);
    let is_one = match reading.tag(head) {
        "NN" => is_entry(noun) || is_possession(noun) || is_of_one(),
        // "Keys are under the pot."
        "NNS" => is_entry(noun) && is_of_one(),
        _ => false,
    };
    if !is_short || !is_one || is_ceremony(noun) {
        return None;
    }
    let words = uncapitalised(&reading.words(first..head + 1));
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    // "Secretary is now Jožica": whoever it is of.
    if is_occupation(noun) {
        return Some(EntityRef::Named(format!("the {words}")));
    }
    match reading.child(head, Dep::Prep) {
        Some(preposition) => {
            complement(context, preposition).map(|of| EntityRef::Named(format!("{words}{of}")))
        }
        None => Some(EntityRef::Role {
            role: words,
            of: Box::new(speaker.clone()),
        }),
    }
}

/// "Guitar needs a new nut", "Deposit is in the envelope", "Severance is eight months": whether what is said of a noun without an article is
/// said of one thing, and not of what it means in general.
fn is_of_one(context: &PassageContext<'_>, clause: &Clause, noun: &str) -> bool {
    let reading = context.reading;
    let is_general = is_light(noun) || is_thin(noun) || is_generic(noun) || GENERAL.contains(noun);
    let is_placed = || {
        clause.with_role(Role::Prepositional).any(|argument| {
            let leads = argument.preposition.as_ref();
            leads.is_some_and(|leads| WHERE.contains(&&*leads.lemma))
        })
    };
    let is_measured = || {
        clause.with_role(Role::Attribute).any(|argument| {
            let head = argument.phrase.head;
            reading.tag(head) == "CD" || reading.child(head, Dep::Nummod).is_some()
        })
    };
    let needs_one = || {
        clause.with_role(Role::Object).any(|argument| {
            let article = reading.child(argument.phrase.head, Dep::Det);
            article.is_some_and(|article| reading.is_any(article, &["a", "an"]))
        })
    };
    // "Replacement is Naturli"
    let is_named = || {
        clause
            .with_role(Role::Attribute)
            .any(|argument| reading.name_at(argument.phrase.head).is_some())
    };
    // "Surgery is pencilled in for 14 April", "Chemo starts on Monday"
    let is_dated = || {
        kind_of_noun(noun) == Some(EntityKind::Event)
            && clause.arguments.iter().any(|argument| {
                let mut words = argument.phrase.tokens.clone();
                words.any(|token| context.is_time(token))
            })
    };
    let is_particular = match clause.form {
        Form::Copular => is_placed() || is_measured() || is_named() || is_dated(),
        Form::Verbal => clause.predicate.lemma == "need" && needs_one() || is_dated(),
        _ => false,
    };
    !is_general && !clause.is_negated && is_particular
}

/// " with Vattenfall": what tells which one is meant; `None` where that cannot be read by itself.
pub(crate) fn complement(context: &PassageContext<'_>, preposition: usize) -> Option<String> {
    let tokens = context.reading.doc.subtree_range(preposition);
    let nobody = EntityRef::Named(String::new());
    let is_short = tokens.len() <= MAX_COMMON_WORDS && preposition > 0;
    let is_timeless = !tokens.clone().any(|token| context.is_time(token));
    spelled_for(context, tokens, &nobody)
        .filter(|_| is_short && is_timeless)
        .map(|words| format!(" {words}"))
}

/// Whether a word is a common noun that means something by itself.
fn is_common(context: &PassageContext<'_>, head: usize) -> bool {
    let reading = context.reading;
    let noun = reading.lemma(head);
    let has_more = reading.doc.children(head).any(|child| {
        matches!(
            reading.dep(child),
            Dep::Relcl | Dep::Acl | Dep::Conj | Dep::Appos | Dep::Nummod
        )
    });
    // "the server's IP"
    let is_acronym = reading.pos(head) == Pos::Propn && reading.is_capitals(head);
    (reading.pos(head) == Pos::Noun || is_acronym)
        && reading.name_at(head).is_none()
        && !reading.quoted[head]
        && !has_more
        && (role(&noun).is_some() || !is_light(&noun))
        && !context.is_time(head)
}

/// Where one thing is.
const WHERE: &[&str] = &["in", "on", "at", "under", "behind", "inside", "with"];

/// What is spoken of in general without an article, wherever it is.
static GENERAL: WordList = WordList::new(
    "life love time home work school church dinner lunch breakfast bed nature god heaven everything something nothing anything everyone \
     everybody nobody someone anyone money beauty truth trouble help today tomorrow yesterday",
);
