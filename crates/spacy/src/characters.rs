//! What Python says about characters, where Rust's standard library draws the line elsewhere.

use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

/// Python's `str.isspace` for one character: Unicode's white space and the four information separators.
pub(crate) fn is_space(character: char) -> bool {
    character.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&character)
}

/// Python's `str.isalpha` for one character: a letter, not anything alphabetic.
pub(crate) fn is_alpha(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_alphabetic();
    }
    character.general_category_group() == GeneralCategoryGroup::Letter
}

/// Python's `str.isdecimal` for one character, the `\d` of its patterns.
pub(crate) fn is_decimal(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_digit();
    }
    character.general_category() == GeneralCategory::DecimalNumber
}

/// Python's `str.isdigit` for one character: decimal digits and those of typography, such as ² and ①.
pub(crate) fn is_digit(character: char) -> bool {
    is_decimal(character)
        || !character.is_ascii()
            && TYPOGRAPHIC_DIGITS
                .iter()
                .any(|(first, last)| (*first..=*last).contains(&character))
}

/// The `\w` of Python's patterns: letters, anything of numeric value, and the low line.
pub(crate) fn is_word(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_alphanumeric() || character == '_';
    }
    let group = character.general_category_group();
    group == GeneralCategoryGroup::Letter || group == GeneralCategoryGroup::Number
}

/// The characters of `Numeric_Type=Digit` (Unicode 14), first and last of each run.
const TYPOGRAPHIC_DIGITS: [(char, char); 20] = [
    ('\u{b2}', '\u{b3}'),
    ('\u{b9}', '\u{b9}'),
    ('\u{1369}', '\u{1371}'),
    ('\u{19da}', '\u{19da}'),
    ('\u{2070}', '\u{2070}'),
    ('\u{2074}', '\u{2079}'),
    ('\u{2080}', '\u{2089}'),
    ('\u{2460}', '\u{2468}'),
    ('\u{2474}', '\u{247c}'),
    ('\u{2488}', '\u{2490}'),
    ('\u{24ea}', '\u{24ea}'),
    ('\u{24f5}', '\u{24fd}'),
    ('\u{24ff}', '\u{24ff}'),
    ('\u{2776}', '\u{277e}'),
    ('\u{2780}', '\u{2788}'),
    ('\u{278a}', '\u{2792}'),
    ('\u{10a40}', '\u{10a43}'),
    ('\u{10e60}', '\u{10e68}'),
    ('\u{11052}', '\u{1105a}'),
    ('\u{1f100}', '\u{1f10a}'),
];
