//! The words that ask: "where", "how many pets", "which of my children".

use std::ops::Range;

use recollect_spacy::{Dep, Pos};

use super::people::possessor;
use super::words::Words;

/// The word that asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asker {
    Where,
    When,
    HowLong,
    HowMany,
    HowMuch,
    HowOld,
    Who,
    Whose,
    What,
    How,
    Why,
}

/// The words that ask, at the beginning.
#[derive(Debug)]
pub(super) struct Ask {
    pub(super) asker: Asker,
    /// Its tokens, the preposition in front and the noun it counts or chooses among included.
    pub(super) tokens: Range<usize>,
    /// The token of the word itself.
    pub(super) token: usize,
    /// The noun of "what instrument", "how many pets".
    pub(super) noun: Option<usize>,
    /// The preposition in front: "in which city".
    pub(super) preposition: Option<usize>,
    /// "which of my children": the noun after "of".
    pub(super) among: Option<usize>,
}

const TIME_NOUNS: &[&str] = &["year", "date", "day", "month", "time", "week", "season"];
const KINDS: &[&str] = &[
    "kind", "type", "sort", "name", "genre", "brand", "model", "breed", "one", "ones",
];
/// Words of inflected helping verbs, behind which the subject stands.
pub(super) const HELPING: &[&str] = &[
    "do", "does", "did", "is", "are", "was", "were", "am", "has", "have", "had", "will", "would",
    "can", "could", "should", "'s", "'re", "'m", "'ve", "might", "may",
];

/// The words that ask, at the beginning of a question.
pub(super) fn ask(words: &Words<'_>) -> Option<Ask> {
    let token = (0..words.len().min(4)).find(|token| {
        asker(words, *token).is_some()
            && (0..*token).all(|before| {
                matches!(
                    words.pos(before),
                    Pos::Adp | Pos::Sconj | Pos::Punct | Pos::Intj | Pos::Cconj
                ) || words.is_any(
                    before,
                    &[
                        "since", "for", "in", "at", "to", "with", "from", "until", "and", "so",
                    ],
                )
            })
    })?;
    let mut asker = asker(words, token)?;
    let preposition = (token > 0)
        .then(|| token - 1)
        .filter(|before| !words.is_any(*before, &["and", "so", ","]));
    let mut end = token + 1;
    if asker == Asker::How {
        asker = match words.lower(end) {
            "long" => Asker::HowLong,
            "many" => Asker::HowMany,
            "much" => Asker::HowMuch,
            "old" => Asker::HowOld,
            _ => Asker::How,
        };
        if asker != Asker::How || words.is_any(end, &["often", "far", "big", "tall", "well"]) {
            end += 1;
        }
        if asker == Asker::HowLong && words.is_any(end, &["ago"]) {
            asker = Asker::When;
            end += 1;
        }
    }
    if words.is_any(end, &["else", "exactly"]) {
        end += 1;
    }
    let mut ask = Ask {
        asker,
        tokens: preposition.unwrap_or(token)..end,
        token,
        noun: None,
        preposition,
        among: None,
    };
    if matches!(
        asker,
        Asker::What | Asker::Whose | Asker::HowMany | Asker::HowMuch
    ) {
        ask.noun = noun_after(words, &ask);
    }
    choose(words, &mut ask);
    Some(ask)
}

/// Takes in what it chooses among or counts: "which of my children", "what kind of art", "what year".
fn choose(words: &Words<'_>, ask: &mut Ask) {
    if let Some(noun) = ask.noun {
        ask.tokens.end = noun + 1;
        let of = (noun + 1 < words.len() && words.is_any(noun + 1, &["of"]))
            .then(|| words.child(noun + 1, &[Dep::Pobj]))
            .flatten();
        // "what kind of art", "which one of my children".
        if let Some(of) = of
            && KINDS.contains(&words.lower(noun))
        {
            ask.noun = Some(of);
            ask.tokens.end = of + 1;
            if possessor(words, of).is_some() {
                ask.among = Some(of);
            }
        }
        if ask.asker == Asker::What && TIME_NOUNS.contains(&words.lemma(noun).as_str()) {
            ask.asker = Asker::When;
            ask.noun = None;
        }
    } else if words.is_any(ask.tokens.end, &["of"])
        && let Some(of) = words.child(ask.tokens.end, &[Dep::Pobj])
    {
        ask.among = Some(of);
        ask.tokens.end = of + 1;
    }
    if ask.asker == Asker::HowMany
        && ask
            .noun
            .is_some_and(|noun| words.is_any(noun, &["years", "months", "weeks", "days"]))
    {
        ask.asker = Asker::HowLong;
        ask.noun = None;
    }
}

fn asker(words: &Words<'_>, token: usize) -> Option<Asker> {
    Some(match words.lower(token) {
        "where" => Asker::Where,
        "when" => Asker::When,
        "who" | "whom" => Asker::Who,
        "whose" => Asker::Whose,
        "what" | "which" => Asker::What,
        "how" => Asker::How,
        "why" => Asker::Why,
        _ => return None,
    })
}

/// The noun that the asking word belongs to: the head of "which Swedish city", up to the verb.
fn noun_after(words: &Words<'_>, ask: &Ask) -> Option<usize> {
    let first = ask.tokens.end;
    // "which illnesses do I have": whatever stands between it and the helping verb.
    let helping = (first..words.len().min(first + 7)).find(|token| words.is_any(*token, HELPING));
    if let Some(helping) = helping {
        if helping == first {
            return None;
        }
        let of = (first..helping).find(|token| words.is_any(*token, &["of", "or", "and"]));
        let last = of.unwrap_or(helping) - 1;
        let is_phrase = last >= first
            && !(first..=last).any(|token| words.is_any(token, &["i", "we", "my", "the", "a"]));
        if is_phrase && words.pos(last) != Pos::Adp {
            return Some(last);
        }
    }
    let asking = if first - 1 > ask.token {
        first - 1
    } else {
        ask.token
    };
    let by_parse = [ask.token, asking].into_iter().find_map(|token| {
        let head = words.head(token);
        let describes = matches!(
            words.dep(token),
            Dep::Det | Dep::Amod | Dep::Poss | Dep::Nummod | Dep::Compound
        ) || words.dep(token) == Dep::Advmod
            && words.is_any(head, &["many", "much"]);
        (describes && head > token && words.is_noun(head)).then_some(head)
    });
    by_parse.or_else(|| {
        let mut token = first;
        while token < words.len() && (words.pos(token) == Pos::Adj || words.pos(token) == Pos::Num)
        {
            token += 1;
        }
        let mut last = None;
        while token < words.len() && words.is_noun(token) && !words.is_verb(token) {
            last = Some(token);
            token += 1;
        }
        // "What Lena does": a name is who it is about.
        last.filter(|noun| words.pos(*noun) != Pos::Propn)
    })
}

/// The noun of "which illnesses" in the singular, also where the parser took it for a verb.
pub(super) fn singular(words: &Words<'_>, noun: usize) -> String {
    if !words.tag(noun).starts_with('V') {
        return words.lemma(noun);
    }
    let word = words.lower(noun);
    for (plural, one) in [
        ("ies", "y"),
        ("sses", "ss"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("s", ""),
    ] {
        if let Some(stem) = word.strip_suffix(plural) {
            return format!("{stem}{one}");
        }
    }
    word.to_owned()
}
