//! The committed files.

use recollect_bench::annotation::AnnotatedTexts;
use recollect_bench::history::LifeHistories;
use recollect_bench::judgement::is_noted_right;
use recollect_bench::memories::{Memory, is_right};
use recollect_bench::wording::is_normalised;
use recollect_model::{EntityKind, Modality, Precision};

fn texts() -> [AnnotatedTexts; 2] {
    let files = [
        include_str!("../../data/personal_texts.json"),
        include_str!("../../data/other_voices.json"),
    ];
    files.map(|file| serde_json::from_str(file).expect("the texts have their format"))
}

fn histories() -> LifeHistories {
    let file = include_str!("../../data/life_histories.json");
    serde_json::from_str(file).expect("the histories have their format")
}

#[test]
fn every_text_can_be_read_and_is_noted_in_the_vocabulary() {
    let files = texts();
    for file in &files {
        file.check().expect("the texts can be read");
    }
    assert!(
        files[0].texts.len() >= 150,
        "{} texts",
        files[0].texts.len()
    );
    for text in files.iter().flat_map(|file| &file.texts) {
        for kind in text.entities.iter().flat_map(|entity| &entity.kinds) {
            assert!(EntityKind::from_name(kind).is_some(), "{}: {kind}", text.id);
        }
        for form in text.statements.iter().flat_map(|note| note.forms()) {
            for name in form.modality {
                assert!(Modality::from_name(name).is_some(), "{}: {name}", text.id);
            }
            for name in form.precision {
                assert!(Precision::from_name(name).is_some(), "{}: {name}", text.id);
            }
            for time in form.from.iter().chain(&form.until) {
                assert!(is_noted_right(time), "{}: {time}", text.id);
            }
        }
    }
}

#[test]
fn every_history_asks_what_can_be_asked() {
    let file = histories();
    file.check().expect("the histories can be played");
    assert!(file.histories.len() >= 60, "{}", file.histories.len());
    for history in &file.histories {
        for question in &history.questions {
            let name = &question.relation;
            assert!(is_normalised(name), "{}: {name}", history.id);
        }
    }
}

#[test]
fn every_answer_of_a_memory_stands_in_its_text() {
    let file = include_str!("../../data/memories.jsonl");
    let memories: Vec<Memory> = file
        .lines()
        .map(|line| serde_json::from_str(line).expect("a memory has its format"))
        .collect();
    for memory in &memories {
        memory.check().expect("its answers stand in its texts");
    }
    let told: usize = memories.iter().map(|memory| memory.told.len()).sum();
    let untold: usize = memories.iter().map(|memory| memory.untold.len()).sum();
    assert!(told > 2_000 && untold > 600, "{told} told, {untold} not");
}

#[test]
fn an_answer_is_right_with_the_words_that_count() {
    assert!(is_right("the cargo bike", "a second-hand cargo bike"));
    assert!(is_right("at half past six in the kitchen", "half past six"));
    assert!(is_right("Repainting the fence", "repainted the fence"));
    assert!(!is_right("240 euros", "250 euros"));
    assert!(!is_right(
        "my sister and a long story of hers",
        "her sister Anna"
    ));
    assert!(!is_right("", "Anna"));
}
