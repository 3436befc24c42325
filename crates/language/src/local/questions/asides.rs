//! What a question says beside its relation: the time, which of several, and the part that what it asks for plays.

use recollect_model::DetailRole;
use recollect_spacy::{Dep, Pos};

use super::asking::Asker;
use super::shape::{INTENDING, Shape};
use crate::{AskedTime, Expected, Hole, Moment, QuestionPattern, Selection};

/// Adverbs behind a verb that say when.
const WHENEVER: &[&str] = &[
    "before",
    "previously",
    "formerly",
    "earlier",
    "originally",
    "recently",
    "lately",
    "first",
    "last",
    "next",
    "later",
    "afterwards",
    "now",
    "nowadays",
    "currently",
    "again",
    "yet",
    "already",
    "still",
    "ever",
    "once",
];

impl Shape<'_, '_> {
    /// A pattern with nothing but the time and what asks.
    pub(super) fn empty(&self) -> QuestionPattern {
        let expected = match self.asker() {
            Some(Asker::Where) => Expected::Place,
            Some(Asker::Who | Asker::Whose) => Expected::Person,
            Some(Asker::What) => Expected::Thing,
            _ => Expected::Anything,
        };
        let noun = self.ask.as_ref().and_then(|ask| ask.noun).or(self.subject);
        QuestionPattern {
            hole: Hole::Object,
            expected,
            about: Vec::new(),
            itself: None,
            among: None,
            relations: Vec::new(),
            verb: self.verb(),
            object: Vec::new(),
            details: Vec::new(),
            kind_words: Vec::new(),
            is_kind_open: false,
            roles: self.roles(),
            preposition: self.preposition(),
            time: self.time(),
            selection: noun.map_or(Selection::All, |noun| self.selection(noun)),
            is_intended: self.is_intended(),
            is_ended: false,
        }
    }

    /// The preposition that what is asked for stands behind.
    fn preposition(&self) -> Option<String> {
        let ask = self.ask.as_ref()?;
        let front = ask.preposition.map(|front| self.words.lower(front));
        // "Where did Elena live before?" has a place behind no word of time.
        let is_preposition = |marker: &&str| {
            !["-", "subject", "where", "when"].contains(marker) && !WHENEVER.contains(marker)
        };
        let behind = self.hole_markers.iter().map(String::as_str);
        let found = front.or_else(|| behind.rev().find(is_preposition));
        found.map(str::to_owned)
    }

    /// The parts that what is asked for may play beside the object.
    fn roles(&self) -> Vec<DetailRole> {
        use DetailRole::{
            Beneficiary, Cause, Companion, Destination, Duration, Frequency, Instrument, Manner,
            Origin, Place, Price, Purpose, Quantity, Recipient, Topic,
        };
        let words = self.words;
        let Some(ask) = &self.ask else {
            return Vec::new();
        };
        let front = ask.preposition.map(|preposition| words.lower(preposition));
        let marker = front.or(self
            .hole_markers
            .iter()
            .map(String::as_str)
            .find(|marker| *marker != "-"));
        let found: &[DetailRole] = match (ask.asker, marker) {
            (Asker::Where, Some("from")) => &[Origin],
            (Asker::Where, _) => &[Place, Destination],
            (Asker::Why, _) => &[Cause, Purpose],
            (Asker::HowMuch, _) => &[Price, Quantity],
            (Asker::HowLong, _) => &[Duration],
            (Asker::How, _) if ask.tokens.len() > 1 && words.is_any(ask.token + 1, &["often"]) => {
                &[Frequency]
            }
            (Asker::How, _) if ask.tokens.len() > 1 => &[Quantity],
            (Asker::How, _) => &[Manner, Instrument],
            (_, Some("with")) => &[Companion, Instrument],
            (_, Some("from")) => &[Origin],
            (_, Some("to")) => &[Recipient, Destination],
            (_, Some("for")) => &[Beneficiary, Purpose],
            (_, Some("about")) => &[Topic],
            (_, Some("in" | "at" | "on")) => &[Place],
            _ => &[],
        };
        found.to_vec()
    }

