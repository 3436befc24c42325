//! Numbers in words.

/// A small whole number from two on, as it is written in a word or in digits: "two", "fifty-eight", "12". `None` for anything else.
pub fn number_in_words(word: &str) -> Option<u32> {
    years(word)
}

/// Whether a word is a year, in digits: "2019".
pub(crate) fn is_year(word: &str) -> bool {
    word.len() == 4 && word.chars().all(|digit| digit.is_ascii_digit())
}

/// A number of years somebody may be old.
pub(crate) fn years(word: &str) -> Option<u32> {
    const WORDS: &[&str] = &[
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ];
    const TENS: &[(&str, u32)] = &[
        ("twenty", 20),
        ("thirty", 30),
        ("forty", 40),
        ("fifty", 50),
        ("sixty", 60),
        ("seventy", 70),
        ("eighty", 80),
        ("ninety", 90),
    ];
    let tens_of = |word: &str| {
        let found = TENS.iter().find(|(listed, _)| *listed == word);
        found.map(|(_, years)| *years)
    };
    if let Some((tens, ones)) = word.split_once('-') {
        let ones = WORDS[..10].iter().position(|listed| *listed == ones);
        let ones = ones.filter(|ones| *ones > 0)? as u32;
        return Some(tens_of(tens)? + ones);
    }
    let counted = WORDS
        .iter()
        .position(|listed| *listed == word)
        .filter(|years| *years > 1);
    let years = word
        .parse()
        .ok()
        .or(counted.map(|place| place as u32))
        .or_else(|| tens_of(word))?;
    (1..=120).contains(&years).then_some(years)
}
