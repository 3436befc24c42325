//! Characters as they are compared: digits of every script are one, kinds of spaces, commas, colons and dashes are
//! one, and marks that tell a screen the direction of the text are nothing.

/// The zeros of the scripts whose digits follow one another.
const ZEROS: [char; 18] = [
    '٠', '۰', '०', '০', '੦', '૦', '୦', '௦', '౦', '೦', '൦', '๐', '໐', '༠', '၀', '០', '\u{1810}',
    '０',
];

/// Whether the character is none that is seen.
pub(super) const fn is_mark(c: char) -> bool {
    matches!(
        c,
        '\u{200b}'..='\u{200f}'
            | '\u{61c}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'
            | '\u{2066}'..='\u{2069}'
            | '\u{feff}'
    )
}

/// The character that stands for all that mean the same.
pub(super) fn plain(c: char) -> char {
    if c.is_ascii() {
        return c.to_ascii_lowercase();
    }
    if c.is_whitespace() {
        return ' ';
    }
    match c {
        '،' | '，' | '、' => ',',
        '：' => ':',
        '／' => '/',
        '．' => '.',
        '［' => '[',
        '］' => ']',
        '‐'..='―' | '−' | '－' => '-',
        '’' | '‘' | 'ʼ' | '׳' => '\'',
        '״' | '“' | '”' | '„' => '"',
        _ => digit(c).unwrap_or_else(|| c.to_lowercase().next().unwrap_or(c)),
    }
}

fn digit(c: char) -> Option<char> {
    if !c.is_numeric() {
        return None;
    }
    let mut values = ZEROS
        .iter()
        .map(|zero| u32::from(c).wrapping_sub(u32::from(*zero)));
    let value = values.find(|value| *value < 10)?;
    char::from_digit(value, 10)
}

/// A phrase as it is compared: without capitals, marks, several spaces at once, and a full stop at its end.
pub(super) fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for c in text.chars().filter(|c| !is_mark(*c)).map(plain) {
        if c != ' ' || !folded.ends_with(' ') {
            folded.push(c);
        }
    }
    let end = [' ', '\n', '.', '。', '।', '۔', '…'];
    folded.trim_start().trim_end_matches(end).to_owned()
}

/// A place in a line, from which characters are read as they are compared.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cursor<'a>(&'a str);

impl<'a> Cursor<'a> {
    pub(super) const fn at(line: &'a str) -> Self {
        Self(line)
    }

    /// What is left of the line.
    pub(super) const fn rest(self) -> &'a str {
        self.0
    }

    /// The next character, which is not passed over.
    pub(super) fn peek(self) -> Option<char> {
        let mut after = self;
        after.next()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let place = self.0.find(|c| !is_mark(c))?;
        let c = self.0[place..].chars().next()?;
        self.0 = &self.0[place + c.len_utf8()..];
        Some(plain(c))
    }

    /// Passes over the character, if it is one of these.
    pub(super) fn take(&mut self, wanted: impl Fn(char) -> bool) -> Option<char> {
        let c = self.peek().filter(|c| wanted(*c))?;
        self.next();
        Some(c)
    }

    pub(super) fn spaces(&mut self) {
        while self.take(|c| c == ' ').is_some() {}
    }

    /// A number of at most so many digits, and how many it has.
    pub(super) fn number(&mut self, most: usize) -> Option<(u32, usize)> {
        let (mut number, mut count) = (0, 0);
        let mut after = *self;
        while let Some(value) = after.peek().and_then(|c| c.to_digit(10)) {
            after.next();
            count += 1;
            if count > most {
                return None;
            }
            number = number * 10 + value;
        }
        *self = after;
        (count > 0).then_some((number, count))
    }

    /// Passes over a phrase, whatever spaces and full stops are in it.
    pub(super) fn phrase(&mut self, phrase: &[char]) -> bool {
        let mut after = *self;
        for wanted in phrase {
            while after
                .take(|c| matches!(c, ' ' | '.') && c != *wanted)
                .is_some()
            {}
            if after.take(|c| c == *wanted).is_none() {
                return false;
            }
        }
        if after.peek().is_some_and(char::is_alphabetic) {
            return false;
        }
        after.take(|c| c == '.');
        *self = after;
        true
    }

    /// Passes over a word of letters that has at most so many.
    pub(super) fn word(&mut self, most: usize) -> Option<&'a str> {
        let mut after = *self;
        let mut count = 0;
        while after.take(|c| c.is_alphabetic() || c == '.').is_some() {
            count += 1;
            if count > most {
                return None;
            }
        }
        let word = &self.0[..self.0.len() - after.0.len()];
        *self = after;
        (count > 0).then_some(word)
    }
}

/// The characters of a phrase of the clock, as [`Cursor::phrase`] takes them.
pub(super) fn letters(phrase: &str) -> Vec<char> {
    let characters = phrase.chars().filter(|c| !is_mark(*c)).map(plain);
    characters.filter(|c| !matches!(c, ' ' | '.')).collect()
}
