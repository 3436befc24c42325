//! Replies that are no sentence: "Three times a week", to "How often do you work out with your family?". They are read with the
//! words of the question that they leave out: "I work out with my family three times a week".

use crate::lexicon::conjugation::past;
use crate::lexicon::{Life, is_given_name, life_of, role};
use crate::sentences::sentences;
use crate::word_list::WordList;

/// The most words of a reply that is no sentence.
const MAX_WORDS: usize = 12;

/// The most words of what stands between "what" and "do you": "what kind of music do you play".
const MAX_ASKED: usize = 5;

/// So many sentences of thanks may stand before a reply.
const MAX_THANKS: usize = 2;

/// What a reply leaves out.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Completion {
    /// Where the reply begins, in bytes of the text.
    pub(crate) at: usize,
    /// Where its words end.
    pub(crate) end: usize,
    /// What it leaves out before them.
    pub(crate) before: String,
    /// What it leaves out behind them.
    pub(crate) behind: String,
}

/// What a text leaves out that begins with a reply to the question at the end of another; `None` where it does not.
pub(crate) fn completion(asked: &str, content: &str) -> Option<Completion> {
    let question = last_question(asked)?;
    // "What are you up to?" asks for a sentence.
    if question.ends_with(&["up".to_owned(), "to".to_owned()]) {
        return None;
    }
    let reply = reply(content)?;
    let words = &content[reply.clone()];
    let (before, behind) = declared(&question, words)?;
    let behind = behind.trim_end().to_owned();
    Some(Completion {
        at: reply.start,
        end: reply.end,
        before,
        behind,
    })
}

/// Whether a text ends with a question about somebody else than who is asked: "And Joris, what's he up to?".
pub(crate) fn asks_of_another(asked: &str) -> bool {
    let Some(question) = last_question(asked) else {
        return false;
    };
    let stems = question.iter().map(|word| {
        let stem = word.split(['\'', '’']).next().unwrap_or(word);
        (stem.to_lowercase(), word.starts_with(char::is_uppercase))
    });
    let stems: Vec<(String, bool)> = stems.collect();
    let is_any = |of: &[&str]| stems.iter().any(|(stem, _)| of.contains(&stem.as_str()));
    let is_somebody = |stem: &str| life_of(stem) == Some(Life::Person) || role(stem).is_some();
    // "How is your son?", "how's the lad"
    let is_of_theirs = stems
        .windows(2)
        .any(|pair| ["your", "the"].contains(&pair[0].0.as_str()) && is_somebody(&pair[1].0));
    let is_named = stems
        .iter()
        .any(|(stem, is_capital)| *is_capital && is_given_name(stem));
    let is_of_another = is_any(&["he", "she", "they", "him", "her"]) || is_named || is_of_theirs;
    is_of_another && !is_any(&["you", "u", "ya", "yours", "i", "we", "my", "our"])
}

/// The words of the question that a text ends with, in lower case but for names.
fn last_question(asked: &str) -> Option<Vec<String>> {
    let last = sentences(asked).into_iter().next_back()?;
    let question = asked[last].trim().strip_suffix('?')?;
    let words = question.split_whitespace();
    let words: Vec<String> = words
        .map(|word| {
            word.trim_matches(|c: char| ",;:\"()".contains(c))
                .to_owned()
        })
        .filter(|word| !word.is_empty())
        .collect();
    let is_long = words.len() > 3 * MAX_WORDS;
    (!is_long).then_some(words)
}

/// Where the words of a reply stand that is no sentence, behind thanks.
fn reply(content: &str) -> Option<std::ops::Range<usize>> {
    for sentence in sentences(content).into_iter().take(MAX_THANKS + 1) {
        let text = &content[sentence.clone()];
        let start = sentence.start + text.len() - text.trim_start().len();
        let first = first_word(&content[start..]);
        if THANKS.contains(&first) {
            continue;
        }
        // "Definitely lasagna", "Oh, twice a week".
        let mut start = start;
        while OPENINGS.contains(&first_word(&content[start..])) {
            let rest = content[start..sentence.end].split_once([' ', ','])?.1;
            let rest = rest.trim_start_matches([' ', ',']);
            start = sentence.end - rest.len();
        }
        let rest = &content[start..sentence.end];
        let marks = [
            ". ", "! ", ";", " - ", " – ", " — ", "—", "…", "...", ":)", "\n",
        ];
        let ends = marks.iter().filter_map(|mark| rest.find(mark));
        let words = rest[..ends.min().unwrap_or(rest.len())]
            .trim_end_matches(|c: char| !c.is_alphanumeric());
        return is_fragment(words, rest).then_some(start..start + words.len());
    }
    None
}

