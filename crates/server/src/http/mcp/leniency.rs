//! What is looked at, and mended, before the protocol's library reads a message.
//!
//! A published client opens with `"capabilities": {"tools": true}` and a version of its own making; both are
//! understood for what they mean. A tool that the credential does not allow is refused here, because the library
//! could only answer with status 200, and a client with an OAuth token learns from a 403 which scope to ask its user
//! for. Parameters that are wrong are told here as well: to the library, a message whose parameters it cannot read is
//! of a method that it does not know.

use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode};
use recollect_model::{Caller, Credential, Scope};
use rmcp::model::{
    CallToolRequestParams, GetPromptRequestParams, InitializeRequestParams, PaginatedRequestParams,
    ReadResourceRequestParams,
};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::{is_json, tools, wording};
use crate::http::error::ApiError;

/// One message of JSON-RPC.
pub(super) struct Message {
    fields: Map<String, Value>,
    is_mended: bool,
    misshapen: Option<Misshapen>,
}

/// What is wrong with the arguments of a tool as a whole, in words for the model that calls it.
#[derive(Debug, Clone)]
pub(super) struct Misshapen(pub(super) String);

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
        misshapen: None,
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

    /// Whether it calls a tool that brings words to be understood.
    pub(super) fn brings_text(&self) -> bool {
        let name = self.fields.get("params").map(|params| &params["name"]);
        let name = name.and_then(Value::as_str).unwrap_or_default();
        self.method() == Some("tools/call") && tools::brings_text(name)
    }

    /// What is wrong with the arguments of the tool it calls, where these are no object: the tool itself says so.
    pub(super) fn misshapen(&self) -> Option<Misshapen> {
        self.misshapen.clone()
    }

    /// The answer to what is no message of JSON-RPC 2.0.
    pub(super) fn invalid(&self) -> Option<Value> {
        let id = self.fields.get("id").unwrap_or(&Value::Null);
        let is_id = id.is_string() || id.is_i64() || id.is_u64();
        let is_answer = ["result", "error"]
            .iter()
            .any(|name| self.fields.contains_key(*name));
        let reason = match self.fields.get("method") {
            _ if self.fields.get("jsonrpc").and_then(Value::as_str) != Some("2.0") => {
                "jsonrpc must be \"2.0\""
            }
            _ if !is_id && !id.is_null() => "id must be a whole number or a text",
            None if !is_answer => "method is missing",
            Some(method) if !method.is_string() => "method must be a text",
            _ => return None,
        };
        let id = is_id.then_some(id);
        let error = json!({ "code": INVALID_REQUEST, "message": reason });
        Some(json!({ "jsonrpc": "2.0", "id": id, "error": error }))
    }

    /// The answer to a request whose parameters are not those of its method; a notification has none.
    pub(super) fn refusal(&self) -> Option<Value> {
        let id = self.fields.get("id").filter(|id| !id.is_null())?;
        let params = self.fields.get("params").filter(|params| !params.is_null());
        let params = params.cloned().unwrap_or_else(|| json!({}));
        let reason = match self.method()? {
            "initialize" => mistake::<InitializeRequestParams>(params),
            "tools/call" => mistake::<CallToolRequestParams>(params),
            "resources/read" => mistake::<ReadResourceRequestParams>(params),
            "prompts/get" => mistake::<GetPromptRequestParams>(params),
            "tools/list" | "resources/list" | "resources/templates/list" | "prompts/list" => {
                mistake::<PaginatedRequestParams>(params)
            }
            _ => None,
        };
        let error = json!({ "code": INVALID_PARAMS, "message": reason? });
        Some(json!({ "jsonrpc": "2.0", "id": id, "error": error }))
    }

    /// The message as it is to be read.
    pub(super) fn into_bytes(self, body: Bytes) -> Bytes {
        match self.is_mended {
            true => Bytes::from(Value::Object(self.fields).to_string()),
            false => body,
        }
    }

    fn mend(&mut self) {
        match self.method() {
            Some("initialize") => self.mend_capabilities(),
            Some("tools/call") => self.mend_arguments(),
            _ => {}
        }
    }

    /// Drops capabilities that are no objects: a capability is named by an object, and any other value names none.
    fn mend_capabilities(&mut self) {
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

    /// Drops arguments that are no object, and notes it for the tool: the model that called it can put that right.
    fn mend_arguments(&mut self) {
        let params = self.fields.get_mut("params").and_then(Value::as_object_mut);
        let is_object = |value: &Value| value.is_object() || value.is_null();
        if let Some(params) = params
            && let Some(arguments) = params.get("arguments").filter(|value| !is_object(value))
        {
            let reason = format!("its arguments must be an object, not {}", kind(arguments));
            self.misshapen = Some(Misshapen(reason));
            params.shift_remove("arguments");
            self.is_mended = true;
        }
    }
}

/// The code of what is no message (JSON-RPC 2.0, 5.1).
const INVALID_REQUEST: i32 = -32_600;
/// The code of parameters that are not those of a method (JSON-RPC 2.0, 5.1).
const INVALID_PARAMS: i32 = -32_602;

/// What keeps parameters from being read as those of a method; what every message may have beside them is the library's.
fn mistake<T: DeserializeOwned>(params: Value) -> Option<String> {
    let Value::Object(mut params) = params else {
        return Some(format!("params must be an object, not {}", kind(&params)));
    };
    params.shift_remove("_meta");
    let read: Result<T, _> = serde_path_to_error::deserialize(Value::Object(params));
    let error = read.err()?;
    let path = error.path().to_string();
    let reason = error.into_inner().to_string();
    let path = match path.as_str() {
        "" | "." => "params".to_owned(),
        path => format!("params.{path}"),
    };
    Some(wording::mistake(&path, &reason))
}

/// What a value is, in words.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
