//! Signed tokens: JSON Web Tokens in their compact form (RFC 7515, RFC 7519), and the keys they are verified with
//! (RFC 7517, RFC 7518, RFC 8037).
//!
//! What it guarantees: an algorithm is only ever applied to a key of its own kind, so a public key is never taken for
//! a shared secret; `none` and every algorithm with a shared secret do not exist here. What it does not do: encrypted
//! tokens, and headers that must be understood (`crit`), which are refused.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use recollect_model::{SigningKey, Timestamp};
use ring::signature::{
    self, ECDSA_P256_SHA256_FIXED, ECDSA_P384_SHA384_FIXED, ED25519, Ed25519KeyPair, KeyPair,
    RsaParameters, RsaPublicKeyComponents, UnparsedPublicKey,
};
use serde_json::{Map, Value, json};

/// The longest token that is read.
const LONGEST: usize = 8 * 1024;

/// How a token is signed (RFC 7518, 3.1; RFC 8037, 3.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Algorithm {
    /// Ed25519.
    EdDsa,
    /// ECDSA on P-256.
    Es256,
    /// ECDSA on P-384.
    Es384,
    /// RSA, PKCS #1 v1.5.
    Rs256,
    /// RSA, PKCS #1 v1.5.
    Rs384,
    /// RSA, PKCS #1 v1.5.
    Rs512,
    /// RSA, PSS.
    Ps256,
    /// RSA, PSS.
    Ps384,
    /// RSA, PSS.
    Ps512,
}

impl Algorithm {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::EdDsa,
        Self::Es256,
        Self::Es384,
        Self::Rs256,
        Self::Rs384,
        Self::Rs512,
        Self::Ps256,
        Self::Ps384,
        Self::Ps512,
    ];

    /// Its name in a token.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::EdDsa => "EdDSA",
            Self::Es256 => "ES256",
            Self::Es384 => "ES384",
            Self::Rs256 => "RS256",
            Self::Rs384 => "RS384",
            Self::Rs512 => "RS512",
            Self::Ps256 => "PS256",
            Self::Ps384 => "PS384",
            Self::Ps512 => "PS512",
        }
    }

    /// The one of that name, spelled exactly so (RFC 7515, 4.1.1).
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == name)
    }

    fn rsa(self) -> Option<&'static RsaParameters> {
        match self {
            Self::Rs256 => Some(&signature::RSA_PKCS1_2048_8192_SHA256),
            Self::Rs384 => Some(&signature::RSA_PKCS1_2048_8192_SHA384),
            Self::Rs512 => Some(&signature::RSA_PKCS1_2048_8192_SHA512),
            Self::Ps256 => Some(&signature::RSA_PSS_2048_8192_SHA256),
            Self::Ps384 => Some(&signature::RSA_PSS_2048_8192_SHA384),
            Self::Ps512 => Some(&signature::RSA_PSS_2048_8192_SHA512),
            Self::EdDsa | Self::Es256 | Self::Es384 => None,
        }
    }
}

/// A token as it was presented: nothing in it is believed until [`is_signed_by`](Self::is_signed_by) says so.
#[derive(Debug)]
pub struct PresentedToken<'t> {
    algorithm: Algorithm,
    kind: Option<String>,
    key: Option<String>,
    claims: Map<String, Value>,
    signed: &'t [u8],
    signature: Vec<u8>,
}

impl<'t> PresentedToken<'t> {
    /// Reads a token; `None` for what is none, and for one whose algorithm does not exist here.
    pub fn read(token: &'t str) -> Option<Self> {
        if token.len() > LONGEST {
            return None;
        }
        let (signed, signature) = token.rsplit_once('.')?;
        let (header, claims) = signed.split_once('.')?;
        let header = object(header)?;
        // RFC 7515, 4.1.11: what must be understood and is not.
        if header.contains_key("crit") {
            return None;
        }
        let named = |name: &str| header.get(name).and_then(Value::as_str).map(str::to_owned);
        Some(Self {
            algorithm: Algorithm::from_name(&named("alg")?)?,
            kind: named("typ"),
            key: named("kid"),
            claims: object(claims)?,
            signed: signed.as_bytes(),
            signature: URL_SAFE_NO_PAD.decode(signature).ok()?,
        })
    }

    /// How it says it is signed.
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// By which key it says it is signed.
    pub fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    /// The kind of token that it says it is, without `application/` and in lower case (RFC 7515, 4.1.9).
    pub fn kind(&self) -> Option<String> {
        let kind = self.kind.as_deref()?.to_ascii_lowercase();
        Some(
            kind.strip_prefix("application/")
                .map_or(kind.clone(), str::to_owned),
        )
    }

    /// Whether this key signed it.
    pub fn is_signed_by(&self, key: &PublicKey) -> bool {
        key.verifies(self.algorithm, self.signed, &self.signature)
    }

