//! Characters that command a terminal or turn the reading direction.

/// Whether `c` must not reach a terminal as it is: C0 and C1 controls, DEL, the characters that
/// turn or isolate the reading direction, invisible joiners and separators of lines.
pub fn is_hostile(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{061C}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
            | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}')
}

/// What stands for `c` where every byte has to keep its place: itself unless it is hostile. Controls of one byte are left to
/// whoever shows the text.
pub(crate) fn stand_in(c: char) -> char {
    match c.len_utf8() {
        _ if !is_hostile(c) => c,
        1 => c,
        2 => '¤',
        3 => '\u{FFFD}',
        _ => '\u{1F6C7}',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stand_in_is_harmless_and_as_long() {
        for c in ['\u{9b}', '\u{61c}', '\u{202e}', '\u{feff}', '\u{e0041}'] {
            assert!(is_hostile(c) && !is_hostile(stand_in(c)));
            assert_eq!(stand_in(c).len_utf8(), c.len_utf8());
        }
        assert_eq!(stand_in('ß'), 'ß');
    }
}
