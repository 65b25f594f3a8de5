// Move ordering: the moves of a node, the most promising first, each group generated only when the search asks for it.
//
// After the move of the transposition table come captures (most valuable victim first), two killer moves (Akl and
// Newborn, "The Principal Continuation and the Killer Heuristic", 1977), and quiet moves by their history score
// (Schaeffer, "The History Heuristic and Alpha-Beta Search Enhancements in Practice", IEEE PAMI, 1989). Journeys are
// last.
#pragma once
#include "transposition_table.h"

enum {
    KILLERS = 2,
    MIN_JOURNEY_DEPTH = 3,  // plies; closer to the leaves no journeys are tried unless all else loses
};

enum MoveStage { TT_STAGE, TACTICAL_STAGE, KILLER_STAGE, QUIET_STAGE, SELECTED_JOURNEY_STAGE, ALL_JOURNEY_STAGE, DONE };

typedef struct {
    const Position *position;
    int depth, ply, in_check;
    enum MoveStage stage;
    int index;  // position within the stage; -1 before the moves are generated
    int selected_count;
    Move tt_move;
    Move last_journey;
    Move selected_journeys[MAX_SELECTED_JOURNEYS];
    MoveList moves;
} MovePicker;

static int history_scores[MOVE_MASK + 1];
static Move killers[MAX_PLY + 2][KILLERS];
// The best score found so far at each ply of the current path.
static int best_scores[MAX_PLY + 2];

// Remember a quiet move that caused a beta cutoff.
static void reward_cutoff(Move move, int depth, int ply) {
    history_scores[move] += depth * depth;
    if (killers[ply][0] == move) return;
    killers[ply][1] = killers[ply][0];
    killers[ply][0] = move;
}

static int is_killer(Move move, int ply) {
    return move == killers[ply][0] || move == killers[ply][1];
}

static int has_quiet_move(const MoveList *moves, Move move) {
    for (int i = 0; i < moves->quiet_count; i++) {
        if (moves->quiet[i] == move) return 1;
    }
    return 0;
}

static void initialize_picker(MovePicker *picker, const Position *position, int depth, int ply, int in_check,
                              Move tt_move) {
    picker->position = position;
    picker->depth = depth;
    picker->ply = ply;
    picker->in_check = in_check;
    picker->stage = TT_STAGE;
    picker->tt_move = tt_move;
    picker->last_journey = NO_MOVE;
}

static void enter_stage(MovePicker *picker, enum MoveStage stage) {
    picker->stage = stage;
    picker->index = 0;
}

static Move pick_tactical(MovePicker *picker) {
    if (picker->index < 0) {
        generate_moves(picker->position, &picker->moves, ALL_MOVES);
        if (!picker->in_check) add_wakings(picker->position, &picker->moves);
        picker->index = 0;
    }
    while (picker->index < picker->moves.tactical_count) {
        Move move = tactical_move(&picker->moves, picker->index++);
        if (move != picker->tt_move) return move;
    }
    return NO_MOVE;
}

static Move pick_killer(MovePicker *picker) {
    while (picker->index < KILLERS) {
        Move move = killers[picker->ply][picker->index++];
        if (move && move != picker->tt_move && has_quiet_move(&picker->moves, move)) return move;
    }
    return NO_MOVE;
}

// Selection sort, one step for each call: swap the move with the highest history score to the front.
static Move take_best_quiet(MovePicker *picker) {
    MoveList *moves = &picker->moves;
    if (picker->index >= moves->quiet_count) return NO_MOVE;
    int best = picker->index;
    for (int i = best + 1; i < moves->quiet_count; i++) {
        if (history_scores[moves->quiet[i]] > history_scores[moves->quiet[best]]) best = i;
    }
    Move move = moves->quiet[best];
    moves->quiet[best] = moves->quiet[picker->index];
    moves->quiet[picker->index++] = move;
    return move;
}

static Move pick_quiet(MovePicker *picker) {
    for (;;) {
        Move move = take_best_quiet(picker);
        if (move == NO_MOVE) return NO_MOVE;
        if (move != picker->tt_move && !is_killer(move, picker->ply)) return move;
    }
}

static Move pick_selected_journey(MovePicker *picker) {
    while (picker->index < picker->selected_count) {
        Move move = picker->selected_journeys[picker->index++];
        if (move != picker->tt_move) return move;
    }
    return NO_MOVE;
}

// In check every journey interposes, so all are tried. Otherwise a node is lost only if no journey at all helps.
static Move pick_any_journey(MovePicker *picker) {
    if (!picker->in_check && best_scores[picker->ply] > -MIN_MATE_SCORE) return NO_MOVE;
    picker->last_journey = next_journey(picker->position, picker->last_journey, shamans_are_free, picker->in_check);
    return picker->last_journey;
}

static void enter_journey_stage(MovePicker *picker) {
    enter_stage(picker, picker->in_check ? ALL_JOURNEY_STAGE : SELECTED_JOURNEY_STAGE);
    picker->selected_count = 0;
    if (!picker->in_check && picker->depth >= MIN_JOURNEY_DEPTH) {
        picker->selected_count = select_journeys(picker->position, shamans_are_free, picker->selected_journeys);
    }
}

// Return the next pseudo-legal move, or NO_MOVE at the end. Journeys may come twice.
static Move pick_move(MovePicker *picker) {
    Move move = NO_MOVE;
    switch (picker->stage) {
        case TT_STAGE:
            enter_stage(picker, TACTICAL_STAGE);
            picker->index = -1;
            if (picker->tt_move) return picker->tt_move;
            // fall through
        case TACTICAL_STAGE:
            if ((move = pick_tactical(picker))) return move;
            enter_stage(picker, KILLER_STAGE);
            // fall through
        case KILLER_STAGE:
            if ((move = pick_killer(picker))) return move;
            enter_stage(picker, QUIET_STAGE);
            // fall through
        case QUIET_STAGE:
            if ((move = pick_quiet(picker))) return move;
            enter_journey_stage(picker);
            // fall through
        case SELECTED_JOURNEY_STAGE:
            if ((move = pick_selected_journey(picker))) return move;
            enter_stage(picker, ALL_JOURNEY_STAGE);
            // fall through
        case ALL_JOURNEY_STAGE:
            if ((move = pick_any_journey(picker))) return move;
            enter_stage(picker, DONE);
            // fall through
        case DONE:
            return NO_MOVE;
    }
    return NO_MOVE;
}
