//! Verbs and phrases, and the relations they express.

use super::{Aspect, ObjectType};
use Aspect::{Always, Begins, Ends, Happens, Holds};
use ObjectType::{
    Animal, Any, Date, Event, Field, Group, Language, Medicine, NamedOrganization, Organization,
    Person, Place, Thing, Work,
};

/// Where in a clause the object of a relation stands; several words are separated by spaces, several-word phrases are
/// joined by `_`.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Slot {
    /// The direct object.
    Object,
    /// After one of these prepositions.
    After(&'static str),
    /// After a preposition that completes one of these attributes: "allergic" "to".
    Completing(&'static str, &'static str),
    /// The passive: after one of these prepositions.
    Passive(&'static str),
}

/// A way to express a relation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pattern {
    /// Dictionary forms of the verb, with its particle.
    pub(crate) verbs: &'static str,
    /// Where the object is.
    pub(crate) slot: Slot,
    /// What it must be.
    pub(crate) object: ObjectType,
    /// The relation.
    pub(crate) relation: &'static str,
    /// What the verb says of the relation's aspect.
    pub(crate) aspect: Aspect,
}

const fn says(
    verbs: &'static str,
    slot: Slot,
    object: ObjectType,
    relation: &'static str,
    aspect: Aspect,
) -> Pattern {
    Pattern {
        verbs,
        slot,
        object,
        relation,
        aspect,
    }
}

use Slot::{After, Completing, Object, Passive};

