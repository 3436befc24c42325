//! Fair turns: so many pieces of work at a time, so many of them one user's, and of those that wait one of each user
//! in rotation.
//!
//! However much one user asks for at once, another waits for one piece of it at most, beside the pieces under way.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use recollect_model::UserId;
use tokio::sync::oneshot;

/// The turns that there are. Cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct Turns(Arc<Mutex<Queue>>);

#[derive(Debug)]
struct Queue {
    free: usize,
    most_each: usize,
    users: HashMap<UserId, Of>,
    /// Whose turn is next: every user who waits, once.
    rotation: VecDeque<UserId>,
}

/// A user's turns.
#[derive(Debug, Default)]
struct Of {
    held: usize,
    waiting: VecDeque<oneshot::Sender<Turn>>,
}

/// A turn, which the next in line has when it is dropped.
#[derive(Debug)]
pub(crate) struct Turn(Option<(Turns, UserId)>);

impl Turns {
    /// So many at a time, and so many of one user.
    pub(crate) fn new(most: usize, most_each: usize) -> Self {
        Self(Arc::new(Mutex::new(Queue {
            free: most.max(1),
            most_each: most_each.max(1),
            users: HashMap::new(),
            rotation: VecDeque::new(),
        })))
    }

    /// Waits for a turn of this user. Whoever stops waiting gives up the place.
    pub(crate) async fn take(&self, user: UserId) -> Turn {
        let (give, given) = oneshot::channel();
        self.queue().join(user, give);
        self.pass_on();
        // The sender is dropped with the queue alone, which this call holds.
        given.await.unwrap_or(Turn(None))
    }

    /// Gives the turns that are free to those who are next and still wait.
    fn pass_on(&self) {
        loop {
            let Some((user, give)) = self.queue().next() else {
                return;
            };
            if let Err(mut turn) = give.send(Turn(Some((self.clone(), user)))) {
                // Nobody waits there any more: this turn was never had.
                turn.0 = None;
                self.queue().leave(user);
            }
        }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    fn join(&mut self, user: UserId, give: oneshot::Sender<Turn>) {
        let of = self.users.entry(user).or_default();
        of.waiting.push_back(give);
        if of.waiting.len() == 1 {
            self.rotation.push_back(user);
        }
    }

    /// Who is next and may have a turn, which is theirs then.
    fn next(&mut self) -> Option<(UserId, oneshot::Sender<Turn>)> {
        if self.free == 0 {
            return None;
        }
        let may = |user: &UserId| {
            self.users
                .get(user)
                .is_some_and(|of| of.held < self.most_each)
        };
        let user = self.rotation.iter().position(may)?;
        let user = self.rotation.remove(user)?;
        let of = self.users.get_mut(&user)?;
        let give = of.waiting.pop_front()?;
        of.held += 1;
        self.free -= 1;
        if !of.waiting.is_empty() {
            self.rotation.push_back(user);
        }
        Some((user, give))
    }

    /// A turn of this user has ended.
    fn leave(&mut self, user: UserId) {
        self.free += 1;
        if let Some(of) = self.users.get_mut(&user) {
            of.held = of.held.saturating_sub(1);
            if of.held == 0 && of.waiting.is_empty() {
                self.users.remove(&user);
            }
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if let Some((turns, user)) = self.0.take() {
            turns.queue().leave(user);
            turns.pass_on();
        }
    }
}