fn first_word(text: &str) -> String {
    let word = text
        .trim_start()
        .split(|c: char| !(c.is_alphanumeric() || c == '\''))
        .next();
    word.unwrap_or_default().to_lowercase()
}

/// Whether words have no verb of their own, as far as a list can tell.
fn is_fragment(words: &str, sentence: &str) -> bool {
    let lower = words.to_lowercase().replace('’', "'");
    let mut all = lower.split(|c: char| !(c.is_alphanumeric() || c == '\''));
    let first = first_word(words);
    let count = lower.split_whitespace().count();
    (1..=MAX_WORDS).contains(&count)
        && !sentence.trim_end().ends_with('?')
        && words.starts_with(char::is_alphanumeric)
        && !NO_REPLIES.contains(&first)
        && all.all(|word| !VERBAL.contains(word) && !word.contains("n't"))
}

/// What stands before and behind the words of a reply in a sentence that answers the question.
fn declared(question: &[String], reply: &str) -> Option<(String, String)> {
    let lower: Vec<String> = question
        .iter()
        .map(|word| word.to_lowercase().replace('’', "'"))
        .collect();
    let (wh, asked, auxiliary, rest) = parts(&lower)?;
    let rest = &question[rest..];
    let said = |words: &[String]| -> Option<String> {
        // "Where did you buy that?"
        let last = words.last().map(|word| word.to_lowercase());
        if last.is_some_and(|last| matches!(last.as_str(), "this" | "that" | "these" | "those")) {
            return None;
        }
        let turned: Option<Vec<String>> = words.iter().map(|word| turned(word)).collect();
        Some(turned?.join(" "))
    };
    match rest.first()?.to_lowercase().as_str() {
        // "What is your favorite dish?"
        "your" => {
            let is_named = matches!(auxiliary, "is" | "are" | "was" | "were") && asked.is_empty();
            let what = said(&rest[1..])?;
            let is_it = is_named && matches!(wh, "what" | "who" | "which") && !what.is_empty();
            is_it.then(|| (format!("My {what} {auxiliary} "), String::new()))
        }
        "you" | "u" => {
            let verb = rest.get(1)?.to_lowercase();
            if OPINIONS.contains(&verb) {
                return None;
            }
            let done = match auxiliary {
                "do" => verb.clone(),
                "did" => past(&verb),
                "are" => format!("am {verb}"),
                "were" => format!("was {verb}"),
                "have" => format!("have {verb}"),
                "will" => format!("will {verb}"),
                _ => return None,
            };
            let more = &rest[2..];
            around(wh, asked, &verb, &done, more, reply, &said(more)?)
        }
        _ => None,
    }
}

/// "what", what stands between it and the auxiliary, the auxiliary, and where the rest begins.
fn parts(lower: &[String]) -> Option<(&str, &[String], &str, usize)> {
    const ASKING: &[&str] = &["what", "which", "who", "whom", "where", "when", "how"];
    const AUXILIARIES: &[&str] = &["do", "did", "are", "were", "is", "was", "have", "will"];
    (0..lower.len()).find_map(|start| {
        let word = lower[start].as_str();
        if let Some(wh) = word.strip_suffix("'s").filter(|wh| ASKING.contains(wh)) {
            return Some((wh, &lower[..0], "is", start + 1));
        }
        if !ASKING.contains(&word) {
            return None;
        }
        let end = lower.len().min(start + 2 + MAX_ASKED);
        let auxiliary = (start + 1..end).find(|at| AUXILIARIES.contains(&lower[*at].as_str()))?;
        let asked = &lower[start + 1..auxiliary];
        Some((word, asked, lower[auxiliary].as_str(), auxiliary + 1))
    })
}

