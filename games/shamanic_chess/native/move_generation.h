// Every turn that a board allows. Some may leave the king attacked: that shows once they are made.
#pragma once
#include "position.h"

// No board has more, were all of it queens.
enum { MOST_WAYS = 64 * 28 };
// A turn that wins something has its prize in the bits above it.
enum { PRIZED = 15, KINGS_PRIZE = 10000 };

typedef struct {
    int noisy, quiet;  // how many of each
    unsigned prized[MOST_WAYS];
    Turn turns[MOST_WAYS];
} Ways;

// What is captured counts before who captures it; the least valuable is to do it.
static unsigned prize(int taken, int by) {
    return (taken && (taken & KIND) == KING ? KINGS_PRIZE : figures.price[taken] + 8) - by;
}

static void win(Ways *ways, unsigned worth, Turn turn) { ways->prized[ways->noisy++] = worth << PRIZED | turn; }

static void promote(Ways *ways, Turn turn, int taken, int quiets) {
    win(ways, prize(taken, 0) + figures.price[QUEEN], turn | (QUEEN + BECOMES) << HOW);
    if (!quiets) return;
    for (int kind = KNIGHT; kind < QUEEN; kind++) ways->turns[ways->quiet++] = turn | (kind + BECOMES) << HOW;
}

static void advance(const Board *board, int at, Ways *ways, int quiets) {
    const u8 *squares = board->squares;
    int black = board->black;
    for (const u8 *to = strikes[black ? 1 : 0][at]; *to != NO_MORE; to++) {
        int there = squares[*to];
        if (!(there && (there & BLACK) != black) && *to != board->passing) continue;
        if (*to >= 8 && *to < 56)
            win(ways, prize(there ? there : PAWN, PAWN), *to << 6 | at);
        else
            promote(ways, *to << 6 | at, there, quiets);
    }
    int to = black ? at - 8 : at + 8;
    if (squares[to]) return;
    if (to < 8 || to >= 56) {
        promote(ways, to << 6 | at, 0, quiets);
    } else if (quiets) {
        ways->turns[ways->quiet++] = to << 6 | at;
        int two = black ? to - 8 : to + 8;
        if (at / 8 == (black ? 6 : 1) && !squares[two]) ways->turns[ways->quiet++] = two << 6 | at;
    }
}

static void castle(const Board *board, Ways *ways) {
    const u8 *squares = board->squares;
    int home = board->black ? 60 : 4, enemy = BLACK - board->black, rights = board->castling >> (board->black ? 2 : 0);
    if (rights & 1 && !squares[home + 1] && !squares[home + 2] && !attacked(squares, home, enemy) &&
        !attacked(squares, home + 1, enemy) && !attacked(squares, home + 2, enemy))
        ways->turns[ways->quiet++] = (home + 2) << 6 | home;
    if (rights & 2 && !squares[home - 1] && !squares[home - 2] && !squares[home - 3] &&
        !attacked(squares, home, enemy) && !attacked(squares, home - 1, enemy) && !attacked(squares, home - 2, enemy))
        ways->turns[ways->quiet++] = (home - 2) << 6 | home;
}

static void go(const Board *board, int at, int to, int kind, Ways *ways, int quiets) {
    int there = board->squares[to];
    if (there && (there & BLACK) != board->black)
        win(ways, prize(there, kind), to << 6 | at);
    else if (!there && quiets)
        ways->turns[ways->quiet++] = to << 6 | at;
}

// What captures or makes a queen, the best of it first; and, if asked for, what does neither.
static void moves(const Board *board, Ways *ways, int quiets) {
    int black = board->black;
    ways->noisy = ways->quiet = 0;
    for (int at = 0; at < 64; at++) {
        int piece = board->squares[at], kind = piece & KIND;
        if (piece <= black || piece >= (black | KIND)) continue;
        if (kind == PAWN) {
            advance(board, at, ways, quiets);
        } else if (kind == KNIGHT || kind == KING) {
            for (const u8 *to = kind == KNIGHT ? leaps[at] : steps[at]; *to != NO_MORE; to++)
                go(board, at, *to, kind, ways, quiets);
        } else {
            for (int way = first_way(kind); way < last_way(kind); way++)
                for (const u8 *to = rays[at][way]; *to != NO_MORE; to++) {
                    go(board, at, *to, kind, ways, quiets);
                    if (board->squares[*to]) break;
                }
        }
    }
    if (quiets && board->castling) castle(board, ways);
    for (int late = 1; late < ways->noisy; late++) {
        unsigned one = ways->prized[late];
        int place = late;
        for (; place && ways->prized[place - 1] < one; place--) ways->prized[place] = ways->prized[place - 1];
        ways->prized[place] = one;
    }
}

// Where the king is not in check.
static void wakings(const Board *board, Ways *ways) {
    int low = TRANCE | board->black;
    for (int at = 0; at < 64; at++)
        if (board->squares[at] > low && board->squares[at] < (low | KIND))
            ways->turns[ways->quiet++] = WAKING << HOW | at << 6 | at;
}

// May it journey? In check only who is in trance already, and only where shamans are free.
static int travels(const Board *board, int at, int is_free, int checked) {
    int piece = board->squares[at], kind = piece & KIND;
    return kind >= KNIGHT && kind <= QUEEN && (piece & BLACK) == board->black &&
           (piece & TRANCE ? is_free : !checked);
}

// One journey after the other, from `last` on, where 0 comes before the first; 0 when there are no more.
static Turn journey(const Board *board, Turn last, int is_free, int checked) {
    int at = AT(last), to = last ? TO(last) + 1 : 0;
    for (; at < 64; at++, to = 0) {
        if (!travels(board, at, is_free, checked)) continue;
        for (; to < 64; to++)
            if (!board->squares[to]) return JOURNEY << HOW | to << 6 | at;
    }
    return NONE;
}
