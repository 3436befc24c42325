//! Where somebody is at home, and where they are from.

macro_rules! home {
    ([$next:ident $($then:ident)*] $($before:tt)*) => { $next! { [$($then)*] $($before)*

        LivesIn "lives_in" = state("live in").exclusive().of(Kind::Person).to(Kind::Place).said(&[
            holds("live reside dwell", After("in at on near outside"), Of::Place),
            begins(
                "move relocate emigrate immigrate move_back move_in settle settle_down move_away move_out move_over",
                After("to into in"),
                Of::Place,
            ),
            ends("move relocate emigrate move_away move_out move_back return", After("from out_of"), Of::Place),
            begins("relocate transfer", Passive("to"), Of::Place),
            holds("base settle", Passive("in at near"), Of::Place),
            holds("be", Completing("based settled base settle", "in near"), Of::Place),
        ]).asked(&["where does {} live", "which city does {} live in", "where is {} based"]);

        BornIn "born_in" = permanent("be born in").of(Kind::Person).to(Kind::Place).said(&[
            always("bear", Passive("in at"), Of::Place),
        ]);

        BornOn "born_on" = permanent("be born on").said(&[
            always("bear", Passive("on in"), Of::Date),
        ]);

        ComesFrom "comes_from" = permanent("come from").of(Kind::Person).to(Kind::Place).said(&[
            always("come hail", After("from"), Of::Place),
            always("be", After("from"), Of::Place),
            always("be", Completing("originally", "from"), Of::Place),
        ]);
    } };
}
