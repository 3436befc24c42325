//! The front matter of a note in Markdown: properties between two lines of dashes at its beginning, which are said of the
//! note and are none of its words.

/// A text without its front matter and the white space after that; and how many characters this takes.
pub fn without_front_matter(text: &str) -> (u32, &str) {
    let body = body_of(text).map_or(text, str::trim_start);
    let matter = &text[..text.len() - body.len()];
    (
        u32::try_from(matter.chars().count()).unwrap_or(u32::MAX),
        body,
    )
}

/// What follows the front matter, if the text begins with any.
fn body_of(text: &str) -> Option<&str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text.split_inclusive('\n');
    let first = lines.next()?;
    if first.trim_end() != "---" {
        return None;
    }
    let mut length = first.len();
    let mut properties = 0;
    for line in lines {
        length += line.len();
        let line = line.trim_end();
        if line == "---" || line == "..." {
            return (properties > 0).then(|| &text[length..]);
        }
        let is_property = line.split_once(':').is_some_and(|(name, value)| {
            !name.trim().is_empty() && (value.is_empty() || value.starts_with([' ', '\t']))
        });
        let goes_on = line.is_empty() || line.starts_with([' ', '\t', '#', '-']);
        // Between two rules of dashes there may be words as well.
        if !is_property && !goes_on {
            return None;
        }
        properties += usize::from(is_property);
    }
    None
}
