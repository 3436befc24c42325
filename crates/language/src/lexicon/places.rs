//! Countries, regions and large cities, which a name is taken for when nothing says otherwise.

use crate::word_list::WordList;

/// Whether a name, as it is written, is that of a place everybody knows.
pub(crate) fn is_known_place(name: &str) -> bool {
    PLACES.contains(&name.to_lowercase().replace(' ', "_"))
}

static PLACES: WordList = WordList::new(
    "afghanistan albania algeria andorra angola argentina armenia australia austria azerbaijan \
     bahamas bahrain bangladesh barbados belarus belgium belize benin bhutan bolivia bosnia botswana \
     brazil brunei bulgaria burundi cambodia cameroon canada chile china colombia congo costa_rica \
     croatia cuba cyprus czechia czech_republic denmark dominica dominican_republic ecuador egypt \
     el_salvador england eritrea estonia ethiopia fiji finland france gabon gambia germany ghana \
     greece greenland grenada guatemala guinea guyana haiti honduras hungary iceland india indonesia \
     iran iraq ireland israel italy jamaica japan kazakhstan kenya kosovo kuwait kyrgyzstan laos \
     latvia lebanon liberia libya liechtenstein lithuania luxembourg madagascar malawi malaysia \
     maldives mali malta mauritius mexico moldova monaco mongolia montenegro morocco mozambique \
     myanmar namibia nepal netherlands new_zealand nicaragua niger nigeria north_korea \
     northern_ireland norway oman pakistan palestine panama paraguay peru philippines poland portugal \
     puerto_rico qatar romania russia rwanda samoa san_marino saudi_arabia scotland senegal serbia \
     seychelles singapore slovakia slovenia somalia south_africa south_korea spain sri_lanka sudan \
     sweden switzerland syria taiwan tajikistan tanzania thailand tibet togo tonga tunisia turkey \
     turkmenistan uganda ukraine united_kingdom united_states uruguay uzbekistan venezuela vietnam \
     wales yemen zambia zimbabwe uk u.k. us u.s. usa u.s.a. america europe africa asia antarctica \
     oceania scandinavia korea holland alabama alaska arizona arkansas california colorado \
     connecticut delaware florida hawaii idaho illinois indiana iowa kansas kentucky louisiana maine \
     maryland massachusetts michigan minnesota mississippi missouri montana nebraska nevada \
     new_hampshire new_jersey new_mexico new_york north_carolina north_dakota ohio oklahoma oregon \
     pennsylvania rhode_island south_carolina south_dakota tennessee texas utah vermont west_virginia \
     wisconsin wyoming ontario quebec alberta british_columbia manitoba nova_scotia saskatchewan \
     bavaria saxony tuscany sicily sardinia catalonia andalusia provence normandy brittany brooklyn \
     manhattan queens bronx harlem hollywood silicon_valley aachen aarhus aberdeen abu_dhabi abuja \
     accra adelaide addis_ababa albuquerque alexandria algiers amsterdam anchorage ankara antwerp \
     athens atlanta auckland austin baghdad bali baltimore bangalore bangkok barcelona basel bath \
     beijing beirut belfast belgrade bergen berkeley berlin bern bilbao birmingham bogota bologna \
     bombay bonn bordeaux boston boulder brasilia bratislava bremen brighton brisbane bristol bruges \
     brussels bucharest budapest buenos_aires buffalo cairo calcutta calgary cambridge canberra \
     cancun cape_town caracas cardiff casablanca charleston chennai chicago christchurch cincinnati \
     cleveland cologne colombo columbus copenhagen cork cusco dakar dallas damascus darwin delhi \
     denver detroit dhaka doha dresden dubai dublin dubrovnik durban dusseldorf edinburgh edmonton \
     eindhoven essen florence frankfurt fresno galway gdansk geneva genoa ghent glasgow gothenburg \
     granada graz grenoble guadalajara hague halifax hamburg hannover hanoi harare havana heidelberg \
     helsinki hobart hong_kong honolulu houston hyderabad indianapolis innsbruck istanbul jakarta \
     jerusalem johannesburg kabul kampala kansas_city karachi kathmandu kiel kiev kigali kobe krakow \
     kuala_lumpur kyiv kyoto la_paz lagos lahore las_vegas lausanne leeds leipzig lille lima limerick \
     lisbon liverpool ljubljana london los_angeles louisville lucerne lund luxor lviv lyon lyons \
     madrid malaga malmo manchester manila marrakech marrakesh marseille medellin melbourne memphis \
     mexico_city miami milan milwaukee minneapolis minsk modena monterrey montevideo montpellier \
     montreal moscow mumbai munich nairobi nantes naples nashville newcastle new_delhi new_orleans \
     new_york_city nice nottingham nuremberg nyc oakland odessa omaha orlando osaka oslo ottawa \
     oxford palermo palo_alto panama_city paris perth philadelphia phoenix pisa pittsburgh plymouth \
     portland porto portsmouth prague pretoria pune quito reykjavik riga rio rio_de_janeiro riyadh \
     rome rotterdam sacramento salt_lake_city salzburg san_antonio san_diego san_francisco san_jose \
     san_juan santa_barbara santa_cruz santa_fe santa_monica santiago_de_chile sao_paulo são_paulo \
     sarajevo savannah seattle seoul seville shanghai sheffield shenzhen sofia southampton split \
     st._louis stockholm strasbourg stuttgart sydney taipei tallinn tampa tbilisi tehran tel_aviv \
     thessaloniki tokyo toledo toronto toulouse trieste tucson tulsa tunis turin uppsala utrecht \
     valencia vancouver venice verona vienna vilnius wales warsaw washington washington_dc \
     washington_d.c. wellington yokohama york zagreb zurich zürich łódź köln göteborg málaga alps \
     andes himalayas pyrenees rockies sahara mediterranean caribbean pacific atlantic lake_tahoe \
     yosemite yellowstone grand_canyon niagara_falls everest mount_everest kilimanjaro",
);
