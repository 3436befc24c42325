//! What a check found, and how it is printed.

use std::fmt;

/// How a check came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// As it should be.
    Fine,
    /// The service would run; somebody should look at this.
    Warning,
    /// The service would not run, or not as it is configured.
    Wrong,
}

/// What one check found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// How it came out.
    pub verdict: Verdict,
    /// What was looked at.
    pub subject: &'static str,
    /// What was seen, as a sentence without its full stop.
    pub seen: String,
    /// What to do about it, as a sentence without its full stop; nothing where all is well.
    pub advice: Option<String>,
}

impl Finding {
    /// All is well.
    pub(super) fn fine(subject: &'static str, seen: impl Into<String>) -> Self {
        Self {
            verdict: Verdict::Fine,
            subject,
            seen: seen.into(),
            advice: None,
        }
    }

    /// Somebody should look at this.
    pub(super) fn warning(
        subject: &'static str,
        seen: impl Into<String>,
        advice: impl Into<String>,
    ) -> Self {
        Self {
            verdict: Verdict::Warning,
            subject,
            seen: seen.into(),
            advice: Some(advice.into()),
        }
    }

    /// This has to be mended.
    pub(super) fn wrong(
        subject: &'static str,
        seen: impl Into<String>,
        advice: impl Into<String>,
    ) -> Self {
        Self {
            verdict: Verdict::Wrong,
            subject,
            seen: seen.into(),
            advice: Some(advice.into()),
        }
    }
}

impl fmt::Display for Finding {
    /// One line, whatever the operating system or a database put into it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = match self.verdict {
            Verdict::Fine => "ok",
            Verdict::Warning => "warning",
            Verdict::Wrong => "wrong",
        };
        let line = match &self.advice {
            None => self.seen.clone(),
            Some(advice) => format!("{}; {advice}", self.seen),
        };
        let words: Vec<&str> = line.split_whitespace().collect();
        write!(f, "{verdict:<8} {}: {}", self.subject, words.join(" "))
    }
}
