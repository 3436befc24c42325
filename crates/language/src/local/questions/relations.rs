//! The questions that ask for each normalised relation.
//!
//! By its verbs, and where its object stands beside them ("where", "what … in", "to whom"); by nouns for what stands in the
//! relation ("her employer"); by adjectives and nouns after "is" ("married", "a member of").

use recollect_model::{Relation, RelationName};

use crate::lexicon::role as role_of;
use crate::{AskedRelation, relation_of_role};

/// The words of a question that tell a relation.
#[derive(Debug, Default)]
pub(super) struct Signs<'a> {
    /// The dictionary form of the verb; `be` where it is only that.
    pub(super) verb: &'a str,
    /// Where objects and the hole stand: prepositions, "where", "when", and `-` beside the verb.
    pub(super) markers: Vec<&'a str>,
    /// The noun of "what instrument", in the singular.
    pub(super) kind: Option<&'a str>,
    /// The noun of "her employer".
    pub(super) attribute: Option<&'a str>,
    /// The adjective or noun of "is married", "is a member of".
    pub(super) predicate: Option<&'a str>,
    /// "favorite color".
    pub(super) favorite: Option<RelationName>,
}

/// So well fits what only hints at a relation.
const HINT: f32 = 0.5;
const NEAR: f32 = 0.75;

/// What these words may ask for, the best first.
pub(super) fn relations(signs: &Signs<'_>) -> Vec<AskedRelation> {
    let mut found: Vec<AskedRelation> = Vec::new();
    let mut add = |name: RelationName, is_inverse: bool, fit: f32| match found
        .iter_mut()
        .find(|known| known.name == name && known.is_inverse == is_inverse)
    {
        Some(known) => known.fit = known.fit.max(fit),
        None => found.push(AskedRelation {
            name,
            is_inverse,
            fit,
        }),
    };
    if let Some(favorite) = &signs.favorite {
        add(favorite.clone(), false, 1.0);
        return found;
    }
    let is_light = LIGHT.contains(&signs.verb);
    for (noun, fit) in [
        (signs.attribute, 1.0),
        (signs.kind, if is_light { 1.0 } else { HINT }),
    ] {
        let Some(noun) = noun else { continue };
        for (relation, nouns) in NOUNS {
            if lists(nouns, noun) {
                add((*relation).into(), false, fit);
            }
        }
        if role_of(noun).is_some()
            && let Some((relation, is_object)) = relation_of_role(noun)
            && fit > HINT
        {
            add(relation.into(), !is_object, 1.0);
        }
    }
    if let Some(predicate) = signs.predicate {
        for (relation, predicates) in PREDICATES {
            if lists(predicates, predicate) {
                add((*relation).into(), false, 1.0);
            }
        }
    }
    for &(relation, is_inverse, verbs, markers) in VERBS {
        if !lists(verbs, signs.verb) {
            continue;
        }
        let is_marked = signs.markers.iter().any(|marker| lists(markers, marker));
        // "How many children do I have?" asks for no pets, and "what instrument do I play" for no orchestra.
        let is_named = |kind: &str| {
            let mut all = NOUNS
                .iter()
                .filter(|(_, nouns)| lists(nouns, kind))
                .peekable();
            all.peek().is_none() || all.any(|(other, _)| *other == relation)
        };
        let agrees = signs
            .kind
            .is_none_or(|kind| role_of(kind).is_none() && is_named(kind));
        match (is_marked, is_light) {
            (true, false) if agrees => add(relation.into(), is_inverse, 1.0),
            (true, true) if agrees => add(relation.into(), is_inverse, NEAR),
            (false, false) => add(relation.into(), is_inverse, HINT),
            _ => {}
        }
    }
    found.sort_by(|one, other| other.fit.total_cmp(&one.fit));
    found
}

/// Whether a noun asks for one of the relations by itself: "what instrument" for what is played.
pub(super) fn asks_for(noun: &str, asked: &[AskedRelation]) -> bool {
    let by_noun = |relation: &AskedRelation| {
        NOUNS
            .iter()
            .any(|(known, nouns)| relation.name == *known && lists(nouns, noun))
    };
    asked
        .iter()
        .any(|relation| relation.fit > HINT && by_noun(relation))
}

