//! From the arcs the machine made to a tree for each sentence.

use std::collections::VecDeque;

use super::{Arc, Parse};
use crate::labels::Dep;

/// How often the edges of subtrees are gone through, for sentences whose arcs cross.
const MAX_ROUNDS: usize = 12;

/// Words without a head become roots; lifted arcs get their real heads.
pub(super) fn finish(heads: &[Option<usize>], arcs: &[Arc], is_space: &[bool]) -> Parse {
    let mut tree = Tree::new(heads, arcs);
    if tree.arcs.iter().any(|arc| arc.real_head.is_some()) {
        tree.set_edges();
        tree.set_children();
        for word in 0..arcs.len() {
            if let Some(real_head) = tree.arcs[word].real_head {
                tree.lower(word, real_head, is_space);
            }
        }
    }
    tree.set_edges();
    Parse {
        is_sentence_start: without_crossed(tree.sentence_starts(), &tree.heads),
        deps: tree.arcs.iter().map(|arc| arc.dep).collect(),
        heads: tree.heads,
    }
}

/// The sentence starts that no arc goes across. One can be crossed only in a text more tangled than the edges
/// are gone through for; what it separated is then one sentence, so that every head lies in the sentence.
fn without_crossed(mut starts: Vec<bool>, heads: &[usize]) -> Vec<bool> {
    // How many more arcs go from before a word to it or beyond than from before the word before it.
    let mut crossing = vec![0i64; heads.len() + 1];
    for (word, head) in heads.iter().enumerate() {
        crossing[word.min(*head) + 1] += 1;
        crossing[word.max(*head) + 1] -= 1;
    }
    let mut arcs = 0;
    for (start, change) in starts.iter_mut().zip(crossing) {
        arcs += change;
        *start &= arcs == 0;
    }
    starts
}

struct Tree {
    /// A root is its own head.
    heads: Vec<usize>,
    arcs: Vec<Arc>,
    /// The first and the last word of what is below each word.
    edges: Vec<(usize, usize)>,
    /// In the order of the text.
    children: Vec<Vec<usize>>,
}

impl Tree {
    fn new(heads: &[Option<usize>], arcs: &[Arc]) -> Tree {
        let mut tree = Tree {
            heads: (0..heads.len())
                .map(|word| heads[word].unwrap_or(word))
                .collect(),
            arcs: arcs.to_vec(),
            edges: Vec::new(),
            children: Vec::new(),
        };
        for word in 0..heads.len() {
            if tree.heads[word] == word {
                tree.arcs[word] = Arc::ROOT;
            }
        }
        tree
    }

    /// Gives a word the head its label tells of: the first word with that label, searching what is below its present
    /// head level by level. Without such a word the head stays.
    fn lower(&mut self, word: usize, real_head: Dep, is_space: &[bool]) {
        self.arcs[word].real_head = None;
        let old = self.heads[word];
        let mut queue = VecDeque::from([old]);
        while let Some(above) = queue.pop_front() {
            let (first, last) = self.edges[above];
            for child in self.children[above].iter().copied() {
                if child == word || is_space[child] || child < first || child > last {
                    continue;
                }
                // A label that still tells of another head is not that label yet.
                if self.arcs[child]
                    == (Arc {
                        dep: real_head,
                        real_head: None,
                    })
                {
                    self.heads[word] = child;
                    self.children[old].retain(|sibling| *sibling != word);
                    let at = self.children[child].partition_point(|sibling| *sibling < word);
                    self.children[child].insert(at, word);
                    return;
                }
                queue.push_back(child);
            }
        }
    }

    fn set_children(&mut self) {
        self.children = vec![Vec::new(); self.heads.len()];
        for (word, head) in self.heads.iter().enumerate() {
            if *head != word {
                self.children[*head].push(word);
            }
        }
    }

    /// Works out the edges, in as many rounds as it takes until each head lies in the sentence of its dependents.
    fn set_edges(&mut self) {
        self.edges = (0..self.heads.len()).map(|word| (word, word)).collect();
        for _ in 0..MAX_ROUNDS {
            for word in 0..self.heads.len() {
                self.widen_head(word);
            }
            for word in (0..self.heads.len()).rev() {
                self.widen_head(word);
            }
            if self.heads_are_within_sentences() {
                break;
            }
        }
    }

    fn widen_head(&mut self, word: usize) {
        let (first, last) = self.edges[word];
        let edges = &mut self.edges[self.heads[word]];
        *edges = (edges.0.min(first), edges.1.max(last));
    }

    fn sentence_starts(&self) -> Vec<bool> {
        let mut starts = vec![false; self.heads.len()];
        for (word, head) in self.heads.iter().enumerate() {
            if *head == word {
                starts[self.edges[word].0] = true;
            }
        }
        if let Some(first) = starts.first_mut() {
            *first = true;
        }
        starts
    }

    fn heads_are_within_sentences(&self) -> bool {
        let starts = self.sentence_starts();
        let mut sentence = 0;
        for (end, starts) in starts.iter().enumerate().skip(1) {
            if !starts && end + 1 != self.heads.len() {
                continue;
            }
            // A head that begins the next sentence counts as within, as it does for spaCy.
            if (sentence..end).any(|word| !(sentence..=end).contains(&self.heads[word])) {
                return false;
            }
            sentence = end;
        }
        true
    }
}
