//! The order in which anything comes changes nothing: seeded permutations of seeded histories.

use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use recollect_graph::{Known, Resolved, Spell, resolve};
use recollect_model::{EntityId, EntityLink, LinkReason, Modality, Relation};

use crate::identity::{link, person};
use crate::said::{Saying, derived, said};

const HISTORIES: u64 = 2_000;
const PERMUTATIONS: usize = 6;

const RELATIONS: [&str; 9] = [
    "lives_in",
    "works_at",
    "likes",
    "dislikes",
    "married_to",
    "visited",
    "born_in",
    "sibling_of",
    "paint",
];

fn history(dice: &mut SmallRng) -> Vec<Saying> {
    let length = dice.random_range(1..25);
    (0..length).map(|number| saying(dice, number)).collect()
}

fn saying(dice: &mut SmallRng, number: u128) -> Saying {
    let subject = ["I", "Anna", "Ben"][dice.random_range(0..3)];
    let object = ["Anna", "Ben", "Clara", "Tom", "\"Red\"", "\"red\""][dice.random_range(0..6)];
    let relation = RELATIONS[dice.random_range(0..RELATIONS.len())];
    let date = |dice: &mut SmallRng| match dice.random_range(0..4) {
        0 => format!("{}", dice.random_range(2015..2021)),
        1 => format!(
            "{}-{:02}",
            dice.random_range(2015..2021),
            dice.random_range(1..13)
        ),
        _ => format!(
            "{}-{:02}-{:02}",
            dice.random_range(2015..2021),
            dice.random_range(1..13),
            dice.random_range(1..29)
        ),
    };
    // Few days, so that many claims are of one time.
    let at = format!(
        "{}-0{}-01",
        dice.random_range(2017..2021),
        dice.random_range(1..4)
    );
    let mut saying = said(subject, relation, object, &at)
        .in_episode(number / 2, (number % 2) as u32)
        .recorded(&date(dice));
    // Claims of one episode are said at one time.
    if number % 2 == 1 {
        saying = saying.in_episode(1_000 + number, 0);
    }
    for _ in 0..dice.random_range(0..3) {
        saying = match dice.random_range(0..8) {
            0 | 1 => saying.from(&date(dice)),
            2 => saying.until(&date(dice)),
            3 => saying.not(),
            4 => saying.also(),
            5 => saying.actually(),
            6 => saying.until_now(),
            _ => saying.meant(Modality::Planned),
        };
    }
    saying
}

#[test]
fn any_order_of_claims_gives_the_same_spells() {
    for seed in 0..HISTORIES {
        let mut dice = SmallRng::seed_from_u64(seed);
        let told = history(&mut dice);
        let expected = derived(&told);
        check(&told, &expected, seed);
        for _ in 0..PERMUTATIONS {
            let mut shuffled = told.clone();
            shuffled.shuffle(&mut dice);
            assert_eq!(derived(&shuffled), expected, "seed {seed}: {told:#?}");
        }
    }
}

/// What holds of all spells, whatever was said.
fn check(told: &[Saying], spells: &[Spell], seed: u64) {
    let supported: usize = spells.iter().map(|spell| spell.claims.len()).sum();
    assert_eq!(
        supported,
        told.len(),
        "seed {seed}: each claim supports one spell"
    );
    for spell in spells {
        assert!(!spell.claims.is_empty(), "seed {seed}");
        let is_ordered = spell
            .valid_at
            .zip(spell.invalid_at)
            .is_none_or(|(from, until)| from <= until);
        assert!(is_ordered, "seed {seed}: {spell:?}");
        assert_eq!(
            spell.closed_by.is_some(),
            spell.invalid_at.is_some(),
            "seed {seed}: {spell:?}"
        );
    }
    no_two_homes_at_once(told, spells, seed);
}

fn no_two_homes_at_once(told: &[Saying], spells: &[Spell], seed: u64) {
    if told.iter().any(|saying| saying.0.claim.is_additional) {
        return;
    }
    let homes: Vec<&Spell> = spells
        .iter()
        .filter(|spell| {
            let said = &spell.proposition;
            said.relation == Relation::LivesIn
                && !said.is_negated
                && said.modality == Modality::Actual
        })
        .filter(|spell| spell.valid_at.is_some() && spell.valid_at != spell.invalid_at)
        .collect();
    for (number, one) in homes.iter().enumerate() {
        for two in &homes[number + 1..] {
            if one.proposition.subject != two.proposition.subject {
                continue;
            }
            let is_apart = one.invalid_at.is_some_and(|end| Some(end) <= two.valid_at)
                || two.invalid_at.is_some_and(|end| Some(end) <= one.valid_at);
            assert!(is_apart, "seed {seed}: {one:?} {two:?}");
        }
    }
}

#[test]
fn any_order_of_names_and_links_gives_the_same_entities() {
    let names = [
        "I",
        "Mel",
        "Melanie",
        "Melanie Smith",
        "Melissa",
        "Anna",
        "Anna Smith",
        "Anna Jones",
        "Kate",
        "Katherine",
        "my sister",
        "my mother",
        "my mom",
        "my boss",
        "Mel's brother",
        "Melanie's brother",
        "Bob",
        "Robert",
    ];
    for seed in 0..HISTORIES {
        let mut dice = SmallRng::seed_from_u64(seed);
        let mut known: Vec<Known> = names
            .iter()
            .filter(|_| dice.random_bool(0.7))
            .map(|name| person(name))
            .collect();
        let mut links: Vec<EntityLink> = (0..dice.random_range(0..6))
            .map(|_| {
                let [left, right] = [0; 2].map(|_| names[dice.random_range(0..names.len())]);
                let reasons = [LinkReason::Asked, LinkReason::Stated, LinkReason::Role];
                let reason = reasons[dice.random_range(0..3)];
                link(left, right, dice.random_bool(0.7), reason)
            })
            .filter(|link| link.left != link.right)
            .collect();
        let sorted = |known: &[Known], links: &[EntityLink]| -> Vec<Resolved> {
            let mut resolved = resolve(known, links);
            resolved.sort_by_key(|one| one.id);
            resolved
        };
        let expected = sorted(&known, &links);
        for one in &expected {
            // An entity that is part of another is so of one that stands for itself.
            let whole = one.part_of.map(|(whole, _)| whole);
            let stands = |id: EntityId| {
                expected
                    .iter()
                    .any(|other| other.id == id && other.part_of.is_none())
            };
            assert!(whole.is_none_or(stands), "seed {seed}");
        }
        for _ in 0..PERMUTATIONS {
            known.shuffle(&mut dice);
            links.shuffle(&mut dice);
            assert_eq!(sorted(&known, &links), expected, "seed {seed}: {links:?}");
        }
    }
}
