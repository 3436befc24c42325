//! Requests to a receiver in the test's own process.

use std::time::{Duration, Instant};

use recollect_outbound::{Body, Exchange, Failure, Limits, Outbound, Request};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

/// Answers one connection with these bytes, after it has seen the end of the head; what it was sent.
async fn answering(reply: Vec<u8>, linger: Duration) -> (String, tokio::task::JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let serving = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut seen = Vec::new();
        let mut buffer = [0; 4096];
        while !String::from_utf8_lossy(&seen).contains("\r\n\r\n") {
            let read = stream.read(&mut buffer).await.unwrap();
            if read == 0 {
                break;
            }
            seen.extend_from_slice(&buffer[..read]);
        }
        // Whoever reads only a part of it breaks off.
        let _ = stream.write_all(&reply).await;
        tokio::time::sleep(linger).await;
        String::from_utf8_lossy(&seen).into_owned()
    });
    (format!("http://{address}/hook?a=b"), serving)
}

fn post(url: &str) -> Request {
    Request {
        url: url.to_owned(),
        headers: vec![("x-one", "1".to_owned())],
        body: Body::Post("{}".to_owned()),
    }
}

fn door(limits: Limits) -> Outbound {
    Outbound::new(Limits {
        danger_allow_private_addresses: true,
        ..limits
    })
}

#[tokio::test]
async fn a_request_arrives_as_it_was_meant_and_the_answer_comes_back() {
    let reply = b"HTTP/1.1 202 Accepted\r\nContent-Length: 2\r\n\r\nok".to_vec();
    let (url, serving) = answering(reply, Duration::ZERO).await;
    let answer = door(Limits::default()).exchange(&post(&url)).await.unwrap();
    assert_eq!(
        (answer.status, &*answer.body, answer.is_cut),
        (202, &b"ok"[..], false)
    );
    assert_eq!(answer.headers["content-length"], "2");
    let seen = serving.await.unwrap().to_lowercase();
    assert!(seen.starts_with("post /hook?a=b http/1.1\r\n"), "{seen}");
    assert!(seen.contains("\r\nhost: 127.0.0.1:"), "{seen}");
    assert!(seen.contains("\r\nx-one: 1\r\n"), "{seen}");
    assert!(seen.contains("\r\ncontent-length: 2\r\n"), "{seen}");
}

#[tokio::test]
async fn a_redirect_is_an_answer_and_is_not_followed() {
    let reply = b"HTTP/1.1 307 Temporary Redirect\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n";
    let (url, _) = answering(reply.to_vec(), Duration::ZERO).await;
    let answer = door(Limits::default()).exchange(&post(&url)).await.unwrap();
    assert_eq!(answer.status, 307);
}

#[tokio::test]
async fn an_answer_is_read_up_to_the_limit() {
    let mut reply = b"HTTP/1.1 200 OK\r\n\r\n".to_vec();
    reply.resize(1024 * 1024, b'x');
    let (url, _) = answering(reply, Duration::ZERO).await;
    let limits = Limits {
        answer_bytes: 1000,
        ..Limits::default()
    };
    let answer = door(limits).exchange(&post(&url)).await.unwrap();
    assert_eq!((answer.body.len(), answer.is_cut), (1000, true));
}

#[tokio::test]
async fn a_receiver_that_hangs_is_given_up() {
    let limits = Limits {
        time: Duration::from_millis(200),
        ..Limits::default()
    };
    for reply in [&b""[..], b"HTTP/1.1 200 OK\r\nContent-Len"] {
        let (url, serving) = answering(reply.to_vec(), Duration::from_secs(60)).await;
        let start = Instant::now();
        let failure = door(limits).exchange(&post(&url)).await;
        assert_eq!(failure, Err(Failure::OutOfTime(limits.time)));
        assert!(start.elapsed() < Duration::from_secs(5));
        serving.abort();
    }
}

#[tokio::test]
async fn an_answer_whose_body_does_not_end_in_time_has_its_status_all_the_same() {
    let limits = Limits {
        time: Duration::from_millis(200),
        ..Limits::default()
    };
    for (reply, body) in [
        (&b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab"[..], "ab"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", ""),
    ] {
        let (url, serving) = answering(reply.to_vec(), Duration::from_secs(60)).await;
        let start = Instant::now();
        let answer = door(limits).exchange(&post(&url)).await.unwrap();
        let body_read = String::from_utf8(answer.body).unwrap();
        assert_eq!(
            (answer.status, &*body_read, answer.is_cut),
            (200, body, true)
        );
        assert!(start.elapsed() < Duration::from_secs(5));
        serving.abort();
    }
}

#[tokio::test]
async fn what_goes_wrong_is_told() {
    let closed = {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        listener.local_addr().unwrap()
    };
    let failure = door(Limits::default())
        .exchange(&post(&format!("http://{closed}/")))
        .await;
    assert!(matches!(failure, Err(Failure::Unreached(_))), "{failure:?}");
    let (url, _) = answering(b"no HTTP at all\r\n\r\n".to_vec(), Duration::ZERO).await;
    let failure = door(Limits::default()).exchange(&post(&url)).await;
    assert_eq!(failure, Err(Failure::Broken));
    let (url, _) = answering(Vec::new(), Duration::ZERO).await;
    let encrypted = url.replace("http:", "https:");
    let failure = door(Limits::default()).exchange(&post(&encrypted)).await;
    assert!(
        matches!(
            failure,
            Err(Failure::Untrusted(_) | Failure::NoCertificates)
        ),
        "{failure:?}"
    );
    let failure = door(Limits::default())
        .exchange(&post("http://nowhere.invalid/"))
        .await;
    assert!(
        matches!(failure, Err(Failure::Unresolved(_))),
        "{failure:?}"
    );
}

#[tokio::test]
async fn a_name_that_leads_to_a_private_address_is_not_connected_to() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let guarded = Outbound::new(Limits::default());
    let failure = guarded
        .exchange(&post(&format!("http://localhost:{port}/")))
        .await;
    assert!(matches!(failure, Err(Failure::NotPublic(_))), "{failure:?}");
    let failure = guarded
        .exchange(&post(&format!("http://127.0.0.1:{port}/")))
        .await;
    assert!(
        matches!(failure, Err(Failure::InvalidTarget(_))),
        "{failure:?}"
    );
    let nobody = tokio::time::timeout(Duration::from_millis(50), listener.accept()).await;
    assert!(nobody.is_err(), "somebody connected");
}
