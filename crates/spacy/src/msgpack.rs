//! Reads `MessagePack`, as far as the package's files use it, without copying texts or bytes.
//!
//! Source: the `MessagePack` specification. Extension types and more than [`MAX_DEPTH`] levels are refused. Memory is
//! bounded by the input's length: a list or a map of n entries needs at least n bytes of input.

use crate::error::Damage;

/// The deepest nesting that is read; the package's files use six levels.
const MAX_DEPTH: usize = 32;

/// One value; texts and bytes are parts of the input.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value<'a> {
    Nil,
    Bool(bool),
    Integer(i128),
    Float(f64),
    Text(&'a str),
    Bytes(&'a [u8]),
    List(Vec<Value<'a>>),
    Map(Vec<(Value<'a>, Value<'a>)>),
}

/// Reads the one value that is the whole input.
pub(crate) fn read(input: &[u8]) -> Result<Value<'_>, Damage> {
    let mut reader = Reader { rest: input };
    let value = reader.value(0)?;
    if reader.rest.is_empty() {
        Ok(value)
    } else {
        Err(Damage::new("there is more after the end"))
    }
}

impl<'a> Value<'a> {
    pub(crate) fn text(&self) -> Result<&'a str, Damage> {
        match self {
            Value::Text(text) => Ok(text),
            _ => Err(Damage::new("a text was expected")),
        }
    }

    pub(crate) fn bytes(&self) -> Result<&'a [u8], Damage> {
        match self {
            Value::Bytes(bytes) => Ok(bytes),
            _ => Err(Damage::new("bytes were expected")),
        }
    }

    pub(crate) fn list(&self) -> Result<&[Value<'a>], Damage> {
        match self {
            Value::List(list) => Ok(list),
            _ => Err(Damage::new("a list was expected")),
        }
    }

    pub(crate) fn map(&self) -> Result<&[(Value<'a>, Value<'a>)], Damage> {
        match self {
            Value::Map(map) => Ok(map),
            _ => Err(Damage::new("a map was expected")),
        }
    }

    pub(crate) fn unsigned(&self) -> Result<u64, Damage> {
        match self {
            Value::Integer(number) => {
                u64::try_from(*number).map_err(|_| Damage::new("a number is out of range"))
            }
            _ => Err(Damage::new("a number was expected")),
        }
    }

    /// The entry of a map under a key, which the files write as a text or as bytes.
    pub(crate) fn find(&self, key: &str) -> Result<Option<&Value<'a>>, Damage> {
        let is_key = |candidate: &Value| match candidate {
            Value::Text(text) => *text == key,
            Value::Bytes(bytes) => *bytes == key.as_bytes(),
            _ => false,
        };
        Ok(self
            .map()?
            .iter()
            .find(|(candidate, _)| is_key(candidate))
            .map(|(_, value)| value))
    }

    pub(crate) fn get(&self, key: &str) -> Result<&Value<'a>, Damage> {
        self.find(key)?
            .ok_or_else(|| Damage::new(format!("there is no entry {key:?}")))
    }
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn value(&mut self, depth: usize) -> Result<Value<'a>, Damage> {
        if depth > MAX_DEPTH {
            return Err(Damage::new("values are nested too deeply"));
        }
        let marker = self.take(1)?[0];
        Ok(match marker {
            0x00..=0x7f => Value::Integer(marker.into()),
            0xe0..=0xff => Value::Integer((marker as i8).into()),
            0x80..=0x8f => self.map(usize::from(marker & 0x0f), depth)?,
            0x90..=0x9f => self.list(usize::from(marker & 0x0f), depth)?,
            0xa0..=0xbf => self.text(usize::from(marker & 0x1f))?,
            0xc0 => Value::Nil,
            0xc2 => Value::Bool(false),
            0xc3 => Value::Bool(true),
            0xc4..=0xc6 => {
                let length = self.length(1 << (marker - 0xc4))?;
                Value::Bytes(self.take(length)?)
            }
            0xca => Value::Float(f32::from_be_bytes(self.array()?).into()),
            0xcb => Value::Float(f64::from_be_bytes(self.array()?)),
            0xcc => Value::Integer(u8::from_be_bytes(self.array()?).into()),
            0xcd => Value::Integer(u16::from_be_bytes(self.array()?).into()),
            0xce => Value::Integer(u32::from_be_bytes(self.array()?).into()),
            0xcf => Value::Integer(u64::from_be_bytes(self.array()?).into()),
            0xd0 => Value::Integer(i8::from_be_bytes(self.array()?).into()),
            0xd1 => Value::Integer(i16::from_be_bytes(self.array()?).into()),
            0xd2 => Value::Integer(i32::from_be_bytes(self.array()?).into()),
            0xd3 => Value::Integer(i64::from_be_bytes(self.array()?).into()),
            0xd9..=0xdb => {
                let length = self.length(1 << (marker - 0xd9))?;
                self.text(length)?
            }
            0xdc | 0xdd => {
                let length = self.length(2 << (marker - 0xdc))?;
                self.list(length, depth)?
            }
            0xde | 0xdf => {
                let length = self.length(2 << (marker - 0xde))?;
                self.map(length, depth)?
            }
            _ => return Err(Damage::new(format!("the marker {marker:#04x} is not read"))),
        })
    }

    fn list(&mut self, length: usize, depth: usize) -> Result<Value<'a>, Damage> {
        self.at_least(length)?;
        (0..length)
            .map(|_| self.value(depth + 1))
            .collect::<Result<_, _>>()
            .map(Value::List)
    }

    fn map(&mut self, length: usize, depth: usize) -> Result<Value<'a>, Damage> {
        self.at_least(length)?;
        (0..length)
            .map(|_| Ok((self.value(depth + 1)?, self.value(depth + 1)?)))
            .collect::<Result<_, _>>()
            .map(Value::Map)
    }

    fn text(&mut self, length: usize) -> Result<Value<'a>, Damage> {
        std::str::from_utf8(self.take(length)?)
            .map(Value::Text)
            .map_err(|_| Damage::new("a text is not UTF-8"))
    }

    /// A length in this many bytes, big endian.
    fn length(&mut self, width: usize) -> Result<usize, Damage> {
        Ok(self
            .take(width)?
            .iter()
            .fold(0, |length, byte| length << 8 | usize::from(*byte)))
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Damage> {
        let bytes = self.take(N)?;
        bytes
            .try_into()
            .map_err(|_| Damage::new("a number is cut off"))
    }

    fn at_least(&self, length: usize) -> Result<(), Damage> {
        if length <= self.rest.len() {
            Ok(())
        } else {
            Err(Damage::new("the end is missing"))
        }
    }

    fn take(&mut self, length: usize) -> Result<&'a [u8], Damage> {
        let (taken, rest) = self
            .rest
            .split_at_checked(length)
            .ok_or_else(|| Damage::new("the end is missing"))?;
        self.rest = rest;
        Ok(taken)
    }
}
