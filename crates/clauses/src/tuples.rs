//! Open extraction: every clause as a tuple of words of the text, a relation and what it relates.
//!
//! An infinitive that is the complement of a verb with the same subject makes one tuple with it ("wants to move to");
//! a clause without any argument and a subordinate clause as an argument make none. Arguments keep their
//! coordinations, and lose relative clauses and appositions after a comma, which make tuples of their own.

use recollect_spacy::{Dep, Doc, Pos};

use crate::clause::{Argument, Clause, Form, Origin, Role};
use crate::reading::Link;
use crate::tree::Tree;

/// A relation in the text's own words and what it relates.
#[derive(Debug, Clone, PartialEq)]
pub struct Tuple {
    /// The words of the relation. `be` or `has`, perhaps with a preposition, where the text writes no verb.
    pub relation: String,
    /// What it relates, the subject first; at least two, and none is empty.
    pub arguments: Vec<String>,
    /// How likely the text says so, from 0 to 1: highest for main clauses, lowest for what nouns imply.
    pub confidence: f32,
}

/// The tuples of a text, in the order of their predicates; `doc` is its parse.
pub fn tuples(text: &str, doc: &Doc) -> Vec<Tuple> {
    let tree = Tree::new(text, doc);
    let clauses = crate::clauses_of(&tree);
    let mut of = vec![None; tree.len()];
    for (number, clause) in clauses.iter().enumerate() {
        if clause.is_read_from_verb() {
            of[clause.predicate.head] = Some(number);
        }
    }
    let writer = Writer {
        tree: &tree,
        clauses: &clauses,
        of,
    };
    clauses
        .iter()
        .filter_map(|clause| writer.tuple(clause))
        .collect()
}

/// Longer arguments are not written: nobody reads them, and nested clauses would repeat each other without end.
const WORDS_MAX: usize = 120;
/// How many verbs run together: "has wanted to start to learn to swim".
const CHAIN_MAX: usize = 4;

struct Writer<'a> {
    tree: &'a Tree<'a>,
    clauses: &'a [Clause],
    /// By token: the clause whose predicate it is.
    of: Vec<Option<usize>>,
}

/// A tuple before its words are put together: tokens, in order.
struct Draft<'a> {
    relation: Vec<usize>,
    arguments: Vec<&'a Argument>,
    /// The first verb of those that run together.
    first_verb: usize,
    is_chained: bool,
}

