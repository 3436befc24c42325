//! Sealing values and opening them.

use aes_gcm_siv::aead::{AeadInOut, KeyInit};
use aes_gcm_siv::{Aes256GcmSiv, Nonce};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;

use crate::secret::Secret;

/// One for every value: what tells two values apart is the place, which is authenticated, and the values themselves.
const NONCE: [u8; 12] = [0; 12];

/// A sealed value that does not open: it was changed, put elsewhere, or sealed by another key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("it is not what was sealed there, or was sealed by another key")]
pub struct Unsealable;

/// Seals values at places and opens them. Keys are overwritten when it is dropped.
pub struct Sealer(Aes256GcmSiv);

impl std::fmt::Debug for Sealer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Sealer(…)")
    }
}

impl Sealer {
    pub(crate) fn new(key: &Secret) -> Self {
        Self(Aes256GcmSiv::new((&**key).into()))
    }

    /// Seals a text at a place, to be kept as a text.
    pub fn seal_text(&self, place: &str, text: &str) -> String {
        STANDARD_NO_PAD.encode(self.seal(place, text.as_bytes().to_vec()))
    }

    /// Opens a text that was sealed at this place.
    pub fn open_text(&self, place: &str, sealed: &str) -> Result<String, Unsealable> {
        let sealed = STANDARD_NO_PAD.decode(sealed).map_err(|_| Unsealable)?;
        String::from_utf8(self.open(place, sealed)?).map_err(|_| Unsealable)
    }

    /// Seals bytes at a place: they grow by 16.
    pub fn seal(&self, place: &str, mut bytes: Vec<u8>) -> Vec<u8> {
        let sealed = self
            .0
            .encrypt_in_place(&Nonce::from(NONCE), place.as_bytes(), &mut bytes);
        sealed.expect("no value has 64 GiB");
        bytes
    }

    /// Opens bytes that were sealed at this place.
    pub fn open(&self, place: &str, mut sealed: Vec<u8>) -> Result<Vec<u8>, Unsealable> {
        let opened = self
            .0
            .decrypt_in_place(&Nonce::from(NONCE), place.as_bytes(), &mut sealed);
        opened.map_err(|_| Unsealable)?;
        Ok(sealed)
    }
}
