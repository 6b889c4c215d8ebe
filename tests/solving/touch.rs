//! What touches oblige to, article by article and code by code.
//!
//! Every expected value is written down by hand from the article named; `why` says how it follows.
//! `*` stands for every legal move, which is compared with shakmaty's own list.

use beruehrt::law::{Duty, Ground, Penalty, Question, RuleSet, Sequence, Touch, Touches};
use beruehrt::notation::Language;
use beruehrt::problem::{EpTouch, Laws};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, Move, Position, Role, Square};

/// Code, FEN, touches, article, owed square (`-`: none), permitted moves, reason.
type Case = (
    Laws,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
);

const OPEN: &str = "4k3/8/8/8/8/8/8/R3K2R w KQ -";
const NO_RIGHT: &str = "4k3/8/8/8/8/8/8/R3K2R w - -";
const LONG_ONLY: &str = "4k3/8/8/8/8/8/8/R3K2R w Q -";
const IN_CHECK: &str = "4k3/8/8/8/4r3/8/8/R3K2R w KQ -";
const CROSSING_F1: &str = "4kr2/8/8/8/8/8/8/R3K2R w KQ -";
const WHEELER: &str = "r3kb2/p3p3/4K1Br/B3R3/8/5q2/8/8 b q -";
const SHUT_IN: &str = "4k3/8/8/8/8/8/3PPP2/3QKB1R w K -";
const ROOK_SHUT_IN: &str = "4k3/8/8/8/8/8/7P/R3K1NR w KQ -";
const ROOK_AFIELD: &str = "4k3/8/8/8/8/7R/8/4K3 w - -";
const BLACK_HOME: &str = "r3k2r/8/8/8/8/8/8/4K3 b kq -";
const PINNED_KNIGHT: &str = "4r1k1/8/8/8/8/4N3/8/4K3 w - -";
const PINNED_ROOK: &str = "4r1k1/8/8/8/8/4R3/8/4K3 w - -";
const CHECKED: &str = "4k3/8/8/8/4r3/8/8/N1N1K3 w - -";
const DOUBLE_CHECK: &str = "4k3/8/8/8/7b/8/4r1N1/R3K3 w - -";
const FAR_PAWN: &str = "4k3/7p/8/3p4/4P3/8/8/4K3 w - -";
const FORK: &str = "4k3/8/8/3p1p2/4P3/8/8/4K3 w - -";
const PASSED: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6";
const NOT_PASSED: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - -";
const PASSED_PINNED: &str = "4k3/8/8/K2pP2r/8/8/8/8 w - -";
const LANGSTAFF_EP: &str = "4k2r/8/5B1P/5KpP/8/8/8/3R4 w k g6";
const LANGSTAFF: &str = "4k2r/8/5B1P/5KpP/8/8/8/3R4 w - -";
const NOTHING_LEFT: &str = "8/8/3P1P1R/3PpKpP/7k/7P/5P1R/8 w - -";
const BISHOP_AND_ROOK: &str = "4k3/8/8/3p4/8/1B6/8/4K2R w - -";
const TWO_TAKERS: &str = "4k3/8/8/3p4/8/1B6/8/3RK3 w - -";
const PROMOTE: &str = "4k3/P7/8/8/8/8/8/4K3 w - -";
const PROMOTE_OR_TAKE: &str = "1n2k3/P7/8/8/8/8/8/4K3 w - -";
const PROMOTE_KNIGHT: &str = "4k3/P7/8/8/8/8/8/1N2K3 w - -";
const PROMOTE_PINNED: &str = "8/K2P3r/8/8/8/8/k7/8 w - -";
const PROMOTE_TWO: &str = "1n2k3/P1P5/8/8/8/8/8/4K3 w - -";
const BLACK_PROMOTES: &str = "4k3/8/8/8/8/8/p7/4K3 b - -";
const KING_SHUT_IN: &str = "6r1/7k/8/8/8/P7/7P/7K w - -";
const STALEMATE: &str = "7k/5Q2/6K1/8/8/8/8/8 b - -";

const TWO_STEPS: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";
const PAWN_AND_ROOK: &str = "4k3/8/8/3p4/8/1B6/8/4K2R w K -";

const KING_OPEN: &str = "e1d1 e1d2 e1e2 e1f1 e1f2";
const ROOK_H1: &str = "h1f1 h1g1 h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8";
const BISHOP_B3: &str = "b3a2 b3a4 b3c2 b3c4 b3d1 b3d5";

use Laws::{Club, Fide1997, Fide2018, SamePiece, Staunton1860};

