//! Where a thing is, and what it belongs to.

macro_rules! things {
    ([$next:ident $($then:ident)*] $($before:tt)*) => { $next! { [$($then)*] $($before)*

        LocatedIn "located_in" = state("be in").exclusive().to(Kind::Place).said(&[
            holds("locate situate", Passive("in on at near"), Of::Place),
            holds("be", Completing("located situated locate situate", "in on at near"), Of::Place),
        ]);

        PartOf "part_of" = state("be part of").said(&[
            holds("be", Completing("part", "of"), Of::Any),
        ]);
    } };
}
