//! From a parse to its clauses: every predicate in turn, those above before those below, so that what a clause takes
//! from another (a shared subject, a modality, who says so) has been settled when it is needed.

use recollect_spacy::{Dep, Pos};

use crate::clause::{Argument, Clause, Form, Origin, Predicate, Role};
use crate::tree::Tree;
use crate::words::COPULAS;

pub(crate) struct Reading<'a> {
    pub(crate) tree: &'a Tree<'a>,
    pub(crate) clauses: Vec<Clause>,
    /// By token: the clause it is the predicate of.
    of: Vec<Option<u32>>,
    /// By token: the clause it is a part of, its own apart.
    within: Vec<Option<u32>>,
}

/// How a predicate hangs in its sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Link {
    /// It depends on nothing, or on nothing that tells.
    Main,
    /// It is coordinated with another predicate.
    Coordinated,
    /// It is a complement with or without a subject of its own.
    Complement,
    /// It follows a preposition: "by moving".
    Prepositional,
    /// It says when, why or how.
    Adverbial,
    /// A relative clause.
    Relative,
    /// A participle or infinitive that describes a noun.
    Participial,
}

/// A predicate that is about to become a clause.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Site {
    /// Its token.
    pub(crate) verb: usize,
    pub(crate) link: Link,
    /// The clause it hangs in.
    pub(crate) parent: Option<usize>,
}

impl<'a> Reading<'a> {
    pub(crate) fn of(tree: &'a Tree<'a>) -> Self {
        let mut reading = Self {
            tree,
            clauses: Vec::new(),
            of: vec![None; tree.len()],
            within: vec![None; tree.len()],
        };
        for token in tree.top_down() {
            if let Some(head) = tree.head(token) {
                reading.within[token] = reading.of[head].or(reading.within[head]);
            }
            if tree.is_predicate(token) {
                let clause = reading.read(token);
                reading.of[token] = Some(reading.clauses.len() as u32);
                reading.clauses.push(clause);
            }
        }
        reading.connect();
        reading
    }

    /// The clause a token is the predicate of.
    pub(crate) fn clause_of(&self, token: usize) -> Option<usize> {
        self.of[token].map(|clause| clause as usize)
    }

    /// The clause a token is a part of.
    pub(crate) fn clause_around(&self, token: usize) -> Option<usize> {
        self.within[token].map(|clause| clause as usize)
    }

    fn read(&mut self, verb: usize) -> Clause {
        let site = Site {
            verb,
            link: self.tree.link(verb),
            parent: self.clause_around(verb),
        };
        let form = self.tree.form(verb);
        let mut clause = Clause {
            governor: site
                .parent
                .filter(|_| matches!(site.link, Link::Complement | Link::Prepositional)),
            ..Clause::new(form, self.tree.predicate(verb))
        };
        self.read_meaning(site, &mut clause);
        clause.subject = self.read_subject(site, &clause);
        clause.arguments = self.read_arguments(site, &clause);
        self.read_polarity(site, &mut clause);
        self.read_question(site, &mut clause);
        if clause.form == Form::Verbal
            && self.tree.is_naming(verb)
            && clause.with_role(Role::Attribute).next().is_some()
        {
            clause.form = Form::Naming;
        }
        clause.range = self.tree.range_of_clause(&clause);
        clause
    }

    /// Names the clauses that are arguments of others.
    fn connect(&mut self) {
        for clause in &mut self.clauses {
            for argument in &mut clause.arguments {
                if matches!(
                    argument.role,
                    Role::Complement | Role::AdverbialClause | Role::Prepositional
                ) {
                    argument.clause = self.of[argument.phrase.head].map(|clause| clause as usize);
                }
            }
        }
    }

    /// The clauses by the place of their predicates, with the numbers they have of each other changed to match.
    pub(crate) fn sorted(self) -> Vec<Clause> {
        let mut order: Vec<usize> = (0..self.clauses.len()).collect();
        order.sort_by_key(|&clause| self.clauses[clause].predicate.head);
        let mut place = vec![0; order.len()];
        for (position, &clause) in order.iter().enumerate() {
            place[clause] = position;
        }
        let mut clauses: Vec<(usize, Clause)> = self.clauses.into_iter().enumerate().collect();
        clauses.sort_by_key(|(number, _)| place[*number]);
        let renumbered = |(_, mut clause): (usize, Clause)| {
            clause.governor = clause.governor.map(|governor| place[governor]);
            for argument in &mut clause.arguments {
                argument.clause = argument.clause.map(|clause| place[clause]);
            }
            clause
        };
        clauses.into_iter().map(renumbered).collect()
    }
}

