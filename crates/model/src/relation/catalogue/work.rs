//! Work, learning, and what one is a member of.

macro_rules! work {
    ([$next:ident $($then:ident)*] $($before:tt)*) => { $next! { [$($then)*] $($before)*

        MemberOf "member_of" = state("be a member of").of(Kind::Person).to(Kind::Organization).said(&[
            begins("join rejoin", Object, Of::Group),
            ends("leave quit", Object, Of::Group),
            holds("be", Completing("member part", "of"), Of::Group),
            holds("belong", After("to"), Of::Group),
            holds("play sing drum", After("in for with"), Of::Group),
        ]);

        WorksAt "works_at" = state("work at").exclusive().of(Kind::Person).to(Kind::Organization).said(&[
            holds("work", After("at for"), Of::Organization),
            holds("employ", Passive("at by"), Of::Organization),
            holds("be", Completing("employed employ", "at by"), Of::Organization),
            begins("hire recruit", Passive("by at"), Of::Organization),
            begins("start begin", After("at with"), Of::NamedOrganization),
            begins("go", After("to"), Of::NamedOrganization),
            begins("join rejoin", Object, Of::NamedOrganization),
            begins("join rejoin", Object, Of::Organization),
            ends("leave quit", Object, Of::NamedOrganization),
            ends("resign retire", After("from"), Of::NamedOrganization),
            ends("lay_off fire dismiss let_go", Passive("from by at"), Of::NamedOrganization),
            ends("let", After("from"), Of::NamedOrganization),
        ]);

        WorksAs "works_as" = state("work as").exclusive().with_article().of(Kind::Person).said(&[
            holds("work serve", After("as"), Of::Any),
            begins("train retrain", After("as"), Of::Any),
            begins("hire employ", Passive("as"), Of::Any),
            begins("promote", Passive("to"), Of::Any),
            begins("start begin join", After("as"), Of::Any),
        ]);

        StudiesAt "studies_at" = state("study at").exclusive().of(Kind::Person).to(Kind::Organization).said(&[
            holds("study", After("at"), Of::Organization),
            begins("enroll enrol matriculate", After("at in"), Of::NamedOrganization),
            begins("enroll enrol accept admit", Passive("at in to into by"), Of::NamedOrganization),
            holds("be", Completing("enrolled enroll enrol", "at in"), Of::Organization),
            begins("start begin", After("at in"), Of::NamedOrganization),
            holds("attend", Object, Of::NamedOrganization),
        ]);

        Studies "studies" = state("study").of(Kind::Person).said(&[
            holds("study", Object, Of::Field),
            holds("major", After("in"), Of::Field),
        ]);

        GraduatedFrom "graduated_from" = event("graduate from").of(Kind::Person).to(Kind::Organization).said(&[
            happens("graduate", After("from at"), Of::Organization),
            happens("graduate", Object, Of::Organization),
        ]);

        Founded "founded" = event("found").said(&[
            happens("found co-found cofound establish", Object, Of::Any),
            happens("start launch open set_up create", Object, Of::Organization),
        ]);

        ChiefExecutiveOf "chief_executive_of" = office("be chief executive of");

        ChiefFinancialOfficerOf "chief_financial_officer_of" = office("be chief financial officer of");

        ChiefTechnologyOfficerOf "chief_technology_officer_of" = office("be chief technology officer of");

        ChairOf "chair_of" = office("be chair of");

        PresidentOf "president_of" = office("be president of");

        PrincipalOf "principal_of" = office("be principal of");

        PrimeMinisterOf "prime_minister_of" = office("be prime minister of");

        ChancellorOf "chancellor_of" = office("be chancellor of");

        MayorOf "mayor_of" = office("be mayor of");

        GovernorOf "governor_of" = office("be governor of");

        CaptainOf "captain_of" = office("be captain of");

        CoachOf "coach_of" = office("be coach of");

        EditorOf "editor_of" = office("be editor of");

        LeaderOf "leader_of" = office("be leader of");

        HeadOf "head_of" = office("be head of");
    } };
}
