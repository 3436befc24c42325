//! Reading the graph over the interface: the one place that knows what its replies look like.

use recollect_bench::annotation::{entity_of, written};
use recollect_language::EntityRef;
use serde_json::Value;

use crate::client::Client;
use crate::failure::Failure;

/// An entity as the interface lists it.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub(crate) id: String,
    pub(crate) names: Vec<String>,
    pub(crate) kind: String,
}

/// What a question is put to: a relation of an entity at a time, as it was known at another.
#[derive(Debug)]
pub(crate) struct Asked<'a> {
    pub(crate) relation: &'a str,
    pub(crate) valid_at: &'a str,
    pub(crate) recorded_at: Option<&'a str>,
}

impl Client {
    /// The entity of a space that is called so: a name, `owner`, or a role such as `owner's mother`; `None` when
    /// there is none.
    pub(crate) async fn entity(&self, space: &str, called: &str) -> Result<Option<Node>, Failure> {
        match entity_of(called) {
            EntityRef::Owner => {
                let nodes = self.entities(space, "").await?;
                Ok(nodes.into_iter().find(|node| node.kind == "owner"))
            }
            EntityRef::Named(name) => {
                let nodes = self.entities(space, &name).await?;
                match named(nodes.clone(), &name) {
                    Some(node) => Ok(Some(node)),
                    None => self.by_alias(&nodes, &name).await,
                }
            }
            EntityRef::Role { role, of } => {
                let nodes = self.entities(space, &role).await?;
                let whole = written(&EntityRef::Role {
                    role: role.clone(),
                    of,
                });
                let mine = format!("my {role}");
                let is_it = |node: &Node, name: &str| {
                    node.names
                        .iter()
                        .any(|known| known.eq_ignore_ascii_case(name))
                };
                let found = [&whole, &mine, &role]
                    .into_iter()
                    .find_map(|name| nodes.iter().find(|node| is_it(node, name)))
                    .or_else(|| {
                        let ends = |node: &&Node| {
                            node.names
                                .iter()
                                .any(|known| known.ends_with(&format!(" {role}")))
                        };
                        nodes.iter().find(ends)
                    });
                Ok(found.cloned())
            }
        }
    }

    /// The first of these entities that has another name which is this.
    async fn by_alias(&self, nodes: &[Node], name: &str) -> Result<Option<Node>, Failure> {
        for node in nodes {
            let reply = self
                .get(&format!("/api/v1/entities/{}", node.id), &[])
                .await?;
            let mut aliases = reply["aliases"].as_array().into_iter().flatten();
            let is_it = |alias: &Value| {
                let known = alias["name"].as_str().unwrap_or_default();
                known.to_lowercase() == name.to_lowercase()
            };
            if aliases.any(is_it) {
                return Ok(Some(node.clone()));
            }
        }
        Ok(None)
    }

    async fn entities(&self, space: &str, query: &str) -> Result<Vec<Node>, Failure> {
        let mut parameters = vec![("spaceId", space), ("limit", "100")];
        if !query.is_empty() {
            parameters.push(("query", query));
        }
        let reply = self.get("/api/v1/entities", &parameters).await?;
        let listed = reply["entities"]
            .as_array()
            .ok_or("the reply lists no entities")?;
        Ok(listed.iter().filter_map(node).collect())
    }

    /// The objects of the statements that hold: neither denied, nor wished or planned, nor only somebody's word.
    pub(crate) async fn objects(
        &self,
        entity: &Node,
        asked: &Asked<'_>,
    ) -> Result<Vec<String>, Failure> {
        let mut parameters = vec![
            ("relation", asked.relation),
            ("validAt", asked.valid_at),
            ("limit", "100"),
        ];
        if let Some(time) = asked.recorded_at {
            parameters.push(("recordedAt", time));
        }
        let path = format!("/api/v1/entities/{}/statements", entity.id);
        let reply = self.get(&path, &parameters).await?;
        let listed = reply["statements"]
            .as_array()
            .ok_or("the reply lists no statements")?;
        let mut objects: Vec<String> = listed
            .iter()
            .filter(|statement| holds(statement, asked.relation))
            .filter_map(|statement| other_side(statement, entity))
            .collect();
        objects.sort();
        objects.dedup();
        Ok(objects)
    }
}

fn named(nodes: Vec<Node>, name: &str) -> Option<Node> {
    let is_called = |node: &Node| {
        node.names
            .iter()
            .any(|known| known.to_lowercase() == name.to_lowercase())
    };
    nodes.into_iter().find(is_called)
}

fn node(entity: &Value) -> Option<Node> {
    let mut names: Vec<String> = vec![entity["name"].as_str()?.to_owned()];
    let aliases = entity["aliases"].as_array().into_iter().flatten();
    names.extend(aliases.filter_map(|alias| {
        alias
            .as_str()
            .or_else(|| alias["name"].as_str())
            .map(str::to_owned)
    }));
    Some(Node {
        id: entity["id"].as_str()?.to_owned(),
        names,
        kind: entity["kind"].as_str().unwrap_or_default().to_owned(),
    })
}

fn holds(statement: &Value, relation: &str) -> bool {
    statement["relation"] == relation
        && statement["isNegated"] != true
        && statement["modality"]
            .as_str()
            .is_none_or(|modality| modality == "actual")
        && statement["attributedTo"].is_null()
}

/// The end of a statement that is not the entity that was asked about: its subject where the relation is symmetric.
fn other_side(statement: &Value, entity: &Node) -> Option<String> {
    let is_subject = statement["object"]["id"].as_str() != Some(&entity.id);
    let side = &statement[if is_subject { "object" } else { "subject" }];
    let words = side
        .as_str()
        .or_else(|| side["name"].as_str())
        .or_else(|| side["value"].as_str());
    words.map(str::to_owned)
}
