//! Codes and tokens: each is exchanged once, within its time.

use recollect_model::AuditAction;

use super::{Connection, code, refresh_token};

#[tokio::test]
async fn a_code_is_exchanged_once_and_its_second_use_ends_what_the_first_gave() {
    let connection = Connection::new().await;
    let one = connection.code("memory:read").await;
    let tokens = connection.exchange(&one).await.unwrap();
    assert!(connection.caller(&tokens.access_token).await.is_some());
    assert_eq!(code(connection.exchange(&one).await), "invalid_grant");
    assert!(connection.caller(&tokens.access_token).await.is_none());
    assert_eq!(
        code(connection.refresh(&refresh_token(&tokens)).await),
        "invalid_grant"
    );
}

#[tokio::test]
async fn a_code_waits_for_a_minute_and_for_its_own_client_and_verifier() {
    let connection = Connection::new().await;
    let one = connection.code("memory:read").await;
    let stranger = Connection {
        client: Connection::registered(&connection.memory).await,
        ..connection
    };
    assert_eq!(code(stranger.exchange(&one).await), "invalid_grant");
    let connection = Connection::new().await;
    let one = connection.code("memory:read").await;
    let grant = ("grant_type", "authorization_code");
    let wrong = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXX";
    let tried = connection
        .post(&[grant, ("code", &one), ("code_verifier", wrong)])
        .await;
    assert_eq!(code(tried), "invalid_grant");
    let tried = connection.post(&[grant, ("code", &one)]).await;
    assert_eq!(code(tried), "invalid_request");
    connection.pass(59);
    connection.exchange(&one).await.unwrap();
    let late = connection.code("memory:read").await;
    connection.pass(60);
    assert_eq!(code(connection.exchange(&late).await), "invalid_grant");
}

#[tokio::test]
async fn refresh_tokens_rotate_and_a_reused_one_ends_the_grant() {
    let connection = Connection::new().await;
    let one = connection.code("memory:read memory:write").await;
    let first = connection.exchange(&one).await.unwrap();
    let second = connection.refresh(&refresh_token(&first)).await.unwrap();
    assert_ne!(refresh_token(&first), refresh_token(&second));
    // A reply that was lost: the same token again, within ten seconds.
    connection.pass(10);
    let again = connection.refresh(&refresh_token(&first)).await.unwrap();
    connection.refresh(&refresh_token(&second)).await.unwrap();
    connection.pass(1);
    assert_eq!(
        code(connection.refresh(&refresh_token(&first)).await),
        "invalid_grant"
    );
    assert_eq!(
        code(connection.refresh(&refresh_token(&again)).await),
        "invalid_grant"
    );
    assert!(connection.caller(&again.access_token).await.is_none());
    let trail = connection
        .memory
        .store
        .audit(connection.memory.user, None, 1)
        .await
        .unwrap();
    assert_eq!(trail[0].1.action, AuditAction::TokenReused);
    assert_eq!(trail[0].1.subject, "An assistant");
}

#[tokio::test]
async fn a_refresh_token_lives_thirty_days_from_its_last_use_and_gives_no_more_than_it_stands_for()
{
    let connection = Connection::new().await;
    let one = connection.code("memory:read memory:write").await;
    let tokens = connection.exchange(&one).await.unwrap();
    connection.pass(29 * 24 * 3600);
    let next = connection.refresh(&refresh_token(&tokens)).await.unwrap();
    connection.pass(29 * 24 * 3600);
    let refresh = refresh_token(&next);
    let parameters = [
        ("grant_type", "refresh_token"),
        ("refresh_token", &*refresh),
    ];
    let more = [
        parameters[0],
        parameters[1],
        ("scope", "memory:read account"),
    ];
    assert_eq!(code(connection.post(&more).await), "invalid_scope");
    let less = [parameters[0], parameters[1], ("scope", "memory:read")];
    let narrowed = connection.post(&less).await.unwrap();
    assert_eq!(narrowed.scopes.to_string(), "memory:read");
    // The next one stands for all again (RFC 6749, 6).
    let last = connection.refresh(&refresh_token(&narrowed)).await.unwrap();
    assert_eq!(last.scopes.to_string(), "memory:read memory:write");
    connection.pass(30 * 24 * 3600);
    assert_eq!(
        code(connection.refresh(&refresh_token(&last)).await),
        "invalid_grant"
    );
}

#[tokio::test]
async fn what_a_person_takes_back_is_taken_from_every_token_at_once() {
    let connection = Connection::new().await;
    let one = connection.code("memory:read memory:write").await;
    let tokens = connection.exchange(&one).await.unwrap();
    let caller = connection.caller(&tokens.access_token).await.unwrap();
    assert_eq!(caller.scopes.to_string(), "memory:read memory:write");
    let (engine, user) = (&connection.memory.engine, connection.memory.user);
    let grants = engine.grants(user).await.unwrap();
    assert_eq!(grants.len(), 1);
    engine.revoke_grant(user, grants[0].id, None).await.unwrap();
    assert!(connection.caller(&tokens.access_token).await.is_none());
    assert_eq!(
        code(connection.refresh(&refresh_token(&tokens)).await),
        "invalid_grant"
    );
    assert!(engine.revoke_grant(user, grants[0].id, None).await.is_err());
}
