//! Sentences of notes without all that a sentence has: what goes on about whom the one before was about ("Meera got 91 %. Wants economics."), what was
//! done ("Closing pushed to 19 Dec", "Kabir selected for the district team"), and what is to be done ("Tejas to send the quote").

use crate::lexicon::{WEEKDAYS, is_given_name, is_known_place, role};
use crate::local::extraction::parse::edits::Edit;
use crate::local::extraction::parse::noting::{FINITE, PAST, SUBJECTS, plain, words};
use crate::local::extraction::parse::owner::put_before;
use crate::local::extraction::parse::telegraphic::WAS;
use crate::local::extraction::parse::terse::is_dated;
use crate::word_list::WordList;

/// What "now" stands for before a day.
const IT_IS_ON: &str = "It is on ";

/// The most words of whom such a sentence is about.
const LONGEST: usize = 4;

/// What such a sentence is read with; nothing where it is none.
pub(super) fn headless(
    before: &str,
    sentence: &str,
    start: usize,
    whose: &'static str,
) -> Vec<Edit> {
    let one = goes_on_about(before, sentence, start)
        .or_else(|| broken(before, sentence, start))
        .or_else(|| now_on(before, sentence, start))
        .or_else(|| to_be_done(sentence, start));
    match one {
        Some(edit) => vec![edit],
        None => undergone(sentence, start, whose).unwrap_or_default(),
    }
}

/// What a sentence is read with that leaves out that the one before said whom it is about.
fn goes_on_about(before: &str, sentence: &str, start: usize) -> Option<Edit> {
    let said = words(sentence);
    let ((first, verb), rest) = said.split_first()?;
    let next = plain(rest.first()?.1);
    let (verb, is_open) = (plain(verb), sentence[..*first].trim().is_empty());
    let is_said = OF_ANOTHER.contains(&verb) || verb == "was" && BEHIND_WAS.contains(&next);
    if !is_open || !is_said || SUBJECTS.contains(&next) || sentence.trim_end().ends_with('?') {
        return None;
    }
    let subject = subject(before)?;
    Some(Edit {
        put: format!("{subject} ").into(),
        ..put_before(sentence, start, *first, "")
    })
}

/// "The kiln's dead. Died on Sunday": what went to pieces, which whoever writes did not. Of what nobody says what it is
/// nothing is told.
fn broken(before: &str, sentence: &str, start: usize) -> Option<Edit> {
    const IT: &str = "It ";
    let said = words(sentence);
    let ((first, verb), rest) = said.split_first()?;
    let (verb, next) = (plain(verb), rest.first().map_or("", |(_, word)| *word));
    let next = plain(next);
    let is_broken = match verb.as_str() {
        "died" | "expired" | "burst" | "leaked" => true,
        // "Broke my arm."
        "broke" | "crashed" => WHERE.contains(&next) || WEEKDAYS.contains(&next) || next == "down",
        _ => false,
    };
    if !is_broken || !sentence[..*first].trim().is_empty() || SUBJECTS.contains(&next) {
        return None;
    }
    let of_before = words(before);
    let opening = of_before.first().map_or("", |(_, word)| *word);
    let is_thing = ["the", "our", "my", "this", "that"].contains(&&*plain(opening));
    let put = match subject(before) {
        Some(somebody) => format!("{somebody} ").into(),
        None if is_thing => IT.into(),
        None => return Some(Edit::new(start + first, 0, "")),
    };
    Some(Edit {
        put,
        ..put_before(sentence, start, *first, "")
    })
}

/// Whom a sentence is about by its first words: "Meera", "He", "My sister".
pub(super) fn subject(sentence: &str) -> Option<String> {
    let said = words(sentence);
    let ((at, first), rest) = said.split_first()?;
    if !sentence[..*at].trim().is_empty() {
        return None;
    }
    let bare = first.split(['\'', '’']).next().unwrap_or(first);
    let next = rest.first().map_or("", |(_, word)| *word);
    // "Meera's room is tidy", "Anna and Tom came"
    let is_whole = bare == *first || !first.ends_with(['s', 'S']) || {
        let is_noun = next.starts_with(char::is_lowercase) && !next.ends_with("ing");
        !is_noun
    };
    if plain(next) == "and" {
        return None;
    }
    match plain(bare).as_str() {
        "he" | "she" => Some(bare.to_owned()),
        "my" | "our" => role(&plain(next))
            .filter(|role| role.relation.is_some())
            .map(|_| format!("{bare} {next}")),
        lower if is_whole && bare.starts_with(char::is_uppercase) => {
            let is_one = is_given_name(lower)
                || role(lower).is_some_and(|role| role.relation.is_some())
                || next.starts_with(char::is_lowercase)
                    && (FINITE.contains(&plain(next)) || PAST.contains(&plain(next)));
            let is_word = SUBJECTS.contains(lower) || ["it", "this", "that"].contains(&lower);
            (is_one && !is_word).then(|| bare.to_owned())
        }
        _ => None,
    }
}