fn lists(words: &str, word: &str) -> bool {
    words.split(' ').any(|listed| listed == word)
}

/// Verbs that say little by themselves.
pub(super) const LIGHT: &[&str] = &["be", "have", "do", "get", "keep", "own", "go", "come"];

type Verbs = (Relation, bool, &'static str, &'static str);

const VERBS: &[Verbs] = &[
    (
        Relation::LivesIn,
        false,
        "live reside dwell stay settle base",
        "where in at near on - outside",
    ),
    (
        Relation::LivesIn,
        false,
        "move relocate emigrate immigrate move_back return",
        "where to into back -",
    ),
    (Relation::LivesIn, false, "be", "in back"),
    (Relation::BornIn, false, "bear", "where in at"),
    (Relation::BornOn, false, "bear", "when on"),
    (Relation::ComesFrom, false, "come hail originate be", "from"),
    (
        Relation::WorksAt,
        false,
        "work employ hire recruit",
        "where for at with by in",
    ),
    (
        Relation::WorksAt,
        false,
        "join leave quit resign start",
        "- from at with where",
    ),
    // Who leaves a firm need not retire.
    (Relation::WorksAt, false, "retire", "from at"),
    (Relation::WorksAt, false, "be", "at"),
    (
        Relation::WorksAs,
        false,
        "work serve train promote",
        "as to",
    ),
    (Relation::WorksAs, false, "do", "-"),
    (Relation::ManagedBy, false, "report", "to"),
    (Relation::ManagedBy, true, "manage supervise", "-"),
    (Relation::ColleagueOf, false, "work", "with alongside"),
    (Relation::Studies, false, "study major", "- in"),
    (
        Relation::StudiesAt,
        false,
        "study learn enroll enrol",
        "where at",
    ),
    (Relation::StudiesAt, false, "attend", "-"),
    (Relation::StudiesAt, false, "be", "at"),
    (
        Relation::GraduatedFrom,
        false,
        "graduate",
        "where from at -",
    ),
    (
        Relation::MemberOf,
        false,
        "belong join leave quit play sing",
        "to - in for with",
    ),
    (
        Relation::Founded,
        false,
        "found start launch establish create open co-found set_up",
        "-",
    ),
    (
        Relation::MarriedTo,
        false,
        "marry wed divorce separate",
        "- to with from",
    ),
    (Relation::EngagedTo, false, "engage", "- to"),
    (
        Relation::InRelationshipWith,
        false,
        "date see go_out break_up split_up split",
        "- with from",
    ),
    (Relation::FriendOf, false, "befriend", "-"),
    (Relation::Knows, false, "know", "-"),
    (Relation::Met, false, "meet", "- with"),
    (Relation::Owns, false, "own have drive possess ride", "-"),
    (Relation::HasPet, false, "have own keep adopt", "-"),
    (Relation::Has, false, "have", "-"),
    (Relation::Speaks, false, "speak", "- in"),
    (Relation::Plays, false, "play practice practise", "-"),
    (Relation::Practices, false, "practice practise do", "-"),
    (Relation::Uses, false, "use", "-"),
    (
        Relation::HasCondition,
        false,
        "have suffer diagnose",
        "- from with",
    ),
    (Relation::TakesMedication, false, "take", "-"),
    (Relation::FollowsDiet, false, "eat follow", "-"),
    (Relation::Likes, false, "like love enjoy adore", "-"),
    (
        Relation::Dislikes,
        false,
        "dislike hate detest loathe despise",
        "-",
    ),
    (Relation::Prefers, false, "prefer", "-"),
    (Relation::InterestedIn, false, "interest", "in -"),
    (Relation::Fears, false, "fear dread", "- of"),
    (Relation::BelievesIn, false, "believe", "in"),
    (Relation::Wants, false, "want wish", "- for"),
    (Relation::Plans, false, "plan", "-"),
    (Relation::LocatedIn, false, "locate situate lie be", "where"),
    (Relation::HappenedOn, false, "happen take_place", "when on"),
    (
        Relation::Attended,
        false,
        "attend participate compete go come join take_part",
        "- to in where",
    ),
    (Relation::Visited, false, "visit revisit see", "- where"),
    (
        Relation::Visited,
        false,
        "go travel fly head drive be",
        "to where",
    ),
    (Relation::Bought, false, "buy purchase order get", "-"),
    (Relation::Sold, false, "sell", "-"),
    (Relation::Received, false, "receive get", "-"),
    (Relation::Gave, false, "give donate gift", "- to"),
    (
        Relation::Made,
        false,
        "make bake cook build create sew knit",
        "-",
    ),
    (Relation::Read, false, "read finish_reading", "-"),
    (Relation::Watched, false, "watch see", "-"),
    (Relation::Started, false, "start begin", "-"),
    (Relation::Finished, false, "finish complete", "-"),
    (Relation::Won, false, "win", "-"),
    (Relation::Lost, false, "lose", "-"),
    (Relation::Adopted, false, "adopt", "-"),
    (Relation::DiedOn, false, "die pass_away", "when on"),
];

