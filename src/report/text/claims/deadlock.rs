//! Deadlocked men, in words.

use super::Told;
use crate::report::text::TextStyle;
use crate::retro::model::claim::Deadlock;
use crate::say;

impl Told for Deadlock {
    fn told(&self, style: TextStyle) -> String {
        let language = style.language;
        let men: Vec<String> = self.men.into_iter().map(|s| s.to_string()).collect();
        let men = men.join(", ");
        say!(language, DeadlockOf, men)
    }
}