/// "Surgery got bumped. Now 24 June": the day of what the sentence before was about.
fn now_on(before: &str, sentence: &str, start: usize) -> Option<Edit> {
    let said = words(sentence);
    let (first, now) = *said.first()?;
    let (at, _) = *said.get(1)?;
    let is_now =
        plain(now) == "now" && sentence[..first].trim().is_empty() && is_dated(&sentence[at..]);
    let of_before = words(before);
    let is_moved = |word: &str| {
        MOVED.contains(&plain(word)) || ["was", "got", "is", "has"].contains(&&*plain(word))
    };
    let end = of_before.iter().position(|(_, word)| is_moved(word))?;
    let was_moved = of_before[end..]
        .iter()
        .any(|(_, word)| MOVED.contains(&plain(word)));
    if !is_now || !was_moved || !(1..=LONGEST).contains(&end) {
        return None;
    }
    let is_other = of_before[..end]
        .iter()
        .any(|(_, word)| SUBJECTS.contains(&plain(word)));
    (!is_other).then(|| Edit {
        stays: true,
        ..Edit::new(start + first, at - first, IT_IS_ON)
    })
}

/// "Mum's", "my": whether a word says whose what follows is.
fn is_owned(word: &str) -> bool {
    let lower = plain(word);
    let is_kin = |noun: &str| role(noun).is_some_and(|role| role.relation.is_some());
    lower.ends_with("'s") || lower.strip_suffix('s').is_some_and(is_kin)
}

/// "Closing pushed to 19 Dec", "Rotterdam postponed, airspace mess", "Key taped under the drawer".
fn undergone(sentence: &str, start: usize, whose: &'static str) -> Option<Vec<Edit>> {
    let said = words(sentence);
    let place = named(sentence, &said)?;
    let (at, done) = *said.get(place)?;
    let (first, opening) = said[0];
    let is_small = opening.starts_with(char::is_lowercase);
    let is_moved = MOVED.contains(&plain(done));
    if is_small && !is_moved {
        return None;
    }
    let behind = said.get(place + 1);
    let goes_on = behind.is_none_or(|(next_at, next)| {
        let between = &sentence[at + done.len()..*next_at];
        let next = plain(next);
        between.contains([',', '!', '(', '.'])
            || WHERE.contains(&next)
            || WEEKDAYS.contains(&next)
            || next.starts_with(|c: char| c.is_ascii_digit())
    });
    // "Anna moved to Leeds", but "op moved to 6 May": to a day, and by nobody.
    let may_move = matches!(plain(done).as_str(), "moved" | "shifted")
        && !behind.is_none_or(|(next_at, next)| {
            let ends = sentence[at + done.len()..*next_at].contains(['.', ',', '!']);
            ends || plain(next) == "to" && is_dated(&sentence[next_at + next.len()..])
        });
    let is_somebody = is_given_name(&plain(opening)) || plain(opening) == "my";
    // "Fatima confirmed."
    let is_doing = is_given_name(&plain(opening)) && OF_PEOPLE.contains(&plain(done));
    if may_move || is_doing || is_somebody && MOVED.contains(&plain(done)) {
        return None;
    }
    let is_done = UNDERGONE.contains(&plain(done)) && goes_on && !is_sentence(sentence, &said);
    // A thing that is moved to another day has no name.
    let is_thing = is_moved && !is_given_name(&plain(opening)) && !is_known_place(opening);
    let article = match is_small {
        true => whose,
        false => "The ",
    };
    let owner =
        (is_thing && !is_owned(opening)).then(|| put_before(sentence, start, first, article));
    let was = Edit {
        goes_on_small: false,
        ..put_before(sentence, start, at, WAS)
    };
    is_done.then(|| owner.into_iter().chain([was]).collect())
}

