//! Sentences run together with a comma or a colon, pairs, and what hangs from the wrong word at first sight.

use super::{check, check_silent, facts};

/// What is told of a text; what only closes what was said before is told to nobody.
async fn told(text: &str) -> Vec<String> {
    let mut told = facts(text).await;
    told.retain(|fact| !fact.is_empty());
    told
}

#[tokio::test]
async fn a_sentence_after_a_comma_stands_by_itself() {
    check(&[
        (
            "I've booked a table at Le Perroquet, she doesn't know.",
            &["* book \"table\""],
        ),
        (
            "The allergist confirmed it: I'm allergic to hazelnuts.",
            &["* allergic_to \"hazelnuts\""],
        ),
    ])
    .await;
    assert_eq!(
        told("I met my friend Kasper. He's separated now, restores wooden boats.").await,
        [
            "Sam met Kasper.",
            "Kasper is Sam's friend.",
            "Kasper is separated.",
            "Kasper restores wooden boats."
        ]
    );
}

#[tokio::test]
async fn each_of_several_that_are_named_is_told_of() {
    assert_eq!(
        told("Our twins, Emil and Saga, start school in August.").await,
        ["Emil plans to start school.", "Saga plans to start school."]
    );
    assert_eq!(
        told("Frederik has sold his boat.").await,
        ["Frederik sold his boat."]
    );
    assert_eq!(
        told("Josh and I broke up.").await,
        [
            "Josh is no longer in a relationship with Sam.",
            "Josh broke up with Sam."
        ]
    );
    check(&[(
        "My ex-husband lives in Bonn.",
        &["*'s ex-husband lives_in Bonn"],
    )])
    .await;
}

#[tokio::test]
async fn what_is_said_beside_a_verb_belongs_to_it() {
    assert_eq!(
        told("I go running with Tom every Sunday.").await,
        ["Sam goes running with Tom every Sunday."]
    );
    assert_eq!(
        told("We adopted a greyhound named Bolt from the shelter in Parma.").await[0],
        "Sam adopted a greyhound named Bolt from the shelter in Parma."
    );
    assert_eq!(
        told("Emma taught me how to knit.").await,
        ["Emma taught Sam how to knit."]
    );
    assert_eq!(
        told("The meeting got pushed back.").await,
        ["the meeting was pushed back."]
    );
    assert_eq!(
        told("Can't wait for the opening of my shop!").await[0],
        "Sam looks forward to the opening of their shop."
    );
    assert_eq!(
        told("I hosted a dinner for friends and family.").await,
        ["Sam hosted a dinner for friends and family."]
    );
    check(&[(
        "I'm in my second year of physics at Uppsala University.",
        &["* studies \"physics\"", "* studies_at Uppsala University"],
    )])
    .await;
}

#[tokio::test]
async fn it_is_nothing_that_it_may_only_be() {
    check_silent(&[
        "It could be fun.",
        "I totally get it.",
        "I'm gonna make it!",
    ])
    .await;
    for text in [
        "I showed my poses in class. It can be tough.",
        "I mentor a teenager. It's really paying off.",
        "She had no other family. It broke my heart.",
    ] {
        for fact in told(text).await {
            for other in ["tough", "paying", "broke"] {
                assert!(!fact.contains(other), "{text}: {fact}");
            }
        }
    }
    assert_eq!(
        told("Our city held a parade! I missed it.").await,
        ["Sam's city held a parade.", "Sam missed the parade."]
    );
    assert_eq!(
        told("I use my blog to speak up for the shelter.").await,
        [
            "Sam uses their blog to speak up for the shelter.",
            "Sam has a blog."
        ]
    );
}

#[tokio::test]
async fn a_reason_is_told_of_whoever_has_it() {
    assert_eq!(
        told("I quit my job because I was tired of the commute.").await[0],
        "Sam quit their job because they were tired of the commute."
    );
    assert_eq!(
        told("I picked this color because it's bright and bold - like me!").await[0],
        "Sam picked this color because it's bright and bold."
    );
}

#[tokio::test]
async fn verbs_that_are_in_no_list_have_their_forms() {
    assert_eq!(
        told("I retook the aptitude test in May.").await,
        ["Sam retook the aptitude test."]
    );
    assert_eq!(
        told("I've been blogging about politics.").await,
        ["Sam is blogging about politics."]
    );
    assert_eq!(
        told("I loved reading \"Charlotte's Web\" as a kid.").await,
        ["Sam liked reading Charlotte's Web."]
    );
}

#[tokio::test]
async fn what_stands_before_a_question_or_another_thought_is_told() {
    assert_eq!(
        told("I'm planning to rent a van in Porto, so I was wondering if you know a good place.")
            .await,
        ["Sam plans to rent a van in Porto."]
    );
    assert_eq!(
        told("I'm thinking of buying a kayak, could you help me choose one?").await,
        ["Sam plans to buy a kayak."]
    );
    assert_eq!(
        told("I've been meaning to repaint the shed.").await,
        ["Sam plans to repaint the shed."]
    );
}
