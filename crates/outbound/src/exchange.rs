//! One request and its answer.

use std::time::Duration;

use async_trait::async_trait;
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::header::{HOST, HeaderMap};
use hyper::{Method, Response};
use hyper_util::rt::TokioIo;
use tokio::time::{Instant, timeout_at};

use crate::connect::{connect, resolve};
use crate::{Failure, InvalidTarget, Target};

/// How much of an answer's head is read.
const HEAD_BYTES: usize = 64 * 1024;

/// The door to the outside, for those who must be tested without one.
#[async_trait]
pub trait Exchange: Send + Sync {
    /// Sends a request and returns what is answered, whatever its status.
    async fn exchange(&self, request: &Request) -> Result<Answer, Failure>;
}

/// What is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// Where to.
    pub url: String,
    /// The headers, `Host` and what describes the body's length excepted.
    pub headers: Vec<(&'static str, String)>,
    /// What.
    pub body: Body,
}

/// What a request carries, which is also its method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// GET, without a body.
    Get,
    /// POST with this.
    Post(String),
}

/// What came back.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    /// The body, or as much of it as the limit allows.
    pub body: Vec<u8>,
    /// Whether there was more, or more to come.
    pub is_cut: bool,
}

/// How much a request may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// From the look-up of the name to the end of the answer; where its head has come by then, what is missing of its body is cut.
    pub time: Duration,
    /// To connect.
    pub connect_time: Duration,
    /// Of an answer's body.
    pub answer_bytes: usize,
    /// Whether addresses that are not public may be connected to: whoever can name a URL then reaches whatever this
    /// machine reaches.
    pub danger_allow_private_addresses: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            time: Duration::from_secs(15),
            connect_time: Duration::from_secs(5),
            answer_bytes: 64 * 1024,
            danger_allow_private_addresses: false,
        }
    }
}

/// The real door. Cheap to clone.
#[derive(Debug, Clone, Copy)]
pub struct Outbound {
    limits: Limits,
}

impl Outbound {
    /// A door with these limits.
    pub const fn new(limits: Limits) -> Self {
        Self { limits }
    }

    async fn attempt(&self, request: &Request, deadline: Instant) -> Result<Answer, Failure> {
        let late = |_| Failure::OutOfTime(self.limits.time);
        let private = self.limits.danger_allow_private_addresses;
        let target = Target::parse(&request.url, private)?;
        let connecting = async {
            let addresses = resolve(&target, private).await?;
            let stream = connect(&target, &addresses, self.limits.connect_time).await?;
            let (sender, connection) = hyper::client::conn::http1::Builder::new()
                .max_buf_size(HEAD_BYTES)
                .handshake(TokioIo::new(stream))
                .await
                .map_err(|_| Failure::Broken)?;
            Ok::<_, Failure>((sender, connection))
        };
        let (mut sender, connection) = timeout_at(deadline, connecting).await.map_err(late)??;
        let answering = async {
            let sending = sender.send_request(written(&target, request)?);
            let response = timeout_at(deadline, sending).await.map_err(late)?;
            let response = response.map_err(|_| Failure::Broken)?;
            Ok(self.read(response, deadline).await)
        };
        // The connection is driven here and dropped with the answer: nothing of it outlives this call.
        tokio::pin!(answering);
        let mut connection = std::pin::pin!(connection);
        tokio::select! {
            answer = &mut answering => answer,
            _ = &mut connection => answering.await,
        }
    }

    /// The answer with as much of its body as comes by then, within the limit.
    async fn read(&self, response: Response<Incoming>, deadline: Instant) -> Answer {
        let (head, mut incoming) = response.into_parts();
        let mut answer = Answer {
            status: head.status.as_u16(),
            headers: head.headers,
            ..Answer::default()
        };
        loop {
            let frame = match timeout_at(deadline, incoming.frame()).await {
                Ok(None) => break,
                Ok(Some(Ok(frame))) => frame,
                // The status has come; what is missing of the body changes nothing about it.
                Ok(Some(Err(_))) | Err(_) => {
                    answer.is_cut = true;
                    break;
                }
            };
            let Ok(data) = frame.into_data() else {
                continue;
            };
            let room = self.limits.answer_bytes - answer.body.len();
            answer.body.extend_from_slice(&data[..data.len().min(room)]);
            if data.len() > room {
                answer.is_cut = true;
                break;
            }
        }
        answer
    }
}

#[async_trait]
impl Exchange for Outbound {
    async fn exchange(&self, request: &Request) -> Result<Answer, Failure> {
        let deadline = Instant::now() + self.limits.time;
        self.attempt(request, deadline).await
    }
}

fn written(target: &Target, request: &Request) -> Result<hyper::Request<Full<Bytes>>, Failure> {
    let (method, body) = match &request.body {
        Body::Get => (Method::GET, Bytes::new()),
        Body::Post(text) => (Method::POST, Bytes::from(text.clone())),
    };
    let mut builder = hyper::Request::builder()
        .method(method)
        .uri(target.path())
        .header(HOST, target.authority());
    for (name, value) in &request.headers {
        builder = builder.header(*name, value);
    }
    let unusable = |_| InvalidTarget::Unreadable("it cannot be asked for".to_owned());
    Ok(builder.body(Full::new(body)).map_err(unusable)?)
}
