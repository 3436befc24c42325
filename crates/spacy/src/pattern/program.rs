//! A pattern as a program for a machine that backtracks.

use std::sync::Arc;

use super::class::Class;
use super::parse::Node;
use crate::error::Damage;

/// The most steps a program may have; the largest of the package's patterns has under 2,000.
const MAX_STEPS: usize = 20_000;

#[derive(Default)]
pub(super) struct Program {
    steps: Vec<Step>,
    classes: Vec<Arc<Class>>,
    /// Whether what was tried is noted, because repetition within repetition could try it many times.
    notes_tried: bool,
}

#[derive(Debug, Clone, Copy)]
enum Step {
    /// Consume a character of this class.
    Character(usize),
    Start,
    End,
    /// Go on with the first; should that fail, with the second.
    Either(usize, usize),
    Go(usize),
    /// Run what follows up to `Found` ahead of here or, `behind` characters back, behind.
    Look {
        behind: Option<usize>,
        negated: bool,
        next: usize,
    },
    Found,
}

/// What a run needs, kept for the next run.
#[derive(Default)]
pub(super) struct Scratch {
    /// Where else to go on: step and byte.
    pending: Vec<(usize, usize)>,
    /// One bit for each step and byte.
    tried: Vec<u64>,
}

impl Program {
    /// Adds a pattern, or one of its alternatives, and says where in the program it begins.
    pub(super) fn add_alternative(&mut self, node: &Node) -> Result<usize, Damage> {
        let entry = self.steps.len();
        self.add(node)?;
        self.push(Step::Found)?;
        self.notes_tried |= loops(node) > 1;
        Ok(entry)
    }

    /// To be called before alternatives are run at a place.
    pub(super) fn forget_tried(&self, text: &str, scratch: &mut Scratch) {
        if self.notes_tried {
            scratch.tried.clear();
            scratch
                .tried
                .resize((self.steps.len() * (text.len() + 1)).div_ceil(64), 0);
        }
    }

    /// The byte at which a match that begins at `start` ends.
    pub(super) fn run(
        &self,
        entry: usize,
        text: &str,
        start: usize,
        scratch: &mut Scratch,
    ) -> Option<usize> {
        scratch.pending.clear();
        self.run_from(entry, text, start, scratch, self.notes_tried)
    }

    fn run_from(
        &self,
        step: usize,
        text: &str,
        start: usize,
        scratch: &mut Scratch,
        notes_tried: bool,
    ) -> Option<usize> {
        let floor = scratch.pending.len();
        scratch.pending.push((step, start));
        while scratch.pending.len() > floor {
            let (mut step, mut at) = scratch.pending.pop()?;
            loop {
                if notes_tried && self.was_tried(step, at, text, scratch) {
                    break;
                }
                match self.steps[step] {
                    Step::Character(class) => {
                        let Some(character) = text[at..].chars().next() else {
                            break;
                        };
                        if !self.classes[class].contains(character) {
                            break;
                        }
                        at += character.len_utf8();
                        step += 1;
                    }
                    Step::Start if at == 0 => step += 1,
                    // As in Python, the end is also before a line feed that ends the text.
                    Step::End if at == text.len() || &text[at..] == "\n" => step += 1,
                    Step::Start | Step::End => break,
                    Step::Either(first, second) => {
                        scratch.pending.push((second, at));
                        step = first;
                    }
                    Step::Go(next) => step = next,
                    Step::Look {
                        behind,
                        negated,
                        next,
                    } => {
                        let begin = match behind {
                            None => Some(at),
                            Some(characters) => characters_back(text, at, characters),
                        };
                        // What is looked for is short, and what was tried there says nothing about here.
                        let found = begin
                            .and_then(|begin| self.run_from(step + 1, text, begin, scratch, false));
                        if found.is_some() == negated {
                            break;
                        }
                        step = next;
                    }
                    Step::Found => {
                        scratch.pending.truncate(floor);
                        return Some(at);
                    }
                }
            }
        }
        None
    }

    fn was_tried(&self, step: usize, at: usize, text: &str, scratch: &mut Scratch) -> bool {
        let bit = step * (text.len() + 1) + at;
        let word = &mut scratch.tried[bit / 64];
        let was_tried = *word & 1 << (bit % 64) != 0;
        *word |= 1 << (bit % 64);
        was_tried
    }

    fn push(&mut self, step: Step) -> Result<usize, Damage> {
        if self.steps.len() >= MAX_STEPS {
            return Err(Damage::new("a pattern is too long"));
        }
        self.steps.push(step);
        Ok(self.steps.len() - 1)
    }

    fn add(&mut self, node: &Node) -> Result<(), Damage> {
        match node {
            Node::Character(class) => {
                self.classes.push(class.clone());
                self.push(Step::Character(self.classes.len() - 1)).map(drop)
            }
            Node::Start => self.push(Step::Start).map(drop),
            Node::End => self.push(Step::End).map(drop),
            Node::Sequence(nodes) => nodes.iter().try_for_each(|node| self.add(node)),
            Node::Alternatives(nodes) => self.add_alternatives(nodes),
            Node::Repeat { node, least, most } => self.add_repeat(node, *least, *most),
            Node::Look {
                node,
                behind,
                negated,
            } => {
                let behind = behind.then(|| node.shortest());
                let look = self.push(Step::Look {
                    behind,
                    negated: *negated,
                    next: 0,
                })?;
                self.add(node)?;
                let next = self.push(Step::Found)? + 1;
                self.steps[look] = Step::Look {
                    behind,
                    negated: *negated,
                    next,
                };
                Ok(())
            }
        }
    }

    fn add_alternatives(&mut self, nodes: &[Node]) -> Result<(), Damage> {
        let Some((last, others)) = nodes.split_last() else {
            return Ok(());
        };
        let mut exits = Vec::with_capacity(others.len());
        for node in others {
            let either = self.push(Step::Either(0, 0))?;
            self.add(node)?;
            exits.push(self.push(Step::Go(0))?);
            self.steps[either] = Step::Either(either + 1, self.steps.len());
        }
        self.add(last)?;
        for exit in exits {
            self.steps[exit] = Step::Go(self.steps.len());
        }
        Ok(())
    }

    fn add_repeat(&mut self, node: &Node, least: u32, most: Option<u32>) -> Result<(), Damage> {
        for _ in 0..least {
            self.add(node)?;
        }
        let Some(most) = most else {
            let either = self.push(Step::Either(0, 0))?;
            self.add(node)?;
            self.push(Step::Go(either))?;
            self.steps[either] = Step::Either(either + 1, self.steps.len());
            return Ok(());
        };
        let mut exits = Vec::new();
        for _ in least..most {
            exits.push(self.push(Step::Either(0, 0))?);
            self.add(node)?;
        }
        for either in exits {
            self.steps[either] = Step::Either(either + 1, self.steps.len());
        }
        Ok(())
    }
}

/// How many repetitions a node has in it.
fn loops(node: &Node) -> usize {
    match node {
        Node::Character(_) | Node::Start | Node::End => 0,
        Node::Sequence(nodes) | Node::Alternatives(nodes) => nodes.iter().map(loops).sum(),
        Node::Repeat { node, .. } => 1 + loops(node),
        Node::Look { node, .. } => loops(node),
    }
}

/// The byte this many characters before a byte, if there are so many.
fn characters_back(text: &str, at: usize, characters: usize) -> Option<usize> {
    match characters {
        0 => Some(at),
        _ => text[..at]
            .char_indices()
            .rev()
            .nth(characters - 1)
            .map(|(offset, _)| offset),
    }
}
