//! The door to embeddings.

use async_trait::async_trait;
use recollect_model::Embedding;

use crate::LanguageError;

/// Turns texts into vectors whose dot product says how alike their meaning is.
///
/// A call never blocks the thread it is awaited on. Any number of calls may run at once; however much bulk work
/// waits in [`embed_passages`](Self::embed_passages), [`embed_query`](Self::embed_query) does not queue behind
/// it. Dropping the future withdraws what has not begun.
#[async_trait]
pub trait Embed: Send + Sync {
    /// What made the vectors, such as `all-MiniLM-L6-v2/int8/2`: vectors of different names cannot be compared,
    /// so the name is kept with every vector that is stored.
    fn model(&self) -> &str;

    /// How many floats an embedding has.
    fn dimensions(&self) -> usize;

    /// As for [`Extract`](crate::Extract::is_bounded).
    fn is_bounded(&self) -> bool {
        false
    }

    /// The cosine that tells a passage that answers from one that does not, where a query shares no word with any: below it lies
    /// what any two texts have in common. `words` are those of the query that say what it is about, in lower case. By a
    /// vector made of words that the model has never read a passage must be closer still. 0 where nothing is known of that.
    fn least_closeness(&self, _words: &[String]) -> f32 {
        0.0
    }

    /// One embedding for each text, in order, of length 1; all zeros where a text has nothing to embed.
    async fn embed_passages(&self, texts: Vec<String>) -> Result<Vec<Embedding>, LanguageError>;

    /// The same for texts that nobody waits for, which stand back behind all others.
    async fn embed_in_background(
        &self,
        texts: Vec<String>,
    ) -> Result<Vec<Embedding>, LanguageError> {
        self.embed_passages(texts).await
    }

    /// The embedding of what somebody searches for, to be compared with those of passages.
    async fn embed_query(&self, text: String) -> Result<Embedding, LanguageError>;
}
