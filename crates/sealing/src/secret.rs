//! Bytes of keys.

use zeroize::Zeroizing;

/// 32 bytes that are overwritten when they are dropped.
pub(crate) type Secret = Zeroizing<[u8; 32]>;
