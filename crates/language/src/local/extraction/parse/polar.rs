//! Questions that "yes" and "no" answer, as who is asked would say the same: "Have you been to Japan?" is "I have been to Japan".

use crate::lexicon::conjugation::{past, third_person};
use crate::lexicon::is_given_name;
use crate::local::extraction::parse::asked::{Question, Subject, adverbs, being, said};
use crate::word_list::WordList;

/// The most words of a question that is read so.
const MAX_WORDS: usize = 16;

/// The most words before the verb that asks: "Ah nice, and Tom, do you …".
const MAX_BEFORE: usize = 3;

/// What a polar question asks whether it is so.
#[derive(Debug)]
pub(super) struct Polar {
    /// Whose deed it is.
    pub(super) subject: Subject,
    /// The dictionary form of what is done: "be", "have".
    pub(super) verb: String,
    form: Form,
    /// What stands between the verbs: "still", "ever".
    adverbs: Vec<String>,
    /// What follows the verb: "a dog", "vegetarian".
    pub(super) rest: Vec<String>,
}

/// How a question is formed.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Form {
    /// "Do you smoke?"
    Present,
    /// "Did you go?"
    Past,
    /// "Are you married?", "Have you been there?", "Will you go?": with the auxiliary as it follows its subject.
    Auxiliary(String),
}

impl Polar {
    /// Reads a question.
    pub(super) fn of(question: &Question<'_>) -> Option<Self> {
        let lower = &question.lower;
        let end = lower.len() - tag(lower);
        // "Tea or coffee?" is answered by neither word; "any brothers or sisters" is.
        let choice = lower.iter().position(|word| word == "or");
        let is_open = |or: usize| lower[..or].iter().any(|word| word == "any");
        if end > MAX_WORDS || choice.is_some_and(|or| !is_open(or)) {
            return None;
        }
        let start = start(question)?;
        inverted(question, start, end)
            .or_else(|| {
                let (words, lower) = (&question.words[start..end], &lower[start..end]);
                let is_marked = question.is_marked || end < question.lower.len();
                let declared = declared(words, lower).filter(|_| is_marked);
                declared.or_else(|| elided(words, lower))
            })
            .filter(Self::is_asked_of_facts)
    }

    /// Whether the answer says something of somebody, rather than what they think, or that they do what they are asked for.
    fn is_asked_of_facts(&self) -> bool {
        let first = self.rest.first().map(|word| word.to_lowercase());
        let first = first.as_deref().unwrap_or_default();
        match self.verb.as_str() {
            "be" => !MOODS.contains(first) && !OPINIONS.contains(first) && !self.rest.is_empty(),
            "want" => !["to", "me", "some"].contains(&first),
            verb => !OPINIONS.contains(verb),
        }
    }

    /// Its subject and "is".
    pub(super) fn being(&self) -> String {
        format!("{} {}", self.subject.said, being("is", &self.subject))
    }

    /// What "yes" says, without what follows the verb.
    pub(super) fn start(&self) -> String {
        let kept: Vec<&str> = self
            .adverbs
            .iter()
            .map(String::as_str)
            .filter(|adverb| KEPT.contains(adverb))
            .collect();
        let kept = kept.iter().map(|adverb| format!("{adverb} "));
        let kept: String = kept.collect();
        let subject = &self.subject.said;
        match &self.form {
            Form::Present if self.subject.is_third => {
                format!("{subject} {kept}{}", third_person(&self.verb))
            }
            Form::Present => format!("{subject} {kept}{}", self.verb),
            Form::Past => format!("{subject} {kept}{}", past(&self.verb)),
            Form::Auxiliary(auxiliary) => match self.verb.as_str() {
                "be" => format!("{subject} {auxiliary} {kept}")
                    .trim_end()
                    .to_owned(),
                verb => format!("{subject} {auxiliary} {kept}{verb}"),
            },
        }
    }

    /// What "used to" says.
    pub(super) fn past(&self) -> Option<String> {
        let is_done = self.form == Form::Present;
        let past = format!(
            "{} used to {} {}",
            self.subject.said,
            self.verb,
            self.rest.join(" ")
        );
        is_done.then(|| past.trim_end().to_owned())
    }

    /// What "yes" says; `None` where it leaves open which.
    pub(super) fn affirmed(&self) -> Option<String> {
        if self.rest.iter().any(|word| word == "or") {
            return None;
        }
        let rest: Vec<&str> = self
            .rest
            .iter()
            .map(String::as_str)
            .filter(|word| !["any", "yet", "already"].contains(word))
            .collect();
        let whole = format!("{} {}", self.start(), rest.join(" "));
        Some(whole.trim_end().to_owned())
    }

