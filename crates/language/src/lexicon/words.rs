//! Words that look like names and are none, and the small words inside names.

use crate::word_list::WordList;

/// Words written with a capital, or exclaimed, that name nobody and nothing.
pub(crate) static CAPITALISED: WordList = WordList::new(
    "january february march april may june july august september october november december monday \
     tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays \
     saturdays sundays mon tue tues wed thu thur thurs fri sat sun jan feb mar apr jun jul aug sep \
     sept oct nov dec ah aha aw aww awww awesome absolutely btw bye cheers congrats congratulations \
     cool damn dear diy eh faq fyi goodness gosh gotcha great ha haha hahaha hah hello hey hi hmm \
     hooray huh idk imo lol man mmm nah nope oh ok okay omg ooh oops ouch phew please pm ps rsvp \
     sorry sure thank thanks tv ugh uh um welcome well whoa wow wowza yay yea yeah yep yes no yikes \
     yo yup xoxo asap aka am christmas easter halloween thanksgiving hanukkah ramadan diwali \
     valentine i i'm ceo cto cfo hr it pr ai usb dvd cd pc dj gps id url phd mba bsc msc ba ma bs md \
     adhd ptsd ocd hiv covid covid-19 lgbtq lgbtq+ lgbt bbq vip atm suv pdf god lord sir madam mister \
     internet web fb sms nsfw tldr tbh ngl irl morning evening afternoon night today tomorrow \
     yesterday rumor rumour note update reminder yippee hurray hurrah bravo kudos woo woohoo yum yummy geez \
     jeez sheesh phooey yuck eww ew eek meh duh huzzah alas wahoo whoops whoopsie welp nah bah boo \
     tsk brr grr argh aargh woot yikes ahh ahhh ooo oooh ohh sigh gratitude happiness sadness anger \
     bliss serenity hm hmmm mhm mm mmhm subhanallah inshallah insha'allah mashallah alhamdulillah \
     wallahi astaghfirullah hallelujah amen \
     afterwards separately additionally currently previously supersedes namaste salaam salam shalom aiyo aiyoh alamak naku abeg mine ours yours theirs",
);

/// Languages and peoples: objects of statements, not entities.
pub(crate) static LANGUAGES: WordList = WordList::new(
    "english spanish french german italian portuguese dutch swedish norwegian danish finnish \
     icelandic polish czech slovak hungarian romanian bulgarian greek turkish arabic hebrew persian \
     farsi hindi urdu bengali punjabi tamil telugu gujarati marathi mandarin cantonese chinese \
     japanese korean vietnamese thai tagalog indonesian malay swahili russian ukrainian serbian \
     croatian slovenian albanian estonian latvian lithuanian catalan basque galician welsh irish \
     gaelic latin esperanto american british canadian mexican brazilian australian european african \
     asian indian egyptian moroccan iranian iraqi israeli cuban argentinian colombian peruvian \
     chilean scottish swiss austrian belgian christian muslim jewish catholic protestant buddhist \
     hindu",
);

/// Whether a word names a language.
pub(crate) fn is_language(word: &str) -> bool {
    LANGUAGES.contains(word) || word == "asl" || word == "braille"
}

