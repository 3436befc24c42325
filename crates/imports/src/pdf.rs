//! PDF: the text of a document, put together again as it is read ([`pdf_layout`](crate::pdf_layout)).
//!
//! A file may ask whoever reads it for any amount of time, memory and stack. So [`pdf_text`] is for a process of its
//! own, with limits of its own; [`PdfReader`] is how the others ask for it. What is drawn as a picture is not read,
//! nor are notes and forms that lie on a page.

use std::fmt;
use std::sync::Arc;

use hayro_interpret::font::{Glyph, GlyphRun};
use hayro_interpret::hayro_cmap::{BfString, WritingMode};
use hayro_interpret::hayro_syntax::object::DateTime;
use hayro_interpret::hayro_syntax::page::Page;
use hayro_interpret::hayro_syntax::{LoadPdfError, Pdf};
use hayro_interpret::kurbo::{Affine, BezPath, Point, Rect, Vec2};
use hayro_interpret::{
    BlendMode, ClipPath, Context, Device, DrawMode, DrawProps, Image, ImageDrawProps,
    InterpreterCache, InterpreterSettings, RenderContent, SoftMask, interpret_page,
};
use recollect_model::{Labels, ReferenceTime};
use serde_json::{Map, Value};

use crate::pdf_layout::{Letters, PageText};
use crate::source::{Source, shortened, time_of};
use crate::{Found, notes};

/// So many bytes at the start of a file may come before its first mark.
const MARK_WITHIN: usize = 1_024;
/// Lengths of a font are counted in so many parts of its height.
const UNITS_PER_EM: f64 = 1_000.0;
/// A letter is so wide whose font does not say.
const UNITS_OF_A_LETTER: f64 = 500.0;
/// The longest title and name of an author, in characters.
const MAX_SAID: usize = 300;

/// What reads the text of PDF files, within limits of time and memory.
#[derive(Clone)]
pub struct PdfReader(Arc<Read>);

type Read = dyn Fn(&[u8]) -> Result<PdfText, String> + Send + Sync;

/// What is in a PDF file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PdfText {
    /// The text of all pages, an empty line between paragraphs.
    pub text: String,
    /// What it says of itself.
    pub title: Option<String>,
    /// Who wrote it.
    pub author: Option<String>,
    /// When it was changed last, or else written, ISO 8601.
    pub time: Option<String>,
}

impl PdfReader {
    /// Reads files by this function, which says in words why it cannot.
    pub fn new(read: impl Fn(&[u8]) -> Result<PdfText, String> + Send + Sync + 'static) -> Self {
        Self(Arc::new(read))
    }

    /// The text of this file; why it cannot be read, in words.
    pub fn read(&self, bytes: &[u8]) -> Result<PdfText, String> {
        (self.0)(bytes)
    }
}

impl fmt::Debug for PdfReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PdfReader")
    }
}

/// Whether this is a PDF file.
pub(crate) fn is_pdf(source: &Source<'_>) -> bool {
    let bytes = source.file.bytes.as_slice();
    let start = &bytes[..bytes.len().min(MARK_WITHIN)];
    let place = start.windows(5).position(|mark| mark == b"%PDF-");
    // A text that tells of the mark is a text.
    place.is_some_and(|place| place == 0 || source.file.name.to_lowercase().ends_with(".pdf"))
}

/// Reads a document.
pub(crate) fn read(source: &Source<'_>, found: &mut Found) {
    let name = &source.file.name;
    let Some(reader) = &source.options.read_pdf else {
        return found.problem(format!("{name}: PDF files are not read here"));
    };
    let pdf = match reader.read(&source.file.bytes) {
        Ok(pdf) => pdf,
        Err(error) => return found.problem(format!("{name}: {error}")),
    };
    let mut metadata = Map::new();
    for (name, said) in [("title", &pdf.title), ("author", &pdf.author)] {
        if let Some(said) = said {
            metadata.insert(name.to_owned(), Value::from(said.as_str()));
        }
    }
    let time = pdf.time.map(Value::from);
    let time: Option<ReferenceTime> = time_of(time.as_ref(), &source.options.calendar);
    let labels = Labels::new(Vec::new(), metadata);
    let document = notes::document(source, &pdf.text, "pdf", time, labels);
    found.memories.push(document);
}

