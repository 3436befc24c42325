//! The conversation with a language model: `/chat/completions`.
//!
//! Providers differ in what they accept. The best way of asking is tried first: a schema that the provider enforces.
//! What is refused is given up step by step (any JSON instead of the schema, then plain text; another name for the limit
//! of the answer; no temperature), and what worked is remembered.

use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};
use tokio::time::Instant;

use super::failure::{Complaint, Failure};
use super::provider::{Provider, Question};
use super::schema;
use super::settings::ExtractionLimits;

/// The most bytes of a reply.
const LARGEST_REPLY: usize = 1024 * 1024;

/// How often a request is put in another way.
const MOST_WAYS: usize = 5;

/// What was said so far, as pairs of a role and a text.
pub(super) type Messages = Vec<(&'static str, String)>;

/// A model's answer.
#[derive(Debug)]
pub(super) struct Answer {
    /// Its text.
    pub(super) text: String,
    /// The tokens it cost, where the provider says.
    pub(super) tokens: Option<u64>,
}

/// A way of asking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Way {
    form: Form,
    limits_completion: bool,
    has_temperature: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Schema,
    Json,
    Text,
}

/// A model that answers in the form of [`schema`], and the way it is best asked.
pub(super) struct Chat {
    way: Mutex<Way>,
    answer_tokens: u32,
    notes: usize,
}

impl Chat {
    pub(super) fn new(limits: &ExtractionLimits) -> Self {
        Self {
            way: Mutex::new(Way {
                form: Form::Schema,
                limits_completion: false,
                has_temperature: true,
            }),
            answer_tokens: limits.answer_tokens,
            notes: limits.notes,
        }
    }

    /// The model's answer to what was said so far.
    pub(super) async fn ask(
        &self,
        provider: &Provider,
        messages: &Messages,
        deadline: Instant,
    ) -> Result<Answer, Failure> {
        let mut way = *self.way.lock().unwrap_or_else(PoisonError::into_inner);
        let mut failure = Failure::OutOfTime;
        for _ in 0..MOST_WAYS {
            let body = self.body(provider.model(), messages, way);
            let question = Question {
                path: "/chat/completions",
                body: &body,
                limit: LARGEST_REPLY,
                deadline,
                is_urgent: false,
            };
            failure = match provider.ask(question).await {
                Ok(reply) => {
                    *self.way.lock().unwrap_or_else(PoisonError::into_inner) = way;
                    return answer(&reply);
                }
                Err(failure) => failure,
            };
            let next = match &failure {
                Failure::Rejected(complaint) => way.after(*complaint),
                _ => None,
            };
            let Some(next) = next else { break };
            way = next;
        }
        Err(failure)
    }

    fn body(&self, model: &str, messages: &Messages, way: Way) -> Value {
        let messages: Vec<Value> = messages
            .iter()
            .map(|(role, content)| json!({"role": role, "content": content}))
            .collect();
        let mut body = json!({"model": model, "messages": messages});
        let limit = if way.limits_completion {
            "max_completion_tokens"
        } else {
            "max_tokens"
        };
        body[limit] = json!(self.answer_tokens);
        if way.has_temperature {
            body["temperature"] = json!(0);
        }
        match way.form {
            Form::Schema => body["response_format"] = schema::response_format(self.notes),
            Form::Json => body["response_format"] = json!({"type": "json_object"}),
            Form::Text => {}
        }
        body
    }
}

impl Way {
    /// The next way to try after a refusal; `None` when nothing is left to give up.
    fn after(self, complaint: Complaint) -> Option<Self> {
        if complaint.names_max_tokens && !self.limits_completion {
            return Some(Self {
                limits_completion: true,
                ..self
            });
        }
        if complaint.names_temperature && self.has_temperature {
            return Some(Self {
                has_temperature: false,
                ..self
            });
        }
        let form = match self.form {
            Form::Schema => Form::Json,
            Form::Json => Form::Text,
            Form::Text => return None,
        };
        Some(Self { form, ..self })
    }
}

fn answer(reply: &Value) -> Result<Answer, Failure> {
    let choice = &reply["choices"][0];
    let message = &choice["message"];
    let finish = choice["finish_reason"].as_str().unwrap_or("stop");
    let is_refusal = message["refusal"]
        .as_str()
        .is_some_and(|refusal| !refusal.is_empty());
    if is_refusal || finish == "content_filter" {
        return Err(Failure::Refused);
    }
    if finish == "length" {
        return Err(Failure::TooLong);
    }
    let Some(text) = message["content"].as_str() else {
        return Err(Failure::unavailable("sent a reply without an answer in it"));
    };
    Ok(Answer {
        text: text.to_owned(),
        tokens: reply["usage"]["total_tokens"].as_u64(),
    })
}
