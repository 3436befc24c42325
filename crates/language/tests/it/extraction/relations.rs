//! What is said, by the name of its relation.

use super::check;

#[tokio::test]
async fn homes_and_work_are_normalised() {
    check(&[
        ("I moved to Lyon.", &["* lives_in Lyon"]),
        ("I'm based in Oslo.", &["* lives_in Oslo"]),
        (
            "Lucas and Emma live in Lyon.",
            &["Lucas lives_in Lyon", "Emma lives_in Lyon"],
        ),
        ("I was born in Porto.", &["* born_in Porto"]),
        ("She lives in fear.", &[]),
        ("Anna lives in fear.", &[]),
        ("Anna got a job at Google.", &["Anna works_at Google"]),
        ("I joined Siemens.", &["* works_at Siemens"]),
        ("I joined a choir.", &["* member_of \"choir\""]),
        ("I started working at Siemens.", &["* works_at Siemens"]),
        (
            "I'm a software engineer at Google.",
            &["* works_as \"software engineer\"", "* works_at Google"],
        ),
        ("I work as a nurse!", &["* works_as \"nurse\""]),
        (
            "I study biology at the University of Vienna.",
            &["* studies \"biology\"", "* studies_at University of Vienna"],
        ),
        ("My boss is Karen.", &["* managed_by Karen"]),
        ("I founded a startup called Lumo.", &["* founded Lumo"]),
    ])
    .await;
}

#[tokio::test]
async fn families_and_pets_are_normalised() {
    check(&[
        ("Bob married Alice.", &["Bob married_to Alice"]),
        ("Tom and I got married.", &["Tom married_to *"]),
        ("I'm engaged to Laura.", &["* engaged_to Laura"]),
        ("I have a sister.", &["* sibling_of *'s sister"]),
        (
            "I have two kids, Ava and Max.",
            &["* has \"two kids\"", "* parent_of Ava", "* parent_of Max"],
        ),
        ("We have a dog named Rex.", &["* has_pet Rex"]),
        (
            "I have a dog and two cats.",
            &["* has_pet \"dog\"", "* has_pet \"two cats\""],
        ),
        (
            "We adopted a cat called Miso.",
            &["* adopted Miso", "* has_pet Miso"],
        ),
        ("My birthday is May 3.", &["* born_on \"May 3\""]),
        ("My brother is 30.", &["*'s brother has_age \"30\""]),
        ("My daughter turned five.", &["*'s daughter has_age \"5\""]),
    ])
    .await;
}

#[tokio::test]
async fn tastes_health_and_skills_are_normalised() {
    check(&[
        ("My favorite color is blue.", &["* favorite_color \"blue\""]),
        (
            "Pizza is my favourite food.",
            &["* favorite_food \"Pizza\""],
        ),
        (
            "I love hiking with my kids.",
            &["* likes \"hiking with their kids\"", "* has \"kids\""],
        ),
        ("I love to cook.", &["* likes \"cooking\""]),
        ("I can't stand cilantro.", &["* dislikes \"cilantro\""]),
        ("I'm allergic to peanuts.", &["* allergic_to \"peanuts\""]),
        ("I have a peanut allergy.", &["* allergic_to \"peanut\""]),
        (
            "I was diagnosed with asthma.",
            &["* has_condition \"asthma\""],
        ),
        ("I'm a vegetarian.", &["* follows_diet \"vegetarian\""]),
        ("I take metformin.", &["* takes_medication \"metformin\""]),
        (
            "I speak Spanish and a little French.",
            &["* speaks \"Spanish\"", "* speaks \"French\""],
        ),
        ("I can play the piano.", &["* plays \"piano\""]),
        ("I'm afraid of spiders.", &["* fears \"spiders\""]),
        (
            "My phone number is 555-1234.",
            &["* phone_number \"555-1234\""],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_has_no_name_among_the_relations_keeps_its_verb() {
    check(&[
        (
            "I volunteer at the animal shelter.",
            &["* volunteer_at \"animal shelter\""],
        ),
        ("I drive a Honda Civic.", &["* drive Honda Civic"]),
        ("I grew up in Porto.", &["* grow_up_in Porto"]),
        (
            "I was invited to the gala by Karen.",
            &["* be_invited_to \"gala\""],
        ),
    ])
    .await;
}

#[tokio::test]
async fn notes_leave_out_who_writes_them() {
    check(&[
        ("Bought a red scooter.", &["* bought \"red scooter\""]),
        ("Anna: Need a haircut.", &["Anna need \"haircut\""]),
        (
            "Spent the weekend in Antwerp.",
            &["* visited Antwerp, from 2023-05-05"],
        ),
        ("Miss you!", &[]),
        ("Give Tom the book.", &[]),
    ])
    .await;
}

#[tokio::test]
async fn what_somebody_is_and_how_they_are() {
    check(&[
        ("Kofi is vegetarian.", &["Kofi follows_diet \"vegetarian\""]),
        ("Ida is quiet.", &["Ida is \"quiet\""]),
        ("I'm tired.", &[]),
        ("Sven is 1.90 m tall.", &["Sven is \"1.90 m tall\""]),
        ("Mika and Sanna are twins.", &["Mika sibling_of Sanna"]),
        (
            "Sofia is good at drawing.",
            &["Sofia is \"good at drawing\""],
        ),
        (
            "Lena is on maternity leave.",
            &["Lena be_on \"maternity leave\""],
        ),
        ("My car is a red Toyota.", &["*'s car is \"red Toyota\""]),
        (
            "We got a puppy. His name is Biscuit.",
            &["* has_pet Biscuit"],
        ),
    ])
    .await;
}
