//! What happened.

macro_rules! events {
    ([$next:ident $($then:ident)*] $($before:tt)*) => { $next! { [$($then)*] $($before)*

        Attended "attended" = event("attend").to(Kind::Event).substantial().never(&["gym", "church", "army"]).said(&[
            happens("attend", Object, Of::Any),
            happens("go come get", After("to"), Of::Event),
            happens("go", After("to"), Of::Group),
            happens("participate compete", After("in"), Of::Any),
            happens("take", After("in"), Of::Event),
        ]);

        Visited "visited" = event("visit").to(Kind::Place).said(&[
            happens("visit revisit", Object, Of::Any),
            happens("go travel fly drive head trip return come get go_back", After("to"), Of::Place),
            happens("spend stay holiday vacation", After("in"), Of::Place),
            happens("be", After("to"), Of::Place),
        ]);

        Met "met" = event("meet").said(&[
            happens("meet meet_up", After("with"), Of::Person),
            happens("meet", Object, Of::Person),
        ]);

        Bought "bought" = event("buy").substantial().said(&[
            happens("buy purchase", Object, Of::Thing),
        ]);

        Sold "sold" = event("sell").substantial().said(&[
            happens("sell", Object, Of::Thing),
        ]);

        Received "received" = event("receive").substantial().said(&[
            happens("receive", Object, Of::Thing),
        ]);

        Gave "gave" = event("give").substantial().said(&[
            happens("give donate", Object, Of::Thing),
        ]);

        Made "made" = event("make").substantial().said(&[
            happens("make bake cook build create sew knit", Object, Of::Thing),
        ]);

        Read "read" = event("read").to(Kind::Work).said(&[
            happens("read finish_reading", Object, Of::Work),
        ]);

        Watched "watched" = event("watch").to(Kind::Work)
            .never(&["kid", "child", "people", "sunset", "sunrise", "bird", "wave"]).said(&[
            happens("watch", Object, Of::Any),
            happens("see", Object, Of::Work),
        ]);

        Started "started" = event("start").said(&[
            happens("start begin", Object, Of::Any),
        ]);

        Finished "finished" = event("finish").said(&[
            happens("finish complete", Object, Of::Any),
        ]);

        Won "won" = event("win").substantial().said(&[
            happens("win", Object, Of::Any),
        ]);

        Lost "lost" = event("lose").never(&[
            "mind", "weight", "hope", "touch", "track", "sleep", "interest", "temper", "way", "balance", "count",
            "motivation",
        ]).said(&[
            happens("lose", Object, Of::Thing),
        ]);

        MovedTo "moved_to" = event("move to");

        Adopted "adopted" = event("adopt").said(&[
            happens("adopt", Object, Of::Animal),
            happens("adopt", Object, Of::Any),
        ]);

        DiedOn "died_on" = event("die on").said(&[
            happens("die pass_away pass", After("on in"), Of::Date),
        ]);

        HappenedOn "happened_on" = event("be on").said(&[
            always("be take_place happen", After("on in"), Of::Date),
        ]);
    } };
}
