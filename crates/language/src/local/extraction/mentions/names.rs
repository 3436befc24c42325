//! Proper names: where they begin and end, and which capitalised words are none.

use std::collections::HashSet;
use std::ops::Range;

use recollect_model::EntityKind;
use recollect_spacy::{Dep, EntityLabel, Pos};

use crate::lexicon::{
    CAPITALISED, JOINTS, LANGUAGES, ORDINARY_STARTS, PARTICLES, TITLES, is_also_a_word,
    is_common_given_name, is_deed, is_given_name, is_known_place, is_occupation, kind_of_noun,
    role,
};
use crate::local::extraction::mentions::additions::{
    has_ordinary_ending, is_common_acronym, is_in_lower_case, is_inside_place, is_measure,
    is_month_of_day, is_numbered, is_one_of_a_people, is_one_of_several, is_onward, is_small_half,
    is_tight, is_year_of_school, numbered, owns_institution, without_suffix,
};
use crate::local::extraction::parse::reading::{Name, Reading, head_of};

/// The longest name, in tokens.
const MAX_NAME_TOKENS: usize = 8;

/// The single words that are known to be names, in lower case: those of speakers, and those written with a capital in the
/// middle of a sentence.
#[derive(Default)]
pub(crate) struct KnownNames(HashSet<String>);

impl KnownNames {
    /// Takes in the words of a name.
    pub(crate) fn learn(&mut self, name: &str) {
        self.0
            .extend(name.split_whitespace().map(str::to_lowercase));
    }

    /// Takes in what a passage writes with a capital inside its sentences.
    pub(crate) fn learn_from(&mut self, reading: &Reading<'_>) {
        for token in 0..reading.doc.tokens.len() {
            if is_proper(reading, token)
                && !reading.is_start(token)
                && !CAPITALISED.contains(reading.lower(token))
            {
                self.0.insert(reading.lower(token).to_owned());
            }
        }
    }

    fn has(&self, word: &str) -> bool {
        self.0.contains(word)
    }
}

/// The names of a passage, in order and apart.
pub(crate) fn names(reading: &Reading<'_>, known: &KnownNames) -> Vec<Name> {
    let labels = labels(reading);
    let mut names: Vec<Name> = Vec::new();
    let mut place = 0;
    while place < reading.doc.tokens.len() {
        if let Some(title) = title(reading, place) {
            place = title.tokens.end + 1;
            names.push(title);
            continue;
        }
        let end = end_of_name(reading, &labels, known, place);
        if end > place {
            names.extend(name(reading, &labels, known, place..end));
        }
        place = end.max(place + 1);
    }
    names
}

/// The longest title in quotation marks, in tokens.
const MAX_TITLE_WORDS: usize = 7;

/// A title in quotation marks, which begins with a capital: "Home Alone".
fn title(reading: &Reading<'_>, open: usize) -> Option<Name> {
    const CLOSING: &[&str] = &["\"", "”", "''", "»", "“"];
    if !reading.is_any(open, &["\"", "“", "``", "„", "«"]) || reading.quoted[open] {
        return None;
    }
    let first = open + 1;
    let end = (first..reading.doc.tokens.len().min(first + MAX_TITLE_WORDS + 1))
        .find(|token| reading.is_any(*token, CLOSING))?;
    let is_title = end > first
        && reading.word(first).starts_with(char::is_uppercase)
        && (first..end).all(|token| !matches!(reading.lower(token), "!" | "?" | "\n"));
    let text = reading
        .words(first..end)
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let text = text.trim_end_matches([',', '.', ';']).to_owned();
    let has_case = text.chars().count() > 1;
    // "The Lord of the Rings" Trilogy.
    let sort = end + 1;
    let names_sort = is_proper(reading, sort)
        && reading.word(sort).starts_with(char::is_uppercase)
        && (first..end).any(|token| reading.head(token) == sort);
    if is_title && names_sort {
        return Some(Name {
            tokens: first..sort + 1,
            text: format!("{text} {}", reading.word(sort)),
            label: Some(EntityLabel::WorkOfArt),
        });
    }
    let end = end - usize::from(reading.is_any(end - 1, &[",", ".", ";"]) && end - 1 > first);
    (is_title && has_case).then_some(Name {
        tokens: first..end,
        text,
        label: Some(EntityLabel::WorkOfArt),
    })
}

