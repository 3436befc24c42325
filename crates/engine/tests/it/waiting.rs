//! What is accepted is found by its words before it is processed, and once.

use std::sync::Arc;

use recollect_engine::{Engine, EngineError, FoundEpisode, NewText, Query, Settings};
use recollect_model::{Label, LabelFilter, LogStatus, ReferenceTime};
use recollect_storage::{Database, Faults, Store};

use crate::support::{Memory, day, query, scripted, text};

impl Memory {
    async fn search(&self, query: Query) -> Vec<FoundEpisode> {
        self.engine.recall(self.user, query).await.unwrap().episodes
    }

    /// What a search for these words finds, with how far it is, in alphabetical order.
    async fn finds(&self, words: &str) -> Vec<(String, LogStatus)> {
        told(&self.search(query(words)).await)
    }
}

fn told(found: &[FoundEpisode]) -> Vec<(String, LogStatus)> {
    let told = found.iter();
    let mut told: Vec<_> = told
        .map(|one| (one.episode.body.clone(), one.status))
        .collect();
    told.sort_by(|a, b| a.0.cmp(&b.0));
    told
}

fn pending(bodies: &[&str]) -> Vec<(String, LogStatus)> {
    let bodies = bodies.iter();
    bodies
        .map(|body| ((*body).to_owned(), LogStatus::Pending))
        .collect()
}

#[tokio::test]
async fn a_text_is_found_by_its_words_as_soon_as_it_is_accepted_and_once_when_it_is_processed() {
    let memory = Memory::new().await;
    let log = memory
        .accept("2020-01-01", None, "Anna | owns | a red kite")
        .await;
    memory
        .accept("2020-01-01", None, "Ben | owns | a boat")
        .await;
    let found = memory.search(query("kite")).await;
    assert_eq!(told(&found), pending(&["Anna | owns | a red kite"]));
    assert_eq!((found[0].episode.log, found[0].found_by.words), (log, true));
    assert!(!found[0].found_by.vectors && found[0].score > 0.0 && found[0].score <= 1.0);
    let episode = found[0].episode.id;
    let shown = memory.engine.episode(memory.user, episode).await.unwrap();
    assert_eq!(
        (shown.status, shown.statements.len()),
        (LogStatus::Pending, 0)
    );
    assert_eq!(shown.episode.body, "Anna | owns | a red kite");
    memory.process().await;
    let shown = memory.engine.episode(memory.user, episode).await.unwrap();
    assert_eq!(
        (shown.status, shown.statements.len()),
        (LogStatus::Completed, 1)
    );
    let all = memory.finds("kite").await;
    let kite = all.iter().filter(|(body, _)| body.contains("kite"));
    let kite: Vec<_> = kite.map(|(_, status)| *status).collect();
    assert_eq!(kite, [LogStatus::Completed]);
    // What was shown while it waited was no repetition of itself.
    assert_eq!(memory.statements().await.len(), 2);
}

#[tokio::test]
async fn what_waits_stands_beside_what_is_processed_by_its_score() {
    let memory = Memory::new().await;
    for number in 0..30 {
        memory
            .accept(
                "2020-01-01",
                None,
                &format!("Anna | mentions | item {number}"),
            )
            .await;
    }
    memory
        .tell("2020-01-01", "Anna | owns | a kite that is red")
        .await;
    memory
        .accept("2020-01-02", None, "Ben | owns | a zeppelin of tin")
        .await;
    let found = memory.search(query("zeppelin tin")).await;
    assert_eq!(found[0].status, LogStatus::Pending);
    let found = memory.search(query("Who owns a red kite?")).await;
    assert_eq!(found[0].status, LogStatus::Completed);
    let scores: Vec<f32> = found.iter().map(|one| one.score).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
}

/// As many things as a shop has: texts that share no word with what is asked.
async fn with_things() -> Memory {
    let memory = Memory::new().await;
    for number in 0..40 {
        let body = format!("Anna | mentions | item {number} of the shelf");
        memory.accept("2020-01-01", None, &body).await;
    }
    memory.process().await;
    memory
}

