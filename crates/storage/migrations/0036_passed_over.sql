-- Passages that asserted nothing because they only repeated what was told are found when the text goes that said it.
CREATE INDEX passages_passed_over ON passages (user_id, episode_id) WHERE is_repetition <> 0;
