// Iterative deepening: search all root moves one ply deep, then two, and so on, as CHESS 4.5 did (Slate and Atkin,
// "CHESS 4.5 - The Northwestern University Chess Program", 1977). Each iteration orders the moves for the next one.
#pragma once
#include "alpha_beta.h"

enum {
    JOURNEY_FILTER_DEPTH = 2,  // after this iteration all but the best journeys are deferred
    ROOT_ORDER_MARGIN = 100,   // moves this close to the best get exact scores in the first iteration
    MAX_ROOT_REDUCTION_DEPTH = 4,
};

// A move to choose from. The caller's bonus is added to its score.
typedef struct {
    Move move;
    int bonus, score;
} RootMove;

static RootMove root_moves[MAX_MOVES];
static RootMove deferred_moves[MAX_MOVES];

// The best move so far. It is valid at any time, also when the search is stopped.
static struct {
    Move move;
    int score, depth;
    unsigned node_count;
} search_result;

// Move an entry up to an earlier place. Those between move down by one.
static void raise_root_move(int from, int to) {
    RootMove raised = root_moves[from];
    for (int i = from; i > to; i--) root_moves[i] = root_moves[i - 1];
    root_moves[to] = raised;
}

// Order the root moves before the first iteration: by what they capture, then by bonus. Equal ones keep their order.
static void sort_root_moves_by_gain(int move_count) {
    for (int sorted = 1; sorted < move_count; sorted++) {
        RootMove entry = root_moves[sorted];
        int gain = material_gain(&root, entry.move);
        int i = sorted;
        for (; i; i--) {
            int other_gain = material_gain(&root, root_moves[i - 1].move);
            if (other_gain > gain || (other_gain == gain && root_moves[i - 1].bonus >= entry.bonus)) break;
        }
        raise_root_move(sorted, i);
    }
}

static void sort_root_moves_by_score(int move_count) {
    for (int sorted = 1; sorted < move_count; sorted++) {
        int i = sorted;
        while (i && root_moves[i - 1].score < root_moves[sorted].score) i--;
        raise_root_move(sorted, i);
    }
}

// Return the score of a root move with its bonus; exact if it is better than alpha.
static int search_root_move(int index, int alpha, int in_check) {
    Move move = root_moves[index].move;
    int bonus = root_moves[index].bonus, is_first = !index;
    Position child;
    make_move(&root, move, &child);
    int gives_check = was_check_given(&child, move);
    int can_reduce = !is_first && !in_check && !gives_check && !material_gain(&root, move);
    int reduction_depth = min(root_depth, MAX_ROOT_REDUCTION_DEPTH);
    int reduction = can_reduce ? late_move_reduction(move, index + 1, reduction_depth) : 0;
    // The first iteration needs exact scores of all good moves, to order them.
    int has_full_window = is_first || root_depth == 1;
    int floor = (root_depth == 1 ? max(-MATE_SCORE, alpha - ROOT_ORDER_MARGIN) : alpha) - bonus;
    int beta = has_full_window ? MATE_SCORE : floor + 1;
    int score = bonus - search_child(&child, root_depth - 1 - reduction, -beta, -floor, 1, gives_check);
    int must_repeat = score > alpha && beta < MATE_SCORE;
    if (is_stopped || !must_repeat) return score;
    return bonus - search_child(&child, root_depth - 1, -MATE_SCORE, -floor, 1, gives_check);
}

// Run one iteration. The best move of the last one comes first, so a stopped iteration never makes the result worse.
static void search_root_moves(int move_count) {
    int in_check = is_in_check(&root), alpha = -MATE_SCORE;
    for (int i = 0; i < move_count; i++) {
        int score = search_root_move(i, alpha, in_check);
        if (is_stopped) return;
        root_moves[i].score = score;
        if (score <= alpha) continue;
        alpha = score;
        search_result.move = root_moves[i].move;
        search_result.score = score;
        search_result.depth = root_depth;
        raise_root_move(i, 0);
    }
}

// Take all but the first journeys out of the root moves. Return how many root moves remain.
static int defer_journeys(int move_count, int *deferred_count) {
    int kept_count = 0, journey_count = 0;
    for (int i = 0; i < move_count; i++) {
        int is_journey = MOVE_KIND(root_moves[i].move) == JOURNEY;
        if (is_journey && journey_count++ >= MAX_SELECTED_JOURNEYS) {
            deferred_moves[(*deferred_count)++] = root_moves[i];
        } else {
            root_moves[kept_count++] = root_moves[i];
        }
    }
    return kept_count;
}

static int is_mate_within(int score, int depth) {
    int distance = MATE_SCORE - (score < 0 ? -score : score);
    return distance <= MATE_SCORE_PER_PLY * depth;
}

// Search deeper until max_depth, the node limit, the clock, or a mate that no deeper search can improve.
static void search_iteratively(int move_count, int max_depth) {
    int deferred_count = 0, has_filtered = 0;
    root_depth = 1;
    while (root_depth <= max_depth) {
        search_root_moves(move_count);
        if (is_stopped) return;
        if (root_depth == 1) sort_root_moves_by_score(move_count);
        if (root_depth == JOURNEY_FILTER_DEPTH && !has_filtered) {
            move_count = defer_journeys(move_count, &deferred_count);
            has_filtered = 1;
        }
        if (search_result.score <= -MIN_MATE_SCORE && deferred_count) {
            // Every move loses so far. Repeat this iteration with the deferred journeys: one of them may help.
            for (int i = 0; i < deferred_count; i++) root_moves[move_count++] = deferred_moves[i];
            deferred_count = 0;
            continue;
        }
        if (is_mate_within(search_result.score, root_depth)) return;
        root_depth++;
    }
}
