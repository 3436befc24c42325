use recollect_spacy::{Dep, EntityLabel, Pos, Tag};

use crate::package::PIPELINE;

#[test]
fn every_label_is_found_by_its_spelling() {
    assert!(
        Pos::ALL
            .iter()
            .all(|pos| Pos::from_label(pos.as_str()) == Some(*pos))
    );
    assert!(
        Dep::ALL
            .iter()
            .all(|dep| Dep::from_label(dep.as_str()) == Some(*dep))
    );
    let is_found = |label: &EntityLabel| EntityLabel::from_label(label.as_str()) == Some(*label);
    assert!(EntityLabel::ALL.iter().all(is_found));
    assert!(Tag::all().all(|tag| Tag::from_label(tag.as_str()) == Some(tag)));
    assert_eq!(
        (Pos::ALL.len(), Dep::ALL.len(), EntityLabel::ALL.len()),
        (18, 45, 18)
    );
    assert_eq!(Tag::all().count(), 50);
    assert_eq!(Tag::SPACE.as_str(), "_SP");
    assert_eq!(Dep::from_label("no such"), None);
}

#[test]
fn labels_are_shown_as_spacy_spells_them() {
    let doc = PIPELINE.read("Birds sing.");
    let token = &doc.tokens[0];
    assert_eq!(
        format!("{} {} {} {:?}", token.tag, token.pos, token.dep, token.tag),
        "NNS NOUN nsubj Tag(NNS)"
    );
    assert!(token.tag == "NNS");
}
