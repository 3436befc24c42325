//! A client of the service.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::Target;
use crate::failure::Failure;
use crate::texts::Turn;

/// How often a log is asked after until it is done.
const MAX_POLLS: u32 = 3_000;

/// One connection pool to the service.
#[derive(Debug, Clone)]
pub(crate) struct Client {
    target: Target,
    http: reqwest::Client,
}

impl Client {
    pub(crate) fn new(target: Target) -> Self {
        Self {
            target,
            http: reqwest::Client::new(),
        }
    }

    /// What the account's owner is called, and was, as `PUT /api/v1/me` takes it.
    pub(crate) async fn owner(&self) -> Result<Value, Failure> {
        let me = self.get("/api/v1/me", &[]).await?;
        Ok(json!({ "name": me["name"], "alsoCalled": me["alsoCalled"] }))
    }

    /// Gives the account's owner a name, and no other: whoever owned it before is somebody else.
    pub(crate) async fn call_owner(&self, name: &str) -> Result<(), Failure> {
        let named = json!({ "name": name, "alsoCalled": [] });
        self.put("/api/v1/me", &named).await.map(|_| ())
    }

    /// Creates a space of its own for a run; its id.
    pub(crate) async fn create_space(&self, name: &str) -> Result<String, Failure> {
        let reply = self
            .post("/api/v1/spaces", &json!({ "name": name }))
            .await?;
        Ok(reply["space"]["id"]
            .as_str()
            .ok_or("the reply names no space")?
            .to_owned())
    }

    /// Removes the space of a run.
    pub(crate) async fn delete_space(&self, space: &str) -> Result<(), Failure> {
        let url = format!("{}/api/v1/spaces/{space}", self.target.base);
        self.http
            .delete(url)
            .bearer_auth(&self.target.key)
            .send()
            .await?
            .error_for_status()?;
        Ok(())
    }

    /// Sends one text; its log's id and how long the answer took.
    pub(crate) async fn ingest(
        &self,
        turn: &Turn,
        space: &str,
    ) -> Result<(String, Duration), Failure> {
        let body = json!({
            "episodeBody": turn.text, "referenceTime": turn.time, "source": "bench",
            "spaceId": space, "sessionId": turn.session,
        });
        let start = Instant::now();
        let reply = self.post("/ingest", &body).await?;
        Ok((
            reply["logId"]
                .as_str()
                .ok_or("the reply names no log")?
                .to_owned(),
            start.elapsed(),
        ))
    }

    /// The status of a log.
    pub(crate) async fn status(&self, log: &str) -> Result<String, Failure> {
        let log = self.log(log).await?;
        Ok(log["status"].as_str().unwrap_or_default().to_owned())
    }

    /// A log.
    pub(crate) async fn log(&self, log: &str) -> Result<Value, Failure> {
        let mut reply = self.get(&format!("/api/v1/logs/{log}"), &[]).await?;
        Ok(reply["log"].take())
    }

    /// Waits until a log is completed; when its text was accepted.
    pub(crate) async fn completed(&self, log: &str) -> Result<String, Failure> {
        for _ in 0..MAX_POLLS {
            let reply = self.log(log).await?;
            match reply["status"].as_str().unwrap_or_default() {
                "completed" => {
                    let time = reply["time"].as_str().ok_or("the log tells no time")?;
                    return Ok(time.to_owned());
                }
                "failed" => return Err(format!("a text failed: {}", reply["error"]).into()),
                _ => tokio::time::sleep(Duration::from_millis(10)).await,
            }
        }
        Err("a text was not processed in time".into())
    }

    pub(crate) async fn get(
        &self,
        path: &str,
        parameters: &[(&str, &str)],
    ) -> Result<Value, Failure> {
        let mut url = reqwest::Url::parse(&format!("{}{path}", self.target.base))?;
        if !parameters.is_empty() {
            url.query_pairs_mut().extend_pairs(parameters);
        }
        let request = self.http.get(url).bearer_auth(&self.target.key);
        Ok(request.send().await?.error_for_status()?.json().await?)
    }

    /// Posts a body of another type than JSON.
    pub(crate) async fn send(
        &self,
        path: &str,
        kind: &str,
        body: String,
    ) -> Result<Value, Failure> {
        let url = format!("{}{path}", self.target.base);
        let request = self.http.post(url).bearer_auth(&self.target.key);
        let request = request.header("content-type", kind).body(body);
        Ok(request.send().await?.error_for_status()?.json().await?)
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Result<Value, Failure> {
        self.write(reqwest::Method::POST, path, body).await
    }

    pub(crate) async fn put(&self, path: &str, body: &Value) -> Result<Value, Failure> {
        self.write(reqwest::Method::PUT, path, body).await
    }

    async fn write(
        &self,
        method: reqwest::Method,
        path: &str,
        body: &Value,
    ) -> Result<Value, Failure> {
        let url = format!("{}{path}", self.target.base);
        let response = self
            .http
            .request(method, url)
            .bearer_auth(&self.target.key)
            .json(body)
            .send()
            .await?;
        Ok(response.error_for_status()?.json().await?)
    }
}

/// A name no earlier run has used.
pub(crate) fn run_name(benchmark: &str) -> String {
    format!("bench {benchmark} {:016x}", rand::random::<u64>())
}

/// The `part` (0 to 1) quantile of the durations, in milliseconds.
pub(crate) fn quantile_ms(durations: &mut [Duration], part: f64) -> f64 {
    durations.sort();
    let place = ((durations.len() as f64 * part) as usize).min(durations.len().saturating_sub(1));
    durations
        .get(place)
        .map_or(f64::NAN, |duration| duration.as_secs_f64() * 1e3)
}
