//! Sentences that split what they say in two: "What I love is hiking", "The film we saw was Alien", "It was Tom who
//! married Julia". The clause that is split off gets back what stands in the other part.

use recollect_spacy::{Dep, Pos};

use crate::clause::{Argument, Clause, Form, Origin, Phrase, Role};
use crate::reading::{Link, Reading, Site};

impl Reading<'_> {
    /// "Tom" of "It was Tom who married Julia", seen from "married".
    pub(crate) fn cleft_subject(&self, site: Site) -> Option<Argument> {
        let tree = self.tree;
        if let Some(told) = self.what_does(site) {
            return Some(told);
        }
        let parent = self.cleft(site)?;
        let is_it = parent
            .subject
            .as_ref()
            .is_some_and(|subject| tree.is_any(subject.phrase.head, &["it", "that", "this"]));
        let attribute = parent.with_role(Role::Attribute).next()?;
        (is_it && tree.is_nominal(attribute.phrase.head) && attribute.phrase.head < site.verb)
            .then(|| tree.antecedent_as(attribute.phrase.head, Role::Subject))
    }

    /// "Her patience" of "Her patience is what inspired me", seen from "inspired".
    fn what_does(&self, site: Site) -> Option<Argument> {
        let tree = self.tree;
        let own = tree.own_subject(site.verb)?;
        let parent = &self.clauses[site.parent?];
        let is_what = tree.is_any(own, &["what"])
            && matches!(tree.dep(site.verb), Dep::Ccomp | Dep::Attr)
            && parent.form == Form::Copular
            && parent.predicate.head < own
            && !parent.is_negated;
        let subject = parent.subject.as_ref().filter(|_| is_what)?.phrase.head;
        (tree.is_nominal(subject) && subject < own)
            .then(|| tree.antecedent_as(subject, Role::Subject))
    }

    /// Whether it was not: "It wasn't Tom who married Julia".
    pub(crate) fn is_cleft_denied(&self, site: Site) -> bool {
        let tree = self.tree;
        let Some(parent) = site.parent.map(|parent| &self.clauses[parent]) else {
            return false;
        };
        // The parser may take "who broke it" for a description of Max.
        let is_of_attribute = || {
            parent.form == Form::Copular
                && tree.dep(site.verb) == Dep::Relcl
                && parent
                    .subject
                    .as_ref()
                    .is_some_and(|subject| tree.is_any(subject.phrase.head, &["it"]))
                && parent
                    .with_role(Role::Attribute)
                    .next()
                    .is_some_and(|attribute| {
                        Some(attribute.phrase.head) == tree.head(site.verb)
                            && tree.pos(attribute.phrase.head) == Pos::Propn
                    })
        };
        parent.is_negated && (self.cleft_subject(site).is_some() || is_of_attribute())
    }

    /// Puts what somebody loves into "What I love is hiking", and Alien into "The film we saw was Alien".
    pub(crate) fn fill_cleft(&self, site: Site, arguments: &mut [Argument]) {
        let tree = self.tree;
        let Some(parent) = site.parent.map(|parent| &self.clauses[parent]) else {
            return;
        };
        let is_csubj = tree.dep(site.verb) == Dep::Csubj;
        let is_of_subject = site.link == Link::Relative
            && parent.form == Form::Copular
            && parent
                .subject
                .as_ref()
                .is_some_and(|subject| Some(subject.phrase.head) == tree.head(site.verb));
        if !(is_csubj || is_of_subject) || parent.is_negated {
            return;
        }
        let open = |argument: &&mut Argument| {
            let head = argument.phrase.head;
            is_csubj && argument.role == Role::Object && tree.is_any(head, &["what", "all"])
                || is_of_subject
                    && argument.origin == Origin::Antecedent
                    && Some(head) == tree.head(site.verb)
        };
        let Some(gap) = arguments.iter_mut().find(open) else {
            return;
        };
        let Some((phrase, members)) = self.told_of_cleft(parent, is_csubj) else {
            return;
        };
        gap.phrase = phrase;
        gap.members = members;
        gap.origin = Origin::Controlled;
    }

    /// What the other part of the sentence says; of a film only its name.
    fn told_of_cleft(&self, parent: &Clause, is_csubj: bool) -> Option<(Phrase, Vec<Phrase>)> {
        let tree = self.tree;
        let head = parent.predicate.head;
        if let Some(attribute) = parent.with_role(Role::Attribute).next() {
            let is_named = tree.pos(attribute.phrase.head) == Pos::Propn;
            let is_noun = tree.is_nominal(attribute.phrase.head);
            return (is_named || is_csubj && is_noun)
                .then(|| (attribute.phrase.clone(), attribute.members.clone()));
        }
        // "What I love is hiking" is read as if what I love were on a walk.
        let is_doing = is_csubj
            && tree.tag(head) == "VBG"
            && tree
                .children(head)
                .any(|child| tree.dep(child) == Dep::Aux && tree.lemma_is(child, &["be"]));
        is_doing.then(|| {
            let phrase = tree.phrase(head, tree.trimmed(head..tree.span(head).end, head));
            (phrase.clone(), vec![phrase])
        })
    }

    /// The copular clause that a complement with "who" or "that" for its subject completes.
    fn cleft(&self, site: Site) -> Option<&Clause> {
        let tree = self.tree;
        let parent = &self.clauses[site.parent?];
        let has_pronoun = tree
            .child(site.verb, Dep::Nsubj)
            .is_some_and(|subject| tree.is_relative_pronoun(subject));
        let is_split = tree.dep(site.verb) == Dep::Ccomp
            && parent.form == Form::Copular
            && tree.lemma_is(parent.predicate.head, &["be"])
            && has_pronoun;
        is_split.then_some(parent)
    }
}