/// The parser's kind of name for each token, and the number of the name it belongs to.
type Labels = Vec<Option<(usize, EntityLabel)>>;

fn labels(reading: &Reading<'_>) -> Labels {
    let mut labels = vec![None; reading.doc.tokens.len()];
    for (number, entity) in reading.doc.entities.iter().enumerate() {
        for token in entity.tokens.clone() {
            if let Some(label) = labels.get_mut(token) {
                *label = Some((number, entity.label));
            }
        }
    }
    labels
}

/// Whether the parser takes a token for part of a date, an amount, a language or a people.
fn is_no_name(labels: &Labels, token: usize) -> bool {
    use EntityLabel::{Cardinal, Date, Language, Money, Norp, Ordinal, Percent, Quantity, Time};
    matches!(
        labels.get(token),
        Some(Some((
            _,
            Cardinal | Date | Language | Money | Norp | Ordinal | Percent | Quantity | Time
        )))
    )
}

/// Whether a token is tagged and written as a proper name.
fn is_proper(reading: &Reading<'_>, token: usize) -> bool {
    matches!(reading.tag(token), "NNP" | "NNPS")
        && reading.word(token).chars().any(char::is_uppercase)
}

/// Whether a token can be a part of a name by itself.
fn is_name_word(reading: &Reading<'_>, labels: &Labels, known: &KnownNames, token: usize) -> bool {
    let (word, lower) = (reading.word(token), reading.lower(token));
    if is_in_lower_case(reading, token) {
        return true;
    }
    if !word.chars().any(char::is_uppercase)
        || !word.starts_with(char::is_alphanumeric)
        || word.chars().count() < 2 && !is_initial(reading, token) && !is_given(reading, token)
        || (CAPITALISED.contains(lower)
            || LANGUAGES.contains(lower)
                && !(is_common_given_name(lower) && reading.is_subject(token)))
            && !begins_a_name(reading, token)
        || is_no_name(labels, token)
            && !known.has(lower)
            && !is_given_name(lower)
            && !does_as_somebody(reading, labels, token)
        || is_kin(reading, token)
        || is_measure(reading, token)
        || is_common_acronym(reading, token)
        || word.ends_with(['-', '"', '”', ':'])
    {
        return false;
    }
    let is_known = known.has(lower) || is_given_name(lower) || is_known_place(word);
    is_proper(reading, token)
        || matches!(
            reading.pos(token),
            Pos::Noun | Pos::Adj | Pos::Propn | Pos::X
        ) && (is_known || labels.get(token).is_some_and(Option::is_some))
            && !ORDINARY_STARTS.contains(lower)
        || is_known && reading.pos(token) == Pos::Intj
        || is_given_name(lower) && !is_also_a_word(lower)
        || is_unknown_subject(reading, token)
}

/// "Pia moved": a bare noun that begins a sentence and does what people do, which the tagger does not know for a name.
fn is_unknown_subject(reading: &Reading<'_>, token: usize) -> bool {
    !reading.doc.tokens[token].is_dictionary_word
        && reading.is_start(token)
        && reading.is_subject(token)
        && (matches!(reading.tag(token), "NN" | "RB" | "JJ" | "FW" | "UH")
            // Several would not do it in the singular: "Nils loves".
            || reading.tag(token) == "NNS"
                && reading.tag(token + 1) == "VBZ"
                && !reading.lower(token).ends_with("ics"))
        && reading.doc.children(token).next().is_none()
        && reading.word(token).chars().skip(1).all(char::is_lowercase)
        && !ORDINARY_STARTS.contains(reading.lower(token))
        && !has_ordinary_ending(reading.lower(token))
        && (is_deed(&reading.lemma(reading.head(token)))
            || is_said_to_be_somebody(reading, reading.head(token)))
        && (token + 1..reading.head(token))
            .all(|between| matches!(reading.dep(between), Dep::Aux | Dep::AuxPass | Dep::Neg))
}

