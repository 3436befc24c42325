//! Requests that break off between their commit and their answer.

use recollect_engine::{
    AcceptedAs, Engine, EngineError, GivenAnswer, Keyed, KeyedEnd, NewText, Operation, Settings,
    TextOptions,
};

use crate::support::{Memory, scripted, text};

fn texts(request: &str) -> Vec<Result<NewText, EngineError>> {
    let bodies = ["One | is | a", "Two | is | b", "Three | is | c"];
    let texts = bodies.iter().enumerate().map(|(number, body)| {
        let request = request.to_owned();
        let operation = Some(Operation { request, number });
        Ok(NewText {
            more: TextOptions {
                operation,
                ..TextOptions::default()
            },
            ..text(None, body)
        })
    });
    texts.collect()
}

#[tokio::test]
async fn texts_that_were_accepted_before_the_answer_was_lost_are_not_accepted_twice() {
    let memory = Memory::new().await;
    let (engine, user) = (&memory.engine, memory.user);
    let begin = async || engine.begin_keyed(user, "key", "hash").await.unwrap();
    let Keyed::Begun(request) = begin().await else {
        panic!("the key is free")
    };
    let first = engine.accept_all(user, texts(&request)).await;
    let logs: Vec<_> = first.iter().map(|one| one.as_ref().unwrap().log).collect();
    // While it counts as under way, nobody else carries it out.
    assert_eq!(begin().await, Keyed::UnderWay);
    // As long as it is said to be under way.
    memory.clock.advance_ms(9_000);
    engine.hold_keyed(user, "key").await.unwrap();
    memory.clock.advance_ms(9_000);
    assert_eq!(begin().await, Keyed::UnderWay);
    memory.clock.advance_ms(2_000);
    assert_eq!(begin().await, Keyed::TakenUp(request.clone()));
    let again = engine.accept_all(user, texts(&request)).await;
    for (again, log) in again.iter().zip(&logs) {
        let again = again.as_ref().unwrap();
        assert_eq!((again.log, again.as_what), (*log, AcceptedAs::Added));
    }
    memory.process().await;
    let all = engine.queue(user).await.unwrap();
    assert_eq!(all.depth, 0);
    let found = engine
        .newest_logs(user, &Default::default(), crate::support::ALL)
        .await
        .unwrap();
    assert_eq!(found.total, 3);

    // A failure of which nobody knows what it left behind: the same request at once, and no other.
    engine
        .end_keyed(user, "key", KeyedEnd::Unknown)
        .await
        .unwrap();
    assert_eq!(begin().await, Keyed::TakenUp(request.clone()));

    let answer = GivenAnswer {
        status: 200,
        location: None,
        body: Some("{}".to_owned()),
    };
    let end = KeyedEnd::Answered(&answer);
    engine.end_keyed(user, "key", end).await.unwrap();
    assert_eq!(begin().await, Keyed::Answered(answer));
    assert_eq!(
        engine.begin_keyed(user, "key", "other").await.unwrap(),
        Keyed::Otherwise
    );
    // After a day the key is free.
    memory.clock.advance_ms(24 * 60 * 60 * 1_000);
    assert!(matches!(begin().await, Keyed::Begun(other) if other != request));
}

#[tokio::test]
async fn a_request_that_two_nodes_carry_out_at_once_is_accepted_once_and_answered_to_both() {
    let memory = Memory::new().await;
    let other = Engine::new(
        memory.store.clone(),
        scripted(),
        memory.environment.clone(),
        Settings::default(),
    );
    let (engine, user) = (&memory.engine, memory.user);
    for number in 0..20 {
        let request = format!("request {number}");
        let (one, again) = tokio::join!(
            engine.accept_all(user, texts(&request)),
            other.accept_all(user, texts(&request))
        );
        for (one, again) in one.iter().zip(&again) {
            assert_eq!(one.as_ref().unwrap().log, again.as_ref().unwrap().log);
        }
    }
    let found = engine
        .newest_logs(user, &Default::default(), crate::support::ALL)
        .await
        .unwrap();
    assert_eq!(found.total, 60);
}

#[tokio::test]
async fn a_key_outlives_a_clock_that_is_set_back() {
    let memory = Memory::new().await;
    let (engine, user) = (&memory.engine, memory.user);
    let begin = async |key| engine.begin_keyed(user, key, "hash").await.unwrap();
    let Keyed::Begun(answered) = begin("answered").await else {
        panic!("the key is free")
    };
    let first = engine.accept_all(user, texts(&answered)).await;
    let answer = GivenAnswer {
        status: 200,
        location: None,
        body: Some("{}".to_owned()),
    };
    let end = KeyedEnd::Answered(&answer);
    engine.end_keyed(user, "answered", end).await.unwrap();
    let Keyed::Begun(broken_off) = begin("broken off").await else {
        panic!("the key is free")
    };
    engine.accept_all(user, texts(&broken_off)).await;

    memory.clock.set_ms(-3_600_000);
    assert_eq!(begin("answered").await, Keyed::Answered(answer.clone()));
    // Nobody waits an hour for whoever is gone; the texts are the same ones.
    assert_eq!(
        begin("broken off").await,
        Keyed::TakenUp(broken_off.clone())
    );
    assert_eq!(begin("broken off").await, Keyed::UnderWay);
    engine.accept_all(user, texts(&broken_off)).await;
    let again = engine.accept_all(user, texts(&answered)).await;
    let logs = |all: &[Result<_, EngineError>]| -> Vec<_> {
        all.iter()
            .map(|one: &Result<recollect_engine::Accepted, _>| one.as_ref().unwrap().log)
            .collect()
    };
    assert_eq!(logs(&again), logs(&first));
    memory.process().await;
    let found = engine
        .newest_logs(user, &Default::default(), crate::support::ALL)
        .await
        .unwrap();
    assert_eq!(found.total, 6);
    // It is kept a day of the clock that it was taken by, and not longer than that hour more.
    memory.clock.advance_ms(24 * 60 * 60 * 1_000);
    assert_eq!(begin("answered").await, Keyed::Answered(answer));
    memory.clock.advance_ms(3_600_000 + 1);
    assert!(matches!(begin("answered").await, Keyed::Begun(_)));
}
