//! Names of people, of cities and of firms of all the world, and of medicines: the gazetteers that are built into the program
//! (`assets/README.md`).

use std::collections::{HashMap, HashSet};
use std::str::Lines;
use std::sync::LazyLock;

use crate::word_list::WordList;

/// How somebody is spoken of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gender {
    /// "she".
    Female,
    /// "he".
    Male,
}

/// The lines of a list that is fetched.
macro_rules! lines_of {
    ($name:literal) => {
        include_str!(concat!(env!("RECOLLECT_ASSETS_DIR"), "/", $name)).lines()
    };
}

/// Given names, one a line, each with `f`, `m` or `e`: whom it is given to, `e` for either. The second list has what the
/// first lacks; what is a city's name besides is left out of it.
static GIVEN_NAMES: LazyLock<HashMap<&'static str, Option<Gender>>> = LazyLock::new(|| {
    let entry = |line: &'static str| line.split_once(' ');
    let further = lines_of!("world_names.txt").filter_map(entry);
    let further = further.filter(|(name, _)| !CITIES.contains(name));
    let entries = lines_of!("given_names.txt")
        .filter_map(entry)
        .chain(further);
    let names = entries.filter(|(name, _)| !NOT_NAMES.contains(name));
    let gender = |letter| match letter {
        "f" => Some(Gender::Female),
        "m" => Some(Gender::Male),
        _ => None,
    };
    names.map(|(name, letter)| (name, gender(letter))).collect()
});

/// Surnames, one a line.
static SURNAMES: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| lines_of!("surnames.txt").collect());

/// Cities of at least 50,000 people, one a line.
static CITIES: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| but(lines_of!("cities.txt"), &NOT_CITIES));

/// Towns of at least 5,000 people that are called as nobody is, one a line.
static TOWNS: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| but(lines_of!("towns.txt"), &NOT_CITIES));

/// Shops, banks and other firms, one a line.
static BRANDS: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| lines_of!("brands.txt").collect());

/// Programs and services, one a line.
static PRODUCTS: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| lines_of!("products.txt").collect());

/// Medicines, by their substance or by what they are sold as, one a line.
static MEDICINES: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| but(lines_of!("medicines.txt"), &NOT_MEDICINES));

