// What search.py asks of it: the notes it writes on and reads from, and what is done with them.
#include "alpha_beta.h"

#define ASKED(name) __attribute__((export_name(#name)))

// A position, as it is written down here and read back.
static struct {
    u8 squares[64];
    u8 black, castling, passing, quiet;
} position;

static Turn found[MOST_TURNS];

static void stand(Board *board) {
    __builtin_memcpy(board->squares, position.squares, 64);
    board->black = position.black, board->castling = position.castling;
    board->passing = position.passing, board->quiet = position.quiet;
    count(board);
}

ASKED(evaluation_weights) void *figures_note(void) { return &figures; }
ASKED(position) void *position_note(void) { return &position; }
ASKED(root_moves) void *choices_note(void) { return choices; }
ASKED(search_result) void *verdict_note(void) { return &verdict; }
ASKED(generated_moves) void *found_note(void) { return found; }

// Once, before anything else.
ASKED(initialize) void begin(void) { draw_lines(), draw_keys(); }

// The written position is one of the match; those that have stood twice are remembered.
ASKED(record_position) void stands(void) {
    static u64 once[MOST_STOOD];
    static int many;
    Board board;
    stand(&board);
    for (int place = 0; place < many; place++)
        if (once[place] == board.key && stood_twice < MOST_STOOD) stood[stood_twice++] = board.key;
    if (many < MOST_STOOD) once[many++] = board.key;
}

// The best of so many choices, from the written position.
ASKED(find_best_move) void best(int many, int deepest, unsigned boards_at_most, int shamans_are_free) {
    stand(&root);
    is_free = shamans_are_free, most_boards = boards_at_most;
    line[0] = root.key;
    for (int late = 1; late < many; late++) {
        __typeof__(choices[0]) one = choices[late];
        int place = late, wins = gain(&root, one.turn);
        for (; place; place--) {
            int other = gain(&root, choices[place - 1].turn);
            if (other > wins || (other == wins && choices[place - 1].liking >= one.liking)) break;
            choices[place] = choices[place - 1];
        }
        choices[place] = one;
    }
    verdict.turn = choices[0].turn, verdict.worth = worth(&root), verdict.depth = 0;
    if (!asked()) choose(many, deepest);
    verdict.boards = boards;
}

// The rest is asked by tests, which hold this against the rules.

static int legal(const Board *board, int shamans_are_free) {
    static Ways ways;
    Board child;
    int checked = is_checked(board), many = 0;
    moves(board, &ways, 1);
    if (!checked) wakings(board, &ways);
    for (int place = 0; place < ways.noisy; place++) found[many++] = ways.prized[place] & BITS;
    for (int place = 0; place < ways.quiet; place++) found[many++] = ways.turns[place];
    for (Turn turn = NONE; (turn = journey(board, turn, shamans_are_free, checked));) found[many++] = turn;
    int safe = 0;
    for (int place = 0; place < many; place++) {
        after(board, found[place], &child);
        if (is_safe(board, found[place], &child, checked)) found[safe++] = found[place];
    }
    return safe;
}

// All turns of the written position.
ASKED(generate_legal_moves) int turns(int shamans_are_free) {
    Board board;
    stand(&board);
    return legal(&board, shamans_are_free);
}

// Writes down what the written position becomes; says whether anything that is kept along the way went wrong.
ASKED(make_move) int turned(Turn turn) {
    Board board, child, anew;
    stand(&board);
    after(&board, turn, &child);
    anew = child;
    count(&anew);
    __builtin_memcpy(position.squares, child.squares, 64);
    position.black = child.black, position.castling = child.castling;
    position.passing = child.passing, position.quiet = child.quiet;
    return anew.key == child.key && anew.score == child.score && anew.material == child.material &&
           anew.kings[0] == child.kings[0] && anew.kings[1] == child.kings[1] &&
           is_checked(&child) == is_checked_by(&child, turn);
}

// What the written position is worth to who is to move.
ASKED(evaluate) int worth_of(void) {
    Board board;
    stand(&board);
    return worth(&board);
}

// The journeys of the written position that are worth a look.
ASKED(select_journeys) int worthwhile_ones(int shamans_are_free) {
    Board board;
    stand(&board);
    return worthwhile(&board, shamans_are_free, found);
}

// How many ways there are to play so many turns from the written position.
static unsigned ways_from(const Board *board, int depth, int shamans_are_free) {
    Turn turns[MOST_TURNS];
    Board child;
    int many = legal(board, shamans_are_free);
    if (depth == 1) return many;
    unsigned ways = 0;
    __builtin_memcpy(turns, found, many * sizeof *turns);
    for (int place = 0; place < many; place++) {
        after(board, turns[place], &child);
        ways += ways_from(&child, depth - 1, shamans_are_free);
    }
    return ways;
}

ASKED(perft) unsigned perft(int depth, int shamans_are_free) {
    Board board;
    stand(&board);
    return ways_from(&board, depth, shamans_are_free);
}
