//! The parts of a clause apart from its subject.

use recollect_spacy::{Dep, EntityLabel, Pos};

use crate::clause::{Argument, Clause, Origin, Preposition, Role};
use crate::reading::{Link, Reading, Site};
use crate::tree::Tree;

impl Reading<'_> {
    pub(crate) fn read_arguments(&self, site: Site, clause: &Clause) -> Vec<Argument> {
        let tree = self.tree;
        let mut arguments = Vec::with_capacity(4);
        if site.link == Link::Coordinated {
            self.share(site, clause, &mut arguments);
        }
        if clause.predicate.tokens.is_empty() {
            let phrase = tree.core_phrase_without_subject(site.verb);
            arguments.push(Argument {
                role: Role::Attribute,
                preposition: None,
                members: vec![phrase.clone()],
                phrase,
                origin: Origin::Stated,
                clause: None,
            });
        }
        for child in tree.children(site.verb) {
            if arguments.len() < ARGUMENTS_MAX {
                tree.read_argument(site.verb, child, &mut arguments);
            }
        }
        if matches!(
            site.link,
            Link::Relative | Link::Complement | Link::Coordinated
        ) {
            tree.fill_gap(site.verb, clause, &mut arguments);
        }
        self.fill_cleft(site, &mut arguments);
        if !arguments
            .iter()
            .any(|argument| argument.role == Role::Object)
        {
            tree.take_object_of_next(site.verb, &mut arguments);
        }
        arguments
    }

    /// What stands before the subject that coordinated predicates share belongs to all of them: "In May Anna moved and
    /// found a job".
    fn share(&self, site: Site, clause: &Clause, arguments: &mut Vec<Argument>) {
        let Some(first) = self
            .tree
            .head(site.verb)
            .and_then(|head| self.clause_of(head))
        else {
            return;
        };
        let Some(subject) = clause
            .subject
            .as_ref()
            .filter(|subject| subject.origin == Origin::Shared)
        else {
            return;
        };
        let leading = |argument: &&Argument| {
            argument.phrase.head < subject.phrase.head
                && matches!(
                    argument.role,
                    Role::Prepositional | Role::Time | Role::Adverbial
                )
                && argument.origin != Origin::Antecedent
        };
        let shared = |argument: &Argument| Argument {
            origin: Origin::Shared,
            ..argument.clone()
        };
        arguments.extend(
            self.clauses[first]
                .arguments
                .iter()
                .filter(leading)
                .take(4)
                .map(shared),
        );
    }
}

