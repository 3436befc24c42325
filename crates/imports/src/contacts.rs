//! Contacts (vCard): what is known of each person, in sentences.

use calcard::vcard::{VCard, VCardEntry, VCardProperty as Property, VCardValue};
use calcard::{Entry, Parser};
use recollect_model::{EpisodeKind, Labels};
use serde_json::Map;

use crate::calendars::begins;
use crate::chat::one_line;
use crate::source::{Source, digest, shortened, told_apart};
use crate::{Found, Memory};

/// Whether these are contacts.
pub(crate) fn is_contacts(_: &Source<'_>, text: &str) -> bool {
    begins(text, "BEGIN:VCARD")
}

/// Reads every contact.
pub(crate) fn read(source: &Source<'_>, text: &str, found: &mut Found) {
    let name = &source.file.name;
    let mut parser = Parser::new(text);
    let mut number = source.file.before;
    loop {
        match parser.entry() {
            Entry::VCard(card) => {
                number += 1;
                read_card(source, &card, number, found);
            }
            Entry::InvalidLine(line) if line.trim().is_empty() => {}
            Entry::InvalidLine(line) => found.problem(format!(
                "{name}: \"{}\" is no line of a contact",
                shortened(&line, 60)
            )),
            Entry::UnterminatedComponent(_) => {
                found.problem(format!("{name}: it ends before its last contact does"));
            }
            Entry::Eof => break,
            _ => {}
        }
    }
}

fn read_card(source: &Source<'_>, card: &VCard, number: usize, found: &mut Found) {
    let Some(name) = name(card).or_else(|| values(card, &Property::Org).first().cloned()) else {
        return found.problem(format!(
            "{}, contact {number}: it has no name",
            source.file.name
        ));
    };
    let mut lines = vec![format!("{name} is one of my contacts.")];
    lines.extend(life(card, &name));
    lines.extend(reach(card, &name));
    let notes = values(card, &Property::Note).into_iter();
    lines.extend(notes.map(|note| note.trim().to_owned()));
    // Without an id, a contact is who has that name and that address.
    let id = card.uid().map(str::to_owned).unwrap_or_else(|| {
        let first = |property| {
            values(card, &property)
                .into_iter()
                .next()
                .unwrap_or_default()
        };
        digest(&[&name, &first(Property::Email), &first(Property::Tel)])
    });
    let changed = card.property(&Property::Rev);
    let changed = changed.and_then(|entry| entry.values.first()?.as_partial_date_time());
    let changed = changed.and_then(|at| at.to_rfc3339()?.parse().ok());
    found.memories.push(Memory {
        sent: None,
        expires_at: None,
        external_id: format!("contacts/{}", told_apart(&id, 480)),
        session: None,
        space: None,
        source: "contacts".to_owned(),
        kind: EpisodeKind::Document,
        body: lines.join("\n"),
        speaker: None,
        reference_time: changed.unwrap_or_else(|| source.written()),
        labels: Labels::new(tags(card), Map::new()),
    });
}

/// What is known of who somebody is.
fn life(card: &VCard, name: &str) -> Vec<String> {
    let mut said = Vec::new();
    for other in values(card, &Property::Nickname) {
        said.push(format!("{name} is also called {other}."));
    }
    if let Some(birthday) = date(card, &Property::Bday) {
        said.push(format!("{name} was born on {birthday}."));
    }
    if let Some(anniversary) = date(card, &Property::Anniversary) {
        said.push(format!("{name}'s anniversary is on {anniversary}."));
    }
    let (organisations, titles) = (values(card, &Property::Org), values(card, &Property::Title));
    let organisation = organisations.first().filter(|one| *one != name);
    let work = match (organisation, titles.first()) {
        (Some(organisation), Some(title)) => Some(format!("at {organisation} as {title}")),
        (Some(organisation), None) => Some(format!("at {organisation}")),
        (None, Some(title)) => Some(format!("as {title}")),
        (None, None) => None,
    };
    said.extend(work.map(|work| format!("{name} works {work}.")));
    for entry in card.properties(&Property::Related) {
        let (relation, other) = (kind(entry), first(entry));
        if !relation.is_empty() && !other.is_empty() && !other.contains("urn:") {
            said.push(format!("{name}'s {relation}is {other}."));
        }
    }
    said
}

