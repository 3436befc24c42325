//! How a passage is spelled: as people chat, and without the capitals of names.

use recollect_clauses::chat_spellings;
use recollect_spacy::Spellings;

use crate::lexicon::{
    is_brand, is_code, is_deed, is_entry, is_given_name, is_known_place, is_possession, is_town,
    kind_of_noun, role,
};
use crate::word_list::WordList;

/// What the words of a passage are read as where it spells them otherwise: those of chats, well-known places without their
/// capital and, where nothing has one, given names, firms, towns and what somebody or something is said to be named.
///
/// `written` is the passage before what it leaves out was put in.
pub(crate) fn spellings(content: &str, written: &str) -> Spellings {
    let is_plain = !written
        .split_whitespace()
        .any(|word| word.trim_start_matches('I').starts_with(char::is_uppercase));
    let words: Vec<&str> = content
        .split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’')
        .filter(|word| !word.is_empty())
        .collect();
    let mut list = String::new();
    for (place, word) in words.iter().enumerate() {
        // "Lotta" is no "lot of".
        let lower = word.to_lowercase();
        if word.starts_with(char::is_uppercase) && is_given_name(&lower) {
            list.push_str(&format!("{lower} {lower}\n"));
        }
        let is_lower = word.len() > 2 && word.chars().all(|c| c.is_lowercase());
        if !is_lower || WORDS_TOO.contains(word) {
            continue;
        }
        let before = |back: usize| place.checked_sub(back).map_or("", |place| words[place]);
        let is_named = before(1) == "named"
            || before(2) == "name" && before(1) == "is"
            || before(1) == "name's";
        // "nyc" is no "Nyc".
        let is_place = word.len() > 3 && is_known_place(word);
        // "At tesco", "from whitstable": what is seldom anything else, where somebody works, buys or lives.
        let is_found = || {
            let leads = LEADING_TO_NAMES.contains(before(1));
            leads && word.len() > 3 && (is_brand(word) || is_town(word))
        };
        // "my nani": a grandmother, and nobody of that name.
        let is_given = || is_given_name(word) && role(word).is_none();
        if is_place || is_plain && (is_named || is_given() || is_found()) {
            list.push_str(&format!("{word} {}\n", capitalised(word)));
        }
    }
    for (place, pair) in words.windows(2).enumerate() {
        push_contracted(&mut list, pair[0], pair[1]);
        push_will(&mut list, pair[0]);
        let read = match pair[0] {
            "id" if WOULD.contains(pair[1]) => "i|d I'd\n",
            "ill" if WILL.contains(pair[1]) => "i|ll I'll\n",
            "its" if BEING.contains(pair[1]) => "it|s it's\n",
            "were" if place == 0 && DOING.contains(pair[1]) => "we|re we're\n",
            _ => "",
        };
        list.push_str(read);
        push_owner(&mut list, content, pair[0], pair[1]);
    }
    Spellings::over(chat_spellings(), &list)
}

/// A word with a capital.
fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// "Pottery's so relaxing": before such a word an "'s" is "is", which the parser takes for whose.
fn push_contracted(list: &mut String, word: &str, next: &str) {
    let stem = ["'s", "’s"].iter().find_map(|end| word.strip_suffix(end));
    // "Her name's Coco": a name has nothing, least of all somebody.
    let is_name = |stem: &str| {
        stem.to_lowercase() == "name" && next.starts_with(|first: char| first.is_uppercase())
    };
    // "That's a speech": the parser knows pronouns.
    let is_pronoun = |stem: &str| PRONOUNS.contains(&stem.to_lowercase());
    let Some(stem) = stem
        .filter(|stem| stem.len() > 2 && (NOT_OWNED.contains(next) || is_name(stem)))
        .filter(|stem| !is_pronoun(stem))
    else {
        return;
    };
    let end = &word[stem.len()..];
    // Its capital is given back to the first letter.
    list.push_str(&format!("{}|{end} {stem} is\n", stem.to_lowercase()));
}

/// "Tess'll start school", "the kids've gone": the parser parts these from pronouns alone.
fn push_will(list: &mut String, word: &str) {
    const ENDS: &[(&str, &str)] = &[
        ("'ll", "will"),
        ("’ll", "will"),
        ("'ve", "have"),
        ("’ve", "have"),
    ];
    for (end, read) in ENDS {
        let stem = word.strip_suffix(end).unwrap_or_default();
        if stem.len() > 2 && !PERSONAL.contains(&stem.to_lowercase()) {
            list.push_str(&format!("{}|{end} {stem} {read}\n", stem.to_lowercase()));
        }
    }
}

