//! What tells that something was said: words that are looked for once it is forgotten.
//!
//! Markers are names, facts and stretches of words of what is to be forgotten, read before that. What is still said
//! elsewhere is no marker of it ([`Engine::telling`]). They are texts as they were written, and the same in lower
//! case; what is too short to be told from chance in a large file is left out. Whoever has markers never shows them.

use std::collections::BTreeSet;
use std::io::Read;

use aho_corasick::AhoCorasick;
use recollect_model::{LabelFilter, Log, LogId, SpaceId, UserId};
use recollect_storage::Page;

use crate::{Engine, EngineError, ExportFrom, ExportPart, Sought};

/// The fewest bytes of a marker: a file of a gigabyte has a given one of so many by chance once in thousands of files.
const MIN_BYTES: usize = 8;
/// Words that stand together in a text, and are a marker together.
const STRETCH: usize = 3;
/// So many are looked for.
const MAX_MARKERS: usize = 200;
/// So many are gathered, of which some may be said elsewhere.
const MAX_GATHERED: usize = 10_000;
/// Logs read at a time.
const LOGS: u32 = 200;

/// What is to be forgotten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Forgettable {
    /// The text that a log follows.
    Text(LogId),
    /// A space with everything in it.
    Space(SpaceId),
    /// All that an account has, and the account.
    Account,
}

/// Words that only what is forgotten has.
pub struct Markers {
    words: Vec<String>,
    sought: AhoCorasick,
}

impl std::fmt::Debug for Markers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Markers({})", self.words.len())
    }
}

impl Markers {
    fn of(words: Vec<String>) -> Self {
        let lower = words.iter().map(|word| word.to_lowercase());
        let patterns: Vec<String> = words.iter().cloned().chain(lower).collect();
        let sought = AhoCorasick::new(patterns);
        Self {
            sought: sought.expect("some thousand short texts can be looked for"),
            words,
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.words.len()
    }

    /// How often any of them is found in these bytes.
    pub fn found_in(&self, bytes: impl Read) -> std::io::Result<u64> {
        let mut found = 0;
        for one in self.sought.stream_find_iter(bytes) {
            one?;
            found += 1;
        }
        Ok(found)
    }

    /// Leaves out those that a text has.
    fn leave_out(&self, text: &str, said: &mut BTreeSet<usize>) {
        let found = self.sought.find_overlapping_iter(text);
        said.extend(found.map(|one| one.pattern().as_usize() % self.words.len()));
    }
}

impl Engine {
    /// Whose the text is that a log follows, for whoever runs the service.
    pub async fn owner_of_text(&self, log: LogId) -> Result<UserId, EngineError> {
        let owner = self.store.owner_of_log(log).await?;
        owner.ok_or(EngineError::not_found(Sought::Log))
    }

    /// Whose a space is, for whoever runs the service.
    pub async fn owner_of_space(&self, space: SpaceId) -> Result<UserId, EngineError> {
        let owner = self.store.owner_of_space(space).await?;
        owner.ok_or(EngineError::not_found(Sought::Space))
    }

    /// Words of what is to be forgotten; those that are said elsewhere, too, are among them.
    pub async fn markers(&self, user: UserId, of: Forgettable) -> Result<Markers, EngineError> {
        let mut gathered = BTreeSet::new();
        match of {
            Forgettable::Text(log) => {
                let log = self.log(user, log).await?;
                self.gather(user, &log, &mut gathered).await?;
            }
            Forgettable::Space(_) | Forgettable::Account => {
                let mut after = 0;
                loop {
                    let all = LabelFilter::default();
                    let logs = self.store.logs_after(user, after, &all, LOGS).await?;
                    let Some((last, _)) = logs.last() else { break };
                    after = *last;
                    for (_, log) in logs {
                        let log = self.log(user, log).await?;
                        let is_meant = match of {
                            Forgettable::Space(space) => log.space == space,
                            _ => true,
                        };
                        if is_meant && gathered.len() < MAX_GATHERED {
                            self.gather(user, &log, &mut gathered).await?;
                        }
                    }
                }
            }
        }
        if of == Forgettable::Account {
            let account = self.account(user).await?;
            gathered.extend([account.email.as_str().to_owned(), account.name]);
            let webhooks = self.store.webhooks(user, Page::first(LOGS)).await?;
            gathered.extend(webhooks.items.into_iter().map(|webhook| webhook.url));
        }
        gathered.retain(|words| words.len() >= MIN_BYTES);
        Ok(Markers::of(gathered.into_iter().collect()))
    }

    /// Words of a text and of what was understood of it.
    async fn gather(
        &self,
        user: UserId,
        log: &Log,
        into: &mut BTreeSet<String>,
    ) -> Result<(), EngineError> {
        into.extend(log.text.lines().flat_map(stretches));
        into.extend(log.external_id.clone());
        let Some(episode) = log.episode else {
            return Ok(());
        };
        let understood = self.episode(user, episode).await?;
        let facts = understood.statements.into_iter();
        into.extend(facts.map(|known| known.statement.fact));
        for (_, entity) in understood.mentions {
            into.extend(entity.name.split_whitespace().map(str::to_owned));
            into.insert(entity.name);
        }
        Ok(())
    }

    /// The markers that nothing has which is still there, at most [`MAX_MARKERS`] of them, from everywhere among them. It
    /// reads every text of every account, and shows nobody anything.
    pub async fn telling(&self, markers: Markers) -> Result<Markers, EngineError> {
        let mut said = BTreeSet::new();
        if markers.count() > 0 {
            for account in self.store.accounts_overview().await? {
                let mut from = ExportFrom::default();
                loop {
                    let all = LabelFilter::default();
                    let (part, next) = self.export(account.user, from, &all).await?;
                    for text in texts(&part) {
                        markers.leave_out(text, &mut said);
                    }
                    let Some(next) = next else { break };
                    from = next;
                }
            }
        }
        let words = markers.words.into_iter().enumerate();
        let words = words.filter(|(number, _)| !said.contains(number));
        let words: Vec<String> = words.map(|(_, word)| word).collect();
        let step = words.len().div_ceil(MAX_MARKERS).max(1);
        Ok(Markers::of(words.into_iter().step_by(step).collect()))
    }
}

/// Words that stand together in a line.
fn stretches(line: &str) -> Vec<String> {
    let words: Vec<&str> = line.split(' ').collect();
    let stretches = words.windows(STRETCH);
    let whole = stretches.filter(|words| words.iter().all(|word| !word.is_empty()));
    whole.map(|words| words.join(" ")).collect()
}

/// What a part of an export says.
fn texts(part: &ExportPart) -> Vec<&str> {
    match part {
        ExportPart::Account(account) => vec![account.email.as_str(), &account.name],
        ExportPart::Spaces(spaces) => spaces.iter().map(|space| space.name.as_str()).collect(),
        ExportPart::Logs(logs) => {
            let texts = logs
                .iter()
                .map(|log| [log.text.as_str(), &log.request, &log.source]);
            texts.flatten().collect()
        }
        ExportPart::Entities(entities) => {
            let names = entities.iter().flat_map(|view| {
                let others = view.aliases.iter().map(|alias| &alias.entity);
                others.chain([&view.entity])
            });
            names.map(|listed| listed.entity.name.as_str()).collect()
        }
        ExportPart::Statements(statements) => {
            let facts = statements.iter();
            facts.map(|known| known.statement.fact.as_str()).collect()
        }
        ExportPart::Decisions(_) | ExportPart::Names(_) => Vec::new(),
        ExportPart::Audit(entries) => entries.iter().map(|entry| entry.subject.as_str()).collect(),
    }
}