/// Where somebody is reached.
fn reach(card: &VCard, name: &str) -> Vec<String> {
    let mut said = Vec::new();
    for entry in card.properties(&Property::Adr) {
        if let Some(address) = address(entry) {
            said.push(format!("{name}'s {}address is {address}.", kind(entry)));
        }
    }
    let ways = [
        (Property::Email, "e-mail address"),
        (Property::Tel, "telephone number"),
        (Property::Url, "page"),
    ];
    for (property, what) in ways {
        for entry in card.properties(&property) {
            let value = first(entry);
            let value = value
                .trim_start_matches("tel:")
                .trim_start_matches("mailto:");
            if !value.is_empty() {
                said.push(format!("{name}'s {}{what} is {value}.", kind(entry)));
            }
        }
    }
    said
}

/// The first text of a property.
fn first(entry: &VCardEntry) -> String {
    let text = entry.values.first().and_then(VCardValue::as_text);
    text.map(one_line).unwrap_or_default()
}

fn tags(card: &VCard) -> Vec<String> {
    let tags = values(card, &Property::Categories)
        .into_iter()
        .map(|tag| shortened(&tag, 100));
    tags.filter(|tag| !tag.is_empty()).take(50).collect()
}

/// What somebody is called: as it is written out, or put together from its parts.
fn name(card: &VCard) -> Option<String> {
    let whole = values(card, &Property::Fn)
        .into_iter()
        .map(|name| one_line(&name));
    let mut whole = whole;
    let whole = whole.find(|name| !name.is_empty());
    whole.or_else(|| {
        let parts = parts(card.property(&Property::N)?);
        let part = |place: usize| parts.get(place).cloned().unwrap_or_default();
        let name = one_line(&[part(3), part(1), part(2), part(0), part(4)].join(" "));
        (!name.is_empty()).then_some(name)
    })
}

/// The texts of a property, wherever it is said.
fn values(card: &VCard, property: &Property) -> Vec<String> {
    let texts = card.properties(property).flat_map(parts);
    texts.filter(|text| !text.trim().is_empty()).collect()
}

/// The parts of a value.
fn parts(entry: &VCardEntry) -> Vec<String> {
    let parts = entry.values.iter().flat_map(|value| match value {
        VCardValue::Component(parts) => vec![parts.join(", ")],
        value => value.as_text().map(str::to_owned).into_iter().collect(),
    });
    parts.collect()
}

fn address(entry: &VCardEntry) -> Option<String> {
    // A box, an extension, the street, the place, the region, the code, the country.
    let parts: Vec<String> = parts(entry)
        .iter()
        .map(|part| one_line(part))
        .filter(|part| !part.is_empty())
        .collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// `home ` or `work `, as it is said of a number or an address.
fn kind(entry: &VCardEntry) -> String {
    const KINDS: [&str; 16] = [
        "home",
        "work",
        "cell",
        "mobile",
        "spouse",
        "child",
        "parent",
        "sibling",
        "friend",
        "colleague",
        "neighbor",
        "partner",
        "mother",
        "father",
        "sister",
        "brother",
    ];
    let said = entry
        .params
        .iter()
        .filter_map(|param| param.value.as_text());
    let said: Vec<String> = said.map(str::to_lowercase).collect();
    let known = said
        .iter()
        .flat_map(|said| said.split(','))
        .map(str::trim)
        .find(|kind| KINDS.contains(kind));
    known.map_or_else(String::new, |kind| {
        format!("{} ", if kind == "cell" { "mobile" } else { kind })
    })
}

/// A date as it is said: with or without its year.
fn date(card: &VCard, property: &Property) -> Option<String> {
    let value = card.property(property)?.values.first()?;
    let Some(at) = value.as_partial_date_time() else {
        return value
            .as_text()
            .map(one_line)
            .filter(|text| !text.is_empty());
    };
    let (month, day) = (i8::try_from(at.month?).ok()?, i8::try_from(at.day?).ok()?);
    // A year that is not known is left out, or written as one in which nobody was born.
    let year = at
        .year
        .filter(|year| *year > 1605)
        .and_then(|year| i16::try_from(year).ok());
    let date = jiff::civil::Date::new(year.unwrap_or(2000), month, day).ok()?;
    let pattern = if year.is_some() {
        "%-d %B %Y"
    } else {
        "%-d %B"
    };
    Some(date.strftime(pattern).to_string())
}
