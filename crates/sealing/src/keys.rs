//! The master key, and the data keys that it wraps.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD};
use hkdf::Hkdf;
use sha2::Sha256;
use zeroize::Zeroizing;

use crate::cipher::{Sealer, Unsealable};
use crate::secret::Secret;

/// A text that is no key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "a key is 32 bytes, written as 64 hexadecimal digits or in base64, such as `openssl rand -hex 32` prints"
)]
pub struct InvalidKey;

/// What wraps the data keys of a database.
#[derive(Clone)]
pub struct MasterKey(Secret);

impl std::fmt::Debug for MasterKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "MasterKey({})", self.id())
    }
}

impl MasterKey {
    /// The key of these bytes, which must be random.
    pub fn of(bytes: [u8; 32]) -> Self {
        Self(Zeroizing::new(bytes))
    }

    /// The key that a text writes out, blanks around it apart.
    pub fn from_text(text: &str) -> Result<Self, InvalidKey> {
        let text = text.trim();
        let bytes = match text.len() {
            64 => unhex(text),
            44 => STANDARD.decode(text).ok(),
            43 => STANDARD_NO_PAD.decode(text).ok(),
            _ => None,
        };
        let bytes = Zeroizing::new(bytes.ok_or(InvalidKey)?);
        let bytes: [u8; 32] = bytes.as_slice().try_into().map_err(|_| InvalidKey)?;
        Ok(Self::of(bytes))
    }

    /// The key written out, as [`from_text`](Self::from_text) reads it.
    pub fn to_text(&self) -> Zeroizing<String> {
        Zeroizing::new(hex(&*self.0))
    }

    /// What tells this key from others, and tells nothing of it: 16 hexadecimal digits.
    pub fn id(&self) -> String {
        hex(&derived(&self.0, "recollect: the name of a master key")[..8])
    }

    /// A data key as it is kept. It opens for its owner alone.
    pub fn wrap(&self, key: &DataKey, owner: &str) -> Vec<u8> {
        self.wrapper().seal(&place(owner), key.0.to_vec())
    }

    /// A data key that [`wrap`](Self::wrap) wrapped for this owner.
    pub fn unwrap(&self, wrapped: Vec<u8>, owner: &str) -> Result<DataKey, Unsealable> {
        let bytes = Zeroizing::new(self.wrapper().open(&place(owner), wrapped)?);
        let bytes: [u8; 32] = bytes.as_slice().try_into().map_err(|_| Unsealable)?;
        Ok(DataKey::of(bytes))
    }

    fn wrapper(&self) -> Sealer {
        Sealer::new(&derived(&self.0, "recollect: wrapping data keys"))
    }
}

/// What a user's values, or the service's own, are sealed with.
pub struct DataKey(Secret);

impl std::fmt::Debug for DataKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("DataKey(…)")
    }
}

impl DataKey {
    /// The key of these bytes, which must be random.
    pub fn of(bytes: [u8; 32]) -> Self {
        Self(Zeroizing::new(bytes))
    }

    /// What seals values for this purpose: another purpose, another key.
    pub fn sealer(&self, purpose: &str) -> Sealer {
        let purpose = format!("recollect: sealing {purpose}");
        Sealer::new(&derived(&self.0, &purpose))
    }
}

fn place(owner: &str) -> String {
    format!("data key of {owner}")
}

fn derived(key: &Secret, purpose: &str) -> Secret {
    let mut derived = Zeroizing::new([0; 32]);
    let expanded = Hkdf::<Sha256>::new(None, &**key).expand(purpose.as_bytes(), &mut *derived);
    expanded.expect("32 bytes are no more than HKDF gives");
    derived
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let pairs = text.as_bytes().chunks(2);
    pairs
        .map(|pair| {
            let digit = |byte: u8| char::from(byte).to_digit(16);
            let (high, low) = (digit(*pair.first()?)?, digit(*pair.get(1)?)?);
            u8::try_from(high * 16 + low).ok()
        })
        .collect()
}
