//! Questions over the days of events: when one was that only a noun names, how long lies between two, how long ago
//! one was, which came first, whether one came before another.
//!
//! Told from their words alone; each event is a phrase, or a question of its own.

use super::parts::{Word, alternatives, between, is_matter, text};

/// The longest question that is read so, in words.
const LONGEST: usize = 80;
/// So many words may stand before the one that asks: "please tell me".
const BEFORE_ASKING: usize = 3;
/// The most events that are put in order.
const MAX_EVENTS: usize = 4;

/// Verbs that stand before their subject in a question.
const INVERTED: &str = "did was were had have has do does";
/// What says which of several is meant.
const FIRST: &str = "first earlier earliest sooner";
const LAST: &str = "last later latest";
/// What is said of any event.
const PLAIN: &str = "which what one of the these those two three things thing events event happened happen came come comes \
                     occurred took place was is did i we do first last earlier later earliest latest sooner";

/// What is asked of the days of events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AskedDays {
    pub(super) how: AskedOfDays,
    pub(super) events: Vec<AskedEvent>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AskedOfDays {
    /// When it was.
    Day,
    /// How long lies between the first and the second, in this unit.
    Between(Option<Unit>),
    /// How long ago it was.
    Ago(Option<Unit>),
    /// How long it is until then.
    Until(Option<Unit>),
    /// Which was first.
    First,
    /// Which was last.
    Last,
    /// All in their order.
    Order,
    /// Whether the first was before the second.
    Before,
    /// Whether it was after it.
    After,
}

/// A unit that time is asked for in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Days,
    Weeks,
    Months,
    Years,
}

/// An event whose day is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AskedEvent {
    /// As the question names it.
    pub(super) name: String,
    pub(super) by: AskedBy,
}

/// What its day is asked by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum AskedBy {
    /// A phrase that names it: "moving to Lisbon".
    Phrase(String),
    /// A question: "When did I move to Lisbon?"
    Question(String),
}

impl AskedEvent {
    /// One that a phrase names.
    fn named(name: String) -> Self {
        Self {
            by: AskedBy::Phrase(name.clone()),
            name,
        }
    }

    /// One that is asked for in the words of a question: "did I move to Lisbon".
    fn asked(words: &str) -> Self {
        // The word that inverts stands first, and may begin the question.
        let (verb, rest) = words.split_at(words.find(' ').unwrap_or(words.len()));
        let words = verb.to_lowercase() + rest;
        Self {
            by: AskedBy::Question(format!("When {words}?")),
            name: words,
        }
    }
}

impl AskedDays {
    /// Whether it asks for a day as any question may.
    pub(super) fn is_plain(&self) -> bool {
        self.how == AskedOfDays::Day
    }

    /// Reads a question; `None` where it asks for nothing of the kind.
    pub(super) fn read(question: &str) -> Option<Self> {
        let words: Vec<Word<'_>> = question.split_whitespace().map(Word::of).collect();
        if words.len() > LONGEST {
            return None;
        }
        let asks = |word: &Word<'_>| word.is_one_of("how when which what who in did was were");
        let start = words.iter().take(BEFORE_ASKING + 1).position(asks)?;
        let words = &words[start..];
        let found = apart(words)
            .or_else(|| ordered(words))
            .or_else(|| before(words))
            .or_else(|| named(words))?;
        let names_all = found.events.iter().all(|event| is_matter(&event.name));
        let is_many = found.events.len() <= MAX_EVENTS
            && (found.events.len() >= 2
                || matches!(
                    found.how,
                    AskedOfDays::Day | AskedOfDays::Ago(_) | AskedOfDays::Until(_)
                ));
        (names_all && is_many).then_some(found)
    }
}

