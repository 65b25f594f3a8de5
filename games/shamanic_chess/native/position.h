// A position, and how a move changes it.
//
// The position carries a hash key, a score and the material, and every move updates them. The hash is Zobrist's
// ("A New Hashing Method with Application for Game Playing", University of Wisconsin, 1970).
#pragma once
#include "attacks.h"

// Bits 0-5: from. Bits 6-11: to. Bits 12-14: a move kind, or for a promotion PROMOTION plus the type of the new piece.
typedef unsigned Move;
enum { MOVE_KIND_SHIFT = 12, MOVE_BITS = 15, MOVE_MASK = (1 << MOVE_BITS) - 1 };
enum { NORMAL_MOVE = 0, JOURNEY = 1, WAKING = 2, PROMOTION = 1 };
// No move leads from a1 to a1.
enum { NO_MOVE = 0 };

#define MOVE(from, to, kind) ((Move)((kind) << MOVE_KIND_SHIFT | (to) << 6 | (from)))
#define FROM(move) ((move) & 63)
#define TO(move) ((move) >> 6 & 63)
#define MOVE_KIND(move) ((move) >> MOVE_KIND_SHIFT)

typedef struct {
    u64 key;
    u8 squares[SQUARES];
    int placement_score;  // piece-square values, positive if White is better, in hundredths of a pawn
    int material;         // value of all pieces of both sides as if awake, in hundredths of a pawn
    int halfmove_clock;   // half-moves since the last capture or pawn move
    u8 color;             // side to move: WHITE or BLACK
    u8 castling_rights;   // bits 0-3: rook on h1, a1, h8, a8
    u8 ep_square;         // the square behind a pawn that has just made a double step, or NO_SQUARE
    u8 king_squares[2];
} Position;

// The caller fills this in before a search; games/shamanic_chess has the values and their reasons. All in hundredths of
// a pawn.
static struct {
    int piece_square[PIECE_CODES][SQUARES];
    int piece_value[PIECE_CODES];
    int king_shelter[SQUARES];  // bonus for White's king while there is much material
    int king_center[SQUARES];   // bonus for either king when there is none
    int full_material;          // material of the initial position
    int winning_score;          // a side with a larger lead drives the other king to the edge
    int endgame_material;       // and does so only below this material
} weights;

static u64 piece_keys[PIECE_CODES][SQUARES];
static u64 castling_keys[16];
static u64 ep_keys[SQUARES + 1];
static u64 black_to_move_key;
// The castling rights that survive a move from or to a square.
static u8 kept_castling_rights[SQUARES];

// SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014) with a fixed seed, so that
// every run on every machine searches alike.
static u64 next_random(void) {
    static u64 state = 0;
    state += 0x9e3779b97f4a7c15ull;
    u64 mixed = state;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9ull;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebull;
    return mixed ^ mixed >> 31;
}

static void initialize_position_tables(void) {
    for (int piece = 1; piece < PIECE_CODES; piece++) {
        for (int square = 0; square < SQUARES; square++) piece_keys[piece][square] = next_random();
    }
    for (int rights = 1; rights < 16; rights++) castling_keys[rights] = next_random();
    for (int square = 0; square < SQUARES; square++) ep_keys[square] = next_random();
    black_to_move_key = next_random();
    for (int square = 0; square < SQUARES; square++) kept_castling_rights[square] = 15;
    kept_castling_rights[7] = 14;   // h1
    kept_castling_rights[0] = 13;   // a1
    kept_castling_rights[63] = 11;  // h8
    kept_castling_rights[56] = 7;   // a8
    kept_castling_rights[4] = 12;   // e1
    kept_castling_rights[60] = 3;   // e8
}

// Compute from the board all that moves update: key, score, material and kings.
static void compute_derived_fields(Position *position) {
    position->key = castling_keys[position->castling_rights] ^ ep_keys[position->ep_square];
    if (position->color == BLACK) position->key ^= black_to_move_key;
    position->placement_score = 0;
    position->material = 0;
    for (int square = 0; square < SQUARES; square++) {
        int piece = position->squares[square];
        position->key ^= piece_keys[piece][square];
        position->placement_score += weights.piece_square[piece][square];
        position->material += weights.piece_value[piece];
        if (piece == KING) position->king_squares[0] = square;
        if (piece == (KING | BLACK)) position->king_squares[1] = square;
    }
}