#[tokio::test]
async fn a_long_text_of_one_matter_stands_before_what_shares_no_word_with_the_question() {
    let memory = with_things().await;
    let long: Vec<String> = (0..600)
        .map(|number| format!("Farid Nasser cooked the soup of day {number}.\n\n"))
        .collect();
    memory.accept("2020-01-02", None, &long.concat()).await;
    for words in ["Farid Nasser", "soup", "Which soup did Farid Nasser cook?"] {
        let found = memory.search(query(words)).await;
        assert_eq!(found[0].status, LogStatus::Pending, "{words}");
        let scores: Vec<f32> = found.iter().map(|one| one.score).collect();
        assert!(scores.is_sorted_by(|a, b| a >= b) && scores[0] <= 1.0);
    }
    let found = memory.search(query("item 7 of the shelf")).await;
    assert_eq!(
        found[0].episode.body,
        "Anna | mentions | item 7 of the shelf"
    );
}

#[tokio::test]
async fn a_batch_of_a_thousand_is_found_as_soon_as_it_is_answered() {
    let memory = with_things().await;
    // Somebody searched before, so that what waits is followed.
    memory.search(query("item")).await;
    let texts = (0..1_000).map(|number| {
        let mut new = text(None, &format!("Thaddeus Quill tuned harpsichord {number}"));
        new.more.is_bulk = true;
        Ok::<_, EngineError>(new)
    });
    let accepted = memory.engine.accept_all(memory.user, texts.collect()).await;
    assert!(accepted.iter().all(Result::is_ok));
    let found = memory.search(query("Thaddeus Quill harpsichord 731")).await;
    assert_eq!(
        found[0].episode.body,
        "Thaddeus Quill tuned harpsichord 731"
    );
    let all = Query {
        limit: 1_000,
        ..query("Thaddeus Quill")
    };
    let found = memory.search(all).await;
    let waiting = found.iter().filter(|one| one.status == LogStatus::Pending);
    assert_eq!(waiting.count(), 1_000);
}

#[tokio::test]
async fn it_meets_the_filters() {
    let memory = Memory::new().await;
    let work = memory.engine.create_space(memory.user, "Work", None).await;
    let work = work.unwrap().id;
    let accept = async |new: NewText| memory.engine.accept(memory.user, new).await.unwrap();
    let labelled = |name: &str| LabelFilter {
        any: vec![vec![Label::tag(name)]],
        ..LabelFilter::default()
    };
    accept(text(Some(work), "kite at work")).await;
    accept(NewText {
        session: Some("s1".to_owned()),
        reference_time: ReferenceTime::utc(day("2021-06-01")),
        ..text(None, "kite in a session")
    })
    .await;
    let mut tagged = text(None, "kite with a tag");
    tagged.more.labels.tags = vec!["red".to_owned()];
    accept(tagged).await;
    assert_eq!(memory.finds("kite").await.len(), 3);
    let spaces = Query {
        spaces: vec![work],
        ..query("kite")
    };
    let session = Query {
        session: Some("s1".to_owned()),
        ..query("kite")
    };
    let unknown = Query {
        session: Some("s2".to_owned()),
        ..query("kite")
    };
    let from = Query {
        from: Some(day("2021-01-01")),
        ..query("kite")
    };
    let until = Query {
        until: Some(day("2021-01-01")),
        ..query("kite")
    };
    let recorded = Query {
        recorded_at: Some(day("2023-01-01")),
        ..query("kite")
    };
    let red = Query {
        labels: labelled("red"),
        ..query("kite")
    };
    let green = Query {
        labels: labelled("green"),
        ..query("kite")
    };
    for (asked, expected) in [
        (spaces, &["kite at work"][..]),
        (session, &["kite in a session"]),
        (unknown, &[]),
        (from, &["kite in a session"]),
        (until, &["kite at work", "kite with a tag"]),
        (recorded, &[]),
        (red, &["kite with a tag"]),
        (green, &[]),
    ] {
        assert_eq!(told(&memory.search(asked).await), pending(expected));
    }
}

