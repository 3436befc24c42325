//! Tables (CSV): each row a text, by columns that are named or known by their names.

use std::collections::HashMap;
use std::str::FromStr;

use recollect_model::{EpisodeKind, Labels, ReferenceTime};
use serde_json::{Map, Value};

use crate::chat::one_line;
use crate::source::{Source, digest, shortened, stem, time_of, told_apart};
use crate::times::{self, First};
use crate::{Found, Memory};

/// What columns can be, with the names by which they are known where none are given.
const FIELDS: [(&str, &[&str]); 7] = [
    (
        "text",
        &[
            "text", "content", "body", "message", "note", "notes", "memory", "entry",
        ],
    ),
    (
        "time",
        &[
            "time",
            "date",
            "datetime",
            "timestamp",
            "created_at",
            "created",
            "createdat",
        ],
    ),
    ("source", &["source"]),
    (
        "speaker",
        &["speaker", "author", "sender", "from", "role", "user"],
    ),
    (
        "session",
        &["session", "conversation", "thread", "channel", "chat"],
    ),
    ("id", &["id", "uuid"]),
    ("tags", &["tags", "labels", "categories"]),
];

/// So many of the other columns are kept.
const MAX_OTHERS: usize = 40;

/// Which columns of a table are what, as `text=Body,time=Sent,source=App`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Columns(HashMap<&'static str, String>);

/// A text that names no columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidColumns(pub String);

impl FromStr for Columns {
    type Err = InvalidColumns;

    fn from_str(text: &str) -> Result<Self, InvalidColumns> {
        let mut columns = HashMap::new();
        for pair in text.split(',') {
            let wrong = || InvalidColumns(pair.trim().to_owned());
            let (field, column) = pair.split_once('=').ok_or_else(wrong)?;
            let mut known = FIELDS.iter().map(|(field, _)| *field);
            let field = known
                .find(|known| *known == field.trim())
                .ok_or_else(wrong)?;
            columns.insert(field, column.trim().to_owned());
        }
        match columns.contains_key("text") {
            true => Ok(Self(columns)),
            false => Err(InvalidColumns(text.to_owned())),
        }
    }
}

impl std::fmt::Display for InvalidColumns {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let fields = FIELDS.map(|(field, _)| field).join(", ");
        write!(
            f,
            "\"{}\" must name columns as text=Body,time=Sent does, of {fields}; text among them",
            self.0
        )
    }
}

impl std::error::Error for InvalidColumns {}

/// Whether this is a table whose columns are known: a text, and who says it or when.
pub(crate) fn is_table(source: &Source<'_>, text: &str) -> bool {
    is_named(source.options.columns.as_ref(), text)
}

/// Whether the columns of a table are known, by their names or because they are given.
pub(crate) fn is_named(columns: Option<&Columns>, text: &str) -> bool {
    let places = places(columns, &header(text));
    let is_named = columns.is_some();
    let has_more = ["time", "speaker", "id"]
        .iter()
        .any(|field| places.contains_key(field));
    text.lines().nth(1).is_some() && places.contains_key("text") && (is_named || has_more)
}

/// Reads every row with a text.
pub(crate) fn read(source: &Source<'_>, text: &str, found: &mut Found) {
    let name = &source.file.name;
    let header = header(text);
    let places = places(source.options.columns.as_ref(), &header);
    if !places.contains_key("text") {
        let columns = shortened(&header.join(", "), 200);
        return found.problem(format!(
            "{name}: none of its columns is said to be the text; they are {columns}"
        ));
    }
    let mut table = csv::ReaderBuilder::new()
        .flexible(true)
        .delimiter(delimiter(text))
        .from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    let mut records = Vec::new();
    for row in table.records() {
        match row {
            Ok(record) => records.push(record),
            Err(error) => found.problem(format!("{name}: {error}")),
        }
    }
    let mut repeats: HashMap<String, usize> = HashMap::new();
    let first = first_in_dates(name, &places, &records, found);
    for record in &records {
        let row = Row {
            header: &header,
            places: &places,
            record,
            first,
        };
        row.read(source, &mut repeats, found);
    }
}

/// What stands first in the dates with slashes of a table; where nothing tells it, that is said.
fn first_in_dates(
    name: &str,
    places: &HashMap<&'static str, usize>,
    records: &[csv::StringRecord],
    found: &mut Found,
) -> First {
    let said = || {
        let place = places.get("time");
        place
            .into_iter()
            .flat_map(|place| records.iter().filter_map(|record| record.get(*place)))
    };
    let told = times::first_of(said());
    if told.is_none()
        && let Some(open) = said().find(|said| times::is_open(said))
    {
        found.problem(format!(
            "{name}: nothing says whether the day or the month stands first in dates such as \"{}\"; they were read with the month first",
            shortened(open.trim(), 40)
        ));
    }
    told.unwrap_or(First::Month)
}

/// A row of a table.
struct Row<'a> {
    header: &'a [String],
    places: &'a HashMap<&'static str, usize>,
    record: &'a csv::StringRecord,
    /// What stands first in its dates.
    first: First,
}

