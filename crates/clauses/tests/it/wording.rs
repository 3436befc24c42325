//! What is put into words: tuples, relations, and the ranges they are taken from.

use recollect_clauses::{Form, Role, clauses, tuples};

use crate::PIPELINE;

fn tuples_of(text: &str) -> Vec<String> {
    let line = |tuple: recollect_clauses::Tuple| {
        format!("{} | {}", tuple.relation, tuple.arguments.join(" | "))
    };
    tuples(text, &PIPELINE.read(text))
        .into_iter()
        .map(line)
        .collect()
}

#[test]
fn a_clause_becomes_a_tuple_with_the_first_preposition_in_its_relation() {
    assert_eq!(
        tuples_of("Last year Anna moved to Berlin with her dog."),
        ["moved to | Anna | Berlin | with her dog | Last year"]
    );
}

#[test]
fn verbs_that_run_together_are_one_relation() {
    assert_eq!(
        tuples_of("The company has tried to sell its shops."),
        ["has tried to sell | The company | its shops"]
    );
}

#[test]
fn coordinated_verbs_each_take_the_subject_and_the_auxiliaries() {
    assert_eq!(
        tuples_of("The bridge was built in 1890 and destroyed by a flood."),
        [
            "was built in | The bridge | 1890",
            "was destroyed by | The bridge | a flood"
        ]
    );
}

#[test]
fn what_nouns_say_is_a_tuple_too() {
    assert_eq!(
        tuples_of("Maria Lopez, a lawyer from Quito, won the case."),
        [
            "be | Maria Lopez | a lawyer from Quito",
            "won | Maria Lopez | the case"
        ]
    );
}

#[test]
fn a_main_clause_is_surer_than_what_it_implies() {
    let text = "Peter's car, which was built in Rome, is red.";
    let found = tuples(text, &PIPELINE.read(text));
    let sure = |relation: &str| {
        let tuple = found.iter().find(|tuple| tuple.relation == relation);
        tuple
            .map(|tuple| tuple.confidence)
            .expect("the tuple is there")
    };
    assert!(sure("is") > sure("was built in"));
    assert!(sure("is") > sure("has"));
}

#[test]
fn a_relation_holds_the_preposition_and_what_it_completes() {
    let relations = |text: &str| -> Vec<String> {
        let found = clauses(text, &PIPELINE.read(text));
        let verbal = found
            .iter()
            .filter(|clause| clause.form != Form::Possessive);
        verbal
            .flat_map(|clause| {
                clause
                    .arguments
                    .iter()
                    .map(|argument| clause.relation(argument))
            })
            .collect()
    };
    assert_eq!(relations("Anna lives in Rome."), ["live in"]);
    assert_eq!(relations("Anna is afraid of dogs."), ["be", "be afraid of"]);
    assert_eq!(relations("Anna picked up the keys."), ["pick up"]);
    assert_eq!(relations("He ran out of the house."), ["run out of"]);
}

#[test]
fn ranges_are_bytes_of_the_text() {
    let text = "Żaneta’s café — the «Ålesund» — opened in Köln. 😀 She loves it.";
    let found = clauses(text, &PIPELINE.read(text));
    let opened = found
        .iter()
        .find(|clause| clause.predicate.lemma == "open")
        .expect("it opened");
    let place = opened
        .with_role(Role::Prepositional)
        .next()
        .expect("somewhere");
    assert_eq!(&text[place.phrase.range.clone()], "Köln");
    assert_eq!(&text[opened.predicate.range.clone()], "opened");
    let loves = found
        .iter()
        .find(|clause| clause.predicate.lemma == "love")
        .expect("she loves");
    assert_eq!(&text[loves.range.clone()], "She loves it");
}

#[test]
fn a_complement_names_its_clause_and_the_clause_its_governor() {
    let text = "Anna wants to move to Lisbon.";
    let found = clauses(text, &PIPELINE.read(text));
    assert_eq!(found[0].arguments[0].clause, Some(1));
    assert_eq!(found[1].governor, Some(0));
}
