//! Questions read as statements with a hole.

use recollect_language::{
    AskedTime, EntityRef, Extract, Hole, Moment, QuestionPattern, Selection, relation_of_role,
};
use recollect_model::{ReferenceTime, Relation, RelationName};

use crate::extraction::EXTRACTION;

async fn read(question: &str) -> QuestionPattern {
    let pattern = read_any(question).await;
    pattern.unwrap_or_else(|| panic!("{question} is not read"))
}

async fn read_any(question: &str) -> Option<QuestionPattern> {
    let reference: ReferenceTime = "2025-06-02T10:00:00Z".parse().expect("a time");
    let read = EXTRACTION
        .read_question(question.to_owned(), reference)
        .await;
    read.expect("the models are there")
}

fn named(name: &str) -> EntityRef {
    EntityRef::Named(name.to_owned())
}

fn role(role: &str, of: EntityRef) -> EntityRef {
    EntityRef::Role {
        role: role.to_owned(),
        of: Box::new(of),
    }
}

/// The relations that fit best.
fn asked_for(pattern: &QuestionPattern) -> Vec<(RelationName, bool)> {
    let fits = pattern.relations.iter().map(|relation| relation.fit);
    let best = fits.fold(0.0, f32::max);
    pattern
        .relations
        .iter()
        .filter(|relation| relation.fit >= best)
        .map(|relation| (relation.name.clone(), relation.is_inverse))
        .collect()
}

#[tokio::test]
async fn whom_a_question_is_about_and_what_it_asks_for_are_read() {
    for (question, about, relation) in [
        ("Where does Lena work?", named("Lena"), Relation::WorksAt),
        (
            "Where did Lena work in 2024?",
            named("Lena"),
            Relation::WorksAt,
        ),
        ("Where do I live?", EntityRef::Owner, Relation::LivesIn),
        (
            "In which city does Tom live?",
            named("Tom"),
            Relation::LivesIn,
        ),
        (
            "What is Tom allergic to?",
            named("Tom"),
            Relation::AllergicTo,
        ),
        (
            "Who was my boss in 2022?",
            EntityRef::Owner,
            Relation::ManagedBy,
        ),
        (
            "Where was my grandmother born?",
            role("grandmother", EntityRef::Owner),
            Relation::BornIn,
        ),
        (
            "What does my dad do for work?",
            role("father", EntityRef::Owner),
            Relation::WorksAs,
        ),
        (
            "Where does Anna's boss work?",
            role("boss", named("Anna")),
            Relation::WorksAt,
        ),
        (
            "Which languages do I speak?",
            EntityRef::Owner,
            Relation::Speaks,
        ),
        (
            "Which illnesses do I have?",
            EntityRef::Owner,
            Relation::HasCondition,
        ),
        ("Lena's employer", named("Lena"), Relation::WorksAt),
        ("Tell me where Lena works", named("Lena"), Relation::WorksAt),
    ] {
        let pattern = read(question).await;
        assert_eq!(pattern.about, [about], "{question}");
        assert_eq!(pattern.hole, Hole::Object, "{question}");
        let asked = asked_for(&pattern);
        assert_eq!(
            asked.first(),
            Some(&(relation.into(), false)),
            "{question}: {asked:?}"
        );
    }
}

#[tokio::test]
async fn the_hole_is_what_the_question_asks_for() {
    for (question, hole) in [
        ("Who works at Siemens?", Hole::Subject),
        ("What is my sister's name?", Hole::Name),
        ("What's my dog called?", Hole::Name),
        ("Who is Peter Ellis?", Hole::Identity),
        ("When did we adopt Miso?", Hole::Start),
        ("Since when have I lived in Helsinki?", Hole::Start),
        ("When did I leave Siemens?", Hole::End),
        ("How long did I live in Turku?", Hole::Duration),
        ("How many pets do I have?", Hole::Count),
        ("Is Anna married?", Hole::Truth),
        ("Does Henrik still work at Nordhavn Port?", Hole::Truth),
        ("does Henrik still work at Nordhavn Port", Hole::Truth),
        // What is looked for by a few words asks for no yes.
        ("Henrik plays", Hole::Object),
        ("Who says that Paula lives in Essen?", Hole::Source),
        (
            "How has my opinion of olives changed over time?",
            Hole::Course,
        ),
        ("Why did I sell the car?", Hole::Detail),
    ] {
        assert_eq!(read(question).await.hole, hole, "{question}");
    }
}

#[tokio::test]
async fn the_time_of_a_question_is_that_of_its_words() {
    let time = async |question: &str| read(question).await.time;
    assert_eq!(time("Where does Lena work?").await, AskedTime::Now);
    assert_eq!(time("Where did Lena work?").await, AskedTime::Past);
    assert_eq!(time("Where has Lena worked?").await, AskedTime::Ever);
    assert_eq!(
        time("Which companies have I worked for?").await,
        AskedTime::Ever
    );
    assert_eq!(time("Where do I live at the moment?").await, AskedTime::Now);
    let AskedTime::During(year) = time("Where did Lena work in 2024?").await else {
        panic!("a year is a stretch of time");
    };
    assert_eq!(year.start, "2024-01-01T00:00:00Z".parse().expect("a time"));
    assert_eq!(year.end, "2025-01-01T00:00:00Z".parse().expect("a time"));
    let AskedTime::Before(Moment::Event(words)) =
        time("Where did I live before I moved to Berlin?").await
    else {
        panic!("a move is counted from");
    };
    assert_eq!(words.join(" ").to_lowercase(), "berlin");
    assert_eq!(
        read("Who was my first boss?").await.selection,
        Selection::First
    );
}

