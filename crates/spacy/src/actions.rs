//! The actions of a state machine, in the order in which its network scores them.

use crate::error::Damage;
use crate::msgpack;

/// The most actions of a package; the parser has 106.
const MAX_ACTIONS: usize = 10_000;

/// The moves and labels of the actions. Within a move, labels come in falling order of how often they were seen, then
/// of their spelling.
pub(crate) fn read_actions(file: &[u8]) -> Result<Vec<(usize, String)>, Damage> {
    let file = msgpack::read(file)?;
    let moves: serde_json::Value = serde_json::from_str(file.get("moves")?.text()?)
        .map_err(|error| Damage::new(error.to_string()))?;
    let moves = moves
        .as_object()
        .ok_or_else(|| Damage::new("the moves are no map"))?;
    let mut numbered = Vec::new();
    for (number, labels) in moves {
        let number: usize = number
            .parse()
            .map_err(|_| Damage::new("a move has no number"))?;
        let labels = labels
            .as_object()
            .ok_or_else(|| Damage::new("a move has no labels"))?;
        let mut labels: Vec<(i64, &str)> = labels
            .iter()
            .map(|(label, seen)| (seen.as_i64().unwrap_or(0), &**label))
            .collect();
        labels.sort_unstable();
        labels.reverse();
        numbered.push((number, labels));
    }
    numbered.sort_unstable();
    let actions: Vec<(usize, String)> = numbered
        .into_iter()
        .flat_map(|(number, labels)| {
            labels
                .into_iter()
                .map(move |(_, label)| (number, label.to_owned()))
        })
        .collect();
    if actions.is_empty() || actions.len() > MAX_ACTIONS {
        return Err(Damage::new("the number of actions is out of range"));
    }
    Ok(actions)
}