impl Writer<'_> {
    fn tuple(&self, clause: &Clause) -> Option<Tuple> {
        let subject = clause.subject.as_ref()?;
        if clause.is_read_from_verb() {
            return self.verbal(clause, subject);
        }
        let argument = clause.arguments.first()?;
        let (relation, confidence) = match clause.form {
            Form::Appositive if argument.preposition.is_some() => ("be in", 0.6),
            Form::Appositive => ("be", 0.6),
            Form::Title => ("be", 0.5),
            Form::Possessive if self.tree.pos(subject.phrase.head) != Pos::Pron => ("has", 0.3),
            _ => return None,
        };
        Some(Tuple {
            relation: relation.to_owned(),
            arguments: vec![self.written(subject)?, self.written(argument)?],
            confidence,
        })
    }

    fn verbal(&self, clause: &Clause, subject: &Argument) -> Option<Tuple> {
        if self.is_said_with_complement(clause, subject) {
            return None;
        }
        let mut draft = self.draft(clause);
        let (mut after, before) = self.rest(clause, &mut draft);
        draft.relation.sort_unstable();
        draft.relation.dedup();
        // What follows the verb with a preposition takes it into the relation: "lives in".
        if let Some(first) = after.first_mut() {
            let introduces = |&token: &usize| {
                self.tree.pos(token) == Pos::Adp
                    || self.tree.dep(token) == Dep::Mark
                    || self.tree.tag(token) == "TO"
            };
            let introduced = first
                .iter()
                .take_while(|token| introduces(token))
                .count()
                .min(first.len().saturating_sub(1));
            draft.relation.extend(first.drain(..introduced));
        }
        let verb = clause.predicate.head;
        let is_participle =
            self.tree.dep(verb) == Dep::Acl && draft.relation.first() == Some(&verb);
        let mut relation = self.words(&draft.relation);
        if clause.predicate.tokens.is_empty() || is_participle {
            relation = format!("be {relation}").trim_end().to_owned();
        }
        let mut arguments = vec![self.written(subject)?];
        arguments.extend(after.iter().chain(&before).map(|tokens| self.words(tokens)));
        arguments.retain(|argument| !argument.is_empty());
        (arguments.len() > 1 && !relation.is_empty()).then(|| Tuple {
            relation,
            arguments,
            confidence: self.confidence(clause, subject, draft.is_chained),
        })
    }

    /// Whether a clause with the same subject completes this one, and says all of it: "wants" before "to move".
    fn is_said_with_complement(&self, clause: &Clause, subject: &Argument) -> bool {
        let completes = |argument: &Argument| {
            argument
                .clause
                .filter(|_| argument.role == Role::Complement)
                .is_some_and(|inner| {
                    let inner = &self.clauses[inner];
                    self.tree.dep(inner.predicate.head) == Dep::Xcomp
                        && inner.has_subject(subject.phrase.head)
                })
        };
        clause.arguments.iter().any(completes)
    }

    /// The clause that this one completes: that of "wants" for those of "to move" and "sing" in "wants to move and sing".
    fn completed_by(&self, clause: &Clause) -> Option<&Clause> {
        let tree = self.tree;
        let mut first = clause.predicate.head;
        for _ in 0..CHAIN_MAX {
            let head = tree
                .head(first)
                .filter(|_| tree.dep(first) == Dep::Conj && !tree.has(first, Dep::Aux));
            match head.filter(|&head| tree.tag(head) == tree.tag(first)) {
                Some(head) => first = head,
                None => break,
            }
        }
        if tree.dep(first) != Dep::Xcomp {
            return None;
        }
        let governor = &self.clauses[self.clauses[self.of[first]?].governor?];
        governor
            .has_subject(clause.subject.as_ref()?.phrase.head)
            .then_some(governor)
    }

    fn draft<'a>(&'a self, clause: &'a Clause) -> Draft<'a> {
        let tree = self.tree;
        let verb = clause.predicate.head;
        let mut draft = Draft {
            relation: clause.predicate.tokens.clone(),
            arguments: clause.arguments.iter().collect(),
            first_verb: verb,
            is_chained: false,
        };
        let mut current = clause;
        for _ in 0..CHAIN_MAX {
            let Some(completed) = self.completed_by(current) else {
                break;
            };
            draft.is_chained = true;
            draft.first_verb = completed.predicate.head;
            draft.relation.extend(&completed.predicate.tokens);
            for argument in &completed.arguments {
                match argument.role {
                    Role::Complement => {}
                    Role::Attribute if argument.phrase.tokens.contains(&verb) => {
                        draft.relation.push(argument.phrase.head);
                    }
                    _ => draft.arguments.push(argument),
                }
            }
            current = completed;
        }
        if draft.is_chained && tree.dep(verb) == Dep::Conj {
            let to = tree
                .head(verb)
                .and_then(|first| tree.children(first).find(|&child| tree.tag(child) == "TO"));
            draft.relation.extend(to);
        }
        draft.arguments.sort_by_key(|argument| argument.phrase.head);
        draft
    }

    /// The arguments after the first verb and those before it; adverbs between the verbs go into the relation.
    fn rest(&self, clause: &Clause, draft: &mut Draft<'_>) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
        let tree = self.tree;
        let verb = clause.predicate.head;
        let (mut after, mut before) = (Vec::new(), Vec::new());
        for argument in &draft.arguments {
            let head = argument.phrase.head;
            let is_word = argument.role == Role::Adverbial && argument.phrase.tokens.len() == 1;
            let completes = argument
                .preposition
                .as_ref()
                .is_some_and(|preposition| preposition.completes.is_some());
            if completes || argument.role == Role::AdverbialClause {
                continue;
            }
            if is_word && head < verb {
                // Further off it is the sentence's, not the verb's: "However".
                if head + 4 > draft.first_verb {
                    draft.relation.push(head);
                }
                continue;
            }
            if argument.role == Role::Complement && argument.phrase.tokens.contains(&verb) {
                continue;
            }
            let Some(body) = self.tokens_of(argument) else {
                continue;
            };
            let preposition = argument
                .preposition
                .iter()
                .filter(|preposition| tree.tag(preposition.token) != "WRB");
            let start = argument.phrase.tokens.start;
            let mut tokens: Vec<usize> = preposition
                .flat_map(|preposition| {
                    preposition.token..start.clamp(preposition.token + 1, preposition.token + 4)
                })
                .collect();
            tokens.extend(body);
            let leads = head < draft.first_verb && argument.origin != Origin::Antecedent;
            if leads { &mut before } else { &mut after }.push(tokens);
        }
        (after, before)
    }

    /// The words of an argument, if it is not too long and there are any.
    fn written(&self, argument: &Argument) -> Option<String> {
        let words = self.words(&self.tokens_of(argument)?);
        (!words.is_empty()).then_some(words)
    }

    /// The tokens of an argument, without relative clauses and appositions that end it after a comma.
    fn tokens_of(&self, argument: &Argument) -> Option<Vec<usize>> {
        let tree = self.tree;
        let head = argument.phrase.head;
        let mut tokens = argument.phrase.tokens.clone();
        if tokens.len() > WORDS_MAX {
            return None;
        }
        let mut noun = (!argument.members.is_empty()).then_some(head);
        while let Some(current) = noun {
            let last = |child: &usize| {
                *child > current
                    && tree.span(*child).end >= tokens.end
                    && tree.span(*child).start < tokens.end
            };
            let child = tree.children(current).rev().find(last);
            noun = child.filter(|&child| {
                matches!(
                    tree.dep(child),
                    Dep::Prep | Dep::Pobj | Dep::Conj | Dep::Appos
                )
            });
            if let Some(child) =
                child.filter(|&child| matches!(tree.dep(child), Dep::Relcl | Dep::Appos))
            {
                let start = tree.span(child).start;
                if start > head + 1 && tree.is_any(start - 1, &[","]) {
                    tokens.end = start;
                    noun = None;
                }
            }
        }
        Some(tree.trimmed(tokens, head).collect())
    }

    /// How much of what each kind of clause says annotators wrote down too, measured on `CaRB` and rounded.
    fn confidence(&self, clause: &Clause, subject: &Argument, is_chained: bool) -> f32 {
        let verb = clause.predicate.head;
        let is_stated = subject.origin == Origin::Stated;
        let is_infinitive = self.tree.is_infinitive(verb);
        match self.tree.link(verb) {
            _ if is_chained => 0.85,
            Link::Main => 0.95,
            Link::Coordinated if is_stated => 0.92,
            Link::Coordinated => 0.9,
            Link::Relative => 0.8,
            Link::Participial | Link::Adverbial if is_infinitive => 0.4,
            Link::Participial => 0.75,
            Link::Adverbial if is_stated => 0.7,
            Link::Adverbial => 0.65,
            Link::Complement if is_stated => 0.68,
            Link::Complement | Link::Prepositional => 0.45,
        }
    }

    /// Tokens as the text writes them, one space where something is left out.
    fn words(&self, tokens: &[usize]) -> String {
        let mut line = String::new();
        let mut last: Option<usize> = None;
        for &token in tokens {
            let is_apart = |last: usize| {
                last + 1 != token
                    || self.tree.token(last).range.end < self.tree.token(token).range.start
            };
            if last.is_some_and(is_apart) {
                line.push(' ');
            }
            line.extend(self.tree.word(token).split_whitespace());
            last = Some(token);
        }
        line.trim().to_owned()
    }
}

impl Clause {
    /// Whether the clause is a verb's, or that of a word that has a subject; and not what a noun implies.
    fn is_read_from_verb(&self) -> bool {
        match self.form {
            Form::Verbal | Form::Copular | Form::Existential => true,
            Form::Naming => self.predicate.lemma != crate::nominal::NAMED,
            Form::Appositive | Form::Possessive | Form::Title => false,
        }
    }

    fn has_subject(&self, head: usize) -> bool {
        self.subject
            .as_ref()
            .is_some_and(|subject| subject.phrase.head == head)
    }
}
