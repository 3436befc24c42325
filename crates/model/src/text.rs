//! Ranges of a text, counted in characters.

/// A stretch of a text in characters (Unicode scalar values, as Python counts them), its end excluded.
#[derive(
    Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub struct CharRange {
    /// The first character inside.
    pub start: u32,
    /// The first character after.
    pub end: u32,
}

impl CharRange {
    /// Whether some character is in both.
    pub const fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }
}

/// A text with the map from its characters to its bytes, for many look-ups in one text.
#[derive(Debug, Clone)]
pub struct CharText<'a> {
    text: &'a str,
    /// Byte offset of every character, and of the end; empty when the text is ASCII and the two counts agree.
    bytes: Vec<u32>,
}

impl<'a> CharText<'a> {
    /// Prepares `text`, which must be shorter than 4 GiB.
    pub fn new(text: &'a str) -> Self {
        let bytes = if text.is_ascii() {
            Vec::new()
        } else {
            text.char_indices()
                .map(|(byte, _)| byte)
                .chain([text.len()])
                .map(|byte| byte as u32)
                .collect()
        };
        Self { text, bytes }
    }

    /// The number of characters.
    pub fn len(&self) -> u32 {
        self.bytes.len().checked_sub(1).unwrap_or(self.text.len()) as u32
    }

    /// Whether the text has no character.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The words of a range; what lies past the end of the text is left out.
    pub fn slice(&self, range: CharRange) -> &'a str {
        let (start, end) = (self.byte_of(range.start), self.byte_of(range.end));
        self.text.get(start..end.max(start)).unwrap_or("")
    }

    /// The range in characters of a range in bytes that lies on character boundaries.
    pub fn range_of_bytes(&self, bytes: std::ops::Range<usize>) -> CharRange {
        CharRange {
            start: self.char_of(bytes.start),
            end: self.char_of(bytes.end),
        }
    }

    fn byte_of(&self, character: u32) -> usize {
        let byte = if self.bytes.is_empty() {
            Some(character)
        } else {
            self.bytes.get(character as usize).copied()
        };
        byte.map_or(self.text.len(), |byte| (byte as usize).min(self.text.len()))
    }

    fn char_of(&self, byte: usize) -> u32 {
        if self.bytes.is_empty() {
            return byte.min(self.text.len()) as u32;
        }
        self.bytes.partition_point(|&start| (start as usize) < byte) as u32
    }
}

/// Whether a character changes how the text around it is shown, or is not shown at all: controls, marks of direction, what has no
/// width.
#[must_use]
pub fn is_deceptive(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}
