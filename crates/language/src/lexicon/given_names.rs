//! Given names, and whom they tell of: those that are common in English texts, and those of the gazetteer.

use crate::word_list::WordList;

use super::gazetteer::{Gender, listed_given_name};

/// Whether a word, in lower case, is a given name.
pub(crate) fn is_given_name(word: &str) -> bool {
    is_common_given_name(word) || listed_given_name(word).is_some()
}

/// Whether a word, in lower case, is a given name that is common in English texts.
pub(crate) fn is_common_given_name(word: &str) -> bool {
    FEMALE.contains(word) || MALE.contains(word) || EITHER.contains(word)
}

/// Whether a given name, in lower case, is an English word too, which a capital at the head of a sentence does not tell
/// from it.
pub(crate) fn is_also_a_word(name: &str) -> bool {
    ALSO_WORDS.contains(name)
}

/// Of whom a name tells, by its first word; nobody's where it tells nothing.
pub(crate) fn gender_of_name(name: &str) -> Option<Gender> {
    let first = name.split_whitespace().next()?.to_lowercase();
    match first.trim_end_matches('.') {
        "mr" | "sir" | "uncle" | "grandpa" | "herr" | "monsieur" | "señor" | "senhor"
        | "signor" => {
            return Some(Gender::Male);
        }
        "mrs" | "ms" | "miss" | "aunt" | "auntie" | "grandma" | "frau" | "madame" | "mme"
        | "señora" | "senhora" | "signora" | "doña" => return Some(Gender::Female),
        _ => {}
    }
    if FEMALE.contains(&first) {
        Some(Gender::Female)
    } else if MALE.contains(&first) {
        Some(Gender::Male)
    } else if EITHER.contains(&first) {
        None
    } else {
        listed_given_name(&first).flatten()
    }
}

static FEMALE: WordList = WordList::new(
    "abby abigail ada adele adriana agnes aisha alana alexandra alexa alice alicia alina alison \
     allison alyssa amanda amara amber amelia amelie amina amy ana anastasia andrea angela angelica \
     angelina anika anita anja ann anna annabel anne annette annie annika antonia anya april aria \
     ariana astrid audrey aurora ava barbara beatrice beatriz becca becky bella bernadette beth \
     bethany betty bianca birgit bonnie brenda bridget brigitte brittany brooke caitlin camila \
     camille candice cara carla carmen carol carolina caroline carolyn carrie cassandra cassie \
     catherine cathy cecilia celeste celine charlotte chelsea chiara chloe christina christine cindy \
     claire clara claudia colleen connie constance cora corinne cristina cynthia daisy dana daniela \
     danielle daphne dawn deborah debbie deepa delia delilah denise diana diane dina dolores donna \
     dora doris dorothy edith eileen elaine eleanor elena eleni elif elisa elisabeth elise eliza \
     elizabeth ella ellen ellie eloise elsa elsie emilia emily emma erica erika erin esme esther \
     eugenia eva evelyn fatima faye felicia fernanda fiona florence frances francesca frida gabriela \
     gabrielle gemma genevieve georgia gerda gina giulia gloria grace greta gwen hana hanna hannah \
     harriet hazel heather heidi helen helena helga hilda holly ida ilse imani imogen ines ingrid \
     irene irina iris isabel isabella isabelle isla ivy jackie jacqueline jana jane janet janice \
     jasmine jean jeanette jen jenna jennifer jenny jess jessica jill joan joana joanna jocelyn \
     johanna josephine joy joyce juanita judith judy julia juliana julie juliet julieta june kaitlyn \
     kara karen karin karina karla kate katherine kathleen kathryn kathy katie katja katrina katy \
     kayla keiko kelly kendra kerstin kiara kim kimberly kirsten kristen kristina kristin kristine \
     krystal lana lara larissa laura lauren laurie lea leah leila lena leonie leslie leticia lily \
     lilly liliana lillian lina linda lindsay lisa liz lola lorena loretta lorraine louisa louise \
     lucia lucille lucy luisa luna lydia lynn mabel maddie madeleine madeline madison magda magdalena \
     maggie maia maja mandy mara marcela marcia margaret margarita margot maria mariam mariana \
     marianne marie marina marion marisol marissa marjorie marlene marta martha martina mary matilda \
     maud maureen maya mei mel melanie melinda melissa mercedes meredith mia michelle mila mildred \
     millie mina minnie mira miranda miriam moira molly mona monica monika morgana muriel myra nadia \
     nadine nancy naomi natalia natalie natasha nia nicole nicola nina noor nora norma octavia odette \
     olga olive olivia ophelia paige pam pamela patricia patty paula paulina pauline pearl peggy \
     penelope penny petra phoebe phyllis pippa polly priscilla priya rachel ramona rebecca regina \
     renata renee rhea rhonda rita roberta rosa rosalind rose rosemary roxanne ruby ruth sabine \
     sabrina sadie salma samantha sandra sara sarah savannah scarlett selena selma serena shannon \
     sharon sheila shelly shirley sierra silvia simone sofia sofie sonia sonja sonya sophia sophie \
     stacy stella stephanie sue summer susan susanna susanne suzanne svetlana sybil sylvia tabitha \
     talia tamara tammy tania tanya tara tatiana teresa tessa thea theresa tiffany tilda tina toni \
     tracy trisha ursula valentina valeria valerie vanessa vera veronica victoria viola violet \
     virginia vivian viviana wanda wendy wilma winifred xenia yara yasmin yolanda yuki yvette yvonne \
     zara zoe zoey zoë chloé renée",
);

