//! Text that nobody means to write, and parses that no parser gives.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use recollect_clauses::{Clause, Role, clauses, tuples};
use recollect_spacy::{Dep, Doc, Entity, EntityLabel, Pos, Tag, Token};

use crate::PIPELINE;

const PIECES: &[&str] = &[
    "Anna",
    "I",
    "she",
    "who",
    "that",
    "to",
    "not",
    "n't",
    "never",
    "and",
    "or",
    "but",
    "if",
    "when",
    "of",
    "with",
    "without",
    "is",
    "was",
    "'s",
    "’s",
    "has been",
    "used to",
    "going to",
    "want",
    "says",
    "think",
    "told",
    "move",
    "living",
    "named",
    "called",
    "my",
    "whose",
    "the",
    "a",
    "no",
    "nobody",
    "sister",
    "dog",
    "Paris",
    "Apple",
    "CEO",
    "2019",
    "34",
    "$5",
    "very",
    "old",
    "afraid",
    "there",
    "it",
    "where",
    ",",
    ".",
    "?",
    "!",
    ";",
    ":",
    "\"",
    "``",
    "''",
    "(",
    ")",
    "—",
    "-",
    "…",
    "\n",
    "\n\n",
    "\t",
    "   ",
    "\u{a0}",
    "\u{200b}",
    "\u{feff}",
    "é",
    "e\u{301}",
    "ß",
    "Ω",
    "漢字",
    "日本語です",
    "مرحبا",
    "שלום",
    "👩‍👩‍👧",
    "🇩🇪",
    "😀",
    "https://a.b/c?d",
    "x@y.z",
    "#tag",
    "@you",
    "\0",
    "\u{7f}",
    "1/2",
    "AAAAAAAAAAAAAAAAAAAA",
];

#[test]
fn no_text_breaks_the_reading() {
    let mut random = SmallRng::seed_from_u64(7);
    for _ in 0..1500 {
        let mut text = String::new();
        for _ in 0..random.random_range(0..40) {
            text.push_str(PIECES[random.random_range(0..PIECES.len())]);
            if random.random_bool(0.8) {
                text.push(' ');
            }
        }
        check(&text, &PIPELINE.read(&text));
    }
}

#[test]
fn no_parse_breaks_the_reading() {
    let mut random = SmallRng::seed_from_u64(11);
    let tags: Vec<Tag> = Tag::all().collect();
    for round in 0..4000 {
        let count = random.random_range(0..60);
        let mut text = String::new();
        let mut tokens = Vec::new();
        for index in 0..count {
            let start = text.len();
            text.push_str(PIECES[random.random_range(0..PIECES.len())]);
            let range = start..text.len();
            text.push(' ');
            // Some heads are out of the text, and some go round in circles.
            let head = match random.random_range(0..12) {
                0 => usize::MAX,
                1 => index,
                _ => random.random_range(0..count),
            };
            let acyclic = head.min(index.saturating_sub(random.random_range(0..6)));
            tokens.push(Token {
                range,
                space_after: true,
                tag: tags[random.random_range(0..tags.len())],
                pos: Pos::ALL[random.random_range(0..Pos::ALL.len())],
                dep: Dep::ALL[random.random_range(0..Dep::ALL.len())],
                head: if round % 2 == 0 { head } else { acyclic },
                lemma: PIECES[random.random_range(0..PIECES.len())].to_owned(),
                is_sentence_start: random.random_bool(0.1),
                is_dictionary_word: false,
                is_dictionary_verb: false,
                spelling: None,
            });
        }
        let entities = vec![Entity {
            tokens: random.random_range(0..60)..random.random_range(0..60),
            label: EntityLabel::ALL[random.random_range(0..EntityLabel::ALL.len())],
        }];
        check(&text, &Doc { tokens, entities });
    }
}

/// Far more tokens than a passage will ever have; were anything quadratic, this would take minutes.
#[test]
fn deep_and_wide_parses_take_time_in_proportion_to_their_length() {
    const COUNT: usize = 20_000;
    let verb = Tag::from_label("VB").expect("a tag");
    for dep in Dep::ALL {
        let deep = |index: usize| index.saturating_sub(1);
        let wide = |_| 0;
        let backwards = |index: usize| (index + 1).min(COUNT - 1);
        for head in [&deep as &dyn Fn(usize) -> usize, &wide, &backwards] {
            let mut doc = chain(COUNT, *dep, head, verb);
            let text = "said ".repeat(COUNT);
            std::hint::black_box((clauses(&text, &doc), tuples(&text, &doc)));
            for token in doc.tokens.iter_mut().skip(1).step_by(2) {
                token.pos = Pos::Noun;
                token.dep = Dep::Nsubj;
            }
            std::hint::black_box((clauses(&text, &doc), tuples(&text, &doc)));
        }
    }
}

#[test]
fn a_text_without_words_says_nothing() {
    for text in ["", " ", "\n\n\n", "...", "😀😀"] {
        let doc = PIPELINE.read(text);
        assert_eq!(clauses(text, &doc), []);
        assert_eq!(tuples(text, &doc), []);
    }
}

fn chain(count: usize, dep: Dep, head: &dyn Fn(usize) -> usize, tag: Tag) -> Doc {
    let token = |index: usize| Token {
        range: index * 5..index * 5 + 4,
        space_after: true,
        tag,
        pos: Pos::Verb,
        dep,
        head: head(index),
        lemma: "say".to_owned(),
        is_sentence_start: index == 0,
        is_dictionary_word: false,
        is_dictionary_verb: false,
        spelling: None,
    };
    Doc {
        tokens: (0..count).map(token).collect(),
        entities: Vec::new(),
    }
}

/// What holds of every reading, whatever was read.
fn check(text: &str, doc: &Doc) {
    let found = clauses(text, doc);
    assert!(found.is_sorted_by_key(|clause| clause.predicate.head));
    for clause in &found {
        assert!(text.get(clause.range.clone()).is_some(), "{text:?}");
        assert!(
            text.get(clause.predicate.range.clone()).is_some(),
            "{text:?}"
        );
        assert!(
            clause
                .governor
                .is_none_or(|governor| governor < found.len())
        );
        check_arguments(text, doc, &found, clause);
        assert!(!clause.describe(text).is_empty());
    }
    for tuple in tuples(text, doc) {
        assert!(tuple.arguments.len() > 1 && !tuple.relation.is_empty());
        assert!(
            tuple.arguments.iter().all(|argument| !argument.is_empty()),
            "{text:?}"
        );
        assert!((0.0..=1.0).contains(&tuple.confidence));
    }
}

fn check_arguments(text: &str, doc: &Doc, found: &[Clause], clause: &Clause) {
    for argument in clause.subject.iter().chain(&clause.arguments) {
        for phrase in argument.members.iter().chain([&argument.phrase]) {
            assert!(text.get(phrase.range.clone()).is_some(), "{text:?}");
            assert!(phrase.tokens.contains(&phrase.head), "{text:?} {phrase:?}");
            assert!(phrase.tokens.end <= doc.tokens.len());
            assert!(
                phrase
                    .possessor
                    .is_none_or(|token| token < doc.tokens.len())
            );
        }
        assert!(argument.clause.is_none_or(|number| number < found.len()));
        assert!(!clause.relation(argument).is_empty());
    }
    assert!(
        clause
            .subject
            .iter()
            .all(|subject| subject.role == Role::Subject)
    );
}