/// The lines of a list that another does not leave out.
fn but(lines: Lines<'static>, others: &WordList) -> HashSet<&'static str> {
    lines.filter(|name| !others.contains(name)).collect()
}

/// Whom a given name, in lower case, is given to, `Some(None)` where to either; `None` where it is not listed. Of a double
/// name ("jean-paul") the first part tells.
pub(super) fn listed_given_name(name: &str) -> Option<Option<Gender>> {
    let first = name.split('-').next()?;
    GIVEN_NAMES.get(first).copied()
}

/// Whether a name, as it is written, is that of a city somewhere, and no given name.
pub(crate) fn is_city(name: &str) -> bool {
    let name = name.to_lowercase();
    CITIES.contains(&*name) && listed_given_name(&name).is_none()
}

/// Whether a name, as it is written, is that of a city or a town somewhere, and no given name.
pub(crate) fn is_town(name: &str) -> bool {
    is_city(name) || TOWNS.contains(&*name.to_lowercase())
}

/// Whether a word, in lower case, is somebody's surname somewhere.
pub(crate) fn is_surname(word: &str) -> bool {
    SURNAMES.contains(word)
}

/// Whether a name, as it is written, is that of a program or a service.
pub(crate) fn is_product(name: &str) -> bool {
    PRODUCTS.contains(&*name.to_lowercase())
}

/// Whether a name, as it is written, is that of a firm, and of nobody and nowhere else.
pub(crate) fn is_brand(name: &str) -> bool {
    BRANDS.contains(&*name.to_lowercase().replace('’', "'"))
}

/// Whether a noun, in lower case, is listed as a medicine.
pub(super) fn is_listed_medicine(noun: &str) -> bool {
    MEDICINES.contains(noun)
}

/// Listed as given names, and more often something else.
static NOT_NAMES: WordList = WordList::new(
    "aba abad abb abba abbey ace adams add addis ade adelaide aden admiral adonis aengus afi aglaia agni \
     aires ala alabama alba alberta alcides alexandria alexia alfa alger aline aliyah allen ally almond \
     alpha alta althea alto ambrose america amine ammi amon among ananias anas anasa anda anderson \
     andrena ane angeles angelic angels ani anker anon anselm ante antonius antra ants apollo ara aras \
     arch archer arda aren arent ares arietta arizona arlington arno art aryan ashton asia aspen assa \
     astra astride astro ata athena atlanta atlas atticus attilio august augusta aura austen author \
     autumn avalon ave aviv avon aye azalea baba babar babe baby baden bae bahia bailee bain baker bal \
     bala baldwin bale bali balthasar banks baptist bara baraka barb barbu barclay baron barrie basel \
     bassi bayard beat beau beckett beda bee beecher bela bell belle beni bennett benny bent benton berg \
     bergen berit berlin berra berry beryl beste beta bing bird birdie bishop bitten blain blair blanch \
     blaze blessing bliss blossom bobo bode bogey bon boniface bono booker boone borg bose boss boston \
     bowman bradford brady braga bragi brain branch brandt brandy brant brecht brigid bristol brit britt \
     brogan brook brooklyn brooks brown brunhild bryony bubba buck bud buddy buna bunk burgess burk burke \
     burl burnett burney burns burr burton bush buster butch butler byrd caddie cadence caesar cager cain \
     cali calla cam cambria camelia camino campbell campo can canal candela candy cannon canyon cap capa \
     caprice captain carissa carlyle carmine carroll carry carson cas case cash cassius cee celesta \
     cercis ceylon cha chai chama champ chance chancy chandler chanel charity chas chase chastity che \
     cherish cherry cheyenne chi chin china chip christ christen chuck cicero cinnamon cinta citra clay \
     cleave clem cleopatra cleveland clinton clovis clyde cody colbert cole collie collier collins colon \
     colonel colt colter columba columbia columbus comfort commodore con concepcion concha conn constant \
     constantina constantine coolidge cooper coral corbett cord cordia corneille cornel cornell corona \
     cortez council coy crawford creed crete crista cristal crockett crystal cuba curt curtiss dace dacia \
     dade dae dag dale dallas dalton damar dane dang danish dante danu dara dardan darwin davis davy \
     dawson dax dayton deacon deb deforest del dell delta demeter dempsey denver destiny devi dewey dex \
     diamond dick dickie dijon dimple dink dita divan dixie django doc dock doctor dodo doll dolly \
     domingo dona donatello doss dot dotty douglass dove dow dozier drake duff duke dulce duma durante \
     durrell dusty early earnest easter ebb ebony ece echo eckhart edd edda eddy edison edit edu egbert \
     eider eine eira ekta ela elam elder elia ell elli ellison ellsworth elver ember emerald emery emir \
     emit emmer ene eng era erie eris ermine ernst erving esa esau esker essence essex esta ester eta \
     ethelbert ether ethyl etna etter evans eve ever evert everton evora fabiana fae fairy faith fancy \
     fanny fares farrell fate fatiha fawn fay fed felicity feline fella fem fema fenrir fern ferny fia \
     fielding finis fisher fitzgerald fleet fleming fletcher flint floor flora florentine florida florin \
     ford forest forum foster fount franc france franck frazer freeman fremont french freyja freyr friend \
     frigg fuller fulton gabor gael gage gaia gal gale gardner garibaldi garland garner garnet garret \
     garrison gaspar gauge gauri gay gee general genesis geneva genie geo georgette georgian german \
     geronimo geta gibson gillie gilman gilmer ginger gladstone golden goma gorge governor graves gray \
     greco green greene greet gregorian griffin griffith grit gro grove gumma gun gunnel gunner gurney \
     gust gustavus guthrie gwyn hai hale hall halle halley ham hamilton hampton handy hannibal hara \
     harden harding hardy harlow harm harmony harper harris harrison harsh hart hartley hasta haven hayes \
     hays heath heaven hee heinz hella heloise hemal hence henley henna hera herb herma hermes hertha \
     heyward hezekiah hilbert hill hillary hilton hind hobart hoi holland holmes homer hon hoover hope \
     hortensia hosea houston hoy hubbard hudson hughes hung hunt hunter huston huxley hymen ibn icy ide \
     idun ige ike ile ilo imam imma immaculate imo india indiana indy infant ing inga inge inger inka \
     innocent ion ira ireland irena irving isil isis iso isolde israel ita iva ive ivory jabal jade jafar \
     jagger jail january japheth jarred jarrell jasper jati javan jefferson jensen jerker jet jewel job \
     joffrey johnson joke jones josue journey judah judge jul julienne juma junior justice juul kader \
     kaiser kale kali kami kana kandy karma karta keaton kemp kennedy kenya kia kick kiel kiley king \
     kingston kitty knox knut kobe koi kong laban lacy lada laddie lady lafayette lage lambert lan lander \
     lane laney lang lark lassi lassie laurel laurens lavender lawton lawyer laze leafy lean leander \
     leaner leda lega leith lem lemma lemon lenard lennon lennox leone leonidas les less lettie leva \
     levis levy lex lexis lexus liana liberty lida lien lies liga lil lilo lim liman lincoln lind \
     lindbergh linden line link lino lisle liston little livingstone loan lode loki loma london lone long \
     loot lore lorelei lot lota louisiana love lovell lowell loyal loyola luce lucky luda ludo luster \
     lute luz lyric mac macarthur mace mack macs mad madden made madonna mae magdalen magna magnolia \
     mahdi maison major makai makuta mal mala malaya male malva malvern mame mami man mana manda manila \
     manilla manly manning mans mansfield manson manus mar mare marge marine marini marlin marly marne \
     marquis marquise marri marry mars marsh marshal mart marten marti martial marvel mat mate math matic \
     mats matta maverick mavis maxima may mayo mcdonald mckinley meadow media medina mees meg melba \
     melbourne melchior mell melody melville memphis mena mentor mercer mercy merl merlin merrily merry \
     merton messiah meta metro metta micah mick mickey mihrab milan mile mille miller mills mimi minas \
     miner minerva minor mio miracle miro missouri missy mist misty mitra moa momo monroe montana monte \
     montgomery montserrat moody mor mora moreen mortimer morton munda murphy musee muslim myrtle nada \
     nadir nae nail naja nam nan nana nand nanna napoleon narcissus nash nautica nazi neel nehemiah neo \
     nestor neva nevada newman newt newton nic nicklaus nicu nil nile nim ninja nixon noble noemi noma \
     nonna nor norris north nova novella novi nubia nurser nye oakley octave octavian odd odessa odin \
     ogden okey oki ola ole olivine oman oneida ong oni opal ora oral oran orange orion orla orris \
     osborne osha otay otho oto ova ovid owe owens pada page paisley pak palmer pandora panini pansy \
     paris park parley parrish pascal paschal pate patience pauli paw paxton paye peace pearly pebbles \
     peer pela penni pepper per perl pero perry pershing petri petter philemon philippine phoenix pia \
     pier pierce pina pink pinkie piper pleas pleasant ples pol polk pontus porsche porter powell \
     precious prentice presley press price prima primus prince princess prosper prudence puck purity purl \
     qadi quang que queen qui quint raid rajab raleigh ramadan ran rand ransom ras rasa raven reagan \
     reason red redden reed rehab reid rein rembrandt remus reno reyes reynolds rice rich richmond rickey \
     rico ridge rim ringo river rivers roan roar roberts robinson roche rock rocky rodgers roe rogers \
     roll rollo roma romaine rome romeo romulus roosevelt rosaria rosette rosita roswell rosy royal rua \
     rube rudra rui rune rush rusty rut ruta rutherford saba sabah sabin sable sabra sad sadat sade \
     safari saga sai said saida saint sakti salami salina salle sally salomon samara sami samson sanaa \
     sander sandy santa santos sao sari savanna sawyer sayin scarlet scotia seda segundo selene sem \
     seneca senna senora sep sera serenity serine server sever seward seyhan seymour sha shad shade shari \
     shasta shawn shawnee shem shepherd sherman sherry sherwood shiloh shoji sian sibyl sie sienna sif \
     sigurd sigyn silva silvan silver sim sima simo simpson sincere sine sing siri sister skip skuld sky \
     smith sol sole soledad solon son sonata sonny sony spartak spenser spring squire stanford stanton \
     star starling starr steen stein steinberg stela sterling stetson steward stirling stone stonewall \
     storm stormy sula sullivan sumner sunday sunna sunny sunshine surya sylva sylvan sylvanus sys tab \
     tad taft tai taichi tala tali talon tan tana tandy tanguy tanner tannie taro tata tate tatu tatum \
     taurus tawny tea teddy telly tennessee tera terra tess tex texas tha thales thalia than the theres \
     theta thompson thornton thu thy tia tiara ties tilde tilden till timur tinca tine tiny tio tita titi \
     tommie toms tone toon tor tore torre tory toy trace treasure trent trenton tres trey tri trilby \
     trine trinidad trinity troy true truman tucker tudor tue turner tutu tyson uche uda ulva ulysses uma \
     umi una undine une uni unique unknown unnamed uno unto upton ura urban uriah urs usman uta valencia \
     valentine valid valle valves van vanda vara veda veer vega vegas vela velvet vena venice venus ver \
     vergil vernal verne verner verona versa vesta victory vid vida vidal vidar vide viet viking villa \
     ville villi vino vinson vit vita vitus viva von wadi wage walker wally walton wanna ward warji \
     warner wash washington watson watt wayland weaver webb webster wellington wells west weston wheeler \
     whit wieland wilder willard williams willis willow wilson wilton windy winfred wing winter wolf \
     wolfram wood woody worth wright wyatt wycliffe yana yaris yaw ymir yoga york you young zacharias \
     zaire zaman zaria zechariah zed zeno zeta zion zoa zona",
);

/// Listed as cities, and more often something else.
static NOT_CITIES: WordList = WordList::new(
    "acre adler ajax allen americana anand atlantis bam barking bartlett batman beaumont bend bender \
     bimbo bismarck bol bowie brick brits buchanan buckeye buckley bury caldwell carmichael \
     carrefour carson castro centennial centro centurion chandler chekhov chihuahua clifton \
     commonwealth compton concord concordia confederation corona cypress dalai date delgado delta \
     derby engels enterprise fishers franca fuji ganja garcía garland gilbert goodyear goya \
     grapevine grays hamm hammond hawthorne henderson hitachi homestead hub independence irving \
     jackson jupiter kawasaki kennedy khanna langley latina lawrence lincoln livingston logan \
     maldonado male man mandela mango manta mao masai mascara matsumoto melo mendoza meridian mesa \
     mesquite metro mission mobile mojo monsanto montero moore morley most murakami nada napier \
     nelson newton norfolk normal ode oral orange paine paradise paramount pare pasto peabody \
     pereira pest plantation pontiac providence pushkin rangel reading reservoir rivera rodriguez \
     rubio rugby sakurai sale samba san santos sari shaping shoreline sig simmering soma sousa \
     sparks springs sunrise surprise sutton tanga taylor temple tome torrent tours toyota turbo \
     tyler union uptown van vista warren wedding westminster woodland woodlands worms yamaguchi",
);

/// Listed as medicines, and more often something else.
static NOT_MEDICINES: WordList = WordList::new(
    "acoustic aloes carminative chrism chrisom counterirritant curare demulcent dexone diaphoretic eyewash luminal maleate \
     palliative preventative preventive prophylactic refill versed",
);