/// "Tejas to send the revised quote", "AMC to be quoted separately".
fn to_be_done(sentence: &str, start: usize) -> Option<Edit> {
    const WILL: &str = "will";
    let said = words(sentence);
    let place = named(sentence, &said)?;
    let (at, to) = *said.get(place)?;
    let (_, verb) = *said.get(place + 1)?;
    let lower = plain(verb);
    let is_verb = verb.starts_with(char::is_lowercase)
        && (lower == "be" || DUTIES.contains(&lower))
        && !is_sentence(sentence, &said[..place]);
    let first = said.first()?.1;
    let bare = first.split(['\'', '’']).next().unwrap_or(first);
    let is_acronym = bare.len() > 1 && bare == first && bare.chars().all(char::is_uppercase);
    let is_one = is_acronym
        || bare == first && is_given_name(&plain(first))
        || role(&plain(first)).is_some_and(|role| role.relation.is_some());
    // "Ben wanted to be a cook"
    let are_names = said[..place]
        .iter()
        .all(|(_, word)| word.starts_with(char::is_uppercase) || plain(word) == "and");
    let is_so = plain(to) == "to"
        && is_verb
        && are_names
        && is_one
        && first.starts_with(char::is_uppercase);
    is_so.then(|| Edit::new(start + at, to.len(), WILL))
}

/// So many words name what a note is about, the first of them a name or with a capital.
fn named(sentence: &str, said: &[(usize, &str)]) -> Option<usize> {
    let (first, opening) = *said.first()?;
    let is_open = sentence[..first].trim().is_empty() && opening.starts_with(char::is_alphabetic);
    let is_part = |number: usize, at: usize, word: &str| {
        let lower = plain(word);
        let between = &sentence[..at];
        let is_near = number == 0 || between.ends_with([' ', '-']);
        let is_other = SUBJECTS.contains(&lower)
            || FINITE.contains(&lower)
            || UNDERGONE.contains(&lower)
            || ["to", "got", "gets", "get", "i'm", "not", "never"].contains(&lower.as_str());
        is_near && !is_other
    };
    let count = said
        .iter()
        .enumerate()
        .take_while(|(number, (at, word))| is_part(*number, *at, word))
        .count();
    (is_open && (1..=LONGEST).contains(&count)).then_some(count)
}

/// Whether a sentence has a verb by which it is whole.
fn is_sentence(sentence: &str, said: &[(usize, &str)]) -> bool {
    let clause = sentence.find([',', ';']).unwrap_or(sentence.len());
    let is_finite = |word: &str| {
        let word = plain(word);
        FINITE.contains(&word) || SUBJECTS.contains(&word) || word.ends_with("n't")
    };
    sentence.trim_end().ends_with('?')
        || said
            .iter()
            .any(|(at, word)| *at < clause && is_finite(word))
}

/// What nobody says of themselves without "I".
static OF_ANOTHER: WordList = WordList::new(
    "wants has says thinks keeps likes loves hates needs plays works lives leaves starts gets looks seems does doesn't isn't wasn't hasn't \
     knows hopes goes speaks studies teaches plans prefers refuses feels sounds eats drinks sleeps sits stands weighs walks owns drives \
     comes takes makes moves turns",
);

/// Behind "was": what somebody was, and not how something was.
static BEHIND_WAS: WordList = WordList::new("a an born at in with on");

/// What is done to things and people, in words that say nothing else behind what they are about.
static UNDERGONE: WordList = WordList::new(
    "moved shifted postponed cancelled canceled delayed rescheduled pushed bumped selected shortlisted listed scheduled diagnosed discharged spayed \
     neutered microchipped promoted demoted arrested fired sacked hired evicted elected nominated stolen nicked towed taped stuck confirmed \
     approved rejected shipped delivered installed booked renewed extended refunded admitted",
);

/// Of that, what people do.
static OF_PEOPLE: WordList = WordList::new(
    "confirmed approved rejected cancelled canceled delivered shipped installed booked renewed extended refunded scheduled",
);

/// What is moved to another day.
static MOVED: WordList = WordList::new("postponed delayed rescheduled pushed bumped moved shifted");

/// What may stand behind it.
static WHERE: WordList = WordList::new(
    "to for in on at by till until from with w under over into since today yesterday tomorrow tonight this last next now because bc again",
);

/// What somebody is to do.
static DUTIES: WordList = WordList::new(
    "send call ring email mail bring buy book check chase confirm pay install fix pick collect arrange organise organize prepare write draft \
     review update test deliver sign submit order ask tell follow get make take drive cook host lead present report return finish do come go \
     speak talk meet join help clean move set fill find",
);
