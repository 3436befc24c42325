//! "Yes" and "no", which say what a question asks: "Have you been to Japan?" – "Yes, last year." is "I have been to Japan last year".

use std::ops::Range;

use crate::lexicon::{Life, is_given_name, life_of, role};
use crate::local::extraction::parse::asked::Question;
use crate::local::extraction::parse::fragment::{
    Completion, MAX_WORDS, PREPOSITIONS, before_more, behind_thanks, first_word, is_fragment,
};
use crate::local::extraction::parse::polar::Polar;
use crate::sentences::sentences;
use crate::word_list::WordList;

/// The most words of a sentence that only says when: "Yes! Last week."
const MAX_BEHIND: usize = 6;

/// What a reply says of what was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Said {
    Yes,
    No,
    /// "Not anymore".
    NoLonger,
    /// "Used to."
    Once,
    /// Nothing by a word of its own: "Two cats."
    Nothing,
}

/// A reply that begins with "yes" or "no".
#[derive(Debug)]
struct Reply {
    said: Said,
    /// Where what says so stands, with the mark behind it: "Yes, I do, ".
    word: Range<usize>,
    /// Where the words stand that follow in its sentence.
    rest: Range<usize>,
}

/// What a text leaves out that begins with "yes" or "no" to the question at the end of another.
pub(super) fn affirmation(question: &Question<'_>, content: &str) -> Option<Completion> {
    let reply = reply(content)?;
    let question = Polar::of(question)?;
    let rest = &content[reply.rest.clone()];
    let whole = match reply.said {
        Said::Yes | Said::Nothing => {
            if let Some(completion) = named(&question, &reply, content) {
                return Some(completion);
            }
            if reply.said == Said::Nothing {
                return liked(&question, &reply, content);
            }
            question.affirmed()?
        }
        Said::No => question.denied(false),
        Said::NoLonger => question.denied(true),
        Said::Once => question.past()?,
    };
    let had = just(rest);
    let other = noun_phrase(&rest[had..]).filter(|_| is_had(&question));
    // "No, just a bike", "No, Parkinson's"
    let is_other = other.is_some_and(|noun| had > 0 || noun.starts_with(char::is_uppercase));
    if reply.said == Said::No && is_other {
        let start = question.start();
        return Some(Completion {
            at: reply.word.start,
            end: reply.rest.end,
            before: format!("{whole}. {start} "),
            behind: String::new(),
            removed: reply.word.len() + had,
        });
    }
    let first = first_word(rest);
    // "Yes, since I was six."
    let is_of_years = rest.starts_with(|c: char| c.is_ascii_digit())
        && rest.split_whitespace().all(|word| {
            let word = word.trim_matches(|c: char| !c.is_alphanumeric());
            word.len() == 4 && word.parse::<u16>().is_ok() || ["to", "until", ""].contains(&word)
        });
    let is_not = content[reply.word.clone()]
        .trim_end()
        .eq_ignore_ascii_case("not");
    let goes_on = is_circumstance(rest) && (reply.said == Said::Yes || is_not);
    // "Yes, I have two": told by itself.
    let is_told =
        ["i", "i'm", "i've", "we", "we're", "we've", "my", "but"].contains(&first.as_str());
    let is_asking = rest.trim_end().ends_with('?');
    if is_asking || is_told && reply.said == Said::Yes {
        return None;
    }
    let end = if is_of_years {
        " from "
    } else if goes_on {
        " "
    } else if rest.is_empty() {
        "."
    } else if first == "but" {
        ", "
    } else {
        ". "
    };
    Some(Completion {
        at: reply.word.start,
        end: reply.word.end,
        before: format!("{whole}{end}"),
        behind: String::new(),
        removed: reply.word.len(),
    })
}

