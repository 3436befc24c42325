//! What people are to each other.

macro_rules! people {
    ([$next:ident $($then:ident)*] $($before:tt)*) => { $next! { [$($then)*] $($before)*

        MarriedTo "married_to" = state("be married to").exclusive().symmetric().of(Kind::Person).to(Kind::Person).said(&[
            begins("marry", Object, Of::Person),
            holds("marry", Passive("to"), Of::Person),
            holds("be get become", Completing("married marry", "to"), Of::Person),
            ends("divorce", Object, Of::Person),
            ends("divorce separate", Passive("from"), Of::Person),
            ends("be get become", Completing("divorced separated divorce separate", "from"), Of::Person),
        ]);

        EngagedTo "engaged_to" = state("be engaged to").exclusive().symmetric().of(Kind::Person).to(Kind::Person).said(&[
            holds("engage", Passive("to"), Of::Person),
            holds("be get become", Completing("engaged engage", "to"), Of::Person),
        ]);

        InRelationshipWith "in_relationship_with" = state("be in a relationship with")
            .exclusive().symmetric().of(Kind::Person).to(Kind::Person).said(&[
            ends("separate split split_up", After("from with"), Of::Person),
            ends("break_up", After("with"), Of::Person),
            ends("break", After("with"), Of::Person),
            holds("date", Object, Of::Person),
            holds("go_out", After("with"), Of::Person),
            holds("be", Completing("relationship", "with"), Of::Person),
        ]);

        FriendOf "friend_of" = state("be a friend of").symmetric().of(Kind::Person).to(Kind::Person).said(&[
            holds("be become", Completing("friend", "with"), Of::Person),
            begins("befriend", Object, Of::Person),
        ]);

        Knows "knows" = state("know").symmetric().said(&[
            holds("know", Object, Of::Person),
        ]);

        SiblingOf "sibling_of" = permanent_many("be a sibling of").symmetric().of(Kind::Person).to(Kind::Person);

        ParentOf "parent_of" = permanent_many("be a parent of").turned(Relation::ChildOf);

        ChildOf "child_of" = permanent_many("be a child of").turned(Relation::ParentOf);

        RelativeOf "relative_of" = permanent_many("be a relative of").symmetric();

        ColleagueOf "colleague_of" = state("be a colleague of").symmetric().of(Kind::Person).to(Kind::Person);

        ManagedBy "managed_by" = state("be managed by").exclusive().of(Kind::Person).to(Kind::Person).said(&[
            holds("report", After("to"), Of::Person),
        ]);
    } };
}
