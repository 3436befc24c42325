//! What somebody feels and intends.

macro_rules! tastes {
    ([$next:ident $($then:ident)*] $($before:tt)*) => { $next! { [$($then)*] $($before)*

        Likes "likes" = state("like").against(Relation::Dislikes).said(&[
            holds("like love enjoy adore", Object, Of::Any),
            holds("be", Completing("fond fan lover", "of"), Of::Any),
            holds("be", Completing("passionate crazy mad nuts", "about"), Of::Any),
            holds("be", Completing("keen mad hooked hook", "on"), Of::Any),
            holds("swear", After("by"), Of::Any),
            holds("be", Completing("obsessed obsess", "with"), Of::Any),
            holds("be", After("into"), Of::Any),
        ]);

        Dislikes "dislikes" = state("dislike").against(Relation::Likes).said(&[
            holds("hate dislike detest loathe despise", Object, Of::Any),
        ]);

        Prefers "prefers" = state("prefer").said(&[
            holds("prefer", Object, Of::Any),
        ]);

        InterestedIn "interested_in" = state("be interested in").said(&[
            holds("be become get", Completing("interested interest", "in"), Of::Any),
        ]);

        Fears "fears" = state("be afraid of").said(&[
            holds("fear", Object, Of::Any),
            holds("be", Completing("afraid scared terrified frightened scare terrify frighten", "of"), Of::Any),
        ]);

        BelievesIn "believes_in" = state("believe in").said(&[
            holds("believe", After("in"), Of::Any),
        ]);

        Wants "wants" = state("want").substantial().said(&[
            holds("want", Object, Of::Any),
        ]);

        Plans "plans" = state("plan").substantial().said(&[
            holds("plan", Object, Of::Any),
        ]);
    } };
}
