//! What was found, put in order once more by a model that reads each passage together with the question.

use std::sync::Arc;

use recollect_language::local::OnnxReranker;
use recollect_model::UserId;

use super::{FoundEpisode, Query};
use crate::Engine;

/// So many of the best are judged once more.
const RERANKED: usize = 30;

/// How many episodes are to be ranked where so many are asked for.
pub(super) fn looked_at(limit: usize, is_reranked: bool) -> usize {
    match is_reranked {
        true => limit.max(RERANKED),
        false => limit,
    }
}

impl Engine {
    /// The reranker, if there is one and the query wants it, or does not say and the service does it by default.
    pub(super) fn reranker(&self, query: &Query) -> Option<&Arc<OnnxReranker>> {
        let wanted = query.rerank.unwrap_or(self.settings.rerank);
        self.language.rerank.as_ref().filter(|_| wanted)
    }

    /// Puts the best of these in the order in which their passages answer the question, of equals as they are. The scores
    /// stay at their places. False, and all as it was, where the model fails: an order there is without it.
    pub(super) async fn rerank(
        &self,
        user: UserId,
        reranker: &OnnxReranker,
        query: &Query,
        found: &mut Vec<FoundEpisode>,
    ) -> bool {
        let best = &found[..RERANKED.min(found.len())];
        let passages = best.iter().map(|found| found.passage.clone()).collect();
        let scores: Vec<f32> = best.iter().map(|found| found.score).collect();
        let judged = {
            let _turn = self.rankings.take(user).await;
            reranker.scores(query.text.clone(), passages).await
        };
        let judged = match judged {
            Ok(judged) => judged,
            Err(error) => {
                tracing::warn!("a search goes without the reranker: {error}");
                return false;
            }
        };
        let others = found.split_off(scores.len());
        let mut judged: Vec<_> = judged.into_iter().zip(std::mem::take(found)).collect();
        judged.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        let reordered = judged.into_iter().zip(scores);
        found.extend(reordered.map(|((_, found), score)| FoundEpisode { score, ..found }));
        found.extend(others);
        true
    }
}
