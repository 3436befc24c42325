//! What somebody is, has and can do.

macro_rules! possessions {
    ([$next:ident $($then:ident)*] $($before:tt)*) => { $next! { [$($then)*] $($before)*

        Is "is" = state("be");

        HasAge "has_age" = state("be {} years old").exclusive();

        Owns "owns" = state("own").said(&[
            holds("own", Object, Of::Thing),
        ]);

        HasPet "has_pet" = state("have the pet").to(Kind::Animal);

        Has "has" = state("have");

        Speaks "speaks" = state("speak").of(Kind::Person).said(&[
            holds("speak", Object, Of::Language),
            holds("speak", After("in"), Of::Language),
            holds("be", Completing("fluent", "in"), Of::Language),
        ]);

        Plays "plays" = state("play").never(&["team", "game", "match", "role", "part", "trick", "joke", "host"]).said(&[
            holds("play", Object, Of::Any),
        ]);

        Uses "uses" = state("use").substantial().said(&[
            holds("use", Object, Of::Thing),
        ]);

        Practices "practices" = state("practice").said(&[
            holds("practice practise", Object, Of::Any),
            holds("do", Object, Of::Any),
        ]);
    } };
}
