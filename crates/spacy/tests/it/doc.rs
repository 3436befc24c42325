use recollect_spacy::{Dep, Doc, EntityLabel, Pos, Spellings};

use crate::package::PIPELINE;

const TEXT: &str = "The old dog that Maria found in Lisbon didn't bark. It slept.";

fn words<'t>(doc: &Doc, text: &'t str, tokens: impl Iterator<Item = usize>) -> Vec<&'t str> {
    tokens
        .map(|token| &text[doc.tokens[token].range.clone()])
        .collect()
}

fn token(doc: &Doc, word: &str) -> usize {
    let found = doc
        .tokens
        .iter()
        .position(|token| &TEXT[token.range.clone()] == word);
    found.expect("the word is in the text")
}

#[test]
fn a_sentence_is_read_into_words_and_what_they_depend_on() {
    let doc = PIPELINE.read(TEXT);
    let bark = token(&doc, "bark");
    assert_eq!(doc.tokens[bark].dep, Dep::Root);
    assert_eq!(doc.tokens[bark].head, bark);
    assert_eq!(
        words(&doc, TEXT, doc.children(bark)),
        ["dog", "did", "n't", "."]
    );
    assert_eq!(doc.tokens[token(&doc, "n't")].dep, Dep::Neg);
    assert_eq!(doc.tokens[token(&doc, "n't")].lemma, "not");
    assert_eq!(doc.tokens[token(&doc, "found")].dep, Dep::Relcl);
    assert_eq!(doc.tokens[token(&doc, "found")].lemma, "find");
    assert_eq!(doc.tokens[token(&doc, "did")].pos, Pos::Aux);
}

#[test]
fn sentences_are_ranges_of_tokens() {
    let doc = PIPELINE.read(TEXT);
    let sentences: Vec<&str> = doc
        .sentences()
        .map(|sentence| doc.text_of(TEXT, sentence))
        .collect();
    let expected = [
        "The old dog that Maria found in Lisbon didn't bark.",
        "It slept.",
    ];
    assert_eq!(sentences, expected);
    assert_eq!(
        doc.sentence_of(token(&doc, "slept")),
        doc.sentences().nth(1).expect("there are two")
    );
}

#[test]
fn a_subtree_is_a_token_and_all_below_it() {
    let doc = PIPELINE.read(TEXT);
    let dog = token(&doc, "dog");
    let expected = [
        "The", "old", "dog", "that", "Maria", "found", "in", "Lisbon",
    ];
    assert_eq!(words(&doc, TEXT, doc.subtree(dog)), expected);
    assert_eq!(
        doc.text_of(TEXT, doc.subtree_range(dog)),
        "The old dog that Maria found in Lisbon"
    );
    let above = doc.ancestors(token(&doc, "Lisbon"));
    assert_eq!(words(&doc, TEXT, above), ["in", "found", "dog", "bark"]);
}

#[test]
fn names_have_kinds() {
    let text = "Barack Obama paid $50 in Paris on Monday.";
    let doc = PIPELINE.read(text);
    let names: Vec<(&str, EntityLabel)> = doc
        .entities
        .iter()
        .map(|name| (doc.text_of(text, name.tokens.clone()), name.label))
        .collect();
    let expected = [
        ("Barack Obama", EntityLabel::Person),
        ("50", EntityLabel::Money),
        ("Paris", EntityLabel::Gpe),
        ("Monday", EntityLabel::Date),
    ];
    assert_eq!(names, expected);
}

#[test]
fn tokens_that_do_not_exist_have_nothing() {
    let doc = PIPELINE.read("");
    assert_eq!(doc, Doc::default());
    assert_eq!(doc.sentences().count(), 0);
    let doc = PIPELINE.read("Yes.");
    assert_eq!(
        doc.children(7).count() + doc.subtree(7).count() + doc.ancestors(7).count(),
        0
    );
    assert_eq!(doc.subtree_range(7), 0..0);
    assert_eq!(doc.text_of("Yes.", 7..9), "");
    assert_eq!(doc.text_of("Yes.", 1..1), "");
}

#[test]
fn an_arc_that_crosses_others_is_put_right() {
    // "What" belongs to "at", below "looking", across the root.
    let text = "What are you looking at?";
    let doc = PIPELINE.read(text);
    assert_eq!(&text[doc.tokens[doc.tokens[0].head].range.clone()], "at");
    assert_eq!(doc.tokens[0].dep, Dep::Pobj);
}

#[test]
fn what_is_read_apart_is_read_as_if_it_stood_alone() {
    let text = "Anna bought a lamp\ngas bottle nearly empty";
    let spellings = Spellings::new("");
    let apart = PIPELINE.read_apart(text, &spellings, &[19]);
    let alone = PIPELINE.read_spelled(&text[19..], &spellings);
    let first = apart.tokens.len() - alone.tokens.len();
    for (number, token) in alone.tokens.iter().enumerate() {
        let same = &apart.tokens[first + number];
        assert_eq!(same.range.start, token.range.start + 19);
        assert_eq!(
            (same.tag, same.dep, same.head),
            (token.tag, token.dep, first + token.head)
        );
    }
    assert!(apart.tokens[first].is_sentence_start);
    let together = PIPELINE.read_spelled(text, &spellings);
    assert_ne!(together, apart, "the break makes a difference here");
}

#[test]
fn the_dictionary_tells_words_from_names() {
    let doc = PIPELINE.read("Rent rose, and Zbyszek was happy.");
    let known = |word: usize| doc.tokens[word].is_dictionary_word;
    assert!(known(0), "rent");
    assert!(!known(4), "Zbyszek");
    assert!(known(6), "happy");
    let is_verb = |word: usize| doc.tokens[word].is_dictionary_verb;
    assert!(is_verb(1), "rose");
    assert!(!is_verb(6), "happy");
}
