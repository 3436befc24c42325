//! From the text of a pattern to its parts.

use std::sync::Arc;

use super::class::{Class, Kind};
use crate::error::Damage;

/// The deepest nesting of groups; the package's patterns use four levels.
const MAX_DEPTH: usize = 32;
/// The most often that something can be repeated by number; the package's patterns go up to 63.
const MAX_REPEATS: u32 = 200;

/// A part of a pattern.
#[derive(Debug, Clone)]
pub(super) enum Node {
    Character(Arc<Class>),
    Start,
    End,
    Sequence(Vec<Node>),
    /// The first one that leads to a match is taken.
    Alternatives(Vec<Node>),
    /// As often as possible; `most` is `None` for no limit.
    Repeat {
        node: Box<Node>,
        least: u32,
        most: Option<u32>,
    },
    /// Whether something stands ahead, or behind, without consuming it.
    Look {
        node: Box<Node>,
        behind: bool,
        negated: bool,
    },
}

pub(super) fn parse(source: &str) -> Result<Node, Damage> {
    let source = source.strip_prefix("(?u)").unwrap_or(source);
    let mut parser = Parser {
        characters: source.chars().peekable(),
    };
    let node = parser.alternatives(0)?;
    match parser.characters.next() {
        None => Ok(node),
        Some(_) => Err(Damage::new("a pattern closes a group that is not open")),
    }
}

impl Node {
    /// The alternatives of the whole pattern.
    pub(super) fn alternatives(&self) -> &[Node] {
        match self {
            Node::Alternatives(nodes) => nodes,
            _ => std::slice::from_ref(self),
        }
    }

    /// The most characters a match has, unless there is no limit.
    pub(super) fn longest(&self) -> Option<usize> {
        match self {
            Node::Character(_) => Some(1),
            Node::Start | Node::End | Node::Look { .. } => Some(0),
            Node::Sequence(nodes) => nodes.iter().try_fold(0usize, |sum, node| {
                Some(sum.saturating_add(node.longest()?))
            }),
            Node::Alternatives(nodes) => nodes
                .iter()
                .map(Node::longest)
                .try_fold(0, |most, next| Some(most.max(next?))),
            Node::Repeat { node, most, .. } => {
                Some(node.longest()?.saturating_mul((*most)? as usize))
            }
        }
    }

    /// The fewest characters a match has.
    pub(super) fn shortest(&self) -> usize {
        match self {
            Node::Character(_) => 1,
            Node::Start | Node::End | Node::Look { .. } => 0,
            Node::Sequence(nodes) => nodes
                .iter()
                .fold(0, |sum, node| node.shortest().saturating_add(sum)),
            Node::Alternatives(nodes) => nodes.iter().map(Node::shortest).min().unwrap_or(0),
            Node::Repeat { node, least, .. } => node.shortest().saturating_mul(*least as usize),
        }
    }

    /// The ASCII characters that a match can begin with, one bit for each; all of them if it can be empty.
    pub(super) fn first_ascii(&self) -> u128 {
        match self {
            Node::Character(class) => class.ascii(),
            Node::Start | Node::End | Node::Look { .. } => u128::MAX,
            Node::Sequence(nodes) => {
                let mut first = 0;
                for node in nodes {
                    if node.shortest() > 0 {
                        return first | node.first_ascii();
                    }
                    if !matches!(node, Node::Start | Node::End | Node::Look { .. }) {
                        first |= node.first_ascii();
                    }
                }
                u128::MAX
            }
            Node::Alternatives(nodes) => nodes
                .iter()
                .fold(0, |first, node| first | node.first_ascii()),
            Node::Repeat { node, .. } => node.first_ascii(),
        }
    }

    /// The ASCII characters that every match has, one bit for each; some may be left out.
    pub(super) fn required_ascii(&self) -> u128 {
        match self {
            Node::Character(class) => class.only_ascii().map_or(0, |character| 1 << character),
            Node::Start | Node::End | Node::Look { .. } => 0,
            Node::Sequence(nodes) => nodes
                .iter()
                .fold(0, |all, node| all | node.required_ascii()),
            Node::Alternatives(nodes) => nodes
                .iter()
                .fold(u128::MAX, |common, node| common & node.required_ascii()),
            Node::Repeat { least: 0, .. } => 0,
            Node::Repeat { node, .. } => node.required_ascii(),
        }
    }

