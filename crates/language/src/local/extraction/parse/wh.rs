//! Questions that ask who, what, where, when and how, with the words of a reply in the place of what they ask: "What team did you sign
//! with?" – "The Wolves." is "I signed with the Wolves".

use crate::lexicon::conjugation::{past, third_person};
use crate::lexicon::{Life, is_occupation, life_of};
use crate::local::extraction::parse::asked::{Question, Subject, adverbs, being, is_being, said};
use crate::local::extraction::parse::fragment::{PREPOSITIONS, first_word};
use crate::word_list::WordList;

/// The most words of what stands between "what" and "do you": "what kind of music do you play".
const MAX_ASKED: usize = 5;

/// What a reply leaves out.
pub(super) struct Answered {
    /// What stands before its words.
    pub(super) before: String,
    /// What stands behind them.
    pub(super) behind: String,
    /// How many bytes of the reply stand between; all where it says nothing.
    pub(super) words: Option<usize>,
    /// How many bytes of the reply `before` stands for.
    pub(super) removed: usize,
}

impl Answered {
    fn before(before: impl Into<String>) -> Self {
        Self::around(before, "")
    }

    fn around(before: impl Into<String>, behind: impl Into<String>) -> Self {
        Self {
            before: before.into(),
            behind: behind.into(),
            words: None,
            removed: 0,
        }
    }
}

/// A question by its parts.
struct Asking<'q> {
    /// "what", "how".
    wh: &'q str,
    /// What stands between it and the auxiliary: "team", "many people".
    asked: &'q [String],
    auxiliary: &'q str,
    subject: Subject,
    /// The dictionary form, or the participle; empty where "be" has nothing behind its subject.
    verb: String,
    /// What follows the verb.
    more: Vec<String>,
}

/// What a reply leaves out that answers a question.
pub(super) fn answered(question: &Question<'_>, reply: &str) -> Option<Answered> {
    let lower = &question.lower;
    if let Some(named) = told_of(question) {
        return (!PREPOSITIONS.contains(first_word(reply).as_str()))
            .then(|| Answered::before(format!("{} is ", capital(&named))));
    }
    let (wh, asked, auxiliary, rest) = parts(lower)?;
    if matches!(wh, "who" | "what")
        && asked.is_empty()
        && let Some(answered) = done_by(question, auxiliary, rest, reply)
    {
        return Some(answered);
    }
    let is_other = |word: &String| matches!(word.as_str(), "what" | "who" | "where" | "how");
    // "What's her name and how old is she?"
    if lower[rest..].iter().any(is_other) {
        return None;
    }
    let subject = question
        .subject_at(rest)
        .or_else(|| named(question, auxiliary, rest))?;
    let rest = rest + subject.words;
    let (_, count) = adverbs(&lower[rest..]);
    let words = &question.words[rest + count..];
    let (verb, more) = match words.split_first() {
        Some((verb, more)) => (verb.to_lowercase(), said(more)?),
        None => (String::new(), Vec::new()),
    };
    if OPINIONS.contains(&verb) || !is_of_question(question, auxiliary) {
        return None;
    }
    let asking = Asking {
        wh,
        asked,
        auxiliary,
        subject,
        verb,
        more,
    };
    asking.counted(reply).or_else(|| {
        if asking.verb.is_empty() || asking.is_of_place_or_time() {
            asking.being(reply)
        } else {
            asking.doing(reply)
        }
    })
}

/// "Can you tell me your current role?", "Remind me of your dog's name": what is asked for, as who is asked says it.
fn told_of(question: &Question<'_>) -> Option<String> {
    const MAX_NAMED: usize = 6;
    let lower = &question.lower;
    let telling = lower.windows(2).position(|two| {
        matches!(two[0].as_str(), "tell" | "remind" | "give")
            && matches!(two[1].as_str(), "me" | "us")
    })?;
    let mut of = telling + 2;
    if lower
        .get(of)
        .is_some_and(|word| word == "of" || word == "about")
    {
        of += 1;
    }
    let words = &question.words[of..];
    let is_named = lower.get(of).is_some_and(|word| word == "your") && words.len() <= MAX_NAMED;
    let is_plain = words
        .iter()
        .all(|word| !PREPOSITIONS.contains(word.to_lowercase().as_str()) && word != "and");
    (is_named && is_plain)
        .then(|| said(words))
        .flatten()
        .map(|said| said.join(" "))
}

