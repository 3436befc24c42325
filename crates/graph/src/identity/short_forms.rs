//! English given names and the short forms they are called by.
//!
//! Left out are short forms that are as often a name of their own (Mark, Rose, Ella): to take two for one is worse
//! than to take one for two.

/// One name a line, with its short forms after the colon; all in lower case. A form may belong to several names.
pub(super) const SHORT_FORMS: &str = "\
aaron: ron ronnie
abigail: abby abbie gail
abraham: abe bram
adelaide: addie
adeline: addie
agatha: aggie
agnes: aggie
albert: al bert bertie albie
alexander: alex al xander sandy sasha lex alec
alexandra: alex lexi lexie sandra sandy sasha allie ali
alexis: alex lexi lexie
alfred: al alf alfie fred freddie freddy
alice: ali allie
alicia: ali allie lisha
alison: ali allie
allison: ali allie
alistair: al ali
alyssa: lyss
amanda: mandy manda
amelia: millie mel
anastasia: stacy stasia nastya
andrea: andy andie drea
andrew: andy drew
angela: angie ange
angelica: angie
angelina: angie
annabelle: belle bella
anthony: tony ant
antonia: toni tonya
antonio: tony
antoinette: toni nettie
arabella: bella ara
archibald: archie
arnold: arnie
arthur: art artie
ashley: ash
augustus: gus
augustine: gus
barbara: barb barbie babs
barnaby: barney
bartholomew: bart
beatrice: bea trixie bee
beatrix: bea trixie
belinda: bel
benedict: ben benny
benjamin: ben benny benji benjie
bernadette: bernie detta
bernard: bernie
bertram: bert bertie
bethany: beth
bradford: brad
bradley: brad
brandon: bran
brenda: bren
brendan: bren
brianna: bri
bridget: bridie
brittany: britt
bronwyn: bron
caitlin: katie
caleb: cal cale
calvin: cal
cameron: cam
camilla: cam millie milla
camille: cam cammie
candace: candy candi
carla: carly
caroline: carrie caro
carolyn: carrie lyn
cassandra: cass cassie sandra sandy
catherine: cathy cate cat kate kathy katie kitty cath
cecilia: cece cissy celia
celeste: cece
charles: charlie chuck chas chaz
charlotte: charlie lottie lotte char
chelsea: chels
chester: chet
cheyenne: chey
christian: chris
christina: chris chrissy tina christy
christine: chris chrissy tina christy
christopher: chris topher kit
clarissa: rissa
clayton: clay
clementine: clem
clifford: cliff
clinton: clint
constance: connie
cordelia: delia cordy
courtney: court
crystal: crys
curtis: curt
cynthia: cindy cyn
daniel: dan danny
daniela: dani danny
danielle: dani
daphne: daph
david: dave davey davy
deborah: deb debbie debby debra
debra: deb debbie debby
delilah: lila dell
denise: dee
dennis: den denny
derek: rick
desiree: desi
diana: di
dolores: lola lolly
dominic: dom nic
dominique: nikki dom
donald: don donnie donny
donna: don
dorothy: dot dottie dolly
douglas: doug dougie
duncan: dunc
edgar: ed eddie
edith: edie
edmund: ed eddie ned
eduardo: ed eddie lalo
edward: ed eddie ned ted teddy
edwin: ed eddie
eleanor: ellie nell lenny
elijah: eli
elisabeth: liz lizzie lizzy beth betsy ellie eliza
eliza: liz lizzie
elizabeth: liz lizzie lizzy beth betty betsy eliza libby ellie bess liza
ellen: ellie nell
elliot: eli
eloise: ellie elle
emily: em emmy millie
emma: em emmy
emmanuel: manny
ernest: ernie
estelle: essie
ethan: eth
eugene: gene
eugenia: genie
evangeline: evie angie
evelyn: evie lyn
ezekiel: zeke
felicia: fee
felicity: fliss flick
ferdinand: ferdie nando
florence: flo florrie flossie
frances: fran frannie frankie
francesca: fran frankie chess cesca
francis: frank frankie fran
francisco: paco frank cisco pancho
franklin: frank frankie
frederick: fred freddie freddy rick
frederica: freddie rica
gabriel: gabe
gabriella: gabby bella
gabrielle: gabby elle
genevieve: gen viv evie genny
geoffrey: geoff jeff
george: georgie
georgia: georgie
georgina: georgie gina
gerald: gerry jerry
geraldine: gerry geri
gerard: gerry
gertrude: gertie trudy
gilbert: gil bert
giovanni: gio vanni
gordon: gordy
graham: gray
gregory: greg gregg
gwendolyn: gwen wendy lyn
harold: harry hal
harriet: hattie harry
harrison: harry
harvey: harv
helen: nell
helena: nell
henrietta: hettie etta henri
henry: harry hank hal
herbert: herb bert herbie
hillary: hil
howard: howie
hubert: bert
ignacio: nacho
imogen: immy
isaac: ike zac
isabel: izzy bel bella ibby
isabella: izzy bella belle isa
isabelle: izzy belle bella
isadora: izzy
jackson: jack jax
jacob: jake jakey
jacqueline: jackie jacqui
james: jim jimmy jamie jem
jamila: mila
janet: jan
janice: jan
jasmine: jas jazz jazzy
jason: jay jase
jean: jeanie
jefferson: jeff
jeffrey: jeff
jemima: jem
jennifer: jen jenny jenna jenn
jeremiah: jerry jem
jeremy: jem jerry
jerome: jerry
jessica: jess jessie
jesus: chuy
joan: joanie
joanna: jo joey
joanne: jo
jocelyn: joss
jonah: joe
jonathan: jon jonny jonathon johnny nathan
jordan: jord jordy
joseph: joe joey jo
josephine: jo josie joey
joshua: josh
josiah: joe josh
judith: judy jude
julia: jules
julian: jules
juliana: jules
juliet: jules
juliette: jules
justin: jus
katarina: kat
katherine: kate katie kathy kat kitty kath kay katy kit
kathleen: kathy kate katie kath kay
kathryn: kate katie kathy kat kath
katrina: kat trina
kayla: kay
kendra: ken
kenneth: ken kenny
kevin: kev
kimberly: kim kimmy
kristen: kris krissy
kristin: kris krissy
kristina: kris tina krissy
kristopher: kris
lauren: laurie lo
laurence: larry laurie
lawrence: larry laurie lawrie
leah: lee
leonard: leo len lenny
leonardo: leo
leopold: leo
leslie: les
lester: les
letitia: letty tish
lillian: lil
lionel: leo
logan: lo
lorenzo: enzo renzo
lorraine: lori
louis: lou louie
louisa: lou lulu
louise: lou lulu
lucinda: cindy
lucy: lu
lydia: lyd
lyndon: lyn
mackenzie: mac kenzie
maddison: maddie
madeleine: maddie maddy
madeline: maddie maddy
madison: maddie maddy
magdalena: magda maggie
malcolm: mal
marcus: marc
margaret: maggie meg peggy marge margie madge maisie
marianne: mari
marilyn: lyn
marjorie: marge margie
marissa: rissa
martha: marty mattie
martin: marty
martina: tina marty
marvin: marv
mathew: matt matty
matilda: tilly mattie tilda
matthew: matt matty
matteo: matt teo
maurice: morrie
maxine: max
maximilian: max
maxwell: max
megan: meg
melanie: mel
melinda: mel
melissa: mel missy lissa
melody: mel
melvin: mel
meredith: merry
michael: mike mikey mick mickey micky
michaela: mickey kayla
michelle: shelly mich chelle
mildred: millie
millicent: millie
minerva: minnie
miranda: mira
miriam: mimi mim
mitchell: mitch
mohammed: mo
monica: mon
montgomery: monty
morris: morrie
muhammad: mo
myron: ron
nancy: nan
natalia: nat talia
natalie: nat nattie
natasha: tash nat tasha
nathan: nate nat
nathaniel: nate nat nathan
nicholas: nick nicky nico nic
nicola: nicky nic nikki
nicole: nicky nic nikki nicki
nigel: nige
nina: ni
norman: norm
octavia: tavi
oliver: ollie
olivia: liv livvy ollie livi
oscar: ozzie
oswald: ozzie oz
pamela: pam pammy
patricia: pat patty trish tricia patti
patrick: pat paddy rick
penelope: penny nell
percival: percy
peter: pete petey
petra: pet
philip: phil pip
phillip: phil pip
philippa: pippa pip
phyllis: phyl
piers: pip
priscilla: cilla prissy
quentin: quin
rachel: rach rae
rafael: rafa rafi
ralph: ralphie
ramona: mona
randall: randy
randolph: randy
raphael: rafa rafi
raymond: ray
rebecca: becky becca beck bec
rebekah: becky bekah
regina: gina reggie
reginald: reg reggie
reuben: rube
rhiannon: rhi
ricardo: rick ricky ric
richard: rick dick richie rich ricky
robert: rob bob bobby robbie bert
roberta: bobbie robbie
roberto: rob beto berto
robin: rob
roderick: rod rick
rodney: rod
rodrigo: rod rigo
roger: rog
roland: rollie
ronald: ron ronnie ronny
rosalie: rosie
rosalind: roz rosie
rosamund: roz
rosanna: rosie
rosemary: rosie romy
rowena: ro
roxanne: roxy rox
rudolph: rudy
russell: russ
ruth: ruthie
sabrina: bri brina
salvador: sal
salvatore: sal
samantha: sam sammy samie
samuel: sam sammy
sandra: sandy
sarah: sal
savannah: sav
sebastian: seb bas bastian
serena: rena
seymour: sy
shannon: shan
sharon: shaz
shelby: shel
sheldon: shel
shirley: shirl
sidney: sid
sierra: si
silvester: sly
simon: si
sofia: sofie fia
solomon: sol
sophia: soph
sophie: soph
spencer: spence
stanley: stan
stefan: stef
stephanie: steph stephie stevie
stephen: steve stevie
steven: steve stevie
stewart: stew stu
stuart: stu stew
susan: sue susie suzy suze
susannah: sue susie suzy
suzanne: sue suzie suzy
sydney: syd
sylvester: sly
sylvia: sylvie syl
tabitha: tabby
tamara: tammy tam
tamsin: tam tammy
tatiana: tati
taylor: tay
terence: terry tel
teresa: terry tess tessa tessie
thaddeus: thad tad
theodora: teddy theo
theodore: theo ted teddy
theresa: terry tess tessa tracy
thomas: tom tommy
tiffany: tiff
timothy: tim timmy
tobias: toby tobes
trevor: trev
tristan: tris
tyler: ty
tyrone: ty
ursula: ursy
valentina: val tina
valentine: val
valerie: val
vanessa: nessa van
vernon: vern
veronica: ronnie roni nica
victor: vic
victoria: vicky tori vic vicki
vincent: vin vince vinny
viola: vi
violet: vi
virginia: ginny ginger
vivian: viv
vivienne: viv
wallace: wally
walter: walt wally
wendell: dell
wesley: wes
wilbur: will
wilfred: wilf will fred freddie
wilhelmina: mina minnie billie
willa: will
william: will bill billy willie liam willy
winifred: winnie fred freddie
winston: win winnie
woodrow: woody
xavier: xav
yolanda: yoli
yvonne: vonnie
zachariah: zach zack zak
zachary: zach zack zak
";
