//! What is looked at, and mended, before the protocol's library reads a message.
//!
//! A published client opens with `"capabilities": {"tools": true}` and a version of its own making; both are understood
//! for what they mean. A tool that the credential does not allow is refused here, because the library could only answer
//! with status 200, and a client with an OAuth token learns from a 403 which scope to ask its user for.

use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode};
use recollect_model::{Caller, Credential, Scope};
use serde_json::{Map, Value};

use super::{is_json, tools};
use crate::http::error::ApiError;

/// One message of JSON-RPC.
pub(super) struct Message {
    fields: Map<String, Value>,
    is_mended: bool,
}

/// Reads a body that must be one message.
pub(super) fn message(headers: &HeaderMap, body: &[u8]) -> Result<Message, ApiError> {
    if !is_json(headers) {
        return Err(ApiError::Protocol {
            status: StatusCode::UNSUPPORTED_MEDIA_TYPE,
            reason: "the body must be JSON, and Content-Type must say application/json".to_owned(),
        });
    }
    let text =
        std::str::from_utf8(body).map_err(|_| ApiError::not_json("the body is not UTF-8"))?;
    let value = serde_json::from_str(text)
        .map_err(|error| ApiError::not_json(format!("the body is not JSON: {error}")))?;
    let Value::Object(fields) = value else {
        return Err(ApiError::not_json(
            "the body must be one JSON-RPC message; send several one by one",
        ));
    };
    let mut message = Message {
        fields,
        is_mended: false,
    };
    message.mend();
    Ok(message)
}

impl Message {
    /// What it asks for.
    pub(super) fn method(&self) -> Option<&str> {
        self.fields.get("method")?.as_str()
    }

    /// The scope that the tool it calls needs and a token that an application was granted lacks. Other credentials cannot
    /// be widened, so there the tool itself says what is missing.
    pub(super) fn lacking(&self, caller: &Caller) -> Option<Scope> {
        if self.method() != Some("tools/call")
            || !matches!(caller.credential, Credential::AccessToken(_))
        {
            return None;
        }
        let name = self.fields.get("params")?.get("name")?.as_str()?;
        tools::scope_of(name).filter(|scope| !caller.scopes.contains(*scope))
    }

    /// The message as it is to be read.
    pub(super) fn into_bytes(self, body: Bytes) -> Bytes {
        match self.is_mended {
            true => Bytes::from(Value::Object(self.fields).to_string()),
            false => body,
        }
    }

    /// Drops capabilities that are no objects: a capability is named by an object, and any other value names none.
    fn mend(&mut self) {
        if self.method() != Some("initialize") {
            return;
        }
        let capabilities = self
            .fields
            .get_mut("params")
            .and_then(|params| params.get_mut("capabilities"))
            .and_then(Value::as_object_mut);
        if let Some(capabilities) = capabilities {
            let before = capabilities.len();
            capabilities.retain(|_, value| value.is_object());
            self.is_mended = capabilities.len() != before;
        }
    }
}
