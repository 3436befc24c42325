//! What somebody's death ends, wherever it was said.

use crate::support::Memory;

#[tokio::test]
async fn a_death_ends_what_was_said_in_other_texts() {
    let memory = Memory::new().await;
    memory.tell("2020-01-01", "Anna* | has pet | Rex*").await;
    memory.tell("2020-01-01", "Ben* | has pet | Tom*").await;
    let before = memory.lines().await;
    let death = memory
        .tell("2021-05-01", "Rex* | died on | \"1 May\"")
        .await;
    let ended = "Anna has pet Rex. 2020-01-01..2021-05-01".to_owned();
    assert!(memory.lines().await.contains(&ended));
    assert!(
        memory
            .lines()
            .await
            .contains(&"Ben has pet Tom. 2020-01-01..".to_owned())
    );
    // What is said afterwards of before ends by it, too.
    memory
        .tell("2021-06-01", "Clara* | has pet | Rex* | from 2019-01-01")
        .await;
    let lines = memory.lines().await;
    assert!(
        lines.contains(&"Clara has pet Rex. 2019-01-01..2021-05-01".to_owned()),
        "{lines:?}"
    );
    let forgotten = memory
        .engine
        .forget(memory.user, death, None)
        .await
        .unwrap();
    assert_eq!(forgotten.statements, 1);
    let lines = memory.lines().await;
    assert!(before.iter().all(|line| lines.contains(line)), "{lines:?}");
}

#[tokio::test]
async fn a_death_is_that_of_whoever_goes_by_the_name() {
    let memory = Memory::new().await;
    memory
        .tell("2020-01-01", "Anna Smith* | lives in | Berlin")
        .await;
    memory
        .tell("2021-05-01", "Anna* | died on | \"1 May\"")
        .await;
    let lines = memory.lines().await;
    assert!(
        lines.contains(&"Anna Smith lives in Berlin. 2020-01-01..2021-05-01".to_owned()),
        "{lines:?}"
    );
}