    pub(super) fn selection(&self, noun: usize) -> Selection {
        let words = self.words;
        let all = (0..words.len()).filter(|token| {
            !self.times.has(*token)
                && self
                    .ask
                    .as_ref()
                    .is_none_or(|ask| !ask.tokens.contains(token) || ask.noun.is_some())
                && (words.head(*token) == noun || self.verbs.contains(&words.head(*token)))
        });
        for token in all {
            match words.lower(token) {
                "first" | "initial" | "originally" => return Selection::First,
                "last" | "latest" | "recently" => return Selection::Last,
                "former" | "previous" | "ex" | "old" | "previously" => return Selection::Former,
                // "Where did Elena live before?"
                "before" if token + 1 >= words.len() || words.is_any(token + 1, &["?"]) => {
                    return Selection::Former;
                }
                _ => {}
            }
        }
        Selection::All
    }

    fn is_intended(&self) -> bool {
        let words = self.words;
        let leads = self.verbs.iter().rev().skip(1).any(|verb| {
            INTENDING.contains(&words.lemma(*verb).as_str())
                && (words.lemma(*verb) != "go"
                    || words.tag(*verb) == "VBG" && self.leads_to_infinitive(*verb))
        });
        let helps = self
            .verbs
            .iter()
            .flat_map(|verb| words.children(*verb))
            .any(|child| {
                words.dep(child) == Dep::Aux && words.is_any(child, &["will", "'ll", "would", "'d"])
            });
        leads || helps
    }

    fn leads_to_infinitive(&self, verb: usize) -> bool {
        let words = self.words;
        let next = self.verbs.iter().skip_while(|other| **other != verb).nth(1);
        next.is_some_and(|next| {
            words
                .children(*next)
                .into_iter()
                .any(|child| words.is_any(child, &["to"]))
        })
    }

    fn time(&self) -> AskedTime {
        if let Some((is_before, said, _)) = &self.moment {
            let moment = Moment::Event(said.clone());
            return if *is_before {
                AskedTime::Before(moment)
            } else {
                AskedTime::After(moment)
            };
        }
        if let Some(interval) = self.times.interval() {
            return match self.times.is_yearly {
                true => AskedTime::Yearly(interval),
                false => AskedTime::During(interval),
            };
        }
        let words = self.words;
        let Some(&first) = self.verbs.first() else {
            return AskedTime::Now;
        };
        if self.times.is_now {
            return AskedTime::Now;
        }
        let helps: Vec<usize> = words
            .children(first)
            .into_iter()
            .filter(|child| matches!(words.dep(*child), Dep::Aux | Dep::AuxPass))
            .collect();
        let has = |of: &[&str]| helps.iter().any(|help| words.is_any(*help, of));
        let finite = words.tag(first);
        if has(&["will", "'ll", "would", "'d"]) && !has(&["did"]) {
            return AskedTime::Future;
        }
        if has(&["did", "was", "were", "had"])
            || finite == "VBD"
            || words.is_any(first, &["was", "were", "did", "had"])
        {
            return AskedTime::Past;
        }
        if has(&["has", "have", "'ve"]) {
            return AskedTime::Ever;
        }
        // "Which companies have I worked for?", where the helping word hangs elsewhere.
        let last = self.verbs.last().copied().unwrap_or(first);
        if matches!(words.tag(last), "VBN" | "VBD")
            && (0..last).any(|token| words.is_any(token, &["has", "have", "'ve"]))
        {
            return AskedTime::Ever;
        }
        // "What did …" whose helping word hangs elsewhere.
        if (0..words.len())
            .any(|token| words.is_any(token, &["did"]) && words.pos(token) == Pos::Aux)
        {
            return AskedTime::Past;
        }
        AskedTime::Now
    }
}
