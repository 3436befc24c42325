//! The rules of comparison.

use recollect_bench::annotation::{AnnotatedText, AnnotatedTexts, entity_of, written};
use recollect_bench::history::Wording;
use recollect_bench::score::Score;
use recollect_bench::wording::{heads, is_listed, normalised};
use recollect_language::{
    EntityRef, ExtractedMention, ExtractedObject, ExtractedStatement, Extraction,
};
use recollect_model::{CharRange, EntityKind, Modality, RelationName};

const NOTHING: CharRange = CharRange { start: 0, end: 0 };

fn annotated(notes: &str) -> AnnotatedText {
    let file = format!(
        r#"{{"texts": [{{"id": "one", "referenceTime": "2024-03-11T09:30:00Z", "ownerName": "Nora", "text": "…", {notes}}}]}}"#
    );
    let mut file: AnnotatedTexts = serde_json::from_str(&file).expect("notes in their format");
    file.texts.pop().expect("one text")
}

fn says(subject: &str, relation: &str, object: &str) -> ExtractedStatement {
    let object = ExtractedObject::Value(object.to_owned());
    ExtractedStatement::plain(
        entity_of(subject),
        RelationName::of(relation),
        object,
        0,
        NOTHING,
    )
}

fn scored(text: &AnnotatedText, statements: Vec<ExtractedStatement>) -> Score {
    let mut score = Score::default();
    let extraction = Extraction {
        statements,
        ..Extraction::default()
    };
    score.add(text, &extraction).expect("a text in its format");
    score
}

#[test]
fn articles_possessives_and_case_make_no_difference() {
    assert_eq!(normalised("My old Dog"), "old dog");
    assert_eq!(normalised("the dog’s"), "dog");
    assert_eq!(normalised("\"The Dispossessed\""), "dispossessed");
}

#[test]
fn the_head_of_an_object_counts() {
    assert!(heads("a second-hand Trek with a basket").contains(&"trek".to_owned()));
    assert!(Wording::One("cat".to_owned()).is("a black cat called Miso"));
    assert!(!Wording::One("cat".to_owned()).is("a cat flap"));
}

#[test]
fn a_normalised_relation_must_be_listed_and_an_open_one_agrees_by_its_main_lemma() {
    let listed = ["lives_in".to_owned(), "go".to_owned()];
    assert!(is_listed("lives_in", &listed));
    assert!(is_listed("go_to", &listed));
    assert!(!is_listed("visited", &listed));
    assert!(!is_listed("live_in", &listed));
}

#[test]
fn roles_are_read_as_they_are_written() {
    for name in ["owner", "Anna", "owner's sister", "Anna's boss's dog"] {
        assert_eq!(written(&entity_of(name)), name);
    }
    assert_eq!(
        entity_of("Saint Luke's Hospital"),
        EntityRef::Named("Saint Luke's Hospital".to_owned())
    );
}

#[test]
fn what_agrees_is_right_and_what_nothing_agrees_with_is_missed() {
    let text = annotated(
        r#""entities": [{"names": ["Anna", "owner's sister"], "kinds": ["person"]}],
           "statements": [{"subject": ["Anna"], "relation": ["lives_in"], "object": ["Bergen"]},
                          {"subject": ["Anna"], "relation": ["likes"], "object": ["rain"], "negated": true}]"#,
    );
    let score = scored(
        &text,
        vec![
            says("owner's sister", "lives_in", "Bergen"),
            says("Anna", "lives_in", "Bergen"),
            says("Anna", "likes", "rain"),
        ],
    );
    assert_eq!((score.statements.right, score.statements.wrong), (1, 1));
    assert_eq!((score.statements.found, score.statements.missed), (1, 1));
    assert_eq!((score.negation.right, score.negation.all), (2, 3));
}

