//! Indexes as files: read when they are beyond doubt, gone when what they hold is forgotten.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use recollect_engine::{Engine, Settings, Step};
use recollect_index::{IndexChanges, SpaceIndex};
use recollect_model::{Environment, LogId, Revision, SpaceId, UserId};
use recollect_sealing::SealedWriter;
use recollect_storage::{Database, Encryption, Faults, PostgresLimits, Store};
use tempfile::TempDir;

use crate::support::{query, scripted, text};

/// One person's memory that several nodes share, each with files of its own.
struct World {
    directory: TempDir,
    store: Store,
    user: UserId,
    space: SpaceId,
}

impl World {
    /// In a database that is not encrypted, where one can look into the files.
    async fn new() -> Self {
        let encryption = Encryption::beside(&Environment::system());
        Self::with(&encryption.not_of_new_databases()).await
    }

    async fn encrypted() -> Self {
        Self::with(&Encryption::beside(&Environment::system())).await
    }

    async fn with(encryption: &Encryption) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let database = Database::Sqlite {
            directory: directory.path().join("data"),
        };
        let limits = PostgresLimits::default();
        let store = Store::open_encrypted(&database, limits, Faults::none(), encryption);
        let store = store.await.unwrap();
        let email = "anna@example.com".parse().unwrap();
        let environment = Environment::system();
        let account = store.ensure_account(&email, "Anna", &environment);
        let user = account.await.unwrap().id;
        let space = store.default_space(user).await.unwrap().unwrap().id;
        Self {
            directory,
            store,
            user,
            space,
        }
    }

    /// A start of the node of this name.
    fn node(&self, name: &str) -> Engine {
        let settings = Settings {
            index_directory: Some(self.directory.path().join(name)),
            index_file_passages: 1,
            ..Settings::default()
        };
        Engine::new(
            self.store.clone(),
            scripted(),
            Environment::system(),
            settings,
        )
    }

    async fn remember(&self, node: &Engine, body: &str) -> LogId {
        let log = node.accept(self.user, text(None, body)).await.unwrap();
        while node.lanes().step().await.unwrap() != Step::Idle {}
        log
    }

    async fn found(&self, node: &Engine, words: &str) -> Vec<String> {
        let found = node.recall(self.user, query(words)).await.unwrap();
        let mut bodies: Vec<String> = found
            .episodes
            .into_iter()
            .map(|hit| hit.episode.body)
            .collect();
        bodies.sort();
        bodies
    }

    /// The position that the space has reached.
    async fn position(&self) -> (Revision, String) {
        let position = self.store.position(self.user, self.space).await;
        position.unwrap().unwrap()
    }

    /// The file of an index of one text, as a node that goes on keeps it.
    async fn kept(&self) -> Vec<u8> {
        let node = self.node("a");
        self.remember(&node, "kite one").await;
        self.found(&node, "kite").await;
        node.keep_indexes().await.unwrap();
        fs::read(self.file("a")).unwrap()
    }

    fn file(&self, node: &str) -> PathBuf {
        let of_user = self.directory.path().join(node).join(self.user.to_string());
        of_user.join(format!("{}.index", self.space))
    }

    fn bound_to(&self) -> String {
        format!("{} {} scripted/1 64", self.user, self.space)
    }

    /// The bytes of the file of an index that holds nothing and says that it is at this position.
    fn empty_file(&self, revision: Revision, mark: String, bound_to: &str) -> Vec<u8> {
        let mut index = SpaceIndex::new(64);
        let changes = IndexChanges {
            to: revision,
            mark,
            ..IndexChanges::default()
        };
        index.apply(changes).unwrap();
        let mut bytes = Vec::new();
        index.write_to(&mut bytes, bound_to, || false).unwrap();
        bytes
    }
}

/// The bytes as they are kept beside an encrypted database.
async fn sealed(world: &World, bytes: &[u8]) -> Vec<u8> {
    let sealer = world.store.index_sealer(world.user).await.unwrap().unwrap();
    let mut writer = SealedWriter::new(Vec::new(), &sealer, &world.bound_to());
    writer.write_all(bytes).unwrap();
    writer.finish().unwrap()
}

fn has(file: &Path, words: &str) -> bool {
    let bytes = fs::read(file).unwrap();
    bytes.windows(words.len()).any(|at| at == words.as_bytes())
}

