//! How the schemas of bodies are put together.

use serde_json::Value;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{AllOf, AnyOf, Array, Object, OneOf, Schema, SchemaType, Type};

/// A schema with what it is for, and an example.
pub(super) fn described(
    mut schema: RefOr<Schema>,
    words: &[&str],
    example: Option<Value>,
) -> RefOr<Schema> {
    let words: Vec<&str> = words.iter().map(|line| line.trim()).collect();
    let words = Some(words.join("\n")).filter(|words| !words.is_empty());
    match &mut schema {
        RefOr::T(Schema::Object(object)) => {
            object.description = words;
            object.example = example;
        }
        RefOr::T(Schema::Array(array)) => {
            array.description = words;
            array.examples.extend(example);
        }
        RefOr::T(Schema::OneOf(choice)) => {
            choice.description = words;
            choice.examples.extend(example);
        }
        _ => {}
    }
    schema
}

/// The same, or `null`.
pub(super) fn nullable(mut schema: RefOr<Schema>) -> RefOr<Schema> {
    let null = Object::with_type(Type::Null);
    match &mut schema {
        RefOr::T(
            Schema::Object(Object {
                schema_type,
                enum_values: None,
                ..
            })
            | Schema::Array(Array { schema_type, .. }),
        ) => {
            if let SchemaType::Type(kind) = schema_type {
                *schema_type = SchemaType::from_iter([kind.clone(), Type::Null]);
            }
            schema
        }
        RefOr::T(Schema::OneOf(choice)) => {
            choice.items.push(null.into());
            schema
        }
        _ => OneOf::builder().item(schema).item(null).into(),
    }
}

/// A body of which at least one of the fields is given.
pub(super) fn with_one_of_its_fields(body: Object) -> Schema {
    let description = body.description.clone();
    let mut choices = AnyOf::builder();
    for (name, field) in &body.properties {
        if let RefOr::T(
            Schema::Object(Object { schema_type, .. }) | Schema::Array(Array { schema_type, .. }),
        ) = field
            && let SchemaType::Array(kinds) = schema_type
        {
            let given = Object::with_type(kinds[0].clone());
            let choice = Object::builder().property(name, given).required(name);
            choices = choices.item(choice);
        }
    }
    AllOf::builder()
        .item(Schema::Object(body))
        .item(Schema::AnyOf(choices.build()))
        .description(description)
        .into()
}