/// "What's your take-home pay?": where the parser finds no subject, all that follows "is".
fn named(question: &Question<'_>, auxiliary: &str, rest: usize) -> Option<Subject> {
    let words = &question.words[rest..];
    let whose = question.lower.get(rest)?.as_str();
    if !is_being(auxiliary) || !["your", "his", "her", "their"].contains(&whose) {
        return None;
    }
    Some(Subject {
        said: said(words)?.join(" "),
        words: words.len(),
        is_third: auxiliary == "is" || auxiliary == "was",
    })
}

/// Whether words without a mark are a question: "what a day it was" is none.
fn is_of_question(question: &Question<'_>, auxiliary: &str) -> bool {
    question.is_marked || !["will", "have"].contains(&auxiliary)
}

/// "what", what stands between it and the auxiliary, the auxiliary, and where the rest begins.
fn parts(lower: &[String]) -> Option<(&str, &[String], &str, usize)> {
    const ASKING: &[&str] = &["what", "which", "who", "whom", "where", "when", "how"];
    const AUXILIARIES: &[&str] = &[
        "do", "does", "did", "are", "were", "is", "was", "have", "has", "will",
    ];
    (0..lower.len()).find_map(|start| {
        let word = lower[start].as_str();
        let short = word
            .strip_suffix("'s")
            .or_else(|| word.strip_suffix('s'))
            .filter(|wh| ASKING.contains(wh));
        if let Some(wh) = short {
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

/// "Who's covering for Sue?" – "Me, till Easter.": whoever the reply names does it.
fn done_by(question: &Question<'_>, auxiliary: &str, rest: usize, reply: &str) -> Option<Answered> {
    let verb = question.lower.get(rest)?;
    let is_doing = verb.len() > "ring".len() && verb.ends_with("ing") && is_being(auxiliary);
    if !is_doing || question.subject_at(rest).is_some() {
        return None;
    }
    let done = said(&question.words[rest..])?.join(" ");
    let first = first_word(reply);
    if first == "me" || first == "i" {
        let am = if matches!(auxiliary, "is" | "are") {
            "am"
        } else {
            "was"
        };
        return Some(Answered {
            words: Some(first.len()),
            removed: first.len(),
            ..Answered::before(format!("I {am} {done}"))
        });
    }
    let is_name = reply.starts_with(char::is_uppercase)
        || ["my", "our", "the", "his", "her", "their"].contains(&first.as_str());
    let is_short = !reply.contains([',', '.']) && reply.split_whitespace().count() <= 4;
    let auxiliary = if reply.contains(" and ") {
        "are"
    } else {
        auxiliary
    };
    (is_name && is_short).then(|| Answered::around("", format!(" {auxiliary} {done}")))
}

impl Asking<'_> {
    /// The subject with what is done: "I signed".
    fn whole(&self) -> String {
        let Self { subject, verb, .. } = self;
        let is_third = subject.is_third;
        let done = match self.auxiliary {
            "do" | "does" if is_third => third_person(verb),
            "do" | "does" => verb.clone(),
            "did" => past(verb),
            "have" | "has" if is_third => format!("has {verb}"),
            "have" | "has" => format!("have {verb}"),
            "will" => format!("will {verb}"),
            asking => format!("{} {verb}", being(asking, subject)),
        };
        format!("{} {done}", subject.said)
    }

    /// "When are you away?": what follows the subject is no verb.
    fn is_of_place_or_time(&self) -> bool {
        is_being(self.auxiliary)
            && (PREPOSITIONS.contains(self.verb.as_str())
                || [
                    "away", "called", "named", "due", "back", "off", "open", "closed", "worth",
                ]
                .contains(&self.verb.as_str()))
    }

    /// A number that answers "how many": "How many people are you cooking for?" – "Four."
    fn counted(&self, reply: &str) -> Option<Answered> {
        let [many, asked @ .., noun] = self.asked else {
            return None;
        };
        let first = first_word(reply);
        let is_number = NUMBERS.contains(first.as_str()) || first.parse::<u32>().is_ok();
        let is_alone =
            !reply[first.len()..].starts_with(' ') || reply[first.len()..].starts_with(" of them");
        if self.wh != "how" || many != "many" || !is_number || !is_alone || self.verb.is_empty() {
            return None;
        }
        let noun = match first.as_str() {
            "one" | "1" => noun.strip_suffix('s').unwrap_or(noun),
            _ => noun,
        };
        let asked: String = asked.iter().map(|word| format!(" {word}")).collect();
        let noun = format!("{asked} {noun}");
        let more = self.more.join(" ");
        let is_stranded = self
            .more
            .last()
            .is_some_and(|last| PREPOSITIONS.contains(last.as_str()));
        let (before, behind) = match is_stranded {
            true => (format!("{} {more} ", self.whole()), noun),
            false => (format!("{} ", self.whole()), format!("{noun} {more}")),
        };
        Some(Answered {
            words: Some(first.len()),
            ..Answered::around(before, behind)
        })
    }

    /// "What is your favorite dish?", "How old are the twins?"
    fn being(&self, reply: &str) -> Option<Answered> {
        if !is_being(self.auxiliary) {
            return None;
        }
        let first = first_word(reply);
        let is_placed = PREPOSITIONS.contains(&first);
        let be = being(self.auxiliary, &self.subject);
        let whole = format!("{} {be}", capital(&self.subject.said));
        let behind = format!("{} {}", self.verb, self.more.join(" "));
        let behind = behind.trim();
        let whole = match behind {
            "" => whole,
            // "What's the dog called?"
            behind => format!("{whole} {behind}"),
        };
        match (self.wh, self.asked) {
            ("what" | "which", [] | [_])
                if behind.is_empty() || behind == "called" || behind == "named" =>
            {
                (self.subject.said != "I" && !is_placed)
                    .then(|| Answered::before(format!("{whole} ")))
            }
            ("who", []) if behind.is_empty() => Some(Answered::before(format!("{whole} "))),
            ("when", []) => Some(Answered::before(format!("{whole} "))),
            ("where", []) if is_placed || behind == "from" => {
                Some(Answered::before(format!("{whole} ")))
            }
            ("where", []) if reply.starts_with(char::is_uppercase) && behind.is_empty() => {
                Some(Answered::before(format!("{whole} in ")))
            }
            ("how", [old]) if old == "old" && behind.is_empty() => Some(self.aged(&whole, reply)),
            ("how", [much]) if much == "much" && behind.is_empty() => {
                Some(Answered::before(format!("{whole} ")))
            }
            _ => None,
        }
    }

    /// "How old is the baby?" – "11 weeks."
    fn aged(&self, whole: &str, reply: &str) -> Answered {
        const UNITS: &[&str] = &[
            "week", "weeks", "month", "months", "day", "days", "year", "years", "yrs",
        ];
        let mut length = 0;
        for word in reply.split_inclusive(' ') {
            length += word.len();
            let plain = word
                .trim_matches(|c: char| !c.is_alphanumeric())
                .to_lowercase();
            if UNITS.contains(&plain.as_str()) && !reply[length..].starts_with("old") {
                return Answered {
                    words: Some(reply[..length].trim_end().len()),
                    ..Answered::around(format!("{whole} "), " old")
                };
            }
        }
        Answered::before(format!("{whole} "))
    }

    /// "Where do you live?", "What team did she sign with?"
    fn doing(&self, reply: &str) -> Option<Answered> {
        let Self {
            asked, verb, more, ..
        } = self;
        let verb = verb.as_str();
        let first = first_word(reply);
        let start = self.whole();
        let said = more.join(" ");
        let whole = format!("{start} {said}");
        let whole = whole.trim_end();
        let last = more.last().map_or("", String::as_str);
        let is_placed = PREPOSITIONS.contains(&first) || first.ends_with("where");
        let word = asked.first().map_or("", String::as_str);
        let behind_all = || Some(Answered::before(format!("{whole} ")));
        match self.wh {
            "where" if is_placed => behind_all(),
            "where" => {
                let to = matches!(
                    verb,
                    "go" | "going" | "move" | "moving" | "travel" | "fly" | "flying"
                );
                Some(Answered::before(format!(
                    "{whole} {} ",
                    if to { "to" } else { "in" }
                )))
            }
            "how" if word == "long" && !PREPOSITIONS.contains(&first) => {
                Some(Answered::before(format!("{whole} for ")))
            }
            "when" => behind_all(),
            "how" if matches!(word, "often" | "long") => behind_all(),
            "how" if word == "much" && asked.len() == 1 => {
                Some(Answered::around(format!("{start} "), format!(" {said}")))
            }
            "how" if matches!(verb, "feel" | "feeling") => {
                Some(Answered::before(format!("{start} ")))
            }
            "how" => None,
            // "What does she do?" – "Vet nurse."
            "what" if asked.is_empty() && verb == "do" && is_of_work(more) && is_work(reply) => {
                let be = being("is", &self.subject);
                let article = match () {
                    () if ARTICLES.contains(&first.as_str()) => "",
                    () if first.starts_with(['a', 'e', 'i', 'o', 'u']) => "an ",
                    () => "a ",
                };
                Some(Answered::before(format!(
                    "{} {be} {article}",
                    self.subject.said
                )))
            }
            // "What did you do there?" – "Hiked and swam in the lake."
            _ if matches!(verb, "do" | "doing") => {
                let is_doing = first.ends_with("ing") && verb == "doing";
                let has_done =
                    self.auxiliary == "did" && (first.ends_with("ed") || first == "went");
                let subject = &self.subject.said;
                let start = match is_doing {
                    true => format!("{subject} {} ", being("is", &self.subject)),
                    false => format!("{subject} "),
                };
                (is_doing || has_done).then(|| Answered::around(start, format!(" {said}")))
            }
            // "What are you researching?" – "Researching the past of my village."
            _ if first == verb => {
                let start = start.strip_suffix(verb)?;
                Some(Answered::before(start))
            }
            _ if more.is_empty() || PREPOSITIONS.contains(last) || more[0] == "to" => behind_all(),
            _ => Some(Answered::around(format!("{start} "), format!(" {said}"))),
        }
    }
}

/// Whether what follows "do" asks for an occupation: "for a living", "these days".
fn is_of_work(more: &[String]) -> bool {
    let said = more.join(" ").to_lowercase();
    [
        "",
        "for work",
        "for a living",
        "for a job",
        "for living",
        "now",
        "these days",
        "nowadays",
        "again",
    ]
    .contains(&said.as_str())
}

/// Whether a reply names an occupation.
fn is_work(reply: &str) -> bool {
    reply.split_whitespace().take(4).any(|word| {
        let word = word
            .trim_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase();
        is_occupation(&word) || life_of(&word) == Some(Life::Person)
    })
}

/// A sentence's first letter.
fn capital(words: &str) -> String {
    let mut rest = words.chars();
    rest.next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .chain(rest)
        .collect()
}

const ARTICLES: &[&str] = &["a", "an", "the", "my", "just"];

static NUMBERS: WordList = WordList::new(
    "one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty hundred none both",
);

/// Verbs of opinion, and of what is asked of others.
static OPINIONS: WordList = WordList::new(
    "think mean say know guess suppose suggest recommend believe reckon want call feel's",
);
