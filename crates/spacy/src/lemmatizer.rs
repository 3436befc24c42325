//! The dictionary form of a word, by its part of speech: exceptions first, then rules for endings.

use crate::characters::is_alpha;
use crate::error::Damage;
use crate::labels::Pos;
use crate::lexeme::lowered;
use crate::morphology::Morphology;
use crate::msgpack::{self, Value};
use crate::strings::{StringId, StringMap, StringSet};

/// The key of the tables for punctuation: the one that is a reserved symbol.
const PUNCT: StringId = StringId(445);

pub(crate) struct Lemmatizer {
    /// By the number of the part of speech.
    tables: Vec<Table>,
}

/// An ending and what it is replaced by.
type Ending = (Box<str>, Box<str>);

/// What is known of the words of one part of speech.
#[derive(Default)]
struct Table {
    /// Words that are dictionary forms.
    index: StringSet,
    exceptions: StringMap<Vec<Box<str>>>,
    rules: Vec<Ending>,
}

impl Lemmatizer {
    pub(crate) fn load(lookups: &[u8]) -> Result<Lemmatizer, Damage> {
        let lookups = msgpack::read(lookups)?;
        let index = lookups.get("lemma_index")?;
        let exceptions = lookups.get("lemma_exc")?;
        let rules = lookups.get("lemma_rules")?;
        let table = |pos: &Pos| {
            Ok(Table {
                index: read_index(of_pos(index, *pos)?)?,
                exceptions: read_exceptions(of_pos(exceptions, *pos)?)?,
                rules: read_rules(of_pos(rules, *pos)?)?,
            })
        };
        Ok(Lemmatizer {
            tables: Pos::ALL.iter().map(table).collect::<Result<_, _>>()?,
        })
    }

    pub(crate) fn lemma(&self, word: &str, pos: Pos, morphology: Morphology) -> String {
        let lower = lowered(word);
        let table = &self.tables[pos as usize];
        if pos == Pos::Space || morphology.is_base_form(pos) {
            return lower;
        }
        if table.is_empty() {
            return if pos == Pos::Propn {
                word.to_owned()
            } else {
                lower
            };
        }
        table.lemma(&lower).unwrap_or_else(|| word.to_owned())
    }

    /// Whether a word in lower case is the dictionary form of one of these parts of speech.
    pub(crate) fn has(&self, lower: &str, parts: &[Pos]) -> bool {
        let id = StringId::hashed(lower);
        parts
            .iter()
            .any(|part| self.tables[*part as usize].index.contains(&id))
    }
}

impl Table {
    fn is_empty(&self) -> bool {
        self.index.is_empty() && self.exceptions.is_empty() && self.rules.is_empty()
    }

    /// The first of all forms found for a word in lower case, if there is any.
    fn lemma(&self, word: &str) -> Option<String> {
        let mut known: Vec<String> = Vec::new();
        let mut odd: Vec<String> = Vec::new();
        let mut unknown = None;
        for (old, new) in &self.rules {
            let Some(stem) = word.strip_suffix(&**old) else {
                continue;
            };
            let form = format!("{stem}{new}");
            if form.is_empty() {
                continue;
            }
            if self.index.contains(&StringId::hashed(&form)) {
                known.insert(0, form);
            } else if !form.chars().all(is_alpha) {
                odd.push(form);
            } else if unknown.is_none() {
                unknown = Some(form);
            }
        }
        let exceptions = self
            .exceptions
            .get(&StringId::hashed(word))
            .map_or(&[][..], Vec::as_slice);
        let is_new = |form: &&str| known.iter().chain(&odd).all(|other| other != form);
        if let Some(last) = exceptions.iter().map(|form| &**form).rfind(is_new) {
            return Some(last.to_owned());
        }
        known.into_iter().chain(odd).next().or(unknown)
    }
}

/// The entry of a table for a part of speech.
fn of_pos<'t, 'a>(table: &'t Value<'a>, pos: Pos) -> Result<Option<&'t Value<'a>>, Damage> {
    let key = match pos {
        Pos::Punct => PUNCT,
        _ => StringId::hashed(&pos.as_str().to_ascii_lowercase()),
    };
    let is_key = |candidate: &Value| candidate.unsigned().is_ok_and(|number| number == key.0);
    Ok(table
        .map()?
        .iter()
        .find(|(candidate, _)| is_key(candidate))
        .map(|(_, value)| value))
}

fn read_index(words: Option<&Value>) -> Result<StringSet, Damage> {
    let Some(words) = words else {
        return Ok(StringSet::default());
    };
    words
        .list()?
        .iter()
        .map(|word| Ok(StringId::hashed(word.text()?)))
        .collect()
}

fn read_exceptions(words: Option<&Value>) -> Result<StringMap<Vec<Box<str>>>, Damage> {
    let Some(words) = words else {
        return Ok(StringMap::default());
    };
    let entry = |(word, forms): &(Value, Value)| {
        let forms = forms.list()?.iter().map(|form| Ok(form.text()?.into()));
        Ok((
            StringId::hashed(word.text()?),
            forms.collect::<Result<_, _>>()?,
        ))
    };
    words.map()?.iter().map(entry).collect()
}

fn read_rules(rules: Option<&Value>) -> Result<Vec<Ending>, Damage> {
    let Some(rules) = rules else {
        return Ok(Vec::new());
    };
    let rule = |rule: &Value| match rule.list()? {
        [old, new] => Ok((old.text()?.into(), new.text()?.into())),
        _ => Err(Damage::new("a rule for endings has not two parts")),
    };
    rules.list()?.iter().map(rule).collect()
}
