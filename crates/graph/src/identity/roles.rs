//! Roles: who "my sister" is, and which roles one person cannot have.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use recollect_model::{EntityKey, LinkReason};

use super::{Because, Groups, Known, MAX_ROLE_DEPTH, PlacedLink};

/// A role as it is compared: "mom" and "mother" are one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role<'a> {
    /// A relative; two are one person's only when they are of one kind and of no two sexes.
    Kin(&'static str, Sex),
    /// Somebody one works with.
    Work,
    /// Any other; it goes with every role.
    Other(&'a str),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sex {
    Female,
    Male,
    Either,
}

/// The relatives: what they are to somebody, and the words for them: female, male, either.
const KIN: [(&str, [&str; 3]); 13] = [
    (
        "parent",
        [
            "mother mom mum mama mommy mummy ma",
            "father dad daddy papa pa",
            "parent",
        ],
    ),
    ("sibling", ["sister sis", "brother bro", "sibling twin"]),
    ("child", ["daughter girl", "son boy", "child kid baby"]),
    (
        "partner",
        [
            "wife girlfriend fiancée bride",
            "husband boyfriend fiancé groom",
            "spouse partner fiance fiancee",
        ],
    ),
    (
        "former partner",
        [
            "ex-wife ex-girlfriend",
            "ex-husband ex-boyfriend",
            "ex ex-partner",
        ],
    ),
    (
        "grandparent",
        [
            "grandmother grandma granny nana nan",
            "grandfather grandpa granddad grandad",
            "grandparent",
        ],
    ),
    (
        "grandchild",
        ["granddaughter", "grandson", "grandchild grandkid"],
    ),
    ("parent's sibling", ["aunt auntie", "uncle", ""]),
    ("sibling's child", ["niece", "nephew", ""]),
    ("cousin", ["", "", "cousin"]),
    ("parent-in-law", ["mother-in-law", "father-in-law", ""]),
    ("sibling-in-law", ["sister-in-law", "brother-in-law", ""]),
    ("child-in-law", ["daughter-in-law", "son-in-law", ""]),
];

const WORK: &str = "boss manager supervisor colleague coworker co-worker employee assistant secretary intern client \
    landlord teacher doctor therapist dentist lawyer coach";

impl<'a> Role<'a> {
    fn of(noun: &'a str) -> Self {
        let noun = noun.rsplit(' ').next().unwrap_or(noun);
        let sexes = [Sex::Female, Sex::Male, Sex::Either];
        for (kind, words) in KIN {
            for (words, sex) in words.iter().zip(sexes) {
                if words.split(' ').any(|word| word == noun) {
                    return Self::Kin(kind, sex);
                }
            }
        }
        match WORK.split_whitespace().any(|word| word == noun) {
            true => Self::Work,
            false => Self::Other(noun),
        }
    }

    fn goes_with(self, other: Role<'_>) -> bool {
        match (self, other) {
            (Self::Kin(one, a), Role::Kin(two, b)) => {
                one == two && (a == b || a == Sex::Either || b == Sex::Either)
            }
            (Self::Kin(..), Role::Work) | (Self::Work, Role::Kin(..)) => false,
            _ => true,
        }
    }
}

/// The noun under which roles of one person are the same: "mom" is "mother". "Older sister" is not "sister": there may
/// be two.
fn plain(noun: &str) -> String {
    match Role::of(noun) {
        Role::Kin(kind @ "parent", sex) if !noun.contains(' ') => format!("{kind} {sex:?}"),
        _ => noun.to_owned(),
    }
}

/// In which roles texts name somebody, so that two persons are not taken for one.
pub(super) struct Claims {
    /// By the named entity: the roles and whose they are.
    roles: HashMap<usize, Vec<(String, EntityKey)>>,
}

impl Claims {
    pub(super) fn of(known: &[&Known], links: &[PlacedLink], groups: &Groups) -> Self {
        let mut roles: HashMap<usize, Vec<(String, EntityKey)>> = HashMap::new();
        for (role, name) in role_links(known, links) {
            if let Some((noun, of)) = known[role].entity.key.role() {
                let of = groups.place_of_key(&of).map_or(of, |place| {
                    let first = groups.members(groups.of(place)).iter().min();
                    known[*first.unwrap_or(&place)].entity.key.clone()
                });
                let roles = roles.entry(name).or_default();
                roles.push((noun.to_owned(), of));
            }
        }
        Self { roles }
    }

    /// Whether all roles of the two groups can be one person's.
    pub(super) fn go_together(&self, groups: &Groups, one: usize, two: usize) -> bool {
        let roles = |place: usize| {
            let members = groups.members(groups.of(place)).iter();
            members.flat_map(|member| self.roles.get(member).into_iter().flatten())
        };
        roles(one).all(|(noun, of)| {
            roles(two)
                .filter(|(_, other_of)| of == other_of)
                .all(|(other, _)| Role::of(noun).goes_with(Role::of(other)))
        })
    }
}

/// Joins each role with the one who is named in it.
pub(super) fn join(known: &[&Known], links: &[PlacedLink], groups: &mut Groups) {
    let mut named: HashMap<usize, Vec<PlacedLink>> = HashMap::new();
    for link in links
        .iter()
        .filter(|link| link.is_same && link.reason == LinkReason::Role)
    {
        for (role, name) in sides(known, link) {
            named.entry(role).or_default().push(PlacedLink {
                left: role,
                right: name,
                ..*link
            });
        }
    }
    let depth = |place: usize| {
        let mut key = known[place].entity.key.clone();
        let mut depth = 0;
        while let Some((_, of)) = key.role() {
            depth += 1;
            if depth > MAX_ROLE_DEPTH {
                return None;
            }
            key = of;
        }
        Some(depth)
    };
    let mut by_depth: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for place in 0..known.len() {
        if let Some(depth) = depth(place).filter(|depth| *depth > 0) {
            by_depth.entry(depth).or_default().push(place);
        }
    }
    // Whose role it is is settled before who has it.
    for roles in by_depth.into_values() {
        join_level(known, &roles, &named, groups);
    }
}

/// Roles of the same depth: the same role of the same person is one, and is who is named in it.
fn join_level(
    known: &[&Known],
    roles: &[usize],
    named: &HashMap<usize, Vec<PlacedLink>>,
    groups: &mut Groups,
) {
    // The smallest place of a group stands for it: unlike the group's number it tells nothing of the order of joining.
    let stands_for = |groups: &Groups, place: usize| {
        let first = groups.members(groups.of(place)).iter().min();
        *first.unwrap_or(&place)
    };
    let mut same: BTreeMap<(String, Result<usize, EntityKey>), Vec<usize>> = BTreeMap::new();
    for &place in roles {
        if let Some((noun, of)) = known[place].entity.key.role() {
            let of = groups
                .place_of_key(&of)
                .map_or(Err(of), |place| Ok(stands_for(groups, place)));
            same.entry((plain(noun), of)).or_default().push(place);
        }
    }
    for places in same.values() {
        for pair in places.windows(2) {
            groups.join(pair[0], pair[1], Because::SameRole);
        }
    }
    // Who is named in each role, and in which roles of one person each is named.
    let mut meant: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    let mut roles_of: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut of_role: Vec<usize> = vec![usize::MAX; known.len()];
    for (number, places) in same.values().enumerate() {
        for &place in places {
            of_role[place] = number;
            for link in named.get(&place).into_iter().flatten() {
                let name = stands_for(groups, link.right);
                meant.entry(number).or_default().insert(name);
                roles_of.entry(name).or_default().push(place);
            }
        }
    }
    let roles_of_same: Vec<&(String, Result<usize, EntityKey>)> = same.keys().collect();
    let conflicts = |name: usize| {
        let places = roles_of.get(&name).map_or(&[][..], Vec::as_slice);
        places.iter().enumerate().any(|(number, &one)| {
            places[number + 1..].iter().take(MAX_ROLES).any(|&two| {
                let (a, b) = (roles_of_same[of_role[one]], roles_of_same[of_role[two]]);
                a.1 == b.1 && !noun(known, one).goes_with(noun(known, two))
            })
        })
    };
    let usable: Vec<PlacedLink> = same
        .values()
        .enumerate()
        .filter(|(number, _)| {
            let names = meant.get(number);
            names
                .is_some_and(|names| names.len() == 1 && !names.iter().any(|name| conflicts(*name)))
        })
        .flat_map(|(_, places)| places.iter().filter_map(|place| named.get(place)?.first()))
        .copied()
        .collect();
    for link in usable {
        groups.join(link.left, link.right, Because::Role(link.episode));
    }
}

/// Of one name, so many links are compared with each other.
const MAX_ROLES: usize = 64;

fn noun<'a>(known: &[&'a Known], place: usize) -> Role<'a> {
    let key = known[place].entity.key.as_str();
    let noun = key
        .split_once(' ')
        .and_then(|(_, rest)| rest.split_once(" of "));
    Role::of(noun.map_or(key, |(noun, _)| noun))
}

/// The links that name who has a role, as (role, name).
fn role_links<'a>(
    known: &'a [&Known],
    links: &'a [PlacedLink],
) -> impl Iterator<Item = (usize, usize)> + 'a {
    links
        .iter()
        .filter(|link| link.is_same && link.reason == LinkReason::Role)
        .flat_map(|link| sides(known, link))
}

fn sides(known: &[&Known], link: &PlacedLink) -> impl Iterator<Item = (usize, usize)> + use<> {
    let is_role = |place: usize| known[place].entity.key.role().is_some();
    let pairs = [(link.left, link.right), (link.right, link.left)];
    let (left, right) = (is_role(link.left), is_role(link.right));
    pairs
        .into_iter()
        .zip([left && !right, right && !left])
        .filter_map(|(pair, is_meant)| is_meant.then_some(pair))
}
