//! Turns of a dialogue: the lines that begin with somebody's name and a colon.
//!
//! Whether a label is a name is a judgement. A role (`user`, `assistant`, `Speaker 1`) always is; a capitalised label of
//! up to four words is, unless it is a word that heads notes, mails and forms (`Todo`, `Subject`, `Address`); so is a given
//! name in lower case, and a handle (`john_doe`) that speaks of itself. Another label in lower case, or one with nothing
//! after its colon, is only when the text's labels come and go as in a dialogue.
//!
//! Where the first to speak is `user` or `assistant`, only such roles speak, and who alone takes turns with `assistant` by a given name: the headings and lists of what an assistant
//! writes look like names.
//!
//! The lines of a chat's export begin with a time ([`exports`](crate::exports)), and then whatever stands before the
//! colon is a name. There a line with a time and no name is the chat's own notice, which nobody says.

use std::collections::HashSet;
use std::ops::Range;

use crate::exports::{is_placeholder, stamp, without_marks};
use crate::lexicon::{
    ORDINARY_STARTS, is_also_a_word, is_city, is_given_name, is_occupation, role,
};
use crate::word_list::WordList;

/// The longest label that is taken for a name, in characters and in words.
const LONGEST_NAME: (usize, usize) = (40, 4);

/// The same in the export of a chat, where people call each other what they like.
const LONGEST_NAME_IN_A_CHAT: (usize, usize) = (60, 8);

/// So many lines with a time and a name make a text the export of a chat.
const MIN_EXPORTED: usize = 2;

/// So many words are looked at to see whether somebody speaks of themselves.
const FIRST_WORDS: usize = 16;

const ROLES: &[&str] = &["user", "assistant", "system", "human", "ai", "bot", "me"];

/// The roles of a machine that answers.
const ASSISTANTS: &[&str] = &["assistant", "system", "ai", "bot"];

/// The roles of whoever asks it.
const OWNERS: &[&str] = &["user", "human", "me"];

/// What transcripts call people whom they do not know, with a number or a letter: "Speaker 1".
const NUMBERED: &[&str] = &[
    "speaker",
    "person",
    "participant",
    "interviewer",
    "interviewee",
    "guest",
    "caller",
    "host",
    "voice",
    "user",
    "agent",
    "customer",
    "patient",
    "student",
];

/// What people who speak of themselves say.
const FIRST_PERSON: &[&str] = &[
    "i", "i'm", "im", "i've", "ive", "i'll", "i'd", "my", "me", "we", "we're", "we've", "our", "us",
];

/// Whether a speaker's name is the role of a machine that answers, such as `assistant`.
pub fn is_assistant(speaker: &str) -> bool {
    ASSISTANTS.contains(&speaker.to_lowercase().as_str())
}

/// Whether a speaker's name is the role of whoever keeps the memory, such as `user`.
pub fn is_owner_role(speaker: &str) -> bool {
    OWNERS.contains(&speaker.to_lowercase().as_str())
}

/// Small words inside names.
const PARTICLES: &[&str] = &[
    "de", "da", "di", "do", "del", "della", "la", "le", "van", "von", "der", "den", "ten", "ter",
    "bin", "ibn", "al", "el", "y", "e",
];

/// Words that head notes, mails and forms; a label that ends in one of them is no name.
static HEADINGS: WordList = WordList::new(
    "address advice age agenda amount answer a appointment attendees author bcc background best \
     birthday bonus body book breakfast btw budget category caution cc change city comment comments \
     company conclusion cons contact content context cost country date day deadline decision \
     definition description details diary dinner directions disclaimer done duration edit email \
     e-mail end entry error event example examples facts feedback figure file focus footnote from fwd \
     fyi goal goals gratitude hint hobbies http https id idea ideas important info information \
     ingredients input instructions introduction issue item items job journal key keywords language \
     last lesson lessons level link links list location log lunch meaning medication meeting memo \
     message method mood more name next note notes number occupation one option options order other \
     output overview part password people phone place plan plans price priority problem project pros \
     ps p.s purpose q question questions quote rating re reason recap recipe reference references \
     reminder reminders reply request result results review role rule rules schedule section see sent \
     serves size snack solution source sources start status step steps story subject subtitle summary \
     symptoms tags takeaway task tasks temperature thanks theme thought thoughts time tip tips title \
     to today todo to-do todos tomorrow topic topics total translation type update updates url usage \
     version via warning weather website weight when where why what who how work workout year \
     yesterday monday tuesday wednesday thursday friday saturday sunday \
     january february march july september october november december spring autumn winter morning noon \
     afternoon evening night midnight weekend health gym work sleep food money finance finances travel \
     trip school homework family kids house home garden car exercise training win wins highlight \
     highlights lowlight lowlights blocker blockers challenge challenges done doing feeling feelings \
     reflection reflections observation observations insight insights learning learnings habit habits \
     intention intentions affirmation prayer movie film song show game habitat hint vacation holiday \
     do booked meds called emailed shopping groceries errands chores presents present gifts gift wishes books films movies allergic \
     allergies allergy symptom random misc miscellaneous expenses income bills savings appointments \
     birthdays contacts passwords recipes meals packing guests attending absent bought sold owed \
     transcript caveat postscript addendum moral bonus disclosure remark remarks fact plot setting \
     cause impact finding findings rca debug flag rehearsal postmortem handover rotation rota oncall on-call owner owners chore feat fix \
     fixed refactor perf revert build proposal consequence rationale rollback workaround hypothesis constraint convention conventions \
     decided agreed settled confirmed cancelled moved sorted verdict booking lunch brunch supper",
);

