//! Texts that are sent to be remembered, and questions: divided into turns and passages, and read.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::Arc;

use recollect_fuzzing::Inputs;
use recollect_language::local::LocalExtraction;
use recollect_language::{
    Context, EntityRef, Extract, ExtractedObject, Extraction, Heard, PASSAGE_LIMIT, TextToRead,
    passages, passages_up_to,
};
use recollect_model::{CharRange, CharText, EntityKind, ReferenceTime};

use crate::text;

const TEXTS: [&str; 14] = [
    "Anna: I moved to Lyon last March.\nBen: And your sister Clara?\nAnna: She still works at Airbus.",
    "user: My dog is called Max.\nassistant: What a lovely name! How old is he?",
    "[10:30] Ben: see you at noon\n[10:31] Anna: no, at 1pm",
    "Caroline, 8 May 2023, 13:55 - We went to the LGBTQ support group yesterday.",
    "田中：昨日は大阪に行きました。\n佐藤：いいですね。",
    "Dr. Smith said that Mr. Jones, who used to live in New York, no longer works for the U.N.",
    "My mother-in-law's name is Melanie, or Mel for short. She isn't my mother.",
    "# Notes\n\n- bought a house in Porto, 2019\n- 1. sold the car\n- [ ] call Nina!",
    "\"I love you,\" said Tom. \"You don't,\" she answered; if only he had gone to Rome.",
    "Actually it's Tuesday, not Monday. I meant the 5th: we got divorced in 2015.",
    "I'm allergic to peanuts; my favourite colour is blue; I've been a nurse since I was 22.",
    "Subject: Re: trip\nFrom: anna@example.com\n\n> On Monday Ben wrote:\n> > ok?\n\nYes — see https://example.com/a?b=c.",
    "Where did Anna work before she moved to Lyon?",
    "Who is Ben's sister, and since when has she been married?",
];
const WORDS: [&str; 40] = [
    "Anna: ",
    "user: ",
    "assistant: ",
    "\n",
    "\n\n",
    "[10:31] ",
    "Dr. ",
    "'s ",
    "’s ",
    "I'm ",
    "I've ",
    "n't ",
    " not ",
    " no longer ",
    " used to ",
    " my sister ",
    " called ",
    " says that ",
    " and ",
    " or ",
    " if ",
    " who ",
    " her ",
    " she ",
    " it ",
    " is ",
    " moved to ",
    " works at ",
    " since 2019 ",
    " yesterday ",
    "\"",
    "(",
    ")",
    "...",
    "?",
    "!",
    "：",
    "- ",
    "1. ",
    " of the ",
];

fn check_passages(text: &str, limit: usize) -> Vec<(bool, bool)> {
    let characters = CharText::new(text);
    let found = passages_up_to(text, limit);
    let mut covered = 0;
    for passage in &found {
        assert!(covered <= passage.range.start && passage.range.start < passage.range.end);
        let gap = characters.slice(CharRange {
            start: covered,
            end: passage.range.start,
        });
        assert!(gap.trim().is_empty(), "{gap:?} is left out");
        assert!(is_within(passage.content, passage.range));
        assert!(passage.content.end - passage.content.start <= limit as u32);
        covered = passage.range.end;
    }
    let rest = characters.slice(CharRange {
        start: covered,
        end: characters.len(),
    });
    assert!(rest.trim().is_empty(), "{rest:?} is left out");
    let told = found.iter().take(4);
    told.map(|passage| (passage.speaker.is_some(), passage.is_joined))
        .collect()
}

fn is_within(inner: CharRange, outer: CharRange) -> bool {
    outer.start <= inner.start && inner.start <= inner.end && inner.end <= outer.end
}

#[test]
fn turns_and_passages_hold_every_word_once() {
    let mut turn = 0;
    let inputs = Inputs::of("turns and passages", TEXTS).with_words(WORDS);
    inputs.feed(|input| {
        turn += 1;
        let limit = [PASSAGE_LIMIT, 20, 100][turn % 3];
        (limit, check_passages(&text(input), limit))
    });
}

fn check_extraction(read: &TextToRead, found: &Extraction) {
    assert_eq!(found.speakers.len(), read.passages.len());
    let mentioned: HashSet<&EntityRef> = found.mentions.iter().map(|one| &one.entity).collect();
    for mention in &found.mentions {
        assert!(is_within(
            mention.range,
            read.passages[mention.passage].range
        ));
        assert!(mention.range.start < mention.range.end);
    }
    for statement in &found.statements {
        assert!(is_within(
            statement.range,
            read.passages[statement.passage].content
        ));
        assert!(mentioned.contains(&statement.subject), "{statement:?}");
        if let ExtractedObject::Entity(object) = &statement.object {
            assert!(mentioned.contains(object), "{statement:?}");
        }
        if let (Some(from), Some(until)) = (statement.from, statement.until) {
            assert!(from < until, "{statement:?}");
        }
    }
    for identity in &found.identities {
        assert!(mentioned.contains(&identity.left) && mentioned.contains(&identity.right));
    }
}

#[test]
fn extraction_and_questions_keep_their_promises() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let extraction = LocalExtraction::new(NonZeroUsize::MIN);
    let reference: ReferenceTime = "2023-05-08T13:55:00+02:00".parse().unwrap();
    let inputs = Inputs::of("extraction and questions", TEXTS).with_words(WORDS);
    inputs.of_at_most(600).feed(|input| {
        let body = text(input).into_owned();
        let read = Arc::new(TextToRead {
            passages: passages(&body),
            body: body.clone(),
            reference_time: reference,
            owner_name: ["Sam", "", "Anna"][input.len() % 3].to_owned(),
            context: Context {
                speakers: vec![EntityRef::Named("Ben".to_owned())],
                named: vec![(EntityRef::Named("Clara".to_owned()), EntityKind::Person)],
                said: Vec::new(),
                heard: vec![Heard {
                    speaker: Some("Ben".to_owned()),
                    text: "How long have you had the dog?".to_owned(),
                }],
                is_in_session: true,
            },
        });
        let found = runtime.block_on(extraction.extract(read.clone())).unwrap();
        check_extraction(&read, &found);
        let asked = runtime
            .block_on(extraction.read_question(body, reference))
            .unwrap();
        let relations = found
            .statements
            .iter()
            .map(|one| one.relation.as_str().to_owned());
        let relations: Vec<String> = relations.take(3).collect();
        (relations, found.identities.len().min(3), asked.is_some())
    });
}