/// "Do you have any pets?" – "Yes, two cats.": what the reply names stands for what the question seeks.
fn named(question: &Polar, reply: &Reply, content: &str) -> Option<Completion> {
    let rest = &content[reply.rest.clone()];
    let at = reply.rest.start + just(rest);
    let shown = noun_phrase(&content[at..reply.rest.end])?;
    let sought = Sought::of(question)?;
    let first = first_word(shown);
    let is_noun = NUMBERED.contains(&first) || shown.starts_with(char::is_uppercase);
    let start = format!("{} {}", question.start(), sought.before);
    let kind = sought.kind;
    let before = match kind {
        // "Any allergies?" – "Just peanuts."
        "allergies" | "allergy" if is_had(question) => {
            format!("{} allergic to ", question.being())
        }
        _ if reply.said == Said::Nothing && !is_noun => return None,
        "anywhere" | "somewhere" => format!("{start}to "),
        kind if is_had(question) => {
            let is_name = is_given_name(&first) && shown.starts_with(char::is_uppercase);
            let single = kind.strip_suffix('s').unwrap_or(kind);
            if role(kind).is_some() && is_name && question.subject.said == "I" {
                format!("my {kind} is ")
            } else if is_owned(kind) || is_owned(single) {
                start
            } else {
                return None;
            }
        }
        _ if first.ends_with("ly") || NO_NOUNS.contains(&first) => return None,
        _ => start,
    };
    let behind = match sought.behind.as_str() {
        "" => String::new(),
        behind => format!(" {behind}"),
    };
    Some(Completion {
        at: reply.word.start,
        end: at + shown.len(),
        removed: at - reply.word.start,
        before,
        behind,
    })
}

/// "Do you like sushi?" – "Love it!"
fn liked(question: &Polar, reply: &Reply, content: &str) -> Option<Completion> {
    const LIKING: &[&str] = &["love", "like", "hate", "adore", "enjoy"];
    let words = &content[reply.rest.clone()];
    let lower = words.to_lowercase();
    let said: Vec<&str> = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let verb = match said.as_slice() {
        ["i", verb, "it" | "them" | "em"] | [verb, "it" | "them" | "em"] => *verb,
        _ => return None,
    };
    let is_liked = LIKING.contains(&verb)
        && LIKING.contains(&question.verb.as_str())
        && question.subject.said == "I"
        && !question.rest.is_empty();
    is_liked.then(|| Completion {
        at: reply.rest.start,
        end: reply.rest.end,
        removed: reply.rest.len(),
        before: format!("I {verb} {}.", question.rest.join(" ")),
        behind: String::new(),
    })
}

/// How many bytes of a reply say that there is nothing else: "just peanuts".
fn just(reply: &str) -> usize {
    ["just ", "only "]
        .iter()
        .find(|word| {
            let start = reply.get(..word.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(word))
        })
        .map_or(0, |word| word.len())
}

/// The noun phrase that a reply begins with, before what tells more: "the violin, since I was six".
fn noun_phrase(reply: &str) -> Option<&str> {
    let phrase = before_more(reply);
    let is_it = !phrase.is_empty() && !is_circumstance(phrase) && is_fragment(phrase, reply);
    is_it.then_some(phrase)
}

/// What a question seeks that a reply may name.
struct Sought<'q> {
    /// What kind of thing it is: "pets", "anyone".
    kind: &'q str,
    /// What stands between the verb and it: "with ", of "go with anyone".
    before: String,
    /// What stands behind it: "growing up", of "any pets growing up".
    behind: String,
}

impl<'q> Sought<'q> {
    fn of(question: &'q Polar) -> Option<Self> {
        const ARTICLES: &[&str] = &["any", "a", "an", "some", "many", "much"];
        const MAX_BEFORE: usize = 3;
        let rest = &question.rest;
        if let [kind] = rest.as_slice()
            && is_had(question)
        {
            return Some(Self {
                kind,
                before: String::new(),
                behind: String::new(),
            });
        }
        let place = rest.iter().take(MAX_BEFORE).position(|word| {
            ANYBODY.contains(word.as_str()) || ARTICLES.contains(&word.as_str())
        })?;
        let before: String = rest[..place]
            .iter()
            .map(|word| format!("{word} "))
            .collect();
        if ANYBODY.contains(rest[place].as_str()) {
            let behind = &rest[place + 1..];
            let is_nice =
                |word: &String| ["nice", "else", "special", "fun", "good"].contains(&word.as_str());
            let is_it = behind.iter().all(is_nice) || PREPOSITIONS.contains(behind[0].as_str());
            let behind = if behind.iter().all(is_nice) {
                String::new()
            } else {
                behind.join(" ")
            };
            return is_it.then(|| Self {
                kind: &rest[place],
                before,
                behind,
            });
        }
        let ends = |word: &String| {
            word == "or" || PREPOSITIONS.contains(word.as_str()) || word.ends_with("ing")
        };
        let noun = place + 1;
        let end = (noun + 1..rest.len())
            .find(|at| ends(&rest[*at]))
            .unwrap_or(rest.len());
        // "Are you a nurse?" – "A midwife.": not what is sought.
        let is_of_be = question.verb == "be" && place == 0;
        let named = rest[noun..]
            .iter()
            .take(MAX_BEFORE)
            .find(|word| word.starts_with("allerg"));
        if let Some(kind) = named {
            return Some(Self {
                kind,
                before,
                behind: String::new(),
            });
        }
        (!is_of_be && noun < end).then(|| Self {
            kind: &rest[end - 1],
            before,
            behind: match rest.get(end).is_some_and(|word| word == "or") {
                true => String::new(),
                false => rest[end..].join(" "),
            },
        })
    }
}