/// What heads a note more often than a turn, and is a name where it comes back as in a dialogue: "Boiler: …", "Flight: …".
static MATTERS: WordList = WordList::new(
    "retro retrospective standup promotion raise offer interview release deploy deployment incident outage bug feature sprint design \
     scope stack architecture risk risks action actions outcome verdict diagnosis treatment dose bloods measurements boiler heating \
     plumbing roof fence shed attic cellar garage kitchen bathroom bedroom balcony allotment compost laundry cleaning rent bill council bank tax taxes \
     pension mortgage flight flights hotel itinerary packing train trains bus parking tickets hospital clinic ward vet dentist surgery chemo pharmacy \
     optician physio insurance mot tyres wifi router laptop printer passport visa",
);

/// A stretch of a text with one speaker, as byte ranges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Turn {
    /// Where it begins, with the name.
    pub(crate) start: usize,
    /// The first byte after the name and its colon.
    pub(crate) name_end: usize,
    /// What is said, up to the next turn.
    pub(crate) content: Range<usize>,
    /// The name, where there is one.
    pub(crate) speaker: Option<String>,
    /// Whether nobody says it: the notice of a chat, or what stands for a picture.
    pub(crate) is_notice: bool,
}

/// The turns of a text: together they cover all of it; a text without names is one turn of nobody.
pub(crate) fn turns(body: &str) -> Vec<Turn> {
    let labels = labels(body);
    let lines = body.lines().filter(|line| !line.trim().is_empty()).count();
    let dialogue = Dialogue::of(&labels, lines);
    let mut turns = vec![Turn {
        start: 0,
        name_end: 0,
        content: 0..body.len(),
        speaker: None,
        is_notice: false,
    }];
    for label in labels.iter().filter(|label| dialogue.begins_turn(label)) {
        if let Some(previous) = turns.last_mut() {
            previous.content.end = label.line_start;
        }
        turns.push(Turn {
            start: label.line_start,
            name_end: label.end,
            content: label.end..body.len(),
            speaker: (!label.name.is_empty()).then(|| label.name.to_owned()),
            is_notice: label.name.is_empty(),
        });
    }
    for turn in &mut turns {
        if dialogue.is_export && is_placeholder(&body[turn.content.clone()]) {
            turn.is_notice = true;
            turn.speaker = None;
        }
    }
    turns
}

/// What stands before the first colon of a line and could be a name.
struct Label<'a> {
    line_start: usize,
    end: usize,
    /// Empty for a line of an export that names nobody.
    name: &'a str,
    is_doubtful: bool,
    is_alone: bool,
    /// Whether the time of an export stands before it.
    is_exported: bool,
}

fn labels(body: &str) -> Vec<Label<'_>> {
    let mut line_start = 0;
    let mut labels = Vec::new();
    for line in body.split_inclusive('\n') {
        labels.extend(label_of(line, line_start));
        line_start += line.len();
    }
    labels
}

fn label_of(line: &str, line_start: usize) -> Option<Label<'_>> {
    let stamp = stamp(line);
    let is_exported = stamp.as_ref().is_some_and(|stamp| stamp.is_whole);
    let rest = stamp.map_or_else(|| line.trim_start(), |stamp| &line[stamp.end..]);
    let after_stamp = line.len() - rest.len();
    let named = named(rest);
    let name = named.map_or("", |(name, _)| name);
    let has_form = match is_exported {
        true => has_form_in_a_chat(name),
        false => has_form_of_name(name),
    };
    let Some((name, after)) = named.filter(|_| has_form) else {
        return is_exported.then_some(Label {
            line_start,
            end: line_start + after_stamp,
            name: "",
            is_doubtful: false,
            is_alone: false,
            is_exported,
        });
    };
    Some(Label {
        line_start,
        end: line_start + line.len() - after.len(),
        name,
        is_doubtful: is_phrase(name)
            || is_in_lower_case(name) && !is_somebody(name, after)
            || is_matter(name),
        is_alone: after.trim().is_empty(),
        is_exported,
    })
}

