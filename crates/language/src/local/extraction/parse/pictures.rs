//! What a chat says of a picture that was shared: "[shared an image: a photo of a dog]".

use std::ops::Range;

/// The longest caption that is read, in bytes.
const MAX_CAPTION: usize = 400;

/// What pictures are called.
const PICTURES: &[&str] = &[
    "image",
    "photo",
    "picture",
    "pic",
    "photograph",
    "photography",
    "screenshot",
    "selfie",
    "drawing",
    "painting",
    "sketch",
    "video",
    "gif",
];

/// A picture with its caption.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Picture {
    /// Where it stands, with its brackets, in bytes.
    pub(super) range: Range<usize>,
    /// Where its caption begins.
    pub(super) caption: usize,
    /// Whether the caption says itself that it is of a picture: "a photo of a dog".
    pub(super) says_so: bool,
}

/// The pictures that a text tells of, in order.
pub(super) fn pictures(content: &str) -> Vec<Picture> {
    let mut pictures = Vec::new();
    let mut from = 0;
    while let Some(start) = content[from..].find('[').map(|place| from + place) {
        from = start + 1;
        let rest = &content[from..];
        let Some(end) = rest.find(['[', ']', '\n']) else {
            break;
        };
        let inside = &rest[..end];
        if !rest[end..].starts_with(']') || end > MAX_CAPTION {
            continue;
        }
        if let Some((caption, says_so)) = caption(inside) {
            pictures.push(Picture {
                range: start..from + end + 1,
                caption: from + caption,
                says_so,
            });
        }
    }
    pictures
}

/// Where the caption begins of what stands in brackets, and whether it says itself that it is one.
fn caption(inside: &str) -> Option<(usize, bool)> {
    let colon = inside.find(": ")?;
    let label: Vec<String> = inside[..colon]
        .split_whitespace()
        .map(str::to_lowercase)
        .collect();
    let is_verb = |word: &String| {
        [
            "shared", "shares", "sent", "sends", "posted", "posts", "attached", "uploaded",
        ]
        .contains(&word.as_str())
    };
    let is_article = |word: &String| ["a", "an", "the"].contains(&word.as_str());
    let label: Vec<&String> = label
        .iter()
        .skip_while(|word| is_verb(word))
        .skip_while(|word| is_article(word))
        .collect();
    let is_picture = matches!(label[..], [noun] if PICTURES.contains(&noun.as_str()));
    let caption = inside[colon + 1..].trim_start();
    let is_words = caption.split_whitespace().nth(1).is_some();
    if !is_picture || !is_words {
        return None;
    }
    Some((inside.len() - caption.len(), says_picture(caption)))
}

/// Whether a caption says itself that it is of a picture: "a photo of a dog", "a black and white photo of a dog".
pub(crate) fn says_picture(caption: &str) -> bool {
    let words: Vec<String> = caption
        .split_whitespace()
        .take(6)
        .map(str::to_lowercase)
        .collect();
    words
        .windows(2)
        .any(|pair| PICTURES.contains(&pair[0].as_str()) && pair[1] == "of")
}

/// The caption behind its label, `label` being where that is written; `None` where no label of a picture is.
pub(crate) fn caption_after<'t>(text: &'t str, label: &Range<usize>) -> Option<&'t str> {
    if !text.get(label.clone())?.starts_with('[') {
        return None;
    }
    let rest = text.get(label.end..)?;
    let caption = rest[..rest.find(']')?].trim_matches(|letter: char| !letter.is_alphanumeric());
    (!caption.is_empty()).then_some(caption)
}
