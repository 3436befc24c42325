//! The label sets of the package: tags, parts of speech, dependencies, kinds of names.

/// An exhaustive set of labels and their spelling in the package.
macro_rules! labels {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name {
            $(#[doc = concat!("`", $text, "`")] $variant,)*
        }

        impl $name {
            /// Every label of the set.
            pub const ALL: &[$name] = &[$($name::$variant,)*];

            /// The label as spaCy spells it.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $($name::$variant => $text,)*
                }
            }

            /// The label spaCy spells like this.
            pub fn from_label(label: &str) -> Option<$name> {
                match label {
                    $($text => Some($name::$variant),)*
                    _ => None,
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.pad(self.as_str())
            }
        }
    };
}

labels! {
    /// A part of speech of Universal Dependencies, and `SPACE` for white space.
    Pos {
        Adj = "ADJ",
        Adp = "ADP",
        Adv = "ADV",
        Aux = "AUX",
        Cconj = "CCONJ",
        Det = "DET",
        Intj = "INTJ",
        Noun = "NOUN",
        Num = "NUM",
        Part = "PART",
        Pron = "PRON",
        Propn = "PROPN",
        Punct = "PUNCT",
        Sconj = "SCONJ",
        Sym = "SYM",
        Verb = "VERB",
        X = "X",
        Space = "SPACE",
    }
}

labels! {
    /// How a token depends on its head, in the scheme of `ClearNLP`.
    Dep {
        Acl = "acl",
        Acomp = "acomp",
        Advcl = "advcl",
        Advmod = "advmod",
        Agent = "agent",
        Amod = "amod",
        Appos = "appos",
        Attr = "attr",
        Aux = "aux",
        AuxPass = "auxpass",
        Case = "case",
        Cc = "cc",
        Ccomp = "ccomp",
        Compound = "compound",
        Conj = "conj",
        Csubj = "csubj",
        CsubjPass = "csubjpass",
        Dative = "dative",
        Dep = "dep",
        Det = "det",
        Dobj = "dobj",
        Expl = "expl",
        Intj = "intj",
        Mark = "mark",
        Meta = "meta",
        Neg = "neg",
        Nmod = "nmod",
        Npadvmod = "npadvmod",
        Nsubj = "nsubj",
        NsubjPass = "nsubjpass",
        Nummod = "nummod",
        Oprd = "oprd",
        Parataxis = "parataxis",
        Pcomp = "pcomp",
        Pobj = "pobj",
        Poss = "poss",
        Preconj = "preconj",
        Predet = "predet",
        Prep = "prep",
        Prt = "prt",
        Punct = "punct",
        Quantmod = "quantmod",
        Relcl = "relcl",
        Root = "ROOT",
        Xcomp = "xcomp",
    }
}

labels! {
    /// The kind of a name, as `OntoNotes` 5 defines it.
    EntityLabel {
        Cardinal = "CARDINAL",
        Date = "DATE",
        Event = "EVENT",
        Fac = "FAC",
        Gpe = "GPE",
        Language = "LANGUAGE",
        Law = "LAW",
        Loc = "LOC",
        Money = "MONEY",
        Norp = "NORP",
        Ordinal = "ORDINAL",
        Org = "ORG",
        Percent = "PERCENT",
        Person = "PERSON",
        Product = "PRODUCT",
        Quantity = "QUANTITY",
        Time = "TIME",
        WorkOfArt = "WORK_OF_ART",
    }
}

/// A tag of the Penn treebank, as `OntoNotes` 5 extends it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tag(u8);

impl Tag {
    /// White space.
    pub const SPACE: Tag = Tag(48);

    /// Every tag the package gives.
    pub fn all() -> impl Iterator<Item = Tag> {
        (0..TAGS.len() as u8).map(Tag)
    }

    /// The tag as spaCy spells it, such as `NNS`.
    pub fn as_str(self) -> &'static str {
        TAGS[usize::from(self.0)]
    }

    /// The tag spaCy spells like this.
    pub fn from_label(label: &str) -> Option<Tag> {
        TAGS.iter()
            .position(|tag| *tag == label)
            .map(|index| Tag(index as u8))
    }

    /// A number below 50, in the order of [`Tag::all`].
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl std::fmt::Display for Tag {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.pad(self.as_str())
    }
}

impl std::fmt::Debug for Tag {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Tag({})", self.as_str())
    }
}

impl PartialEq<&str> for Tag {
    fn eq(&self, label: &&str) -> bool {
        self.as_str() == *label
    }
}

const TAGS: [&str; 50] = [
    "$", "''", ",", "-LRB-", "-RRB-", ".", ":", "ADD", "AFX", "CC", "CD", "DT", "EX", "FW", "HYPH",
    "IN", "JJ", "JJR", "JJS", "LS", "MD", "NFP", "NN", "NNP", "NNPS", "NNS", "PDT", "POS", "PRP",
    "PRP$", "RB", "RBR", "RBS", "RP", "SYM", "TO", "UH", "VB", "VBD", "VBG", "VBN", "VBP", "VBZ",
    "WDT", "WP", "WP$", "WRB", "XX", "_SP", "``",
];