/// Words that often begin a sentence and are seldom names; a name that is one of them is known from inside sentences.
pub(crate) static ORDINARY_STARTS: WordList = WordList::new(
    "return remind collect pay ring text renew cancel actually add afternoon agreed almost alright amazing anyway apparently ask aside baby bad \
     basically bath beautiful best better big bread breakfast brother bus buy call can car cat catch \
     certainly check children clean clearly coffee colors come cook cute dad day days definitely \
     dinner dog dogs don't dream drink drive dude early easy eat email end enjoy enough especially \
     eventually everyday exactly exciting excited family fantastic father fair feel feels finally \
     find fine first food forget fortunately fresh friend friends from full fun funny generally get \
     gets getting girl girls give glad go goes gonna good got gotta grab grandma grandpa guess guys \
     half hang happy hard hate have health heard help here hiking home honestly hope hopefully hours \
     house hug hugs idea imagine important incredible indeed instead interesting join journal keep \
     kids kind know last late lately later laugh learn least leave less life light like little live \
     long look looks lots love loved lovely luckily lucky lunch made maybe mean meanwhile meet \
     meeting memo message mind mom money months more morning mother mostly move moved movie music \
     name nature nearly need neither new next nice night none normally number obviously old once open \
     order originally outdoor overall paint painting part party past people personally phone photo \
     photos pick picture place plan planning plans play plenty possibly practice previously pretty \
     probably project proud put quick quite raining read ready real really recent recently remember \
     run running sad safe said save saw say school second see seems seen self send seriously set \
     share short should show similarly simple simply sister sleep small someday son song sounds \
     special spent started starting stay step still stop stuff such super support sweet take taking \
     talk team tell terrible then thing things think thinking third thought time times tiny tip tired \
     took totally tough travel tried trip truly trust try trying turns two three four five six seven \
     eight nine ten twice unfortunately usually vacation visit visited wait wake walk want wanted \
     watch water way week weekend went wife winter wish woke women wonderful wonder words work worked \
     working world worth worst writing wrong year years young volunteering spring autumn fall snow \
     rain heart hearing seeing being having exploring wellness art books camping cooking community \
     pottery dance yoga clay success confidence change injury chess guitar basketball men store \
     wisdom courage fitness sports soccer football tennis swimming college parents nobody tea \
     chocolate pizza pasta sushi fashion politics education science technology history animals pets \
     flowers gardening knitting crafts meditation therapy progress passion creativity growth anytime \
     tons woah woohoo yum bravo kudos chef gym career business customers dreams goals gaming games \
     movies shows stories characters reading memories moments nights mornings everyone sounds \
     speaking talking absolutely quick bring bringing spending watching making creating whatever \
     wanna lemme gonna gotta y'all bummer looky startin injury guidance cozy challenges laughter life \
     identity brave shadow gon cant wont havent isnt wasnt enjoying any every another each per lol \
     hugs xo dang heck hell yum yummy nope cant dont didnt its thats youre ive im ill hows whats wow \
     believe keeping following anything something nothing everything everybody anybody somebody someone anyone neither either \
     none nobody",
);

/// Titles that stand before a person's name.
pub(crate) static TITLES: WordList = WordList::new(
    "dr dr. mr mr. mrs mrs. ms ms. miss prof prof. professor aunt auntie uncle sir captain president \
     coach grandma grandpa sister father pastor rev rev. sgt. lt. col. gen. st. st herr frau monsieur madame mme señor señora \
     senhor senhora signor signora doña",
);

/// Small words that join the parts of an organisation's, a place's or a work's name.
pub(crate) static JOINTS: WordList =
    WordList::new("of for and the & in on at to 's de la le du des");

/// Small words inside names of people and places.
pub(crate) static PARTICLES: WordList =
    WordList::new("de da di del della van von der den ten ter bin ibn al el la le du &");

/// Whether a word is what a number is counted in: "kg", "euro".
pub(crate) fn is_unit(word: &str) -> bool {
    UNITS.contains(word)
}

/// Whether a word is what a medicine is counted in.
pub(crate) fn is_dose(word: &str) -> bool {
    DOSES.contains(word)
}

static UNITS: WordList = WordList::new(
    "kg g kilo kilos lb lbs st cm mm m km mi miles eur euro euros usd dollars pounds quid chf kr € £ $ percent % kwh ml l litres hours hrs \
     minutes min mins gb mb tb kb ghz mhz mbit gbit mbps gbps",
);

static DOSES: WordList = WordList::new("mg mcg µg ml tablet pill capsule dose puff unit drop tab");

/// Months, by their names and in short.
pub(crate) static MONTHS: WordList = WordList::new(
    "jan january feb february mar march apr april may jun june jul july aug august sep sept september oct october nov november dec december",
);

/// Days of the week, by their names and in short.
pub(crate) static WEEKDAYS: WordList = WordList::new(
    "mon monday tue tues tuesday wed weds wednesday thu thurs thursday fri friday sat saturday sun sunday",
);

/// Whether a word is of a day of every week: "Mondays", in lower case.
pub(crate) fn is_of_every_week(word: &str) -> bool {
    let day = word.strip_suffix('s');
    day.is_some_and(|day| WEEKDAYS.contains(day))
}

/// Seasons.
pub(crate) static SEASONS: WordList = WordList::new("spring summer autumn fall winter");
