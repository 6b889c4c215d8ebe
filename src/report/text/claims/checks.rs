//! Impossible checks, in words.

use super::Told;
use crate::notation::Language;
use crate::report::text::TextStyle;
use crate::retro::model::claim::ImpossibleCheck;

impl Told for ImpossibleCheck {
    fn told(&self, style: TextStyle) -> String {
        let language = style.language;
        let men: Vec<String> = self.checkers.into_iter().map(|s| s.to_string()).collect();
        let men = men.join(", ");
        let king = self.king;
        match language {
            Language::English => {
                format!("no move gives check to the king {king} from {men} at once")
            }
            Language::German => {
                format!("kein Zug bietet dem König {king} zugleich von {men} Schach")
            }
        }
    }
}
