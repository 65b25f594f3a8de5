// Alpha-beta search (Knuth and Moore, "An Analysis of Alpha-Beta Pruning", Artificial Intelligence, 1975).
//
// It has the usual refinements of a chess program; chessprogramming.org explains each by its name:
// - principal variation search (Marsland and Campbell, "Parallel Search of Strongly Ordered Game Trees", 1982),
// - quiescence search of captures, with delta pruning (the idea is in Shannon, "Programming a Computer for Playing
//   Chess", 1950),
// - null-move pruning (Donninger, "Null Move and Deep Search", ICCA Journal, 1993),
// - futility pruning (Heinz, "Extended Futility Pruning", ICCA Journal, 1998) and its reverse,
// - late move reductions and check extensions.
//
// All functions are negamax: scores are for the side to move at the node. Once is_stopped is set, results are invalid.
#pragma once
#include "move_ordering.h"

// Margins are in hundredths of a pawn, depths in plies.
enum {
    DELTA_MARGIN = 150,  // a capture hardly gains more than this besides the captured piece
    REVERSE_FUTILITY_MARGIN = 110,
    REVERSE_FUTILITY_MAX_DEPTH = 3,
    NULL_MOVE_REDUCTION = 3,
    NULL_MOVE_MIN_DEPTH = 3,
    FUTILITY_DEPTHS = 3,
    LATE_MOVE_MIN_DEPTH = 3,
    UNREDUCED_JOURNEYS = 8,  // legal moves at a node before journeys are reduced
    UNREDUCED_QUIETS = 4,    // the same for other quiet moves
    LATE_QUIETS = 16,        // from there on quiet moves are reduced by two plies
};

// By remaining depth: a quiet move hardly gains more than this.
static const int futility_margins[FUTILITY_DEPTHS] = {0, 180, 350};

// A node of the search tree, with its window of scores that still matter.
typedef struct {
    const Position *position;
    int depth;  // plies that remain
    int alpha, beta;
    int ply;  // distance from the root
    int in_check;
} Node;

static int search_node(const Node *node, int may_pass);

// Return by how many plies to reduce the search of a late move in the order, which is hardly ever the best.
static int late_move_reduction(Move move, int move_number, int depth) {
    if (depth < LATE_MOVE_MIN_DEPTH) return 0;
    if (MOVE_KIND(move) == JOURNEY) {
        if (move_number <= UNREDUCED_JOURNEYS) return 0;
        return depth < 5 ? 2 : 3;
    }
    if (move_number <= UNREDUCED_QUIETS) return 0;
    return move_number <= LATE_QUIETS || depth < 5 ? 1 : 2;
}

// In check: is there no legal move?
static int is_checkmate(const Position *position) {
    MoveList moves;
    Position child;
    generate_moves(position, &moves, ALL_MOVES);
    for (int i = 0; i < moves.tactical_count + moves.quiet_count; i++) {
        int is_tactical = i < moves.tactical_count;
        Move move = is_tactical ? tactical_move(&moves, i) : moves.quiet[i - moves.tactical_count];
        make_move(position, move, &child);
        if (is_king_safe_after(position, move, &child, 1)) return 0;
    }
    Move journey = NO_MOVE;
    while ((journey = next_journey(position, journey, shamans_are_free, 1))) {
        make_move(position, journey, &child);
        if (is_king_safe_after(position, journey, &child, 1)) return 0;
    }
    return 1;
}

// Is this capture likely to lose material, because the captured piece is worth less and protected?
static int is_losing_capture(const Position *position, Move move) {
    int to = TO(move);
    int gained = weights.piece_value[position->squares[to]] + weights.piece_value[PAWN];
    int risked = weights.piece_value[position->squares[FROM(move)]];
    return MOVE_KIND(move) == NORMAL_MOVE && gained < risked &&
           is_attacked(position->squares, to, OPPONENT(position->color));
}

// Search captures and queen promotions only, until the position is quiet enough to be evaluated. The side to move may
// also stand pat: it need not capture.
static int quiescence(const Position *position, int alpha, int beta, int ply) {
    count_node();
    int best = evaluate(position);
    if (is_stopped || best >= beta || ply >= MAX_PLY) return best;
    MoveList moves;
    Position child;
    alpha = max(alpha, best);
    int min_gain = alpha - best - DELTA_MARGIN;
    generate_moves(position, &moves, TACTICAL_ONLY);
    for (int i = 0; i < moves.tactical_count; i++) {
        Move move = tactical_move(&moves, i);
        int captured = position->squares[TO(move)];
        if (captured && TYPE_OF(captured) == KING) return -mated_score(ply);
        if (tactical_priority(&moves, i) <= min_gain) break;
        if (is_losing_capture(position, move)) continue;
        make_move(position, move, &child);
        int score = -quiescence(&child, -beta, -alpha, ply + 1);
        if (is_stopped) return 0;
        if (score <= best) continue;
        best = score;
        alpha = max(alpha, best);
        if (alpha >= beta) break;
    }
    return best;
}

