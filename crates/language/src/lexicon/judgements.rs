//! Words that judge or say little: of these alone nothing is worth keeping.

use crate::word_list::WordList;

/// Whether what a noun names is too thin for a statement of its own: "make progress", "take notes".
pub(crate) fn is_thin(noun: &str) -> bool {
    THIN.contains(noun)
}

/// Whether "the" before a noun needs no other words to tell which: "the beach".
pub(crate) fn is_generic(noun: &str) -> bool {
    GENERIC.contains(noun)
}

/// Whether a word says how somebody finds something rather than what it is.
pub(crate) fn is_evaluation(word: &str) -> bool {
    EVALUATIONS.contains(word)
}

/// Whether an adjective only answers to what was said, or places somebody: of a person it says nothing worth keeping.
pub(crate) fn is_reaction(word: &str) -> bool {
    REACTIONS.contains(word)
}

/// Whether an adjective says something lasting of a person.
pub(crate) fn is_lasting(word: &str) -> bool {
    LASTING.contains(word)
}

static THIN: WordList = WordList::new(
    "difference progress mistake splash opportunity effort decision sense try voice shot note notes \
     care step feedback surge result results balance comfort solution impact message emotion \
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

static REACTIONS: WordList = WordList::new(
    "good great nice amazing awesome wonderful fantastic lovely cool perfect terrible awful horrible \
     important special excellent super fine okay ok alright incredible sure true right wrong possible \
     worth ready able aware available better best worse worst same different glad sorry welcome \
     likely unlikely bound about real such obvious clear done gone here there back home away up down \
     over out off on in early late due own full finished first last next other many much more most few several \
     whole main only very so too also",
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

/// Whether a participle says how somebody feels rather than what was done to them: "thrilled", "exhausted".
pub(crate) fn is_feeling(participle: &str) -> bool {
    FEELINGS.contains(participle)
}

/// Whether an adjective says how somebody is, as no thing is.
pub(crate) fn is_of_somebody(adjective: &str) -> bool {
    OF_SOMEBODY.contains(adjective)
}

/// Whether an adjective or participle says how somebody is for an hour or a day: "drunk", "gutted".
pub(crate) fn is_passing(word: &str) -> bool {
    is_feeling(word) || MOODS.contains(word)
}

static MOODS: WordList = WordList::new(
    "drunk hungover tipsy lost wet cold angry cross mad furious grumpy sick tired sleepy hungry thirsty bored gutted calm cheerful upset \
     happy sad glad nervous anxious busy awake asleep late cranky chuffed knackered shattered giddy tearful quiet moody sulky",
);

static OF_SOMEBODY: WordList = WordList::new(
    "busy sick ill unwell nervous tired sad lonely anxious hungover jealous proud angry mad furious grumpy upset homesick \
     starving hungry thirsty sleepy pregnant late stuck lucky hesitant desperate eager glad happy hopeful grateful thankful \
     curious keen fond afraid allergic addicted immune partial hopeless useless helpless unable alone awake asleep sore dizzy \
     jobless homeless broke vegan vegetarian intolerant vulnerable accustomed used new able ready good bad terrible awful",
);

/// Participles that say how somebody feels rather than what was done to them.
static FEELINGS: WordList = WordList::new(
    "stoked thrilled excited pumped psyched hooked devastated heartbroken exhausted stressed worried scared \
     terrified frightened annoyed disappointed frustrated confused overwhelmed bored embarrassed ashamed \
     relieved satisfied pleased delighted amazed surprised shocked inspired motivated determined invested \
     interested obsessed fascinated concerned convinced torn blessed touched moved intrigued \
     burned-out worn-out stuck swollen broken drained depressed",
);

/// Whether a noun says what somebody thinks of something, not what it is: "a treat".
pub(crate) fn is_vague(noun: &str) -> bool {
    VAGUE.contains(noun)
}

/// Nouns that say what somebody thinks of something, not what it is.
static VAGUE: WordList = WordList::new(
    "reminder blessing treat joy pleasure relief surprise shame pity mess mystery challenge \
     struggle success hit game-changer inspiration hero star angel lifesaver sign symbol start \
     step journey adventure dream highlight person bit must boy girl kid child teen teenager mix \
     sucker roller coaster bunch combination breeze delight gem perk factor example source outlet \
     escape result topic fact disaster nightmare honor honour privilege win wreck rock mom piece \
     work",
);
