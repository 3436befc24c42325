//! Which names are one.

use recollect_graph::{Because, Known, Resolved, family, resolve};
use recollect_model::{
    CharRange, Entity, EntityId, EntityKey, EntityKind, EntityLink, EpisodeId, LinkReason,
};

use crate::said::id;

/// A person; "my sister" and "Mel's sister" are roles, `I` is the owner.
pub(crate) fn person(name: &str) -> Known {
    let (key, kind) = match name {
        "I" => (EntityKey::owner(), EntityKind::Owner),
        name => (key(name), EntityKind::Person),
    };
    Known {
        entity: Entity {
            id: id(name),
            key,
            name: name.to_owned(),
            kind,
            part_of: None,
        },
        votes: vec![(kind, 1)],
    }
}

fn key(name: &str) -> EntityKey {
    if let Some(role) = name.strip_prefix("my ") {
        return EntityKey::of_role(role, &EntityKey::owner());
    }
    match name.split_once("'s ") {
        Some((of, role)) => EntityKey::of_role(role, &EntityKey::of_name(of)),
        None => EntityKey::of_name(name),
    }
}

fn thing(name: &str) -> Known {
    let mut thing = person(name);
    thing.entity.kind = EntityKind::Thing;
    thing.votes = vec![(EntityKind::Thing, 1)];
    thing
}

pub(crate) fn link(left: &str, right: &str, is_same: bool, reason: LinkReason) -> EntityLink {
    let range = CharRange { start: 0, end: 1 };
    let said = (reason != LinkReason::Asked).then_some((EpisodeId::from_u128(4), range));
    EntityLink {
        left: id(left),
        right: id(right),
        is_same,
        reason,
        said,
    }
}

/// `Mel=Melanie Smith(short form)` for each that is part of another, in order.
pub(crate) fn joined(known: &[Known], links: &[EntityLink]) -> Vec<String> {
    let name = |id: EntityId| {
        let found = known.iter().find(|known| known.entity.id == id).unwrap();
        found.entity.name.clone()
    };
    let mut lines: Vec<String> = resolve(known, links)
        .iter()
        .filter_map(|one: &Resolved| {
            let (whole, because) = one.part_of?;
            Some(format!(
                "{}={}({})",
                name(one.id),
                name(whole),
                because.as_str()
            ))
        })
        .collect();
    lines.sort();
    lines
}

fn people(names: &[&str]) -> Vec<Known> {
    names.iter().map(|name| person(name)).collect()
}

#[test]
fn a_short_name_is_the_only_fuller_one_it_can_mean() {
    assert_eq!(
        joined(&people(&["Mel", "Melanie"]), &[]),
        ["Mel=Melanie(short form)"]
    );
    let all = joined(&people(&["Mel", "Melanie Smith", "Melanie"]), &[]);
    assert_eq!(
        all,
        [
            "Mel=Melanie Smith(short form)",
            "Melanie=Melanie Smith(fuller name)"
        ]
    );
    assert_eq!(
        joined(&people(&["Anna", "Anna Smith"]), &[]),
        ["Anna=Anna Smith(fuller name)"]
    );
}

#[test]
fn a_name_that_can_mean_two_stays_by_itself() {
    assert!(joined(&people(&["Mel", "Melanie", "Melissa"]), &[]).is_empty());
    assert!(joined(&people(&["Anna", "Anna Smith", "Anna Jones"]), &[]).is_empty());
    assert!(joined(&people(&["Sam", "Samuel", "Samantha"]), &[]).is_empty());
    assert!(joined(&people(&["Anna", "Hannah"]), &[]).is_empty());
}

#[test]
fn only_persons_have_short_names() {
    assert!(joined(&[thing("Mel"), person("Melanie")], &[]).is_empty());
    assert!(joined(&[person("Paris"), thing("Paris Hilton Tower")], &[]).is_empty());
}