/// "moms garage", "kevs cousin": whose something is, without the apostrophe.
fn push_owner(list: &mut String, content: &str, word: &str, next: &str) {
    let lower = word.to_lowercase();
    let Some(owner) = lower.strip_suffix('s').filter(|owner| owner.len() > 2) else {
        return;
    };
    let is_kin = KIN.contains(owner);
    // "this brother" is no brother of Thi's.
    let is_name = is_given_name(owner)
        && !is_given_name(&lower)
        && !WORDS_TOO.contains(owner)
        && !["this", "his", "hers", "its", "whos"].contains(&lower.as_str())
        && role(next).is_some();
    let is_owned = next == "name"
        || role(next).is_some()
        || is_possession(next)
        || is_entry(next)
        || is_code(next)
        || kind_of_noun(next).is_some();
    // "Two of my nephews play rugby."
    let is_done = is_deed(next) || DONE_BY_SEVERAL.contains(next);
    let is_whose = (is_kin && !is_done || is_name) && is_owned;
    // "my brothers, sister and wife"
    if is_whose && content.contains(&format!("{word} {next}")) {
        let whose = match is_name {
            true => capitalised(owner),
            false => owner.to_owned(),
        };
        list.push_str(&format!("{owner}|s {whose}'s\n"));
    }
}

/// Behind which firms and towns are named.
static LEADING_TO_NAMES: WordList = WordList::new("at in from to near for with outside via");

/// Of whom somebody has only one, or few.
static KIN: WordList = WordList::new(
    "mom mum dad mam gran nan grandma grandpa grandad sister brother wife husband mother father son daughter partner girlfriend \
     boyfriend fiance fiancee aunt auntie uncle cousin niece nephew grandmother grandfather stepdad stepmum stepmom boss friend \
     roommate flatmate colleague neighbour neighbor",
);

/// What several of them do, which is a noun too.
static DONE_BY_SEVERAL: WordList = WordList::new(
    "run walk train drive start end rent host coach plan drink fight dance travel shop",
);

static PRONOUNS: WordList = WordList::new("that this there here what who where how she let");

/// From which the parser parts "'ll" and "'ve" by itself.
static PERSONAL: WordList = WordList::new(
    "you she they that this there here what who where how when why could should would might must may not",
);

/// What stands behind "I'd", and not behind somebody's id.
static WOULD: WordList = WordList::new(
    "miss love like hate be have say go get do want need rather prefer never probably take pay give eat buy die kill bet guess \
     call cry ask still just also really been seen gone had",
);

/// What stands behind "I'll", and not behind "ill".
static WILL: WordList = WordList::new(
    "be call see go take get have do let send bring pay come try ask meet pick miss buy make give wait need start never probably",
);

/// What stands behind "it's", and not behind what is "its".
static BEING: WordList = WordList::new(
    "now not a an the so too really just still been my your gonna going on at in due almost already always never",
);

/// What stands behind "we're" at the beginning of a sentence, and not behind "were".
static DOING: WordList = WordList::new(
    "due going getting gonna moving having expecting planning not thinking looking trying flying leaving staying",
);

/// Words that nobody can own: what "'s" stands before is said, not had.
static NOT_OWNED: WordList =
    WordList::new("so really always never not too getting going definitely a an");

/// Names that are English words too, which are left as they are written; and words that follow "named" and "name is".
static WORDS_TOO: WordList = WordList::new(
    "after the her him his its not now one our really still that their them too very also best spelled \
     pronounced nice bath split essen reading cork turkey china buffalo lima usa chad niger rio cologne \
     mobile victoria lancaster charleston jersey java guinea pacific caribbean york oceania dominica kent \
     hague will may mark rose grace hope faith bill rich art drew sue dawn joy pat guy summer june april \
     august iris ivy pearl ruby amber crystal violet daisy heather holly olive hazel robin rob jack frank \
     dean miles chase gene ray roman sage val lance wade grant penny patty barry viola celeste clement \
     rusty don les han sol gin mina eve belle kit lou angel carol dale glen jean jay laurel melody norm \
     opal peg reed russ skip stew tiffany ward brook brooke candy cat charity dash earl ginger harmony \
     herb hunter jade jasmine lily mason mercy misty poppy prudence rocky sandy sky star stone trinity \
     willow win wren dora ana ida ima ina ali van den dot flora gale gail gus ira job jude liv mae mat \
     nan pam paz ping rod san sun ton una vic wes yu soo",
);