#[tokio::test]
async fn a_large_index_is_kept_as_a_file_for_its_owner_alone() {
    let world = World::new().await;
    let node = world.node("a");
    world.remember(&node, "kite one").await;
    assert_eq!(world.found(&node, "kite").await, ["kite one"]);
    node.keep_indexes().await.unwrap();
    let file = world.file("a");
    assert!(has(&file, "kite"));
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&file), 0o600);
    assert_eq!(mode(file.parent().unwrap()), 0o700);
    assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 1);
    world.remember(&node, "kite two").await;
    let restarted = world.node("a");
    assert_eq!(
        world.found(&restarted, "kite").await,
        ["kite one", "kite two"]
    );
}

#[tokio::test]
async fn a_small_index_has_no_file() {
    let world = World::new().await;
    let settings = Settings {
        index_directory: Some(world.directory.path().join("a")),
        ..Settings::default()
    };
    let (store, language) = (world.store.clone(), scripted());
    let node = Engine::new(store, language, Environment::system(), settings);
    world.remember(&node, "kite one").await;
    assert_eq!(world.found(&node, "kite").await, ["kite one"]);
    node.stop().await;
    assert!(!world.file("a").exists());
}

#[tokio::test]
async fn a_start_goes_on_from_the_file_and_adds_what_came_since() {
    let world = World::new().await;
    let node = world.node("a");
    world.remember(&node, "kite one").await;
    world.found(&node, "kite").await;
    node.stop().await;
    let (revision, mark) = world.position().await;
    // The file says that there is nothing up to here, which shows that it is believed.
    let empty = world.empty_file(revision, mark, &world.bound_to());
    fs::write(world.file("a"), empty).unwrap();
    world.remember(&node, "kite two").await;
    assert_eq!(world.found(&world.node("a"), "kite").await, ["kite two"]);
}

#[tokio::test]
async fn a_file_in_doubt_is_thrown_away() {
    let world = World::new().await;
    let whole = world.kept().await;
    let (revision, mark) = world.position().await;
    let mut flipped = whole.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 4;
    let mut older = whole.clone();
    older[7] = b'0';
    let another_embedder = world.bound_to().replace("scripted/1", "scripted/2");
    let another_space = world
        .bound_to()
        .replace(&world.space.to_string(), "another");
    let doubtful = [
        ("cut short", whole[..middle].to_vec()),
        ("flipped", flipped),
        ("of an older version", older),
        ("empty", Vec::new()),
        (
            "of another embedder",
            world.empty_file(revision, mark.clone(), &another_embedder),
        ),
        (
            "of another space",
            world.empty_file(revision, mark.clone(), &another_space),
        ),
        (
            "of another history",
            world.empty_file(revision, "another".to_owned(), &world.bound_to()),
        ),
        (
            "ahead of a restored database",
            world.empty_file(Revision(revision.0 + 5), mark, &world.bound_to()),
        ),
    ];
    for (what, bytes) in doubtful {
        fs::write(world.file("a"), bytes).unwrap();
        let restarted = world.node("a");
        assert_eq!(
            world.found(&restarted, "kite").await,
            ["kite one"],
            "{what}"
        );
        assert!(!world.file("a").exists(), "{what}");
    }
}

#[tokio::test]
async fn forgetting_a_text_takes_it_out_of_the_file_before_the_answer() {
    let world = World::new().await;
    let node = world.node("a");
    let log = world.remember(&node, "a kestrel").await;
    world.remember(&node, "a kite").await;
    world.found(&node, "kite").await;
    node.keep_indexes().await.unwrap();
    assert!(has(&world.file("a"), "kestrel"));
    node.forget(world.user, log, None).await.unwrap();
    assert!(!world.file("a").exists());
    // The index in memory has not followed yet, and is not written as it is.
    node.keep_indexes().await.unwrap();
    assert!(!world.file("a").exists());
    assert_eq!(world.found(&node, "kestrel").await.len(), 0);
    node.keep_indexes().await.unwrap();
    assert!(has(&world.file("a"), "kite"));
    assert!(!has(&world.file("a"), "kestrel"));
}

#[tokio::test]
async fn what_another_node_forgets_goes_from_the_files_of_this_one() {
    let world = World::new().await;
    let (node, other) = (world.node("a"), world.node("b"));
    let log = world.remember(&node, "a kestrel").await;
    world.found(&node, "kestrel").await;
    node.keep_indexes().await.unwrap();
    other.forget(world.user, log, None).await.unwrap();
    node.keep_indexes().await.unwrap();
    assert!(!world.file("a").exists());
}

