// Transposition table: results of earlier searches, found again by the position's hash key.
//
// Each key may use two neighboring entries. The first keeps the deepest search, the second the newest: "TwoDeep" in
// Breuker, Uiterwijk and van den Herik, "Replacement Schemes for Transposition Tables", ICCA Journal, 1994.
#pragma once
#include "search_state.h"

enum { TT_ENTRIES = 1 << 19 };
enum { EXACT, LOWER_BOUND, UPPER_BOUND };

typedef struct {
    u64 key;
    int score;
    unsigned short move;
    signed char depth;  // in plies
    u8 bound;
} TTEntry;

static TTEntry tt[TT_ENTRIES];

// A mate score counts from the root while searching, but from the position itself in the table.
static int score_to_tt(int score, int ply) {
    if (score >= MIN_MATE_SCORE) return score + ply * MATE_SCORE_PER_PLY;
    if (score <= -MIN_MATE_SCORE) return score - ply * MATE_SCORE_PER_PLY;
    return score;
}

static int score_from_tt(int score, int ply) {
    return score_to_tt(score, -ply);
}

static int first_tt_index(u64 key) {
    return (int)(key % TT_ENTRIES) & ~1;
}

// Return the entry of a position, or 0 if there is none.
static const TTEntry *probe_tt(u64 key) {
    const TTEntry *entry = &tt[first_tt_index(key)];
    if (entry->key == key) return entry;
    entry++;
    return entry->key == key ? entry : 0;
}

// Can a search stop here because the stored score is exact or lies outside the window?
static int is_tt_cutoff(const TTEntry *entry, int score, int depth, int alpha, int beta) {
    if (entry->depth < depth) return 0;
    if (entry->bound == EXACT) return 1;
    return entry->bound == LOWER_BOUND ? score >= beta : score <= alpha;
}

static void store_tt(u64 key, int depth, int score, int bound, Move move) {
    TTEntry *entry = &tt[first_tt_index(key)];
    if (entry->key != key && entry->depth > depth) entry++;
    entry->key = key;
    entry->depth = depth;
    entry->score = score;
    entry->bound = bound;
    entry->move = move;
}
