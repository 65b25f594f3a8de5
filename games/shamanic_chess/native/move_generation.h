// Generation of pseudo-legal moves: they may leave the mover's own king attacked, which shows once they are made.
#pragma once
#include "evaluation.h"

// No board has more pseudo-legal moves without journeys, not even one full of queens.
enum { MAX_PSEUDO_LEGAL_MOVES = SQUARES * 28 };
// A capture of a king outranks all others. It shows that the move before was illegal.
enum { KING_CAPTURE_PRIORITY = 10000 };

// A tactical move is a capture or the promotion to a queen. Its entry holds its priority in the bits above the move.
typedef struct {
    int tactical_count, quiet_count;
    unsigned tactical[MAX_PSEUDO_LEGAL_MOVES];
    Move quiet[MAX_PSEUDO_LEGAL_MOVES];
} MoveList;

enum MoveFilter { TACTICAL_ONLY, ALL_MOVES };

static Move tactical_move(const MoveList *list, int index) {
    return list->tactical[index] & MOVE_MASK;
}

static int tactical_priority(const MoveList *list, int index) {
    return list->tactical[index] >> MOVE_BITS;
}

static void add_quiet(MoveList *list, Move move) {
    list->quiet[list->quiet_count++] = move;
}

static void add_tactical(MoveList *list, unsigned priority, Move move) {
    list->tactical[list->tactical_count++] = priority << MOVE_BITS | move;
}

// Most valuable victim first, then least valuable attacker (MVV-LVA). Values differ by 10 or more and types by 5 at
// most, so the victim always decides. The 8 keeps a priority above the victim's value.
static unsigned capture_priority(int captured, int attacker_type) {
    int is_king = captured && TYPE_OF(captured) == KING;
    return (is_king ? KING_CAPTURE_PRIORITY : weights.piece_value[captured] + 8) - attacker_type;
}

static void add_promotions(MoveList *list, int from, int to, int captured, enum MoveFilter filter) {
    add_tactical(list, capture_priority(captured, 0) + weights.piece_value[QUEEN], MOVE(from, to, PROMOTION + QUEEN));
    if (filter == TACTICAL_ONLY) return;
    for (int type = KNIGHT; type < QUEEN; type++) add_quiet(list, MOVE(from, to, PROMOTION + type));
}

static int is_last_rank(int square) {
    return square < 8 || square >= 56;
}

static void add_pawn_captures(const Position *position, int from, MoveList *list, enum MoveFilter filter) {
    int color = position->color;
    for (const u8 *target = pawn_targets[SIDE(color)][from]; *target != LIST_END; target++) {
        int to = *target;
        int captured = position->squares[to];
        int is_enemy = captured && COLOR_OF(captured) != color;
        if (!is_enemy && to != position->ep_square) continue;
        if (is_last_rank(to)) {
            add_promotions(list, from, to, captured, filter);
        } else {
            add_tactical(list, capture_priority(captured ? captured : PAWN, PAWN), MOVE(from, to, NORMAL_MOVE));
        }
    }
}

static void add_pawn_steps(const Position *position, int from, MoveList *list, enum MoveFilter filter) {
    int forward = position->color == BLACK ? -8 : 8;
    int home_rank = position->color == BLACK ? 6 : 1;
    int to = from + forward;
    if (position->squares[to]) return;
    if (is_last_rank(to)) {
        add_promotions(list, from, to, 0, filter);
        return;
    }
    if (filter == TACTICAL_ONLY) return;
    add_quiet(list, MOVE(from, to, NORMAL_MOVE));
    if (RANK_OF(from) == home_rank && !position->squares[to + forward]) {
        add_quiet(list, MOVE(from, to + forward, NORMAL_MOVE));
    }
}

// A king may castle if the squares between it and the rook are empty, and no enemy attacks a square that it touches.
static void add_castling(const Position *position, MoveList *list) {
    const u8 *squares = position->squares;
    int king = position->color == BLACK ? 60 : 4, enemy = OPPONENT(position->color);
    int rights = position->castling_rights >> (position->color == BLACK ? 2 : 0);
    int is_short_clear = !squares[king + 1] && !squares[king + 2];
    int is_long_clear = !squares[king - 1] && !squares[king - 2] && !squares[king - 3];
    if (rights & 1 && is_short_clear && !is_attacked(squares, king, enemy) && !is_attacked(squares, king + 1, enemy) &&
        !is_attacked(squares, king + 2, enemy)) {
        add_quiet(list, MOVE(king, king + 2, NORMAL_MOVE));
    }
    if (rights & 2 && is_long_clear && !is_attacked(squares, king, enemy) && !is_attacked(squares, king - 1, enemy) &&
        !is_attacked(squares, king - 2, enemy)) {
        add_quiet(list, MOVE(king, king - 2, NORMAL_MOVE));
    }
}