impl Tree<'_> {
    /// Whether a token says something of a subject.
    pub(crate) fn is_predicate(&self, token: usize) -> bool {
        let dep = self.dep(token);
        if self.is_double_object(token) {
            return false;
        }
        let verbal = self.is_verb(token) && self.tag(token).starts_with('V');
        let has_subject = || self.has(token, Dep::Nsubj) || self.has(token, Dep::NsubjPass);
        match dep {
            Dep::Aux
            | Dep::AuxPass
            | Dep::Prep
            | Dep::Case
            | Dep::Compound
            | Dep::Punct
            | Dep::Neg
            | Dep::Mark => false,
            Dep::Amod | Dep::Nmod | Dep::Det | Dep::Prt | Dep::Agent | Dep::Poss | Dep::Cc => false,
            Dep::Dobj
            | Dep::Pobj
            | Dep::Nsubj
            | Dep::NsubjPass
            | Dep::Appos
            | Dep::Attr
            | Dep::Acomp
            | Dep::Npadvmod => {
                verbal && (self.has(token, Dep::Dobj) || has_subject() || self.is_activity(token))
            }
            Dep::Conj if verbal => self.head(token).is_none_or(|head| {
                self.is_verb(head)
                    || has_subject()
                    || self.has(token, Dep::Dobj)
                    || self.has(head, Dep::Nsubj)
            }),
            _ => verbal || has_subject(),
        }
    }

    /// Whether the parser took two objects for a clause of their own: "found us a flat".
    pub(crate) fn is_double_object(&self, token: usize) -> bool {
        self.dep(token) == Dep::Ccomp
            && self.pos(token) == Pos::Noun
            && self.has(token, Dep::Det)
            && self
                .child(token, Dep::Nsubj)
                .is_some_and(|whom| self.pos(whom) == Pos::Pron && !self.lemma_is(whom, &["it"]))
            && self
                .head(token)
                .is_some_and(|head| self.lemma_is(head, crate::words::OF_FAVOURS))
    }

    /// Whether a participle is the object of a verb that takes activities: "quit smoking".
    fn is_activity(&self, token: usize) -> bool {
        self.dep(token) == Dep::Dobj
            && self.tag(token) == "VBG"
            && !self.has(token, Dep::Det)
            && self
                .head(token)
                .is_some_and(|head| self.lemma_is(head, crate::words::OF_ACTIVITIES))
    }

    pub(crate) fn link(&self, verb: usize) -> Link {
        match self.dep(verb) {
            Dep::Conj => Link::Coordinated,
            Dep::Ccomp if self.stands_beside(verb) => Link::Main,
            Dep::Xcomp
            | Dep::Ccomp
            | Dep::Csubj
            | Dep::CsubjPass
            | Dep::Oprd
            | Dep::Acomp
            | Dep::Dobj
            | Dep::Attr => Link::Complement,
            Dep::Pcomp | Dep::Pobj => Link::Prepositional,
            Dep::Advcl => Link::Adverbial,
            Dep::Relcl => Link::Relative,
            Dep::Acl => Link::Participial,
            _ => Link::Main,
        }
    }

    /// Whether a clause that the parser hangs from a verb it precedes is no complement of it but a sentence beside it:
    /// "He stayed; she left", unless it is what somebody says: "He stayed, she said".
    pub(crate) fn stands_beside(&self, verb: usize) -> bool {
        let Some(head) = self.head(verb).filter(|&head| verb < head) else {
            return false;
        };
        self.dep(verb) == Dep::Ccomp
            && self.is_finite(verb)
            && !self.has(verb, Dep::Mark)
            // "They are engaged, I can't feel my legs": who feels something does not feel that.
            && (crate::words::attribution(self.lemma(head)).is_none()
                // "I've booked a table, she doesn't know": what is denied is something else.
                || self.has(head, Dep::Neg) && self.has(head, Dep::Nsubj)
                || self
                    .child(head, Dep::Dobj)
                    .is_some_and(|object| {
                        self.pos(object) == Pos::Noun || self.is_any(object, &["it", "them"])
                    })
                || self.says_something_else(verb, head))
    }

    /// "I'm renting a car, so I was wondering if you could help": what is wondered comes after it.
    fn says_something_else(&self, verb: usize, head: usize) -> bool {
        self.has(head, Dep::Nsubj)
            && self.has(verb, Dep::Nsubj)
            && self.children(head).any(|child| {
                child > head && matches!(self.dep(child), Dep::Ccomp | Dep::Xcomp)
                    || child > verb
                        && child < head
                        && self.dep(child) == Dep::Advmod
                        && self.is_any(child, &["so"])
            })
    }

    fn form(&self, verb: usize) -> Form {
        if !self.is_verb(verb) {
            return Form::Copular;
        }
        let is_be = self.lemma_is(verb, &["be"]);
        if is_be
            && self
                .children(verb)
                .any(|child| self.dep(child) == Dep::Expl && self.is_any(child, &["there"]))
        {
            return Form::Existential;
        }
        let has_attribute = self.has(verb, Dep::Attr) || self.has(verb, Dep::Acomp);
        if is_be || (has_attribute && self.lemma_is(verb, COPULAS)) {
            return Form::Copular;
        }
        Form::Verbal
    }

    fn is_naming(&self, verb: usize) -> bool {
        self.lemma_is(verb, crate::words::NAMING)
    }

    fn predicate(&self, head: usize) -> Predicate {
        if !self.is_verb(head) {
            return Predicate {
                head,
                tokens: Vec::new(),
                lemma: "be".to_owned(),
                range: self.bytes(head..head + 1),
            };
        }
        let mut lemma = self.lemma(head).to_lowercase();
        let mut tokens = Vec::with_capacity(4);
        for child in self.children(head) {
            match self.dep(child) {
                Dep::Aux | Dep::AuxPass | Dep::Neg => tokens.push(child),
                Dep::Prt => {
                    tokens.push(child);
                    lemma.push(' ');
                    lemma.push_str(&self.word(child).to_lowercase());
                }
                _ => {}
            }
        }
        tokens.push(head);
        tokens.sort_unstable();
        let (first, last) = (tokens[0], tokens[tokens.len() - 1]);
        Predicate {
            head,
            range: self.bytes(first..last + 1),
            tokens,
            lemma,
        }
    }

    fn range_of_clause(&self, clause: &Clause) -> std::ops::Range<usize> {
        let own = |argument: &&Argument| argument.origin == Origin::Stated;
        let ranges = clause
            .subject
            .iter()
            .filter(own)
            .chain(clause.arguments.iter().filter(own))
            .map(|argument| &argument.phrase.range);
        ranges.fold(clause.predicate.range.clone(), |all, range| {
            all.start.min(range.start)..all.end.max(range.end)
        })
    }
}
