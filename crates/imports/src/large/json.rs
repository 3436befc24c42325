//! Where the values of a JSON file are: a tree of places, of what is too large for one piece alone.

use std::io::{self, BufRead, BufReader, Read};

/// The deepest that values are within each other.
const MAX_DEPTH: usize = 256;
/// So much of a name is kept, in bytes.
const MAX_NAME: usize = 64;
const BUFFER: usize = 256 * 1024;

/// A value, from one place to another.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) start: u64,
    pub(super) end: u64,
    /// There are objects in lists in it: it holds records, and does not only tell of others.
    pub(super) has_records: bool,
    pub(super) within: Within,
}

/// What is within a value, where that is larger than a piece.
#[derive(Debug)]
pub(super) enum Within {
    /// Nothing is known of it.
    Whole,
    List(Vec<Run>),
    Object(Vec<Member>),
}

/// Values that follow each other in a list: several that are together no larger than a piece, or one that is larger.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) start: u64,
    pub(super) end: u64,
    pub(super) count: usize,
    pub(super) large: Option<Node>,
}

/// A value of an object with its name.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) name: String,
    /// Where its name begins.
    pub(super) start: u64,
    pub(super) value: Node,
}

/// What a file turned out to be.
#[derive(Debug)]
pub(super) enum Scanned {
    Value(Node),
    /// Several values, a line each.
    Lines,
    Broken(String),
}

impl Node {
    pub(super) const fn size(&self) -> u64 {
        self.end - self.start
    }
}

/// A list or an object that is open.
#[derive(Debug, Default)]
struct Open {
    start: u64,
    is_list: bool,
    has_records: bool,
    runs: Vec<Run>,
    members: Vec<Member>,
    /// Where the value that is read begins.
    value: Option<u64>,
    /// That value, where it was a list or an object.
    closed: Option<Node>,
    name: Vec<u8>,
    name_start: Option<u64>,
    /// Its name was read.
    is_named: bool,
}

#[derive(Debug)]
struct Scanner {
    usual: u64,
    open: Vec<Open>,
    root: Option<Node>,
    is_text: bool,
    is_escaped: bool,
    /// Where the last thing ended.
    last: u64,
}

/// Goes through a file whose next byte is at this place. What is larger than a piece usually is, is looked into.
pub(super) fn scan(file: impl Read, start: u64, usual: u64) -> io::Result<Scanned> {
    let mut scanner = Scanner {
        usual,
        open: Vec::new(),
        root: None,
        is_text: false,
        is_escaped: false,
        last: start,
    };
    let mut reader = BufReader::with_capacity(BUFFER, file);
    let mut at = start;
    loop {
        let bytes = reader.fill_buf()?;
        if bytes.is_empty() {
            break;
        }
        let length = bytes.len();
        match scanner.take(bytes, at) {
            Ok(()) => {}
            Err(Stop::More) => return Ok(Scanned::Lines),
            Err(Stop::Broken(place)) => {
                let why = format!("it is no JSON, at byte {place}");
                return Ok(Scanned::Broken(why));
            }
        }
        at += length as u64;
        reader.consume(length);
    }
    Ok(match scanner.root {
        Some(root) => Scanned::Value(root),
        None => Scanned::Broken("it ends before its JSON does".to_owned()),
    })
}

enum Stop {
    /// Another value follows the first.
    More,
    Broken(u64),
}

impl Scanner {
    fn take(&mut self, bytes: &[u8], at: u64) -> Result<(), Stop> {
        let mut place = 0;
        while let Some(byte) = bytes.get(place).copied() {
            if self.is_text {
                place += self.take_text(&bytes[place..], at + place as u64);
                continue;
            }
            let here = at + place as u64;
            place += 1;
            if byte.is_ascii_whitespace() {
                continue;
            }
            if self.root.is_some() {
                return Err(Stop::More);
            }
            match byte {
                b'{' | b'[' => self.begin(byte == b'[', here)?,
                b'}' | b']' => self.close(byte == b']', here)?,
                b',' => self.end_value(),
                b':' => {
                    if let Some(open) = self.open.last_mut() {
                        open.is_named = true;
                    }
                }
                _ => {
                    self.value_at(here).ok_or(Stop::Broken(here))?;
                    self.is_text = byte == b'"';
                    self.last = here + 1;
                }
            }
        }
        Ok(())
    }

