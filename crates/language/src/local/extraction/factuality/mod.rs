//! What asserts nothing: questions, commands, suppositions, speech of others, stories, and small talk.

use recollect_clauses::{AttributionKind, Clause, Form, Kind, Role, Tense};
use recollect_model::Modality;
use recollect_spacy::{Dep, Pos};

use crate::local::extraction::parse::reading::Reading;
use crate::word_list::WordList;

/// Whether a clause asserts something worth keeping, as far as its form tells.
pub(crate) fn asserts(reading: &Reading<'_>, clauses: &[Clause], clause: &Clause) -> bool {
    let is_meant = match clause.kind {
        Kind::Statement => true,
        // "I would love to go" is a wish; "I would go" hangs in the air.
        Kind::Hypothetical => clause.modality == Modality::Wished,
        // "Love my new bike!" tells nobody to.
        Kind::Command => is_of_feeling(clause) && clause.subject.is_none() && !clause.is_negated,
        Kind::Question | Kind::Condition => false,
    };
    is_meant
        && clause.modality != Modality::Conditional
        && clause.form != Form::Existential
        && !reading
            .quoted
            .get(clause.predicate.head)
            .copied()
            .unwrap_or(true)
        && !is_asked(reading, clause.predicate.head)
        && !is_purpose(reading, clause)
        && !is_loose(reading, clauses, clause)
        && !is_awaited(reading, clause)
        && !is_told(reading, clause)
        && !is_fancied(reading, clauses, clause)
}

/// Whether a verb says what goes on in whoever speaks, so that a note may begin with it: "Need a haircut."
pub(crate) fn is_of_feeling(clause: &Clause) -> bool {
    matches!(
        clause.predicate.lemma.as_str(),
        "love" | "need" | "want" | "miss" | "hate"
    )
}

/// Whether the sentence ends with a question mark, whatever its clauses look like.
fn is_asked(reading: &Reading<'_>, token: usize) -> bool {
    let sentence = reading.doc.sentence_of(token);
    sentence
        .rev()
        .take_while(|token| {
            matches!(
                reading.pos(*token),
                Pos::Punct | Pos::Space | Pos::Sym | Pos::X
            )
        })
        .any(|token| reading.word(token).contains('?'))
}

/// "to buy milk" after "went to the shop", "a book to read": what something is for did not happen.
fn is_purpose(reading: &Reading<'_>, clause: &Clause) -> bool {
    let head = clause.predicate.head;
    clause.form == Form::Verbal
        && clause.tense == Tense::Untensed
        && matches!(reading.dep(head), Dep::Advcl | Dep::Acl | Dep::Relcl)
        && reading
            .doc
            .children(head)
            .any(|child| reading.dep(child) == Dep::Aux && reading.is_any(child, &["to"]))
}

/// "finding positive strategies" after "we have been working on": a participle or infinitive that nothing says happens.
fn is_loose(reading: &Reading<'_>, clauses: &[Clause], clause: &Clause) -> bool {
    let head = clause.predicate.head;
    let markers = &clause.markers;
    let is_bare = clause.form != Form::Appositive
        && matches!(reading.tag(head), "VB" | "VBG" | "VBN")
        && !reading.doc.children(head).any(|child| {
            matches!(reading.dep(child), Dep::Aux | Dep::AuxPass)
                && !reading.is_any(child, &["to", "not"])
        });
    let is_note = is_of_feeling(clause) && reading.dep(head) == Dep::Root;
    // "Sold the old car" is tagged as a participle.
    let is_told = reading.tag(head) == "VBN"
        && reading.dep(head) == Dep::Root
        && reading.is_start(head)
        && reading.child(head, Dep::Dobj).is_some();
    if !is_bare || is_note || is_told || clause.predicate.tokens.is_empty() {
        return false;
    }
    let shares = reading.dep(head) == Dep::Conj
        && clauses.iter().any(|other| {
            other.predicate.head == reading.head(head) && !is_loose(reading, &[], other)
        });
    // "I no longer play" is tagged as if it had no tense.
    let is_no_more = markers.no_longer && clause.tense == Tense::Present;
    let governed = markers.begins || markers.ends || markers.used_to || markers.still || is_no_more;
    let is_meant = matches!(
        clause.modality,
        Modality::Planned | Modality::Wished | Modality::Required
    );
    !(shares || governed || is_meant)
}

/// "when I have kids", "once we move": it is not so yet.
fn is_awaited(reading: &Reading<'_>, clause: &Clause) -> bool {
    let head = clause.predicate.head;
    reading.dep(head) == Dep::Advcl
        && clause.tense != Tense::Past
        && reading.doc.children(head).any(|child| {
            matches!(reading.dep(child), Dep::Advmod | Dep::Mark)
                && reading.is_any(
                    child,
                    &[
                        "when", "once", "until", "till", "before", "after", "whenever", "unless",
                        "like", "as", "whether", "though",
                    ],
                )
        })
}