    /// What "no" says; `is_over` where it says that it is so no longer: "not anymore".
    pub(super) fn denied(&self, is_over: bool) -> String {
        let has = |adverb: &str| self.adverbs.iter().any(|word| word == adverb);
        let (subject, verb) = (&self.subject.said, &self.verb);
        let rest = self.rest.join(" ");
        let third = |verb: &str| match self.subject.is_third {
            true => third_person(verb),
            false => verb.to_owned(),
        };
        let not = match &self.form {
            Form::Auxiliary(auxiliary) => {
                let how = match (is_over || has("still"), has("ever")) {
                    (true, _) => "no longer",
                    (false, true) => "never",
                    (false, false) => "not",
                };
                let verb = if verb == "be" { "" } else { verb };
                format!("{subject} {auxiliary} {how} {verb}")
            }
            Form::Present if is_over || has("still") => {
                format!("{subject} no longer {}", third(verb))
            }
            Form::Present if has("ever") => format!("{subject} never {}", third(verb)),
            Form::Present => format!("{subject} {} not {verb}", third("do")),
            Form::Past if has("ever") => format!("{subject} never {}", past(verb)),
            Form::Past => format!("{subject} did not {verb}"),
        };
        format!("{} {rest}", not.trim_end()).trim_end().to_owned()
    }
}

/// The first word of what is asked: behind "so", "and Tom".
fn start(question: &Question<'_>) -> Option<usize> {
    let lower = &question.lower;
    let start = lower
        .iter()
        .position(|word| !BEFORE.contains(word.as_str()))?;
    // "Tom, do you smoke?"
    let is_called = is_given_name(&lower[start])
        && lower
            .get(start + 1)
            .is_some_and(|next| auxiliary(next).is_some());
    let start = start + usize::from(is_called);
    (start <= MAX_BEFORE).then_some(start)
}

/// How many words at a question's end only ask for agreement: "You're a nurse, right?".
fn tag(lower: &[String]) -> usize {
    const TAGS: &[&str] = &[
        "right", "yeah", "yes", "huh", "eh", "correct", "no", "then", "now", "though", "tho",
        "too", "again",
    ];
    let pair = lower.len().checked_sub(2).map(|start| &lower[start..]);
    match pair {
        Some([first, second]) if first.contains("n't") && SUBJECTS.contains(&second.as_str()) => 2,
        Some([first, second]) if first == "or" && ["not", "so"].contains(&second.as_str()) => 2,
        Some([_, last]) if TAGS.contains(&last.as_str()) => 1 + tag(&lower[..lower.len() - 1]),
        _ => 0,
    }
}

/// "Do you still live in Leeds": the verb stands before its subject.
fn inverted(question: &Question<'_>, start: usize, end: usize) -> Option<Polar> {
    let asking = auxiliary(question.lower.get(start)?)?;
    let subject = question.subject_at(start + 1)?;
    let from = start + 1 + subject.words;
    let lower = question.lower.get(from..end)?;
    let (adverbs, after) = adverbs(lower);
    let verb = lower.get(after).map_or("", String::as_str);
    let rest = said(&question.words[from + after..end])?;
    let doing = |form: Form| {
        let (verb, rest) = rest.split_first()?;
        let verb = verb.to_lowercase();
        let is_verb = verb.chars().all(char::is_alphabetic);
        is_verb.then(|| (form, verb, rest.to_vec()))
    };
    let (form, verb, rest) = match asking {
        "do" | "does" => doing(Form::Present)?,
        "did" => doing(Form::Past)?,
        "can" if !ABLE.contains(verb) => return None,
        "have" | "has" | "will" | "can" => {
            let auxiliary = match (asking, subject.is_third) {
                ("have" | "has", true) => "has",
                ("have" | "has", false) => "have",
                (other, _) => other,
            };
            doing(Form::Auxiliary(auxiliary.to_owned()))?
        }
        _ => {
            let auxiliary = being(asking, &subject).to_owned();
            (Form::Auxiliary(auxiliary), "be".to_owned(), rest)
        }
    };
    Some(Polar {
        subject,
        verb,
        form,
        adverbs,
        rest,
    })
}

/// Who is asked.
fn asked() -> Subject {
    Subject {
        said: "I".to_owned(),
        words: 1,
        is_third: false,
    }
}

