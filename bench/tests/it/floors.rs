//! How right the local extraction is may not fall: precision and recall over all texts, and of the relations that are told most.

use std::num::NonZeroUsize;
use std::sync::Arc;

use recollect_bench::annotation::AnnotatedTexts;
use recollect_bench::score::{Score, Tally};
use recollect_language::Extract;
use recollect_language::local::LocalExtraction;

/// A relation with the least precision and the least recall that it may have, in hundredths.
const RELATIONS: &[(&str, f64, f64)] = &[
    ("lives_in", 85.0, 55.0),
    ("works_as", 70.0, 28.0),
    ("plays", 80.0, 45.0),
    ("dislikes", 60.0, 40.0),
    ("has_pet", 80.0, 65.0),
    ("visited", 65.0, 50.0),
    ("bought", 60.0, 55.0),
    ("relative_of", 85.0, 65.0),
];

async fn score() -> Score {
    let file: AnnotatedTexts =
        serde_json::from_str(include_str!("../../data/personal_texts.json")).expect("a file");
    let extraction = LocalExtraction::new(NonZeroUsize::MIN);
    let mut score = Score::default();
    for text in &file.texts {
        let read = Arc::new(text.to_read().expect("the text can be read"));
        let extracted = extraction.extract(read).await.expect("the text is read");
        score.add(text, &extracted).expect("the notes are right");
    }
    score
}

fn check(what: &str, tally: Tally, precision: f64, recall: f64) {
    let reached = |part: Option<f64>| 100.0 * part.unwrap_or_default();
    let (is, was) = (reached(tally.precision()), reached(tally.recall()));
    assert!(
        is >= precision,
        "precision of {what}: {is:.1}, at least {precision}"
    );
    assert!(
        was >= recall,
        "recall of {what}: {was:.1}, at least {recall}"
    );
}

#[tokio::test]
async fn extraction_keeps_its_precision_and_its_recall() {
    let score = score().await;
    check("statements", score.statements, 86.0, 56.0);
    check("normalised statements", score.normalised, 89.0, 48.0);
    check("open statements", score.open, 79.0, 49.5);
    check("entities", score.entities, 85.0, 83.0);
    for (relation, precision, recall) in RELATIONS {
        let tally = score
            .by_relation
            .get(*relation)
            .copied()
            .unwrap_or_default();
        check(relation, tally, *precision, *recall);
    }
    let (right, all) = (score.negation.right, score.negation.all);
    assert!(right * 100 >= all * 96, "negation: {right} of {all}");
}
