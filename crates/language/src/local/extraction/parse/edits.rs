//! Texts that are parsed with what they leave out, which is taken out of the parse again.

use std::borrow::Cow;
use std::ops::Range;

use recollect_spacy::Doc;

/// Something that is read otherwise than it is written.
#[derive(Debug)]
pub(super) struct Edit {
    /// Where, in bytes of the text.
    pub(super) at: usize,
    /// How many bytes are not read.
    pub(super) removed: usize,
    /// What is read there.
    pub(super) put: Cow<'static, str>,
    /// So many bytes stand for it.
    pub(super) shown: usize,
    /// Whether what follows begins in lower case.
    pub(super) goes_on_small: bool,
    /// Whether what is put in stays in the parse, as what a reply leaves out does: "I live in Oslo" is no command.
    pub(super) stays: bool,
}

impl Edit {
    pub(super) fn new(at: usize, removed: usize, put: impl Into<Cow<'static, str>>) -> Self {
        Self {
            at,
            removed,
            put: put.into(),
            shown: removed,
            goes_on_small: false,
            stays: false,
        }
    }
}

/// The subject that a note leaves out; it is no token of the text.
pub(super) const SUBJECT: &str = "I ";

/// The mark that an entry leaves out; it is no token of the text.
pub(super) const STOP: &str = ".";

/// What a colon stands for.
pub(super) const COPULA: &str = " is";

/// The text with what it leaves out; what follows "I" begins in lower case.
pub(super) fn completed(content: &str, edits: &[Edit]) -> String {
    let mut whole = String::with_capacity(content.len() + edits.len() * COPULA.len());
    let mut from = 0;
    for edit in edits {
        whole.push_str(&content[from..edit.at]);
        whole.push_str(&edit.put);
        from = edit.at + edit.removed;
        if edit.goes_on_small {
            let mut rest = content[from..].chars();
            // Sentences that are found here begin with a letter of English.
            whole.extend(rest.next().map(|first| first.to_ascii_lowercase()));
            from = content.len() - rest.as_str().len();
        }
    }
    whole.push_str(&content[from..]);
    whole
}

/// Takes what was put in out of a parse again, and lets its tokens point at the text.
pub(super) fn take_back(doc: &mut Doc, content: &str, edits: &[Edit]) {
    let placed = placed(edits);
    let mut kept: Vec<Option<usize>> = Vec::with_capacity(doc.tokens.len());
    let mut count = 0;
    for token in &doc.tokens {
        let stays = before(&placed, token.range.start).is_some_and(|(_, edit)| edit.stays)
            || !put_word(&placed, &token.range)
                .is_some_and(|word| [SUBJECT.trim(), STOP].contains(&word));
        kept.push(stays.then_some(count));
        count += usize::from(stays);
    }
    // What hangs from "I" hangs from what that hangs from.
    let head_of = |doc: &Doc, token: usize| {
        let above = std::iter::successors(Some(doc.tokens[token].head), |head| {
            Some(doc.tokens[*head].head)
        });
        above.take(doc.tokens.len()).find_map(|head| kept[head])
    };
    let heads: Vec<Option<usize>> = (0..doc.tokens.len())
        .map(|token| head_of(doc, token))
        .collect();
    let mut starts_sentence = false;
    let mut tokens = Vec::with_capacity(count);
    for (number, mut token) in std::mem::take(&mut doc.tokens).into_iter().enumerate() {
        let Some(own) = kept[number] else {
            starts_sentence |= token.is_sentence_start;
            continue;
        };
        if let Some(word) = put_word(&placed, &token.range) {
            token.spelling = Some(word.into());
        }
        token.range = written(&placed, token.range);
        // "for seven years", of the reply "Seven years".
        let goes_on = token.spelling.is_none()
            && edits
                .iter()
                .any(|edit| edit.stays && edit.goes_on_small && edit.at == token.range.start);
        if goes_on {
            token.spelling = content
                .get(token.range.clone())
                .map(|word| word.to_lowercase().into());
        }
        token.head = heads[number].unwrap_or(own);
        token.is_sentence_start |= std::mem::take(&mut starts_sentence);
        tokens.push(token);
    }
    doc.tokens = tokens;
    for entity in &mut doc.entities {
        let count_before = |end: usize| kept[..end].iter().flatten().count();
        entity.tokens = count_before(entity.tokens.start)..count_before(entity.tokens.end);
    }
    doc.entities.retain(|entity| !entity.tokens.is_empty());
}

/// The edits with where what they put in begins in the completed text.
fn placed(edits: &[Edit]) -> Vec<(usize, &Edit)> {
    let (mut put, mut removed) = (0, 0);
    edits
        .iter()
        .map(|edit| {
            let start = edit.at + put - removed;
            put += edit.put.len();
            removed += edit.removed;
            (start, edit)
        })
        .collect()
}

/// The last edit that begins at a place of the completed text or before it.
fn before<'e>(placed: &[(usize, &'e Edit)], place: usize) -> Option<(usize, &'e Edit)> {
    let count = placed.partition_point(|(start, _)| *start <= place);
    count
        .checked_sub(1)
        .and_then(|last| placed.get(last).copied())
}

/// The word that was put in where a token stands in the completed text.
fn put_word<'e>(placed: &[(usize, &'e Edit)], range: &Range<usize>) -> Option<&'e str> {
    let (start, edit) = before(placed, range.start)?;
    edit.put.get(range.start - start..range.end - start)
}

/// Where what stands in the completed text is written.
fn written(placed: &[(usize, &Edit)], range: Range<usize>) -> Range<usize> {
    let Some((start, edit)) = before(placed, range.start) else {
        return range;
    };
    let end = start + edit.put.len();
    if range.start < end {
        return edit.at..edit.at + edit.shown;
    }
    let from = edit.at + edit.removed;
    from + range.start - end..from + range.end - end
}
