//! Where a text says that two names mean the same, or names who has a role.

use std::ops::Range;

use recollect_clauses::{Clause, Form, Role, Tense};
use recollect_model::{EntityKind, Relation};
use recollect_spacy::Dep;

use crate::lexicon::{Kinship, is_given_name, kind_of_noun, role};
use crate::local::extraction::candidates::newborns::newborn;
use crate::local::extraction::candidates::several::{is_former, several};
use crate::local::extraction::candidates::short_names::for_short;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::coreference::referents::{How, NamedRole, Referent};
use crate::local::extraction::mentions::pairs::named_pair;
use crate::local::extraction::mentions::roles::{possessor, role_at};
use crate::local::extraction::parse::reading::Reading;
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
        naming.roles.extend(several(context, clause));
        match clause.form {
            Form::Naming | Form::Appositive => {
                by_clause(context, clause, &mut naming);
                naming
                    .identities
                    .extend(wants_to_be_called(context, clause));
            }
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
    let reading = context.reading;
    let Some((left, right)) = named_pair(reading, clause) else {
        return;
    };
    let is_slip = clause.predicate.lemma == "call"
        && clause.with_role(Role::Object).next().is_some()
        && !calls_often(reading, clause);
    if is_slip
        || clause.is_negated
        || is_asked(context, clause, left)
        || is_other_name(reading, left)
    {
        return;
    }
    let start = reading.doc.subtree_range(left).start.min(left);
    let end = reading.doc.subtree_range(right).end.max(right + 1);
    let tokens = start.min(end - 1)..end.max(left + 1);
    for (owned, named) in [(left, right), (right, left)] {
        let Some(name) = person_named(context, named) else {
            continue;
        };
        // "My mother was a Fletcher" tells of what family she was.
        let is_one_of = (reading.child(named, Dep::Det))
            .is_some_and(|article| reading.is_any(article, &["a", "an"]));
        // "My friend Elizabeth is called Liz": both are names.
        let is_called = clause.form == Form::Naming && person_named(context, owned).is_some();
        if is_one_of || is_called {
            continue;
        }
        if let Some(role) = role_of(context, owned, name, tokens.clone()) {
            if !is_former(clause, &role) {
                naming.roles.push(role);
            }
            return;
        }
    }
    if let Some(role) = newborn(context, clause, (left, right), tokens.clone()) {
        naming.roles.push(role);
        return;
    }
    if clause.form == Form::Naming
        && let Some(name) = person_named(context, right)
    {
        let kind = role_at(reading, left)
            .map(|role| role.kind)
            .or_else(|| kind_of_noun(&reading.lemma(left)));
        naming
            .kinds
            .extend(kind.map(|kind| (name.entity.clone(), kind, 5)));
    }
    introduced(context, clause, left, right, naming);
}

fn is_asked(context: &PassageContext<'_>, clause: &Clause, token: usize) -> bool {
    let mut sentence = context.reading.doc.sentence_of(token);
    clause.form == Form::Copular && sentence.any(|token| context.reading.word(token) == "?")
}

/// "Her maiden name is Rossi" is not what she is called.
fn is_other_name(reading: &Reading<'_>, token: usize) -> bool {
    const OTHER: &[&str] = &[
        "maiden",
        "middle",
        "last",
        "stage",
        "user",
        "username",
        "pen",
        "code",
        "brand",
        "domain",
        "file",
        "family",
        "second",
        "confirmation",
        "product",
        "project",
        "account",
        "company",
        "screen",
    ];
    reading
        .doc
        .sentence_of(token)
        .any(|token| reading.is_any(token, OTHER) && reading.is_any(token + 1, &["name"]))
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
    tokens: Range<usize>,
) -> Option<NamedRole> {
    let reading = context.reading;
    let found = role_at(reading, token)?;
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

/// "My name is Sam", "I'm Sam", "her nickname is Mel", "I named him Otto".
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
        // "My bosses name is Ken"
        Form::Copular
            if reading.is_any(left, &["nickname", "name"])
                && reading.child(left, Dep::Compound).is_none() =>
        {
            possessor(reading, left).and_then(|owner| context.referents.at(owner))
        }
        Form::Copular if reading.is_any(left, &["i"]) => context
            .referents
            .at(left)
            .filter(|_| introduces_itself(context, name, right)),
        _ => None,
    };
    let Some(owner) = whose else { return };
    let tokens = left.min(right)..right.max(left) + 1;
    if let (How::Pronoun, EntityRef::Role { role: noun, of }) = (owner.how, &owner.entity)
        && let Some(role) = role(noun)
    {
        // "We got a puppy. His name is Biscuit."
        naming.roles.push(NamedRole {
            name: name.entity.clone(),
            entity: Some(owner.entity.clone()),
            role,
            of: (**of).clone(),
            tokens,
        });
        return;
    }
    // Whom one names has had no name before: "Ben came. I named him Bruno" is of another.
    let is_renamed =
        is_named_once(&clause.predicate.lemma) && matches!(owner.entity, EntityRef::Named(_));
    if !is_renamed {
        push(context, naming, owner, name, tokens);
    }
}