/// "How long …", "how many days …".
fn apart(words: &[Word<'_>]) -> Option<AskedDays> {
    let (unit, words) = counted(words)?;
    let days = |how, events| Some(AskedDays { how, events });
    if let Some(at) = words.iter().position(|word| word.is("ago")) {
        let rest = &words[at + 1..];
        let asks = rest.first().is_some_and(|word| word.is_one_of(INVERTED));
        return days(AskedOfDays::Ago(unit), vec![AskedEvent::asked(&text(rest))]).filter(|_| asks);
    }
    if words.iter().any(|word| word.is("between")) {
        let [one, other] = <[String; 2]>::try_from(between(words)?).ok()?;
        let events = vec![AskedEvent::named(one), AskedEvent::named(other)];
        return days(AskedOfDays::Between(unit), events);
    }
    if let Some(since) = words.iter().position(|word| word.is("since")) {
        let rest = &words[since + 1..];
        let Some(when) = rest.iter().position(|word| word.is("when")) else {
            return days(AskedOfDays::Ago(unit), vec![AskedEvent::named(text(rest))]);
        };
        let events = vec![
            AskedEvent::named(text(&rest[..when])),
            AskedEvent::named(text(&rest[when + 1..])),
        ];
        return days(AskedOfDays::Between(unit), events);
    }
    if let Some(until) = words.iter().position(|word| word.is_one_of("until till")) {
        let is_to_come = words[..until]
            .iter()
            .all(|word| word.is_one_of("is are it there left"));
        let event = AskedEvent::named(text(&words[until + 1..]));
        return days(AskedOfDays::Until(unit), vec![event]).filter(|_| is_to_come);
    }
    let marks = |word: &Word<'_>| word.is_one_of("after before when");
    let at = words.iter().position(marks)?;
    let (head, rest) = (&words[..at], &words[at + 1..]);
    let events = match &head {
        // "How many days before the fair did I buy the boat?"
        [] => {
            let inverts = |word: &Word<'_>| word.is_one_of(INVERTED);
            let verb = rest.iter().skip(1).position(inverts)? + 1;
            [
                AskedEvent::named(text(&rest[..verb])),
                AskedEvent::asked(&text(&rest[verb..])),
            ]
        }
        // "How long did it take me to find a flat after moving to Lisbon?"
        [did, it, take, ..] if did.is("did") && it.is("it") && take.is("take") => {
            let who: Vec<Word<'_>> = head[3..]
                .iter()
                .filter(|word| !word.is("for"))
                .cloned()
                .collect();
            let to = who.iter().position(|word| word.is("to"))?;
            let subject = match text(&who[..to]).as_str() {
                "me" | "" => "I".to_owned(),
                "us" => "we".to_owned(),
                name => name.to_owned(),
            };
            let done = format!("did {subject} {}", text(&who[to + 1..]));
            [AskedEvent::named(text(rest)), AskedEvent::asked(&done)]
        }
        // "How long had I been sailing when I bought the boat?"
        [had, who @ .., _] if had.is_one_of("had have") && words[at].is("when") => {
            let been = head.iter().position(|word| word.is("been"))?;
            let had_been = format!("{} had {}", text(&who[..been - 1]), text(&head[been..]));
            [AskedEvent::named(had_been), AskedEvent::named(text(rest))]
        }
        _ => return None,
    };
    days(AskedOfDays::Between(unit), events.into())
}

/// In which unit time is asked for, and what follows it.
fn counted<'w, 't>(words: &'w [Word<'t>]) -> Option<(Option<Unit>, &'w [Word<'t>])> {
    let [how, much, rest @ ..] = words else {
        return None;
    };
    if how.is("what") && much.is("is") || how.is("how") && much.is("long") {
        let is_time = |word: &Word<'_>| word.is_one_of("the time between long passed");
        return (much.is("long") || rest.iter().take(3).any(is_time)).then_some((None, rest));
    }
    let unit = match rest.first()?.plain.as_str() {
        "day" | "days" => Unit::Days,
        "week" | "weeks" => Unit::Weeks,
        "month" | "months" => Unit::Months,
        "year" | "years" => Unit::Years,
        _ => return None,
    };
    (how.is("how") && much.is("many")).then_some((Some(unit), &rest[1..]))
}

