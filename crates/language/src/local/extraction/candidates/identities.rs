//! Where a text says that two names mean the same, or names who has a role.

use recollect_clauses::{Clause, Form, Role};
use recollect_model::EntityKind;
use recollect_spacy::Dep;

use crate::lexicon::{kind_of_noun, role};
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::coreference::referents::{How, NamedRole, Referent};
use crate::local::extraction::mentions::roles::possessor;
use crate::{EntityRef, Identity};

/// What a passage says of names.
#[derive(Debug, Default)]
pub(crate) struct Naming {
    /// Names that are the same.
    pub(crate) identities: Vec<Identity>,
    /// Roles that are given a name: "my dog is called Rex".
    pub(crate) roles: Vec<NamedRole>,
    /// What names are said to name: "a cat called Miso".
    pub(crate) kinds: Vec<(EntityRef, EntityKind, u8)>,
}

/// Reads where a passage gives names.
pub(crate) fn namings(context: &PassageContext<'_>) -> Naming {
    let mut naming = Naming::default();
    for clause in &context.reading.clauses {
        if context
            .reading
            .quoted
            .get(clause.predicate.head)
            .copied()
            .unwrap_or(true)
        {
            continue;
        }
        match clause.form {
            Form::Naming | Form::Appositive => by_clause(context, clause, &mut naming),
            Form::Copular if clause.predicate.lemma == "be" && !clause.is_negated => {
                by_clause(context, clause, &mut naming);
            }
            Form::Verbal => called(context, clause, &mut naming),
            _ => {}
        }
    }
    for name in 0..context.reading.names.len() {
        naming.identities.extend(for_short(context, name));
    }
    let kinds: Vec<_> = naming
        .identities
        .iter()
        .filter_map(|identity| alike(context, identity))
        .collect();
    naming.kinds.extend(kinds);
    naming.identities.extend(
        context
            .referents
            .named_roles
            .iter()
            .chain(&naming.roles)
            .filter_map(|named| {
                Some(Identity {
                    left: named.entity.clone()?,
                    right: named.name.clone(),
                    is_same: true,
                    range: context.range_of(named.tokens.clone()),
                })
            })
            .collect::<Vec<_>>(),
    );
    let mut told: Vec<(EntityRef, EntityRef)> = Vec::new();
    naming.identities.retain(|identity| {
        let pair = (identity.left.clone(), identity.right.clone());
        let is_new = !told.contains(&pair);
        told.push(pair);
        is_new
    });
    naming
}

/// "My dog is called Rex", "Anna, my sister,", "Anna is my sister", "my name is Sam", "I'm Sam".
fn by_clause(context: &PassageContext<'_>, clause: &Clause, naming: &mut Naming) {
    let Some(subject) = &clause.subject else {
        return;
    };
    let Some(attribute) = clause.with_role(Role::Attribute).next() else {
        return;
    };
    let (left, right) = (subject.phrase.head, attribute.phrase.head);
    if subject.members.len() > 1 || attribute.members.len() > 1 {
        return;
    }
    let is_question = context
        .reading
        .doc
        .sentence_of(left)
        .any(|token| context.reading.word(token) == "?");
    // "Her maiden name is Rossi" is not what she is called.
    let is_other_name = context.reading.doc.sentence_of(left).any(|token| {
        context.reading.is_any(
            token,
            &[
                "maiden", "middle", "last", "stage", "user", "username", "pen", "code", "brand",
                "domain",
            ],
        ) && context.reading.is_any(token + 1, &["name"])
    });
    if is_question && clause.form == Form::Copular || is_other_name {
        return;
    }
    if clause.form == Form::Naming && clause.predicate.lemma == "call" {
        let who = clause
            .with_role(Role::Object)
            .next()
            .map(|object| object.phrase.head);
        if let (Some(who), Some(name)) = (who, person_named(context, right))
            && let Some(owner) = context.referents.at(who)
            && owner.entity != name.entity
        {
            let tokens = who.min(right)..right.max(who) + 1;
            push(context, naming, &owner.entity, &name.entity, tokens);
        }
        if who.is_some() {
            return;
        }
    }
    let start = context.reading.doc.subtree_range(left).start.min(left);
    let end = context.reading.doc.subtree_range(right).end.max(right + 1);
    let tokens = start.min(end - 1)..end.max(left + 1);
    for (owned, named) in [(left, right), (right, left)] {
        let Some(name) = person_named(context, named) else {
            continue;
        };
        if let Some(role) = role_of(context, owned, name, tokens.clone()) {
            naming.roles.push(role);
            return;
        }
    }
    if clause.form == Form::Naming
        && let Some(name) = person_named(context, right)
    {
        let noun = context.reading.lemma(left);
        let kind = role(&noun)
            .map(|role| role.kind)
            .or_else(|| kind_of_noun(&noun));
        naming
            .kinds
            .extend(kind.map(|kind| (name.entity.clone(), kind, 5)));
    }
    introduced(context, clause, left, right, naming);
}

