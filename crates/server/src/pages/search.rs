//! Searching: the form, and what was found. The results alone are a page of their own, for the script that asks as
//! one types.

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use recollect_engine::{FoundAnswer, FoundBy, FoundEpisode, Query};
use recollect_model::{
    Calendar, CharRange, EntityId, EpisodeId, LabelFilter, LogStatus, ReferenceTime, Space,
    StatementId,
};

use super::card::{called, id_of};
use super::fact::{Fact, Scale, draw_lines};
use super::filled::{Asked, Filled};
use super::moment::{Moment, calendar, held};
use super::page;
use super::refusal::{Refusal, complaint};
use super::shell::Shell;
use super::words::{Mark, Piece, matches, pieces};
use crate::http::App;
use crate::http::session::SignedIn;

/// So many results are shown.
const SHOWN: usize = 10;
/// So many facts.
const SHOWN_FACTS: usize = 8;
/// Fewer words do not tell their language.
pub(crate) const TELLING_WORDS: usize = 4;
/// Of a long text, so many characters before and after the passage that matches.
const AROUND: u32 = 160;

#[derive(Template)]
#[template(path = "search.html")]
struct SearchPage {
    shell: Shell,
    spaces: Vec<Space>,
    question: Question,
    results: Results,
}

#[derive(Template)]
#[template(path = "results.html")]
struct ResultsPage {
    results: Results,
}

/// The form as it was filled in.
#[derive(Debug)]
struct Question {
    text: String,
    space: String,
    session: String,
    from: String,
    until: String,
    as_of: String,
    is_filtered: bool,
}

/// What was found.
#[derive(Debug, Default)]
struct Results {
    is_asked: bool,
    problem: String,
    answer: Option<Answer>,
    /// Whether it asks something that nobody said for certain.
    is_open: bool,
    /// Whether it is in a language in which questions are not understood.
    is_foreign: bool,
    hits: Vec<Hit>,
    /// The facts by whom they are about.
    subjects: Vec<Subject>,
    scale: Option<Scale>,
}

/// Facts about one entity.
#[derive(Debug)]
struct Subject {
    id: EntityId,
    name: String,
    relations: Vec<Relation>,
}

/// Facts of one relation.
#[derive(Debug)]
struct Relation {
    name: String,
    facts: Vec<Fact>,
}

/// What the question asks for.
#[derive(Debug)]
struct Answer {
    text: String,
    /// The words that say so.
    quote: String,
    episode: EpisodeId,
    said_at: Moment,
    /// The first of the statements that say so.
    statement: Option<StatementId>,
    before: Vec<Before>,
}

/// What was so before.
#[derive(Debug)]
struct Before {
    what: String,
    when: String,
}

/// A memory that matches.
#[derive(Debug)]
struct Hit {
    id: EpisodeId,
    called: String,
    /// What the link to it says.
    open: &'static str,
    pieces: Vec<Piece>,
    is_cut: bool,
    source: String,
    session: Option<String>,
    time: Moment,
    why: Vec<&'static str>,
    status: &'static str,
    /// What is told of it when it is not processed.
    waits: Option<&'static str>,
}

/// The page.
pub(crate) async fn show(
    State(app): State<App>,
    person: SignedIn,
    Asked(asked): Asked,
) -> Result<Response, Refusal> {
    let shell = Shell::of(&app.engine, person, "search")
        .await?
        .after(&asked);
    let spaces = app.engine.spaces(person.user).await?;
    let results = find(&app, person, &asked).await?;
    let question = Question::of(&asked);
    if !results.is_asked {
        // By the time the question is written, the first search after a start need not wait for the index.
        tokio::spawn(async move {
            if let Err(error) = app.engine.prepare_recall(person.user).await {
                tracing::debug!("a search was not prepared: {error}");
            }
        });
    }
    Ok(page(
        StatusCode::OK,
        &SearchPage {
            shell,
            spaces,
            question,
            results,
        },
    ))
}

/// The results alone.
pub(crate) async fn results(
    State(app): State<App>,
    person: SignedIn,
    Asked(asked): Asked,
) -> Result<Response, Refusal> {
    let results = find(&app, person, &asked).await?;
    Ok(page(StatusCode::OK, &ResultsPage { results }))
}

async fn find(app: &App, person: SignedIn, asked: &Filled) -> Result<Results, Refusal> {
    let Some(text) = asked.some("q") else {
        return Ok(Results::default());
    };
    let now = app.engine.environment().now();
    let calendar = asked.calendar(&calendar(&app.engine, person.user).await?);
    // "Yesterday" in the question is the person's.
    let query = query(asked, text, calendar.written(now), &calendar)?;
    let found = match app.engine.recall(person.user, query).await {
        Ok(found) => found,
        Err(error) => {
            let (_, problem) = complaint(error)?;
            return Ok(Results {
                is_asked: true,
                problem,
                ..Results::default()
            });
        }
    };
    let facts = found.facts.into_iter().take(SHOWN_FACTS);
    let mut facts: Vec<Fact> = facts
        .map(|found| Fact::found(found, now, &calendar))
        .collect();
    Ok(Results {
        is_asked: true,
        problem: String::new(),
        is_open: found.answer.is_none() && is_question(text),
        is_foreign: text.split_whitespace().count() >= TELLING_WORDS
            && !app.engine.understands(text),
        answer: found.answer.map(|found| Answer::of(found, &calendar)),
        scale: draw_lines(&mut facts, now, &calendar),
        subjects: by_subject(facts),
        hits: found
            .episodes
            .into_iter()
            .map(|hit| Hit::of(hit, text))
            .collect(),
    })
}

