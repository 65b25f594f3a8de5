// Selection of journeys for the search. A position has about two hundred of them, and few are worth searching.
#pragma once
#include "move_generation.h"

enum {
    MAX_SELECTED_JOURNEYS = 24,
    MAX_JOURNEYS_PER_ESCAPE = 6,  // for each piece that flees, so that other pieces can flee, too
    MIN_TARGETS = 2,              // pieces that do not flee travel only to where they would attack as many targets
    TARGET_PRIORITY = 60,         // worth of a target, in hundredths of a pawn
};

// A journey and its priority, in one number that compares by priority first.
typedef long long RankedMove;

static RankedMove rank_move(int priority, Move move) {
    return (RankedMove)priority * (1 << MOVE_BITS) + move;
}

// Insert an entry into a sorted list of at most `capacity` entries and return the new length. The lowest one drops out.
static int insert_ranked(RankedMove *list, int count, int capacity, RankedMove entry) {
    if (count == capacity && entry <= list[capacity - 1]) return count;
    int i = count < capacity ? count++ : capacity - 1;
    for (; i && list[i - 1] < entry; i--) list[i] = list[i - 1];
    list[i] = entry;
    return count;
}

// Would the enemy king be in check if this piece were gone?
static int gives_discovered_check(const Position *position, int square) {
    int king = position->king_squares[SIDE(OPPONENT(position->color))];
    if (!is_aligned[king][square]) return 0;
    u8 squares[SQUARES];
    __builtin_memcpy(squares, position->squares, SQUARES);
    squares[square] = 0;
    return is_attacked(squares, king, position->color);
}

// Return the targets of a piece of this type: the enemy king, the squares around it, and enemy pieces that are
// unprotected or worth more.
static Bitboard find_targets(const Position *position, int type, Bitboard enemy_attacks) {
    int king = position->king_squares[SIDE(OPPONENT(position->color))];
    Bitboard targets = BIT(king);
    for (const u8 *square = king_targets[king]; *square != LIST_END; square++) targets |= BIT(*square);
    for (int square = 0; square < SQUARES; square++) {
        int piece = position->squares[square];
        if (!piece || COLOR_OF(piece) == position->color || TYPE_OF(piece) == KING) continue;
        int is_protected = (enemy_attacks & BIT(square)) != 0;
        if (!is_protected || weights.piece_value[piece] > weights.piece_value[type]) targets |= BIT(square);
    }
    return targets;
}

// Count for each square how many targets a piece of this type would attack from there once it is awake.
static void count_targets(const Position *position, int type, Bitboard enemy_attacks, u8 *counts) {
    Bitboard targets = find_targets(position, type, enemy_attacks);
    __builtin_memset(counts, 0, SQUARES);
    for (; targets; targets &= targets - 1) {
        int target = __builtin_ctzll(targets);
        Bitboard origins = attacks_from(position->squares, target, type, WHITE);
        for (; origins; origins &= origins - 1) counts[__builtin_ctzll(origins)]++;
    }
}

// Add the best squares for a piece that is attacked, or that uncovers a check by leaving.
static int add_escapes(const Position *position, int from, const u8 *target_counts, Bitboard enemy_attacks,
                       RankedMove *selected, int count) {
    RankedMove escapes[MAX_JOURNEYS_PER_ESCAPE];
    int escape_count = 0;
    int awake_piece = position->squares[from] & ~TRANCE;
    for (int to = 0; to < SQUARES; to++) {
        if (position->squares[to] || enemy_attacks & BIT(to)) continue;
        int placement = weights.piece_square[awake_piece][to];
        int priority = TARGET_PRIORITY * target_counts[to] + (position->color == BLACK ? -placement : placement);
        RankedMove entry = rank_move(priority, MOVE(from, to, JOURNEY));
        escape_count = insert_ranked(escapes, escape_count, MAX_JOURNEYS_PER_ESCAPE, entry);
    }
    for (int i = 0; i < escape_count; i++) {
        count = insert_ranked(selected, count, MAX_SELECTED_JOURNEYS, escapes[i]);
    }
    return count;
}

// Add the squares from which a piece would attack several targets.
static int add_raids(const Position *position, int from, const u8 *target_counts, Bitboard enemy_attacks,
                     RankedMove *selected, int count) {
    for (int to = 0; to < SQUARES; to++) {
        if (position->squares[to] || enemy_attacks & BIT(to) || target_counts[to] < MIN_TARGETS) continue;
        RankedMove entry = rank_move(TARGET_PRIORITY * target_counts[to], MOVE(from, to, JOURNEY));
        count = insert_ranked(selected, count, MAX_SELECTED_JOURNEYS, entry);
    }
    return count;
}

// Write the journeys that are worth searching to `journeys`, best first, and return how many there are. All of them end
// on squares that no enemy attacks. The side to move must not be in check.
static int select_journeys(const Position *position, int shamans_are_free, Move *journeys) {
    Bitboard enemy_attacks = attacked_squares(position->squares, OPPONENT(position->color));
    u8 target_counts[QUEEN + 1][SQUARES];
    unsigned counted_types = 0;
    RankedMove selected[MAX_SELECTED_JOURNEYS];
    int count = 0;
    for (int from = 0; from < SQUARES; from++) {
        if (!may_journey(position, from, shamans_are_free, 0)) continue;
        int type = TYPE_OF(position->squares[from]);
        if (!(counted_types >> type & 1)) {
            count_targets(position, type, enemy_attacks, target_counts[type]);
            counted_types |= 1u << type;
        }
        if (enemy_attacks & BIT(from) || gives_discovered_check(position, from)) {
            count = add_escapes(position, from, target_counts[type], enemy_attacks, selected, count);
        } else {
            count = add_raids(position, from, target_counts[type], enemy_attacks, selected, count);
        }
    }
    for (int i = 0; i < count; i++) journeys[i] = selected[i] & MOVE_MASK;
    return count;
}
