// The search of Shamanic Chess, for WebAssembly. games/shamanic_chess/search.py calls it.
//
// The caller writes its arguments to the buffers below, calls a function, and reads the results from the buffers. Each
// instance of the module serves one search.
#include "iterative_deepening.h"

#define EXPORT(name) __attribute__((export_name(#name)))

// A position as the caller writes and reads it.
static struct {
    u8 squares[SQUARES];
    u8 color, castling_rights, ep_square, halfmove_clock;
} position_buffer;

static Move generated_moves[MAX_MOVES];

static void read_position(Position *position) {
    __builtin_memcpy(position->squares, position_buffer.squares, SQUARES);
    position->color = position_buffer.color;
    position->castling_rights = position_buffer.castling_rights;
    position->ep_square = position_buffer.ep_square;
    position->halfmove_clock = position_buffer.halfmove_clock;
    compute_derived_fields(position);
}

static void write_position(const Position *position) {
    __builtin_memcpy(position_buffer.squares, position->squares, SQUARES);
    position_buffer.color = position->color;
    position_buffer.castling_rights = position->castling_rights;
    position_buffer.ep_square = position->ep_square;
    position_buffer.halfmove_clock = position->halfmove_clock;
}

// The addresses of the buffers.
EXPORT(evaluation_weights) void *evaluation_weights_address(void) {
    return &weights;
}

EXPORT(position) void *position_address(void) {
    return &position_buffer;
}

EXPORT(root_moves) void *root_moves_address(void) {
    return root_moves;
}

EXPORT(search_result) void *search_result_address(void) {
    return &search_result;
}

EXPORT(generated_moves) void *generated_moves_address(void) {
    return generated_moves;
}

// Call this before anything else.
EXPORT(initialize) void initialize(void) {
    initialize_attack_tables();
    initialize_position_tables();
}

// Add the position in the buffer to the game that was played before the search.
EXPORT(record_position) void record_position(void) {
    Position position;
    read_position(&position);
    add_game_position(position.key);
}

// Choose among the first `move_count` root moves in the position of the buffer, and write search_result.
EXPORT(find_best_move) void find_best_move(int move_count, int max_depth, unsigned max_nodes, int free_shamans) {
    read_position(&root);
    shamans_are_free = free_shamans;
    node_limit = max_nodes;
    path_keys[0] = root.key;
    sort_root_moves_by_gain(move_count);
    search_result.move = root_moves[0].move;
    search_result.score = evaluate(&root);
    search_result.depth = 0;
    if (!is_time_up()) search_iteratively(move_count, max_depth);
    search_result.node_count = node_count;
}

// The functions below serve tests, which compare them with the rules in Python.

static int list_legal_moves(const Position *position, int free_shamans) {
    static MoveList list;
    Position child;
    int in_check = is_in_check(position), count = 0, legal_count = 0;
    generate_moves(position, &list, ALL_MOVES);
    if (!in_check) add_wakings(position, &list);
    for (int i = 0; i < list.tactical_count; i++) generated_moves[count++] = tactical_move(&list, i);
    for (int i = 0; i < list.quiet_count; i++) generated_moves[count++] = list.quiet[i];
    Move journey = NO_MOVE;
    while ((journey = next_journey(position, journey, free_shamans, in_check))) generated_moves[count++] = journey;
    for (int i = 0; i < count; i++) {
        make_move(position, generated_moves[i], &child);
        if (is_king_safe_after(position, generated_moves[i], &child, in_check)) {
            generated_moves[legal_count++] = generated_moves[i];
        }
    }
    return legal_count;
}

// Write the legal moves to generated_moves and return how many there are.
EXPORT(generate_legal_moves) int generate_legal_moves(int free_shamans) {
    Position position;
    read_position(&position);
    return list_legal_moves(&position, free_shamans);
}

// Make a move in the buffer. Return whether all fields that it updated equal freshly computed ones.
EXPORT(make_move) int make_move_in_buffer(Move move) {
    Position position, child, computed;
    read_position(&position);
    make_move(&position, move, &child);
    computed = child;
    compute_derived_fields(&computed);
    write_position(&child);
    return computed.key == child.key && computed.placement_score == child.placement_score &&
           computed.material == child.material && computed.king_squares[0] == child.king_squares[0] &&
           computed.king_squares[1] == child.king_squares[1] && is_in_check(&child) == was_check_given(&child, move);
}

// Return the static evaluation for the side to move.
EXPORT(evaluate) int evaluate_buffer(void) {
    Position position;
    read_position(&position);
    return evaluate(&position);
}

// Write the journeys that the search looks at to generated_moves and return how many there are.
EXPORT(select_journeys) int select_journeys_of_buffer(int free_shamans) {
    Position position;
    read_position(&position);
    return select_journeys(&position, free_shamans, generated_moves);
}

// Perft: count the sequences of legal moves of a given length (chessprogramming.org/Perft).
static unsigned count_sequences(const Position *position, int depth, int free_shamans) {
    Move moves[MAX_MOVES];
    Position child;
    int count = list_legal_moves(position, free_shamans);
    if (depth == 1) return count;
    unsigned sequences = 0;
    __builtin_memcpy(moves, generated_moves, count * sizeof *moves);
    for (int i = 0; i < count; i++) {
        make_move(position, moves[i], &child);
        sequences += count_sequences(&child, depth - 1, free_shamans);
    }
    return sequences;
}

EXPORT(perft) unsigned perft(int depth, int free_shamans) {
    Position position;
    read_position(&position);
    return count_sequences(&position, depth, free_shamans);
}