static MALE: WordList = WordList::new(
    "aaron abdul abraham adam adrian ahmed aidan akira alan albert alberto alec alejandro alessandro \
     alexander alfonso alfred ali alistair allan alvin amir amit anders andre andreas andres andrew \
     andy angelo angus anthony anton antonio archie ari arjun armando arnold aron arthur arturo asher \
     austin axel barry bart basil ben benedict benjamin bernard bert bill billy bjorn bob bobby boris \
     brad bradley brandon brendan brent brett brian bruce bruno bryan byron caleb calvin carl carlos \
     carter cecil cedric cesar chad charles charlie chester christian christopher clarence clark \
     claude clayton clement cliff clifford clint clive colin connor conrad cory craig curtis cyril \
     damian damien dan daniel danny dario darius darren darryl dave david dean dennis derek desmond \
     dexter diego dieter dirk dmitri dominic don donald douglas drew duncan dustin dwight dylan earl \
     ed eddie edgar eduardo edmund edward edwin eli elias elijah elliot elliott emanuel emil emilio \
     emmanuel enrique eric erik ernest ernesto erwin ethan eugene evan ezra fabian felipe felix \
     ferdinand fernando filip finn florian floyd francesco francis francisco franco frank franklin \
     franz fred freddie frederick fritz gabriel gareth garrett gary gavin gene geoffrey george gerald \
     gerard gerd gilbert giovanni giuseppe glen glenn gordon graham grant greg gregory guido \
     guillermo gunther gus gustav gustavo guy hal hamid hank hans harold harry harvey hassan hector \
     heinrich henri henrik henry herbert herman hiroshi horace howard hubert hugh hugo humphrey ian \
     ibrahim ignacio igor ilya isaac isaiah ismael ivan jack jackson jacob jacques jaime jake jamal \
     james jan jared jarvis jason javier jay jed jeff jeffrey jeremiah jeremy jerome jerry jesse \
     jesus jim jimmy joachim joao joe joel joey johan john johnny jon jonah jonas jonathan jorge jose \
     josef joseph josh joshua josé juan julian julio julius jurgen justin karim karl karsten keith \
     ken kenji kenneth kenny kent kevin khalid kurt kyle lance larry lars laurence lawrence leif len \
     leo leon leonard leonardo leroy lester lewis liam lionel lloyd logan lorenzo lou louis luca \
     lucas lucian luigi luis luka lukas luke luther magnus malcolm manuel marc marcel marco marcos \
     marcus mario marius mark markus marshall martin marvin mason mateo mathias matt matteo matthew \
     matthias maurice mauricio max maximilian maxwell mehmet michael miguel mike mikhail miles milo \
     milton mitch mitchell mohamed mohammed moritz morris moses murray mustafa nate nathan nathaniel \
     ned neil nelson nicholas nick nico nicolas niels nigel niklas nikolai nils noah noel nolan \
     norman oleg oliver olivier olaf omar orlando oscar oskar otis otto owen pablo paco paolo patrick \
     paul pavel pedro percy pete peter phil philip phillip pierre pietro piotr preston quentin rafael \
     raj rajesh ralph ramon randall randy raphael raul ravi ray raymond reginald reuben rex ricardo \
     richard rick ricky rob robert roberto rod roderick rodney rodrigo roger rohan roland roman ron \
     ronald ronnie ross roy ruben rudolf rudy rufus rupert russell ryan salvador samir samuel sanjay \
     santiago scott sean sebastian serge sergei sergio seth shane shaun sidney silas simon solomon \
     spencer stan stanley stefan stephen steve steven stewart stuart sven tariq ted terrence terry \
     thaddeus theo theodore thomas tim timothy tobias todd tom tomas tommy tony travis trevor tristan \
     tyler tyrone ulrich umberto uwe vernon viktor victor vikram vincent vince vlad vladimir wade \
     wallace walter warren wayne werner wes wesley wilbur wilfred wilhelm will willem william willie \
     winston wolfgang xavier yann yusuf yves zach zachary",
);

static EITHER: WordList = WordList::new(
    "wen wei xu ming hao jing ying feng lei qiang lin li yu mei xiao hui tao alex ali andrea angel ariel ash ashley avery bailey blake cameron casey chris dakota dana devon \
     eden ellis emerson finley frankie gail hayden jamie jess jesse jo jordan jules kai kelly kerry \
     kim kit lee leigh lindsey lou mackenzie marley max mika morgan nicky nikki noa noor parker pat \
     peyton quinn reese remy riley robin rory rowan sage sam sasha shay sidney skyler stevie sydney \
     taylor toby tracy val yael",
);

static ALSO_WORDS: WordList = WordList::new(
    "will may mark rose grace hope faith bill rich art drew sue dawn joy pat guy summer june april august iris ivy \
     pearl ruby amber crystal violet daisy heather holly olive hazel robin rob jack frank dean miles chase max gene \
     ray roman sage val lance wade grant chad penny patty barry rory viola celeste clement rusty josh nick don ed \
     al les han sol gin mina no ha eve belle kit lou jo jess lee kim angel jordan morgan taylor parker",
);