/// "Zelda plays": one that the parser takes for a people although it is singular and does what people do.
fn does_as_somebody(reading: &Reading<'_>, labels: &Labels, token: usize) -> bool {
    matches!(labels.get(token), Some(Some((_, EntityLabel::Norp))))
        && reading.tag(token) == "NNP"
        && (reading.is_subject(token) || reading.is_misread_subject(token))
        && reading.head(token) == token + 1
        && reading.tag(token + 1) == "VBZ"
        && !LANGUAGES.contains(reading.lower(token))
        && is_deed(&reading.lemma(token + 1))
}

/// "B" of "whom we call B".
fn is_given(reading: &Reading<'_>, token: usize) -> bool {
    reading.dep(token) == Dep::Oprd
        && reading.word(token) != "I"
        && matches!(reading.lemma(reading.head(token)).as_str(), "call" | "name")
}

/// Whether a word is what somebody is called, after the name they have: "Everyone calls Josefine Jo".
fn is_nickname(reading: &Reading<'_>, token: usize) -> bool {
    const EVERYONE: &[&str] = &[
        "everyone",
        "everybody",
        "people",
        "friends",
        "family",
        "folks",
        "colleagues",
        "classmates",
    ];
    let Some(verb) = token.checked_sub(2) else {
        return false;
    };
    let short = reading.lower(token).chars().take(2);
    let is_short = reading.lower(token).len() < reading.lower(token - 1).len()
        && reading.lower(token - 1).chars().take(2).eq(short);
    let caller = verb.checked_sub(1);
    reading.lemma(verb) == "call"
        && matches!(reading.tag(verb), "VBP" | "VBZ")
        && (is_short || caller.is_some_and(|caller| reading.is_any(caller, EVERYONE)))
}

/// "is my oldest friend", "is a nurse".
fn is_said_to_be_somebody(reading: &Reading<'_>, verb: usize) -> bool {
    reading.lemma(verb) == "be"
        && reading.child(verb, Dep::Attr).is_some_and(|attribute| {
            let noun = reading.lemma(attribute);
            role(&noun).is_some() || is_occupation(&noun)
        })
}

/// "Norwegian" of "Norwegian Wood", "Night" of "The Night Owls".
fn begins_a_name(reading: &Reading<'_>, token: usize) -> bool {
    is_proper(reading, token)
        && reading.dep(token) == Dep::Compound
        && reading.head(token) == token + 1
        && is_proper(reading, token + 1)
        && !is_given_name(reading.lower(token + 1))
        && !reading.is_start(token)
}

/// "J." or "J" before another part of a name.
fn is_initial(reading: &Reading<'_>, token: usize) -> bool {
    is_proper(reading, token) && reading.word(token) != "I" && is_proper(reading, token + 1)
}

/// "Mom", "Dad", "Grandma": somebody's role rather than a name, unless a name follows ("Aunt May").
fn is_kin(reading: &Reading<'_>, token: usize) -> bool {
    role(reading.lower(token)).is_some()
        && !is_given_name(reading.lower(token))
        && !(TITLES.contains(reading.lower(token)) && is_proper(reading, token + 1))
}