fn is_had(question: &Polar) -> bool {
    matches!(question.verb.as_str(), "have" | "got" | "own")
}

/// Whether a noun is of what somebody has, so that another noun may stand for it: "pets", "kids", "car".
fn is_owned(noun: &str) -> bool {
    matches!(life_of(noun), Some(Life::Person | Life::Animal))
        || role(noun).is_some()
        || OWNED.contains(noun)
}

/// "last year", "since I was six", "a few years ago": when, where, with whom.
fn is_circumstance(words: &str) -> bool {
    let first = first_word(words);
    let lower = words.to_lowercase();
    let is_long = words.split_whitespace().count() > MAX_WORDS;
    let said = lower.trim_end_matches(|c: char| !c.is_alphanumeric());
    let is_time = WHEN.contains(&first)
        || said.ends_with(" ago")
        || PREPOSITIONS.contains(&first) && !["here", "home"].contains(&first.as_str());
    let is_since = matches!(first.as_str(), "since" | "when" | "until");
    !is_long
        && is_time
        && (is_since
            || is_fragment(
                words.trim_end_matches(|c: char| !c.is_alphanumeric()),
                words,
            ))
}

/// Reads "Yes, …", "No.", "We did!", "Not anymore" at the start of a text, behind thanks.
fn reply(content: &str) -> Option<Reply> {
    let sentences = sentences(content);
    let number = behind_thanks(content, &sentences)?;
    let trimmed = |sentence: &Range<usize>| {
        let text = &content[sentence.clone()];
        let start = sentence.start + text.len() - text.trim_start().len();
        start..sentence.start + text.trim_end().len()
    };
    let Range { start: mut at, end } = trimmed(&sentences[number]);
    while OPENINGS.contains(&first_word(&content[at..end])) {
        at = behind(content, at, end, 1);
    }
    let words = content[at..end].split_whitespace().map(|word| {
        let word = word.trim_matches(|c: char| !(c.is_alphanumeric() || c == '\'' || c == '’'));
        word.to_lowercase().replace('’', "'")
    });
    let words: Vec<String> = words.collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (said, count) = opening(&words);
    let word_end = behind(content, at, end, count);
    let word = at..word_end;
    // "We did! Last week."
    let next = sentences.get(number + 1).map(trimmed).filter(|next| {
        let next = &content[next.clone()];
        said == Said::Yes && is_circumstance(next) && next.split_whitespace().count() <= MAX_BEHIND
    });
    if let Some(next) = next.filter(|_| word_end == end) {
        return Some(Reply {
            said,
            word: at..next.start,
            rest: next,
        });
    }
    let rest = word_end..end;
    let following = words.get(count).copied().unwrap_or_default();
    // "Absolutely love it" is no answer by its first word.
    let is_apart = count == 0
        || rest.is_empty()
        || content[word.clone()]
            .trim_end()
            .ends_with(|c: char| !c.is_alphanumeric())
        || GOING_ON.contains(following)
        || said != Said::Nothing && is_past(following)
        || said == Said::Yes && is_circumstance(&content[rest.clone()]);
    is_apart.then_some(Reply { said, word, rest })
}

/// "no moved to Bury in Sept": whether a word is what somebody did.
fn is_past(word: &str) -> bool {
    word.len() > "reed".len() && word.ends_with("ed") || PASTS.contains(word)
}

/// Where what stands behind so many words begins.
fn behind(content: &str, at: usize, end: usize, words: usize) -> usize {
    let mut place = at;
    for _ in 0..words {
        let rest = &content[place..end];
        let word = rest.find(|c: char| c.is_whitespace()).unwrap_or(rest.len());
        let next = &rest[word..];
        place += word + next.len() - next.trim_start().len();
    }
    place
}

