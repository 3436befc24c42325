//! The headers of a delivery: Standard Webhooks (<https://www.standardwebhooks.com>, version 1) and those that CORE
//! sent.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use recollect_model::{Timestamp, WebhookSecret};
use recollect_storage::ClaimedDelivery;
use sha2::Sha256;

const USER_AGENT: &str = concat!("Recollect/", env!("CARGO_PKG_VERSION"));

/// The headers of an attempt that begins now.
pub(super) fn headers(claimed: &ClaimedDelivery, now: Timestamp) -> Vec<(&'static str, String)> {
    let (id, timestamp) = (claimed.id.to_string(), now.as_second().to_string());
    let signed = format!("{id}.{timestamp}.{}", claimed.body);
    let previous = claimed
        .previous_secret
        .as_ref()
        .filter(|previous| now < previous.until);
    let signatures: Vec<String> = std::iter::once(&claimed.secret)
        .chain(previous.map(|previous| &previous.secret))
        .map(|secret| signature(secret, &signed))
        .collect();
    let digest = hmac(claimed.secret.reveal().as_bytes(), &claimed.body);
    let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    vec![
        ("content-type", "application/json".to_owned()),
        ("user-agent", USER_AGENT.to_owned()),
        ("webhook-id", id.clone()),
        ("webhook-timestamp", timestamp),
        // Several are separated by blanks: the receiver takes any that it can verify.
        ("webhook-signature", signatures.join(" ")),
        ("x-hub-signature-256", format!("sha256={hex}")),
        ("x-webhook-event", claimed.kind.as_str().to_owned()),
        ("x-webhook-delivery", id),
    ]
}

fn signature(secret: &WebhookSecret, signed: &str) -> String {
    format!("v1,{}", STANDARD.encode(hmac(&secret.key(), signed)))
}

fn hmac(key: &[u8], text: &str) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
    mac.update(text.as_bytes());
    mac.finalize().into_bytes().to_vec()
}
