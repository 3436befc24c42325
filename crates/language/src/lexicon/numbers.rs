//! Numbers in words.

/// A small whole number from two on, as it is written in a word or in digits: "two", "12". `None` for anything else.
pub fn number_in_words(word: &str) -> Option<u32> {
    years(word)
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
        "twenty",
    ];
    const TENS: &[(&str, u32)] = &[
        ("thirty", 30),
        ("forty", 40),
        ("fifty", 50),
        ("sixty", 60),
        ("seventy", 70),
        ("eighty", 80),
        ("ninety", 90),
    ];
    let counted = WORDS
        .iter()
        .position(|listed| *listed == word)
        .filter(|years| *years > 1);
    let tens = TENS.iter().find(|(listed, _)| *listed == word);
    let years = word
        .parse()
        .ok()
        .or(counted.map(|place| place as u32))
        .or(tens.map(|(_, years)| *years))?;
    (1..=120).contains(&years).then_some(years)
}
