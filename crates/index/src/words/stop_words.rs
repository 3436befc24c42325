//! English words that say nothing about what a text is about.

/// Articles, pronouns, prepositions, question words, auxiliaries, and what contractions leave behind; sorted. "May" is
/// a month and a name as well, so it is not among them.
#[rustfmt::skip]
pub(super) const STOP_WORDS: &[&str] = &[
    "a", "about", "also", "am", "an", "and", "are", "aren", "as", "at", "be", "been", "being", "but",
    "by", "can", "could", "couldn", "d", "did", "didn", "do", "does", "doesn", "doing", "don", "done",
    "for", "from", "had", "hadn", "has", "hasn", "have", "haven", "having", "he", "her", "him", "his",
    "how", "i", "if", "in", "into", "is", "isn", "it", "its", "just", "ll", "m", "me", "might", "must",
    "my", "no", "not", "of", "on", "or", "our", "out", "re", "s", "shall", "she", "should", "shouldn",
    "so", "such", "t", "than", "that", "the", "their", "them", "then", "there", "these", "they", "this",
    "to", "too", "up", "us", "ve", "very", "was", "wasn", "we", "were", "weren", "what", "when",
    "where", "which", "who", "whom", "whose", "why", "will", "with", "won", "would", "wouldn", "you",
    "your",
];