fn is_named_once(verb: &str) -> bool {
    matches!(verb, "name" | "christen")
}

/// Whether "I'm Sam" says what somebody is called: of one whose name is not known yet, and by a name that people have.
fn introduces_itself(context: &PassageContext<'_>, name: &Referent, token: usize) -> bool {
    let first = |name: &str| {
        name.split_whitespace()
            .next()
            .unwrap_or_default()
            .to_lowercase()
    };
    let is_given = |entity: &EntityRef| matches!(entity, EntityRef::Named(name) if is_given_name(&first(name)));
    name.kind == EntityKind::Person
        && is_given(&name.entity)
        && context.speaker.is_some_and(|speaker| !is_given(speaker))
        && context.reading.doc.children(token).next().is_none()
}

/// "Call me Mel", "everyone calls her Mel", "goes by Mel".
fn called(context: &PassageContext<'_>, clause: &Clause, naming: &mut Naming) {
    let reading = context.reading;
    let verb = clause.predicate.head;
    if clause.is_negated {
        return;
    }
    let pair = match clause.predicate.lemma.as_str() {
        "call" if calls_often(reading, clause) => {
            called_so(context, verb).or_else(|| nickname(context, clause))
        }
        "go" if clause.tense != Tense::Past => goes_by(context, clause),
        "rename" => renamed(clause),
        "know" if clause.is_passive => renamed(clause),
        _ => None,
    };
    let Some((who, name)) = pair else { return };
    if let (Some(owner), Some(named)) = (context.referents.at(who), person_named(context, name)) {
        push(
            context,
            naming,
            owner,
            named,
            who.min(name)..name.max(who) + 1,
        );
    }
}

/// Whether calling is naming here: what one person called another once may be a slip, or a telephone call.
fn calls_often(reading: &Reading<'_>, clause: &Clause) -> bool {
    const MANY: &[&str] = &[
        "they",
        "we",
        "everyone",
        "everybody",
        "people",
        "friends",
        "all",
    ];
    let by_many = clause.subject.as_ref().is_some_and(|subject| {
        let head = subject.phrase.head;
        reading.is_any(head, MANY)
            || matches!(reading.tag(head), "NNS" | "NNPS")
            || role_at(reading, head)
                .is_some_and(|role| role.relation == Some(Kinship::Is(Relation::ParentOf)))
            || subject.members.len() > 1
    });
    clause.tense != Tense::Past || by_many || clause.markers.used_to
}

/// "call me Mel": the name right after whoever has it.
fn called_so(context: &PassageContext<'_>, verb: usize) -> Option<(usize, usize)> {
    let who = verb + 1;
    let name = context.reading.name_at(who + 1)?;
    let is_so = context.reading.is_any(who, &["me", "him", "her"])
        && name.tokens.start == who + 1
        // "call me Anna's friend"
        && context.reading.tag(name.tokens.end) != "POS";
    is_so.then_some((who, name.tokens.start))
}

/// Verbs by which one wishes to be called by a name.
pub(super) const NAME_WISHES: &[&str] = &["prefer", "like", "want", "love"];