/// Every way that is known; the first that fits an argument is taken.
pub(crate) const TABLE: &[Pattern] = &[
    // Where somebody is at home.
    says(
        "live reside dwell",
        After("in at on near outside"),
        Place,
        "lives_in",
        Holds,
    ),
    says(
        "move relocate emigrate immigrate move_back move_in settle settle_down move_away move_out move_over",
        After("to into in"),
        Place,
        "lives_in",
        Begins,
    ),
    says(
        "move relocate emigrate move_away move_out move_back return",
        After("from out_of"),
        Place,
        "lives_in",
        Ends,
    ),
    says(
        "relocate transfer",
        Passive("to"),
        Place,
        "lives_in",
        Begins,
    ),
    says(
        "base settle",
        Passive("in at near"),
        Place,
        "lives_in",
        Holds,
    ),
    says(
        "be",
        Completing("based settled base settle", "in near"),
        Place,
        "lives_in",
        Holds,
    ),
    says("bear", Passive("in at"), Place, "born_in", Always),
    says("bear", Passive("on in"), Date, "born_on", Always),
    says("come hail", After("from"), Place, "comes_from", Always),
    says("be", After("from"), Place, "comes_from", Always),
    says(
        "be",
        Completing("originally", "from"),
        Place,
        "comes_from",
        Always,
    ),
    // Work.
    says("work", After("at for"), Organization, "works_at", Holds),
    says(
        "work",
        After("in with"),
        NamedOrganization,
        "works_at",
        Holds,
    ),
    says("work serve", After("as"), Any, "works_as", Holds),
    says("train retrain", After("as"), Any, "works_as", Begins),
    says("employ", Passive("at by"), Organization, "works_at", Holds),
    says(
        "be",
        Completing("employed employ", "at by"),
        Organization,
        "works_at",
        Holds,
    ),
    says(
        "hire recruit",
        Passive("by at"),
        Organization,
        "works_at",
        Begins,
    ),
    says("hire employ", Passive("as"), Any, "works_as", Begins),
    says("promote", Passive("to"), Any, "works_as", Begins),
    says(
        "start begin",
        After("at with"),
        NamedOrganization,
        "works_at",
        Begins,
    ),
    says("start begin", After("as"), Any, "works_as", Begins),
    says("join rejoin", Object, Group, "member_of", Begins),
    says("join rejoin", Object, NamedOrganization, "works_at", Begins),
    says("join rejoin", Object, Organization, "works_at", Begins),
    says("leave quit", Object, Group, "member_of", Ends),
    says("leave quit", Object, NamedOrganization, "works_at", Ends),
    says(
        "resign retire",
        After("from"),
        NamedOrganization,
        "works_at",
        Ends,
    ),
    says(
        "lay_off fire dismiss",
        Passive("from by at"),
        NamedOrganization,
        "works_at",
        Ends,
    ),
    says("let", After("from"), NamedOrganization, "works_at", Ends),
    says("report", After("to"), Person, "managed_by", Holds),
    says(
        "found co-found cofound establish",
        Object,
        Any,
        "founded",
        Happens,
    ),
    says(
        "start launch open set_up create",
        Object,
        Organization,
        "founded",
        Happens,
    ),
    // Learning.
    says("study", After("at"), Organization, "studies_at", Holds),
    says("study", Object, Field, "studies", Holds),
    says("major", After("in"), Field, "studies", Holds),
    says(
        "enroll enrol matriculate",
        After("at in"),
        NamedOrganization,
        "studies_at",
        Begins,
    ),
    says(
        "enroll enrol accept admit",
        Passive("at in to into by"),
        NamedOrganization,
        "studies_at",
        Begins,
    ),
    says(
        "be",
        Completing("enrolled enroll enrol", "at in"),
        Organization,
        "studies_at",
        Holds,
    ),
    says(
        "graduate",
        After("from at"),
        Organization,
        "graduated_from",
        Happens,
    ),
    says("graduate", Object, Organization, "graduated_from", Happens),
    // Belonging.
    says(
        "be",
        Completing("member part", "of"),
        Group,
        "member_of",
        Holds,
    ),
    says("belong", After("to"), Group, "member_of", Holds),
    says(
        "play sing drum",
        After("in for with"),
        Group,
        "member_of",
        Holds,
    ),
    // People.
    says("marry", Object, Person, "married_to", Begins),
    says("marry", Passive("to"), Person, "married_to", Holds),
    says(
        "be get become",
        Completing("married marry", "to"),
        Person,
        "married_to",
        Holds,
    ),
    says("divorce", Object, Person, "married_to", Ends),
    says(
        "divorce separate",
        Passive("from"),
        Person,
        "married_to",
        Ends,
    ),
    says(
        "be get become",
        Completing("divorced separated divorce separate", "from"),
        Person,
        "married_to",
        Ends,
    ),
    says(
        "separate split split_up",
        After("from with"),
        Person,
        "in_relationship_with",
        Ends,
    ),
    says(
        "break_up",
        After("with"),
        Person,
        "in_relationship_with",
        Ends,
    ),
    says("break", After("with"), Person, "in_relationship_with", Ends),
    says("engage", Passive("to"), Person, "engaged_to", Holds),
    says(
        "be get become",
        Completing("engaged engage", "to"),
        Person,
        "engaged_to",
        Holds,
    ),
    says("date", Object, Person, "in_relationship_with", Holds),
    says(
        "go_out",
        After("with"),
        Person,
        "in_relationship_with",
        Holds,
    ),
    says(
        "be",
        Completing("relationship", "with"),
        Person,
        "in_relationship_with",
        Holds,
    ),
    says(
        "be become",
        Completing("friend", "with"),
        Person,
        "friend_of",
        Holds,
    ),
    says("befriend", Object, Person, "friend_of", Begins),
    says("know", Object, Person, "knows", Holds),
    says("meet meet_up", After("with"), Person, "met", Happens),
    says("meet", Object, Person, "met", Happens),
    // Having, health and food.
    says("own", Object, Thing, "owns", Holds),
    says("use", Object, Thing, "uses", Holds),
    says("speak", Object, Language, "speaks", Holds),
    says("speak", After("in"), Language, "speaks", Holds),
    says("be", Completing("fluent", "in"), Language, "speaks", Holds),
    says("play", Object, Any, "plays", Holds),
    says("practice practise", Object, Any, "practices", Holds),
    says("diagnose", Passive("with"), Any, "has_condition", Begins),
    says("suffer", After("from"), Any, "has_condition", Holds),
    says("take", Object, Medicine, "takes_medication", Holds),
    says("be", After("on"), Medicine, "takes_medication", Holds),
    says(
        "be",
        Completing("allergic", "to"),
        Any,
        "allergic_to",
        Holds,
    ),
    // Tastes.
    says("like love enjoy adore", Object, Any, "likes", Holds),
    says(
        "be",
        Completing("fond fan lover", "of"),
        Any,
        "likes",
        Holds,
    ),
    says(
        "be",
        Completing("passionate crazy", "about"),
        Any,
        "likes",
        Holds,
    ),
    says("be", Completing("keen", "on"), Any, "likes", Holds),
    says(
        "be",
        Completing("obsessed obsess", "with"),
        Any,
        "likes",
        Holds,
    ),
    says("be", After("into"), Any, "likes", Holds),
    says(
        "hate dislike detest loathe despise",
        Object,
        Any,
        "dislikes",
        Holds,
    ),
    says("prefer", Object, Any, "prefers", Holds),
    says(
        "be become get",
        Completing("interested interest", "in"),
        Any,
        "interested_in",
        Holds,
    ),
    says("fear", Object, Any, "fears", Holds),
    says(
        "be",
        Completing(
            "afraid scared terrified frightened scare terrify frighten",
            "of",
        ),
        Any,
        "fears",
        Holds,
    ),
    says("believe", After("in"), Any, "believes_in", Holds),
    says("want", Object, Any, "wants", Holds),
    says("plan", Object, Any, "plans", Holds),
    // Where a thing is.
    says(
        "locate situate",
        Passive("in on at near"),
        Place,
        "located_in",
        Holds,
    ),
    says(
        "be",
        Completing("located situated locate situate", "in on at near"),
        Place,
        "located_in",
        Holds,
    ),
    says("be", Completing("part", "of"), Any, "part_of", Holds),
    // What happened.
    says("attend", Object, NamedOrganization, "studies_at", Holds),
    says("attend", Object, Any, "attended", Happens),
    says("go come get", After("to"), Event, "attended", Happens),
    says("go", After("to"), Group, "attended", Happens),
    says("participate compete", After("in"), Any, "attended", Happens),
    says("take", After("in"), Event, "attended", Happens),
    says("visit revisit", Object, Any, "visited", Happens),
    says(
        "go travel fly drive head trip return come get go_back",
        After("to"),
        Place,
        "visited",
        Happens,
    ),
    says(
        "spend stay holiday vacation",
        After("in"),
        Place,
        "visited",
        Happens,
    ),
    says("be", After("to"), Place, "visited", Happens),
    says("buy purchase", Object, Thing, "bought", Happens),
    says("sell", Object, Thing, "sold", Happens),
    says("receive", Object, Thing, "received", Happens),
    says("give donate", Object, Thing, "gave", Happens),
    says(
        "make bake cook build create sew knit",
        Object,
        Thing,
        "made",
        Happens,
    ),
    says("read finish_reading", Object, Work, "read", Happens),
    says("watch", Object, Any, "watched", Happens),
    says("see", Object, Work, "watched", Happens),
    says("start begin", Object, Any, "started", Happens),
    says("finish complete", Object, Any, "finished", Happens),
    says("win", Object, Any, "won", Happens),
    says("lose", Object, Thing, "lost", Happens),
    says("adopt", Object, Animal, "adopted", Happens),
    says("adopt", Object, Any, "adopted", Happens),
    says(
        "be take_place happen",
        After("on in"),
        Date,
        "happened_on",
        Always,
    ),
    says(
        "die pass_away pass",
        After("on in"),
        Date,
        "died_on",
        Happens,
    ),
];