/// The facts by whom they are about and what they say of them; what matches best goes first.
fn by_subject(mut facts: Vec<Fact>) -> Vec<Subject> {
    facts.sort_by_key(|fact| !fact.decided.is_corrected);
    let mut subjects: Vec<Subject> = Vec::new();
    for fact in facts {
        let (id, name) = fact.subject.clone();
        let known = subjects.iter().position(|subject| subject.id == id);
        let place = known.unwrap_or_else(|| {
            subjects.push(Subject {
                id,
                name,
                relations: Vec::new(),
            });
            subjects.len() - 1
        });
        let relations = &mut subjects[place].relations;
        let known = relations
            .iter_mut()
            .find(|relation| relation.name == fact.kind_of_relation);
        match known {
            Some(relation) => relation.facts.push(fact),
            None => relations.push(Relation {
                name: fact.kind_of_relation.clone(),
                facts: vec![fact],
            }),
        }
    }
    // What the person has put right stands first, what holds above what held; otherwise the order is that of the search.
    for relation in subjects
        .iter_mut()
        .flat_map(|subject| &mut subject.relations)
    {
        relation
            .facts
            .sort_by_key(|fact| (!fact.decided.is_corrected, fact.is_over));
    }
    subjects
}

/// Whether it asks for something, and does not only name what to look for.
fn is_question(text: &str) -> bool {
    const ASKING: [&str; 16] = [
        "who", "whom", "whose", "what", "when", "where", "which", "why", "how", "is", "are", "was",
        "were", "do", "does", "did",
    ];
    let first = text.split_whitespace().next().unwrap_or_default();
    let first = first.trim_end_matches("'s").to_lowercase();
    text.trim_end().ends_with('?') || ASKING.contains(&first.as_str())
}

fn query(
    asked: &Filled,
    text: &str,
    now: ReferenceTime,
    calendar: &Calendar,
) -> Result<Query, Refusal> {
    Ok(Query {
        labels: LabelFilter::default(),
        text: text.to_owned(),
        spaces: asked
            .some("space")
            .map(id_of)
            .transpose()?
            .into_iter()
            .collect(),
        session: asked.some("session").map(str::to_owned),
        limit: SHOWN,
        reference_time: now,
        from: asked.instant("from", calendar),
        until: asked.end_of_day("until", calendar),
        valid_at: asked.end_of_day("as_of", calendar),
        recorded_at: None,
        include_invalidated: asked.text("as_of").is_empty(),
        tells_together: false,
        score_threshold: None,
        min_results: 0,
        rerank: None,
    })
}

impl Question {
    fn of(asked: &Filled) -> Self {
        let filters = ["space", "session", "from", "until", "as_of"];
        Self {
            text: asked.text("q").to_owned(),
            space: asked.text("space").to_owned(),
            session: asked.text("session").to_owned(),
            from: asked.text("from").to_owned(),
            until: asked.text("until").to_owned(),
            as_of: asked.text("as_of").to_owned(),
            is_filtered: filters.iter().any(|filter| !asked.text(filter).is_empty()),
        }
    }
}

impl Answer {
    fn of(found: FoundAnswer, calendar: &Calendar) -> Self {
        let before = found.before.into_iter().map(|earlier| Before {
            what: earlier.fact,
            when: held(
                calendar,
                (earlier.valid_at, Some(earlier.invalid_at)),
                false,
                earlier.precision,
            ),
        });
        Self {
            before: before.collect(),
            statement: found.statements.first().copied(),
            text: found.text,
            quote: found.quote.words.trim().to_owned(),
            episode: found.quote.episode,
            said_at: Moment(found.quote.said_at.instant()),
        }
    }
}

impl Hit {
    fn of(hit: FoundEpisode, question: &str) -> Self {
        let body = &hit.episode.body;
        let length = u32::try_from(body.chars().count()).unwrap_or(u32::MAX);
        let shown = CharRange {
            start: hit.range.start.saturating_sub(AROUND),
            end: hit.range.end.saturating_add(AROUND).min(length),
        };
        // What is left out must be worth leaving out.
        let shown = match length <= 3 * AROUND {
            true => CharRange {
                start: 0,
                end: length,
            },
            false => shown,
        };
        let part = recollect_model::CharText::new(body).slice(shown).to_owned();
        let marks: Vec<Mark> = matches(&part, question);
        let session = hit.episode.session.filter(|session| !session.is_empty());
        let open = match (hit.status, &session) {
            (LogStatus::Completed, None) => "Open",
            (LogStatus::Completed, Some(_)) => "Open, with what was said around it",
            _ => "Open, and see what becomes of it",
        };
        Self {
            id: hit.episode.id,
            called: called(&part),
            open,
            pieces: pieces(&part, &marks),
            is_cut: part.len() < body.len(),
            source: hit.episode.source,
            session,
            time: Moment(hit.episode.reference_time.instant()),
            why: why(hit.found_by),
            status: hit.status.as_str(),
            waits: match hit.status {
                LogStatus::Completed => None,
                LogStatus::Pending | LogStatus::Processing => Some("not processed yet"),
                LogStatus::Failed => Some("could not be processed"),
            },
        }
    }
}

fn why(by: FoundBy) -> Vec<&'static str> {
    let ways = [
        (by.words, "the same words"),
        (by.vectors, "a similar meaning"),
        (by.graph, "someone or something you named"),
        (by.time, "the time you asked about"),
        (by.session, "what was said just before or after"),
    ];
    let ways = ways.into_iter().filter(|(found, _)| *found);
    ways.map(|(_, why)| why).collect()
}