// Replace what stands on a square. Piece 0 empties it.
static void set_square(Position *position, int square, int piece) {
    int before = position->squares[square];
    position->squares[square] = piece;
    position->key ^= piece_keys[before][square] ^ piece_keys[piece][square];
    position->placement_score += weights.piece_square[piece][square] - weights.piece_square[before][square];
    position->material += weights.piece_value[piece] - weights.piece_value[before];
}

static int piece_after_move(int piece, int kind, int color) {
    if (kind == NORMAL_MOVE) return piece;
    if (kind == JOURNEY) return piece | TRANCE;
    if (kind == WAKING) return piece & ~TRANCE;
    return color | (kind - PROMOTION);
}

static int is_double_step(int from, int to) {
    return to - from == 16 || from - to == 16;
}

static void finish_pawn_move(const Position *position, Move move, Position *child) {
    int from = FROM(move), to = TO(move), color = position->color;
    if (to == position->ep_square) {
        set_square(child, color == BLACK ? to + 8 : to - 8, 0);
    } else if (is_double_step(from, to)) {
        // An en passant square that no pawn can use is not stored, or equal positions would get different keys.
        int enemy_pawn = PAWN | OPPONENT(color);
        int is_left = FILE_OF(to) != 0 && child->squares[to - 1] == enemy_pawn;
        int is_right = FILE_OF(to) != 7 && child->squares[to + 1] == enemy_pawn;
        if (is_left || is_right) {
            child->ep_square = (from + to) / 2;
            child->key ^= ep_keys[child->ep_square];
        }
    }
}

static void finish_king_move(const Position *position, Move move, Position *child) {
    int from = FROM(move), to = TO(move);
    child->king_squares[SIDE(position->color)] = to;
    int is_castling = to - from == 2 || from - to == 2;
    if (is_castling) {
        int rook_square = to > from ? to + 1 : to - 2;
        set_square(child, (from + to) / 2, child->squares[rook_square]);
        set_square(child, rook_square, 0);
    }
}

// Make a move on a copy. The move is not checked.
static void make_move(const Position *position, Move move, Position *child) {
    int from = FROM(move), to = TO(move);
    int piece = position->squares[from];
    int type = TYPE_OF(piece);
    int is_capture = from != to && position->squares[to];
    *child = *position;
    child->color = OPPONENT(position->color);
    child->key ^= black_to_move_key ^ ep_keys[position->ep_square];
    child->ep_square = NO_SQUARE;
    child->halfmove_clock = type == PAWN || is_capture ? 0 : position->halfmove_clock + 1;
    set_square(child, from, 0);
    set_square(child, to, piece_after_move(piece, MOVE_KIND(move), position->color));
    if (type == PAWN) finish_pawn_move(position, move, child);
    if (type == KING) finish_king_move(position, move, child);
    if (position->castling_rights) {
        child->castling_rights &= kept_castling_rights[from] & kept_castling_rights[to];
        child->key ^= castling_keys[position->castling_rights] ^ castling_keys[child->castling_rights];
    }
}

// Pass the turn to the opponent. The rules have no such move; it serves null-move pruning.
static void make_null_move(const Position *position, Position *child) {
    *child = *position;
    child->color = OPPONENT(position->color);
    child->halfmove_clock++;
    child->key ^= black_to_move_key ^ ep_keys[position->ep_square];
    child->ep_square = NO_SQUARE;
}

static int own_king_square(const Position *position) {
    return position->king_squares[SIDE(position->color)];
}

static int is_in_check(const Position *position) {
    return is_attacked(position->squares, own_king_square(position), OPPONENT(position->color));
}

// Is the side to move in check after this move of its opponent? Looks at the board only if the move can give check.
static int was_check_given(const Position *position, Move move) {
    int king = own_king_square(position);
    int type = TYPE_OF(position->squares[TO(move)]);
    // Castling and en passant change more than two squares. Kings and pawns make those moves.
    int can_give_check = is_in_reach[king][FROM(move)] || is_in_reach[king][TO(move)] || type == KING || type == PAWN;
    return can_give_check && is_in_check(position);
}

// Does this move leave the mover's own king unattacked? Looks at the board only if the move can expose the king.
static int is_king_safe_after(const Position *position, Move move, const Position *child, int in_check) {
    int king = child->king_squares[SIDE(position->color)];
    int from = FROM(move), to = TO(move);
    int can_expose_king =
        in_check || from == own_king_square(position) || is_aligned[king][from] || to == position->ep_square;
    return !can_expose_king || !is_attacked(child->squares, king, child->color);
}