/// What stands before the colon that ends a label, and what stands after it. The colon of "10:30" and "http://" ends none.
fn named(line: &str) -> Option<(&str, &str)> {
    let (before, after) = line.match_indices([':', '：']).find_map(|(place, colon)| {
        let after = line[place + colon.len()..].trim_start_matches(['*', '_']);
        let is_last = after.is_empty() || after.starts_with(char::is_whitespace) || colon == "：";
        is_last.then_some((&line[..place], after))
    })?;
    let name = without_marks(before).trim_matches(['*', '_']);
    // "Anna (10:32)": when it was said.
    let name = match name
        .strip_suffix(')')
        .and_then(|name| name.rsplit_once('('))
    {
        Some((name, inside)) if inside.contains(|c: char| c.is_ascii_digit()) => name,
        _ => name,
    };
    Some((name.trim(), after))
}

/// Whether words may be somebody's name in the export of a chat; a notice may have a colon too: `Anna named the group "Ten: 2"`.
fn has_form_in_a_chat(name: &str) -> bool {
    let (characters, words) = LONGEST_NAME_IN_A_CHAT;
    !name.is_empty()
        && name.chars().count() <= characters
        && name.split_whitespace().count() <= words
        && !name.contains(['"', '“', '”', '«', '»'])
}

/// `anna`, `anna smith`, `john_doe`, `toby92`: a name in lower case.
fn is_in_lower_case(name: &str) -> bool {
    name.starts_with(char::is_lowercase)
}

/// Whether a label in lower case is somebody's, seeing what follows it.
fn is_somebody(name: &str, after: &str) -> bool {
    let first = name
        .split(|c: char| !c.is_alphabetic())
        .next()
        .unwrap_or_default();
    let is_handle = name.contains(|c: char| c.is_ascii_digit() || "._".contains(c));
    let is_name = is_given_name(first);
    let speaks_of_itself = || {
        let words = after.split_whitespace().take(FIRST_WORDS);
        words
            .map(|word| {
                word.trim_matches(|c: char| !c.is_alphanumeric())
                    .to_lowercase()
                    .replace('’', "'")
            })
            .any(|word| FIRST_PERSON.contains(&word.as_str()))
    };
    let is_plain = name == first;
    is_name && is_plain && !is_also_a_word(first) || (is_name || is_handle) && speaks_of_itself()
}

fn has_form_of_name(name: &str) -> bool {
    let words: Vec<&str> = name.split_whitespace().collect();
    let Some(last) = words.last() else {
        return false;
    };
    if is_numbered(&words) {
        return true;
    }
    let (characters, most_words) = LONGEST_NAME;
    let heading = last.to_lowercase();
    // "anna smith" is a name if anything is; other words in lower case are none.
    let is_lower_name = words.len() <= 3
        && words
            .iter()
            .all(|word| word.chars().all(char::is_lowercase))
        && is_given_name(words[0]);
    words.len() <= most_words
        && !is_number_of_paper(name)
        && name.chars().count() <= characters
        && !heads(heading.trim_end_matches(|c: char| c.is_ascii_digit()))
        // "Groceries", "Dinner": a word that begins sentences and is nobody's name.
        && (!ORDINARY_STARTS.contains(&heading) || is_given_name(&heading))
        && words.iter().enumerate().all(|(place, word)| {
            let is_spelled = word.starts_with(char::is_alphabetic) && word.chars().all(is_spelling);
            // A name of several words is capitalised, if its script knows capitals; a single word may be a handle.
            is_spelled
                && (words.len() == 1
                    || is_lower_name
                    || !word.starts_with(char::is_lowercase)
                    || place > 0 && PARTICLES.contains(word))
        })
}

/// "ADR-017", "RFC 12": what papers and tickets are called.
fn is_number_of_paper(name: &str) -> bool {
    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let kind = letters.trim_end_matches(['-', ' ', '#']);
    letters.len() < name.len()
        && kind.len() < letters.len()
        && kind.len() > 1
        && kind.chars().all(|c| c.is_ascii_uppercase())
}

/// Whether a label is rather what a note is about: "Boiler", "Dentist", "Lisbon".
fn is_matter(name: &str) -> bool {
    let lower = name.to_lowercase();
    let is_trade =
        role(&lower).is_some_and(|role| role.relation.is_none()) || is_occupation(&lower);
    MATTERS.contains(&lower) || is_trade || is_city(name)
}

