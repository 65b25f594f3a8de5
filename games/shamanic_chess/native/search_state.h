// The state of one search: its limits, its counters, and the positions that count as repetitions.
#pragma once
#include "journeys.h"

// Scores are in hundredths of a pawn for the side to move. Mate at ply p scores MATE_SCORE - p * MATE_SCORE_PER_PLY, so
// a shorter mate is better, and by more than the bonus that a caller may give to a root move.
enum {
    MATE_SCORE = 1000000,
    MATE_SCORE_PER_PLY = 100,
    MIN_MATE_SCORE = MATE_SCORE - 200 * MATE_SCORE_PER_PLY,
    DRAW_SCORE = 0,
};

enum {
    MAX_PLY = 250,                // quiescence included
    CLOCK_CHECK_INTERVAL = 1024,  // nodes between two looks at the clock
    MAX_MOVES = SQUARES * SQUARES,
    MAX_GAME_POSITIONS = 512,
    MAX_HALFMOVE_CLOCK = 100,  // half-moves without capture or pawn move after which a game is drawn
};

// The host returns 1 when the time is up.
__attribute__((import_module("host"), import_name("is_time_up"))) int is_time_up(void);

static Position root;
static int shamans_are_free;
static int root_depth;  // depth of the current iteration, in plies
static int is_stopped;  // results of a stopped search are not valid
static unsigned node_count;
static unsigned node_limit;

// Keys of the positions from the root to the current node. A null move leaves 0, which equals no key.
static u64 path_keys[MAX_PLY + 2];
static u64 seen_twice_keys[MAX_GAME_POSITIONS];
static int seen_twice_count;

static int min(int one, int other) {
    return one < other ? one : other;
}

static int max(int one, int other) {
    return one > other ? one : other;
}

static int mated_score(int ply) {
    return ply * MATE_SCORE_PER_PLY - MATE_SCORE;
}

static void count_node(void) {
    node_count++;
    if (node_count >= node_limit || (node_count % CLOCK_CHECK_INTERVAL == 0 && is_time_up())) is_stopped = 1;
}

// Add a position of the game before the search. A position that occurred twice is a draw if it occurs again.
static void add_game_position(u64 key) {
    static u64 keys[MAX_GAME_POSITIONS];
    static int count;
    for (int i = 0; i < count; i++) {
        if (keys[i] == key && seen_twice_count < MAX_GAME_POSITIONS) seen_twice_keys[seen_twice_count++] = key;
    }
    if (count < MAX_GAME_POSITIONS) keys[count++] = key;
}

// Does a position count as a draw by repetition? Within the search one repetition is enough, since both sides could
// repeat it again.
static int is_repetition(const Position *position, int ply) {
    int first_ply = max(0, ply - position->halfmove_clock);
    for (int earlier = ply - 2; earlier >= first_ply; earlier -= 2) {
        if (path_keys[earlier] == position->key) return 1;
    }
    for (int i = 0; i < seen_twice_count; i++) {
        if (seen_twice_keys[i] == position->key) return 1;
    }
    return 0;
}
