//! The graph in a file.

use std::io::{self, Write};

use recollect_model::{EntityId, EntityKind, StatementId};

use super::{Decoder, Encoder, refused};
use crate::graph::{EntityEntry, Graph, StatementEntry};
use crate::words::WordIndex;

/// Stands for no entity.
const NONE: u32 = u32::MAX;

impl Graph {
    pub(super) fn write<W: Write, F: Fn() -> bool>(
        &self,
        out: &mut Encoder<W, F>,
    ) -> io::Result<()> {
        out.count(self.entities().len())?;
        for entity in self.entities() {
            write_entity(entity, out)?;
        }
        out.count(self.wholes().len())?;
        for (&part, &whole) in self.wholes() {
            out.u32(part)?;
            out.u32(whole)?;
        }
        let relations = self.relations_in_use();
        out.count(relations.len())?;
        for relation in relations {
            out.text(relation.unwrap_or_default())?;
        }
        out.count(self.statements().len())?;
        for statement in self.statements() {
            out.u8(u8::from(statement.alive))?;
            if statement.alive {
                write_statement(statement, out)?;
            }
        }
        self.words().write(out)
    }

    pub(super) fn read(input: &mut Decoder<'_>) -> io::Result<Self> {
        let entities = input.list(read_entity)?;
        let wholes = input.list(|input| Ok((input.u32()?, input.u32()?)))?;
        let relations = input.list(|input| {
            let name = input.text()?;
            Ok((!name.is_empty()).then(|| name.into_boxed_str()))
        })?;
        let statements = input.list(|input| {
            let alive = input.u8()? != 0;
            alive.then(|| read_statement(input)).transpose()
        })?;
        let words = WordIndex::read(input)?;
        let known = |entity: u32| (entity as usize) < entities.len();
        let fits = |statement: &StatementEntry| {
            statement.ends().all(known) && (statement.relation as usize) < relations.len()
        };
        let all_fit = statements.iter().flatten().all(fits)
            && wholes
                .iter()
                .all(|&(part, whole)| known(part) && known(whole))
            && words.appended() == statements.len();
        if !all_fit {
            return Err(refused("a statement belongs nowhere"));
        }
        Ok(Self::restored(
            entities, wholes, relations, statements, words,
        ))
    }
}

fn write_entity<W: Write, F: Fn() -> bool>(
    entity: &EntityEntry,
    out: &mut Encoder<W, F>,
) -> io::Result<()> {
    out.u128(entity.id.as_u128())?;
    match &entity.known_as {
        None => out.text("")?,
        Some((kind, names)) => {
            out.text(kind.as_str())?;
            out.count(names.len())?;
            names.iter().try_for_each(|name| out.text(name))?;
        }
    }
    out.numbers(&entity.spoken)?;
    out.numbers(&entity.mentioned)?;
    out.numbers(&entity.statements)
}

fn read_entity(input: &mut Decoder<'_>) -> io::Result<EntityEntry> {
    let id = EntityId::from_u128(input.u128()?);
    let kind = input.text()?;
    let known_as = if kind.is_empty() {
        None
    } else {
        let kind = EntityKind::from_name(&kind).ok_or_else(|| refused("a kind is none"))?;
        Some((kind, input.list(Decoder::text)?))
    };
    Ok(EntityEntry {
        id,
        known_as,
        spoken: input.numbers()?,
        mentioned: input.numbers()?,
        statements: input.numbers()?,
    })
}

fn write_statement<W: Write, F: Fn() -> bool>(
    statement: &StatementEntry,
    out: &mut Encoder<W, F>,
) -> io::Result<()> {
    out.u128(statement.id.as_u128())?;
    out.u32(statement.subject)?;
    out.u32(statement.relation)?;
    out.u32(statement.object.unwrap_or(NONE))?;
    out.optional_time(statement.valid_at)?;
    out.optional_time(statement.invalid_at)?;
    out.numbers(&statement.evidence)?;
    out.bytes(&statement.words_hash.to_le_bytes())
}

fn read_statement(input: &mut Decoder<'_>) -> io::Result<StatementEntry> {
    Ok(StatementEntry {
        id: StatementId::from_u128(input.u128()?),
        subject: input.u32()?,
        relation: input.u32()?,
        object: Some(input.u32()?).filter(|&object| object != NONE),
        valid_at: input.optional_time()?,
        invalid_at: input.optional_time()?,
        evidence: input.numbers()?,
        alive: true,
        words_hash: u64::from_le_bytes(input.array()?),
    })
}