/// Whether a word heads notes, mails and forms, be it of several: "Gift ideas".
fn heads(word: &str) -> bool {
    let one = word.strip_suffix('s').filter(|one| one.len() > 2);
    HEADINGS.contains(word) || one.is_some_and(|one| HEADINGS.contains(one))
}

/// "Speaker 1", "Participant B".
fn is_numbered(words: &[&str]) -> bool {
    let [noun, number] = words else {
        return false;
    };
    let number = number.trim_start_matches('#');
    let is_number =
        number.len() <= 3 && !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
    let is_letter = number.len() == 1 && number.chars().all(char::is_uppercase);
    NUMBERED.contains(&noun.to_lowercase().as_str()) && (is_number || is_letter)
}

/// Beyond ASCII everything visible is let through: several scripts write marks and joiners inside words.
fn is_spelling(c: char) -> bool {
    c.is_ascii_alphanumeric() || "'-._".contains(c) || !c.is_ascii() && !c.is_control()
}

/// A label in a script without spaces and capitals that is longer than names there are.
fn is_phrase(name: &str) -> bool {
    name.starts_with(|c| ('\u{2e80}'..='\u{ffdc}').contains(&c)) && name.chars().count() > 4
}

/// What the labels of a text are together.
struct Dialogue {
    /// Whether there are several labels and one of them comes back, or every line has one and some of them are surely somebody's.
    recurs: bool,
    /// Whether it is the export of a chat: then only lines that begin with a time begin a turn.
    is_export: bool,
    /// Whether it is a chat with a machine that answers, by its first label: then only roles begin a turn, and what heads the
    /// machine's lists is nobody.
    is_of_roles: bool,
    /// Who takes turns with the machine by their name: "Assistant: …", "Femi: …".
    asks: Option<String>,
}

impl Dialogue {
    fn of(labels: &[Label<'_>], lines: usize) -> Self {
        let named = labels.iter().filter(|label| is_name(label.name));
        let distinct = named
            .clone()
            .map(|label| label.name)
            .collect::<HashSet<_>>()
            .len();
        let exported = named.clone().filter(|label| label.is_exported).count();
        // "amelie: who brings what?", "bashir: I'll do dumplings".
        let is_sure = |label: &Label<'_>| {
            is_in_lower_case(label.name) && !label.is_doubtful && !label.is_alone
        };
        // "me" takes turns with people, too.
        let is_part = |name: &str| is_role(name) && !name.eq_ignore_ascii_case("me");
        let is_every_line =
            distinct > 1 && named.clone().count() == lines && named.clone().any(is_sure);
        Self {
            recurs: (2..named.count()).contains(&distinct) || is_every_line,
            is_export: exported >= MIN_EXPORTED,
            is_of_roles: labels.first().is_some_and(|label| is_part(label.name)),
            asks: asks_by_name(labels),
        }
    }

    fn begins_turn(&self, label: &Label<'_>) -> bool {
        match self.is_export {
            true => label.is_exported,
            false if self.is_of_roles => {
                is_role(label.name) || self.asks.as_deref() == Some(label.name)
            }
            false => {
                is_name(label.name)
                    && (is_role(label.name) || !label.is_doubtful && !label.is_alone || self.recurs)
            }
        }
    }
}

/// The given name of whoever alone takes turns with a machine that answers, where nobody does so as "user".
fn asks_by_name(labels: &[Label<'_>]) -> Option<String> {
    let is_named = |label: &&Label<'_>| has_form_of_name(label.name) && !is_role(label.name);
    let mut named = labels.iter().filter(is_named);
    let name = named.next()?.name;
    let is_alone = named.all(|other| other.name == name);
    let given = name.split(' ').next().unwrap_or_default().to_lowercase();
    let is_asked_by_owner = labels.iter().any(|label| is_owner_role(label.name));
    let follows = labels
        .windows(2)
        .any(|two| is_assistant(two[0].name) && two[1].name == name);
    (is_given_name(&given) && !is_asked_by_owner && follows && is_alone).then(|| name.to_owned())
}

/// Whether a label is a name wherever it stands: by its form, or because only people are called so in a chat.
fn is_name(label: &str) -> bool {
    let is_number =
        label.starts_with('+') && label.chars().filter(char::is_ascii_digit).count() >= 6;
    let is_decorated =
        label.contains(|c: char| !c.is_ascii() && !c.is_alphanumeric() && !c.is_whitespace());
    has_form_of_name(label) || is_number || is_decorated && has_form_in_a_chat(label)
}

/// Whether a name is the part somebody plays in a chat with an assistant.
pub(crate) fn is_role(name: &str) -> bool {
    ROLES.contains(&name.to_lowercase().as_str())
}