#[rustfmt::skip]
const CASES: &[Case] = &[
    // 4.2: j'adoube.
    (Fide2018, OPEN, "j:e1", "4.2", "-", "*", "an adjusted man binds nothing"),
    (Fide2018, OPEN, "j:e1,j:h1", "4.2", "-", "*", "several adjusted men bind nothing"),
    (Fide2018, OPEN, "j:e1,h1", "4.3.1", "h1", ROOK_H1, "only the rook was touched to be moved: no castling"),
    (Fide2018, OPEN, "j:h1,e1", "4.3.1", "e1", "e1c1 e1d1 e1d2 e1e2 e1f1 e1f2 e1g1", "the rook was adjusted, so 4.4.2 does not bar it"),
    // 4.3.1: own men.
    (Fide2018, OPEN, "e1", "4.3.1", "e1", "e1c1 e1d1 e1d2 e1e2 e1f1 e1f2 e1g1", "castling is a king move (3.8)"),
    (Fide2018, OPEN, "h1", "4.3.1", "h1", ROOK_H1, "castling is no rook move"),
    (Fide2018, BISHOP_AND_ROOK, "b3,h1", "4.3.1", "b3", BISHOP_B3, "the first of two that can move"),
    (Fide2018, BISHOP_AND_ROOK, "h1,b3", "4.3.1", "h1", ROOK_H1, "the other order, the other man"),
    (Fide2018, PINNED_KNIGHT, "e3,e1", "4.3.1", "e1", "e1d1 e1d2 e1e2 e1f1 e1f2", "the pinned knight cannot move, so the king, touched second"),
    (Fide2018, PINNED_KNIGHT, "e1,e3", "4.3.1", "e1", "e1d1 e1d2 e1e2 e1f1 e1f2", "the king was first and can move"),
    (Fide2018, PINNED_ROOK, "e3", "4.3.1", "e3", "e3e2 e3e4 e3e5 e3e6 e3e7 e3e8", "a pinned rook moves along the pin"),
    (Fide2018, CHECKED, "c1", "4.3.1", "c1", "c1e2", "in check the touched knight must interpose: its only legal move"),
    (Fide2018, CHECKED, "a1,c1", "4.3.1", "c1", "c1e2", "a1 cannot parry the check, c1 can"),
    (Fide2018, CHECKED, "a1,e1", "4.3.1", "e1", "e1d1 e1d2 e1f1 e1f2", "a1 cannot parry, so the king"),
    (Fide2018, PROMOTE, "a7", "4.3.1", "a7", "a7a8b a7a8n a7a8q a7a8r", "the pawn must move, the choice of piece is open"),
    (Fide2018, ROOK_AFIELD, "e1,h3", "4.3.1", "e1", "e1d1 e1d2 e1e2 e1f1 e1f2", "the rook is not at home: no intent to castle, the first man touched"),
    (Fide2018, ROOK_AFIELD, "h3,e1", "4.3.1", "h3", "h3a3 h3b3 h3c3 h3d3 h3e3 h3f3 h3g3 h3h1 h3h2 h3h4 h3h5 h3h6 h3h7 h3h8", "a rook afield bars nothing: 4.3.1 alone"),
    // 4.3.2: enemy men.
    (Fide2018, FAR_PAWN, "d5", "4.3.2", "d5", "e4d5", "it can be captured"),
    (Fide2018, FAR_PAWN, "h7,d5", "4.3.2", "d5", "e4d5", "the first that can be captured is the second touched"),
    (Fide2018, FORK, "d5,f5", "4.3.2", "d5", "e4d5", "both can be captured: the first"),
    (Fide2018, FORK, "f5,d5", "4.3.2", "f5", "e4f5", "the other order"),
    (Fide2018, PASSED, "d5", "4.3.2", "d5", "e5d6", "en passant captures that pawn"),
    (Fide2018, LANGSTAFF, "g5", "4.3.2", "g5", "f5g5 f6g5", "any man may capture it"),
    (Fide2018, PROMOTE_OR_TAKE, "b8", "4.3.2", "b8", "a7b8b a7b8n a7b8q a7b8r", "a capturing promotion, piece open"),
    // 4.3.3: both colours.
    (Fide2018, BISHOP_AND_ROOK, "b3,d5", "4.3.3", "b3", "b3d5", "first own takes first enemy"),
    (Fide2018, BISHOP_AND_ROOK, "d5,b3", "4.3.3", "b3", "b3d5", "in either order"),
    (Fide2018, BISHOP_AND_ROOK, "h1,d5", "4.3.3", "h1", ROOK_H1, "Rxd5 is illegal: the first touched, the rook, moves"),
    (Fide2018, BISHOP_AND_ROOK, "d5,h1", "4.3.3", "d5", "b3d5", "Rxd5 is illegal: the first touched, d5, is captured by anything"),
    (Fide2018, BISHOP_AND_ROOK, "d5/h1", "4.3.3", "h1", ROOK_H1, "order unknown: the own man counts as first"),
    (Fide2018, BISHOP_AND_ROOK, "h1/d5", "4.3.3", "h1", ROOK_H1, "however it is written"),
    (Fide2018, BISHOP_AND_ROOK, "h1,b3,d5", "4.3.3", "h1", ROOK_H1, "the FIRST own man counts: Rxd5 is illegal, so the rook moves"),
    (Fide2018, BISHOP_AND_ROOK, "b3,h1,d5", "4.3.3", "b3", "b3d5", "one or more of each colour: first takes first"),
    (Fide2018, BISHOP_AND_ROOK, "d5,h1,b3", "4.3.3", "d5", "b3d5", "Rxd5 is illegal, d5 was first and can be captured"),
    (Fide2018, TWO_TAKERS, "d1,d5", "4.3.3", "d1", "d1d5", "two men could take it: the one that was touched"),
    (Fide2018, TWO_TAKERS, "d5", "4.3.2", "d5", "b3d5 d1d5", "no own man touched: either"),
    (Fide2018, BISHOP_AND_ROOK, "e8,b3", "4.3.3", "b3", BISHOP_B3, "a king cannot be captured: the bishop moves"),
    (Fide2018, PASSED, "e5,d5", "4.3.3", "e5", "e5d6", "en passant is the capture of d5 by e5"),
    (Fide2018, NOT_PASSED, "e5,d5", "4.3.3", "e5", "e5e6", "no target: the first touched, e5, moves"),
    (Fide2018, NOT_PASSED, "d5,e5", "4.3.3", "e5", "e5e6", "d5 cannot be captured, e5 can be moved"),
    (Fide2018, LANGSTAFF_EP, "h5,g5", "4.3.3", "h5", "h5g6", "the target is there"),
    (Fide2018, LANGSTAFF, "h5,g5", "4.3.3", "g5", "f5g5 f6g5", "h5 is blocked by h6: g5 must be captured"),
    (Fide2018, PROMOTE_OR_TAKE, "a7,b8", "4.3.3", "a7", "a7b8b a7b8n a7b8q a7b8r", "a7 takes b8, piece open"),
    (Fide2018, PROMOTE_TWO, "c7,b8", "4.3.3", "c7", "c7b8b c7b8n c7b8q c7b8r", "the pawn touched takes, not the other"),
    // 4.4.1: castling.
    (Fide2018, OPEN, "e1,h1", "4.4.1", "e1", "e1g1", "king, then rook, legal"),
    (Fide2018, OPEN, "e1,a1", "4.4.1", "e1", "e1c1", "the other side"),
    (Fide2018, OPEN, "e1/h1", "4.4.1", "e1", "e1g1", "king and rook together are no rook touched first"),
    (Fide2018, OPEN, "h1/e1", "4.4.1", "e1", "e1g1", "however it is written"),
    (Fide2018, OPEN, "e1,h1,a1", "4.4.1", "e1", "e1g1", "the first rook after the king"),
    (Fide2018, BLACK_HOME, "e8,h8", "4.4.1", "e8", "e8g8", "Black likewise"),
    (Fide2018, BLACK_HOME, "e8,a8", "4.4.1", "e8", "e8c8", "Black on the other side"),
    (Fide2018, ROOK_SHUT_IN, "h1,e1,a1", "4.4.1", "e1", "e1c1", "h1 has no move; then king and a1: castling there"),
    // 4.4.2: the rook first.
    (Fide2018, OPEN, "h1,e1", "4.4.2", "h1", ROOK_H1, "the rook first: it must move, no castling"),
    (Fide2018, OPEN, "h1,e1,h1", "4.4.2", "h1", ROOK_H1, "the rook was first all the same"),
    (Fide2018, IN_CHECK, "h1,e1", "4.4.2", "e1", "e1d1 e1d2 e1f1 e1f2", "in check the rook cannot help: else the king"),
    (Fide2018, ROOK_SHUT_IN, "h1,e1", "4.4.2", "e1", "e1c1 e1d1 e1d2 e1e2 e1f1 e1f2", "the rook has no move: the king, castling on the other side included"),
    // 4.4.3: castling refused.
    (Fide2018, NO_RIGHT, "e1,h1", "4.4.3", "e1", KING_OPEN, "no right: another king move"),
    (Fide2018, LONG_ONLY, "e1,h1", "4.4.3", "e1", "e1c1 e1d1 e1d2 e1e2 e1f1 e1f2", "castling on the other side is another king move"),
    (Fide2018, CROSSING_F1, "e1,h1", "4.4.3", "e1", "e1c1 e1d1 e1d2 e1e2", "f1 is attacked"),
    (Fide2018, IN_CHECK, "e1,h1", "4.4.3", "e1", "e1d1 e1d2 e1f1 e1f2", "no castling out of check, on either side"),
    (Fide2018, IN_CHECK, "e1,a1", "4.4.3", "e1", "e1d1 e1d2 e1f1 e1f2", "the same on the other side"),
    (Fide2018, SHUT_IN, "e1,h1", "4.4.3", "-", "*", "no king move: free, the rook is not owed"),
    (Fide2018, WHEELER, "e8,a8", "4.4.3", "-", "f3f7 h6g6", "no king move: free; both legal moves mate"),
    (Fide2018, SHUT_IN, "e1,h1,e8", "4.4.3", "-", "*", "nor is the rook owed beside an enemy man that cannot be captured"),
    (Fide2018, SHUT_IN, "e8,e1,h1", "4.4.3", "-", "*", "likewise"),
    (Fide2018, LONG_ONLY, "e1,h1,e1,a1", "4.4.1", "e1", "e1c1", "then king and a1: that castling is a king move, and owed"),
    (Fide2018, OPEN, "e1,e1,h1", "4.4.1", "e1", "e1g1", "touched twice in a row is touched once"),
    // 4.4.4: promotion.
    (Fide2018, PROMOTE, "a7,a8=Q", "4.4.4", "a8", "a7a8q", "the new piece touched a8"),
    (Fide2018, PROMOTE, "a8=N", "4.4.4", "a8", "a7a8n", "the new piece alone names pawn and square"),
    (Fide2018, PROMOTE, "a7,a8=Q,a8=R", "4.4.4", "a8", "a7a8q", "the first choice is final"),
    (Fide2018, PROMOTE_OR_TAKE, "a7,b8,b8=N", "4.4.4", "b8", "a7b8n", "capture and promotion"),
    (Fide2018, PROMOTE_OR_TAKE, "a7,a8=R", "4.4.4", "a8", "a7a8r", "straight on, though b8 could be captured"),
    (Fide2018, PROMOTE_KNIGHT, "b1,a8=Q", "4.3.1", "b1", "b1a3 b1c3 b1d2", "the knight was touched first and can move"),
    (Fide2018, BLACK_PROMOTES, "a2,a1=N", "4.4.4", "a1", "a2a1n", "Black promotes on the first rank"),
    (Fide2018, PROMOTE, "a8=Q,e1", "4.4.4", "a8", "a7a8q", "the choice was final before the king was touched"),
    (Fide2018, PROMOTE_OR_TAKE, "a8=Q,b8", "4.4.4", "a8", "a7a8q", "nor does an enemy man undo it"),
    (Fide2018, PROMOTE_OR_TAKE, "a7,a8=N,b8", "4.4.4", "a8", "a7a8n", "pawn and square were chosen by then"),
    // 4.5: nothing possible.
    (Fide2018, PINNED_KNIGHT, "e3", "4.5", "-", "*", "a pinned knight cannot move"),
    (Fide2018, PINNED_KNIGHT, "e8", "4.5", "-", "*", "nothing attacks e8"),
    (Fide2018, PINNED_KNIGHT, "e3,e8", "4.5", "-", "*", "neither"),
    (Fide2018, CHECKED, "a1", "4.5", "-", "*", "a1 cannot parry the check"),
    (Fide2018, DOUBLE_CHECK, "g2", "4.5", "-", "*", "Kxe2 is the only legal kind of move"),
    (Fide2018, FAR_PAWN, "h7", "4.5", "-", "*", "nothing attacks h7"),
    (Fide2018, FAR_PAWN, "e8", "4.5", "-", "*", "the king is never captured"),
    (Fide2018, NOT_PASSED, "d5", "4.5", "-", "*", "without the target d5 cannot be captured"),
    (Fide2018, PASSED_PINNED, "d5", "4.5", "-", "*", "exd6 e.p. would open the fifth rank: illegal"),
    (Fide2018, NOTHING_LEFT, "h5,g5", "4.5", "-", "*", "h5 is blocked, g5 cannot be captured"),
    (Fide2018, PROMOTE_PINNED, "d7,d8=Q", "4.5", "-", "*", "d7 is pinned along the rank"),
    (Fide2018, PROMOTE_PINNED, "d8=Q", "4.5", "-", "*", "no pawn can promote there"),
    (Fide2018, STALEMATE, "h8", "4.5", "-", "", "stalemate: free, but without a move"),
    // 4.2.2: clearly accidental contact.
    (Fide2018, OPEN, "a:e1", "4.2", "-", "*", "an accident binds nothing"),
    (Fide2018, FAR_PAWN, "a:d5", "4.2", "-", "*", "nor does that of an enemy man"),
    (Fide2018, OPEN, "a:e1,h1", "4.3.1", "h1", ROOK_H1, "only the rook was touched to be moved: no castling"),
    (Fide2018, OPEN, "a:h1,e1", "4.3.1", "e1", "e1c1 e1d1 e1d2 e1e2 e1f1 e1f2 e1g1", "the rook does not count, so 4.4.2 does not bar it"),
    (Fide2018, OPEN, "e1,a:h1", "4.3.1", "e1", "e1c1 e1d1 e1d2 e1e2 e1f1 e1f2 e1g1", "no intent to castle: any king move"),
    (Fide2018, BISHOP_AND_ROOK, "a:h1,b3,d5", "4.3.3", "b3", "b3d5", "the first man touched with intent is the bishop"),
    (Fide2018, OPEN, "e1,a:a1,h1", "4.4.1", "e1", "e1g1", "the accident in between does not come between king and rook"),
    // 4.7: a man released on a square.
    (Fide2018, TWO_STEPS, "e2>e4", "4.7", "e4", "e2e4", "released on e4 as a legal move: it stays there"),
    (Fide2018, TWO_STEPS, "e2>e3", "4.7", "e3", "e2e3", "likewise"),
    (Fide2018, TWO_STEPS, "e2,e2>e3", "4.7", "e3", "e2e3", "touched, then released: the same"),
    (Fide2018, TWO_STEPS, "e2>e5", "4.3.1", "e2", "e2e3 e2e4", "no legal move: only touched, and it must move"),
    (Fide2018, TWO_STEPS, "e1,e2>e4", "4.3.1", "e1", "e1d1 e1d2 e1f1 e1f2", "the king was touched first and can move"),
    (Fide2018, PINNED_KNIGHT, "e3,e1>d1", "4.7", "d1", "e1d1", "the pinned knight cannot move: the king stays where it was released"),
    (Fide2018, PINNED_KNIGHT, "e3>f5", "4.5", "-", "*", "pinned: neither this move nor any other"),
    (Fide2018, FAR_PAWN, "e4>d5", "4.7", "d5", "e4d5", "a capture"),
    (Fide2018, FORK, "d5,e4>f5", "4.3.3", "e4", "e4d5", "d5 was touched first: e4 must capture it, wherever it was released"),
    (Fide2018, BISHOP_AND_ROOK, "h1>d5", "4.3.3", "h1", ROOK_H1, "Rxd5 is illegal; rook, then pawn were touched: the rook moves"),
    (Fide2018, PASSED, "e5>d6", "4.7", "d6", "e5d6", "the pawn released behind the one it passes: en passant is completed"),
    (Fide2018, NOT_PASSED, "e5>d6", "4.3.1", "e5", "e5e6", "no target: the pawn must move"),
    (Fide2018, PROMOTE, "a7>a8", "4.7", "a8", "a7a8b a7a8n a7a8q a7a8r", "part of a legal move: the square is final, the piece is not"),
    (Fide2018, PROMOTE, "a7>a8,a8=R", "4.4.4", "a8", "a7a8r", "then the piece is chosen too"),
    (Fide2018, PROMOTE_OR_TAKE, "a7>a8,b8=Q", "4.7", "a8", "a7a8b a7a8n a7a8q a7a8r", "the new piece stands where the pawn does not: it is no part of this move"),
    (Fide2018, TWO_TAKERS, "d5,d1>d3", "4.3.3", "d1", "d1d5", "d5, then the rook: the rook must take d5, not just anything"),
    (Fide2018, BISHOP_AND_ROOK, "b3>c4,d5", "4.7", "c4", "b3c4", "what is touched after the release changes nothing"),
    (Fide2018, PINNED_KNIGHT, "e3>f5,e1", "4.3.1", "e1", "e1d1 e1d2 e1e2 e1f1 e1f2", "nothing became of the release: the king is the first that can move"),
    (Fide2018, OPEN, "h1,e1>g1", "4.4.2", "h1", ROOK_H1, "the rook was touched before the king"),
    (Fide2018, TWO_STEPS, "e2>e5,e2>e4", "4.7", "e4", "e2e4", "the first release was no part of a legal move, the second is"),
    (Fide2018, TWO_STEPS, "e2>e3,e2>e4", "4.7", "e3", "e2e3", "of two the first stays"),
    (Fide2018, OPEN, "h1>e4,h1>h5", "4.7", "h5", "h1h5", "likewise a rook"),
    // 4.7.2: the king released, the rook not yet moved.
    (Fide2018, LONG_ONLY, "e1>g1,e1>c1", "4.7.2", "c1", "e1c1", "illegal on one side, legal on the other"),
    (Fide2018, LONG_ONLY, "e1>g1,h1,e1>c1", "4.7.2", "c1", "e1c1", "the rook of the illegal castling is not owed"),
    (Fide2018, OPEN, "e1>g1", "4.7.2", "g1", "e1g1", "no other move than castling on that side, for it is legal"),
    (Fide2018, OPEN, "e1>c1", "4.7.2", "c1", "e1c1", "the other side"),
    (Fide2018, BLACK_HOME, "e8>g8", "4.7.2", "g8", "e8g8", "Black likewise"),
    (Fide2018, NO_RIGHT, "e1>g1", "4.7.2", "e1", KING_OPEN, "illegal: another king move"),
    (Fide2018, LONG_ONLY, "e1>g1", "4.7.2", "e1", "e1c1 e1d1 e1d2 e1e2 e1f1 e1f2", "castling with the other rook is another king move"),
    (Fide2018, SHUT_IN, "e1>g1", "4.7.2", "-", "*", "no king move: free"),
    // 4.8: the right to claim is lost.
    (Fide2018, OPEN, "e1,o:e8", "4.8", "-", "*", "the opponent has touched a man to move it: no claim any more"),
    (Fide2018, FAR_PAWN, "d5,o:e4", "4.8", "-", "*", "or to capture it"),
    (Fide2018, PROMOTE, "a7>a8,a8=Q,o:e8", "4.8", "-", "*", "whatever went before"),
    (Fide2018, FAR_PAWN, "e1,o:e8,d5", "4.3.2", "d5", "e4d5", "what is touched after it counts"),
    (Fide2018, OPEN, "o:e8,e1,h1", "4.4.1", "e1", "e1g1", "likewise"),
    // 4.3 before 4.4: another man touched between king and rook.
    (Fide2018, PAWN_AND_ROOK, "e1,h1,d5", "4.4.1", "e1", "e1g1", "king and rook first: castling"),
    (Fide2018, PAWN_AND_ROOK, "e1,d5,h1", "4.3.3", "e1", "e1d1 e1d2 e1e2 e1f1 e1f2 e1g1", "an enemy man second: the king cannot take it, so the king, touched first, moves; castling is one way to"),
    (Fide2018, PAWN_AND_ROOK, "e1,b3,h1", "4.3.1", "e1", "e1d1 e1d2 e1e2 e1f1 e1f2 e1g1", "an own man second: the first touched moves"),
    (Fide2018, PAWN_AND_ROOK, "e1,j:b3,h1", "4.4.1", "e1", "e1g1", "an adjusted man comes not between"),
    // fide-1997.
    (Fide1997, OPEN, "j:e1", "4.2", "-", "*", "as today"),
    (Fide1997, OPEN, "e1", "4.3(a)", "e1", "e1c1 e1d1 e1d2 e1e2 e1f1 e1f2 e1g1", "the king alone"),
    (Fide1997, FORK, "f5,d5", "4.3(b)", "f5", "e4f5", "the first that can be captured"),
    (Fide1997, BISHOP_AND_ROOK, "b3,d5", "4.3(c)", "b3", "b3d5", "one man of each colour"),
    (Fide1997, BISHOP_AND_ROOK, "d5,h1", "4.3(c)", "d5", "b3d5", "Rxd5 is illegal: the first touched"),
    (Fide1997, BISHOP_AND_ROOK, "b3,h1,d5", "4.3(a)", "b3", BISHOP_B3, "two own men: 4.3(c) speaks of one of each colour, so the first own man"),
    (Fide1997, OPEN, "e1,h1", "4.4(a)", "e1", "e1g1", "king and rook: castling"),
    (Fide1997, OPEN, "e1/h1", "4.4(a)", "e1", "e1g1", "king and rook together"),
    (Fide1997, OPEN, "h1,e1", "4.4(b)", "h1", ROOK_H1, "the rook first"),
    (Fide1997, NO_RIGHT, "e1/h1", "4.4(c)", "e1", KING_OPEN, "together, illegal: another king move"),
    (Fide1997, SHUT_IN, "e1,h1", "4.4(c)", "-", "*", "no king move: free"),
    (Fide1997, PINNED_KNIGHT, "e3", "4.5", "-", "*", "nothing can be moved"),
    // club.
    (Club, OPEN, "e1,h1", "castling", "e1", "e1g1", "king, then rook: castling"),
    (Club, LONG_ONLY, "e1,h1", "castling-refused", "e1", "e1c1 e1d1 e1d2 e1e2 e1f1 e1f2", "another king move; the other castling is one"),
    (Club, OPEN, "h1,e1", "rook-first", "h1", ROOK_H1, "rook move"),
    (Club, ROOK_SHUT_IN, "h1,e1", "rook-first", "e1", "e1c1 e1d1 e1d2 e1e2 e1f1 e1f2", "the rook has no move, so the king"),
    (Club, SHUT_IN, "e1,h1", "own-touched", "h1", "h1g1 h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8", "the order holds generally: the king has no move, so the rook"),
    (Club, WHEELER, "e8,a8", "nothing-possible", "-", "f3f7 h6g6", "neither king nor rook can move"),
    (Club, BISHOP_AND_ROOK, "d5,b3", "both-colours", "b3", "b3d5", "first own takes first enemy"),
    (Club, FAR_PAWN, "h7,d5", "enemy-touched", "d5", "e4d5", "the first that can be captured"),
    // same-piece.
    (SamePiece, BISHOP_AND_ROOK, "b3,d5", "own-touched", "b3", BISHOP_B3, "own man touched must move; no word of both colours"),
    (SamePiece, BISHOP_AND_ROOK, "d5,b3", "enemy-touched", "d5", "b3d5", "enemy man touched must be taken"),
    (SamePiece, NO_RIGHT, "e1,h1", "castling-refused", "e1", KING_OPEN, "king and rook go back, the king moves"),
    (SamePiece, SHUT_IN, "e1,h1", "castling-refused", "-", "*", "the king has no legal move: void"),
    (SamePiece, PINNED_KNIGHT, "e3", "nothing-possible", "-", "*", "no legal move: void"),
    (SamePiece, OPEN, "h1,e1", "rook-first", "h1", ROOK_H1, "the king is to be moved first in castling"),
    // staunton-1860.
    (Staunton1860, BISHOP_AND_ROOK, "b3", "own-touched", "b3", BISHOP_B3, "a touched man must be played"),
    (Staunton1860, FAR_PAWN, "d5", "enemy-touched", "d5", "e4d5", "it must be taken"),
    (Staunton1860, FAR_PAWN, "h7", "king-penalty", "e1", "e1d1 e1d2 e1e2 e1f1 e1f2", "it cannot be taken: the king moves"),
    (Staunton1860, FAR_PAWN, "h7,d5", "king-penalty", "e1", "e1d1 e1d2 e1e2 e1f1 e1f2", "the first man touched costs the king move"),
    (Staunton1860, KING_SHUT_IN, "g8", "nothing-possible", "-", "*", "no legal king move: no penalty"),
    (Staunton1860, NO_RIGHT, "e1,h1", "castling-refused", "e1", KING_OPEN, "king move, unless the opponent lets it stand"),
    (Staunton1860, OPEN, "e1,h1", "castling", "e1", "e1g1", "legal castling"),
];