#[tokio::test]
async fn what_is_forgotten_or_edited_is_not_found_any_more_and_what_failed_still_is() {
    let memory = Memory::new().await;
    let forgotten = memory.accept("2020-01-01", None, "a green kite").await;
    let failing = memory
        .accept("2020-01-01", None, "a blue kite [[give up]]")
        .await;
    assert_eq!(memory.finds("kite").await.len(), 2);
    memory
        .engine
        .forget(memory.user, forgotten, None)
        .await
        .unwrap();
    assert_eq!(
        memory.finds("kite").await,
        pending(&["a blue kite [[give up]]"])
    );
    memory.process().await;
    let failed = vec![("a blue kite [[give up]]".to_owned(), LogStatus::Failed)];
    assert_eq!(memory.finds("kite").await, failed);
    // Also by whoever has not seen it wait.
    let restarted = Engine::new(
        memory.store.clone(),
        scripted(),
        memory.environment.clone(),
        Settings::default(),
    );
    let found = restarted.recall(memory.user, query("kite")).await.unwrap();
    assert_eq!(told(&found.episodes), failed);
    memory
        .engine
        .edit(memory.user, failing, (None, "a blue boat"), None)
        .await
        .unwrap();
    assert_eq!(memory.finds("kite").await, []);
    assert_eq!(memory.finds("boat").await, pending(&["a blue boat"]));
    memory.process().await;
    let boats = memory.finds("boat").await;
    assert_eq!(
        boats,
        [("a blue boat".to_owned(), LogStatus::Completed)].to_vec()
    );
}

#[tokio::test]
async fn every_node_finds_it_and_so_does_one_that_was_started_anew() {
    let directory = tempfile::tempdir().unwrap();
    let database = Database::Sqlite {
        directory: directory.path().to_owned(),
    };
    let environment = recollect_model::Environment::system();
    let node = async || {
        let store = Store::open(&database, Faults::none()).await.unwrap();
        Engine::new(store, scripted(), environment.clone(), Settings::default())
    };
    let (first, second) = (node().await, node().await);
    let email = "anna@example.com".parse().unwrap();
    let store = Store::open(&database, Faults::none()).await.unwrap();
    let account = store.ensure_account(&email, "Anna", &environment).await;
    let user = account.unwrap().id;
    let found = async |node: &Engine| {
        let found = node.recall(user, query("kite")).await.unwrap();
        found.episodes.len()
    };
    for number in 1..=20 {
        let accepting = if number % 2 == 0 { &first } else { &second };
        let body = format!("kite {number}");
        accepting.accept(user, text(None, &body)).await.unwrap();
        assert_eq!(
            (found(&first).await, found(&second).await),
            (number, number)
        );
        if number % 5 == 0 {
            second.lanes().step().await.unwrap();
        }
    }
    assert_eq!(found(&node().await).await, 20);
}

#[tokio::test]
async fn thousands_that_wait_are_read_beside_the_search_and_soon_found() {
    let memory = Memory::new().await;
    let texts =
        (0..3_000).map(|number| Ok::<_, EngineError>(text(None, &format!("kite {number}"))));
    let accepted = memory.engine.accept_all(memory.user, texts.collect()).await;
    assert!(accepted.iter().all(Result::is_ok));
    let engine = Arc::new(memory.engine);
    let wanted = Query {
        limit: 200,
        ..query("2999")
    };
    let found = async || {
        loop {
            let found = engine.recall(memory.user, wanted.clone()).await.unwrap();
            if !found.episodes.is_empty() {
                return found.episodes;
            }
            tokio::task::yield_now().await;
        }
    };
    let found = tokio::time::timeout(std::time::Duration::from_secs(60), found());
    assert_eq!(told(&found.await.unwrap()), pending(&["kite 2999"]));
}

#[tokio::test]
async fn what_was_forgotten_elsewhere_takes_no_place_from_what_is_there() {
    let memory = Memory::new().await;
    let mut logs = Vec::new();
    for number in 0..12 {
        let body = format!("Anna | owns | kite {number}");
        logs.push(memory.accept("2020-01-01", None, &body).await);
    }
    assert_eq!(memory.finds("kite").await.len(), 12);
    // Another node forgets most of them.
    let (store, environment) = (memory.store.clone(), memory.environment.clone());
    let other = Engine::new(store, scripted(), environment, Settings::default());
    for log in &logs[2..] {
        other.forget(memory.user, *log, None).await.unwrap();
    }
    let few = Query {
        limit: 2,
        ..query("kite")
    };
    assert_eq!(memory.search(few).await.len(), 2);
}
