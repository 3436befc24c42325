//! What single words mean.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::units::{PartOfDay, Unit};

/// What the lexicon says of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Word {
    Month(i8),
    /// Monday is 1.
    Weekday(i8),
    Unit(Unit),
    /// A number below a hundred written out.
    Number(i8),
    Tens(i8),
    Ordinal(i8),
    Part(PartOfDay),
    /// By its first month.
    Season(i8),
    Weekend,
    /// A decade such as "eighties", by its tens.
    Decade(i8),
    /// A day by its distance from today.
    Day(i8),
    /// "Noon", "midnight": the hour.
    Hour(i8),
    This,
    Next,
    Last,
    Every,
    /// "Daily", "annually".
    Adverb(Unit),
    Preposition,
    /// Any other word that can begin an expression.
    Opening,
    /// "Jan", "sat", "may": a name of a month or a weekday that is another word too, or an abbreviation.
    Unknown,
}

const MONTHS: [&str; 12] = [
    "january jan",
    "february feb febr",
    "march mar",
    "april apr",
    "may",
    "june jun",
    "july jul",
    "august aug",
    "september sept sep",
    "october oct",
    "november nov",
    "december dec",
];

const WEEKDAYS: [&str; 7] = [
    "monday mon mondays",
    "tuesday tue tues tuesdays",
    "wednesday wed weds wednesdays",
    "thursday thu thur thurs thursdays",
    "friday fri fridays",
    "saturday sat saturdays",
    "sunday sun sundays",
];

const UNITS: [(&str, Unit); 10] = [
    ("second seconds sec secs", Unit::Second),
    ("minute minutes min mins", Unit::Minute),
    ("hour hours hr hrs", Unit::Hour),
    ("day days", Unit::Day),
    ("week weeks wk wks", Unit::Week),
    ("month months mo mos", Unit::Month),
    ("quarter quarters qtr qtrs", Unit::Quarter),
    ("year years yr yrs", Unit::Year),
    ("decade decades", Unit::Decade),
    ("century centuries", Unit::Century),
];

const NUMBERS: &str = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen \
     fifteen sixteen seventeen eighteen nineteen";

const TENS: &str = "twenty thirty forty fifty sixty seventy eighty ninety";

const ORDINALS: &str = "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth \
     thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth";

const PARTS: [(&str, PartOfDay); 9] = [
    ("morning mornings", PartOfDay::Morning),
    ("breakfast", PartOfDay::Breakfast),
    ("brunch", PartOfDay::Brunch),
    ("lunch lunchtime", PartOfDay::Lunch),
    (
        "afternoon afternoons afternoonish arvo",
        PartOfDay::Afternoon,
    ),
    ("evening evenings", PartOfDay::Evening),
    ("dinner dinnertime supper", PartOfDay::Dinner),
    ("night nights nighttime nite", PartOfDay::Night),
    ("overnight", PartOfDay::Night),
];

const SEASONS: [(&str, i8); 4] = [
    ("spring springtime springs", 3),
    ("summer summertime summers", 6),
    ("autumn fall autumns", 9),
    ("winter wintertime winters", 12),
];

const DECADES: &str = "twenties thirties forties fifties sixties seventies eighties nineties";

const DAYS: [(&str, i8); 4] = [
    ("today todays", 0),
    ("tomorrow tomorrows tmrw tmr tomorow tommorow tommorrow", 1),
    ("yesterday yesterdays yday yest", -1),
    ("tonight tonite", 0),
];

const HOURS: [(&str, i8); 2] = [("noon midday noontime", 12), ("midnight", 0)];

const ADVERBS: [(&str, Unit); 6] = [
    ("hourly", Unit::Hour),
    ("daily nightly", Unit::Day),
    ("weekly", Unit::Week),
    ("monthly", Unit::Month),
    ("quarterly", Unit::Quarter),
    ("yearly annually", Unit::Year),
];

const OTHERS: [(&str, Word); 6] = [
    ("this current", Word::This),
    ("next coming upcoming following", Word::Next),
    ("last past previous", Word::Last),
    ("every each", Word::Every),
    ("weekend weekends wkend wknd", Word::Weekend),
    (
        "in on at by for from since until till til untill before after between during within through thru \
         throughout over of to around about approximately circa starting beginning as up later earlier prior anytime \
         sometime sometimes ever back",
        Word::Preposition,
    ),
];