fn legal_uci(fen: &str) -> Vec<String> {
    let mut moves: Vec<String> = position(fen)
        .legal_moves()
        .into_iter()
        .map(|m| m.to_uci(CastlingMode::Standard).to_string())
        .collect();
    moves.sort();
    moves
}

fn position(fen: &str) -> Chess {
    let fen: Fen = fen.parse().unwrap();
    fen.into_position(CastlingMode::Standard).unwrap()
}

#[test]
fn every_article_of_every_code() {
    assert!(CASES.len() >= 60);
    let mut failures = Vec::new();
    for &(laws, fen, touch, article, square, moves, why) in CASES {
        let sequence: Sequence = touch.parse().unwrap();
        let answer = Question::from_fen(fen, &sequence, laws).unwrap().answer();
        let free = square == "-";
        let mut expected: Vec<String> = match moves {
            "*" => legal_uci(fen),
            list => list.split_whitespace().map(str::to_owned).collect(),
        };
        expected.sort();
        let found_square = answer
            .owed
            .square()
            .map_or_else(|| "-".to_owned(), |square| square.to_string());
        if (
            answer.article(),
            found_square.as_str(),
            answer.is_free(),
            answer.uci(),
        ) != (article, square, free, expected.clone())
        {
            failures.push(format!(
                "{} {fen} {touch}: expected {article} {square} {expected:?} ({why}),\n  found {} {found_square} {:?}",
                laws.keyword(),
                answer.article(),
                answer.uci(),
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_article_is_met_in_the_table() {
    for article in [
        "4.2", "4.3.1", "4.3.2", "4.3.3", "4.4.1", "4.4.2", "4.4.3", "4.4.4", "4.5", "4.7",
        "4.7.2", "4.8",
    ] {
        assert!(
            CASES
                .iter()
                .any(|case| case.0 == Fide2018 && case.3 == article),
            "{article}"
        );
    }
    for laws in Laws::ALL {
        assert!(CASES.iter().filter(|case| case.0 == laws).count() >= 6);
    }
}

#[test]
fn only_the_staunton_code_lets_a_false_castling_stand() {
    let sequence: Sequence = "e1,h1".parse().unwrap();
    for laws in Laws::ALL {
        let answer = Question::from_fen(NO_RIGHT, &sequence, laws)
            .unwrap()
            .answer();
        let castling = Move::Castle {
            king: Square::E1,
            rook: Square::H1,
        };
        let expected = (laws == Staunton1860).then_some(castling);
        assert_eq!(answer.may_stand, expected, "{}", laws.keyword());
    }
}

#[test]
fn questions_that_cannot_be_asked_say_why() {
    let error = |fen: &str, touch: &str| {
        Question::from_fen(fen, &touch.parse().unwrap(), Fide2018)
            .unwrap_err()
            .to_string()
    };
    assert!(error(OPEN, "e4").contains("no man on e4"));
    assert!(error(OPEN, "j:e4").contains("no man on e4"));
    assert!(error(BISHOP_AND_ROOK, "b3/h1").contains("`b3/h1`"));
    assert!(error(PROMOTE, "a1=Q").contains("a1 is not on the promotion rank"));
    assert!(error(TWO_STEPS, "a:e4").contains("no man on e4"));
    assert!(error(TWO_STEPS, "o:e4").contains("no man on e4"));
    assert!(error(TWO_STEPS, "e3>e4").contains("no man on e3"));
    assert!(error(TWO_STEPS, "e8>d8").contains("the opponent's"));
    assert!(error("nonsense", "e1").contains("is not a FEN"));
    assert!(error("8/8/8/8/8/8/8/8 w - -", "e1").contains("no position of play"));
    assert!(error("4k3/8/8/8/8/8/8/4K3 w K -", "e1").contains("no position of play"));
}

#[test]
fn explanations_name_men_and_articles_in_both_languages() {
    let say = |fen: &str, touch: &str, laws, language| {
        Question::from_fen(fen, &touch.parse().unwrap(), laws)
            .unwrap()
            .answer()
            .explanation(language)
    };
    assert_eq!(
        say(BISHOP_AND_ROOK, "b3,d5", Fide2018, Language::English),
        "The bishop on b3 must capture the pawn on d5 (4.3.3, fide-2018)."
    );
    assert_eq!(
        say(BISHOP_AND_ROOK, "b3,d5", Fide2018, Language::German),
        "Der Läufer auf b3 muss den Bauern auf d5 schlagen (4.3.3, fide-2018)."
    );
    assert_eq!(
        say(NO_RIGHT, "e1,h1", Staunton1860, Language::English),
        "Castling on that side is illegal: the king on e1 must make another move; the opponent may also let O-O stand (staunton-1860)."
    );
    assert_eq!(
        say(OPEN, "a:e1", Fide2018, Language::English),
        "Nothing was touched in order to move or capture it: any legal move may be played (4.2, fide-2018)."
    );
    assert_eq!(
        say(PAWN_AND_ROOK, "e1,d5,h1", Fide2018, Language::English),
        "The king on e1 must move; the rook on h1 was not touched at once after the king, so no castling was begun (4.3.3, fide-2018)."
    );
    assert_eq!(
        say(PAWN_AND_ROOK, "e1>g1", Fide2018, Language::German),
        "Der König wurde auf g1 losgelassen: Die Rochade ist legal und muss vollendet werden (4.7.2, fide-2018)."
    );
    // Every case of the table has a sentence in either language.
    for &(laws, fen, touch, article, ..) in CASES {
        // A code without numbers is cited by its name.
        let numbered = article.starts_with(|c: char| c.is_ascii_digit());
        let cited = if numbered { article } else { laws.keyword() };
        for language in [Language::English, Language::German] {
            assert!(
                say(fen, touch, laws, language).contains(cited),
                "{fen} {touch}"
            );
        }
    }
}

/// The answer never invents a move, and never leaves a player who can move without one.
#[test]
fn permitted_moves_are_legal_and_never_none() {
    for &(_, fen, ..) in CASES {
        let board = position(fen).board().clone();
        let men: Vec<Square> = board.occupied().into_iter().collect();
        let legal = legal_uci(fen);
        for laws in Laws::ALL {
            for &first in &men {
                for &second in &men {
                    let sequence: Sequence = format!("{first},{second}").parse().unwrap();
                    let answer = Question::from_fen(fen, &sequence, laws).unwrap().answer();
                    let moves = answer.uci();
                    assert!(moves.iter().all(|m| legal.contains(m)));
                    assert_eq!(moves.is_empty(), legal.is_empty(), "{fen} {first},{second}");
                }
            }
        }
    }
}

/// In a solution, with several worlds open: White's e5 is blocked, d6 was denied, f6 is still
/// doubtful. The only move left to the touched pawn is that doubtful capture, and it is owed.
#[test]
fn a_doubtful_move_left_to_the_touched_pawn_is_owed() {
    let denied = Move::EnPassant {
        from: Square::E5,
        to: Square::D6,
    };
    let doubtful = Move::EnPassant {
        from: Square::E5,
        to: Square::F6,
    };
    let position = position("4k3/8/4p3/3pPp2/8/8/8/4K3 w - -");
    let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
    moves.push(doubtful);
    for laws in [Fide2018, Fide1997, Club, SamePiece] {
        let rules = RuleSet::of(laws);
        let mut penalties = rules
            .penalties(denied, Square::E1, Touches::NONE, EpTouch::OwnFirst, &moves)
            .into_iter();
        let Some(Penalty::TakenBack(touches)) = penalties.next() else {
            panic!("no choice under {}", laws.keyword());
        };
        assert_eq!(penalties.next(), None);
        let owed = rules.owed(touches.iter(), &moves);
        let permitted: Vec<Move> = moves.iter().copied().filter(|&m| owed.permits(m)).collect();
        assert_eq!(permitted, [doubtful], "{}", laws.keyword());
    }
}

#[test]
fn a_denied_en_passant_touches_what_the_option_says() {
    let denied = Move::EnPassant {
        from: Square::H5,
        to: Square::G6,
    };
    let (own, enemy) = (Touch::Own(Square::H5), Touch::Enemy(Square::G5));
    let touched = |laws, ep_touch| -> Vec<Touch> {
        let penalties =
            RuleSet::of(laws).penalties(denied, Square::F5, Touches::NONE, ep_touch, &[]);
        match penalties.iter().next() {
            Some(Penalty::TakenBack(touches)) => touches.iter().collect(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(touched(Fide2018, EpTouch::OwnFirst), [own, enemy]);
    assert_eq!(touched(Fide2018, EpTouch::EnemyFirst), [enemy, own]);
    assert_eq!(touched(Fide2018, EpTouch::OwnOnly), [own]);
    // "A move of the same piece": the enemy pawn is nobody's concern.
    assert_eq!(touched(SamePiece, EpTouch::EnemyFirst), [own]);
    assert_eq!(enemy.color(Color::White), Color::Black);
}

#[test]
fn a_denied_castling_owes_the_king_and_the_other_castling_counts() {
    let position = position(LONG_ONLY);
    let moves: Vec<Move> = position.legal_moves().into_iter().collect();
    let denied = Move::Castle {
        king: Square::E1,
        rook: Square::H1,
    };
    for laws in [Fide2018, Fide1997, Club, SamePiece] {
        let rules = RuleSet::of(laws);
        let Some(Penalty::TakenBack(touches)) = rules
            .penalties(denied, Square::E1, Touches::NONE, EpTouch::OwnFirst, &moves)
            .iter()
            .next()
        else {
            panic!("no choice under {}", laws.keyword());
        };
        let owed = rules.owed(touches.iter(), &moves);
        assert_eq!(owed.duty, Duty::Move(Square::E1));
        assert_eq!(owed.ground, Ground::CastlingRefused);
        assert_eq!(moves.iter().filter(|&&m| owed.permits(m)).count(), 6);
    }
}

#[test]
fn under_the_staunton_code_the_opponent_chooses() {
    let rules = RuleSet::of(Staunton1860);
    let pawn = Move::EnPassant {
        from: Square::H5,
        to: Square::G6,
    };
    let king_move = Move::Normal {
        role: Role::King,
        from: Square::F5,
        capture: None,
        to: Square::E6,
        promotion: None,
    };
    let pawn_move = Move::Normal {
        role: Role::Pawn,
        from: Square::H5,
        capture: None,
        to: Square::H6,
        promotion: None,
    };
    let choices = |moves: &[Move]| -> Vec<Penalty> {
        rules
            .penalties(pawn, Square::F5, Touches::NONE, EpTouch::OwnFirst, moves)
            .iter()
            .collect()
    };
    let only = |square| Penalty::TakenBack(Touches::NONE.with(Touch::Own(square)));
    assert_eq!(
        choices(&[king_move, pawn_move]),
        [Penalty::Stands, only(Square::H5), only(Square::F5)]
    );
    // A blocked pawn cannot be demanded; a king without moves is no penalty: the player is free.
    assert_eq!(choices(&[king_move]), [Penalty::Stands, only(Square::F5)]);
    let free = rules.owed(
        Touches::NONE.with(Touch::Own(Square::F5)).iter(),
        &[pawn_move],
    );
    assert!(free.is_free());
    let castling = Move::Castle {
        king: Square::E1,
        rook: Square::H1,
    };
    let penalties = rules.penalties(castling, Square::E1, Touches::NONE, EpTouch::OwnFirst, &[]);
    assert_eq!(penalties.iter().count(), 2);
}