#[test]
fn what_was_asked_goes_before_everything() {
    let known = people(&["Mel", "Melanie", "Zoe"]);
    let apart = [link("Mel", "Melanie", false, LinkReason::Asked)];
    assert!(joined(&known, &apart).is_empty());
    let stated = [apart[0], link("Melanie", "Mel", true, LinkReason::Stated)];
    assert!(joined(&known, &stated).is_empty());
    let asked = [
        link("Zoe", "Mel", true, LinkReason::Asked),
        link("Zoe", "Mel", false, LinkReason::Stated),
    ];
    let lines = joined(&known, &asked);
    assert!(
        lines.contains(&"Zoe=Melanie(asked)".to_owned()),
        "{lines:?}"
    );
}

#[test]
fn what_a_text_states_joins_and_parts() {
    let known = people(&["Bunny", "Katherine Price", "Kate"]);
    let lines = joined(
        &known,
        &[link("Bunny", "Katherine Price", true, LinkReason::Stated)],
    );
    assert_eq!(
        lines,
        [
            "Bunny=Katherine Price(stated)",
            "Kate=Katherine Price(short form)"
        ]
    );
    let parted = [link("Kate", "Katherine Price", false, LinkReason::Stated)];
    assert!(joined(&known, &parted).is_empty());
}

#[test]
fn the_reason_tells_the_episode() {
    let known = people(&["Bunny", "Katherine Price"]);
    let links = [link("Bunny", "Katherine Price", true, LinkReason::Stated)];
    let resolved = resolve(&known, &links);
    let part_of = resolved.iter().find_map(|one| one.part_of).unwrap();
    assert_eq!(part_of.1, Because::Stated(Some(EpisodeId::from_u128(4))));
}

#[test]
fn a_role_is_whoever_is_named_in_it() {
    let known = people(&["I", "my sister", "Anna", "Anna Smith"]);
    let lines = joined(&known, &[link("my sister", "Anna", true, LinkReason::Role)]);
    assert_eq!(
        lines,
        ["Anna=Anna Smith(fuller name)", "my sister=Anna Smith(role)"]
    );
}

#[test]
fn a_role_with_two_names_is_nobodys() {
    let known = people(&["my sister", "Anna", "Berta"]);
    let links = [
        link("my sister", "Anna", true, LinkReason::Role),
        link("Berta", "my sister", true, LinkReason::Role),
    ];
    assert!(joined(&known, &links).is_empty());
    let same = people(&["my sister", "Mel", "Melanie"]);
    let links = [
        link("my sister", "Mel", true, LinkReason::Role),
        link("my sister", "Melanie", true, LinkReason::Role),
    ];
    assert_eq!(joined(&same, &links).len(), 2);
}

#[test]
fn roles_that_do_not_go_together_are_not_used() {
    let incompatible = |one: &str, two: &str| {
        let known = people(&[one, two, "Anna"]);
        let links = [
            link(one, "Anna", true, LinkReason::Role),
            link(two, "Anna", true, LinkReason::Role),
        ];
        joined(&known, &links)
    };
    assert!(incompatible("my sister", "my mother").is_empty());
    assert!(incompatible("my sister", "my boss").is_empty());
    assert!(incompatible("my wife", "my husband").is_empty());
    assert_eq!(incompatible("my sister", "Tom's boss").len(), 2);
    assert_eq!(incompatible("my girlfriend", "my wife").len(), 2);
    assert_eq!(incompatible("my neighbour", "my boss").len(), 2);
}

#[test]
fn homonyms_in_roles_of_two_persons_stay_apart() {
    let known = people(&["my sister", "my boss", "Anna", "Anna Smith"]);
    let links = [
        link("my sister", "Anna", true, LinkReason::Role),
        link("my boss", "Anna Smith", true, LinkReason::Role),
    ];
    let lines = joined(&known, &links);
    assert_eq!(lines, ["my boss=Anna Smith(role)", "my sister=Anna(role)"]);
}