    /// Adds all characters that can be in a match to a class.
    pub(super) fn add_characters(&self, class: &mut Class) {
        match self {
            Node::Character(characters) => class.add(characters),
            Node::Start | Node::End | Node::Look { .. } => {}
            Node::Sequence(nodes) | Node::Alternatives(nodes) => {
                nodes.iter().for_each(|node| node.add_characters(class));
            }
            Node::Repeat { node, .. } => node.add_characters(class),
        }
    }
}

struct Parser<'a> {
    characters: std::iter::Peekable<std::str::Chars<'a>>,
}

impl Parser<'_> {
    fn alternatives(&mut self, depth: usize) -> Result<Node, Damage> {
        if depth > MAX_DEPTH {
            return Err(Damage::new("a pattern is nested too deeply"));
        }
        let mut nodes = vec![self.sequence(depth)?];
        while self.characters.next_if_eq(&'|').is_some() {
            nodes.push(self.sequence(depth)?);
        }
        Ok(match nodes.pop() {
            Some(only) if nodes.is_empty() => only,
            last => {
                nodes.extend(last);
                Node::Alternatives(nodes)
            }
        })
    }

    fn sequence(&mut self, depth: usize) -> Result<Node, Damage> {
        let mut nodes = Vec::new();
        while let Some(character) = self.characters.next_if(|next| !matches!(next, '|' | ')')) {
            let node = match character {
                '^' => Node::Start,
                '$' => Node::End,
                '(' => self.group(depth)?,
                '[' => Node::Character(Arc::new(self.class()?)),
                '\\' => Node::Character(Arc::new(self.escape()?)),
                '.' | '*' | '+' | '?' => {
                    return Err(Damage::new(format!(
                        "a pattern uses {character} in a way not read"
                    )));
                }
                _ => Node::Character(Arc::new(Class::of(character))),
            };
            nodes.push(self.repeated(node)?);
        }
        Ok(match nodes.pop() {
            Some(only) if nodes.is_empty() => only,
            last => {
                nodes.extend(last);
                Node::Sequence(nodes)
            }
        })
    }

    fn repeated(&mut self, node: Node) -> Result<Node, Damage> {
        let (least, most) = match self.characters.peek() {
            Some('?') => (0, Some(1)),
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('{') => {
                self.characters.next();
                return self.counted(node);
            }
            _ => return Ok(node),
        };
        self.characters.next();
        Parser::repeat(node, least, most)
    }

    /// The rest of `{least,most}`.
    fn counted(&mut self, node: Node) -> Result<Node, Damage> {
        let mut counts = String::new();
        loop {
            match self.characters.next() {
                Some('}') => break,
                Some(character) => counts.push(character),
                None => return Err(Damage::new("a pattern ends inside a count")),
            }
        }
        let number = |text: &str| {
            text.parse()
                .map_err(|_| Damage::new(format!("a pattern repeats {{{counts}}} times")))
        };
        match counts.split_once(',') {
            None => Parser::repeat(node, number(&counts)?, Some(number(&counts)?)),
            Some((least, "")) => Parser::repeat(node, number(least)?, None),
            Some((least, most)) => Parser::repeat(node, number(least)?, Some(number(most)?)),
        }
    }

    fn repeat(node: Node, least: u32, most: Option<u32>) -> Result<Node, Damage> {
        if node.shortest() == 0 && most.is_none() {
            return Err(Damage::new("a pattern repeats what can be empty"));
        }
        if least.max(most.unwrap_or(0)) > MAX_REPEATS || most.is_some_and(|most| most < least) {
            return Err(Damage::new("a pattern repeats too often"));
        }
        Ok(Node::Repeat {
            node: Box::new(node),
            least,
            most,
        })
    }

    /// The rest of a group, after its opening parenthesis.
    fn group(&mut self, depth: usize) -> Result<Node, Damage> {
        let mut look = None;
        if self.characters.next_if_eq(&'?').is_some() {
            let behind = self.characters.next_if_eq(&'<').is_some();
            look = match self.characters.next() {
                Some(':') if !behind => None,
                Some('=') => Some((behind, false)),
                Some('!') => Some((behind, true)),
                _ => {
                    return Err(Damage::new(
                        "a pattern has a kind of group that is not read",
                    ));
                }
            };
        }
        let node = self.alternatives(depth + 1)?;
        if self.characters.next() != Some(')') {
            return Err(Damage::new("a pattern does not close a group"));
        }
        let Some((behind, negated)) = look else {
            return Ok(node);
        };
        if behind && node.longest() != Some(node.shortest()) {
            return Err(Damage::new(
                "a pattern looks behind for texts of different lengths",
            ));
        }
        Ok(Node::Look {
            node: Box::new(node),
            behind,
            negated,
        })
    }

    /// The rest of a class, after its opening bracket.
    fn class(&mut self) -> Result<Class, Damage> {
        let mut class = Class::default();
        let negated = self.characters.next_if_eq(&'^').is_some();
        let mut is_first = true;
        loop {
            let character = self.in_class()?;
            if character == ']' && !is_first {
                break;
            }
            is_first = false;
            let first = match character {
                '\\' => match self.escaped()? {
                    Escaped::Kind(kind) => {
                        class.add_kind(kind);
                        continue;
                    }
                    Escaped::Character(character) => character,
                },
                _ => character,
            };
            class.add_range(first, self.end_of_range(first)?);
        }
        class.finish();
        if negated {
            class.negate();
        }
        Ok(class)
    }

    /// The last character of the range that begins with `first`, which is `first` itself if no range follows.
    fn end_of_range(&mut self, first: char) -> Result<char, Damage> {
        let mut ahead = self.characters.clone();
        if ahead.next() != Some('-') || ahead.next() == Some(']') {
            return Ok(first);
        }
        self.characters.next();
        let last = match self.in_class()? {
            '\\' => match self.escaped()? {
                Escaped::Character(character) => character,
                Escaped::Kind(_) => return Err(Damage::new("a pattern has a range without end")),
            },
            character => character,
        };
        if last < first {
            return Err(Damage::new(
                "a pattern has a range that ends before it begins",
            ));
        }
        Ok(last)
    }

    fn in_class(&mut self) -> Result<char, Damage> {
        self.characters
            .next()
            .ok_or_else(|| Damage::new("a pattern ends inside a class"))
    }

    fn escape(&mut self) -> Result<Class, Damage> {
        Ok(match self.escaped()? {
            Escaped::Character(character) => Class::of(character),
            Escaped::Kind(kind) => {
                let mut class = Class::default();
                class.add_kind(kind);
                class
            }
        })
    }

    fn escaped(&mut self) -> Result<Escaped, Damage> {
        let character = self
            .characters
            .next()
            .ok_or_else(|| Damage::new("a pattern ends with a backslash"))?;
        Ok(match character {
            'd' => Escaped::Kind(Kind::Decimal),
            's' => Escaped::Kind(Kind::Space),
            'S' => Escaped::Kind(Kind::NotSpace),
            'w' => Escaped::Kind(Kind::Word),
            'n' => Escaped::Character('\n'),
            't' => Escaped::Character('\t'),
            'u' => Escaped::Character(self.hexadecimal(4)?),
            'U' => Escaped::Character(self.hexadecimal(8)?),
            _ if character.is_ascii_alphanumeric() => {
                return Err(Damage::new(format!(
                    "a pattern uses \\{character}, which is not read"
                )));
            }
            _ => Escaped::Character(character),
        })
    }

    fn hexadecimal(&mut self, digits: usize) -> Result<char, Damage> {
        let text: String = self.characters.by_ref().take(digits).collect();
        let number = u32::from_str_radix(&text, 16)
            .ok()
            .filter(|_| text.len() == digits);
        number
            .and_then(char::from_u32)
            .ok_or_else(|| Damage::new(format!("a pattern names no character with {text:?}")))
    }
}

enum Escaped {
    Character(char),
    Kind(Kind),
}