/// Whoever is named by a token; pronouns and roles name nobody.
fn person_named<'s>(context: &'s PassageContext<'_>, token: usize) -> Option<&'s Referent> {
    context
        .referents
        .at(token)
        .filter(|referent| referent.how == How::Named)
}

/// The role that a noun with a possessor stands for, given a name.
fn role_of(
    context: &PassageContext<'_>,
    token: usize,
    name: &Referent,
    tokens: std::ops::Range<usize>,
) -> Option<NamedRole> {
    let reading = context.reading;
    let noun = reading.lower(token);
    let found = role(noun).or_else(|| role(&reading.lemma(token)))?;
    let of = context.referents.at(possessor(reading, token)?)?;
    // Already told with the words themselves: "my sister Anna".
    let is_told = context
        .referents
        .named_roles
        .iter()
        .any(|named| named.name == name.entity && named.of == of.entity);
    if is_told || of.entity == name.entity || matches!(reading.tag(token), "NNS" | "NNPS") {
        return None;
    }
    let entity = context
        .referents
        .at(token)
        .filter(|referent| referent.how == How::Role)
        .map(|referent| referent.entity.clone());
    Some(NamedRole {
        name: name.entity.clone(),
        entity: entity.filter(|_| found.is_unique),
        role: found,
        of: of.entity.clone(),
        tokens,
    })
}

/// "My name is Sam", "I'm Sam", "her nickname is Mel".
fn introduced(
    context: &PassageContext<'_>,
    clause: &Clause,
    left: usize,
    right: usize,
    naming: &mut Naming,
) {
    let reading = context.reading;
    let Some(name) = person_named(context, right) else {
        return;
    };
    let whose = match clause.form {
        Form::Naming => context.referents.at(left),
        Form::Copular if reading.is_any(left, &["nickname", "name"]) => {
            possessor(reading, left).and_then(|owner| context.referents.at(owner))
        }
        Form::Copular if reading.is_any(left, &["i"]) => context.referents.at(left).filter(|_| {
            matches!(name.kind, EntityKind::Person | EntityKind::Thing)
                && reading.doc.children(right).next().is_none()
        }),
        _ => None,
    };
    let pronoun = whose.filter(|owner| owner.how == How::Pronoun);
    if let Some((EntityRef::Role { role: noun, of }, owner)) =
        pronoun.map(|owner| (&owner.entity, owner))
        && let Some(role) = role(noun)
    {
        // "We got a puppy. His name is Biscuit."
        naming.roles.push(NamedRole {
            name: name.entity.clone(),
            entity: Some(owner.entity.clone()),
            role,
            of: (**of).clone(),
            tokens: left.min(right)..right.max(left) + 1,
        });
        return;
    }
    if let Some(owner) = whose.filter(|owner| owner.entity != name.entity) {
        push(
            context,
            naming,
            &owner.entity,
            &name.entity,
            left.min(right)..right.max(left) + 1,
        );
    }
}

