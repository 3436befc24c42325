//! What happens to a person's memory while a page is open, as server-sent events.
//!
//! `log` says that a text stands otherwise than it did (`{"log", "status"}`), or that it is gone (`forgotten`, with its
//! `episode`), `queue` how many texts wait. A browser that was cut off, or had put the page away, asks again with the
//! number of the last event that it saw, and is told what it missed. A stream
//! ends after ten minutes, and the browser, which asks again by itself, is asked again who it is. It ends within a
//! second of a logout.

use std::collections::{HashMap, VecDeque};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, HeaderName};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use recollect_engine::{Engine, EngineError};
use recollect_model::{EventKind, LogId, LogStatus, SessionId, UserId};
use serde_json::{Value, json};

use super::filled::Asked;
use super::refusal::Refusal;
use crate::http::session::SignedIn;
use crate::http::{App, CallerPlace};

/// How often it is looked whether something happened.
const EVERY: Duration = Duration::from_millis(300);
/// So often it is looked in one stream.
const LOOKS: u32 = 2_000;
/// After so many looks, less than a second, it is looked whether the person is still logged in.
const LOOKS_A_CHECK: u32 = 3;
/// The most texts that wait and are followed.
const FOLLOWED: u32 = 500;
/// The most events that are told at a time.
const EVENTS: u32 = 500;
/// What is said of a text that is gone.
const FORGOTTEN: &str = "forgotten";

/// Tells what happens from now on, or from the event that the browser saw last.
pub(crate) async fn follow(
    State(app): State<App>,
    person: SignedIn,
    headers: HeaderMap,
    Asked(asked): Asked,
) -> Result<Response, Refusal> {
    let place = match app.limits.stream(person.user) {
        Ok(place) => place,
        Err(error) => return Ok(error.into_response()),
    };
    let seen = headers
        .get("last-event-id")
        .and_then(|value| value.to_str().ok())
        .or(asked.some("after"));
    let after = match seen.and_then(|seen| seen.parse().ok()) {
        Some(after) => after,
        None => app.engine.last_event(person.user).await?,
    };
    let follower = Follower {
        engine: app.engine,
        user: person.user,
        after,
        known: HashMap::new(),
        depth: None,
        told: VecDeque::new(),
        looks: 0,
        session: person.session,
        _place: place,
    };
    let events = stream::unfold(follower, |mut follower| async move {
        let event = follower.next().await?;
        Some((Ok::<_, Infallible>(event), follower))
    });
    let unbuffered = [
        (CACHE_CONTROL, "no-store"),
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    Ok((
        unbuffered,
        Sse::new(events).keep_alive(KeepAlive::default()),
    )
        .into_response())
}

/// Who follows, and what they were told.
struct Follower {
    engine: Arc<Engine>,
    user: UserId,
    /// The last event that was told.
    after: u64,
    /// How the texts that are not done stood.
    known: HashMap<LogId, LogStatus>,
    depth: Option<usize>,
    told: VecDeque<Event>,
    looks: u32,
    /// Whose stream it is: it ends with the session.
    session: SessionId,
    /// Given back when the stream ends.
    _place: CallerPlace,
}

impl Follower {
    /// The next thing that happens; `None` when the stream is to end.
    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.told.pop_front() {
                return Some(event);
            }
            if self.looks == LOOKS {
                return None;
            }
            if self.looks > 0 {
                tokio::time::sleep(EVERY).await;
            }
            self.looks += 1;
            if self.looks.is_multiple_of(LOOKS_A_CHECK) && !self.is_logged_in().await {
                return None;
            }
            if let Err(error) = self.look().await {
                tracing::debug!("a stream of events ends: {error}");
                return None;
            }
        }
    }

    async fn is_logged_in(&self) -> bool {
        let is_live = self.engine.is_live(self.user, self.session).await;
        is_live.unwrap_or(false)
    }

    async fn look(&mut self) -> Result<(), EngineError> {
        let unfinished = self.engine.unfinished(self.user, FOLLOWED).await?;
        for (log, status) in &unfinished {
            if self.known.get(log) != Some(status) {
                let what = json!({ "log": log.to_string(), "status": status.as_str() });
                self.told.push_back(told("log", &what));
            }
        }
        // Asked for after the queue: what left it in between is told of here.
        let events = self.engine.events(self.user, self.after, EVENTS).await?;
        for event in events {
            self.after = event.sequence;
            let status = match event.event.kind {
                EventKind::EpisodeCompleted => LogStatus::Completed.as_str(),
                EventKind::EpisodeFailed => LogStatus::Failed.as_str(),
                EventKind::EpisodeDeleted => FORGOTTEN,
                _ => continue,
            };
            if let Some(log) = event.event.log {
                let episode = event.event.episode.map(|episode| episode.to_string());
                let what = json!({ "log": log.to_string(), "status": status, "episode": episode });
                self.told
                    .push_back(told("log", &what).id(event.sequence.to_string()));
            }
        }
        if self.depth != Some(unfinished.len()) {
            self.depth = Some(unfinished.len());
            let depth = json!({ "depth": unfinished.len() });
            // Its number lets a page ask from here on that has seen nothing happen yet.
            self.told
                .push_back(told("queue", &depth).id(self.after.to_string()));
        }
        self.known = unfinished.into_iter().collect();
        Ok(())
    }
}

fn told(kind: &str, what: &Value) -> Event {
    Event::default().event(kind).data(what.to_string())
}
