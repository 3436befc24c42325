//! What the catalogue of relations promises.

use std::collections::BTreeSet;

use recollect_model::{Nature, Relation, RelationName};

#[test]
fn every_relation_is_found_by_its_name_and_by_no_other() {
    let mut names = BTreeSet::new();
    for relation in Relation::ALL {
        let name = relation.name();
        assert!(names.insert(name), "{name} is two relations");
        assert!(
            name.chars().all(|c| c.is_ascii_lowercase() || c == '_'),
            "{name} is no lower-case words joined by _"
        );
        assert_eq!(Relation::from_name(name), Some(*relation));
        assert_eq!(RelationName::of(name).as_str(), name);
        assert!(RelationName::of(name) == *relation);
    }
    assert!(names.len() >= 60);
    assert_eq!(RelationName::of("sing_in").known(), None);
    assert_eq!(RelationName::of("sing_in").as_str(), "sing_in");
}

#[test]
fn a_relation_is_the_opposite_and_the_inverse_of_its_own() {
    for relation in Relation::ALL {
        let known = relation.definition();
        if let Some(opposite) = known.opposite {
            assert_eq!(opposite.definition().opposite, Some(*relation));
        }
        if let Some(inverse) = known.inverse {
            assert_eq!(inverse.definition().inverse, Some(*relation));
            assert!(
                !known.is_symmetric,
                "{} is its own inverse",
                relation.name()
            );
        }
    }
}

#[test]
fn favourites_are_states_that_exclude_each_other() {
    let color = RelationName::favorite("color");
    assert_eq!(color.as_str(), "favorite_color");
    assert_eq!(color.favorite_kind(), Some("color"));
    assert!(color.is_exclusive());
    assert_eq!(color.nature(), Some(Nature::State));
    let other = RelationName::of("favor");
    assert!(!other.is_exclusive());
    assert_eq!(other.nature(), None);
}
