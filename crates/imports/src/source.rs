//! A file as its reader sees it, with what lies beside it, and how names and times are read out of any of them.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use recollect_model::{Calendar, ReferenceTime};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::{File, Options, decoded};

/// Names by their ids.
pub(crate) type Names = HashMap<String, String>;

/// A file that is read.
pub(crate) struct Source<'a> {
    pub(crate) file: &'a File,
    pub(crate) beside: &'a Beside<'a>,
    pub(crate) options: &'a Options,
}

impl Source<'_> {
    /// When what names no time was written, as far as is known.
    pub(crate) fn written(&self) -> ReferenceTime {
        self.file.modified.unwrap_or(self.options.now)
    }

    /// The time that a field says.
    pub(crate) fn time(&self, value: Option<&Value>) -> Option<ReferenceTime> {
        time_of(value, &self.options.calendar)
    }

    /// The name of the folder that the file is in; nothing at the top.
    pub(crate) fn folder(&self) -> &str {
        let folder = folder(&self.file.name);
        folder.rsplit('/').next().unwrap_or(folder)
    }

    /// The file of that name in the same folder; `../name` is one in the folder above.
    pub(crate) fn sibling(&self, name: &str) -> Option<&File> {
        self.beside.file(&self.path_of(name))
    }

    /// What the file beside this one tells of `what`, found out once however many ask.
    pub(crate) fn names(
        &self,
        sibling: &str,
        what: &'static str,
        told: fn(&Value) -> Names,
    ) -> Rc<Names> {
        let place = (self.path_of(sibling), what);
        if let Some(names) = self.beside.names.borrow().get(&place) {
            return names.clone();
        }
        let value = self.json(sibling);
        let names = Rc::new(value.as_ref().map(told).unwrap_or_default());
        self.beside.names.borrow_mut().insert(place, names.clone());
        names
    }

    /// What the file beside this one says.
    pub(crate) fn json(&self, sibling: &str) -> Option<Value> {
        let file = self.sibling(sibling)?;
        serde_json::from_str(&decoded(&file.bytes)).ok()
    }

    fn path_of(&self, name: &str) -> String {
        let (mut folder, mut name) = (folder(&self.file.name), name);
        while let Some(above) = name.strip_prefix("../") {
            folder = self::folder(folder);
            name = above;
        }
        match folder {
            "" => name.to_lowercase(),
            folder => format!("{folder}/{name}").to_lowercase(),
        }
    }
}

/// All that is brought together, by path; letters of both cases are one.
pub(crate) struct Beside<'a> {
    files: HashMap<String, &'a File>,
    names: RefCell<HashMap<(String, &'static str), Rc<Names>>>,
}

impl<'a> Beside<'a> {
    pub(crate) fn of(files: impl Iterator<Item = &'a File>) -> Self {
        let files = files.map(|file| (file.name.replace('\\', "/").to_lowercase(), file));
        Self {
            files: files.collect(),
            names: RefCell::default(),
        }
    }

    fn file(&self, path: &str) -> Option<&'a File> {
        self.files.get(path).copied()
    }
}

/// The folder that a path is in; nothing at the top.
pub(crate) fn folder(path: &str) -> &str {
    path.rsplit_once(['/', '\\'])
        .map_or("", |(folder, _)| folder)
}

/// The file's name without its folders and its ending.
pub(crate) fn stem(name: &str) -> &str {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// A short name for what has none: the hash of what it says.
pub(crate) fn digest(parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.finalize()
        .iter()
        .take(12)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// At most so many characters of a name.
pub(crate) fn shortened(name: &str, most: usize) -> String {
    name.trim().chars().take(most).collect()
}

/// A name that tells this one from all others, of at most so many bytes: itself, or its beginning and its hash.
pub(crate) fn told_apart(name: &str, most: usize) -> String {
    if name.len() <= most {
        return name.to_owned();
    }
    let mut start = most.saturating_sub(25);
    while !name.is_char_boundary(start) {
        start -= 1;
    }
    format!("{}~{}", &name[..start], digest(&[name]))
}

/// The first of these fields that is a text with something in it.
pub(crate) fn text<'a>(value: &'a Value, names: &[&str]) -> Option<&'a str> {
    let mut texts = names.iter().filter_map(|name| value.get(*name)?.as_str());
    texts.find(|text| !text.trim().is_empty())
}

/// The same, of a text or a number.
pub(crate) fn id(value: &Value, names: &[&str]) -> Option<String> {
    names.iter().find_map(|name| match value.get(*name)? {
        Value::String(text) if !text.is_empty() => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    })
}

/// The objects of a list; of anything else, none.
pub(crate) fn items(value: Option<&Value>) -> &[Value] {
    value.and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// A date and a time of day that name no zone, as `2024-05-06 07:08:09` does.
fn without_zone(text: &str) -> Option<String> {
    let (date, time) = text.split_once(['T', ' '])?;
    let is_made_of = |text: &str, marks: [char; 2]| {
        text.chars()
            .all(|c| c.is_ascii_digit() || marks.contains(&c))
    };
    let is_date = date.len() == 10 && is_made_of(date, ['-', '-']);
    (is_date && time.len() >= 5 && is_made_of(time, [':', '.'])).then(|| format!("{date}T{time}"))
}

/// The time that a field says: ISO 8601, or seconds or milliseconds since 1970.
pub(crate) fn time_of(value: Option<&Value>, calendar: &Calendar) -> Option<ReferenceTime> {
    let value = value?;
    let number = match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => {
            if let Some(civil) = without_zone(text.trim()) {
                return calendar.read(&civil);
            }
            if let Ok(time) = text.parse() {
                return Some(time);
            }
            if let Some(time) = calendar.read(text.trim()) {
                return Some(time);
            }
            text.trim().parse().ok()
        }
        _ => None,
    };
    let number = number.filter(|number| *number > 1e8)?;
    let microseconds = if number < 1e11 {
        number * 1e6
    } else {
        number * 1e3
    };
    let instant = recollect_model::Timestamp::from_microsecond(microseconds as i64).ok()?;
    Some(calendar.written(instant))
}