/// Nouns for what stands in a relation to somebody; those of people are roles.
const NOUNS: &[(Relation, &str)] = &[
    (Relation::LivesIn, "home residence hometown"),
    (
        Relation::WorksAt,
        "employer company workplace firm office work",
    ),
    (
        Relation::WorksAs,
        "job profession occupation position career work living title",
    ),
    (Relation::StudiesAt, "university school college uni"),
    (Relation::Studies, "major subject degree field"),
    (
        Relation::MemberOf,
        "club team band group choir orchestra association society membership",
    ),
    (Relation::MarriedTo, "spouse husband wife partner"),
    (Relation::InRelationshipWith, "partner girlfriend boyfriend"),
    (
        Relation::Owns,
        "car vehicle bike motorcycle motorbike house boat",
    ),
    (Relation::HasPet, "pet animal"),
    (Relation::Speaks, "language"),
    (Relation::Plays, "instrument sport game"),
    (Relation::Practices, "hobby sport activity pastime"),
    (Relation::Likes, "hobby pastime"),
    (Relation::AllergicTo, "allergy"),
    (
        Relation::HasCondition,
        "illness condition disease diagnosis disorder sickness allergy",
    ),
    (
        Relation::TakesMedication,
        "medication medicine drug pill tablet",
    ),
    (Relation::FollowsDiet, "diet"),
    (Relation::BornOn, "birthday birthdate"),
    (Relation::BornIn, "birthplace"),
    (Relation::HasAge, "age"),
    (Relation::ComesFrom, "origin nationality homeland hometown"),
    (Relation::Fears, "fear phobia"),
    (Relation::InterestedIn, "interest"),
    (Relation::Wants, "wish goal dream"),
    (Relation::Plans, "plan"),
    (Relation::LocatedIn, "location"),
    (Relation::Read, "book"),
];

/// Adjectives and nouns after "is".
const PREDICATES: &[(Relation, &str)] = &[
    (Relation::MarriedTo, "married marry divorced divorce"),
    (Relation::EngagedTo, "engaged engage"),
    (Relation::InRelationshipWith, "relationship together"),
    (Relation::FriendOf, "friend"),
    (Relation::MemberOf, "member part"),
    (Relation::AllergicTo, "allergic"),
    (Relation::Fears, "afraid scared frightened terrified scare"),
    (Relation::Likes, "fond fan keen crazy passionate lover"),
    (Relation::InterestedIn, "interested interest"),
    (
        Relation::FollowsDiet,
        "vegetarian vegan pescatarian keto paleo halal kosher flexitarian",
    ),
    (Relation::HasAge, "old"),
    (Relation::WorksAt, "employed"),
    (Relation::Speaks, "fluent"),
    (Relation::LivesIn, "based"),
    (Relation::ComesFrom, "originally"),
    (Relation::StudiesAt, "enrolled student"),
    (Relation::PartOf, "part"),
];