/// What is said, believed or asked in a way that leaves open whether it is so.
fn is_told(reading: &Reading<'_>, clause: &Clause) -> bool {
    clause.attribution.as_ref().is_some_and(|attribution| {
        let verb = reading.lemma(attribution.verb);
        attribution.kind == AttributionKind::Asked
            || attribution.kind == AttributionKind::Reported && attribution.is_negated
            // "I can't believe I won" denies nothing, and believes it after all.
            || verb == "believe" && attribution.is_negated
            || DREAMING.contains(&verb)
    })
}

/// Whether a clause or one it hangs from is a dream, a pretence or a story.
fn is_fancied(reading: &Reading<'_>, clauses: &[Clause], clause: &Clause) -> bool {
    let mut above = Some(clause);
    for _ in 0..8 {
        let Some(one) = above else { break };
        if one
            .predicate
            .lemma
            .split(' ')
            .next()
            .is_some_and(|verb| DREAMING.contains(verb))
            && !std::ptr::eq(one, clause)
        {
            return true;
        }
        above = one.governor.and_then(|governor| clauses.get(governor));
    }
    let sentence = reading.doc.sentence_of(clause.predicate.head);
    is_story(reading, sentence.clone()) || is_rumour(reading, sentence)
}

/// "In the novel, Anna lives in Paris."
fn is_story(reading: &Reading<'_>, sentence: std::ops::Range<usize>) -> bool {
    sentence.clone().take(8).any(|token| {
        reading.is_any(token, &["in"])
            && sentence
                .clone()
                .filter(|noun| *noun > token && *noun <= token + 4)
                .any(|noun| {
                    STORIES.contains(&reading.lemma(noun)) && reading.pos(noun) == Pos::Noun
                })
    })
}

/// "Rumor: …", "Rumour has it that …", "supposedly".
fn is_rumour(reading: &Reading<'_>, mut sentence: std::ops::Range<usize>) -> bool {
    let heads = sentence.clone().take(4).any(|token| {
        reading.is_any(
            token,
            &[
                "rumor",
                "rumour",
                "rumors",
                "rumours",
                "joke",
                "fiction",
                "hypothetically",
                "example",
            ],
        )
    });
    let before = sentence.start.saturating_sub(4);
    let announced = sentence.start > 0
        && (before..sentence.start).any(|token| reading.is_any(token, &["rumor", "rumour"]));
    heads
        || announced
        || sentence.any(|token| {
            reading.is_any(
                token,
                &[
                    "supposedly",
                    "allegedly",
                    "apparently",
                    "reportedly",
                    "imagine",
                    "pretend",
                ],
            )
        })
}

/// Whether the subject or object of a verb is so light, or the verb so much a matter of talk, that an open relation of it
/// says nothing worth keeping.
pub(crate) fn is_small_talk(clause: &Clause) -> bool {
    let verb = clause.predicate.lemma.as_str();
    SMALL_TALK.contains(verb.split(' ').next().unwrap_or(verb))
        || SMALL_TALK.contains(&verb.replace(' ', "_"))
        || verb != "go"
            && clause.with_role(Role::Complement).next().is_some()
            && clause.with_role(Role::Object).next().is_none()
}

/// Whether what a noun names is too thin for a statement of its own: "make progress", "take notes".
pub(crate) fn is_thin(noun: &str) -> bool {
    THIN.contains(noun)
}

/// Whether "the" before a noun needs no other words to tell which: "the beach".
pub(crate) fn is_generic(noun: &str) -> bool {
    GENERIC.contains(noun)
}

static THIN: WordList = WordList::new(
    "difference progress mistake splash opportunity effort decision sense try voice shot note notes \
     care step feedback lease surge result results balance comfort solution impact message emotion \
     emotions feeling feelings confidence benefit challenge challenges struggle struggles inspiration \
     motivation change changes attention advantage action joy happiness peace positivity energy \
     dedication patience spirit spirits strategy strategies way ways chance moment perspective \
     insight insights skill skills knowledge tip tips advice info information news word words touch \
     track pressure stress stuff thing things something anything everything lot bit picture photo pic \
     pics pictures photos image snapshot video update updates mood role platform level point goal \
     goals dream dreams success growth future past journey path road direction start end beginning \
     issue issues problem problems situation reality truth fear fears doubt doubts idea ideas thought \
     thoughts plan plans suggestion suggestions question questions answer answers reason reasons \
     meaning purpose value values freedom identity self community support help love friendship bond \
     connection connections relationship relationships experience experiences memory memories time \
     times day days week weekend month year years life lives world people person anyone someone \
     everyone others folks self-care creativity passion work hand hands head mind heart eye eyes \
     lesson lessons hardship setback setbacks obstacle obstacles opportunity opportunities guidance \
     encouragement space atmosphere vibe vibes environment credit risk risks control charge interest \
     fun laughs laugh smile hugs fingers back backs eachother attitude turnout team wishes wish moves \
     move friends friend while guts bed offer offers hug breath nap look watch steam force hold legacy \
     mark wave waves buzz",
);

