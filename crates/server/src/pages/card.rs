//! A memory as a card: what was added, what becomes of it, and what was understood.
//!
//! The same card is shown when a page is loaded and when something happened to the text meanwhile, so that a page's
//! script has only to put the new one in the place of the old one.

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use recollect_engine::{Engine, EngineError, EpisodeView, LogFilter, Page};
use recollect_model::{
    Calendar, CharRange, EntityId, EntityKind, Log, LogId, LogStatus, Space, SpaceId, Timestamp,
    UserId, without_front_matter,
};

use super::fact::Fact;
use super::filled::{Asked, Filled};
use super::moment::{Moment, calendar};
use super::page;
use super::refusal::Refusal;
use super::words::{Mark, Piece, Seen, pieces};
use crate::http::session::SignedIn;
use crate::http::{App, ClientAddress};

/// Of a long text, so many characters are shown on a card.
const SHOWN_CHARACTERS: usize = 700;
/// Of any text, so many stand on its row; what does not fit is cut by the page.
const GIST_CHARACTERS: usize = 240;
/// So many characters tell one memory from another.
const CALLED_CHARACTERS: usize = 60;
/// The most facts on a card, and the most entities.
const SHOWN_FACTS: usize = 5;
const SHOWN_ENTITIES: usize = 12;
/// Words that stand for somebody whom the text has named.
const PRONOUNS: [&str; 33] = [
    "i",
    "me",
    "my",
    "mine",
    "myself",
    "we",
    "us",
    "our",
    "ours",
    "ourselves",
    "you",
    "your",
    "yours",
    "he",
    "him",
    "his",
    "himself",
    "she",
    "her",
    "hers",
    "herself",
    "it",
    "its",
    "itself",
    "they",
    "them",
    "their",
    "theirs",
    "this",
    "that",
    "who",
    "whom",
    "which",
];

/// A memory.
#[derive(Debug)]
pub(crate) struct Card {
    pub(crate) log: LogId,
    pub(crate) status: LogStatus,
    /// The path of the whole text, once it is understood.
    pub(crate) path: Option<String>,
    pub(crate) source: String,
    pub(crate) session: Option<String>,
    /// The name of its space, where that is not the default one.
    pub(crate) space: Option<String>,
    pub(crate) time: Moment,
    /// When it was accepted, in microseconds: by this cards are ordered.
    pub(crate) accepted: i64,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) is_cut: bool,
    /// Its beginning, on one line.
    pub(crate) gist: String,
    /// What it is called where its text does not stand beside it.
    pub(crate) called: String,
    pub(crate) understood: Understood,
    /// Why it failed, or is being tried again.
    pub(crate) error: Option<String>,
    pub(crate) note: Option<String>,
    /// Whether it has just come.
    pub(crate) is_fresh: bool,
}

/// What it takes to tell of any text of a person's.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Telling<'a> {
    pub(crate) calendar: &'a Calendar,
    pub(crate) spaces: &'a [Space],
}

impl Telling<'_> {
    /// The name of a space, unless it is the default one.
    fn space(&self, id: SpaceId) -> Option<String> {
        let space = self.spaces.iter().find(|space| space.id == id);
        let space = space.filter(|space| !space.is_default);
        space.map(|space| space.name.clone())
    }
}

/// What was understood of a text.
#[derive(Debug, Default)]
pub(crate) struct Understood {
    pub(crate) entities: Vec<Named>,
    pub(crate) facts: Vec<Fact>,
    /// How many facts there are besides.
    pub(crate) more_facts: usize,
}

/// An entity that a text names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Named {
    pub(crate) id: EntityId,
    pub(crate) name: String,
    pub(crate) kind: &'static str,
}

#[derive(Template)]
#[template(path = "card.html")]
struct CardPage {
    card: Card,
}

#[derive(Template)]
#[template(path = "row.html")]
struct RowPage {
    card: Card,
}

/// One memory's card, for the script of a page that shows it.
pub(crate) async fn show(
    State(app): State<App>,
    person: SignedIn,
    Path(log): Path<String>,
    Asked(asked): Asked,
) -> Result<Response, Refusal> {
    let log = app.engine.log(person.user, id_of(&log)?).await?;
    let calendar = calendar(&app.engine, person.user).await?;
    let spaces = app.engine.spaces(person.user).await?;
    let telling = Telling {
        calendar: &calendar,
        spaces: &spaces,
    };
    let mut card = card(&app.engine, person.user, log, telling).await?;
    card.is_fresh = true;
    Ok(match asked.text("as") {
        "row" => page(StatusCode::OK, &RowPage { card }),
        _ => page(StatusCode::OK, &CardPage { card }),
    })
}

/// Tries a text again that has failed.
pub(crate) async fn retry(
    State(app): State<App>,
    person: SignedIn,
    Path(log): Path<String>,
    form: Filled,
) -> Result<Response, Refusal> {
    match app.engine.retry(person.user, id_of(&log)?).await {
        // It is being tried already: that is what was wanted.
        Ok(_) | Err(EngineError::Conflict { .. }) => Ok(back(&form, "retried")),
        Err(error) => Err(error.into()),
    }
}

/// Forgets a text.
pub(crate) async fn forget(
    State(app): State<App>,
    person: SignedIn,
    ClientAddress(address): ClientAddress,
    Path(log): Path<String>,
    form: Filled,
) -> Result<Response, Refusal> {
    app.engine
        .forget(person.user, id_of(&log)?, address)
        .await?;
    Ok(back(&form, "forgotten"))
}

