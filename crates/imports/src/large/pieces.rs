//! The pieces of a JSON file: the elements of its lists of records, each within what is around them.

use super::json::{Member, Node, Within};
use super::{Cut, Piece, PieceSizes};

/// What lists of records are called, and what they are in. Other values are not cut.
const LISTS: [&str; 15] = [
    "chat",
    "chat_messages",
    "chats",
    "conversation",
    "conversations",
    "docs",
    "episodes",
    "items",
    "left_chats",
    "list",
    "logs",
    "memories",
    "messages",
    "results",
    "turns",
];
/// What tells of the records is at most so large a part of a piece.
const ABOUT_PART: u64 = 4;

/// Whether this is our own export, whose decisions need all of its texts.
pub(super) fn is_own(value: &Node) -> bool {
    let Within::Object(members) = &value.within else {
        return false;
    };
    let has = |name: &str| members.iter().any(|member| member.name == name);
    has("account") && has("logs")
}

/// The pieces of a value.
pub(super) fn of(value: &Node, sizes: PieceSizes) -> Cut {
    let mut cutting = Cutting {
        sizes,
        problems: Vec::new(),
    };
    Cut {
        pieces: cutting.pieces(value, "the file"),
        problems: cutting.problems,
    }
}

/// Whether a value of an object is cut.
fn is_cut(member: &Member, sizes: PieceSizes) -> bool {
    member.value.size() > sizes.usual && LISTS.contains(&member.name.as_str())
}

struct Cutting {
    sizes: PieceSizes,
    problems: Vec<String>,
}

impl Cutting {
    fn pieces(&mut self, node: &Node, place: &str) -> Vec<Piece> {
        match &node.within {
            Within::Object(members) if self.can_cut(members) => self.of_object(members),
            Within::List(_) => self.of_list(node),
            _ => self.whole(node, place).into_iter().collect(),
        }
    }

    /// A value as a piece of its own, if it is no larger than one may be.
    fn whole(&mut self, node: &Node, place: &str) -> Option<Piece> {
        if node.size() > self.sizes.most {
            let megabytes = node.size() / (1024 * 1024);
            let problem = format!(
                "{place} alone has {megabytes} MiB, which is more than an import takes; it is left out"
            );
            self.problems.push(problem);
            return None;
        }
        let mut piece = Piece::default();
        piece.add(node.start, node.end);
        Some(piece)
    }

    fn of_list(&mut self, node: &Node) -> Vec<Piece> {
        let Within::List(runs) = &node.within else {
            return Vec::new();
        };
        let mut before = 0;
        let mut found = Vec::with_capacity(runs.len());
        for run in runs {
            let pieces = match &run.large {
                Some(large) => self.pieces(large, &format!("record {}", before + 1)),
                None => {
                    let mut piece = Piece::default();
                    piece.add(run.start, run.end);
                    vec![piece]
                }
            };
            found.extend(pieces.into_iter().map(|inner| Piece {
                before,
                ..around("[", inner, "]")
            }));
            before += run.count;
        }
        found
    }

    /// Whether some of these can be cut, and what tells of them fits beside each piece.
    fn can_cut(&self, members: &[Member]) -> bool {
        let about = members
            .iter()
            .filter(|one| !is_cut(one, self.sizes) && !one.value.has_records);
        let size: u64 = about.map(|one| one.value.end - one.start).sum();
        members.iter().any(|one| is_cut(one, self.sizes)) && size <= self.sizes.usual / ABOUT_PART
    }

    fn of_object(&mut self, members: &[Member]) -> Vec<Piece> {
        let mut about = Piece::default();
        let mut others = Vec::new();
        for member in members {
            if is_cut(member, self.sizes) {
                continue;
            }
            match member.value.has_records {
                true => others.push(member),
                false => {
                    about.add(member.start, member.value.end);
                    about.say(",");
                }
            }
        }
        let (mut found, sizes) = (Vec::new(), self.sizes);
        for member in members.iter().filter(|member| is_cut(member, sizes)) {
            let place = format!("\"{}\"", member.name);
            for inner in self.pieces(&member.value, &place) {
                let mut begun = Piece {
                    before: inner.before,
                    ..about.clone()
                };
                // Other records come once.
                for other in others.drain(..) {
                    self.add_other(&mut begun, other);
                }
                begun.add(member.start, member.value.start);
                begun.segments.extend(inner.segments);
                found.push(around("{", begun, "}"));
            }
        }
        found
    }

    fn add_other(&mut self, piece: &mut Piece, other: &Member) {
        if piece.size() + other.value.size() > self.sizes.most / 2 {
            let problem = format!("\"{}\" is left out: it is too large", other.name);
            return self.problems.push(problem);
        }
        piece.add(other.start, other.value.end);
        piece.say(",");
    }
}

fn around(open: &str, inner: Piece, close: &str) -> Piece {
    let mut piece = Piece {
        before: inner.before,
        ..Piece::default()
    };
    piece.say(open);
    piece.segments.extend(inner.segments);
    piece.say(close);
    piece
}
