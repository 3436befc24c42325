//! Sets of characters.

use crate::characters;

/// A set of characters.
#[derive(Debug, Clone, Default)]
pub(crate) struct Class {
    /// One bit for each ASCII character.
    ascii: u128,
    /// Beyond ASCII, first and last of each run; sorted and apart once [`Class::finish`] was called.
    ranges: Vec<(char, char)>,
    kinds: Vec<Kind>,
    negated: bool,
}

/// A set that Python defines by a property of its characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Decimal,
    Space,
    NotSpace,
    Word,
}

impl Kind {
    fn contains(self, character: char) -> bool {
        match self {
            Kind::Decimal => characters::is_decimal(character),
            Kind::Space => characters::is_space(character),
            Kind::NotSpace => !characters::is_space(character),
            Kind::Word => characters::is_word(character),
        }
    }
}

impl Class {
    pub(crate) fn of(character: char) -> Class {
        let mut class = Class::default();
        class.add_range(character, character);
        class
    }

    pub(crate) fn add_range(&mut self, first: char, last: char) {
        if first.is_ascii() {
            for code in u32::from(first)..=u32::from(last).min(127) {
                self.ascii |= 1 << code;
            }
        }
        if last > '\x7f' {
            self.ranges.push((first.max('\u{80}'), last));
        }
    }

    pub(crate) fn add_kind(&mut self, kind: Kind) {
        for byte in 0..128u8 {
            if kind.contains(char::from(byte)) {
                self.ascii |= 1 << byte;
            }
        }
        self.kinds.push(kind);
    }

    /// Adds what is in another class; a negated one adds every character.
    pub(crate) fn add(&mut self, other: &Class) {
        if other.negated {
            self.add_range('\0', char::MAX);
        } else {
            self.ascii |= other.ascii;
            self.ranges.extend(&other.ranges);
            self.kinds.extend(&other.kinds);
        }
        self.finish();
    }

    /// Puts the ranges in order. Must be called before the class is asked for anything.
    pub(crate) fn finish(&mut self) {
        self.ranges.sort_unstable();
        let mut joined: Vec<(char, char)> = Vec::with_capacity(self.ranges.len());
        for (first, last) in self.ranges.drain(..) {
            match joined.last_mut() {
                Some((_, end)) if first <= *end => *end = last.max(*end),
                _ => joined.push((first, last)),
            }
        }
        self.ranges = joined;
    }

    pub(crate) fn negate(&mut self) {
        self.ascii = !self.ascii;
        self.negated = !self.negated;
    }

    /// The ASCII characters of the class, one bit for each.
    pub(crate) fn ascii(&self) -> u128 {
        self.ascii
    }

    /// The one character of the class, if it has only one and that is ASCII.
    pub(crate) fn only_ascii(&self) -> Option<u32> {
        let is_only = self.ascii.is_power_of_two()
            && self.ranges.is_empty()
            && self.kinds.is_empty()
            && !self.negated;
        is_only.then(|| self.ascii.trailing_zeros())
    }

    pub(crate) fn contains(&self, character: char) -> bool {
        if character.is_ascii() {
            return self.ascii & 1 << u32::from(character) != 0;
        }
        let next = self
            .ranges
            .partition_point(|(first, _)| *first <= character);
        let is_listed = next
            .checked_sub(1)
            .is_some_and(|index| character <= self.ranges[index].1);
        (is_listed || self.kinds.iter().any(|kind| kind.contains(character))) != self.negated
    }
}