/// The memory of a log.
pub(crate) async fn card(
    engine: &Engine,
    user: UserId,
    log: Log,
    telling: Telling<'_>,
) -> Result<Card, Refusal> {
    let view = match log.episode {
        Some(episode) => match engine.episode(user, episode).await {
            Ok(view) => Some(view),
            // It was forgotten since the log was read.
            Err(EngineError::NotFound { .. }) => None,
            Err(error) => return Err(error.into()),
        },
        None => None,
    };
    let (matter, body) = match without_front_matter(&log.text) {
        // Of a note with nothing else its properties are shown.
        (_, "") => (0, log.text.as_str()),
        parts => parts,
    };
    let shown: String = body.chars().take(SHOWN_CHARACTERS).collect();
    let is_cut = shown.len() < body.len();
    let marks = view.as_ref().map(marks).unwrap_or_default();
    let marks: Vec<Mark> = marks
        .into_iter()
        .filter_map(|mark| mark.earlier_by(matter))
        .collect();
    let path = view
        .as_ref()
        .map(|view| format!("/episodes/{}", view.episode.id));
    let now = engine.environment().now();
    Ok(Card {
        log: log.id,
        status: log.status,
        path,
        source: log.source,
        session: log.session.filter(|session| !session.is_empty()),
        space: telling.space(log.space),
        time: Moment(log.reference_time.instant()),
        accepted: log.accepted_at.as_microsecond(),
        pieces: pieces(&shown, &marks),
        is_cut,
        gist: beginning(body, GIST_CHARACTERS),
        called: called(body),
        understood: view
            .map(|view| understood(view, now, telling.calendar))
            .unwrap_or_default(),
        error: log.error,
        note: log.note,
        is_fresh: false,
    })
}

/// The memories of a page of logs, the newest first, and how many there are in all. Their texts are read a part at a time: of long ones
/// only the beginnings are kept.
pub(crate) async fn newest_cards(
    (engine, user): (&Engine, UserId),
    filter: &LogFilter,
    page: Page,
    telling: Telling<'_>,
) -> Result<(Vec<Card>, u64), Refusal> {
    let mut cards = Vec::new();
    loop {
        let shown = u32::try_from(cards.len()).unwrap_or(u32::MAX);
        let rest = Page {
            offset: page.offset.saturating_add(shown.into()),
            limit: page.limit.saturating_sub(shown),
        };
        let found = engine.newest_logs(user, filter, rest).await?;
        let read = found.items.len();
        for log in found.items {
            cards.push(card(engine, user, log, telling).await?);
        }
        let is_last = rest.offset.saturating_add(read as u64) >= found.total;
        if read == 0 || read >= rest.limit as usize || is_last {
            return Ok((cards, found.total));
        }
    }
}

/// What a text is called where it does not stand itself: its first words.
pub(crate) fn called(text: &str) -> String {
    beginning(text, CALLED_CHARACTERS)
}

/// The beginning of a text, on one line.
fn beginning(text: &str, characters: usize) -> String {
    let beginning: String = text.chars().take(characters).collect();
    beginning.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What is to be seen in a text that was understood.
pub(crate) fn marks(view: &EpisodeView) -> Vec<Mark> {
    let said = view
        .claims
        .iter()
        .filter(|(_, statement)| statement.is_some());
    let said = said.map(|(recorded, _)| Mark {
        range: recorded.claim.range,
        what: Seen::Said,
    });
    let text = recollect_model::CharText::new(&view.episode.body);
    let named = view
        .mentions
        .iter()
        .filter(|(mention, _)| is_shown(mention.kind, text.slice(mention.range)));
    let named = named.map(|(mention, entity)| Mark {
        range: CharRange { ..mention.range },
        what: Seen::Entity(entity.canonical(), mention.kind),
    });
    said.chain(named).collect()
}

/// The entities that an episode names, each once, in its order.
pub(crate) fn named(view: &EpisodeView) -> Vec<Named> {
    let mut named: Vec<Named> = Vec::new();
    for (mention, entity) in &view.mentions {
        let one = Named {
            id: entity.canonical(),
            name: entity.name.clone(),
            kind: mention.kind.as_str(),
        };
        let is_known = named.iter().any(|known| known.id == one.id);
        if !is_known && is_worth_a_name(mention.kind) {
            named.push(one);
        }
    }
    named
}

fn understood(view: EpisodeView, now: Timestamp, calendar: &Calendar) -> Understood {
    let mut entities = named(&view);
    entities.truncate(SHOWN_ENTITIES);
    let more_facts = view.statements.len().saturating_sub(SHOWN_FACTS);
    let facts = view.statements.into_iter().take(SHOWN_FACTS);
    Understood {
        entities,
        facts: facts
            .map(|known| Fact::known(known, now, calendar))
            .collect(),
        more_facts,
    }
}

/// Pronouns would put colour on every line, and values are no names.
fn is_shown(kind: EntityKind, word: &str) -> bool {
    let word = word.to_lowercase();
    is_worth_a_name(kind) && !PRONOUNS.contains(&word.as_str())
}

const fn is_worth_a_name(kind: EntityKind) -> bool {
    !matches!(kind, EntityKind::Date | EntityKind::Quantity)
}

/// Back to the page that a form was on, if it is one of the pages.
fn back(form: &Filled, done: &str) -> Response {
    let pages = ["/activity", "/"];
    let to = form.text("back");
    let to = pages
        .iter()
        .find(|page| **page == to)
        .unwrap_or(&"/activity");
    Redirect::to(&format!("{to}?done={done}")).into_response()
}

/// An id in a path; a text that can be none names nothing.
pub(crate) fn id_of<Id: std::str::FromStr>(text: &str) -> Result<Id, Refusal> {
    text.parse().map_err(|_| Refusal::NoSuchThing)
}
