//! Words that are read as others.

use recollect_spacy::{Dep, Doc, Spellings};

use crate::package::PIPELINE;

const LIST: &str = "# a comment\n\ni I\nu you\ndo|nt don't\ngon|na going to\nrn now\n";

fn read(text: &str) -> Doc {
    PIPELINE.read_spelled(text, &Spellings::new(LIST))
}

/// What each token is written as and read as.
fn spelled<'t>(text: &'t str, doc: &'t Doc) -> Vec<(&'t str, &'t str)> {
    doc.tokens
        .iter()
        .map(|token| {
            let written = &text[token.range.clone()];
            (written, token.spelling.as_deref().unwrap_or(written))
        })
        .collect()
}

#[test]
fn a_respelled_text_is_read_as_if_it_were_spelled_so() {
    let (text, plain) = (
        "i dont think u eat, im gonna go",
        "I don't think you eat, im going to go",
    );
    let (doc, expected) = (read(text), PIPELINE.read(plain));
    assert_eq!(doc.tokens.len(), expected.tokens.len());
    for (token, plain) in doc.tokens.iter().zip(&expected.tokens) {
        assert_eq!(
            (token.tag, token.dep, token.head, &token.lemma),
            (plain.tag, plain.dep, plain.head, &plain.lemma)
        );
    }
}

#[test]
fn tokens_point_at_what_is_written() {
    let text = "U dont know, gonna go";
    let doc = read(text);
    assert_eq!(
        spelled(text, &doc),
        [
            ("U", "U"),
            ("do", "do"),
            ("nt", "n't"),
            ("know", "know"),
            (",", ","),
            ("gon", "going"),
            ("na", "to"),
            ("go", "go"),
        ]
    );
    assert_eq!(doc.tokens[2].dep, Dep::Neg);
    assert_eq!(doc.tokens[2].lemma, "not");
}

#[test]
fn parts_of_other_words_and_words_in_capitals_are_left_alone() {
    for text in ["r&u-boat", "RN", "u/i", "don", "www.u.com", "i18n", "u2"] {
        let doc = read(text);
        let found = spelled(text, &doc);
        assert!(
            found.iter().all(|(written, read)| written == read),
            "{found:?}"
        );
    }
}

#[test]
fn a_list_over_another_goes_before_it() {
    static BASE: std::sync::LazyLock<Spellings> = std::sync::LazyLock::new(|| Spellings::new(LIST));
    let text = "u like rome";
    let doc = PIPELINE.read_spelled(text, &Spellings::over(&BASE, "rome Rome\nu ewe"));
    assert_eq!(
        spelled(text, &doc),
        [("u", "ewe"), ("like", "like"), ("rome", "Rome")]
    );
}

#[test]
fn lines_that_cannot_be_read_say_nothing() {
    let list = Spellings::new("gon|na\na|b\n|| x\nfoo bar baz\n\u{130}x y");
    for text in ["gonna", "ab", "foo", "\u{130}x", "", "é̀"] {
        let doc = PIPELINE.read_spelled(text, &list);
        assert!(
            doc.tokens.iter().all(|token| token.spelling.is_none()),
            "{text}"
        );
    }
}
