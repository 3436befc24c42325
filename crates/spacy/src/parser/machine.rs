//! The state of the parser and what changes it. Every move is total, and every word gets at most one head, without
//! circles: a word that waits in the buffer has none.

use super::Arc;

/// How many words describe a state.
pub(super) const ROLES: usize = 8;

/// What the machine can do. The numbers are the package's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Move {
    /// Moves the next word onto the stack.
    Shift = 0,
    /// Takes the top off the stack; without a head it goes back to the buffer.
    Reduce = 1,
    /// The next word is the head of the stack's top, which is taken off.
    Left = 2,
    /// The stack's top is the head of the next word, which goes onto the stack.
    Right = 3,
    /// A sentence starts after the next word.
    Break = 4,
}

impl Move {
    pub(super) const ALL: [Move; 5] = [
        Move::Shift,
        Move::Reduce,
        Move::Left,
        Move::Right,
        Move::Break,
    ];
}

pub(super) struct Machine {
    stack: Vec<usize>,
    /// Words given back to the buffer, the next one last. They come before the unread ones.
    returned: Vec<usize>,
    /// The first word not read yet.
    unread: usize,
    words: Vec<WordState>,
}

#[derive(Clone)]
struct WordState {
    head: Option<usize>,
    arc: Arc,
    /// The dependents before and after the word, in the order they were attached: the links of two lists.
    last_left: Option<usize>,
    last_right: Option<usize>,
    /// The dependent that was attached to the same head, on the same side, before this one.
    earlier: Option<usize>,
    is_sentence_start: bool,
    was_returned: bool,
}

impl Machine {
    pub(super) fn new(length: usize) -> Machine {
        let word = WordState {
            head: None,
            arc: Arc::ROOT,
            last_left: None,
            last_right: None,
            earlier: None,
            is_sentence_start: false,
            was_returned: false,
        };
        Machine {
            stack: Vec::new(),
            returned: Vec::new(),
            unread: 0,
            words: vec![word; length],
        }
    }

    pub(super) fn is_done(&self) -> bool {
        self.stack.is_empty() && self.waiting() == 0
    }

    /// The heads of the words that have one.
    pub(super) fn heads(&self) -> Vec<Option<usize>> {
        self.words.iter().map(|word| word.head).collect()
    }

    pub(super) fn arcs(&self) -> Vec<Arc> {
        self.words.iter().map(|word| word.arc).collect()
    }

    /// Which moves can be made, by their numbers.
    pub(super) fn allowed(&self) -> [bool; 5] {
        let waiting = self.waiting();
        let starts =
            |word: Option<usize>| word.is_some_and(|word| self.words[word].is_sentence_start);
        let next = self.buffer(0);
        let after = self.buffer(1);
        let was_returned = next.is_some_and(|next| self.words[next].was_returned);
        let can_attach = !self.stack.is_empty() && waiting > 0 && !starts(next);
        let is_adjacent = next.map(|next| next + 1) == after;
        [
            self.stack.is_empty() || waiting >= 2 && !starts(next) && !was_returned,
            !self.stack.is_empty(),
            can_attach,
            can_attach,
            waiting >= 2 && is_adjacent && !starts(after),
        ]
    }

    /// The words that describe the state, as the network was taught.
    pub(super) fn described_by(&self) -> [Option<usize>; ROLES] {
        let next = self.buffer(0);
        let top = self.stack_at(0);
        let last_left = |word: Option<usize>| self.words[word?].last_left;
        let last_right = |word: Option<usize>| self.words[word?].last_right;
        [
            next,
            self.buffer(1),
            top,
            self.stack_at(1),
            self.stack_at(2),
            last_left(next),
            last_left(top),
            last_right(top),
        ]
    }

    /// Makes a move that is allowed; one that is not changes nothing.
    pub(super) fn act(&mut self, step: Move, arc: Arc) {
        match (step, self.stack_at(0), self.buffer(0)) {
            (Move::Shift, _, _) => self.shift(),
            (Move::Reduce, Some(top), _) => {
                self.stack.pop();
                if self.words[top].head.is_none() && !self.stack.is_empty() {
                    self.words[top].was_returned = true;
                    self.returned.push(top);
                }
            }
            (Move::Left, Some(top), Some(next)) => {
                self.attach(next, top, arc);
                self.words[next].was_returned = false;
                self.stack.pop();
            }
            (Move::Right, Some(top), Some(next)) => {
                self.attach(top, next, arc);
                self.shift();
            }
            (Move::Break, _, _) => {
                if let Some(after) = self.buffer(1) {
                    self.words[after].is_sentence_start = true;
                }
            }
            _ => {}
        }
    }

    fn waiting(&self) -> usize {
        self.words.len() - self.unread + self.returned.len()
    }

    fn buffer(&self, index: usize) -> Option<usize> {
        match self.returned.len().checked_sub(index + 1) {
            Some(returned) => Some(self.returned[returned]),
            None => {
                let word = self.unread + index - self.returned.len();
                (word < self.words.len()).then_some(word)
            }
        }
    }

    fn stack_at(&self, index: usize) -> Option<usize> {
        Some(self.stack[self.stack.len().checked_sub(index + 1)?])
    }

    fn shift(&mut self) {
        if let Some(next) = self.returned.pop() {
            self.stack.push(next);
        } else if self.unread < self.words.len() {
            self.stack.push(self.unread);
            self.unread += 1;
        }
    }

    fn attach(&mut self, head: usize, child: usize, arc: Arc) {
        self.detach(child);
        let last = self.last_child(head, child);
        self.words[child].earlier = last.replace(child);
        self.words[child].head = Some(head);
        self.words[child].arc = arc;
    }

    fn detach(&mut self, child: usize) {
        let Some(head) = self.words[child].head else {
            return;
        };
        let earlier = self.words[child].earlier;
        let last = self.last_child(head, child);
        if *last == Some(child) {
            *last = earlier;
            return;
        }
        let mut later = *last;
        while let Some(sibling) = later {
            later = self.words[sibling].earlier;
            if later == Some(child) {
                self.words[sibling].earlier = earlier;
            }
        }
    }

    /// The child attached last to a head, on the side of this child.
    fn last_child(&mut self, head: usize, child: usize) -> &mut Option<usize> {
        let head_state = &mut self.words[head];
        if child < head {
            &mut head_state.last_left
        } else {
            &mut head_state.last_right
        }
    }
}
