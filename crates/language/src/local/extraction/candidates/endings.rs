//! What ends by what happens, without being named: "we got divorced", "I quit my job", "I sold my car".
//!
//! Such a clause says nothing new about what ended, so its drafts only close what other texts said: they are claims without
//! a sentence of their own ([`ExtractedStatement::closes`](crate::ExtractedStatement::closes)). An object without words stands
//! for whatever the subject has of the relation.

use recollect_clauses::{Clause, Role, Tense};
use recollect_model::{Aspect, EntityKind, Modality, Relation, RelationName};
use recollect_spacy::Dep;

use crate::lexicon::Kinship;
use crate::local::extraction::candidates::candidate::{RelationCandidate, name};
use crate::local::extraction::candidates::figures::is_as_good_as;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::{ObjectCandidate, thing};
use crate::local::extraction::clauses::subjects::{SubjectMention, subject_mentions};
use crate::local::extraction::coreference::referents::How;
use crate::{EntityRef, ExtractedObject};

/// Jobs by the words one leaves them with.
const JOBS: &[&str] = &[
    "job", "work", "position", "post", "role", "employer", "company", "firm",
];

/// Schools that one leaves without saying which.
const SCHOOLS: &[&str] = &[
    "college",
    "university",
    "uni",
    "school",
    "degree",
    "studies",
    "course",
    "program",
    "programme",
];

/// Children that are born.
const BORN: &[&str] = &[
    "baby", "son", "daughter", "boy", "girl", "twins", "child", "twin", "triplets",
];

/// What a clause closes, by what it says happened.
pub(crate) fn candidates(context: &PassageContext<'_>, clause: &Clause) -> Vec<RelationCandidate> {
    if clause.is_negated && !clause.markers.no_longer {
        return Vec::new();
    }
    let mentions = subject_mentions(context, clause);
    let mut found = Vec::new();
    for mention in &mentions {
        found.extend(of_couples(context, clause, mention));
        found.extend(of_work(context, clause, mention));
        found.extend(of_things(context, clause, mention));
        found.extend(of_birth(context, clause, mention));
    }
    found.extend(of_offers(context, clause));
    found
}

/// Whatever the subject has of a relation.
fn whatever(clause: &Clause, subject: &EntityRef, relation: Relation) -> RelationCandidate {
    closing(
        clause,
        subject,
        relation,
        ObjectCandidate::value("", clause.predicate.head),
    )
}

fn closing(
    clause: &Clause,
    subject: &EntityRef,
    relation: Relation,
    thing: ObjectCandidate,
) -> RelationCandidate {
    let mut draft = RelationCandidate::new(
        subject,
        relation,
        &clause.predicate.lemma,
        thing,
        Aspect::Ends,
    );
    draft.closes = true;
    draft
}

fn has_object(clause: &Clause) -> bool {
    clause.with_role(Role::Object).next().is_some()
}

fn is_after(clause: &Clause, prepositions: &[&str]) -> bool {
    clause.arguments.iter().any(|argument| {
        argument
            .preposition
            .as_ref()
            .is_some_and(|leads| prepositions.contains(&leads.lemma.as_str()))
    })
}