#[tokio::test]
async fn the_file_of_a_space_or_an_account_goes_with_it() {
    let world = World::new().await;
    let node = world.node("a");
    let other = node.create_space(world.user, "Other", None).await.unwrap();
    for space in [None, Some(other.id)] {
        let text = text(space, "a kite");
        node.accept(world.user, text).await.unwrap();
    }
    while node.lanes().step().await.unwrap() != Step::Idle {}
    assert_eq!(world.found(&node, "kite").await.len(), 2);
    node.keep_indexes().await.unwrap();
    let of_other = world
        .file("a")
        .with_file_name(format!("{}.index", other.id));
    assert!(of_other.exists());
    node.delete_space(world.user, other.id, None).await.unwrap();
    assert!(!of_other.exists() && world.file("a").exists());
    node.delete_account(world.user, "anna@example.com")
        .await
        .unwrap();
    assert!(!world.file("a").parent().unwrap().exists());
}

#[tokio::test]
async fn what_a_killed_process_left_behind_goes_and_what_is_not_ours_stays() {
    let world = World::new().await;
    let node = world.node("a");
    let of_user = world.file("a").parent().unwrap().to_owned();
    let elsewhere = world.directory.path().join("a").join("photos");
    fs::create_dir_all(&of_user).unwrap();
    fs::create_dir_all(&elsewhere).unwrap();
    let unfinished = of_user.join(format!("{}.1-0.new", world.space));
    let (photo, index) = (of_user.join("photo.jpg"), elsewhere.join("0.index"));
    for file in [&unfinished, &photo, &index] {
        fs::write(file, "half").unwrap();
    }
    node.keep_indexes().await.unwrap();
    assert!(!unfinished.exists());
    assert!(photo.exists() && index.exists());
}

#[tokio::test]
async fn beside_an_encrypted_database_a_file_has_none_of_its_words_and_is_gone_on_from() {
    let world = World::encrypted().await;
    let node = world.node("a");
    for word in ["kestrel", "kite", "kingfisher"] {
        world
            .remember(&node, &format!("a {word} over Lisbon"))
            .await;
    }
    assert_eq!(world.found(&node, "kestrel").await.len(), 1);
    node.stop().await;
    for word in ["kestrel", "kite", "kingfisher", "lisbon", "scripted"] {
        let bytes = fs::read(world.file("a")).unwrap().to_ascii_lowercase();
        let is_there = bytes.windows(word.len()).any(|at| at == word.as_bytes());
        assert!(!is_there, "{word}");
    }
    // The file says that there is nothing up to here, which shows that it is believed.
    let (revision, mark) = world.position().await;
    let empty = world.empty_file(revision, mark, &world.bound_to());
    fs::write(world.file("a"), sealed(&world, &empty).await).unwrap();
    world.remember(&node, "an eagle").await;
    let none: [&str; 0] = [];
    assert_eq!(world.found(&world.node("a"), "kite").await, none);
    assert_eq!(world.found(&world.node("a"), "eagle").await, ["an eagle"]);
}

#[tokio::test]
async fn beside_an_encrypted_database_a_file_in_clear_or_changed_is_thrown_away() {
    let world = World::encrypted().await;
    let whole = world.kept().await;
    let (revision, mark) = world.position().await;
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 4;
    let in_clear = world.empty_file(revision, mark, &world.bound_to());
    let doubtful = [
        ("in clear", in_clear),
        ("flipped", flipped),
        ("cut short", whole[..whole.len() / 2].to_vec()),
        ("shorter than a tag", whole[..9].to_vec()),
        ("empty", Vec::new()),
    ];
    for (what, bytes) in doubtful {
        fs::write(world.file("a"), bytes).unwrap();
        let restarted = world.node("a");
        let found = world.found(&restarted, "kite").await;
        assert_eq!(found, ["kite one"], "{what}");
        assert!(!world.file("a").exists(), "{what}");
    }
    // Whole again, it goes with the account.
    fs::write(world.file("a"), &whole).unwrap();
    let node = world.node("a");
    assert_eq!(world.found(&node, "kite").await, ["kite one"]);
    assert!(world.file("a").exists());
    let deleted = node.delete_account(world.user, "anna@example.com").await;
    deleted.unwrap();
    assert!(!world.file("a").parent().unwrap().exists());
}