#[test]
fn the_same_role_of_the_same_person_is_one() {
    let known = people(&["my mom", "my mother", "Eve"]);
    let lines = joined(&known, &[link("my mom", "Eve", true, LinkReason::Role)]);
    assert_eq!(lines, ["my mom=Eve(role)", "my mother=Eve(same role)"]);
    let of_one = people(&["Mel's sister", "Melanie's sister", "Mel", "Melanie"]);
    let lines = joined(&of_one, &[]);
    assert!(
        lines.iter().any(|line| line.ends_with("(same role)")),
        "{lines:?}"
    );
}

#[test]
fn the_owner_stands_for_all_their_names() {
    let known = people(&["I", "Caroline Baker"]);
    let lines = joined(
        &known,
        &[link("I", "Caroline Baker", true, LinkReason::Asked)],
    );
    assert_eq!(lines, ["Caroline Baker=I(asked)"]);
}

#[test]
fn the_kind_is_what_most_mentions_say() {
    let mut known = thing("Mercury");
    known.votes = vec![
        (EntityKind::Thing, 9),
        (EntityKind::Place, 2),
        (EntityKind::Organization, 3),
    ];
    assert_eq!(
        resolve(&[known.clone()], &[])[0].kind,
        EntityKind::Organization
    );
    known.votes = vec![(EntityKind::Place, 2), (EntityKind::Organization, 2)];
    assert_eq!(
        resolve(&[known.clone()], &[])[0].kind,
        EntityKind::Organization
    );
    // "A dog called Biscuit", and then the name alone.
    known.votes = vec![(EntityKind::Organization, 2), (EntityKind::Animal, 1)];
    assert_eq!(resolve(&[known.clone()], &[])[0].kind, EntityKind::Animal);
    known.votes = vec![(EntityKind::Thing, 1)];
    assert_eq!(resolve(&[known], &[])[0].kind, EntityKind::Thing);
}

#[test]
fn families_gather_what_may_be_one() {
    let of = |name: &str| family(&key(name));
    assert_eq!(of("Mel"), of("Melanie Smith"));
    assert_eq!(of("Mel"), of("Melissa"));
    assert_eq!(of("Mel's sister"), of("Mel"));
    assert_ne!(of("Anna"), of("Ben"));
    assert_eq!(of("my sister"), family(&EntityKey::owner()));
    assert_eq!(of("a name of far too many words to be one"), None);
}

#[test]
fn a_long_chain_of_links_is_no_trouble() {
    let names: Vec<String> = (0..5_000).map(|number| format!("name{number}")).collect();
    let known: Vec<Known> = names.iter().map(|name| person(name)).collect();
    let links: Vec<EntityLink> = names
        .windows(2)
        .map(|pair| link(&pair[0], &pair[1], true, LinkReason::Stated))
        .collect();
    let resolved = resolve(&known, &links);
    assert_eq!(
        resolved.iter().filter(|one| one.part_of.is_none()).count(),
        1
    );
}

#[test]
fn an_organisation_goes_by_the_first_word_of_its_name_where_a_trade_follows() {
    let organisation = |name: &str| {
        let mut one = person(name);
        one.entity.kind = EntityKind::Organization;
        one.votes = vec![(EntityKind::Organization, 1)];
        one
    };
    let joined = |names: &[&str]| {
        let known: Vec<Known> = names.iter().map(|name| organisation(name)).collect();
        joined(&known, &[])
    };
    assert_eq!(
        joined(&["Kestrel", "Kestrel Logistics"]),
        ["Kestrel=Kestrel Logistics(fuller name)"]
    );
    // A school is not the town, and of two nobody knows which is meant.
    assert_eq!(joined(&["Leeds", "Leeds Grammar School"]), [""; 0]);
    assert_eq!(
        joined(&["Kestrel", "Kestrel Logistics", "Kestrel Foods"]),
        [""; 0]
    );
}
