//! Asking a provider with patience that has an end: attempts, waits, a deadline, the circuit breaker.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use recollect_model::Environment;
use serde_json::Value;
use tokio::sync::Semaphore;
use tokio::time::Instant;

use super::circuit::{Circuit, Pass};
use super::failure::Failure;
use super::http::Http;
use super::settings::{InvalidSetting, ProviderSettings};

/// How often a request is tried.
const TRIES: u32 = 4;

/// The wait before the second try; it doubles with each further one.
const FIRST_WAIT: Duration = Duration::from_secs(1);

/// How often the log repeats that something is wrong.
const COMPLAIN_EVERY: Duration = Duration::from_secs(60);

/// A provider and one of its models.
pub(super) struct Provider {
    settings: ProviderSettings,
    http: Http,
    environment: Environment,
    circuit: Circuit,
    free: Semaphore,
    complained: Mutex<Option<Instant>>,
}

/// What a request is about.
#[derive(Debug, Clone, Copy)]
pub(super) struct Question<'a> {
    /// The resource, such as `/chat/completions`.
    pub(super) path: &'static str,
    /// What is sent.
    pub(super) body: &'a Value,
    /// The most bytes the reply may have.
    pub(super) limit: usize,
    /// When the answer is of no more use.
    pub(super) deadline: Instant,
    /// Whether somebody waits for the answer: it does not queue behind others.
    pub(super) is_urgent: bool,
}

impl Provider {
    pub(super) fn new(
        mut settings: ProviderSettings,
        environment: Environment,
    ) -> Result<Self, InvalidSetting> {
        // One request must not use up the time of the whole text, or nobody could tell which of the two was too short.
        settings.request_timeout = settings.request_timeout.min(settings.deadline.mul_f32(0.9));
        if settings.model.trim().is_empty() {
            return Err(InvalidSetting(
                "the provider's model has no name".to_owned(),
            ));
        }
        Ok(Self {
            http: Http::new(&settings, environment.clone())?,
            free: Semaphore::new(settings.parallel.max(1)),
            settings,
            environment,
            circuit: Circuit::default(),
            complained: Mutex::new(None),
        })
    }

    pub(super) fn host(&self) -> &str {
        self.settings.endpoint.host()
    }

    pub(super) fn model(&self) -> &str {
        &self.settings.model
    }

    /// When what begins now must be done.
    pub(super) fn deadline(&self) -> Instant {
        Instant::now() + self.settings.deadline
    }

    /// Asks until there is an answer, or no hope or no time for one. A failure that is the provider's own opens the
    /// circuit.
    pub(super) async fn ask(&self, question: Question<'_>) -> Result<Value, Failure> {
        // Whoever waits for others' requests sees here what became of them.
        let _turn = if question.is_urgent {
            None
        } else {
            let turn = tokio::time::timeout_at(question.deadline, self.free.acquire());
            Some(turn.await.map_err(|_| Failure::OutOfTime)?)
        };
        let pass = self.circuit.enter()?;
        let tries = if pass.is_probe() { 1 } else { TRIES };
        let mut attempt = 1;
        let mut seen = None;
        let failure = loop {
            let failure = match self.try_once(question).await {
                Ok(answer) => {
                    pass.succeed();
                    return Ok(answer);
                }
                // Time ran out because of what was seen before.
                Err(Failure::OutOfTime) => break seen.unwrap_or(Failure::OutOfTime),
                Err(failure) => failure,
            };
            let wait = self.wait(attempt).max(failure.after().unwrap_or_default());
            let is_last = attempt >= tries || Instant::now() + wait >= question.deadline;
            if !failure.may_pass() || is_last {
                break failure;
            }
            tokio::time::sleep(wait).await;
            if let Some(left) = pass.rest() {
                return Err(Failure::Resting(left));
            }
            attempt += 1;
            seen = Some(failure);
        };
        self.judge(pass, &failure);
        Err(failure)
    }

    async fn try_once(&self, question: Question<'_>) -> Result<Value, Failure> {
        let left = question.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(Failure::OutOfTime);
        }
        let most = self.settings.request_timeout;
        let url = self.settings.endpoint.resource(question.path);
        let time = left.min(most);
        let answer = self.http.post(&url, question.body, time, question.limit);
        match answer.await {
            // A provider that was given all its time is hung; one that was asked late is not to blame.
            Err(Failure::OutOfTime) if left >= most => {
                let seconds = most.as_secs_f32();
                let reason = format!("did not answer within {seconds} s");
                Err(Failure::unavailable(reason))
            }
            answer => answer,
        }
    }

    /// The wait after the `attempt`-th try (from 1), up to a quarter longer by chance, so that many do not come back at
    /// the same moment.
    fn wait(&self, attempt: u32) -> Duration {
        let wait = FIRST_WAIT.saturating_mul(2_u32.saturating_pow(attempt.saturating_sub(1)));
        let [dice] = self.environment.random::<1>();
        wait + wait.mul_f32(f32::from(dice) / 1024.0)
    }

    fn judge(&self, pass: Pass<'_>, failure: &Failure) {
        match failure {
            failure if failure.is_everybodys() => {
                pass.fail(failure.after());
                self.complain(failure);
            }
            // The text ran out of time, not the provider.
            Failure::OutOfTime => {}
            // It answered, if not what one would like to hear.
            _ => pass.succeed(),
        }
    }

    /// Says in the log what is wrong, once a minute.
    pub(super) fn complain(&self, failure: &Failure) {
        let mut complained = self
            .complained
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if complained.is_some_and(|last| last.elapsed() < COMPLAIN_EVERY) {
            return;
        }
        *complained = Some(Instant::now());
        let sentence = failure.sentence(self.host());
        if matches!(failure, Failure::Misconfigured(_)) {
            tracing::error!("{sentence}");
        } else {
            tracing::warn!("{sentence}");
        }
    }
}
