//! Sentences that begin with a thing without an article or an owner: "Van failed its MOT", "Roof is leaking", "Bins go out on Thursday".
//! It is its writer's, and is read so: the parser takes such a noun for a name.

use crate::lexicon::is_given_name;
use crate::local::extraction::parse::apostrophes::apostrophes;
use crate::local::extraction::parse::edits::Edit;
use crate::local::extraction::parse::noting::{ADVERBS, FINITE, OPENINGS, plain, words};
use crate::local::extraction::parse::owner::put_before;
use crate::word_list::WordList;

/// The most words of such a noun: "front door lock".
const LONGEST: usize = 3;

/// What says whose the thing is that a sentence begins with; nothing where it begins with something else.
pub(super) fn bare(sentence: &str, start: usize, whose: &'static str) -> Option<Edit> {
    let words = words(sentence);
    let (first, opening) = *words.first()?;
    let is_open = sentence[..first].trim().is_empty() && !sentence.trim_end().ends_with('?');
    let is_near = |number: usize| {
        let (at, _) = words[number];
        number == 0 || sentence[..at].ends_with([' ', '-'])
    };
    let open = |noun: &str| {
        (is_open && OF_ONES_OWN.contains(noun)).then(|| put_before(sentence, start, first, whose))
    };
    // "Knee's ok": the mark is the verb.
    if let Some(noun) = opening
        .strip_suffix("'s")
        .or_else(|| opening.strip_suffix("’s"))
    {
        let mark = first + noun.len();
        return open(&plain(noun))
            .filter(|_| apostrophes(sentence).iter().any(|edit| edit.at == mark));
    }
    let length = (1..=LONGEST.min(words.len().saturating_sub(1)))
        .find(|&length| is_verb(&words, length) && (1..=length).all(is_near))?;
    // "Anna's new bike was stolen", "Morag the vet was out"
    let is_owned =
        |word: &str| word.ends_with('\'') || word.ends_with("'s") || word.ends_with("’s");
    let is_name = words[1..length]
        .iter()
        .any(|(_, word)| word.starts_with(char::is_uppercase))
        || words[..length]
            .iter()
            .any(|(_, word)| is_owned(word) || OPENINGS.contains(&plain(word)));
    let noun = plain(words[length - 1].1);
    open(&noun).filter(|_| !is_name && !is_given_name(&plain(opening)))
}

/// Whether the verb of a sentence stands at a place, an adverb before it apart.
fn is_verb(words: &[(usize, &str)], place: usize) -> bool {
    let said = |place: usize| {
        words
            .get(place)
            .map_or(String::new(), |(_, word)| plain(word))
    };
    let leads = said(place);
    let place = place + usize::from(ADVERBS.contains(&leads) || leads == "still");
    let verb = said(place);
    // "Lease runs until June": the parser takes "runs" for a noun.
    let runs_out = verb == "runs" && said(place + 1) == "out";
    let is_finite = FINITE.contains(&verb) || DID.contains(&verb);
    is_finite || runs_out || DOES.contains(&verb) || verb.ends_with("n't")
}

/// What things do and did, in words that are nothing else behind a noun.
static DOES: WordList = WordList::new(
    "needs wants costs keeps expires ends starts begins opens closes leaves goes comes gets works makes smells looks sounds feels hurts aches \
     leaks drips dies takes seems does did says said should must might may would could won't isn't go come need cost \
     failed died arrived expired burst crashed leaked exploded stopped started passed ended turned",
);

/// What they did, in words that do not say that it was done to them.
static DID: WordList =
    WordList::new("went came fell broke rang ran gave took had grew blew froze got kept wrote");

/// Of which somebody has one, means one, or has some.
static OF_ONES_OWN: WordList = WordList::new(
    "dog cat puppy kitten hamster pony tortoise parrot budgie car van bike motorbike scooter truck lorry boat caravan campervan camper trailer \
     phone laptop computer tablet printer router telly tv fridge freezer oven cooker hob dishwasher boiler heating dryer \
     kettle toaster hoover vacuum lawnmower mower shower toilet bath sink tap roof ceiling garage garden lawn shed fence \
     kitchen bathroom bedroom attic loft basement conservatory patio gate window driveway chimney greenhouse allotment \
     passport visa licence license permit insurance warranty lease mortgage contract loan rent deposit pension salary overdraft \
     landlord landlady flatmate roommate housemate boss neighbour neighbor nanny childminder cleaner gardener tenant \
     doctor gp dentist vet midwife consultant physio knee hip shoulder ankle wrist elbow eyesight hair pressure cholesterol appetite \
     interview exam viva thesis dissertation essay coursework internship apprenticeship commute \
     rota shift train flight oil battery engine gearbox clutch exhaust windscreen screen charger \
     nursery surgery op operation scan biopsy counselling therapy chemo rehab mri \
     bins brakes tyres tires wipers headlights keys savings results grades bloods meds tablets glasses gutters neighbours neighbors tenants \
     in-laws exams finals gcses contractions stitches braces knees shoulders ankles hips wrists",
);
