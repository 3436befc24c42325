//! Relations in words, for facts.

/// The verb phrase of a normalised relation in its dictionary form, such as `live in`; `None` of others.
pub(crate) fn base_form(relation: &str) -> Option<&'static str> {
    WORDINGS
        .iter()
        .find(|(name, _)| *name == relation)
        .map(|(_, words)| *words)
}

/// The verb phrase of an open relation: its name's words.
pub(crate) fn open_base(relation: &str) -> String {
    relation.replace('_', " ")
}

/// Whether the object of a relation is what somebody is, and takes an article: "works as a nurse".
pub(crate) fn takes_article(relation: &str) -> bool {
    relation == "works_as"
}

const WORDINGS: &[(&str, &str)] = &[
    ("lives_in", "live in"),
    ("born_in", "be born in"),
    ("born_on", "be born on"),
    ("comes_from", "come from"),
    ("works_at", "work at"),
    ("works_as", "work as"),
    ("studies_at", "study at"),
    ("studies", "study"),
    ("graduated_from", "graduate from"),
    ("member_of", "be a member of"),
    ("founded", "found"),
    ("married_to", "be married to"),
    ("engaged_to", "be engaged to"),
    ("in_relationship_with", "be in a relationship with"),
    ("friend_of", "be a friend of"),
    ("knows", "know"),
    ("sibling_of", "be a sibling of"),
    ("parent_of", "be a parent of"),
    ("child_of", "be a child of"),
    ("relative_of", "be a relative of"),
    ("colleague_of", "be a colleague of"),
    ("managed_by", "be managed by"),
    ("is", "be"),
    ("has_age", "be {} years old"),
    ("owns", "own"),
    ("has_pet", "have the pet"),
    ("has", "have"),
    ("speaks", "speak"),
    ("plays", "play"),
    ("uses", "use"),
    ("practices", "practice"),
    ("allergic_to", "be allergic to"),
    ("has_condition", "have"),
    ("takes_medication", "take"),
    ("follows_diet", "follow the diet"),
    ("likes", "like"),
    ("dislikes", "dislike"),
    ("prefers", "prefer"),
    ("interested_in", "be interested in"),
    ("fears", "be afraid of"),
    ("believes_in", "believe in"),
    ("wants", "want"),
    ("plans", "plan"),
    ("located_in", "be located in"),
    ("part_of", "be part of"),
    ("attended", "attend"),
    ("visited", "visit"),
    ("met", "meet"),
    ("bought", "buy"),
    ("sold", "sell"),
    ("received", "receive"),
    ("gave", "give"),
    ("made", "make"),
    ("read", "read"),
    ("watched", "watch"),
    ("started", "start"),
    ("finished", "finish"),
    ("won", "win"),
    ("lost", "lose"),
    ("adopted", "adopt"),
    ("died_on", "die on"),
    ("happened_on", "be on"),
];