/// The token after the name that begins at `start`; `start` itself when none does.
fn end_of_name(reading: &Reading<'_>, labels: &Labels, known: &KnownNames, start: usize) -> usize {
    let is_word = |token| is_name_word(reading, labels, known, token);
    if !is_word(start) {
        return start;
    }
    let mut end = start + 1;
    while end < reading.doc.tokens.len() && end - start < MAX_NAME_TOKENS {
        if reading.doc.tokens[end].is_sentence_start {
            break;
        }
        if is_word(end)
            && !is_year_of_school(reading, end)
            && !is_apart(reading, labels, known, end)
        {
            end += 1;
            continue;
        }
        // "Perfect Days": a plural that a name word hangs from, written as it is.
        let is_head = reading.word(end).starts_with(char::is_uppercase)
            && reading.dep(end - 1) == Dep::Compound
            && reading.head(end - 1) == end
            && matches!(reading.tag(end), "NNS" | "NN" | "NNPS")
            && !reading.is_start(start);
        if is_head {
            end += 1;
            continue;
        }
        let joint = joint(reading, labels, end);
        // "Spider-Man", though "man" alone is no name.
        let is_tied = || {
            reading.is_any(end, &["-", "–"])
                && (is_proper(reading, end + 1) || is_small_half(reading, end + 1))
        };
        if joint > 0 && (is_word(end + joint) || is_tied()) {
            end += joint + 1;
            continue;
        }
        break;
    }
    let end = with_common_head(reading, start, end);
    let is_person =
        |token: usize| matches!(labels.get(token), Some(Some((_, EntityLabel::Person))));
    let is_somebody = |token: usize| is_given_name(reading.lower(token)) || is_person(token);
    let is_of_thing = is_proper(reading, end - 1) && !(start..end).any(is_somebody);
    end + usize::from(is_of_thing && is_numbered(reading, start..end))
}

/// Whether two name words side by side are two names: "Hey Woohoo Melanie", "tell Anna Ben is here".
fn is_apart(reading: &Reading<'_>, labels: &Labels, known: &KnownNames, token: usize) -> bool {
    let before = token - 1;
    let tied = reading.head(before) == token
        || reading.head(token) == before
        || reading.head(before) == reading.head(token);
    let number = |token: usize| {
        labels
            .get(token)
            .copied()
            .flatten()
            .map(|(number, _)| number)
    };
    let same = number(before).is_some() && number(before) == number(token);
    let greeted = reading.is_start(before)
        && known.has(reading.lower(token))
        && !known.has(reading.lower(before))
        && !is_given_name(reading.lower(before))
        && !TITLES.contains(reading.lower(before).trim_end_matches('.'))
        && !same;
    !(tied || same) || greeted || is_nickname(reading, token)
}

/// How many tokens from here on join two parts of one name: "of the", "van", "&", "-", "-upon-".
fn joint(reading: &Reading<'_>, labels: &Labels, token: usize) -> usize {
    let number = |token: usize| labels.get(token).copied().flatten();
    let inside = number(token).is_some_and(|(own, label)| {
        number(token - 1).is_some_and(|(before, _)| before == own)
            && !matches!(label, EntityLabel::Person)
    });
    if PARTICLES.contains(reading.lower(token)) {
        return 1 + usize::from(PARTICLES.contains(reading.lower(token + 1)));
    }
    if owns_institution(reading, token) {
        return 1;
    }
    // "Stratford-upon-Avon"
    if is_inside_place(reading, token) {
        return 3;
    }
    // "CS:GO".
    if reading.is_any(token, &["-", "–", ":"]) && is_tight(reading, token) {
        return 1;
    }
    // "Our twins, Emil and Saga": two people, whatever the parser takes them for.
    let is_of_people = reading.is_any(token, &["and", "&"])
        && [token - 1, token + 1]
            .iter()
            .any(|part| is_given_name(reading.lower(*part)) || is_one_of_several(reading, *part));
    if JOINTS.contains(reading.lower(token))
        && !is_of_people
        && !is_onward(reading, token, |token| is_proper(reading, token))
        && (inside || reading.lower(token) == "of")
    {
        let article = reading.is_any(token + 1, &["the"]);
        return 1 + usize::from(article);
    }
    0
}