impl<'a> Row<'a> {
    fn read(&self, source: &Source<'_>, repeats: &mut HashMap<String, usize>, found: &mut Found) {
        let name = &source.file.name;
        let line = self.record.position().map_or(0, csv::Position::line);
        let line = line + source.file.before as u64;
        if self.record.len() > self.header.len() {
            found.problem(format!(
                "{name}, line {line}: it has more fields than there are columns"
            ));
        }
        if self.is_date_alone() {
            return;
        }
        let Some(words) = self.filled("text") else {
            return found.problem(format!("{name}, line {line}: there is no text in it"));
        };
        let time = self.filled("time").and_then(|said| {
            let time = self.time(source, said);
            if time.is_none() {
                let said = shortened(said, 40);
                let taken = source.written();
                found.problem(format!(
                    "{name}, line {line}: \"{said}\" is no time; {taken} was taken"
                ));
            }
            time
        });
        let short = |field, most| {
            let text = self
                .filled(field)
                .map(|text| shortened(&one_line(text), most));
            text.filter(|text| !text.is_empty())
        };
        let speaker = short("speaker", 80);
        let id = self.filled("id").map(str::to_owned).unwrap_or_else(|| {
            let said = time.map_or_else(String::new, |time| time.to_string());
            let name = digest(&[speaker.as_deref().unwrap_or_default(), &said, words]);
            let times = repeats.entry(name.clone()).or_default();
            *times += 1;
            format!("{name}/{times}")
        });
        let table = stem(name);
        found.memories.push(Memory {
            sent: None,
            expires_at: None,
            external_id: format!("csv/{}/{}", told_apart(table, 100), told_apart(&id, 200)),
            session: short("session", 200).or_else(|| Some(shortened(table, 200))),
            space: None,
            source: short("source", 200).unwrap_or_else(|| "csv".to_owned()),
            kind: EpisodeKind::Conversation,
            body: match &speaker {
                Some(speaker) => format!("{speaker}: {words}"),
                None => words.to_owned(),
            },
            speaker,
            reference_time: time.unwrap_or_else(|| source.written()),
            labels: Labels::new(self.tags(), self.others()),
        });
    }

    /// What a field says, if it says something.
    fn filled(&self, field: &str) -> Option<&'a str> {
        let text = self.record.get(*self.places.get(field)?)?.trim();
        (!text.is_empty()).then_some(text)
    }

    /// Whether nothing but a time is filled in: there was nothing to write that day, or it is a [piece](crate::cut) of a table,
    /// which tells so what stands first in the dates of the others.
    fn is_date_alone(&self) -> bool {
        let mut filled = self.record.iter().enumerate();
        let time = self.places.get("time");
        time.is_some()
            && filled.all(|(place, field)| Some(&place) == time || field.trim().is_empty())
    }

    fn time(&self, source: &Source<'_>, said: &str) -> Option<ReferenceTime> {
        let calendar = &source.options.calendar;
        let written = Value::from(said);
        time_of(Some(&written), calendar)
            .or_else(|| times::written_with(said, self.first, calendar))
            .or_else(|| times::day(said, self.first, calendar))
    }

    fn tags(&self) -> Vec<String> {
        let tags = self.filled("tags").unwrap_or_default().split([',', ';']);
        let tags = tags.map(|tag| shortened(tag, 100));
        tags.filter(|tag| !tag.is_empty()).take(50).collect()
    }

    /// What the other columns say.
    fn others(&self) -> Map<String, Value> {
        let mut others = Map::new();
        for (place, name) in self.header.iter().enumerate().take(MAX_OTHERS) {
            let value = self.record.get(place).map(str::trim).unwrap_or_default();
            let is_used = self.places.values().any(|used| *used == place);
            if !is_used && !name.is_empty() && !value.is_empty() {
                others.insert(shortened(name, 100), Value::from(shortened(value, 500)));
            }
        }
        others
    }
}

/// The names of the columns.
pub(crate) fn header(text: &str) -> Vec<String> {
    let text = text.trim_start_matches('\u{feff}');
    let mut table = csv::ReaderBuilder::new()
        .delimiter(delimiter(text))
        .from_reader(text.as_bytes());
    let header = table
        .headers()
        .map(|header| header.iter().map(|name| name.trim().to_owned()).collect());
    header.unwrap_or_default()
}

/// What stands most often between the names of the columns.
pub(crate) fn delimiter(text: &str) -> u8 {
    let header = text.lines().next().unwrap_or_default();
    let count = |mark: u8| header.bytes().filter(|byte| *byte == mark).count();
    [b',', b';', b'\t']
        .into_iter()
        .rev()
        .max_by_key(|mark| count(*mark))
        .unwrap_or(b',')
}

/// The places of the columns.
pub(crate) fn places(columns: Option<&Columns>, header: &[String]) -> HashMap<&'static str, usize> {
    let place = |name: &str| {
        header
            .iter()
            .position(|column| column.eq_ignore_ascii_case(name))
    };
    let places = FIELDS.iter().filter_map(|(field, names)| {
        let place = match columns {
            Some(columns) => place(columns.0.get(field)?),
            None => names.iter().find_map(|name| place(name)),
        };
        Some((*field, place?))
    });
    places.collect()
}
