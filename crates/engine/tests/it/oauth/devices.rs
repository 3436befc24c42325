//! Devices that wait for a person.

use std::sync::Arc;

use recollect_engine::oauth::{DeviceStart, OAuthError, Presented, Tokens};
use recollect_engine::{EngineError, Sought};
use recollect_model::Scopes;

use super::{Connection, ISSUER, code, form};

async fn start(connection: &Connection) -> DeviceStart {
    let parameters = form(&[("client_id", &connection.client), ("scope", "memory:read")]);
    let presented = Presented::read(None, &parameters).unwrap();
    let engine = &connection.memory.engine;
    engine
        .start_device(&parameters, &presented, ISSUER)
        .await
        .unwrap()
}

async fn poll(connection: &Connection, device: &DeviceStart) -> Result<Tokens, OAuthError> {
    let parameters = [
        ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
        ("device_code", device.device_code.reveal()),
    ];
    connection.post(&parameters).await
}

async fn answer(connection: &Connection, typed: &str, allowed: Scopes) -> Result<(), EngineError> {
    let memory = &connection.memory;
    memory
        .engine
        .answer_device(memory.user, typed, allowed, None)
        .await
}

#[tokio::test]
async fn a_device_that_asks_too_often_must_ask_more_slowly() {
    let connection = Connection::new().await;
    let device = start(&connection).await;
    assert_eq!(
        code(poll(&connection, &device).await),
        "authorization_pending"
    );
    connection.pass(4);
    assert_eq!(code(poll(&connection, &device).await), "slow_down");
    connection.pass(9);
    assert_eq!(code(poll(&connection, &device).await), "slow_down");
    connection.pass(15);
    assert_eq!(
        code(poll(&connection, &device).await),
        "authorization_pending"
    );
    let typed = device
        .user_code
        .to_string()
        .to_lowercase()
        .replace('-', " ");
    answer(&connection, &typed, Scopes::all()).await.unwrap();
    connection.pass(15);
    let tokens = poll(&connection, &device).await.unwrap();
    assert_eq!(tokens.scopes.to_string(), "memory:read");
    assert!(connection.caller(&tokens.access_token).await.is_some());
    connection.pass(15);
    assert_eq!(code(poll(&connection, &device).await), "invalid_grant");
}

#[tokio::test]
async fn a_device_is_told_of_a_no_and_of_the_end_of_its_time() {
    let connection = Connection::new().await;
    let device = start(&connection).await;
    let typed = device.user_code.to_string();
    answer(&connection, &typed, Scopes::NONE).await.unwrap();
    assert_eq!(code(poll(&connection, &device).await), "access_denied");
    assert!(answer(&connection, &typed, Scopes::all()).await.is_err());
    let late = start(&connection).await;
    connection.pass(600);
    assert_eq!(code(poll(&connection, &late).await), "expired_token");
    let refused = answer(&connection, &late.user_code.to_string(), Scopes::all()).await;
    assert!(matches!(
        refused,
        Err(EngineError::NotFound { what: Sought::Code })
    ));
}

#[tokio::test]
async fn codes_cannot_be_guessed_for_long() {
    let connection = Connection::new().await;
    let device = start(&connection).await;
    for _ in 0..10 {
        let refused = answer(&connection, "BCDF-BCDF", Scopes::all()).await;
        assert!(
            matches!(refused, Err(EngineError::NotFound { .. })),
            "{refused:?}"
        );
    }
    let typed = device.user_code.to_string();
    let refused = answer(&connection, &typed, Scopes::all()).await;
    assert!(
        matches!(refused, Err(EngineError::Conflict { .. })),
        "{refused:?}"
    );
    connection.pass(600);
    // Many at once are no more than one after the other.
    let connection = Arc::new(connection);
    let mut wrong = tokio::task::JoinSet::new();
    for _ in 0..50 {
        let connection = connection.clone();
        wrong.spawn(async move { answer(&connection, "BCDF-BCDF", Scopes::all()).await });
    }
    let refused = wrong.join_all().await;
    let looked_at =
        |one: &&Result<(), EngineError>| matches!(one, Err(EngineError::NotFound { .. }));
    assert_eq!(refused.iter().filter(looked_at).count(), 10);
    connection.pass(600);
    let device = start(&connection).await;
    answer(&connection, &device.user_code.to_string(), Scopes::all())
        .await
        .unwrap();
}
