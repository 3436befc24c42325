//! Identity: which names are one entity.
//!
//! Every name and every role is an entity of its own, and what joins them is only ever said beside them, so whatever
//! is joined can be parted again. [`resolve`] looks at the entities around at once and is a function of what is known
//! of them: neither their identifiers nor their order matter.
//!
//! In this order, and never against what was kept apart:
//! 1. *Asked*: somebody said through the interface that two are the same, or are not, or gave one a name.
//! 2. *Stated*: a text says so.
//! 3. *Names*: a person called by a first name or its short form is the only one in the space whom it can mean: Mel
//!    is Melanie is Melanie Smith. Where it can mean two (Anna, with an Anna Smith and an Anna Jones) it stays by
//!    itself, and so it does where the roles of the two cannot be one person's.
//! 4. *Roles*: "my sister" is the one name that a text says it is. When texts name two, or name one person in two
//!    roles that do not go together (sister and mother, brother and boss), these links are not used.
//!
//! The entity that stands for all is the owner, or else the name that somebody gave, or the fullest one.

mod names;
mod roles;
mod short_forms;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use recollect_model::{Entity, EntityId, EntityKey, EntityKind, EntityLink, EpisodeId, LinkReason};

pub use names::{MAX_NAME_WORDS, family, may_be_shortened};

/// Roles of roles ("my sister's husband's boss") are followed this deep.
const MAX_ROLE_DEPTH: usize = 6;

/// An entity with what the texts make of its kind.
#[derive(Clone, Debug)]
pub struct Known {
    /// The entity, as it is stored.
    pub entity: Entity,
    /// How often it is mentioned as what.
    pub votes: Vec<(EntityKind, u64)>,
}

/// What an entity turns out to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resolved {
    /// The entity.
    pub id: EntityId,
    /// What it is; of one that stands for others, what they are together.
    pub kind: EntityKind,
    /// The entity it is part of, and what says so; `None` when it stands for itself.
    pub part_of: Option<(EntityId, Because)>,
}

/// Why an entity is part of another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Because {
    /// Somebody asked for it.
    Asked,
    /// A text says so, in this episode where it is known.
    Stated(Option<EpisodeId>),
    /// Its only fuller name: "Anna" and "Anna Smith".
    FullerName,
    /// It is short for it: "Mel" and "Melanie".
    ShortForm,
    /// A text says who has the role.
    Role(Option<EpisodeId>),
    /// The same role of the same person: "my mom" and "my mother".
    SameRole,
}

impl Because {
    /// A few words that a person can read.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Asked => "asked",
            Self::Stated(_) => "stated",
            Self::FullerName => "fuller name",
            Self::ShortForm => "short form",
            Self::Role(_) => "role",
            Self::SameRole => "same role",
        }
    }
}

/// What each of these entities is, in the order of their keys. All that bear on each other must be among them: those
/// that links join, those of a [`family`], and whose roles they are.
pub fn resolve(known: &[Known], links: &[EntityLink]) -> Vec<Resolved> {
    let mut known: Vec<&Known> = known.iter().collect();
    known.sort_by(|a, b| a.entity.key.cmp(&b.entity.key));
    known.dedup_by(|a, b| a.entity.id == b.entity.id);
    let mut groups = Groups::new(&known);
    let mut links = groups.places_of(links);
    links.sort_by_key(|link| {
        (
            link.left.min(link.right),
            link.left.max(link.right),
            link.episode,
        )
    });

    groups.keep_apart(&links, LinkReason::Asked);
    groups.join_links(&links, LinkReason::Asked);
    groups.join_links(&links, LinkReason::Named);
    groups.choose(&links);
    groups.keep_apart(&links, LinkReason::Stated);
    groups.keep_apart(&links, LinkReason::Role);
    groups.join_links(&links, LinkReason::Stated);
    let claims = roles::Claims::of(&known, &links, &groups);
    names::join(&known, &claims, &mut groups);
    names::join_organizations(&known, &mut groups);
    roles::join(&known, &links, &mut groups);
    groups.resolved(&known)
}

/// A text that says that somebody is an animal weighs as much as so many that only name it: a name alone looks like that of
/// a person or a company.
const SAID_TO_BE_AN_ANIMAL: u64 = 3;

/// What an entity is called most, the telling kinds before `Thing`; ties by the order of the kinds.
fn kind_of<'a>(
    stored: EntityKind,
    votes: impl Iterator<Item = &'a (EntityKind, u64)>,
) -> EntityKind {
    if stored == EntityKind::Owner {
        return stored;
    }
    let mut counts: BTreeMap<EntityKind, u64> = BTreeMap::new();
    for (kind, count) in votes {
        let weight = match kind {
            EntityKind::Animal => SAID_TO_BE_AN_ANIMAL,
            _ => 1,
        };
        *counts.entry(*kind).or_default() += count * weight;
    }
    let telling = counts
        .iter()
        .filter(|(kind, _)| !matches!(kind, EntityKind::Thing | EntityKind::Owner))
        .max_by(|(a, one), (b, two)| one.cmp(two).then(b.cmp(a)));
    match telling {
        Some((kind, _)) => *kind,
        None if counts.is_empty() => stored,
        None => EntityKind::Thing,
    }
}

/// A link between two of the entities at hand, by their places in the order of keys.
#[derive(Clone, Copy, Debug)]
struct PlacedLink {
    left: usize,
    right: usize,
    is_same: bool,
    reason: LinkReason,
    episode: Option<EpisodeId>,
}

