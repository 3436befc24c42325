//! What nouns say without a verb: appositions, possession, names and titles.

use recollect_spacy::{Dep, EntityLabel, Pos};

use crate::clause::{Argument, Clause, Form, Origin, Phrase, Predicate, Preposition, Role};
use crate::reading::Reading;
use crate::tree::Tree;

/// The lemma of a naming that a copula makes: "my dog's name is Rex".
pub(crate) const NAMED: &str = "be named";

impl Reading<'_> {
    /// The clauses that nouns make, after those of the verbs.
    pub(crate) fn read_nouns(&mut self) {
        for noun in 0..self.tree.len() {
            self.read_apposition(noun);
            self.read_possession(noun);
            self.read_title(noun);
        }
        self.read_names();
    }

    fn read_apposition(&mut self, noun: usize) {
        let tree = self.tree;
        if tree.dep(noun) != Dep::Appos || !tree.is_nominal(noun) || tree.pos(noun) == Pos::Pron {
            return;
        }
        let Some(head) = tree.head(noun).filter(|&head| tree.is_nominal(head)) else {
            return;
        };
        // "October 6, 1973" is one date, and says nothing of itself; "Anna, 32," does say something.
        let is_person = tree.entity(head) == Some(EntityLabel::Person);
        let is_time = matches!(
            tree.entity(head),
            Some(EntityLabel::Date | EntityLabel::Time)
        );
        let is_amount = tree.pos(head) == Pos::Num
            || matches!(
                tree.entity(head),
                Some(EntityLabel::Money | EntityLabel::Quantity)
            );
        let is_number = tree.pos(noun) == Pos::Num;
        if is_time || (is_number && !is_person && !is_amount) {
            return;
        }
        let is_name = |index: usize| tree.pos(index) == Pos::Propn;
        let is_swapped = is_name(noun) && !is_name(head);
        let (subject, attribute) = if is_swapped {
            (noun, head)
        } else {
            (head, noun)
        };
        let is_place = |index: usize| {
            matches!(
                tree.entity(index),
                Some(EntityLabel::Gpe | EntityLabel::Loc | EntityLabel::Fac)
            )
        };
        let lies_in = is_name(head)
            && is_name(noun)
            && tree.entity(noun) == Some(EntityLabel::Gpe)
            && (is_place(head) || tree.entity(head).is_none());
        let (subject, phrase) = (tree.core_phrase(subject), tree.core_phrase(attribute));
        let mut argument = stated(Role::Attribute, phrase);
        if lies_in {
            // "Lancaster, Pennsylvania": the one lies in the other.
            argument.role = Role::Prepositional;
            argument.preposition = Some(Preposition {
                token: noun,
                lemma: "in".to_owned(),
                completes: None,
            });
        }
        self.push(Form::Appositive, noun, "be", subject, argument);
    }

    fn read_possession(&mut self, noun: usize) {
        let tree = self.tree;
        if tree.dep(noun) != Dep::Poss {
            return;
        }
        let Some(owned) = tree.head(noun).filter(|&owned| tree.is_nominal(owned)) else {
            return;
        };
        let mut tokens = tree.core_phrase(owned).tokens;
        tokens.start = tree.span(noun).end.min(owned).max(tokens.start);
        let owned = tree.without_case(tree.phrase(owned, tree.trimmed(tokens, owned)));
        let possessor = tree.without_case(tree.core_phrase(tree.possessor(noun)));
        self.push(
            Form::Possessive,
            noun,
            "have",
            possessor,
            stated(Role::Object, owned),
        );
    }

    /// "President Bush", "Apple CEO Tim Cook": common words of an office right before a name.
    fn read_title(&mut self, name: usize) {
        let tree = self.tree;
        if tree.pos(name) != Pos::Propn || tree.dep(name) == Dep::Compound {
            return;
        }
        let parts: Vec<usize> = tree
            .children(name)
            .filter(|&child| tree.dep(child) == Dep::Compound && child < name)
            .collect();
        let title = parts.iter().copied().find(|&part| tree.is_title(part));
        let Some(title) =
            title.filter(|_| !tree.is_title(name) && tree.entity(name) != Some(EntityLabel::Org))
        else {
            return;
        };
        let first = parts
            .iter()
            .copied()
            .find(|&part| part > title)
            .unwrap_or(name);
        let subject = tree.phrase(name, first..name + 1);
        let start = tree.span(title).start;
        let attribute = tree.phrase(title, start..title + 1);
        self.push(
            Form::Title,
            title,
            "be",
            subject,
            stated(Role::Attribute, attribute),
        );
    }

    /// "My dog's name is Rex": what the name is of is called so.
    fn read_names(&mut self) {
        let tree = self.tree;
        let named = |clause: &Clause| {
            let subject = clause.subject.as_ref()?;
            let attribute = clause.with_role(Role::Attribute).next()?;
            let is_name = clause.form == Form::Copular
                && tree.lemma_is(subject.phrase.head, &["name", "nickname"])
                // "My bosses name", "my stage name"
                && tree.child(subject.phrase.head, Dep::Compound).is_none();
            let bearer = subject.phrase.possessor.filter(|_| is_name)?;
            let mut naming = clause.clone();
            naming.form = Form::Naming;
            naming.predicate.lemma = NAMED.to_owned();
            let phrase = tree.without_case(tree.core_phrase(tree.possessor(bearer)));
            naming.arguments = vec![attribute.clone()];
            naming.subject = Some(stated(Role::Subject, phrase));
            Some(naming)
        };
        let names: Vec<Clause> = self.clauses.iter().filter_map(named).collect();
        self.clauses.extend(names);
    }

    fn push(&mut self, form: Form, head: usize, lemma: &str, subject: Phrase, argument: Argument) {
        // "Sam says his wife is ill": that he has a wife is taken for granted.
        let around = self
            .clause_around(head)
            .filter(|_| form != Form::Possessive);
        let attribution = around.and_then(|clause| self.clauses[clause].attribution.clone());
        let range = subject.range.start.min(argument.phrase.range.start)
            ..subject.range.end.max(argument.phrase.range.end);
        let predicate = Predicate {
            head,
            tokens: Vec::new(),
            lemma: lemma.to_owned(),
            range: self.tree.token(head).range.clone(),
        };
        let clause = Clause {
            subject: Some(stated(Role::Subject, subject)),
            arguments: vec![argument],
            attribution,
            range,
            ..Clause::new(form, predicate)
        };
        self.clauses.push(clause);
    }
}

fn stated(role: Role, phrase: Phrase) -> Argument {
    Argument {
        role,
        preposition: None,
        members: vec![phrase.clone()],
        phrase,
        origin: Origin::Stated,
        clause: None,
    }
}

impl Tree<'_> {
    /// A possessor without its "'s".
    pub(crate) fn without_case(&self, mut phrase: Phrase) -> Phrase {
        if let Some(case) = self
            .child(phrase.head, Dep::Case)
            .filter(|&case| case > phrase.head)
        {
            let tokens = phrase.tokens.start..case.max(phrase.tokens.start + 1);
            phrase = self.phrase(phrase.head, tokens);
        }
        phrase
    }

    fn is_title(&self, token: usize) -> bool {
        let word = self.word(token);
        crate::words::TITLES
            .split_whitespace()
            .any(|title| title.eq_ignore_ascii_case(word))
    }
}