/// Where the reply stands in "I work out with my family".
fn around(
    wh: &str,
    asked: &[String],
    verb: &str,
    done: &str,
    more: &[String],
    reply: &str,
    said: &str,
) -> Option<(String, String)> {
    let first = first_word(reply);
    let whole = format!("I {done} {said}");
    let whole = whole.trim_end();
    let last = more.last().map_or("", String::as_str);
    let is_placed = PREPOSITIONS.contains(&first) || first.ends_with("where");
    let word = asked.first().map_or("", String::as_str);
    match wh {
        "where" if is_placed => Some((format!("{whole} "), String::new())),
        "where" => {
            let to = matches!(
                verb,
                "go" | "going" | "move" | "moving" | "travel" | "fly" | "flying"
            );
            Some((
                format!("{whole} {} ", if to { "to" } else { "in" }),
                String::new(),
            ))
        }
        "how" if word == "long" && !PREPOSITIONS.contains(&first) => {
            Some((format!("{whole} for "), String::new()))
        }
        "when" => Some((format!("{whole} "), String::new())),
        "how" if matches!(word, "often" | "long") => Some((format!("{whole} "), String::new())),
        "how" if matches!(verb, "feel" | "feeling") => Some((format!("I {done} "), String::new())),
        "how" => None,
        // "What did you do there?" – "Hiked and swam in the lake."
        _ if matches!(verb, "do" | "doing") => {
            let is_doing = first.ends_with("ing") && verb == "doing";
            let has_done = done == "did" && (first.ends_with("ed") || first == "went");
            let start = if is_doing { "I am " } else { "I " };
            (is_doing || has_done).then(|| (start.to_owned(), format!(" {said}")))
        }
        // "What are you researching?" – "Researching the past of my village."
        _ if first == verb => {
            let auxiliary = done.strip_suffix(verb).unwrap_or_default();
            Some((format!("I {auxiliary}"), String::new()))
        }
        _ if more.is_empty() || PREPOSITIONS.contains(last) => {
            Some((format!("{whole} "), String::new()))
        }
        _ => Some((format!("I {done} "), format!(" {said}"))),
    }
}

/// A word of a question as who answers says it; `None` where that cannot be told.
fn turned(word: &str) -> Option<String> {
    Some(match word.to_lowercase().as_str() {
        "your" => "my".to_owned(),
        "yours" => "mine".to_owned(),
        "you" => "me".to_owned(),
        "yourself" => "myself".to_owned(),
        "i" | "we" | "my" | "our" | "me" | "us" | "it" | "them" => return None,
        _ => word.to_owned(),
    })
}

/// A reply's first letter in the middle of a sentence: as it is where it may be a name's.
pub(crate) fn goes_on_small(reply: &str) -> bool {
    let first = first_word(reply);
    let second = reply.split_whitespace().nth(1).unwrap_or_default();
    let is_name = is_given_name(&first) || second.starts_with(char::is_uppercase);
    STARTS.contains(&first) || !is_name && (first.ends_with("ing") || first.ends_with("ed"))
}

/// Sentences that only thank or greet.
static THANKS: WordList = WordList::new("thanks thank hey hi hello aw aww wow congrats cheers");

/// What a reply may begin with that is no part of it.
static OPENINGS: WordList = WordList::new(
    "oh well yeah yep yup aye nah nope yes definitely probably usually mostly honestly hmm um uh haha lol actually just maybe sure ok okay so",
);

/// Words that begin no reply of this kind.
static NO_REPLIES: WordList = WordList::new(
    "no nope nothing none never not idk dunno nowhere nobody same and but because if lets let let's guess depends good great \
     cool nice awesome amazing wonderful sounds looks glad sorry check look see take keep tell come try remember enjoy have \
     what how why who where when which as",
);

/// Pronouns and auxiliaries: words of a sentence.
static VERBAL: WordList = WordList::new(
    "i i'm i've i'd i'll we we're we've we'll he he's she she's it it's its they they're you you're you've that that's this \
     there there's here's is are was were am be been have has had do does did will would can could should may might must \
     let's who's what's",
);

/// Verbs of opinion, and of what is asked of others.
static OPINIONS: WordList = WordList::new(
    "think mean say know guess suppose suggest recommend believe reckon want call feel's",
);

static PREPOSITIONS: WordList = WordList::new(
    "in at on to from with for about of near by into around over under since until during between behind beside outside inside \
     home here upstairs downstairs abroad",
);

/// Words that begin a reply and are written small inside a sentence.
static STARTS: WordList = WordList::new(
    "a an the my our some any every each once twice one two three four five six seven eight nine ten about around almost at in on \
     to from with for since until near by only last next this early late all both most many several few lots daily weekly",
);