/// Entities on their way to being one; by their places in the order of keys.
struct Groups {
    places: HashMap<EntityId, usize>,
    keys: HashMap<EntityKey, usize>,
    group: Vec<usize>,
    members: Vec<Vec<usize>>,
    joints: Vec<Vec<(usize, Because)>>,
    apart: BTreeSet<(usize, usize)>,
    apart_of: HashMap<usize, Vec<usize>>,
    /// Names that somebody gave to what has another.
    chosen: BTreeSet<usize>,
}

impl Groups {
    fn new(known: &[&Known]) -> Self {
        let ids = known.iter().enumerate();
        Self {
            places: ids
                .clone()
                .map(|(place, one)| (one.entity.id, place))
                .collect(),
            keys: ids
                .map(|(place, one)| (one.entity.key.clone(), place))
                .collect(),
            group: (0..known.len()).collect(),
            members: (0..known.len()).map(|place| vec![place]).collect(),
            joints: vec![Vec::new(); known.len()],
            apart: BTreeSet::new(),
            apart_of: HashMap::new(),
            chosen: BTreeSet::new(),
        }
    }

    fn places_of(&self, links: &[EntityLink]) -> Vec<PlacedLink> {
        let placed = |link: &EntityLink| {
            Some(PlacedLink {
                left: *self.places.get(&link.left)?,
                right: *self.places.get(&link.right)?,
                is_same: link.is_same,
                reason: link.reason,
                episode: link.said.map(|(episode, _)| episode),
            })
        };
        links.iter().filter_map(placed).collect()
    }

    fn keep_apart(&mut self, links: &[PlacedLink], reason: LinkReason) {
        for link in links
            .iter()
            .filter(|link| !link.is_same && link.reason == reason)
        {
            let pair = (link.left.min(link.right), link.left.max(link.right));
            if self.apart.insert(pair) {
                self.apart_of.entry(pair.0).or_default().push(pair.1);
                self.apart_of.entry(pair.1).or_default().push(pair.0);
            }
        }
    }

    fn join_links(&mut self, links: &[PlacedLink], reason: LinkReason) {
        for link in links
            .iter()
            .filter(|link| link.is_same && link.reason == reason)
        {
            let because = match reason {
                LinkReason::Asked | LinkReason::Named => Because::Asked,
                LinkReason::Stated => Because::Stated(link.episode),
                LinkReason::Role => Because::Role(link.episode),
            };
            self.join(link.left, link.right, because);
        }
    }

    /// Notes the names that somebody gave.
    fn choose(&mut self, links: &[PlacedLink]) {
        let named = links.iter().filter(|link| link.reason == LinkReason::Named);
        self.chosen.extend(named.map(|link| link.left));
    }

    /// The group of an entity, the same number for all that are one.
    fn of(&self, place: usize) -> usize {
        self.group[place]
    }

    fn place_of_key(&self, key: &EntityKey) -> Option<usize> {
        self.keys.get(key).copied()
    }

    fn members(&self, group: usize) -> &[usize] {
        &self.members[group]
    }

    /// Whether nothing keeps the two groups apart.
    fn may_join(&self, one: usize, two: usize) -> bool {
        let (few, many) = match self.members[one].len() <= self.members[two].len() {
            true => (one, two),
            false => (two, one),
        };
        self.members[few].iter().all(|member| {
            let apart = self.apart_of.get(member).into_iter().flatten();
            apart.into_iter().all(|other| self.group[*other] != many)
        })
    }

    fn join(&mut self, left: usize, right: usize, because: Because) {
        let (one, two) = (self.group[left], self.group[right]);
        if one == two || !self.may_join(one, two) {
            return;
        }
        self.joints[left].push((right, because));
        self.joints[right].push((left, because));
        // The smaller group moves, so that a chain of joins costs little; the number is of no consequence.
        let (from, to) = match self.members[one].len() <= self.members[two].len() {
            true => (one, two),
            false => (two, one),
        };
        for member in std::mem::take(&mut self.members[from]) {
            self.group[member] = to;
            self.members[to].push(member);
        }
    }

    fn resolved(&self, known: &[&Known]) -> Vec<Resolved> {
        let mut part_of: Vec<Option<(EntityId, Because)>> = vec![None; known.len()];
        let mut kinds: Vec<EntityKind> = known
            .iter()
            .map(|one| kind_of(one.entity.kind, one.votes.iter()))
            .collect();
        for members in self.members.iter().filter(|members| members.len() > 1) {
            let Some(&canonical) = members.iter().max_by(|a, b| {
                let rank = |place: usize| {
                    let is_owner = known[place].entity.key.is_owner();
                    (is_owner, self.chosen.contains(&place))
                };
                let by_choice = rank(**a).cmp(&rank(**b));
                by_choice.then_with(|| names::by_fullness(known[**a], known[**b]))
            }) else {
                continue;
            };
            let votes = members
                .iter()
                .flat_map(|&member| known[member].votes.iter());
            kinds[canonical] = kind_of(known[canonical].entity.kind, votes);
            for (member, because) in self.reasons_from(canonical) {
                part_of[member] = Some((known[canonical].entity.id, because));
            }
        }
        let known = known.iter().zip(kinds).zip(part_of);
        known
            .map(|((one, kind), part_of)| Resolved {
                id: one.entity.id,
                kind,
                part_of,
            })
            .collect()
    }

    /// Every other member of an entity's group, with what joined it towards that entity.
    fn reasons_from(&self, canonical: usize) -> Vec<(usize, Because)> {
        let mut reached = vec![];
        let mut waiting = vec![(canonical, None)];
        while let Some((place, from)) = waiting.pop() {
            for &(next, because) in &self.joints[place] {
                if Some(next) != from {
                    reached.push((next, because));
                    waiting.push((next, Some(place)));
                }
            }
        }
        reached
    }
}
