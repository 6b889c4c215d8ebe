//! Deadlocked men, in words.

use super::Told;
use crate::notation::Language;
use crate::report::text::TextStyle;
use crate::retro::model::claim::Deadlock;

impl Told for Deadlock {
    fn told(&self, style: TextStyle) -> String {
        let language = style.language;
        let men: Vec<String> = self.men.into_iter().map(|s| s.to_string()).collect();
        let men = men.join(", ");
        match language {
            Language::English => {
                format!("no chain of retractions ever frees the men on {men}")
            }
            Language::German => {
                format!("keine Folge von Rücknahmen befreit je die Steine auf {men}")
            }
        }
    }
}
