//! Random texts: nothing panics, and what is read is well formed.

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use recollect_spacy::{Doc, MAX_TOKENS_TOGETHER};

use crate::package::PIPELINE;

/// Python's white space.
fn is_space(character: char) -> bool {
    character.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&character)
}

fn read_and_check(text: &str) -> Doc {
    let doc = PIPELINE.read(text);
    let mut end = 0;
    for (index, token) in doc.tokens.iter().enumerate() {
        assert!(!token.range.is_empty(), "{text:?}");
        let between = &text[end..token.range.start];
        assert!(
            between.is_empty() || between == " ",
            "{text:?} has {between:?} between tokens"
        );
        if index > 0 {
            assert_eq!(
                doc.tokens[index - 1].space_after,
                !between.is_empty(),
                "{text:?}"
            );
        }
        let word = &text[token.range.clone()];
        let spaces = word
            .chars()
            .filter(|character| is_space(*character))
            .count();
        assert!(
            spaces == 0 || spaces == word.chars().count(),
            "{text:?} has the token {word:?}"
        );
        end = token.range.end;
    }
    assert!(text[end..].is_empty() || &text[end..] == " ", "{text:?}");
    check_trees(text, &doc);
    check_names(text, &doc);
    doc
}

fn check_trees(text: &str, doc: &Doc) {
    assert!(
        doc.tokens
            .first()
            .is_none_or(|token| token.is_sentence_start),
        "{text:?}"
    );
    for sentence in doc.sentences() {
        for token in sentence.clone() {
            let mut above = token;
            let mut steps = 0;
            while doc.tokens[above].head != above {
                above = doc.tokens[above].head;
                steps += 1;
                assert!(
                    sentence.contains(&above),
                    "{text:?} has a head in another sentence"
                );
                assert!(steps < sentence.len(), "{text:?} has a circle of heads");
            }
        }
    }
}

fn check_names(text: &str, doc: &Doc) {
    let mut end = 0;
    for name in &doc.entities {
        assert!(
            name.tokens.start >= end && name.tokens.end > name.tokens.start,
            "{text:?}"
        );
        end = name.tokens.end;
    }
    assert!(end <= doc.tokens.len(), "{text:?}");
}

const RANGES: [(u32, u32); 14] = [
    (0x00, 0x20),
    (0x20, 0x7f),
    (0x20, 0x7f),
    (0x61, 0x7a),
    (0x7f, 0x180),
    (0x300, 0x370),
    (0x370, 0x600),
    (0x590, 0x700),
    (0x900, 0xe00),
    (0x1100, 0x1200),
    (0x2000, 0x2070),
    (0x3000, 0xa000),
    (0xe000, 0x1_0000),
    (0x1_0000, 0x11_0000),
];

fn random_text(dice: &mut SmallRng, length: usize) -> String {
    let mut text = String::new();
    while text.chars().count() < length {
        let (first, end) = *RANGES.choose(dice).expect("there are ranges");
        for _ in 0..dice.random_range(1..6) {
            text.extend(char::from_u32(dice.random_range(first..end)));
        }
        match dice.random_range(0..12) {
            0 => text.push('\0'),
            1 => text.push('\r'),
            2 => text.push('\n'),
            3..8 => text.push(' '),
            8 => text.push_str(
                ["'s", "n't", "...", "://", ".com", "$", "\u{200f}"]
                    .choose(dice)
                    .expect("some"),
            ),
            _ => {}
        }
    }
    text
}

#[test]
fn random_characters_of_all_planes_are_read() {
    let mut dice = SmallRng::seed_from_u64(1);
    for _ in 0..600 {
        let length = dice.random_range(0..200);
        read_and_check(&random_text(&mut dice, length));
    }
}

#[test]
fn random_pieces_of_sentences_are_read() {
    const PIECES: [&str; 28] = [
        "who", "that", "which", "what", "to", "of", "in", "with", "is", "was", "said", "Anna",
        "Bob", "he", "it", "and", "but", ",", ".", "?", "\"", "(", ")", "very", "dog", "quickly",
        "give", "\n",
    ];
    let mut dice = SmallRng::seed_from_u64(2);
    for _ in 0..600 {
        let length = dice.random_range(1..60);
        let words: Vec<&str> = (0..length)
            .map(|_| *PIECES.choose(&mut dice).expect("there are pieces"))
            .collect();
        read_and_check(&words.join(" "));
    }
}

#[test]
fn texts_without_words_are_read() {
    for text in [
        "",
        " ",
        "  ",
        "\n",
        "\r",
        "\r\n\r\n",
        "\t \u{a0} ",
        "\0",
        "\u{feff}",
        "\u{1f}\u{1c}",
        " a ",
        "a  ",
    ] {
        read_and_check(text);
    }
    assert!(PIPELINE.read("").tokens.is_empty());
    read_and_check(&" ".repeat(100_000));
    read_and_check(&"\n".repeat(100_000));
}

#[test]
fn very_long_words_are_read_in_time() {
    // The first ones stay long words; the others fall into a token for each character.
    let whole = ["a", "é", ".", "...", "a.", "'s", "9", "1.", "www.a"];
    let falling = ["\u{1f600}", "(", ")", "a-", "'", "a:b@", "$", "x.y/"];
    let texts = whole.map(|piece| (piece, 100_000)).into_iter();
    for (piece, length) in texts.chain(falling.map(|piece| (piece, 20_000))) {
        let text = piece.repeat(length / piece.len());
        let doc = read_and_check(&format!("Then {text} came."));
        assert!(doc.tokens.len() >= 4);
    }
}

#[test]
fn a_long_text_is_read_in_parts_and_alike() {
    let sentence = "Anna didn't see the old dogs that lived in Berlin.\n";
    let text = sentence.repeat(3 * MAX_TOKENS_TOGETHER / 13);
    let doc = read_and_check(&text);
    assert!(doc.tokens.len() > 2 * MAX_TOKENS_TOGETHER);
    let first_tags: Vec<_> = doc.tokens.iter().take(13).map(|token| token.tag).collect();
    for tokens in doc.tokens.chunks_exact(13) {
        assert_eq!(
            tokens.iter().map(|token| token.tag).collect::<Vec<_>>(),
            first_tags
        );
    }
    assert!(
        doc.entities
            .iter()
            .filter(|name| doc.text_of(&text, name.tokens.clone()) == "Berlin")
            .count()
            > 500
    );
}