/// "prefers to be called Mel".
fn wants_to_be_called(context: &PassageContext<'_>, clause: &Clause) -> Option<Identity> {
    let reading = context.reading;
    let verb = clause.predicate.head;
    let wanting = reading.head(verb);
    let is_denied = [verb, wanting]
        .iter()
        .any(|of| reading.child(*of, Dep::Neg).is_some());
    let is_wanted = clause.predicate.lemma == "call"
        && clause.is_passive
        && !is_denied
        && NAME_WISHES.contains(&reading.lemma(wanting).as_str());
    let mut of_wanting = reading.doc.children(wanting);
    let who = of_wanting.find(|child| is_wanted && reading.is_subject(*child))?;
    let (left, right) = (context.referents.at(who)?, person_named(context, verb + 1)?);
    Some(Identity {
        left: left.entity.clone(),
        right: right.entity.clone(),
        is_same: true,
        range: context.range_of(who..verb + 2),
    })
}

/// "goes by Mel", not "goes by Anna's house" or "by train".
fn goes_by(context: &PassageContext<'_>, clause: &Clause) -> Option<(usize, usize)> {
    let reading = context.reading;
    let by = clause.predicate.head + 1;
    let name = reading
        .name_at(by + 1)
        .filter(|name| name.tokens.start == by + 1)?;
    let is_somebody = context
        .referents
        .at(by + 1)
        .is_some_and(|named| matches!(named.kind, EntityKind::Person | EntityKind::Thing));
    let is_so = reading.is_any(by, &["by"]) && is_somebody && reading.tag(name.tokens.end) != "POS";
    is_so.then_some((clause.subject.as_ref()?.phrase.head, by + 1))
}

/// "Falcon was renamed Osprey", "we renamed Falcon to Osprey", "Twitter is now known as X": what had one name, and the other.
fn renamed(clause: &Clause) -> Option<(usize, usize)> {
    let what = match clause.is_passive {
        true => clause.subject.as_ref()?.phrase.head,
        false => clause.with_role(Role::Object).next()?.phrase.head,
    };
    let leads: &[&str] = match clause.predicate.lemma.as_str() {
        "know" => &["as"],
        _ => &["to", "as", "into"],
    };
    let mut names = clause.arguments.iter().filter(|argument| {
        let preposition = argument.preposition.as_ref();
        argument.role == Role::Attribute
            || preposition.is_some_and(|preposition| leads.contains(&preposition.lemma.as_str()))
    });
    Some((what, names.next()?.phrase.head))
}

/// "Everyone calls Josefine Jo": two names beside each other.
fn nickname(context: &PassageContext<'_>, clause: &Clause) -> Option<(usize, usize)> {
    let reading = context.reading;
    let who = reading
        .name_at(clause.predicate.head + 1)
        .filter(|_| clause.predicate.lemma == "call")?;
    let name = reading.name_at(who.tokens.end).filter(|name| {
        name.tokens.start == who.tokens.end && reading.tag(name.tokens.end) != "POS"
    })?;
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

/// Takes in that two are the same, unless they cannot be: of those who speak nobody is another, and nobody is a place.
fn push(
    context: &PassageContext<'_>,
    naming: &mut Naming,
    left: &Referent,
    right: &Referent,
    tokens: Range<usize>,
) {
    let speaks = |one: &Referent| {
        one.entity == EntityRef::Owner
            || context
                .cast
                .iter()
                .any(|speaker| speaker.key() == one.entity.key())
            || context
                .speaker
                .is_some_and(|speaker| speaker.key() == one.entity.key())
    };
    let is_somebody = |one: &Referent| {
        matches!(
            one.kind,
            EntityKind::Person | EntityKind::Owner | EntityKind::Animal
        ) || one.weight == 0
    };
    let are_two = speaks(left) && speaks(right);
    let is_nobody = (speaks(left) && !is_somebody(right)) || (speaks(right) && !is_somebody(left));
    if left.entity == right.entity || are_two || is_nobody {
        return;
    }
    naming.identities.push(Identity {
        left: left.entity.clone(),
        right: right.entity.clone(),
        is_same: true,
        range: context.range_of(tokens),
    });
}
