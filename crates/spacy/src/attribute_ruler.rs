//! Gives tokens their parts of speech, and some their lemmas, by the package's rules.
//!
//! A rule asks for one token, or two in a row, by tag, dependency and lower-case text, and says what one of them is.
//! All rules look at the tokens as the tagger and the parser left them; where several speak, the last one counts.

use crate::error::Damage;
use crate::labels::{Dep, Pos, Tag};
use crate::lexeme::{Lexeme, lowered};
use crate::morphology::Morphology;
use crate::msgpack::{self, Value};
use crate::pattern::Pattern;
use crate::strings::StringId;

/// What the rules look at.
pub(crate) struct Sight<'a> {
    pub(crate) text: &'a str,
    pub(crate) lexeme: Lexeme,
    pub(crate) tag: Tag,
    pub(crate) dep: Dep,
}

/// What the rules say of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Attributes<'r> {
    pub(crate) tag: Tag,
    pub(crate) dep: Dep,
    pub(crate) pos: Option<Pos>,
    pub(crate) morphology: Morphology,
    pub(crate) lemma: Option<&'r str>,
}

pub(crate) struct AttributeRuler {
    rules: Vec<Rule>,
    /// For each tag, the numbers of the rules that a run beginning with a token of that tag can meet.
    by_tag: Vec<Vec<usize>>,
}

struct Rule {
    /// Any of these runs of tokens.
    patterns: Vec<Vec<Condition>>,
    /// Which token of the run the rule speaks of.
    index: usize,
    tag: Option<Tag>,
    dep: Option<Dep>,
    pos: Option<Pos>,
    morphology: Option<Morphology>,
    lemma: Option<String>,
}

/// What a rule asks of one token.
struct Condition {
    /// One bit for each tag that will do.
    tags: u64,
    /// One bit for each dependency that will do.
    deps: u64,
    is_space: Option<bool>,
    lower: Lower,
}

enum Lower {
    Any,
    OneOf(Vec<StringId>),
    Matching(Pattern),
}

impl AttributeRuler {
    pub(crate) fn load(file: &[u8]) -> Result<AttributeRuler, Damage> {
        let rules = msgpack::read(file)?;
        let rules: Vec<Rule> = rules
            .list()?
            .iter()
            .map(Rule::read)
            .collect::<Result<_, _>>()?;
        let begins_with = |rule: &Rule, tag: Tag| {
            let first = |pattern: &Vec<Condition>| pattern[0].tags & 1 << tag.index() != 0;
            rule.patterns.iter().any(first)
        };
        let of_tag = |tag| {
            (0..rules.len())
                .filter(|rule| begins_with(&rules[*rule], tag))
                .collect()
        };
        Ok(AttributeRuler {
            by_tag: Tag::all().map(of_tag).collect(),
            rules,
        })
    }

    /// What the rules say of each token.
    pub(crate) fn apply<'r>(&'r self, tokens: &[Sight]) -> Vec<Attributes<'r>> {
        let mut attributes: Vec<Attributes> = tokens
            .iter()
            .map(|token| Attributes {
                tag: token.tag,
                dep: token.dep,
                pos: None,
                morphology: Morphology::default(),
                lemma: None,
            })
            .collect();
        let mut spoken = Vec::new();
        for (start, token) in tokens.iter().enumerate() {
            for number in &self.by_tag[token.tag.index()] {
                let mut patterns = self.rules[*number].patterns.iter();
                if patterns.any(|pattern| matches(pattern, &tokens[start..])) {
                    spoken.push((*number, start));
                }
            }
        }
        spoken.sort_unstable();
        for (number, start) in spoken {
            let rule = &self.rules[number];
            rule.say(&mut attributes[start + rule.index]);
        }
        attributes
    }
}

fn matches(pattern: &[Condition], tokens: &[Sight]) -> bool {
    pattern.len() <= tokens.len()
        && pattern
            .iter()
            .zip(tokens)
            .all(|(condition, token)| condition.is_met(token))
}

