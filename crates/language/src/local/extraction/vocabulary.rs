//! The words that extraction knows, in lower case.

use crate::word_list::WordList;

/// Words that hold sentences together and are part of no name.
pub(super) static FUNCTION_WORDS: WordList = WordList::new(
    "a about above after again against all also although always am an and another any anybody anyone \
     anything are around as at away back be because been before behind being below beside between \
     both but by can cannot can't could couldn't did didn't do does doesn't doing don't done down \
     during each either else ever every everybody everyone everything except few for from further had \
     hadn't has hasn't have haven't having he her here hers herself him himself his how however i if \
     in inside into is isn't it its itself just let let's like many may me might mine more most much \
     must my myself neither never no nobody none nor not nothing now of off often on once one only \
     onto or other others otherwise our ours ourselves out outside over own per perhaps rather same \
     shall she should shouldn't since so some somebody someone something sometimes somewhere soon \
     still such than that the their theirs them themselves then there these they this those though \
     through throughout till to today together tomorrow tonight too toward towards under unless until \
     up upon us very was wasn't we were weren't what whatever when whenever where wherever whether \
     which while who whoever whom whose why will with within without won't would wouldn't yes \
     yesterday yet you your yours yourself",
);
/// Words written with a capital, or exclaimed, that name nobody and nothing.
pub(super) static NOT_NAMES: WordList = WordList::new(
    "january february march april may june july august september october november december monday \
     tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun jan feb mar apr \
     jun jul aug sep sept oct nov dec ah aha aw aww awesome absolutely btw bye cheers congrats \
     congratulations cool damn dear diy eh faq fyi goodness gosh gotcha great ha haha hah hello hey \
     hi hmm hooray huh idk imo lol man mmm nah nope oh ok okay omg ooh oops ouch phew please pm ps \
     rsvp sorry sure thank thanks tv ugh uh um w/ welcome well whoa wow yay yea yeah yep yikes yo yup \
     xoxo asap aka am christmas easter halloween thanksgiving",
);
/// Words that often begin a sentence and are seldom names; a name that is one of them is recognised inside sentences.
pub(super) static ORDINARY_STARTS: WordList = WordList::new(
    "actually add afternoon agreed almost alright amazing anyway apparently ask aside baby bad \
     basically bath beautiful best better big bring bread breakfast brother bus buy call can car cat \
     catch certainly check children clean clearly coffee colors come cook cute dad day days \
     definitely dinner dog dogs don't dream drink drive dude early easy eat email end enjoy enough \
     especially eventually everyday exactly exciting excited family fantastic father fair feel feels \
     finally find fine first food forget fortunately fresh friend friends from full fun funny \
     generally get gets getting girl girls give glad go goes gonna good got gotta grab grandma \
     grandpa guess guys half hang happy hard hate have health heard help here hiking home honestly \
     hope hopefully hours house hug hugs idea imagine important incredible indeed instead interesting \
     job join journal keep kids kind know last late lately later laugh learn least leave less life \
     light little live long look looks lots love loved lovely luckily lucky lunch made maybe mean \
     meanwhile meet meeting memo message mine mind mom money months more morning mother mom's mostly \
     move moved movie music name nature nearly need neither new next nice night none normally note \
     notes number obviously old once open order original originally outdoor overall paint painting \
     part party past paying people personally photo photos pick picked picture place plan planning \
     plans play plenty possibly practice previously pretty probably project proud put quick quite \
     raining read ready real really recent recently reminds remember reminder right run running sad \
     safe said saw say school second see seems seen self send seriously set share short should show \
     similarly simple simply sister sleep small someday son song sounds special spend spent started \
     starting stay step stop stuff such summer super support sweet take taking talk team tell \
     terrible then thing things think thinking third thought time times tiny tip tired to todo told \
     took totally tough travel tried trip truly trust try trying turns two three four five six seven \
     eight nine ten twice unfortunately update usually vacation visit visited wait wake walk walked \
     want wanted was watch water way ways week weekend weekends weeks went wife winter wish wishing \
     woke women wonderful wonder wondering words work worked working world worth worst writing wrong \
     year years young volunteering spring autumn fall snow rain heart hearing seeing being having \
     exploring wellness art books camping cooking community pottery dance yoga clay balance freedom \
     success confidence change identity injury chess guitar basketball men store web wisdom courage \
     fitness sports soccer football tennis swimming college parents nobody tea chocolate pizza pasta \
     sushi fashion politics education science technology history animals pets flowers gardening \
     knitting crafts meditation therapy perseverance dedication teamwork resilience patience progress \
     passion creativity happiness growth anytime tons woah woohoo chef gym career business customers \
     investors dreams goals gaming games movies films shows stories characters reading memories \
     moments nights mornings everyone",
);
/// Titles that stand before a person's name.
pub(super) static TITLES: WordList =
    WordList::new("dr mr mrs ms prof professor aunt auntie uncle sir captain president coach");