/// "Call me Mel", "everyone calls her Mel", "goes by Mel".
fn called(context: &PassageContext<'_>, clause: &Clause, naming: &mut Naming) {
    let reading = context.reading;
    let verb = clause.predicate.head;
    if clause.is_negated {
        return;
    }
    let child = |dep: Dep| {
        reading
            .doc
            .children(verb)
            .filter(move |child| reading.dep(*child) == dep)
    };
    let (who, name) = match clause.predicate.lemma.as_str() {
        "call" => (
            reading
                .doc
                .subtree(verb)
                .find(|token| *token > verb && reading.is_any(*token, &["me", "him", "her"])),
            child(Dep::Oprd)
                .chain(child(Dep::Dobj))
                .chain(child(Dep::Attr))
                .chain(child(Dep::Ccomp))
                .find(|token| person_named(context, *token).is_some()),
        ),
        "go" => (
            clause.subject.as_ref().map(|subject| subject.phrase.head),
            child(Dep::Prep)
                .filter(|preposition| reading.is_any(*preposition, &["by"]))
                .find_map(|preposition| reading.child(preposition, Dep::Pobj)),
        ),
        _ => return,
    };
    let named_beside = || nickname(context, clause);
    let Some((who, name)) = who.zip(name).or_else(named_beside) else {
        return;
    };
    if let (Some(owner), Some(named)) = (context.referents.at(who), person_named(context, name))
        && owner.entity != named.entity
    {
        push(
            context,
            naming,
            &owner.entity,
            &named.entity,
            who.min(name)..name.max(who) + 1,
        );
    }
}

/// "Everyone calls Josefine Jo": two names beside each other.
fn nickname(context: &PassageContext<'_>, clause: &Clause) -> Option<(usize, usize)> {
    let reading = context.reading;
    let who = reading
        .name_at(clause.predicate.head + 1)
        .filter(|_| clause.predicate.lemma == "call")?;
    let name = reading
        .name_at(who.tokens.end)
        .filter(|name| name.tokens.start == who.tokens.end)?;
    Some((who.tokens.start, name.tokens.start))
}

/// A name that is another's names what the surer of the two does.
fn alike(context: &PassageContext<'_>, identity: &Identity) -> Option<(EntityRef, EntityKind, u8)> {
    let by_name = |entity: &EntityRef| {
        let mut all = context.referents.iter();
        all.find(|referent| referent.how == How::Named && referent.entity == *entity)
    };
    let (left, right) = (by_name(&identity.left)?, by_name(&identity.right)?);
    let is_sure = |one: &Referent, other: &Referent| {
        one.weight > other.weight || one.weight == other.weight && one.kind == EntityKind::Person
    };
    let (sure, unsure) = match (is_sure(left, right), is_sure(right, left)) {
        (true, _) => (left, right),
        (_, true) => (right, left),
        _ => return None,
    };
    (sure.kind != unsure.kind).then(|| (unsure.entity.clone(), sure.kind, 3))
}

fn push(
    context: &PassageContext<'_>,
    naming: &mut Naming,
    left: &EntityRef,
    right: &EntityRef,
    tokens: std::ops::Range<usize>,
) {
    naming.identities.push(Identity {
        left: left.clone(),
        right: right.clone(),
        is_same: true,
        range: context.range_of(tokens),
    });
}

/// "Melanie, or Mel for short", "Mel is short for Melanie", "Robert, aka Bob", "Robert (Bob)".
fn for_short(context: &PassageContext<'_>, number: usize) -> Option<Identity> {
    let reading = context.reading;
    let name = &reading.names[number];
    let next = reading.names.get(number + 1)?;
    let between: Vec<&str> = (name.tokens.end..next.tokens.start)
        .map(|token| reading.lower(token))
        .filter(|word| ![",", "("].contains(word))
        .collect();
    let after = |words: &[&str]| {
        words
            .iter()
            .enumerate()
            .all(|(place, word)| reading.is_any(next.tokens.end + place, &[word]))
    };
    let says = match between.as_slice() {
        ["or"] | [] => after(&["for", "short"]),
        ["is", "short", "for"]
        | ["aka" | "alias" | "a.k.a" | "a.k.a."]
        | ["also", "known", "as"]
        | ["known", "as"]
        | ["or", "just"] => true,
        _ => false,
    };
    let (left, right) = (
        context.referents.at(name.tokens.start)?,
        context.referents.at(next.tokens.start)?,
    );
    (says && left.entity != right.entity).then(|| Identity {
        left: left.entity.clone(),
        right: right.entity.clone(),
        is_same: true,
        range: context.range_of(name.tokens.start..next.tokens.end),
    })
}