    /// A claim that is a text.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.claims.get(name).and_then(Value::as_str)
    }

    /// A claim that is true.
    pub fn is_set(&self, name: &str) -> bool {
        self.claims.get(name).and_then(Value::as_bool) == Some(true)
    }

    /// A claim that is an instant: seconds since 1970 (RFC 7519, 2).
    pub fn instant(&self, name: &str) -> Option<Timestamp> {
        let seconds = self.claims.get(name)?.as_f64()?;
        // A time past the end of time is the end of time.
        let bounded = seconds.clamp(
            Timestamp::MIN.as_second() as f64,
            Timestamp::MAX.as_second() as f64,
        );
        Timestamp::from_second(bounded as i64).ok()
    }

    /// Whether it is meant for somebody for whom `is_meant` holds (RFC 7519, 4.1.3).
    pub fn is_for(&self, is_meant: impl Fn(&str) -> bool) -> bool {
        match self.claims.get("aud") {
            Some(Value::String(audience)) => is_meant(audience),
            Some(Value::Array(audiences)) => {
                audiences.iter().filter_map(Value::as_str).any(is_meant)
            }
            _ => false,
        }
    }
}

fn object(part: &str) -> Option<Map<String, Value>> {
    let bytes = URL_SAFE_NO_PAD.decode(part).ok()?;
    match serde_json::from_slice(&bytes) {
        Ok(Value::Object(fields)) => Some(fields),
        _ => None,
    }
}

/// A key that verifies signatures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PublicKey {
    /// Ed25519.
    Ed25519(Vec<u8>),
    /// P-256, uncompressed.
    P256(Vec<u8>),
    /// P-384, uncompressed.
    P384(Vec<u8>),
    /// RSA: modulus and exponent.
    Rsa(Vec<u8>, Vec<u8>),
}

impl PublicKey {
    /// Reads a JSON Web Key; `None` for a kind that is not known, and for one that is not to verify signatures with.
    pub fn from_jwk(jwk: &Value) -> Option<Self> {
        let text = |name: &str| jwk.get(name).and_then(Value::as_str);
        let bytes = |name: &str| URL_SAFE_NO_PAD.decode(text(name)?).ok();
        if text("use").is_some_and(|purpose| purpose != "sig") {
            return None;
        }
        let point = |size: usize| {
            let (x, y) = (bytes("x")?, bytes("y")?);
            let is_whole = x.len() == size && y.len() == size;
            is_whole.then(|| [&[4], &x[..], &y[..]].concat())
        };
        match (text("kty")?, text("crv")) {
            ("OKP", Some("Ed25519")) => bytes("x").map(Self::Ed25519),
            ("EC", Some("P-256")) => point(32).map(Self::P256),
            ("EC", Some("P-384")) => point(48).map(Self::P384),
            ("RSA", _) => Some(Self::Rsa(bytes("n")?, bytes("e")?)),
            _ => None,
        }
    }

    /// Whether this kind of key goes with this algorithm, and the signature is right.
    fn verifies(&self, algorithm: Algorithm, signed: &[u8], signature: &[u8]) -> bool {
        let verified = match (self, algorithm) {
            (Self::Ed25519(key), Algorithm::EdDsa) => {
                UnparsedPublicKey::new(&ED25519, key).verify(signed, signature)
            }
            (Self::P256(key), Algorithm::Es256) => {
                UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, key).verify(signed, signature)
            }
            (Self::P384(key), Algorithm::Es384) => {
                UnparsedPublicKey::new(&ECDSA_P384_SHA384_FIXED, key).verify(signed, signature)
            }
            (Self::Rsa(n, e), algorithm) => match algorithm.rsa() {
                Some(parameters) => {
                    RsaPublicKeyComponents { n, e }.verify(parameters, signed, signature)
                }
                None => return false,
            },
            _ => return false,
        };
        verified.is_ok()
    }
}

/// A key that signs.
pub(super) struct Signer {
    id: String,
    pair: Ed25519KeyPair,
}

impl Signer {
    /// The key's; `None` when it is damaged.
    pub(super) fn of(key: &SigningKey) -> Option<Self> {
        let pair = Ed25519KeyPair::from_seed_unchecked(&key.seed).ok()?;
        Some(Self {
            id: key.id.to_string(),
            pair,
        })
    }

    /// A token of this kind with these claims.
    pub(super) fn sign(&self, kind: &str, claims: &Value) -> String {
        let header = json!({ "alg": Algorithm::EdDsa.as_str(), "typ": kind, "kid": self.id });
        let encode = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", encode(&header), encode(claims));
        let signature = self.pair.sign(signed.as_bytes());
        format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature))
    }

    /// What verifies its signatures.
    pub(super) fn public(&self) -> PublicKey {
        PublicKey::Ed25519(self.pair.public_key().as_ref().to_vec())
    }

    /// The same, to be published (RFC 8037, 2).
    pub(super) fn jwk(&self) -> Value {
        json!({
            "kty": "OKP",
            "crv": "Ed25519",
            "use": "sig",
            "alg": Algorithm::EdDsa.as_str(),
            "kid": self.id,
            "x": URL_SAFE_NO_PAD.encode(self.pair.public_key()),
        })
    }
}