/// What the first words say, and how many they are.
fn opening(words: &[&str]) -> (Said, usize) {
    let (said, count) = match words {
        ["of", "course", ..] | ["for", "sure", ..] | ["you", "bet", ..] => (Said::Yes, 2),
        ["not", "anymore", ..] => (Said::NoLonger, 2),
        ["not", "any", "more" | "longer", ..] => (Said::NoLonger, 3),
        ["not", "yet", ..] => (Said::No, 2),
        ["no" | "nope" | "nah", "not", "anymore", ..] => (Said::NoLonger, 3),
        ["no" | "nope" | "nah", "not", "any", "more" | "longer", ..] => (Said::NoLonger, 4),
        ["not", "really"] => (Said::No, 2),
        [
            "not",
            "this" | "next" | "until" | "till" | "for" | "since",
            ..,
        ] => (Said::No, 1),
        ["used", "to"] | ["used", "to", "yeah"] => (Said::Once, words.len()),
        ["i", "used", "to"] => (Said::Once, 3),
        ["no" | "nope" | "nah", "not", "yet" | "really", ..] => (Said::No, 3),
        [
            "no" | "nope" | "nah",
            "never" | "sadly" | "unfortunately" | "thankfully",
            ..,
        ] => (Said::No, 2),
        ["no" | "nope" | "nah" | "never", ..] => (Said::No, 1),
        [yes, ..] if YES.contains(yes) => (Said::Yes, 1),
        _ => {
            return match echo(words) {
                Some(true) => (Said::Yes, words.len()),
                Some(false) => (Said::No, words.len()),
                None => (Said::Nothing, 0),
            };
        }
    };
    // "Yes, I do."
    match echo(&words[count..]) {
        Some(_) => (said, words.len()),
        None => (said, count),
    }
}

/// Whether words only say "yes" or "no" again: "I do", "we really didn't". "I do yoga" says something of its own.
fn echo(words: &[&str]) -> Option<bool> {
    const ADVERBS: &[&str] = &[
        "sure",
        "really",
        "actually",
        "certainly",
        "definitely",
        "still",
    ];
    const AUXILIARIES: &[&str] = &[
        "do", "did", "have", "am", "are", "is", "was", "were", "will", "does", "has", "can",
    ];
    let words = match words {
        ["i" | "we" | "he" | "she" | "they", rest @ ..] => rest,
        ["i'm", "not"] => return Some(false),
        _ => return None,
    };
    let adverbs = words
        .iter()
        .take_while(|word| ADVERBS.contains(word))
        .count();
    match &words[adverbs..] {
        [auxiliary] => {
            let plain = auxiliary.strip_suffix("n't");
            let is_not = plain.is_some();
            let plain = plain.map_or(
                *auxiliary,
                |plain| if plain == "ca" { "can" } else { plain },
            );
            AUXILIARIES.contains(&plain).then_some(!is_not)
        }
        [auxiliary, "not"] => AUXILIARIES.contains(auxiliary).then_some(false),
        _ => None,
    }
}

static YES: WordList = WordList::new(
    "yes yeah yep yup yea ya yas yess yesss yeh aye absolutely definitely certainly indeed totally correct exactly",
);

/// What stands before "yes" and says nothing.
static OPENINGS: WordList = WordList::new("oh well haha lol hmm um uh ah ha aw ooh er hm");

static PASTS: WordList =
    WordList::new("sold left quit got went bought gave lost had did came met took");

/// What goes on behind "yes" and "no" without a mark: "yeah two cats", "no i quit".
static GOING_ON: WordList = WordList::new(
    "a an my our one two three four five six i i'm i've we he she they just only but not since",
);

/// What a time begins with.
static WHEN: WordList = WordList::new(
    "last next this every part full part-time full-time once twice yesterday today tomorrow tonight recently since when until daily weekly monthly",
);

/// What a question may seek without a noun of its own.
static ANYBODY: WordList =
    WordList::new("anyone anybody someone somebody anything something anywhere somewhere");

/// What a noun phrase begins with.
static NUMBERED: WordList = WordList::new(
    "a an the my our one two three four five six seven eight nine ten several some both",
);

/// What no noun phrase is: "yes, once more".
static NO_NOUNS: WordList = WordList::new(
    "so very really too more better great good bad badly well lots enough plenty quite pretty",
);

/// What somebody has that comes in kinds.
static OWNED: WordList = WordList::new(
    "pet kid sibling car bike bicycle vehicle motorbike instrument phone laptop computer camera console tattoo animal relative family \
     child children siblings job degree qualification condition illness disability injury subscription",
);