    /// Takes in a text up to its end, or that of the bytes; how many bytes those were.
    fn take_text(&mut self, bytes: &[u8], at: u64) -> usize {
        if self.is_escaped {
            self.is_escaped = false;
            return 1;
        }
        let end = bytes.iter().position(|byte| matches!(byte, b'"' | b'\\'));
        let taken = end.unwrap_or(bytes.len());
        if let Some(open) = self
            .open
            .last_mut()
            .filter(|open| !open.is_list && !open.is_named)
        {
            let room = MAX_NAME - open.name.len();
            open.name.extend_from_slice(&bytes[..taken.min(room)]);
        }
        match end.map(|end| bytes[end]) {
            None => return taken,
            Some(b'\\') => self.is_escaped = true,
            Some(_) => {
                self.is_text = false;
                self.last = at + taken as u64 + 1;
            }
        }
        taken + 1
    }

    /// Something begins here: a value, or the name of one. Nothing if it stands nowhere.
    fn value_at(&mut self, here: u64) -> Option<()> {
        let open = self.open.last_mut()?;
        match open.is_list || open.is_named {
            true => open.value.get_or_insert(here),
            false => open.name_start.get_or_insert(here),
        };
        Some(())
    }

    fn begin(&mut self, is_list: bool, here: u64) -> Result<(), Stop> {
        if self.open.len() == MAX_DEPTH {
            return Err(Stop::Broken(here));
        }
        if let Some(open) = self.open.last_mut() {
            open.has_records |= open.is_list && !is_list;
            self.value_at(here);
        }
        self.open.push(Open {
            start: here,
            is_list,
            ..Open::default()
        });
        Ok(())
    }

    fn close(&mut self, is_list: bool, here: u64) -> Result<(), Stop> {
        self.end_value();
        let open = self.open.pop().filter(|open| open.is_list == is_list);
        let open = open.ok_or(Stop::Broken(here))?;
        let end = here + 1;
        let within = match end - open.start {
            size if size <= self.usual => Within::Whole,
            _ if is_list => Within::List(open.runs),
            _ => Within::Object(open.members),
        };
        let node = Node {
            start: open.start,
            end,
            has_records: open.has_records,
            within,
        };
        self.last = end;
        match self.open.last_mut() {
            Some(above) => {
                above.has_records |= node.has_records;
                above.closed = Some(node);
            }
            None => self.root = Some(node),
        }
        Ok(())
    }

    /// The value that was read has ended.
    fn end_value(&mut self) {
        let (usual, end) = (self.usual, self.last);
        let Some(open) = self.open.last_mut() else {
            return;
        };
        let (closed, start) = (open.closed.take(), open.value.take());
        let (is_named, name_start) = (open.is_named, open.name_start.take());
        open.is_named = false;
        let name = std::mem::take(&mut open.name);
        let Some(start) = start else {
            return;
        };
        let node = closed.unwrap_or(Node {
            start,
            end,
            has_records: false,
            within: Within::Whole,
        });
        if open.is_list {
            add_to_runs(&mut open.runs, node, usual);
        } else if let (true, Some(start)) = (is_named, name_start) {
            open.members.push(Member {
                name: String::from_utf8_lossy(&name).into_owned(),
                start,
                value: node,
            });
        }
    }
}

fn add_to_runs(runs: &mut Vec<Run>, node: Node, usual: u64) {
    let is_large = node.size() > usual;
    let last = runs.last_mut().filter(|run| run.large.is_none());
    match last.filter(|run| !is_large && node.end - run.start <= usual) {
        Some(run) => {
            run.end = node.end;
            run.count += 1;
        }
        None => runs.push(Run {
            start: node.start,
            end: node.end,
            count: 1,
            large: is_large.then_some(node),
        }),
    }
}