static void add_piece_move(const Position *position, Move move, int type, MoveList *list, enum MoveFilter filter) {
    int captured = position->squares[TO(move)];
    if (captured && COLOR_OF(captured) != position->color) {
        add_tactical(list, capture_priority(captured, type), move);
    } else if (!captured && filter == ALL_MOVES) {
        add_quiet(list, move);
    }
}

static void add_piece_moves(const Position *position, int from, int type, MoveList *list, enum MoveFilter filter) {
    if (type == KNIGHT || type == KING) {
        const u8 *target = type == KNIGHT ? knight_targets[from] : king_targets[from];
        for (; *target != LIST_END; target++) {
            add_piece_move(position, MOVE(from, *target, NORMAL_MOVE), type, list, filter);
        }
        return;
    }
    for (int direction = first_direction(type); direction < end_direction(type); direction++) {
        for (const u8 *target = rays[from][direction]; *target != LIST_END; target++) {
            add_piece_move(position, MOVE(from, *target, NORMAL_MOVE), type, list, filter);
            if (position->squares[*target]) break;
        }
    }
}

// Insertion sort, highest priority first.
static void sort_tactical_moves(MoveList *list) {
    for (int sorted = 1; sorted < list->tactical_count; sorted++) {
        unsigned entry = list->tactical[sorted];
        int i = sorted;
        for (; i && list->tactical[i - 1] < entry; i--) list->tactical[i] = list->tactical[i - 1];
        list->tactical[i] = entry;
    }
}

// Generate the moves of orthodox chess: tactical ones, sorted, and with ALL_MOVES the quiet ones, too.
static void generate_moves(const Position *position, MoveList *list, enum MoveFilter filter) {
    int color = position->color;
    list->tactical_count = 0;
    list->quiet_count = 0;
    for (int from = 0; from < SQUARES; from++) {
        int piece = position->squares[from];
        int is_awake_own = piece > color && piece < (color | TYPE_MASK);
        if (!is_awake_own) continue;
        int type = TYPE_OF(piece);
        if (type == PAWN) {
            add_pawn_captures(position, from, list, filter);
            add_pawn_steps(position, from, list, filter);
        } else {
            add_piece_moves(position, from, type, list, filter);
        }
    }
    if (filter == ALL_MOVES && position->castling_rights) add_castling(position, list);
    sort_tactical_moves(list);
}

// A piece in a trance may wake up on its square. This takes a whole turn and is not allowed in check.
static void add_wakings(const Position *position, MoveList *list) {
    int shaman = TRANCE | position->color;
    for (int square = 0; square < SQUARES; square++) {
        int piece = position->squares[square];
        if (piece > shaman && piece < (shaman | TYPE_MASK)) add_quiet(list, MOVE(square, square, WAKING));
    }
}

// A queen, rook, bishop or knight that is not in check may fall into a trance and travel to any empty square. With free
// shamans a piece that is in a trance already may travel again, even in check.
static int may_journey(const Position *position, int square, int shamans_are_free, int in_check) {
    int piece = position->squares[square], type = TYPE_OF(piece);
    if (type < KNIGHT || type > QUEEN || COLOR_OF(piece) != position->color) return 0;
    return piece & TRANCE ? shamans_are_free : !in_check;
}

// Return the journey that follows `previous`, or the first one after NO_MOVE. Return NO_MOVE at the end.
static Move next_journey(const Position *position, Move previous, int shamans_are_free, int in_check) {
    int from = FROM(previous);
    int to = previous == NO_MOVE ? 0 : TO(previous) + 1;
    for (; from < SQUARES; from++, to = 0) {
        if (!may_journey(position, from, shamans_are_free, in_check)) continue;
        for (; to < SQUARES; to++) {
            if (!position->squares[to]) return MOVE(from, to, JOURNEY);
        }
    }
    return NO_MOVE;
}
