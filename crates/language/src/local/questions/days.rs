//! What asks for the day of an event that a phrase names: "moving to Lisbon" is asked by "When did I move to Lisbon?".

use recollect_spacy::{Dep, Pipeline};

use super::after;
use super::words::Words;

/// A longer phrase names no event, in bytes.
const MAX_BYTES: usize = 300;

/// What may stand before an event: "the day that I moved".
const DAYS: &[&str] = &["day", "date", "time", "moment", "week", "month", "year"];
const JOINING: &[&str] = &["that", "when", "on which", "in which"];

/// Forms of verbs that are bound to their subject.
const PAST: &str = "VBD";
const PRESENT: [&str; 2] = ["VBP", "VBZ"];
const BASE: &str = "VB";
const GERUND: &str = "VBG";
const PARTICIPLE: &str = "VBN";

/// Whose something is, and who does it.
const SUBJECTS: &[(&str, &str)] = &[
    ("my", "I"),
    ("me", "I"),
    ("our", "we"),
    ("us", "we"),
    ("his", "he"),
    ("him", "he"),
    ("her", "she"),
    ("their", "they"),
    ("them", "they"),
];

/// Nouns for what somebody does, with the verb; of what, behind the preposition that the verb goes without.
const DONE: &[(&str, &str, &str)] = &[
    ("wedding", "get married", ""),
    ("marriage", "get married", ""),
    ("divorce", "get divorced", ""),
    ("engagement", "get engaged", ""),
    ("graduation", "graduate", ""),
    ("retirement", "retire", ""),
    ("birth", "be born", ""),
    ("death", "die", ""),
    ("move", "move", ""),
    ("arrival", "arrive", ""),
    ("departure", "leave", ""),
    ("return", "return", ""),
    ("visit", "visit", "to"),
    ("attendance", "attend", "at"),
    ("participation", "participate", ""),
    ("purchase", "buy", "of"),
    ("sale", "sell", "of"),
    ("adoption", "adopt", "of"),
    ("start", "start", "of"),
    ("beginning", "start", "of"),
    ("completion", "complete", "of"),
    ("submission", "submit", "of"),
];

/// The question for its day; `None` where the phrase names no event.
pub(in crate::local) fn asking_when(phrase: &str, pipeline: &Pipeline) -> Option<String> {
    let phrase = bare(phrase);
    if phrase.is_empty() || phrase.len() > MAX_BYTES {
        return None;
    }
    let doc = pipeline.read(phrase);
    let words = Words::new(phrase, &doc);
    let asked = Phrase(&words).asked()?;
    Some(format!("When {asked}?"))
}

/// A phrase without what only says that it is an event.
fn bare(phrase: &str) -> &str {
    let phrase = phrase.trim().trim_end_matches(['?', '.', '!', ',', ' ']);
    let named = after(phrase, "the").unwrap_or(phrase);
    let of_day = DAYS.iter().find_map(|day| after(named, day));
    let joined = JOINING.iter().find_map(|word| match of_day {
        Some(rest) => after(rest, word),
        None => after(phrase, word),
    });
    match (joined, of_day) {
        (Some(event), _) => event,
        // "The day I moved", but "the day of the move" and "the week in Rome".
        (None, Some(event)) if after(event, "of").is_none() && after(event, "in").is_none() => {
            event
        }
        _ => phrase,
    }
}

/// The words of a phrase.
struct Phrase<'w, 't>(&'w Words<'t>);

impl Phrase<'_, '_> {
    /// What follows "When": "did I move to Lisbon", "was the regatta".
    fn asked(&self) -> Option<String> {
        let words = self.0;
        let all = 0..words.len();
        let is_finite = |token: &usize| {
            let tag = words.tag(*token);
            tag == PAST || PRESENT.contains(&tag) || tag == "MD"
        };
        // "Move to Lisbon", "moving to Lisbon".
        let first = words.tag(0);
        if [BASE, GERUND, PAST].contains(&first) || PRESENT.contains(&first) && words.len() > 1 {
            return Some(self.did("I", 0));
        }
        if let Some(verb) = all.clone().find(is_finite) {
            return self.told_by(verb);
        }
        // "Anna moving to Lisbon", but not "the cooking class".
        let gerund = all.clone().find(|token| {
            words.tag(*token) == GERUND && !matches!(words.dep(*token), Dep::Amod | Dep::Compound)
        });
        if let Some(verb) = gerund.filter(|verb| *verb + 1 < words.len()) {
            return Some(self.did(&self.subject(verb), verb));
        }
        let is_plural = |token: &usize| ["NNS", "NNPS"].contains(&words.tag(*token));
        let root = all.clone().find(|token| words.head(*token) == *token)?;
        if let Some(done) = self.done(root) {
            return Some(done);
        }
        let was = if is_plural(&root) { "were" } else { "was" };
        words
            .is_noun(root)
            .then(|| format!("{was} {}", words.phrase(all)))
    }