/// Takes in the common noun that a name only narrows: "Boston marathon", "Lincoln high school".
fn with_common_head(reading: &Reading<'_>, start: usize, end: usize) -> usize {
    let mut head = end;
    while head < reading.doc.tokens.len().min(end + 2)
        && reading.pos(head) == Pos::Noun
        && !reading.doc.tokens[head].is_sentence_start
    {
        let narrowed = reading.dep(end - 1) == Dep::Compound && reading.head(end - 1) == head;
        let kind = kind_of_noun(&reading.lemma(head));
        if narrowed && kind.is_some_and(is_named_by_place) && reading.tag(head) == "NN" {
            return head + 1;
        }
        head += 1;
    }
    debug_assert!(start < end);
    end
}

fn is_named_by_place(kind: EntityKind) -> bool {
    use recollect_model::EntityKind::{Event, Organization, Place};
    matches!(kind, Event | Organization | Place)
}

/// The name of these tokens, unless they are none after all.
fn name(
    reading: &Reading<'_>,
    labels: &Labels,
    known: &KnownNames,
    mut tokens: Range<usize>,
) -> Option<Name> {
    // "Woohoo Melanie": a word that only begins the sentence is no part of the name after it.
    while tokens.len() > 1
        && reading.is_start(tokens.start)
        && ORDINARY_STARTS.contains(reading.lower(tokens.start))
        && !known.has(reading.lower(tokens.start))
        || tokens.len() > 1 && is_month_of_day(reading, tokens.start)
    {
        tokens.start += 1;
    }
    let label = tokens
        .clone()
        .rev()
        .find_map(|token| labels.get(token).copied().flatten())
        .map(|(_, label)| label)
        .filter(|_| !is_no_name(labels, tokens.end - 1));
    let lower = reading.lower(tokens.start);
    let first = tokens.start;
    let doubtful = tokens.len() == 1
        && reading.is_start(first)
        && !known.has(lower)
        && !is_given_name(lower)
        && (!is_known_place(reading.word(first)) || ORDINARY_STARTS.contains(lower));
    if doubtful
        && (ORDINARY_STARTS.contains(lower)
            || has_ordinary_ending(lower)
            // "Surgery went fine."
            || kind_of_noun(lower) == Some(EntityKind::Event)
            || label.is_none() && !reading.is_subject(first) && !reading.is_misread_subject(first))
        || is_shouted(reading, tokens.clone())
        || is_one_of_a_people(reading, &tokens)
    {
        return None;
    }
    let (own, is_company) = without_suffix(reading, tokens.clone());
    let text = numbered(reading, own, &mut tokens, label);
    (!text.is_empty()).then_some(Name {
        tokens,
        text,
        label: if is_company {
            Some(EntityLabel::Org)
        } else {
            label
        },
    })
}

/// Whether a name stands in a line of capitals, where they tell nothing.
fn is_shouted(reading: &Reading<'_>, tokens: Range<usize>) -> bool {
    let sentence = reading.doc.sentence_of(tokens.start);
    let spelled = sentence.clone().filter(|token| {
        reading
            .word(*token)
            .chars()
            .filter(|c| c.is_alphabetic())
            .count()
            > 1
    });
    let (mut all, mut large, mut capitals) = (0, 0, 0);
    for token in spelled {
        let word = reading.word(token);
        all += 1;
        large += usize::from(word.starts_with(char::is_uppercase));
        capitals += usize::from(!word.contains(char::is_lowercase));
    }
    let beyond = all > tokens.len() + 1;
    beyond && (all > 3 && large * 4 > all * 3 || all > 1 && capitals == all)
}

/// "my son's Berlin friends": a name that only describes what comes after it.
pub(crate) fn is_place_of(reading: &Reading<'_>, token: usize, name: &Name) -> bool {
    let head = head_of(reading, name.tokens.clone());
    reading.dep(head) == Dep::Compound
        && !name.tokens.contains(&reading.head(head))
        && reading.head(head) != token
}
