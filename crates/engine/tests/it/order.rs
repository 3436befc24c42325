//! The order in which texts come changes nothing about the graph they give.

use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};

use crate::support::{Memory, lines};

const HISTORIES: u64 = 12;
const PERMUTATIONS: u64 = 3;
const TEXTS: usize = 14;

const SAYINGS: [&str; 20] = [
    "I | lives in | Berlin",
    "I | lives in | Munich",
    "I | lives in | Rome | until now",
    "I | lives in | Hamburg | actually",
    "I | works at | Acme | from 2019-03-01",
    "I | works at | Beta | also",
    "I | works at | Acme | until 2020-02-01",
    "Mel* | likes | tea",
    "Melanie* | dislikes | tea",
    "Melanie Smith* | likes | tea",
    "Melissa* | knows | Mel*",
    "Bunny* = Melanie Smith*",
    "my sister = Mel*",
    "my sister | lives in | Oslo",
    "my boss = Melanie*",
    "Anna* | married to | Tom*",
    "Anna* | married to | Ben*",
    "Mel* | visited | Paris | from 2019-05-01",
    "Anna* | lives in | Oslo | not",
    "Bunny* != Mel*",
];

fn history(seed: u64) -> Vec<(String, &'static str)> {
    let mut dice = SmallRng::seed_from_u64(seed);
    (0..TEXTS)
        .map(|_| {
            let (year, month) = (dice.random_range(2018..2022), dice.random_range(1..13));
            let at = format!("{year}-{month:02}-15");
            (at, SAYINGS[dice.random_range(0..SAYINGS.len())])
        })
        .collect()
}

/// The graph as it is read, without what differs with every telling: identifiers and counts.
async fn graph(memory: &Memory) -> (Vec<String>, Vec<String>) {
    let mut entities = Vec::new();
    for listed in memory.entities().await {
        let view = memory
            .engine
            .entity(memory.user, listed.entity.id)
            .await
            .unwrap();
        let mut names: Vec<String> = view
            .aliases
            .iter()
            .map(|alias| format!("{} ({})", alias.entity.entity.name, alias.because))
            .collect();
        names.sort();
        let kind = view.entity.entity.kind.as_str();
        entities.push(format!("{} {kind} {names:?}", view.entity.entity.name));
    }
    entities.sort();
    let statements = memory.statements().await;
    let with_subjects: Vec<String> = statements
        .iter()
        .map(|one| format!("{} {}: {}", one.subject, one.object, one.evidence.len()))
        .collect();
    let mut said = lines(&statements);
    said.extend(with_subjects);
    said.sort();
    (entities, said)
}

#[tokio::test]
async fn any_order_of_texts_gives_the_same_graph() {
    for seed in 0..HISTORIES {
        let mut texts = history(seed);
        let mut expected = None;
        for turn in 0..=PERMUTATIONS {
            let memory = Memory::seeded(seed * 100 + turn).await;
            let mut dice = SmallRng::seed_from_u64(seed * 100 + turn);
            for (at, body) in &texts {
                memory.accept(at, None, body).await;
                if dice.random_bool(0.5) {
                    memory.process().await;
                }
            }
            memory.process().await;
            let graph = graph(&memory).await;
            let expected = expected.get_or_insert_with(|| graph.clone());
            assert_eq!(*expected, graph, "seed {seed}: {texts:#?}");
            texts.shuffle(&mut dice);
        }
    }
}

#[tokio::test]
async fn forgetting_gives_the_graph_that_would_be_without_the_text() {
    for seed in 0..HISTORIES {
        let texts = history(seed);
        let mut dice = SmallRng::seed_from_u64(seed);
        let (with, without) = (
            Memory::seeded(seed).await,
            Memory::seeded(seed + 1_000).await,
        );
        let mut forgotten = Vec::new();
        for (at, body) in &texts {
            let log = with.tell(at, body).await;
            if dice.random_bool(0.3) {
                forgotten.push(log);
            } else {
                without.tell(at, body).await;
            }
        }
        for log in forgotten {
            with.engine.forget(with.user, log, None).await.unwrap();
        }
        assert_eq!(
            graph(&with).await,
            graph(&without).await,
            "seed {seed}: {texts:#?}"
        );
    }
}