/// "Which came first, the boat or the walnut?", "which did I buy first, the boat or the car?"
fn ordered(words: &[Word<'_>]) -> Option<AskedDays> {
    if !words.first()?.is_one_of("which what who in") {
        return None;
    }
    let comma = words.iter().position(|word| word.ends_clause);
    // "Which came first the boat or the walnut"
    let first = words
        .iter()
        .position(|word| word.is_one_of(FIRST) || word.is_one_of(LAST));
    let end = comma.or(first)?;
    let (head, rest) = words.split_at(end + 1);
    let has = |list: &str| head.iter().any(|word| word.is_one_of(list));
    let how = match (has("order"), has(FIRST), has(LAST)) {
        (true, _, _) => AskedOfDays::Order,
        (_, true, false) => AskedOfDays::First,
        (_, false, true) => AskedOfDays::Last,
        _ => return None,
    };
    let things = alternatives(rest);
    if things.len() < 2 {
        return None;
    }
    let event = |thing: String| {
        let mut event = of_each(head, &thing);
        event.name = thing;
        event
    };
    Some(AskedDays {
        how,
        events: things.into_iter().map(event).collect(),
    })
}

/// The event of one of several things, by what is asked of them: "did I buy first" of "the boat" is "did I buy the boat".
fn of_each(head: &[Word<'_>], thing: &str) -> AskedEvent {
    let named = AskedEvent::named(thing.to_owned());
    if head.iter().any(|word| word.is("order")) || head.iter().all(|word| word.is_one_of(PLAIN)) {
        return named;
    }
    let is_rest = |word: &&Word<'_>| !word.is_one_of(FIRST) && !word.is_one_of(LAST);
    let head: Vec<Word<'_>> = head.iter().filter(is_rest).cloned().collect();
    let verb = head.iter().position(|word| word.is_one_of(INVERTED));
    match verb {
        // "Who moved in"
        None if head[0].is("who") => AskedEvent::named(format!("{thing} {}", text(&head[1..]))),
        // "Which seeds were started"
        Some(at) if head[at].is_one_of("was were") => AskedEvent::asked(&format!(
            "{} {thing} {}",
            head[at].plain,
            text(&head[at + 1..])
        )),
        Some(at) => AskedEvent::asked(&format!("{} {thing}", text(&head[at..]))),
        None => named,
    }
}

/// "When was Clara's wedding?"
fn named(words: &[Word<'_>]) -> Option<AskedDays> {
    let [when, was, name @ ..] = words else {
        return None;
    };
    let is_named = when.is("when") && was.is_one_of("was were is");
    is_named.then(|| AskedDays {
        how: AskedOfDays::Day,
        events: vec![AskedEvent::named(text(name))],
    })
}

/// "Did I buy the boat before the wedding?"
fn before(words: &[Word<'_>]) -> Option<AskedDays> {
    let inverts = words.first()?.is_one_of("did was were");
    let at = words
        .iter()
        .position(|word| word.is_one_of("before after"))?;
    let (one, other) = (&words[..at], &words[at + 1..]);
    let named = AskedEvent::named(text(other));
    // "Before 2020" and "before May" name a day.
    let names_event = inverts && one.len() > 2 && other.len() > 1 && is_matter(&named.name);
    let how = match words[at].is("before") {
        true => AskedOfDays::Before,
        false => AskedOfDays::After,
    };
    names_event.then(|| AskedDays {
        how,
        events: vec![AskedEvent::asked(&text(one)), named],
    })
}

#[cfg(test)]
mod tests {
    use super::{AskedBy, AskedDays, AskedOfDays, Unit};

    /// Reads each question, which asks so, of events that are asked by these words.
    fn check(expected: &[(&str, AskedOfDays, &[&str])]) {
        for (question, how, events) in expected {
            let read =
                AskedDays::read(question).unwrap_or_else(|| panic!("{question} is not read"));
            assert_eq!(read.how, *how, "{question}");
            let told = read.events.iter().map(|event| match &event.by {
                AskedBy::Phrase(words) | AskedBy::Question(words) => words.as_str(),
            });
            assert_eq!(told.collect::<Vec<_>>(), *events, "{question}");
        }
    }

    #[test]
    fn how_long_it_is_between_days_is_read() {
        use AskedOfDays::{Ago, Between, Day, Until};
        let days = Some(Unit::Days);
        check(&[
            (
                "How long between moving to Lisbon and starting at Bosch?",
                Between(None),
                &["moving to Lisbon", "starting at Bosch"],
            ),
            (
                "How many days passed between the day I planted the walnut and the day I sold my boat?",
                Between(days),
                &["the day I planted the walnut", "the day I sold my boat"],
            ),
            (
                "How long after moving to Lisbon did I start at Bosch?",
                Between(None),
                &["moving to Lisbon", "When did I start at Bosch?"],
            ),
            (
                "How many days before the 'Harbour Fair' did I buy the boat?",
                Between(days),
                &["the 'Harbour Fair'", "When did I buy the boat?"],
            ),
            (
                "How long did it take me to find a flat after moving to Lisbon?",
                Between(None),
                &["moving to Lisbon", "When did I find a flat?"],
            ),
            (
                "How long had I been sailing when I bought the boat?",
                Between(None),
                &["I had been sailing", "I bought the boat"],
            ),
            (
                "How many weeks had passed since I had the flu when I went sailing?",
                Between(Some(Unit::Weeks)),
                &["I had the flu", "I went sailing"],
            ),
            (
                "How long ago did I adopt Miso?",
                Ago(None),
                &["When did I adopt Miso?"],
            ),
            (
                "How many months ago was the wedding?",
                Ago(Some(Unit::Months)),
                &["When was the wedding?"],
            ),
            (
                "How long has it been since I sold the boat?",
                Ago(None),
                &["I sold the boat"],
            ),
            ("When was Clara's wedding?", Day, &["Clara's wedding"]),
            (
                "How many days are left until the wedding?",
                Until(days),
                &["the wedding"],
            ),
        ]);
    }

    #[test]
    fn which_of_several_events_came_first_is_read() {
        use AskedOfDays::{After, Before, First, Last, Order};
        check(&[
            (
                "Which came first, the regatta or the wedding?",
                First,
                &["the regatta", "the wedding"],
            ),
            (
                "what happened last: the regatta or the wedding",
                Last,
                &["the regatta", "the wedding"],
            ),
            (
                "Which device did I set up first, the thermostat or the router?",
                First,
                &[
                    "When did I set up the thermostat?",
                    "When did I set up the router?",
                ],
            ),
            (
                "Which seeds were started first, the beans or the peas?",
                First,
                &[
                    "When were the beans started?",
                    "When were the peas started?",
                ],
            ),
            (
                "Who moved in first, Ola or Jan?",
                First,
                &["Ola moved in", "Jan moved in"],
            ),
            (
                "In which order did it happen: the regatta, the fair, and the storm?",
                Order,
                &["the regatta", "the fair", "the storm"],
            ),
            (
                "Did I buy the boat before the wedding?",
                Before,
                &["When did I buy the boat?", "the wedding"],
            ),
            (
                "Was the regatta after I sold the car?",
                After,
                &["When was the regatta?", "I sold the car"],
            ),
        ]);
    }

    #[test]
    fn what_asks_for_something_else_is_not_read_so() {
        for question in [
            "How long did the flight take?",
            "How long have I lived in Lisbon?",
            "How many days did I stay before the fair?",
            "What did Anna do first?",
            "Where was Anna between May 3 and May 8?",
            "Did I visit Rome before?",
            "Did I live in Rome before 2020?",
            "How many boats are there?",
            "How much is between the rent and the bill?",
            "",
        ] {
            assert_eq!(AskedDays::read(question), None, "{question}");
        }
    }
}
