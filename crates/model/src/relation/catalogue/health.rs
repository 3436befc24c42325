//! Health and food.

macro_rules! health {
    ([$next:ident $($then:ident)*] $($before:tt)*) => { $next! { [$($then)*] $($before)*

        AllergicTo "allergic_to" = state("be allergic to").said(&[
            holds("be", Completing("allergic", "to"), Of::Any),
        ]);

        HasCondition "has_condition" = state("have").said(&[
            begins("diagnose", Passive("with"), Of::Any),
            holds("suffer", After("from"), Of::Any),
        ]);

        TakesMedication "takes_medication" = state("take").said(&[
            holds("take", Object, Of::Medicine),
            holds("be", After("on"), Of::Medicine),
            ends("be come go", After("off"), Of::Medicine),
            ends("stop quit discontinue", Object, Of::Medicine),
            begins("start", Object, Of::Medicine),
            begins("start go", After("on"), Of::Medicine),
        ]);

        FollowsDiet "follows_diet" = state("follow a {} diet").exclusive();
    } };
}
