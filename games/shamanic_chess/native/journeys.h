// The few journeys that are worth looking ahead: there are two hundred in a position, and they seldom pay.
#pragma once
#include "move_generation.h"

enum {
    MOST_JOURNEYS = 24,
    FOR_A_PIECE = 6,  // so many for one that flees, so that others can flee too
    AIMS = 2,
    AN_AIM = 60,
};

// Would the enemy's king be in check if this piece were gone?
static int uncovers(const Board *board, int at) {
    int king = board->kings[board->black ? 0 : 1];
    if (!lined[king][at]) return 0;
    u8 squares[64];
    __builtin_memcpy(squares, board->squares, 64);
    squares[at] = 0;
    return attacked(squares, king, board->black);
}

// How much a piece of this kind would attack from each square: the king, the squares around it, what nobody protects
// and what is worth more.
static void aim(const Board *board, int kind, u64 guarded, u8 *aims) {
    const u8 *squares = board->squares;
    int king = board->kings[board->black ? 0 : 1];
    u64 targets = ONE(king);
    for (const u8 *at = steps[king]; *at != NO_MORE; at++) targets |= ONE(*at);
    for (int at = 0; at < 64; at++) {
        int piece = squares[at];
        if (piece && (piece & BLACK) != board->black && (piece & KIND) != KING &&
            (!(guarded & ONE(at)) || figures.price[piece] > figures.price[kind]))
            targets |= ONE(at);
    }
    __builtin_memset(aims, 0, 64);
    for (; targets; targets &= targets - 1)
        for (u64 from = struck(squares, __builtin_ctzll(targets), kind, 0); from; from &= from - 1)
            aims[__builtin_ctzll(from)]++;
}

// The best so far, in order; the one with the least hope is pushed out.
static int ranked(long long *best, int many, int most, int hope, Turn turn) {
    long long one = (long long)hope * (1 << PRIZED) + turn;
    if (many == most && one <= best[most - 1]) return many;
    int place = many < most ? many++ : most - 1;
    for (; place && best[place - 1] < one; place--) best[place] = best[place - 1];
    best[place] = one;
    return many;
}

// To safety: by who is attacked, by who uncovers a check, or to where two things are attacked once it is awake.
static int worthwhile(const Board *board, int is_free, Turn *found) {
    const u8 *squares = board->squares;
    u64 threatened = covered(squares, BLACK - board->black);
    u8 aims[QUEEN + 1][64], aimed = 0;
    long long best[MOST_JOURNEYS];
    int many = 0;
    for (int at = 0; at < 64; at++) {
        if (!travels(board, at, is_free, 0)) continue;
        int piece = squares[at], kind = piece & KIND;
        if (!(aimed >> kind & 1)) {
            aim(board, kind, threatened, aims[kind]);
            aimed |= 1 << kind;
        }
        int flees = (threatened & ONE(at)) || uncovers(board, at);
        long long places[FOR_A_PIECE];
        int few = 0;
        for (int to = 0; to < 64; to++) {
            if (squares[to] || threatened & ONE(to)) continue;
            Turn turn = JOURNEY << HOW | to << 6 | at;
            int hope = AN_AIM * aims[kind][to], placed = figures.worth[piece & ~TRANCE][to];
            if (flees)
                few = ranked(places, few, FOR_A_PIECE, hope + (board->black ? -placed : placed), turn);
            else if (aims[kind][to] >= AIMS)
                many = ranked(best, many, MOST_JOURNEYS, hope, turn);
        }
        for (int place = 0; place < few; place++)
            many = ranked(best, many, MOST_JOURNEYS, places[place] >> PRIZED, places[place] & BITS);
    }
    for (int place = 0; place < many; place++) found[place] = best[place] & BITS;
    return many;
}
