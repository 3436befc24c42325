//! An authenticator of the test's own: one passkey on the curve P-256, and what it says of itself, right or wrong.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use ring::digest::{SHA256, digest};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};

/// That somebody was there, and showed who they are.
const VERIFIED: u8 = 0b0000_0101;
/// That what is said of a new key follows.
const WITH_KEY: u8 = 0b0100_0000;

/// A passkey. What it says can be changed between two signatures.
pub(crate) struct Authenticator {
    key: EcdsaKeyPair,
    pub(crate) id: Vec<u8>,
    /// Whose it is, as it was told when it was made.
    pub(crate) user: Vec<u8>,
    /// The page that it believes to be asked by.
    pub(crate) origin: String,
    /// The host that it is kept to.
    pub(crate) host: String,
    pub(crate) counter: u32,
    pub(crate) flags: u8,
}

impl Authenticator {
    /// Makes a passkey by what a service asks for, on a page of this origin.
    pub(crate) fn of(options: &Value, origin: &str) -> Self {
        let random = SystemRandom::new();
        let algorithm = &ECDSA_P256_SHA256_ASN1_SIGNING;
        let document = EcdsaKeyPair::generate_pkcs8(algorithm, &random).unwrap();
        let key = EcdsaKeyPair::from_pkcs8(algorithm, document.as_ref(), &random).unwrap();
        let options = &options["publicKey"];
        let user = options["user"]["id"].as_str().unwrap();
        let public = key.public_key().as_ref().to_vec();
        Self {
            id: digest(&SHA256, &public).as_ref().to_vec(),
            key,
            user: BASE64.decode(user).unwrap(),
            origin: origin.to_owned(),
            host: options["rp"]["id"].as_str().unwrap().to_owned(),
            counter: 0,
            flags: VERIFIED,
        }
    }

    /// What the browser says of the new passkey, as JSON.
    pub(crate) fn made(&self, options: &Value) -> String {
        let client = self.client_data("webauthn.create", options);
        let data = self.authenticator_data(WITH_KEY, &self.described());
        let attestation = [
            b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x59",
            &u16::try_from(data.len()).unwrap().to_be_bytes()[..],
            &data,
        ];
        let attestation = BASE64.encode(attestation.concat());
        let response = json!({ "clientDataJSON": BASE64.encode(client), "attestationObject": attestation, "transports": ["internal"] });
        self.credential(&response)
    }

    /// What the browser says of a signature, as JSON. The counter goes on.
    pub(crate) fn signed(&mut self, options: &Value) -> String {
        self.counter += 1;
        let client = self.client_data("webauthn.get", options);
        let data = self.authenticator_data(0, &[]);
        let hash = digest(&SHA256, client.as_bytes());
        let message = [&data, hash.as_ref()].concat();
        let signature = self.key.sign(&SystemRandom::new(), &message).unwrap();
        let response = json!({
            "clientDataJSON": BASE64.encode(client),
            "authenticatorData": BASE64.encode(data),
            "signature": BASE64.encode(signature),
            "userHandle": BASE64.encode(&self.user),
        });
        self.credential(&response)
    }

    fn credential(&self, response: &Value) -> String {
        let id = BASE64.encode(&self.id);
        let credential = json!({
            "id": id, "rawId": id, "type": "public-key", "authenticatorAttachment": "platform",
            "clientExtensionResults": {}, "response": response,
        });
        credential.to_string()
    }

    fn client_data(&self, kind: &str, options: &Value) -> String {
        let challenge = &options["publicKey"]["challenge"];
        let data = json!({ "type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": false });
        data.to_string()
    }

    fn authenticator_data(&self, more: u8, rest: &[u8]) -> Vec<u8> {
        let host = digest(&SHA256, self.host.as_bytes());
        let flags = [self.flags | more];
        let counter = self.counter.to_be_bytes();
        [host.as_ref(), &flags, &counter, rest].concat()
    }

    /// The passkey's id and its public key in COSE's form (RFC 9053, 7.1).
    fn described(&self) -> Vec<u8> {
        let point = &self.key.public_key().as_ref()[1..];
        let length = u16::try_from(self.id.len()).unwrap().to_be_bytes();
        [
            &[0; 16][..],
            &length,
            &self.id,
            b"\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20",
            &point[..32],
            b"\x22\x58\x20",
            &point[32..],
        ]
        .concat()
    }
}
