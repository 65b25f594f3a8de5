// A board, what a turn makes of it, and what it is worth.
#pragma once
#include "attacks.h"

// From, to and how: six bits, six bits, three bits. How is one of these, or the kind a pawn becomes and BECOMES.
typedef unsigned Turn;
enum { HOW = 12, JOURNEY = 1, WAKING = 2, BECOMES = 1, BITS = (1 << 15) - 1 };
// No turn leads from a1 to a1.
enum { NONE = 0 };

#define AT(turn) ((turn) & 63)
#define TO(turn) ((turn) >> 6 & 63)

typedef struct {
    u64 key;
    u8 squares[64];
    int score;     // what the pieces are worth to White
    int material;  // what the pieces of both would be worth awake and anywhere
    int quiet;     // turns since the last capture or move of a pawn
    u8 black;      // BLACK when Black is to move, else 0
    u8 castling;   // one bit a right: h1, a1, h8, a8
    u8 passing;    // behind a pawn that has just made a double step
    u8 kings[2];
} Board;

// Whoever asks writes down here what things are worth: see worth.py.
static struct {
    int worth[CODES][64];
    int price[CODES];
    int shelter[64];
    int middle[64];
    int full, won, late;
} figures;

static u64 keys[CODES][64], right_keys[16], passing_keys[65], black_key;
static u8 kept[64];

// The same on every machine.
static u64 number(void) {
    static u64 seed = 0;
    u64 mixed = seed += 0x9e3779b97f4a7c15ull;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9ull;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebull;
    return mixed ^ mixed >> 31;
}

static void draw_keys(void) {
    for (int code = 1; code < CODES; code++)
        for (int square = 0; square < 64; square++) keys[code][square] = number();
    for (int rights = 1; rights < 16; rights++) right_keys[rights] = number();
    for (int square = 0; square < 64; square++) passing_keys[square] = number(), kept[square] = 15;
    black_key = number();
    kept[7] = 14, kept[0] = 13, kept[63] = 11, kept[56] = 7, kept[4] = 12, kept[60] = 3;
}

// What follows from where everything stands.
static void count(Board *board) {
    board->key = right_keys[board->castling] ^ passing_keys[board->passing] ^ (board->black ? black_key : 0);
    board->score = board->material = 0;
    for (int at = 0; at < 64; at++) {
        int piece = board->squares[at];
        board->key ^= keys[piece][at];
        board->score += figures.worth[piece][at];
        board->material += figures.price[piece];
        if (piece == KING) board->kings[0] = at;
        if (piece == (KING | BLACK)) board->kings[1] = at;
    }
}

static void put(Board *board, int at, int piece) {
    int before = board->squares[at];
    board->squares[at] = piece;
    board->key ^= keys[before][at] ^ keys[piece][at];
    board->score += figures.worth[piece][at] - figures.worth[before][at];
    board->material += figures.price[piece] - figures.price[before];
}

// Trusts the turn.
static void after(const Board *board, Turn turn, Board *child) {
    int at = AT(turn), to = TO(turn), how = turn >> HOW, black = board->black, side = black ? 1 : 0;
    int piece = board->squares[at], kind = piece & KIND;
    int becomes = !how                ? piece
                  : how == JOURNEY    ? piece | TRANCE
                  : how == WAKING     ? piece & ~TRANCE
                                      : black | (how - BECOMES);
    *child = *board;
    child->black = BLACK - black;
    child->key ^= black_key ^ passing_keys[board->passing];
    child->passing = NOWHERE;
    child->quiet = kind == PAWN || (at != to && board->squares[to]) ? 0 : board->quiet + 1;
    put(child, at, 0);
    put(child, to, becomes);
    if (kind == PAWN) {
        if (to == board->passing)
            put(child, black ? to + 8 : to - 8, 0);
        else if (to - at == 16 || at - to == 16) {
            // The right is nobody's, and no part of the position, unless a pawn stands there to use it.
            int enemy = PAWN | (BLACK - black);
            if ((to % 8 && child->squares[to - 1] == enemy) || (to % 8 != 7 && child->squares[to + 1] == enemy)) {
                child->passing = (at + to) / 2;
                child->key ^= passing_keys[child->passing];
            }
        }
    } else if (kind == KING) {
        child->kings[side] = to;
        if (to - at == 2 || at - to == 2) {
            int corner = to > at ? to + 1 : to - 2;
            put(child, (at + to) / 2, child->squares[corner]);
            put(child, corner, 0);
        }
    }
    if (board->castling) {
        child->castling &= kept[at] & kept[to];
        child->key ^= right_keys[board->castling] ^ right_keys[child->castling];
    }
}

// If the mover did nothing: no turn of the game, but a question worth asking.
static void passed(const Board *board, Board *child) {
    *child = *board;
    child->black = BLACK - board->black;
    child->quiet++;
    child->key ^= black_key ^ passing_keys[board->passing];
    child->passing = NOWHERE;
}

static int own_king(const Board *board) { return board->kings[board->black ? 1 : 0]; }

static int is_checked(const Board *board) { return attacked(board->squares, own_king(board), BLACK - board->black); }

// Is who is to move in check after this turn of the other? Asked only where it could be.
static int is_checked_by(const Board *board, Turn turn) {
    int king = own_king(board), kind = board->squares[TO(turn)] & KIND;
    // Castling and capturing in passing touch more squares than two; kings and pawns do them.
    return (near[king][AT(turn)] || near[king][TO(turn)] || kind == KING || kind == PAWN) && is_checked(board);
}

// Does this turn leave the mover's own king unattacked? It need not be looked at unless a line may open.
static int is_safe(const Board *board, Turn turn, const Board *child, int checked) {
    int king = child->kings[board->black ? 1 : 0];
    if (checked || AT(turn) == own_king(board) || lined[king][AT(turn)] || TO(turn) == board->passing)
        return !attacked(child->squares, king, child->black);
    return 1;
}

// Two kings, with at most one bishop or knight between them.
static int is_dead(const Board *board) {
    return !board->material || board->material == figures.price[KNIGHT] || board->material == figures.price[BISHOP];
}

// To who is to move.
static int worth(const Board *board) {
    int white = board->kings[0], black = board->kings[1], score = board->score, full = figures.full;
    int fullness = board->material < full ? board->material : full;
    int sheltered = figures.shelter[white] - figures.shelter[black ^ 56];
    int central = figures.middle[white] - figures.middle[black];
    // Rounded towards nought, so that both sides see it alike.
    int total = score + (sheltered * fullness + central * (full - fullness)) / full;
    if (board->material < figures.late && (score > figures.won || -score > figures.won)) {
        int chased = score > 0 ? black : white;
        int across = white % 8 - black % 8, up = white / 8 - black / 8;
        int apart = (across < 0 ? -across : across) + (up < 0 ? -up : up);
        int drive = 60 - figures.middle[chased] + 4 * (14 - apart);
        total += score > 0 ? drive : -drive;
    }
    return board->black ? -total : total;
}

// What this turn captures, and what a pawn becomes by it.
static int gain(const Board *board, Turn turn) {
    int at = AT(turn), to = TO(turn), how = turn >> HOW;
    int became = how > WAKING ? figures.price[how - BECOMES] - figures.price[PAWN] : 0;
    if (to == board->passing && (board->squares[at] & KIND) == PAWN) return figures.price[PAWN];
    return to == at ? became : became + figures.price[board->squares[to]];
}
