// Static evaluation of a position, in hundredths of a pawn.
#pragma once
#include "position.h"

// A game is drawn if there are only two kings and at most one bishop or knight, awake or not.
static int is_insufficient_material(const Position *position) {
    return !position->material || position->material == weights.piece_value[KNIGHT] ||
           position->material == weights.piece_value[BISHOP];
}

static int distance(int one, int other) {
    int files = FILE_OF(one) - FILE_OF(other);
    int ranks = RANK_OF(one) - RANK_OF(other);
    return (files < 0 ? -files : files) + (ranks < 0 ? -ranks : ranks);
}

// Return a bonus for the side that is winning if the other king is at the edge and its own king is near.
static int mating_bonus(int losing_king, int winning_king) {
    return 60 - weights.king_center[losing_king] + 4 * (14 - distance(losing_king, winning_king));
}

// Return the value of a position for the side to move.
static int evaluate(const Position *position) {
    int white_king = position->king_squares[0], black_king = position->king_squares[1];
    int placement = position->placement_score, full = weights.full_material;
    // Kings hide early and walk to the center late. The weight of each depends on the remaining material.
    int material = position->material < full ? position->material : full;
    int shelter = weights.king_shelter[white_king] - weights.king_shelter[black_king ^ 56];
    int center = weights.king_center[white_king] - weights.king_center[black_king];
    // Division rounds toward zero, so both sides get the same value with opposite signs.
    int score = placement + (shelter * material + center * (full - material)) / full;
    if (position->material < weights.endgame_material) {
        if (placement > weights.winning_score) score += mating_bonus(black_king, white_king);
        if (-placement > weights.winning_score) score -= mating_bonus(white_king, black_king);
    }
    return position->color == BLACK ? -score : score;
}

// Return the value of what a move captures, plus what a promotion adds.
static int material_gain(const Position *position, Move move) {
    int from = FROM(move), to = TO(move), kind = MOVE_KIND(move);
    if (to == position->ep_square && TYPE_OF(position->squares[from]) == PAWN) return weights.piece_value[PAWN];
    int promotion = kind > WAKING ? weights.piece_value[kind - PROMOTION] - weights.piece_value[PAWN] : 0;
    int captured = to == from ? 0 : weights.piece_value[position->squares[to]];
    return promotion + captured;
}
