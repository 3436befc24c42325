//! What it costs to parse a text.

/// The bytes of a word of English with the blank after it. Parsing costs by words, whatever their length.
const BYTES_A_WORD: usize = 6;

/// What a passage costs to read, in bytes of English: signs and words of one letter are words as long ones are.
pub(super) fn cost(content: &str) -> usize {
    let mut words = 0;
    let mut is_in_word = false;
    for character in content.chars() {
        let is_word = character.is_alphanumeric();
        let is_new = match is_word {
            true => !is_in_word,
            false => character != ' ',
        };
        words += usize::from(is_new);
        is_in_word = is_word;
    }
    content.len().max(words * BYTES_A_WORD)
}
