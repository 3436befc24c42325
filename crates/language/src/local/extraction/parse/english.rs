//! Whether a passage is English, which is all the parser reads.
//!
//! A guess by letter groups is unsure of short texts, and names from elsewhere mislead it. So the small words decide:
//! those of English are counted against all words, and the guess is asked only where they leave doubt.

use whatlang::{Lang, detect};

use crate::word_list::WordList;

/// The share of English small words above which a text is English whatever else is in it.
const SURE: f32 = 0.3;

/// The fewest words of which the lack of English ones tells something.
const TELLING: usize = 4;

/// Whether the text is English, as far as anything tells; a few words without any sign are taken for it.
pub(crate) fn is_english(text: &str) -> bool {
    let mut words = 0_usize;
    let mut english = 0_usize;
    let mut foreign = 0_usize;
    for word in text
        .split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’')
        .filter(|word| word.chars().any(char::is_alphabetic))
    {
        let lower = word.to_lowercase().replace('’', "'");
        words += 1;
        let stem = lower.split('\'').next().unwrap_or_default();
        if ENGLISH.contains(&lower) || lower.contains("n't") || ENGLISH.contains(stem) {
            english += 1;
        } else if FOREIGN.contains(&lower) && (words == 1 || word.starts_with(char::is_lowercase))
            || !is_latin(word)
        {
            foreign += 1;
        }
    }
    let share = english as f32 / words.max(1) as f32;
    if words == 0 || english == 0 && foreign > 0 || foreign > english {
        return false;
    }
    if english == 0 && foreign == 0 && words >= TELLING {
        // "Nina divorced Mark": nothing small to go by.
        return detect(text).is_none_or(|guess| guess.lang() == Lang::Eng || !guess.is_reliable());
    }
    if share >= SURE || words < TELLING {
        return true;
    }
    match detect(text) {
        Some(guess) if guess.lang() != Lang::Eng => {
            foreign == 0 && english > 0 && !(guess.is_reliable() && share < SURE / 2.0)
        }
        _ => true,
    }
}

fn is_latin(word: &str) -> bool {
    word.chars()
        .filter(|c| c.is_alphabetic())
        .all(|c| c < '\u{250}' || ('\u{1e00}'..'\u{1f00}').contains(&c))
}

static ENGLISH: WordList = WordList::new(
    "i you he she it we they me him her us them my your his its our their this that these those the a \
     an and or but if because so as of at by for with about to from in on up out off over is are was \
     were be been being am have has had do does did will would can could should may might must not no \
     yes what which who whom when where why how all any both each few more most other some such only \
     own same than too very just there here now then also like love live lives lived moved went got \
     get works work one two three four five six seven eight nine ten year years month months week \
     weeks day days ago last next first morning night old bought married met joined started finished \
     called never always often still maybe because sister brother mother father wife husband friend \
     son daughter today yesterday tomorrow hello hey hi thanks thank please really new good great \
     called named lol omg btw rn bc cuz tmrw ur gonna wanna gotta finna tryna ive dont didnt doesnt cant \
     wont isnt wasnt havent hasnt youre theyre thats gf bf sis bro bday",
);

/// Small words of other languages in Latin letters that are no English words.
static FOREIGN: WordList = WordList::new(
    "ich du er sie wir ihr und oder aber nicht ist sind der das dem ein eine einen mein meine auf mit \
     für von zum zur seit bei nach wohne habe haben je tu il elle nous vous ils elles le la les un \
     une des du et mais ou est suis sont j'ai j'habite dans avec chez mon yo él ella nosotros el los \
     las una unos y pero es soy estoy vivo tengo en por para mi mis muy io lui lei noi voi lo gli è \
     sono ho abito nel della mio mia que não eu você ele ela nós um uma meu minha moro tenho ik jij \
     hij zij wij het een maar niet heb woon op jag är och inte har bor på av ett jeg ikke og til nie \
     jest się mam mieszkam minä olen ja asun ve bir için çok değil yaşıyorum",
);
