//! What the schemas of bodies say that an attribute cannot.

use serde_json::json;
use utoipa::openapi::Schema;
use utoipa::openapi::schema::{
    AdditionalProperties, AllOf, AnyOf, Array, ArrayBuilder, Object, OneOf, SchemaFormat,
    SchemaType, Type,
};

/// A text of one line, or none.
const ONE_LINE: &str = "^[^\\u0000-\\u001F\\u007F-\\u009F]*$";

/// The most tags that one list of a filter may name.
pub(super) const MAX_TAGS: usize = 100;

/// The most names of metadata in one list of a filter, and the most values of one of them.
pub(super) const MAX_METADATA: usize = 20;

/// Other names of a person.
pub(super) fn other_names() -> Schema {
    let name = Object::builder()
        .schema_type(Type::String)
        .max_length(Some(100))
        .pattern(Some(ONE_LINE));
    Array::builder()
        .schema_type(SchemaType::from_iter([Type::Array, Type::Null]))
        .items(name)
        .max_items(Some(20))
        .description(Some(
            "What else the person is called, in place of what was known; at most 20 names.",
        ))
        .examples([json!(["Anni", "Anna Berg"])])
        .into()
}

/// Names as a list, or in one text with something between them.
pub(super) fn names(description: &str, between: &str, examples: [serde_json::Value; 2]) -> Schema {
    let name = || Object::builder().schema_type(Type::String);
    let text = format!("With {between} between them.");
    OneOf::builder()
        .item(Array::builder().items(name()))
        .item(name().description(Some(text)))
        .item(Object::builder().schema_type(Type::Null))
        .description(Some(description))
        .examples(examples)
        .into()
}

/// The tags of a text that is sent.
pub(super) fn tags() -> Schema {
    let with_commas = Object::builder()
        .schema_type(Type::String)
        .pattern(Some("^([^,]{0,100},){0,49}[^,]{0,100}$"));
    OneOf::builder()
        .item(texts(50, Some(100)).description(Some("Each by itself.")))
        .item(with_commas.description(Some("With commas between them.")))
        .item(Object::builder().schema_type(Type::Null))
        .description(Some("What it is sorted by; at most 50."))
        .examples([json!(["home"])])
        .into()
}

/// Which tags are looked for.
pub(super) fn wanted_tags() -> Schema {
    let lists = LISTS
        .into_iter()
        .fold(Object::builder().schema_type(Type::Object), |lists, how| {
            lists.property(how, texts(MAX_TAGS, None))
        });
    OneOf::builder()
        .item(lists.additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(false))))
        .item(texts(MAX_TAGS, None))
        .item(Object::builder().schema_type(Type::Null))
        .description(Some(
            "Only texts with these tags: a list of which one is enough, or an object with `any`, `all` and `none`, each a list.",
        ))
        .examples([json!({ "any": ["home"], "none": ["draft"] })])
        .into()
}

/// Which metadata is looked for.
pub(super) fn wanted_metadata() -> Schema {
    let one = || {
        Object::builder().schema_type(SchemaType::from_iter([
            Type::String,
            Type::Number,
            Type::Boolean,
        ]))
    };
    let value: Schema = OneOf::builder()
        .item(one())
        .item(Array::builder().items(one()).max_items(Some(MAX_METADATA)))
        .into();
    let named = || {
        Object::builder()
            .schema_type(Type::String)
            .min_length(Some(1))
            .build()
    };
    let values = || {
        Object::builder()
            .schema_type(Type::Object)
            .additional_properties(Some(value.clone()))
            .property_names(Some(named()))
            .max_properties(Some(MAX_METADATA))
    };
    let lists = Object::builder().schema_type(SchemaType::from_iter([Type::Object, Type::Null]));
    LISTS
        .into_iter()
        .fold(lists, |lists, how| lists.property(how, values()))
        .additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(false)))
        .description(Some(
            "Only texts with this metadata: an object with `any`, `all` and `none`, each an object of names and values; a list of values means one of them.",
        ))
        .examples([json!({ "all": { "mood": "glad" } })])
        .into()
}

/// At most a hundred ids; their form cannot be said of a list's entries in an attribute.
pub(super) fn ids(description: &str) -> Schema {
    let id = Object::builder()
        .schema_type(Type::String)
        .format(Some(SchemaFormat::Custom("uuid".to_owned())));
    Array::builder()
        .schema_type(SchemaType::from_iter([Type::Array, Type::Null]))
        .items(id)
        .max_items(Some(100))
        .description(Some(description))
        .into()
}

/// A body of which at least one of these fields is given.
pub(super) fn with_one_of(body: Object, fields: &[(&str, Type)]) -> Schema {
    let description = body.description.clone();
    let choices = fields
        .iter()
        .fold(AnyOf::builder(), |choices, (name, kind)| {
            let given = Object::builder()
                .property(*name, Object::builder().schema_type(kind.clone()))
                .required(*name);
            choices.item(given)
        });
    AllOf::builder()
        .item(Schema::Object(body))
        .item(Schema::AnyOf(choices.build()))
        .description(description)
        .into()
}

/// How the lists of a filter are meant.
pub(super) const LISTS: [&str; 3] = ["any", "all", "none"];

fn texts(most: usize, max_length: Option<usize>) -> ArrayBuilder {
    let text = Object::builder()
        .schema_type(Type::String)
        .max_length(max_length);
    Array::builder().items(text).max_items(Some(most))
}