#[tokio::test]
async fn what_is_given_is_told_apart_from_what_is_asked_for() {
    let pattern = read("Who adopted a dog named Bolt?").await;
    assert!(pattern.about.is_empty());
    assert_eq!(pattern.object.join(" ").to_lowercase(), "bolt");
    let pattern = read("Which of my children is vegan?").await;
    assert_eq!(pattern.among, Some(role("child", EntityRef::Owner)));
    let pattern = read("What is my favorite color?").await;
    assert_eq!(
        asked_for(&pattern),
        [(RelationName::favorite("color"), false)]
    );
}

#[tokio::test]
async fn what_is_no_question_has_no_pattern() {
    let long = "Why ".repeat(200);
    for text in [
        "",
        "?",
        "What happened to the Volvo?",
        "Has Birte married again?",
        &long,
    ] {
        assert_eq!(read_any(text).await, None, "{text}");
    }
}

#[test]
fn a_role_tells_the_relation_that_it_makes() {
    assert_eq!(relation_of_role("boss"), Some((Relation::ManagedBy, true)));
    assert_eq!(
        relation_of_role("mother"),
        Some((Relation::ParentOf, false))
    );
    assert_eq!(relation_of_role("table"), None);
}

#[tokio::test]
async fn what_asks_for_the_day_of_an_event_is_made_of_its_phrase() {
    for (event, question) in [
        ("moving to Lisbon", Some("When did I move to Lisbon?")),
        (
            "the day I planted the walnut",
            Some("When did I plant the walnut?"),
        ),
        (
            "the day that Anna visited us",
            Some("When did Anna visit us?"),
        ),
        (
            "when I started at Bosch",
            Some("When did I start at Bosch?"),
        ),
        ("I was promoted", Some("When was I promoted?")),
        ("I had been sailing", Some("When did I start sailing?")),
        ("we have sold the boat", Some("When did we sell the boat?")),
        (
            "Anna moving to Lisbon",
            Some("When did Anna move to Lisbon?"),
        ),
        ("start at Bosch", Some("When did I start at Bosch?")),
        (
            "my sister's wedding",
            Some("When did my sister get married?"),
        ),
        (
            "the regatta in the harbour",
            Some("When was the regatta in the harbour?"),
        ),
        ("the cooking class", Some("When was the cooking class?")),
        ("my guitar lessons", Some("When were my guitar lessons?")),
        ("the purchase of the boat", Some("When did I buy the boat?")),
        ("Clara's birth", Some("When was Clara born?")),
        ("the wedding", Some("When was the wedding?")),
        ("my move to Lisbon", Some("When did I move to Lisbon?")),
        ("", None),
        ("very blue", None),
    ] {
        let asked = EXTRACTION.asking_when(event.to_owned()).await;
        assert_eq!(
            asked.expect("the models are there").as_deref(),
            question,
            "{event}"
        );
    }
}

#[tokio::test]
async fn a_taste_for_doing_something_is_asked_for_in_any_form() {
    for (question, relation) in [
        ("Who loves flying?", Relation::Likes),
        ("Who hated flying in 2022?", Relation::Dislikes),
        ("Who hates flying?", Relation::Dislikes),
    ] {
        let pattern = read(question).await;
        assert_eq!(
            asked_for(&pattern),
            [(relation.into(), false)],
            "{question}"
        );
        assert_eq!(pattern.hole, Hole::Subject, "{question}");
        assert_eq!(pattern.object, ["fly"], "{question}");
    }
}

#[tokio::test]
async fn a_question_that_denies_asks_for_the_opposite_where_there_is_one() {
    let pattern = read("What doesn't Freya like?").await;
    assert_eq!(asked_for(&pattern), [(Relation::Dislikes.into(), false)]);
    assert_eq!(pattern.about, [named("Freya")]);
    assert_eq!(read_any("Who doesn't live in Rome?").await, None);
}

#[tokio::test]
async fn everyday_turns_of_a_question_say_the_same_as_plain_ones() {
    let living = read("What does Lukasz do for a living?").await;
    assert_eq!(living.details, [""; 0]);
    let kin = read("What's my mother-in-law called?").await;
    assert_eq!(kin.about, [role("mother-in-law", EntityRef::Owner)]);
    let any = read("Am I allergic to anything?").await;
    assert_eq!((any.hole, any.object.len()), (Hole::Object, 0));
    for question in [
        "Where did Elena live before?",
        "Where did Elena live previously?",
    ] {
        let pattern = read(question).await;
        assert_eq!(
            (pattern.selection, pattern.preposition),
            (Selection::Former, None),
            "{question}"
        );
    }
    assert_eq!(
        read("Where did I live before Ghent?").await.selection,
        Selection::All
    );
    for (question, relation) in [
        ("Who is Tom marrying?", Relation::MarriedTo),
        ("What did Zoltan found?", Relation::Founded),
        ("What is Lukasz studying?", Relation::Studies),
        ("Where did I go to university?", Relation::StudiesAt),
    ] {
        let pattern = read(question).await;
        assert!(
            asked_for(&pattern).contains(&(relation.into(), false)),
            "{question}: {pattern:?}"
        );
    }
}