/// Words for what somebody is to somebody, before or after the name.
pub(super) static KIN: WordList = WordList::new(
    "friend sister brother mom mum mother dad father wife husband son daughter cousin niece nephew \
     grandmother grandfather grandma grandpa colleague coworker boss neighbor neighbour girlfriend \
     boyfriend partner roommate flatmate fiancé fiancée",
);
/// Words before a person's name.
pub(super) static PERSON_BEFORE: WordList = WordList::new(
    "met meet hey hi hello thanks congrats congratulations told asked married helped hugged texted \
     phoned",
);
/// Words after a person's name.
pub(super) static PERSON_AFTER: WordList = WordList::new(
    "said says say told tells thinks thought loves likes hates lives lived works studies asked wants \
     knows believes laughed smiled cried wrote sang teaches met married hugged texted phoned feels \
     moved adopted",
);
/// Words in the names of organisations.
pub(super) static ORGANIZATION_WORDS: WordList = WordList::new(
    "university college school institute academy inc ltd corp corporation company bank hospital \
     foundation association society club church ministry agency department museum library team band \
     orchestra",
);
/// Words before "to" or "from" and a place.
pub(super) static GOING: WordList = WordList::new(
    "go goes going went gone been move moves moved moving travel travels traveled travelled traveling \
     travelling flew fly flying drove drive driving trip flight back come came coming am is are was \
     were return returned returning relocated relocating",
);
/// Words between a subject and its verb that leave the sense alone.
pub(super) static ADVERBS: WordList = WordList::new(
    "really also always currently now just recently finally still already actually absolutely totally \
     truly both usually often once first originally definitely",
);
/// Words before a clause that leave its sense alone.
pub(super) static OPENERS: WordList = WordList::new(
    "yes yeah yep well oh wow hey hi so honestly luckily fortunately actually recently lately anyway \
     finally also then plus basically and but because",
);
/// Words that make a clause anything but a plain assertion: negated, supposed, or put off.
pub(super) static DOUBTS: WordList = WordList::new(
    "not never no neither nor hardly barely without cannot can't don't doesn't didn't isn't aren't \
     wasn't weren't haven't hasn't hadn't won't couldn't shouldn't wouldn't would could should might \
     may must if unless whether wish maybe perhaps probably possibly hopefully almost nearly nobody \
     none nothing supposedly allegedly will can shall",
);
/// Words that put a whole sentence in doubt.
pub(super) static SUPPOSITIONS: WordList =
    WordList::new("if unless whether wish imagine suppose pretend dreamt dreamed");
/// Words after which a new clause may begin.
pub(super) static CLAUSE_STARTS: WordList = WordList::new("and but so because then plus");
/// Words that end an object.
pub(super) static OBJECT_ENDS: WordList = WordList::new(
    "but because so when while which who whom that if since although though as until where after \
     before whereas unless why how then plus",
);
/// Words that leave too much unsaid for an object to begin with.
pub(super) static OBJECT_PRONOUNS: WordList = WordList::new(
    "it this that these those them him her us me you one there here what how anything something \
     everything nothing someone everyone anyone somewhere to be been being so very too your yours \
     where when why which up in on at with for back from off out over by as ever hard well better \
     professionally together more",
);

/// Words that leave too much unsaid for an object to end with.
pub(super) static LOOSE_ENDS: WordList = WordList::new(
    "a an the few of to in on at with for from by as about my our their his very so is are ton lot",
);
/// Words that may end an object and say nothing of it.
pub(super) static AFTERTHOUGHTS: WordList =
    WordList::new("too now again already together anymore lately recently though either then");

/// Words after "and" that begin another clause.
pub(super) static CLAUSE_OPENINGS: WordList =
    WordList::new("i we he she it they you am is was have has that this now then");

/// Words that point at what is named elsewhere; an object with one of them cannot be read by itself.
pub(super) static POINTERS: WordList =
    WordList::new("you your i we he she it they this that these those here there him");

/// Words before "in" and something that is no place.
pub(super) static NOT_BEFORE_PLACES: WordList =
    WordList::new("interested believe believes believed class degree course major majored fluent");
