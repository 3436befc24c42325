//! Texts that are read at the same time share the cores.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use recollect_language::Extract;
use recollect_language::local::LocalExtraction;

use super::extract;
use crate::to_read;

#[tokio::test]
async fn a_short_text_is_read_before_the_long_ones_that_came_first() {
    let extraction = Arc::new(LocalExtraction::new(NonZeroUsize::MIN));
    let done = Arc::new(AtomicUsize::new(0));
    let mut long = tokio::task::JoinSet::new();
    for _ in 0..3 {
        let (extraction, done) = (extraction.clone(), done.clone());
        long.spawn(async move {
            let body = "Anna lives in Lisbon and works at a bakery near the river. ".repeat(500);
            let read = extraction.extract(to_read(&body)).await.unwrap();
            done.fetch_add(1, Ordering::SeqCst);
            read
        });
    }
    // The long ones are there first.
    tokio::task::yield_now().await;
    for _ in 0..3 {
        let short = to_read("Ben moved to Porto.");
        let read = extraction.extract(short).await.unwrap();
        assert_eq!(read.statements.len(), 1);
    }
    assert_eq!(
        done.load(Ordering::SeqCst),
        0,
        "a long text was read to its end before"
    );
    for read in long.join_all().await {
        assert!(!read.statements.is_empty());
    }
}

#[tokio::test]
async fn a_text_of_the_shortest_words_is_read_no_further_than_its_bytes_allow() {
    // Signs cost as many words, and no time here: they are in no language.
    let signs = "!".repeat(100);
    let named = async |lines: usize| {
        let before = format!("Al: {signs}\n").repeat(lines);
        let body = format!("{before}Al: Ben Miller moved to Porto.");
        let read = extract(&body).await;
        let porto = |mention: &recollect_language::ExtractedMention| {
            mention.entity == recollect_language::EntityRef::Named("Porto".to_owned())
        };
        read.mentions.iter().any(porto)
    };
    assert!(named(100).await);
    assert!(!named(1_010).await, "of 105,000 bytes the end is not read");
}