#[test]
fn a_role_may_go_without_whose_it_is_but_is_not_somebody_elses() {
    let text = annotated(
        r#""entities": [{"names": ["boat", "Frederik's boat"], "kinds": ["thing"]}],
           "statements": [{"subject": ["Frederik"], "relation": ["sold"], "object": ["boat"]}]"#,
    );
    let sold = |object: &str| {
        let mut sold = says("Frederik", "sold", "");
        sold.object = ExtractedObject::Entity(entity_of(object));
        scored(&text, vec![sold]).statements.right
    };
    assert_eq!(sold("boat"), 1);
    assert_eq!(sold("Frederik's boat"), 1);
    assert_eq!(sold("Gitte's boat"), 0);
}

#[test]
fn an_optional_note_is_right_when_given_and_not_missed_when_left_out() {
    let text = annotated(
        r#""entities": [],
           "statements": [{"subject": ["owner"], "relation": ["is"], "object": ["happy"], "optional": true}]"#,
    );
    assert_eq!(scored(&text, Vec::new()).statements.missed, 0);
    let given = scored(&text, vec![says("owner", "is", "happy")]);
    assert_eq!((given.statements.right, given.statements.found), (1, 0));
}

#[test]
fn what_is_wished_is_not_so() {
    let text = annotated(
        r#""entities": [],
           "statements": [{"subject": ["owner"], "relation": ["visited"], "object": ["Japan"], "modality": ["wished"]}]"#,
    );
    let actual = scored(&text, vec![says("owner", "visited", "Japan")]);
    assert_eq!((actual.statements.right, actual.statements.wrong), (0, 1));
    let mut wished = says("owner", "visited", "Japan");
    wished.modality = Modality::Wished;
    assert_eq!(scored(&text, vec![wished]).statements.right, 1);
}

#[test]
fn relations_without_direction_agree_both_ways() {
    let text = annotated(
        r#""entities": [],
           "statements": [{"subject": ["owner"], "relation": ["married_to"], "object": ["Clara"]},
                          {"subject": ["owner"], "relation": ["child_of"], "object": ["Rosa"]}]"#,
    );
    let score = scored(
        &text,
        vec![
            says("Clara", "married_to", "owner"),
            says("Rosa", "parent_of", "owner"),
        ],
    );
    assert_eq!((score.statements.right, score.statements.wrong), (2, 0));
}

#[test]
fn times_are_compared_on_the_writers_calendar() {
    let text = annotated(
        r#""entities": [],
           "statements": [{"subject": ["owner"], "relation": ["lives_in"], "object": ["Porto"], "from": "2019", "precision": ["year"]}]"#,
    );
    let mut statement = says("owner", "lives_in", "Porto");
    let without = scored(&text, vec![statement.clone()]);
    assert_eq!((without.intervals.right, without.intervals.all), (0, 1));
    statement.from = Some("2019-01-01T00:00:00Z".parse().expect("an instant"));
    let with = scored(&text, vec![statement.clone()]);
    assert_eq!((with.intervals.right, with.precisions.right), (1, 0));
    statement.until = Some("2020-01-01T00:00:00Z".parse().expect("an instant"));
    assert_eq!(scored(&text, vec![statement]).intervals.right, 0);
}

#[test]
fn a_kind_that_is_not_noted_is_wrong_and_common_things_need_no_note() {
    let text = annotated(
        r#""entities": [{"names": ["Lyon"], "kinds": ["place"]}],
           "statements": [{"subject": ["owner"], "relation": ["owns"], "object": ["boat"]}]"#,
    );
    let mention = |name: &str, kind| ExtractedMention {
        entity: entity_of(name),
        kind,
        passage: 0,
        range: NOTHING,
    };
    let mut owns = says("owner", "owns", "");
    owns.object = ExtractedObject::Entity(entity_of("boat"));
    let extraction = Extraction {
        mentions: vec![
            mention("Lyon", EntityKind::Person),
            mention("boat", EntityKind::Thing),
            mention("oar", EntityKind::Thing),
        ],
        statements: vec![owns],
        ..Extraction::default()
    };
    let mut score = Score::default();
    score.add(&text, &extraction).expect("a text in its format");
    assert_eq!((score.entities.right, score.entities.wrong), (0, 2));
    assert_eq!(score.entities.missed, 1);
}