impl Tree<'_> {
    fn read_argument(&self, verb: usize, child: usize, arguments: &mut Vec<Argument>) {
        let role = match self.dep(child) {
            Dep::Dobj if self.tag(child) == "VBG" && self.is_predicate(child) => Role::Complement,
            Dep::Dobj => Role::Object,
            Dep::Dative if self.pos(child) == Pos::Adp => {
                return self.read_prepositional(child, Role::IndirectObject, arguments);
            }
            Dep::Dative => Role::IndirectObject,
            Dep::Attr | Dep::Acomp | Dep::Oprd => Role::Attribute,
            Dep::Prep => return self.read_prepositional(child, Role::Prepositional, arguments),
            Dep::Agent => return self.read_prepositional(child, Role::Agent, arguments),
            Dep::Advmod => return self.read_adverb(verb, child, arguments),
            // "Anna, I moved": whom it is said to, or who says it, is no time.
            Dep::Npadvmod if self.entity(child) == Some(EntityLabel::Person) => return,
            Dep::Npadvmod => Role::Time,
            Dep::Xcomp
                if matches!(self.pos(child), Pos::Adj | Pos::Noun) && !self.is_predicate(child) =>
            {
                Role::Attribute
            }
            Dep::Ccomp if self.stands_beside(child) => return,
            Dep::Ccomp if self.is_double_object(child) => {
                let whom = self.child(child, Dep::Nsubj);
                arguments.extend(
                    whom.map(|whom| self.argument(whom, Role::IndirectObject, Origin::Stated)),
                );
                arguments.push(Argument {
                    phrase: self.core_phrase_without_subject(child),
                    ..self.argument(child, Role::Object, Origin::Stated)
                });
                return;
            }
            Dep::Xcomp | Dep::Ccomp => Role::Complement,
            Dep::Advcl => Role::AdverbialClause,
            _ => return,
        };
        if self.is_relative_pronoun(child) && self.antecedent(verb).is_some() {
            return;
        }
        let mut argument = self.argument(child, role, Origin::Stated);
        if role == Role::AdverbialClause {
            let is_mark = |mark: &usize| {
                self.dep(*mark) == Dep::Mark
                    || (self.dep(*mark) == Dep::Advmod && matches!(self.tag(*mark), "WRB" | "IN"))
            };
            argument.preposition = self
                .children(child)
                .find(is_mark)
                .map(|mark| self.preposition(mark));
        }
        arguments.push(argument);
        if role == Role::Attribute {
            self.read_completions(child, arguments);
        }
    }

    /// What completes an attribute is an argument of the clause too: "afraid *of dogs*", "a member *of the club*".
    fn read_completions(&self, attribute: usize, arguments: &mut Vec<Argument>) {
        let first = arguments.len();
        for child in self.children(attribute).filter(|&child| child > attribute) {
            match self.dep(child) {
                Dep::Prep => self.read_prepositional(child, Role::Prepositional, arguments),
                Dep::Xcomp | Dep::Ccomp if self.pos(attribute) == Pos::Adj => {
                    arguments.push(self.argument(child, Role::Complement, Origin::Stated));
                }
                _ => {}
            }
        }
        for completion in &mut arguments[first..] {
            if let Some(preposition) = &mut completion.preposition {
                preposition.completes = Some(self.lemma(attribute).to_lowercase());
            }
        }
    }

    /// A preposition with its object, which may be another preposition ("out of") or a clause ("by moving").
    fn read_prepositional(&self, first: usize, role: Role, arguments: &mut Vec<Argument>) {
        let mut waiting = vec![first];
        while let Some(start) = waiting.pop() {
            if arguments.len() >= ARGUMENTS_MAX {
                return;
            }
            let mut preposition = self.preposition(start);

            let object = self.object_of(start, &mut preposition);
            waiting.extend(
                self.children(start)
                    .filter(|&child| self.dep(child) == Dep::Conj && self.pos(child) == Pos::Adp),
            );
            match object {
                Some(object) if self.is_relative_pronoun(object) => {}
                Some(object) => arguments.push(Argument {
                    preposition: Some(preposition),
                    ..self.argument(object, role, Origin::Stated)
                }),
                None => arguments.push(self.argument(start, Role::Adverbial, Origin::Stated)),
            }
        }
    }

    /// The object of a preposition, or of those that follow it: "out of the house", "because of the rain".
    fn object_of(&self, start: usize, preposition: &mut Preposition) -> Option<usize> {
        let mut last = start;
        for _ in 0..PREPOSITIONS_MAX {
            let is_object = |&child: &usize| matches!(self.dep(child), Dep::Pobj | Dep::Pcomp);
            let is_preposition = |&child: &usize| self.pos(child) == Pos::Adp;
            let objects = || self.children(last).filter(is_object);
            if let Some(object) = objects().find(|child| !is_preposition(child)) {
                // "Because of the rain": both words hang beside each other.
                if let Some(second) =
                    objects().find(|child| is_preposition(child) && *child < object)
                {
                    preposition.lemma.push(' ');
                    preposition
                        .lemma
                        .push_str(&self.word(second).to_lowercase());
                }
                return Some(object);
            }
            let follows = |&child: &usize| self.dep(child) == Dep::Prep && child > last;
            let next = objects()
                .next()
                .or_else(|| self.children(last).find(follows))?;
            if !self.has(next, Dep::Pobj)
                && !self.has(next, Dep::Prep)
                && !self.has(next, Dep::Pcomp)
            {
                return is_object(&next).then_some(next);
            }
            preposition.lemma.push(' ');
            preposition.lemma.push_str(&self.word(next).to_lowercase());
            last = next;
        }
        None
    }

    fn read_adverb(&self, verb: usize, child: usize, arguments: &mut Vec<Argument>) {
        let introduces = self.dep(verb) == Dep::Advcl || self.antecedent(verb).is_some();
        if self.tag(child) == "WRB" && introduces {
            return;
        }
        arguments.push(self.argument(child, Role::Adverbial, Origin::Stated));
    }

    /// Gives a relative clause what its pronoun, or its gap, stands for.
    fn fill_gap(&self, verb: usize, clause: &Clause, arguments: &mut Vec<Argument>) {
        let Some(noun) = self.antecedent(verb) else {
            return;
        };
        let subject_is_antecedent = clause
            .subject
            .as_ref()
            .is_some_and(|subject| subject.origin == Origin::Antecedent);
        if subject_is_antecedent {
            return;
        }
        let mut filled = self.antecedent_as(noun, Role::Object);
        for child in self.children(verb) {
            match self.dep(child) {
                Dep::Prep
                    if self.children(child).next().is_none()
                        || self
                            .child(child, Dep::Pobj)
                            .is_some_and(|object| self.is_relative_pronoun(object)) =>
                {
                    // "The house I live in", "the house in which I live"; the first has been read as an adverb.
                    arguments.retain(|argument| argument.phrase.head != child);
                    filled.role = Role::Prepositional;
                    filled.preposition = Some(self.preposition(child));
                    arguments.push(filled);
                    return;
                }
                // "A barrel that I sleep beside" is parsed as an adverb.
                Dep::Advmod if child > verb && self.is_any(child, STRANDED) => {
                    arguments.retain(|argument| argument.phrase.head != child);
                    filled.role = Role::Prepositional;
                    filled.preposition = Some(self.preposition(child));
                    arguments.push(filled);
                    return;
                }
                Dep::Advmod if self.tag(child) == "WRB" => {
                    filled.role = if self.is_any(child, &["when"]) {
                        Role::Time
                    } else {
                        Role::Prepositional
                    };
                    let lemma = if self.is_any(child, &["why"]) {
                        "for"
                    } else {
                        "in"
                    };
                    filled.preposition =
                        (filled.role == Role::Prepositional).then(|| Preposition {
                            token: child,
                            lemma: lemma.to_owned(),
                            completes: None,
                        });
                    arguments.push(filled);
                    return;
                }
                _ => {}
            }
        }
        let has_object = arguments.iter().any(|argument| {
            matches!(argument.role, Role::Object | Role::Complement)
                || (argument.role == Role::Attribute && self.pos(verb) == Pos::Aux)
        });
        let is_open = !has_object
            && !clause.is_passive
            && self.pos(verb) == Pos::Verb
            && self.dep(verb) == Dep::Relcl
            || self.has_relative_object(verb);
        if is_open && !self.is_setting(noun, verb) {
            arguments.insert(0, filled);
        }
    }

    /// "The day we met", "the reason I left": when, why or how it was, and no object.
    fn is_setting(&self, noun: usize, verb: usize) -> bool {
        const SETTINGS: &[&str] = &[
            "day", "night", "morning", "evening", "moment", "time", "year", "month", "week",
            "summer", "winter", "way", "reason",
        ];
        const SPENDING: &[&str] = &[
            "spend", "have", "love", "like", "enjoy", "remember", "forget", "miss", "hate",
            "choose", "pick", "lose", "waste", "need", "want", "take", "give", "find", "prefer",
            "plan",
        ];
        self.is_any(noun, SETTINGS)
            && self.own_subject(verb).is_some()
            && !SPENDING.contains(&self.lemma(verb))
    }

    fn has_relative_object(&self, verb: usize) -> bool {
        self.child(verb, Dep::Dobj)
            .is_some_and(|object| self.is_relative_pronoun(object))
    }

    /// The object in "buys and sells cars" belongs to both verbs.
    fn take_object_of_next(&self, verb: usize, arguments: &mut Vec<Argument>) {
        let next = self.children(verb).find(|&child| {
            self.dep(child) == Dep::Conj
                && child > verb
                && child - verb <= 2
                && self.pos(child) == Pos::Verb
        });
        let is_plain = !arguments.iter().any(|argument| {
            matches!(
                argument.role,
                Role::Complement | Role::Prepositional | Role::Attribute
            )
        });
        if let Some(object) = next
            .filter(|_| is_plain && !self.lemma_is(verb, crate::words::WITHOUT_OBJECT))
            .filter(|_| !self.has(verb, Dep::AuxPass))
            .and_then(|next| self.child(next, Dep::Dobj))
        {
            arguments.push(self.argument(object, Role::Object, Origin::Shared));
        }
    }

    fn preposition(&self, token: usize) -> Preposition {
        Preposition {
            token,
            lemma: self.word(token).to_lowercase(),
            completes: None,
        }
    }

    /// The words of a predicate without a verb: "a friend" of "consider him a friend".
    fn core_phrase_without_subject(&self, head: usize) -> crate::clause::Phrase {
        let mut phrase = self.core_phrase(head);
        let subject = self.children(head).filter(|&child| {
            matches!(
                self.dep(child),
                Dep::Nsubj | Dep::NsubjPass | Dep::Mark | Dep::Aux
            )
        });
        let start = subject
            .map(|child| self.span(child).end)
            .filter(|&end| end <= head)
            .max();
        if let Some(start) = start {
            phrase = self.phrase(
                head,
                self.trimmed(start.max(phrase.tokens.start)..phrase.tokens.end, head),
            );
        }
        phrase
    }
}

/// Prepositions that are left behind by what they belong to, and are no adverbs of their own.
const STRANDED: &[&str] = &[
    "beside", "behind", "under", "near", "inside", "into", "through", "against", "with", "beneath",
    "onto",
];
/// How many prepositions in a row are one: "from out of".
const PREPOSITIONS_MAX: usize = 4;
/// How many arguments of a clause are read.
const ARGUMENTS_MAX: usize = 64;
