//! What a picture shows that somebody shared, by its caption: "[shared an image: a photo of a dog]".

use recollect_clauses::Clause;
use recollect_model::{Aspect, RelationName};

use crate::local::extraction::candidates::candidate::RelationCandidate;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::ObjectCandidate;
use crate::local::extraction::clauses::subjects::SubjectMention;
use crate::local::extraction::parse::pictures::{caption_after, says_picture};

/// How it is told.
pub(crate) const SHARING: &str = "share";

/// The most words of a caption.
const MAX_WORDS: usize = 30;

/// What a clause says that was put in the place of a caption's label, with the whole caption, as it stands.
pub(crate) fn shared(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Option<RelationCandidate> {
    let reading = context.reading;
    let verb = clause.predicate.head;
    let caption = caption_after(reading.text, &reading.doc.tokens.get(verb)?.range)?;
    let words: Vec<&str> = caption.split_whitespace().collect();
    // "our new kitchen" is somebody's, and is worded as any other object.
    let points = words
        .iter()
        .any(|word| ["my", "our", "your", "me", "us", "i"].contains(&&*word.to_lowercase()));
    if words.len() > MAX_WORDS || points {
        return None;
    }
    let bare = words[usize::from(matches!(words[0], "a" | "an" | "the"))..].join(" ");
    let (object, told) = if says_picture(caption) {
        (bare, words.join(" "))
    } else {
        let of = words.join(" ");
        (format!("photo of {of}"), format!("a photo of {of}"))
    };
    let end = caption.as_ptr() as usize - reading.text.as_ptr() as usize + caption.len();
    let tokens = &reading.doc.tokens;
    let first = verb + 1;
    let last = tokens.partition_point(|token| token.range.start < end);
    let thing = ObjectCandidate {
        tokens: first..last.max(first),
        words: told,
        ..ObjectCandidate::value(&object, first)
    };
    Some(RelationCandidate::new(
        &mention.entity,
        RelationName::of(SHARING),
        SHARING,
        thing,
        Aspect::Happens,
    ))
}