impl Rule {
    fn read(rule: &Value) -> Result<Rule, Damage> {
        let patterns: Vec<Vec<Condition>> = rule
            .get("patterns")?
            .list()?
            .iter()
            .map(|pattern| pattern.list()?.iter().map(Condition::read).collect())
            .collect::<Result<_, Damage>>()?;
        let index = usize::try_from(rule.get("index")?.unsigned()?).unwrap_or(usize::MAX);
        if patterns.is_empty() || patterns.iter().any(|pattern| pattern.len() <= index) {
            return Err(Damage::new("a rule speaks of a token it does not ask for"));
        }
        let attributes = rule.get("attrs")?;
        let text = |key| attributes.find(key)?.map(Value::text).transpose();
        let known = |name: Option<&str>, is_known: bool| match name {
            Some(name) if !is_known => Err(Damage::new(format!("a rule says {name:?}"))),
            _ => Ok(()),
        };
        let (tag, dep, pos) = (text("TAG")?, text("DEP")?, text("POS")?);
        let rule = Rule {
            patterns,
            index,
            tag: tag.and_then(Tag::from_label),
            dep: dep.and_then(Dep::from_label),
            pos: pos.and_then(Pos::from_label),
            morphology: text("MORPH")?.map(Morphology::read),
            lemma: text("LEMMA")?.map(str::to_owned),
        };
        known(tag, rule.tag.is_some())?;
        known(dep, rule.dep.is_some())?;
        known(pos, rule.pos.is_some())?;
        Ok(rule)
    }

    fn say<'r>(&'r self, attributes: &mut Attributes<'r>) {
        attributes.tag = self.tag.unwrap_or(attributes.tag);
        attributes.dep = self.dep.unwrap_or(attributes.dep);
        attributes.pos = self.pos.or(attributes.pos);
        attributes.morphology = self.morphology.unwrap_or(attributes.morphology);
        attributes.lemma = self.lemma.as_deref().or(attributes.lemma);
    }
}

impl Condition {
    fn read(condition: &Value) -> Result<Condition, Damage> {
        let mut read = Condition {
            tags: u64::MAX,
            deps: u64::MAX,
            is_space: None,
            lower: Lower::Any,
        };
        for (attribute, wanted) in condition.map()? {
            match attribute.text()? {
                "TAG" => read.tags = bits(wanted, |label| Some(Tag::from_label(label)?.index()))?,
                "DEP" => read.deps = bits(wanted, |label| Some(Dep::from_label(label)? as usize))?,
                "LOWER" => read.lower = Lower::read(wanted)?,
                "IS_SPACE" => {
                    let Value::Bool(is_space) = wanted else {
                        return Err(Damage::new("a rule asks neither for space nor for none"));
                    };
                    read.is_space = Some(*is_space);
                }
                other => return Err(Damage::new(format!("a rule asks for {other}"))),
            }
        }
        Ok(read)
    }

    fn is_met(&self, token: &Sight) -> bool {
        self.tags & 1 << token.tag.index() != 0
            && self.deps & 1 << token.dep as usize != 0
            && self
                .is_space
                .is_none_or(|is_space| is_space == token.lexeme.is_space)
            && match &self.lower {
                Lower::Any => true,
                Lower::OneOf(wanted) => wanted.contains(&token.lexeme.lower),
                Lower::Matching(pattern) => {
                    token.text.len() <= MAX_MATCHED_BYTES
                        && pattern.search(&lowered(token.text)).is_some()
                }
            }
    }
}

/// The longest token that patterns are matched with; the words they look for have a few letters.
const MAX_MATCHED_BYTES: usize = 32;

impl Lower {
    fn read(wanted: &Value) -> Result<Lower, Damage> {
        if let Value::Text(text) = wanted {
            return Ok(Lower::OneOf(vec![StringId::of(text)]));
        }
        if let Some(pattern) = wanted.find("REGEX")? {
            return Pattern::compile(pattern.text()?).map(Lower::Matching);
        }
        let texts = wanted.get("IN")?.list()?.iter();
        texts
            .map(|text| Ok(StringId::of(text.text()?)))
            .collect::<Result<_, _>>()
            .map(Lower::OneOf)
    }
}

/// The labels wanted, one bit for each. Labels that are never given, such as "", count for nothing.
fn bits(wanted: &Value, number: impl Fn(&str) -> Option<usize>) -> Result<u64, Damage> {
    let bit = |label: &Value| Ok(number(label.text()?).map_or(0, |number| 1 << number));
    let all = |labels: &Value| {
        labels
            .list()?
            .iter()
            .try_fold(0, |bits, label| Ok(bits | bit(label)?))
    };
    if let Value::Text(_) = wanted {
        return bit(wanted);
    }
    match (wanted.find("IN")?, wanted.find("NOT_IN")?) {
        (Some(labels), None) => all(labels),
        (None, Some(labels)) => Ok(!all(labels)?),
        _ => Err(Damage::new("a rule asks for a label in a way not known")),
    }
}