// Search a position that a move has led to. A check is extended by one ply, so no search ends in the middle of it.
static int search_child(const Position *child, int depth, int alpha, int beta, int ply, int in_check) {
    if (is_insufficient_material(child) || is_repetition(child, ply)) return DRAW_SCORE;
    if (in_check && ply <= 2 * root_depth) depth++;
    if (depth <= 0 || ply >= MAX_PLY) return quiescence(child, alpha, beta, ply);
    Node node = {child, depth, alpha, beta, ply, in_check};
    return search_node(&node, 1);
}

// Search one move: the first with the full window, the others with an empty one, to show that they are not better.
// Search it again with full window and depth if that fails.
static int search_move(const Node *node, const Position *child, int alpha, int is_first, int reduction,
                       int gives_check) {
    int depth = node->depth - 1, ply = node->ply + 1, beta = is_first ? node->beta : alpha + 1;
    int score = -search_child(child, depth - reduction, -beta, -alpha, ply, gives_check);
    int must_repeat = score > alpha && (reduction || beta < node->beta);
    if (is_stopped || !must_repeat) return score;
    return -search_child(child, depth, -node->beta, -alpha, ply, gives_check);
}

static int is_quiet(const Position *position, Move move) {
    int kind = MOVE_KIND(move);
    return kind == JOURNEY || kind == WAKING || (kind == NORMAL_MOVE && !position->squares[TO(move)]);
}

// Search the moves of a node. With `is_futile` quiet moves are skipped, since they cannot raise the score enough.
static int search_moves(const Node *node, int is_futile, Move tt_move) {
    const Position *position = node->position;
    int alpha = node->alpha, depth = node->depth, ply = node->ply, in_check = node->in_check;
    int best = -MATE_SCORE, move_number = 0;
    Move move, best_move = NO_MOVE;
    MovePicker picker;
    Position child;
    initialize_picker(&picker, position, depth, ply, in_check, tt_move);
    path_keys[ply] = position->key;
    best_scores[ply] = -MATE_SCORE;
    while ((move = pick_move(&picker))) {
        make_move(position, move, &child);
        int gives_check = was_check_given(&child, move);
        int is_late = is_quiet(position, move) && !gives_check;
        if (is_futile && is_late && best > -MIN_MATE_SCORE) continue;
        if (!is_king_safe_after(position, move, &child, in_check)) continue;
        move_number++;
        int reduction = is_late && !in_check ? late_move_reduction(move, move_number, depth) : 0;
        int score = search_move(node, &child, alpha, move_number == 1, reduction, gives_check);
        if (is_stopped) return 0;
        if (score <= best) continue;
        best = score;
        best_scores[ply] = score;
        best_move = move;
        alpha = max(alpha, best);
        if (alpha >= node->beta) {
            if (is_quiet(position, move)) reward_cutoff(move, depth, ply);
            break;
        }
    }
    if (!move_number) return in_check ? mated_score(ply) : DRAW_SCORE;
    int bound = best >= node->beta ? LOWER_BOUND : best > node->alpha ? EXACT : UPPER_BOUND;
    store_tt(position->key, depth, score_to_tt(best, ply), bound, best_move);
    return best;
}

// Is the side to move still better than beta if it does nothing at all?
static int is_null_move_cutoff(const Node *node) {
    int depth = node->depth - NULL_MOVE_REDUCTION, ply = node->ply + 1, beta = node->beta;
    Position child;
    make_null_move(node->position, &child);
    path_keys[node->ply] = 0;
    if (depth <= 0) return -quiescence(&child, -beta, 1 - beta, ply) >= beta;
    Node passed = {&child, depth, -beta, 1 - beta, ply, 0};
    return -search_node(&passed, 0) >= beta;
}

// Is the side to move so much better than beta that the node need not be searched?
static int can_prune(const Node *node, int evaluation, int may_pass) {
    if (evaluation < node->beta || node->beta <= -MIN_MATE_SCORE) return 0;
    int margin = REVERSE_FUTILITY_MARGIN * node->depth;
    if (node->depth <= REVERSE_FUTILITY_MAX_DEPTH && evaluation - margin >= node->beta) return 1;
    return may_pass && node->depth >= NULL_MOVE_MIN_DEPTH && is_null_move_cutoff(node);
}

// Search a node to its depth, with `may_pass` by null move, too: two null moves in a row would prove nothing.
static int search_node(const Node *node, int may_pass) {
    const Position *position = node->position;
    count_node();
    if (is_stopped) return 0;
    if (position->halfmove_clock >= MAX_HALFMOVE_CLOCK) {
        return node->in_check && is_checkmate(position) ? mated_score(node->ply) : DRAW_SCORE;
    }
    Move tt_move = NO_MOVE;
    const TTEntry *entry = probe_tt(position->key);
    if (entry) {
        int score = score_from_tt(entry->score, node->ply);
        if (is_tt_cutoff(entry, score, node->depth, node->alpha, node->beta)) return score;
        tt_move = entry->move;
    }
    int is_futile = 0;
    if (!node->in_check) {
        int evaluation = evaluate(position);
        int is_pruned = can_prune(node, evaluation, may_pass);
        if (is_stopped) return 0;
        if (is_pruned) return node->beta;
        is_futile = node->depth < FUTILITY_DEPTHS && evaluation + futility_margins[node->depth] <= node->alpha;
    }
    return search_moves(node, is_futile, tt_move);
}