/// "You're a nurse", "you still work at Bosch": asked by the voice alone.
fn declared(question: &[String], lower: &[String]) -> Option<Polar> {
    let first = lower.first()?.as_str();
    let auxiliary = |asking: &str| Form::Auxiliary(asking.to_owned());
    let (form, from) = match first {
        "you're" | "youre" | "ur" => (Some(auxiliary("am")), 1),
        "you've" | "youve" => (Some(auxiliary("have")), 1),
        "you" | "u" => match lower.get(1)?.as_str() {
            "are" => (Some(auxiliary("am")), 2),
            "were" => (Some(auxiliary("was")), 2),
            "have" if lower.get(2).is_some_and(|verb| verb == "been") => {
                (Some(auxiliary("have")), 2)
            }
            _ => (None, 1),
        },
        _ => return None,
    };
    let (adverbs, after) = adverbs(&lower[from..]);
    let rest = said(&question[from + after..])?;
    let (form, verb, rest) = match form {
        Some(form) if form == auxiliary("have") => {
            let (verb, rest) = rest.split_first()?;
            (form, verb.to_lowercase(), rest.to_vec())
        }
        Some(form) => (form, "be".to_owned(), rest),
        // "You still at Bosch?"
        None if PLACED.contains(&rest.first()?.to_lowercase()) => {
            (auxiliary("am"), "be".to_owned(), rest)
        }
        None => {
            let (verb, rest) = rest.split_first()?;
            let verb = verb.to_lowercase();
            DONE.contains(&verb)
                .then(|| (Form::Present, verb, rest.to_vec()))?
        }
    };
    Some(Polar {
        subject: asked(),
        verb,
        form,
        adverbs,
        rest,
    })
}

/// "Any pets?", "Got any pets?", "Ever been to Japan?", "Still at Bosch?": without what asks, of who is asked.
fn elided(question: &[String], lower: &[String]) -> Option<Polar> {
    let of = |form: Form, verb: &str, adverb: Option<&str>, from: usize| {
        Some(Polar {
            subject: asked(),
            verb: verb.to_owned(),
            form,
            adverbs: adverb.into_iter().map(str::to_owned).collect(),
            rest: said(&question[from..])?,
        })
    };
    let am = || Form::Auxiliary("am".to_owned());
    match (lower.first()?.as_str(), lower.get(1)?.as_str()) {
        ("any", noun) if !NOT_HAD.contains(noun) => of(Form::Present, "have", None, 0),
        ("got", "any" | "a" | "an") => of(Form::Present, "have", None, 1),
        ("ever", "been") => of(Form::Auxiliary("have".to_owned()), "been", Some("ever"), 2),
        // "Going anywhere nice?"
        (going, _) if ELIDED.contains(going) => of(am(), "be", None, 0),
        ("still", next) if PLACED.contains(next) => of(am(), "be", Some("still"), 1),
        _ => None,
    }
}

/// The auxiliary that a word asks by: "do", of "don't".
fn auxiliary(word: &str) -> Option<&str> {
    const ASKING: &[&str] = &[
        "do", "does", "did", "have", "has", "are", "is", "were", "was", "will", "can",
    ];
    let word = word.strip_suffix("n't").unwrap_or(word);
    let word = if word == "d" || word == "did" {
        "did"
    } else {
        word
    };
    ASKING.contains(&word).then_some(word)
}

const SUBJECTS: &[&str] = &["you", "u", "he", "she", "they", "it"];

/// What may stand before the verb that asks.
static BEFORE: WordList = WordList::new(
    "so and but btw wait hey oh ok okay cool nice wow ah well great aw aww hmm um also then lol haha right sorry good",
);

/// Adverbs that "yes" says too.
const KEPT: &[&str] = &[
    "still",
    "also",
    "normally",
    "usually",
    "often",
    "always",
    "currently",
];

/// Verbs of what somebody thinks, hears, or is asked to do.
static OPINIONS: WordList = WordList::new(
    "think mean say know guess suppose suggest recommend believe reckon call feel hear heard remember mind understand agree \
     realize realise notice noticed wonder wondering care hope promise thought thinking considered considering decided find found need help tell \
     check checked ask plan planning seem sound look happen happened manage get done do doing kidding joking sure",
);

/// How somebody is at a moment.
static MOODS: WordList = WordList::new(
    "ok okay sure ready serious kidding joking free available there here busy around done alright fine good well up down able \
     looking excited nervous happy sad mad angry tired worried scared coming listening enjoying feeling having still",
);

/// What one is able to do.
static ABLE: WordList = WordList::new(
    "swim drive cook ski ride sing dance sew knit speak play surf skate sail dive juggle whistle draw paint code",
);

/// What somebody who is asked may be at: "still in Leeds".
static PLACED: WordList =
    WordList::new("at in on with from married single vegan vegetarian pregnant");

/// Verbs that a question may have that is asked by the voice alone.
static DONE: WordList = WordList::new(
    "used like love hate live work have own play speak drive smoke drink eat study use go run swim cook know prefer take teach",
);

/// What somebody does that they are asked about without "are you".
static ELIDED: WordList = WordList::new(
    "going working living staying studying renting travelling traveling moving seeing playing eating",
);

/// What "any" asks for that nobody has: "any chance you could".
static NOT_HAD: WordList = WordList::new(
    "chance idea ideas advice tips tip thoughts luck news updates update questions suggestions recommendations recs reason way \
     interest better other more others progress word good new particular specific one of highlights",
);