static GENERIC: WordList = WordList::new(
    "beach ocean sea mountains mountain outdoors piano guitar violin drums cello gym countryside city \
     theater theatre movies park library church doctor dentist army navy internet radio zoo lake \
     woods forest moon stars sun snow rain sky garden pool opera ballet cinema pub vet hospital bank \
     post museum cold heat dark army police saxophone flute trumpet harp ukulele sauna market mall \
     supermarket river",
);

/// Whether a word says how somebody finds something rather than what it is.
pub(crate) fn is_evaluation(word: &str) -> bool {
    EVALUATIONS.contains(word)
}

/// Whether an adjective only answers to what was said, or places somebody: of a person it says nothing worth keeping.
pub(crate) fn is_reaction(word: &str) -> bool {
    REACTIONS.contains(word)
}

static REACTIONS: WordList = WordList::new(
    "good great nice amazing awesome wonderful fantastic lovely cool perfect terrible awful horrible \
     important special excellent super fine okay ok alright incredible sure true right wrong possible \
     worth ready able aware available better best worse worst same different glad sorry welcome \
     likely unlikely bound about real such obvious clear done gone here there back home away up down \
     over out off on in early late due own full first last next other many much more most few several \
     whole main only very so too also",
);

/// Whether an adjective says something lasting of a person.
pub(crate) fn is_lasting(word: &str) -> bool {
    LASTING.contains(word)
}

static DREAMING: WordList = WordList::new(
    "dream dreamt dreamed imagine pretend suppose assume joke kid wish doubt deny picture fantasize hallucinate",
);

static STORIES: WordList = WordList::new(
    "novel book story film movie series show play fairytale tale game dream nightmare comic fantasy \
     episode joke fiction fanfic manga anime sitcom",
);

static SMALL_TALK: WordList = WordList::new(
    "think guess mean say tell thank agree bet wonder sound seem appear look let happen ask talk chat \
     hear suppose hope wish welcome congratulate apologize apologise imagine doubt promise swear \
     assure admit mention reply answer respond explain describe express worry care matter depend rely \
     deserve cheer look_forward keep_up check_out hang_on come_on go_on hold_on figure_out find_out \
     remind remember know understand realize realise notice recognize appreciate admire feel be do \
     can will stay keep put wait mind bring cause help make_sense get_back reach_out catch_up count \
     show sort stand make_it root shout turn_out end_up get_to come_up bring_up pop sum touch strike \
     hit capture reflect represent symbolize inspire motivate encourage support impress amaze \
     surprise blow mean_to include involve require allow give_up take_over add contribute lead set_up \
     follow hold leave_out set believe try have want call name",
);

static EVALUATIONS: WordList = WordList::new(
    "good great nice amazing awesome wonderful fantastic lovely beautiful cool fun funny interesting \
     incredible perfect terrible awful bad horrible hard easy tough difficult important special \
     excellent super fine okay ok alright cute sweet gorgeous stunning delicious tasty yummy exciting \
     inspiring impressive crazy weird strange boring annoying worth sure true right wrong possible \
     impossible lucky glad happy sad excited proud sorry tired busy ready able aware available better \
     best worse worst same different hopeful grateful thankful nervous anxious worried stressed \
     relieved surprised shocked upset angry mad jealous lonely curious eager willing keen due likely \
     unlikely bound about crucial essential helpful useful peaceful calming relaxing therapeutic \
     rewarding meaningful powerful magical refreshing welcome spot-on real such fascinating brilliant \
     superb clear obvious ideal pretty hot cold warm late early here there back home away up down \
     over out off on in gone done full hungry thirsty sleepy sick well unwell",
);

static LASTING: WordList = WordList::new(
    "single divorced widowed retired pregnant gay lesbian bisexual transgender trans queer nonbinary \
     non-binary straight asexual deaf blind left-handed right-handed ambidextrous colorblind \
     colourblind color-blind bilingual trilingual multilingual unemployed self-employed jobless \
     introverted extroverted shy religious atheist agnostic tall short blonde bald dyslexic autistic \
     diabetic asthmatic epileptic anemic adopted vaccinated married engaged dead deceased orphaned \
     freelance disabled nearsighted shortsighted intolerant insomniac sober christian muslim jewish \
     catholic protestant buddhist hindu twin",
);