/// "We got divorced", "they split up", "I'm single again", "we got married".
fn of_couples(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Vec<RelationCandidate> {
    let lemma = clause.predicate.lemma.as_str();
    let attribute = clause
        .with_role(Role::Attribute)
        .next()
        .map(|attribute| attribute.phrase.head);
    let attribute = attribute.filter(|head| !is_as_good_as(context.reading, *head));
    let is =
        |word: &str| attribute.is_some_and(|attribute| context.reading.is_any(attribute, &[word]));
    let is_alone = !has_object(clause) && !is_after(clause, &["from", "with"]);
    let all = |relations: &[Relation]| {
        relations
            .iter()
            .map(|relation| whatever(clause, &mention.entity, *relation))
            .collect()
    };
    match lemma {
        _ if clause.is_negated => Vec::new(),
        // "is getting divorced"
        "get" if clause.is_progressive => Vec::new(),
        "divorce" if is_alone => all(&[Relation::MarriedTo]),
        "be" | "get" | "become" if is("divorced") && is_alone => all(&[Relation::MarriedTo]),
        "break up" | "split up" | "split" | "separate" if is_alone && !clause.is_passive => {
            all(&[Relation::InRelationshipWith, Relation::EngagedTo])
        }
        "be" | "become" if is("single") => all(&[
            Relation::InRelationshipWith,
            Relation::EngagedTo,
            Relation::MarriedTo,
        ]),
        "marry" => all(&[Relation::EngagedTo]),
        "be" | "get" if is("married") => all(&[Relation::EngagedTo]),
        "call off" | "break off" | "cancel"
            if object_is(context, clause, &["engagement", "wedding"]) =>
        {
            all(&[Relation::EngagedTo])
        }
        _ => Vec::new(),
    }
}

fn object_is(context: &PassageContext<'_>, clause: &Clause, nouns: &[&str]) -> bool {
    let reading = context.reading;
    clause.with_role(Role::Object).any(|object| {
        let head = object.phrase.head;
        nouns.contains(&reading.lower(head)) || nouns.contains(&reading.lemma(head).as_str())
    })
}

/// "I quit my job", "she was laid off", "he retired", "I dropped out of college", "I graduated".
fn of_work(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Vec<RelationCandidate> {
    let reading = context.reading;
    let lemma = clause.predicate.lemma.as_str();
    let all = |relations: &[Relation]| -> Vec<RelationCandidate> {
        let relations = relations.iter();
        relations
            .map(|relation| whatever(clause, &mention.entity, *relation))
            .collect()
    };
    let is_second = reading.doc.subtree(clause.predicate.head).any(|token| {
        reading.is_any(
            token,
            &[
                "second",
                "side",
                "weekend",
                "summer",
                "part-time",
                "other",
                "one",
            ],
        )
    });
    let after = |prepositions: &[&str], nouns: &[&str]| {
        clause.arguments.iter().any(|argument| {
            argument
                .preposition
                .as_ref()
                .is_some_and(|leads| prepositions.contains(&leads.lemma.as_str()))
                && nouns.contains(&reading.lemma(argument.phrase.head).as_str())
        })
    };
    // "I lost all my work" to a crash.
    let is_done = clause.with_role(Role::Object).any(|object| {
        reading.is_any(object.phrase.head, &["work"])
            && reading.is_any(object.phrase.tokens.start, &["all", "some", "a"])
    });
    if is_second || is_done || clause.is_negated {
        return Vec::new();
    }
    let is_bare = !has_object(clause) && !is_after(clause, &["as"]);
    match lemma {
        "quit" | "leave" | "lose" | "give up" if object_is(context, clause, JOBS) => {
            let mut found = all(&[Relation::WorksAt, Relation::ManagedBy]);
            found.extend(left_job(context, clause, mention));
            found
        }
        // "I quit Airbus": whoever was the boss there.
        "quit" | "leave" if object_is_organization(context, clause) => all(&[Relation::ManagedBy]),
        "resign" if is_bare => all(&[Relation::WorksAt, Relation::ManagedBy]),
        "retire" if is_bare && !clause.is_passive => {
            all(&[Relation::WorksAt, Relation::WorksAs, Relation::ManagedBy])
        }
        "lay off" | "fire" | "sack" | "dismiss" | "let go" | "make"
            if clause.is_passive && (lemma != "make" || is_made(context, clause, "redundant")) =>
        {
            all(&[Relation::WorksAt, Relation::ManagedBy])
        }
        "drop out" => all(&[Relation::StudiesAt]),
        "graduate" if is_bare => all(&[Relation::StudiesAt]),
        "finish" | "quit" | "leave" if object_is(context, clause, SCHOOLS) => {
            all(&[Relation::StudiesAt])
        }
        "drop" if after(&["out of"], SCHOOLS) => all(&[Relation::StudiesAt]),
        _ => Vec::new(),
    }
}

/// Whether what is left is an organization by name.
fn object_is_organization(context: &PassageContext<'_>, clause: &Clause) -> bool {
    clause.with_role(Role::Object).any(|object| {
        let left = context.referents.at(object.phrase.head);
        left.is_some_and(|left| left.kind == EntityKind::Organization && left.how == How::Named)
    })
}

/// "was made redundant"
fn is_made(context: &PassageContext<'_>, clause: &Clause, what: &str) -> bool {
    let mut attributes = clause.with_role(Role::Attribute);
    attributes.any(|attribute| context.reading.is_any(attribute.phrase.head, &[what]))
}

/// "I lost my job at the bakery": what happened, beside that the work there has ended.
fn left_job(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Option<RelationCandidate> {
    let lemma = clause.predicate.lemma.as_str();
    let relation = match lemma {
        "lose" => Relation::Lost.into(),
        lemma => RelationName::of(&name(lemma)),
    };
    let job = &clause.with_role(Role::Object).next()?.phrase;
    let thing = thing(context, job, &mention.entity)?;
    let aspect = Aspect::Happens;
    Some(RelationCandidate::new(
        &mention.entity,
        relation,
        lemma,
        thing,
        aspect,
    ))
}

/// "I sold my car", "cancelled my Netflix subscription", "gave away the piano".
fn of_things(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Vec<RelationCandidate> {
    let relations: &[Relation] = match clause.predicate.lemma.as_str() {
        "sell" | "give away" | "donate" | "get rid of" | "throw away" | "throw out" | "scrap"
        | "trade in" => &[Relation::Owns, Relation::Has, Relation::Uses],
        "cancel" | "end" | "unsubscribe" => &[Relation::Has, Relation::Uses, Relation::MemberOf],
        _ => return Vec::new(),
    };
    // "is selling her car" still has it.
    let is_under_way = clause.is_progressive && clause.tense == Tense::Present;
    if clause.is_negated || clause.is_passive || is_under_way {
        return Vec::new();
    }
    let reading = context.reading;
    let mut found = Vec::new();
    for object in clause.with_role(Role::Object) {
        let head = object.phrase.head;
        let mut things: Vec<ObjectCandidate> = thing(context, &object.phrase, &mention.entity)
            .into_iter()
            .collect();
        things.push(ObjectCandidate::value(&reading.lemma(head), head));
        // "a Toyota", "my Netflix subscription": what it is called.
        let narrowing = reading.doc.children(head).filter(|child| {
            *child < head && matches!(reading.dep(*child), Dep::Compound | Dep::Nmod | Dep::Amod)
        });
        for token in narrowing {
            if let Some(named) = context.referents.at(token) {
                things.push(ObjectCandidate {
                    object: ExtractedObject::Entity(named.entity.clone()),
                    words: context.name_of(&named.entity),
                    head: token,
                    kind: named.kind,
                    tokens: named.tokens.clone(),
                });
            } else {
                things.push(ObjectCandidate::value(
                    &format!("{} {}", reading.lower(token), reading.lemma(head)),
                    head,
                ));
            }
        }
        for thing in things {
            let relations = relations.iter();
            found.extend(
                relations
                    .map(|&relation| closing(clause, &mention.entity, relation, thing.clone())),
            );
        }
    }
    found
}

/// "I gave birth", "she had the baby", "our daughter was born".
fn of_birth(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Vec<RelationCandidate> {
    let reading = context.reading;
    let lemma = clause.predicate.lemma.as_str();
    let is_told = clause.modality == Modality::Actual;
    let gives = lemma == "give" && object_is(context, clause, &["birth"])
        || lemma == "deliver" && object_is(context, clause, BORN);
    let has = matches!(lemma, "have" | "welcome")
        && clause.tense == Tense::Past
        && object_is(context, clause, BORN);
    let of = |subject: &EntityRef| {
        let pregnant = ObjectCandidate::value("pregnant", clause.predicate.head);
        closing(clause, subject, Relation::Is, pregnant)
    };
    if !is_told {
        return Vec::new();
    }
    if gives || has {
        return vec![of(&mention.entity)];
    }
    let is_child = BORN.contains(&reading.lemma(mention.head).as_str())
        || BORN.contains(&reading.lower(mention.head));
    match (&mention.entity, lemma) {
        (EntityRef::Role { of: parent, .. }, "bear") if is_child => vec![of(parent)],
        (EntityRef::Named(_), "bear") if is_child || has_kin(context, mention) => {
            context.speaker.map(of).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Whether somebody by name is said to be the speaker's child: "our daughter Mia".
fn has_kin(context: &PassageContext<'_>, mention: &SubjectMention) -> bool {
    context.referents.named_roles.iter().any(|named| {
        named.name == mention.entity
            && named.role.relation == Some(Kinship::Is(Relation::ChildOf))
            && Some(&named.of) == context.speaker
    })
}

/// "Nokia withdrew the offer": what was planned there.
fn of_offers(context: &PassageContext<'_>, clause: &Clause) -> Vec<RelationCandidate> {
    let is_withdrawn = matches!(
        clause.predicate.lemma.as_str(),
        "withdraw" | "rescind" | "revoke" | "retract" | "pull"
    ) && object_is(context, clause, &["offer"]);
    let subject = clause
        .subject
        .as_ref()
        .and_then(|subject| context.referents.at(subject.phrase.head));
    let (Some(body), Some(speaker), true) = (subject, context.speaker, is_withdrawn) else {
        return Vec::new();
    };
    let at = ObjectCandidate {
        object: ExtractedObject::Entity(body.entity.clone()),
        words: context.name_of(&body.entity),
        head: body.tokens.start,
        kind: EntityKind::Organization,
        tokens: body.tokens.clone(),
    };
    [Modality::Planned, Modality::Possible]
        .into_iter()
        .map(|modality| {
            let mut draft = closing(clause, speaker, Relation::WorksAt, at.clone());
            draft.meant = Some(modality);
            draft
        })
        .collect()
}
