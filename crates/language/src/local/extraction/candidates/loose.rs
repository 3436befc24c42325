//! Clauses that stand loosely in their sentence and say something else than they seem to: a sign-off, praise, what a thing before is.

use recollect_clauses::{Argument, Clause, Form, Origin, Role};
use recollect_spacy::{Dep, Pos};

use crate::local::extraction::clauses::context::PassageContext;

/// "I rent a workshop, shared with a printer": the workshop is shared, and whoever rents it shares nothing.
pub(super) fn is_of_thing_before(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let reading = context.reading;
    let verb = clause.predicate.head;
    let has_auxiliary = reading
        .doc
        .children(verb)
        .any(|child| matches!(reading.dep(child), Dep::Aux | Dep::AuxPass));
    matches!(reading.tag(verb), "VBN" | "VBD")
        && reading.dep(verb) == Dep::Advcl
        && reading.head(verb) < verb
        && !has_auxiliary
        && !reading.is_any(
            verb,
            &[
                "raised", "born", "married", "divorced", "brought", "engaged",
            ],
        )
        && verb
            .checked_sub(2)
            .is_some_and(|noun| matches!(reading.pos(noun), Pos::Noun | Pos::Num))
        && verb
            .checked_sub(1)
            .is_some_and(|comma| reading.is_any(comma, &[","]))
}

/// "We told the kids no phones at the table": it was told.
pub(super) fn is_told_no(context: &PassageContext<'_>, clause: &Clause) -> bool {
    clause.predicate.lemma == "tell"
        && clause.with_role(Role::Object).any(|object| {
            let article = context.reading.child(object.phrase.head, Dep::Det);
            article.is_some_and(|article| context.reading.is_any(article, &["no"]))
        })
}

/// "gave him a watch without asking, which I did not like": all of it was not liked.
pub(super) fn is_of_it_all(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let is_doing = |argument: &Argument| {
        argument.origin == Origin::Antecedent && context.reading.tag(argument.phrase.head) == "VBG"
    };
    clause.with_role(Role::Object).any(is_doing) || clause.subject.as_ref().is_some_and(is_doing)
}

/// "love Tariq" at the end of a letter is by Tariq.
pub(super) fn is_sign_off(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let reading = context.reading;
    let verb = clause.predicate.head;
    let sentence = reading.doc.sentence_of(verb);
    let is_last = (sentence.end..reading.doc.tokens.len())
        .all(|token| matches!(reading.pos(token), Pos::Space | Pos::Punct | Pos::Sym));
    let is_bare = clause
        .subject
        .as_ref()
        .is_none_or(|subject| reading.is_put_in(subject.phrase.head));
    let name = verb + 1 + usize::from(reading.is_any(verb + 1, &[","]));
    clause.predicate.lemma == "love"
        && is_bare
        && is_last
        && reading
            .name_at(name)
            .is_some_and(|name| name.tokens.end + 1 >= sentence.end)
}

/// "He's a star", "she's an angel": nobody is what they are praised or scolded as.
pub(super) fn is_praise(context: &PassageContext<'_>, clause: &Clause) -> bool {
    const PRAISE: &[&str] = &[
        "star",
        "angel",
        "legend",
        "hero",
        "gem",
        "lifesaver",
        "saint",
        "treasure",
        "genius",
        "darling",
        "sweetheart",
        "joker",
        "idiot",
        "champ",
        "rock",
        "nightmare",
        "delight",
        "clown",
        "monster",
        "riot",
    ];
    clause.form == Form::Copular
        && clause.with_role(Role::Attribute).any(|attribute| {
            let head = attribute.phrase.head;
            PRAISE.contains(&context.reading.lemma(head).as_str())
                && context.reading.doc.subtree_range(head).len() <= 3
        })
}
