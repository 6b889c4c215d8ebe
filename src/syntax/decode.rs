//! Bytes to text: UTF-8, and a good guess at what else it may be.

use super::diagnostic::Diagnostic;
use crate::notation::Text;
use crate::text;

/// The text of a file. A byte-order mark at its start is dropped, line ends stay as they are.
///
/// # Errors
///
/// Bytes that are no UTF-8: the first of them, its line and the encoding the file probably has. The
/// range fits the text `String::from_utf8_lossy` makes of the bytes, to render the diagnostic with.
pub fn decode(bytes: &[u8]) -> Result<String, Diagnostic> {
    let body = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let valid = match std::str::from_utf8(body) {
        // English in UTF-16 is UTF-8 too, with a NUL in every character.
        Ok(_) if is_wide(body) => body.iter().position(|&byte| byte == 0).unwrap_or(0),
        Ok(text) => return Ok(text.to_owned()),
        Err(error) => error.valid_up_to(),
    };
    let at = valid + (bytes.len() - body.len());
    let byte = bytes.get(at).copied().unwrap_or(0);
    let line = bytes[..at].split(|&b| b == b'\n').count();
    // In the lossy text U+FFFD takes three bytes.
    let diagnostic = Diagnostic::error(
        "encoding",
        text!(NotUtf8At, byte = format!("{byte:02X}"), at, line),
        at..at + if byte == 0 { 1 } else { '\u{FFFD}'.len_utf8() },
        text!(NotUtf8FromHere),
    );
    Err(diagnostic.with_help(guess(bytes, byte)))
}

/// German and French letters in Latin-1.
const LATIN: &[u8] = b"\xE4\xF6\xFC\xDF\xC4\xD6\xDC\xE9\xE8\xE0\xE7\xEA\xF8\xE5\xB7\xA0";
/// German and French letters in the code pages of DOS.
const DOS: &[u8] = b"\x84\x94\x81\xE1\x8E\x99\x9A\x82\x8A\x85\x87\x88";

/// Whether so many bytes are NUL as in European text in UTF-16, where it is every second one.
fn is_wide(bytes: &[u8]) -> bool {
    let others = bytes.split(|&byte| byte == 0).map(<[u8]>::len);
    let zeros = bytes.len() - others.sum::<usize>();
    zeros > bytes.len() / 3
}

/// What the file may be instead.
fn guess(bytes: &[u8], first_bad: u8) -> Text {
    let marked = bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF");
    if marked || is_wide(bytes) {
        return text!(LooksLikeUtf16);
    }
    let count = |set: &[u8]| bytes.iter().filter(|byte| set.contains(byte)).count();
    let (latin, dos) = (count(LATIN), count(DOS));
    if latin > 0 && latin >= dos {
        let read = char::from(first_bad);
        let byte = if read.is_alphabetic() {
            text!(ByteWouldBe, read)
        } else {
            Text::same("")
        };
        text!(MaybeLatin, byte)
    } else if dos > 0 {
        text!(MaybeCodePage)
    } else {
        text!(FilesAreUtf8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_is_dropped() {
        assert_eq!(decode(b"\xEF\xBB\xBFid: x").unwrap(), "id: x");
    }

    #[test]
    fn the_probable_encoding_is_named() {
        let latin = decode(
            "fen: x\nBer\u{FC}hrt"
                .chars()
                .map(|c| c as u8)
                .collect::<Vec<_>>()
                .as_slice(),
        );
        let latin = latin.unwrap_err();
        assert!(
            latin
                .message
                .english()
                .contains("0xFC at offset 10, line 2"),
            "{}",
            latin.message.english()
        );
        assert!(latin.help.unwrap().english().contains("Latin-1"));
        let dos = decode(b"Ber\x81hrt").unwrap_err();
        assert!(dos.help.unwrap().english().contains("850"));
        let wide = decode(b"\xFF\xFEf\0e\0n\0").unwrap_err();
        assert!(wide.help.unwrap().english().contains("UTF-16"));
        for text in ["fen: 8/8 w\n", "Berührt: Geführt\n"] {
            let units = || text.encode_utf16();
            let little: Vec<u8> = units().flat_map(u16::to_le_bytes).collect();
            let big: Vec<u8> = units().flat_map(u16::to_be_bytes).collect();
            for bytes in [little, big] {
                let help = decode(&bytes).unwrap_err().help.unwrap();
                assert!(help.english().contains("UTF-16"), "{}", help.english());
            }
        }
    }
}