    /// What a noun says that somebody did: "Clara's wedding", "the purchase of the boat".
    fn done(&self, noun: usize) -> Option<String> {
        let words = self.0;
        let (_, verb, preposition) = DONE.iter().find(|(name, ..)| words.lower(noun) == *name)?;
        let next = words.lower(noun + 1);
        let is_of = !preposition.is_empty() && next == *preposition;
        // "The start of the week" is nobody's deed, but "the sale of the boat" is the owner's as much as "my sale".
        let subject = match self.subject(noun) {
            who if who.eq_ignore_ascii_case("the") && is_of => "I".to_owned(),
            who if ["the", "a", ""].contains(&who.to_lowercase().as_str()) => return None,
            who => who,
        };
        let rest = noun + if is_of { 2 } else { 1 };
        let (auxiliary, verb) = match verb.strip_prefix("be ") {
            Some(participle) => ("was", participle),
            None => ("did", *verb),
        };
        Some(self.joined([auxiliary, &subject, verb], rest))
    }

    /// What a sentence says whose first bound verb this is.
    fn told_by(&self, verb: usize) -> Option<String> {
        let words = self.0;
        if verb == 0 {
            return None;
        }
        let subject = self.subject(verb);
        let form = words.lower(verb);
        let next = (verb + 1..words.len()).find(|token| !self.is_adverb(*token));
        let lemma = words.lemma(verb);
        Some(match (lemma.as_str(), next) {
            // "I had been sailing" began before.
            ("have", Some(been)) if words.lower(been) == "been" => {
                let next = been + 1;
                match words.tag(next) {
                    GERUND => format!("did {subject} start {}", self.from(next)),
                    PARTICIPLE => format!("was {subject} {}", self.from(next)),
                    _ => format!("did {subject} become {}", self.from(next)),
                }
            }
            ("have", Some(next)) if words.tag(next) == PARTICIPLE => self.did(&subject, next),
            ("be", _) => format!("{form} {subject} {}", self.from(verb + 1)),
            _ if words.tag(verb) == "MD" => format!("{form} {subject} {}", self.from(verb + 1)),
            _ if words.tag(verb) == "VBZ" => self.with("does", &subject, verb),
            _ if words.tag(verb) == "VBP" => self.with("do", &subject, verb),
            _ => self.did(&subject, verb),
        })
    }

    fn did(&self, subject: &str, verb: usize) -> String {
        self.with("did", subject, verb)
    }

    fn with(&self, auxiliary: &str, subject: &str, verb: usize) -> String {
        self.joined([auxiliary, subject, &self.0.lemma(verb)], verb + 1)
    }

    /// These words, and what stands from a token on.
    fn joined(&self, words: [&str; 3], rest: usize) -> String {
        let whole = format!("{} {}", words.join(" "), self.from(rest));
        whole.trim_end().to_owned()
    }

    /// Whoever is named before a verb, as who does it.
    fn subject(&self, verb: usize) -> String {
        let words = self.0;
        let end = (0..verb)
            .rfind(|token| !self.is_adverb(*token))
            .map_or(0, |last| last + 1);
        let named = words.phrase(0..end);
        let pronoun = SUBJECTS
            .iter()
            .find(|(of, _)| named.eq_ignore_ascii_case(of));
        let named = pronoun.map_or(named, |(_, who)| who);
        let owner = ["'s", "’s"]
            .iter()
            .find_map(|ending| named.strip_suffix(ending));
        owner.unwrap_or(named).to_owned()
    }

    fn is_adverb(&self, token: usize) -> bool {
        self.0.tag(token) == "RB"
    }

    fn from(&self, token: usize) -> String {
        self.0.phrase(token..self.0.len()).to_owned()
    }
}