/// Words that begin an expression without being a time themselves.
const OPENINGS: &str = "the a an half now right just early late mid middle end start few several couple pair \
     recently lately nowadays soon someday immediately asap atm eod eom eoy bom boy ides closest q once \
     fortnight some these those currently presently then day twelve one tonight formerly shortly sun any most \
     all long weekdays weekday no not come effective";

static WORDS: LazyLock<HashMap<&'static str, Word>> = LazyLock::new(|| {
    let mut words = HashMap::new();
    let mut add = |listed: &'static str, word: Word| {
        for each in listed.split_whitespace() {
            words.insert(each, word);
        }
    };
    add(OPENINGS, Word::Opening);
    for (listed, word) in OTHERS {
        add(listed, word);
    }
    for (number, listed) in (1..).zip(MONTHS) {
        add(listed, Word::Month(number));
    }
    for (number, listed) in (1..).zip(WEEKDAYS) {
        add(listed, Word::Weekday(number));
    }
    for (number, listed) in (0..).zip(NUMBERS.split_whitespace()) {
        add(listed, Word::Number(number));
    }
    for (number, listed) in (2..).zip(TENS.split_whitespace()) {
        add(listed, Word::Tens(number * 10));
    }
    for (number, listed) in (0..).zip(ORDINALS.split_whitespace()) {
        add(listed, Word::Ordinal(number));
    }
    add("thirtieth", Word::Ordinal(30));
    for (listed, part) in PARTS {
        add(listed, Word::Part(part));
    }
    for (listed, month) in SEASONS {
        add(listed, Word::Season(month));
    }
    for (number, listed) in (2..).zip(DECADES.split_whitespace()) {
        add(listed, Word::Decade(number * 10));
    }
    for (listed, hour) in HOURS {
        add(listed, Word::Hour(hour));
    }
    for (listed, unit) in ADVERBS {
        add(listed, Word::Adverb(unit));
    }
    // "Second" is more often the unit or the ordinal than can be told here: the grammar asks for both.
    for (listed, unit) in UNITS {
        add(listed, Word::Unit(unit));
    }
    for (listed, offset) in DAYS {
        add(listed, Word::Day(offset));
    }
    words
});

/// What a word in lower case means.
pub(crate) fn word(letters: &str) -> Word {
    if letters.len() > 14 {
        return Word::Unknown;
    }
    WORDS.get(letters).copied().unwrap_or(Word::Unknown)
}

/// Seconds east of UTC of a time zone's abbreviation.
pub(crate) fn zone(letters: &str) -> Option<i32> {
    let hours_times_4 = match letters {
        "utc" | "gmt" | "z" | "wet" => 0,
        "bst" | "cet" | "west" | "wat" => 4,
        "cest" | "eet" | "sast" | "cat" => 8,
        "eest" | "msk" | "eat" | "trt" => 12,
        "gst" => 16,
        "pkt" => 20,
        "ist" => 22,
        "ict" => 28,
        "hkt" | "sgt" | "awst" => 32,
        "jst" | "kst" => 36,
        "aest" => 40,
        "aedt" => 44,
        "nzst" => 48,
        "nzdt" => 52,
        "brt" | "art" => -12,
        "adt" => -12,
        "ast" | "edt" => -16,
        "est" | "cdt" => -20,
        "cst" | "mdt" => -24,
        "mst" | "pdt" => -28,
        "pst" | "akdt" => -32,
        "akst" => -36,
        "hst" => -40,
        _ => return None,
    };
    Some(hours_times_4 * 900)
}

/// Names of a month or a weekday that are other words too.
pub(crate) fn is_doubtful(letters: &str) -> bool {
    matches!(
        letters,
        "march"
            | "may"
            | "jan"
            | "mar"
            | "jun"
            | "jul"
            | "sep"
            | "dec"
            | "apr"
            | "nov"
            | "oct"
            | "feb"
            | "aug"
            | "mon"
            | "tue"
            | "tues"
            | "wed"
            | "thu"
            | "thur"
            | "fri"
            | "sat"
            | "sun"
            | "spring"
            | "fall"
            | "second"
            | "august"
            | "april"
            | "june"
    )
}

/// Whether a noun's ones are told apart by numbers: "Year 3", "room 5".
pub(crate) fn is_told_apart_by_numbers(noun: &str) -> bool {
    const NOUNS: &str = "year grade class form level stage phase room chapter season episode part unit lesson flat apartment \
                         platform gate bus line size step volume standard";
    NOUNS.split(' ').any(|one| one == noun)
}