/// The text of a PDF file; why there is none, in words. It takes as long, and as much memory, as the file makes it, and may
/// panic: see [`PdfReader`].
pub fn pdf_text(bytes: Vec<u8>) -> Result<PdfText, String> {
    let pdf = Pdf::new(bytes).map_err(|error| match error {
        LoadPdfError::Decryption(_) => "it is locked with a password".to_owned(),
        LoadPdfError::Invalid => "the document is broken".to_owned(),
    })?;
    let settings = InterpreterSettings {
        render_content: RenderContent::PAGE,
        ..InterpreterSettings::default()
    };
    let cache = InterpreterCache::new();
    let mut pages = Vec::new();
    for page in pdf.pages().iter() {
        let nowhere = Rect::new(0.0, 0.0, 1.0, 1.0);
        let upright = upright(page);
        let mut context = Context::new(upright, nowhere, &cache, pdf.xref(), settings.clone());
        let mut writing = Writing::default();
        interpret_page(page, &mut context, &mut writing);
        pages.push(writing.page.text());
    }
    if pages.is_empty() {
        return Err("the document is broken: there are no pages in it".to_owned());
    }
    pages.retain(|page| !page.trim().is_empty());
    let text = pages.join("\n\n");
    if text.is_empty() {
        return Err("there is no text in it; it may be a scan".to_owned());
    }
    let about = pdf.metadata();
    let said = |bytes: &Option<Box<[u8]>>| bytes.as_deref().and_then(said);
    let time = about.modification_date.as_ref();
    let time = time.or(about.creation_date.as_ref());
    Ok(PdfText {
        text,
        title: said(&about.title),
        author: said(&about.author),
        time: time.map(iso),
    })
}

/// What turns the page as its reader sees it, from the upper left corner.
fn upright(page: &Page<'_>) -> Affine {
    Affine::new(page.initial_transform(true).as_coeffs())
}

/// What is written on a page.
#[derive(Default)]
struct Writing {
    page: PageText,
    /// Where the letters began that were filled last.
    filled: Option<Affine>,
}

impl Device<'_> for Writing {
    fn draw_path(&mut self, _: &BezPath, _: DrawProps<'_>, _: &DrawMode) {}

    fn push_clip_path(&mut self, _: &ClipPath) {}

    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'_>>, _: BlendMode) {}

    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, '_>, props: DrawProps<'_>, mode: &DrawMode) {
        // What is filled and drawn around comes twice.
        let first = run.glyphs().first();
        let first = first.map(|glyph| props.transform * glyph.transform());
        if matches!(mode, DrawMode::Stroke(_)) && first.is_some() && first == self.filled {
            return;
        }
        self.filled = first;
        let goes_down = matches!(run.writing_mode(), WritingMode::Vertical);
        for glyph in run.glyphs() {
            let text = match glyph.as_unicode() {
                Some(BfString::Char(letter)) => letter.to_string(),
                Some(BfString::String(letters)) => letters,
                None => continue,
            };
            let advance = match &**glyph {
                Glyph::Outline(glyph) => glyph.advance_width(),
                Glyph::Type3(glyph) => glyph.advance_width(),
            };
            let advance = advance.map_or(UNITS_OF_A_LETTER, f64::from);
            let step = match goes_down {
                true => Vec2::new(0.0, -UNITS_PER_EM),
                false => Vec2::new(advance, 0.0),
            };
            let place = props.transform * glyph.transform();
            let from = place * Point::ZERO;
            let ahead = place * Point::new(1.0, 0.0) - from;
            let letters = Letters {
                text: &text,
                from,
                to: place * step.to_point(),
                ahead: if goes_down {
                    Vec2::new(-ahead.y, ahead.x)
                } else {
                    ahead
                },
                height: (place * Point::new(0.0, UNITS_PER_EM) - from).hypot(),
            };
            self.page.write(&letters);
        }
    }

    fn pop_clip(&mut self) {}

    fn pop_transparency_group(&mut self) {}

    fn draw_image(&mut self, _: Image<'_, '_>, _: ImageDrawProps<'_>) {}
}

/// A text of the document's own description: UTF-16 with its mark, UTF-8 with its mark, or letters of a byte each.
fn said(bytes: &[u8]) -> Option<String> {
    let text = match bytes {
        [0xfe, 0xff, rest @ ..] => encoding_rs::UTF_16BE.decode(rest).0,
        [0xff, 0xfe, rest @ ..] => encoding_rs::UTF_16LE.decode(rest).0,
        [0xef, 0xbb, 0xbf, rest @ ..] => encoding_rs::UTF_8.decode(rest).0,
        bytes => encoding_rs::WINDOWS_1252.decode(bytes).0,
    };
    let text = text.replace(char::is_control, " ");
    Some(shortened(&text, MAX_SAID)).filter(|text| !text.is_empty())
}

/// A time as ISO 8601 has it.
fn iso(time: &DateTime) -> String {
    let DateTime {
        year,
        month,
        day,
        hour,
        minute,
        second,
        utc_offset_hour: zone,
        utc_offset_minute: part,
    } = time;
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{zone:+03}:{part:02}")
}
