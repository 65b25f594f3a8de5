// Attack tables: the squares that each type of piece reaches, and which squares are attacked on a given board.
//
// A square is a number from 0 (a1) to 63 (h8): 8 * rank + file. A piece is a number, too: its type, plus BLACK if it is
// black, plus TRANCE if it is in a trance. A piece in a trance blocks lines but attacks nothing.
#pragma once

typedef unsigned char u8;
typedef unsigned long long u64;

enum { PAWN = 1, KNIGHT, BISHOP, ROOK, QUEEN, KING };
enum { WHITE = 0, TYPE_MASK = 7, BLACK = 8, TRANCE = 16, PIECE_CODES = 32 };
enum { SQUARES = 64, NO_SQUARE = 64, LIST_END = 255 };
// The first four directions are straight, the other four diagonal.
enum { DIRECTIONS = 8, FIRST_DIAGONAL = 4 };

// A set of squares, one bit each.
typedef u64 Bitboard;

#define BIT(square) (1ull << (square))
#define TYPE_OF(piece) ((piece) & TYPE_MASK)
#define COLOR_OF(piece) ((piece) & BLACK)
#define OPPONENT(color) (BLACK - (color))
// The index of a color in an array of two.
#define SIDE(color) ((color) ? 1 : 0)
#define FILE_OF(square) ((square) % 8)
#define RANK_OF(square) ((square) / 8)

// Every list of squares ends with LIST_END.
static u8 knight_targets[SQUARES][9];
static u8 king_targets[SQUARES][9];
static u8 pawn_targets[2][SQUARES][3];
// The squares in each direction on an empty board, nearest first.
static u8 rays[SQUARES][DIRECTIONS][8];
// Whether two squares share a rank, a file or a diagonal. Only a move from such a square can open a line to the king.
static u8 is_aligned[SQUARES][SQUARES];
// Whether some piece on the second square could attack the first one on an empty board.
static u8 is_in_reach[SQUARES][SQUARES];

static int is_on_board(int file, int rank) {
    return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

static void list_targets(u8 *targets, int square, const signed char (*offsets)[2], int offset_count) {
    int count = 0;
    for (int i = 0; i < offset_count; i++) {
        int file = FILE_OF(square) + offsets[i][0];
        int rank = RANK_OF(square) + offsets[i][1];
        if (is_on_board(file, rank)) targets[count++] = 8 * rank + file;
    }
    targets[count] = LIST_END;
}

static void trace_ray(int square, int direction, const signed char *step) {
    int count = 0;
    int file = FILE_OF(square) + step[0];
    int rank = RANK_OF(square) + step[1];
    while (is_on_board(file, rank)) {
        u8 target = 8 * rank + file;
        rays[square][direction][count++] = target;
        is_aligned[square][target] = 1;
        is_in_reach[square][target] = 1;
        file += step[0];
        rank += step[1];
    }
    rays[square][direction][count] = LIST_END;
}

static void initialize_attack_tables(void) {
    static const signed char knight_offsets[8][2] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                                     {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    static const signed char directions[DIRECTIONS][2] = {{0, 1},  {1, 0}, {0, -1}, {-1, 0},
                                                          {-1, 1}, {1, 1}, {1, -1}, {-1, -1}};
    static const signed char white_pawn_offsets[2][2] = {{-1, 1}, {1, 1}};
    static const signed char black_pawn_offsets[2][2] = {{-1, -1}, {1, -1}};
    for (int square = 0; square < SQUARES; square++) {
        list_targets(knight_targets[square], square, knight_offsets, 8);
        list_targets(king_targets[square], square, directions, DIRECTIONS);
        list_targets(pawn_targets[0][square], square, white_pawn_offsets, 2);
        list_targets(pawn_targets[1][square], square, black_pawn_offsets, 2);
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            trace_ray(square, direction, directions[direction]);
        }
        for (const u8 *target = knight_targets[square]; *target != LIST_END; target++) {
            is_in_reach[square][*target] = 1;
        }
    }
}

static int first_direction(int slider_type) {
    return slider_type == BISHOP ? FIRST_DIAGONAL : 0;
}

static int end_direction(int slider_type) {
    return slider_type == ROOK ? FIRST_DIAGONAL : DIRECTIONS;
}

static int has_piece(const u8 *squares, const u8 *list, int piece) {
    for (; *list != LIST_END; list++) {
        if (squares[*list] == piece) return 1;
    }
    return 0;
}

// Is the square attacked by any awake piece of that color?
static int is_attacked(const u8 *squares, int square, int color) {
    if (has_piece(squares, knight_targets[square], KNIGHT | color)) return 1;
    // A pawn attacks this square from where a pawn of the other color on this square would attack.
    if (has_piece(squares, pawn_targets[SIDE(OPPONENT(color))][square], PAWN | color)) return 1;
    if (has_piece(squares, king_targets[square], KING | color)) return 1;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        int slider = (direction < FIRST_DIAGONAL ? ROOK : BISHOP) | color;
        for (const u8 *target = rays[square][direction]; *target != LIST_END; target++) {
            int piece = squares[*target];
            if (!piece) continue;
            if (piece == slider || piece == (QUEEN | color)) return 1;
            break;
        }
    }
    return 0;
}

// Return the squares that an awake piece of this type would attack from there.
static Bitboard attacks_from(const u8 *squares, int square, int type, int color) {
    Bitboard attacks = 0;
    if (type == PAWN || type == KNIGHT || type == KING) {
        const u8 *target = type == PAWN     ? pawn_targets[SIDE(color)][square]
                           : type == KNIGHT ? knight_targets[square]
                                            : king_targets[square];
        for (; *target != LIST_END; target++) attacks |= BIT(*target);
        return attacks;
    }
    for (int direction = first_direction(type); direction < end_direction(type); direction++) {
        for (const u8 *target = rays[square][direction]; *target != LIST_END; target++) {
            attacks |= BIT(*target);
            if (squares[*target]) break;
        }
    }
    return attacks;
}

// Return all squares that this color attacks, which includes its own pieces that it protects.
static Bitboard attacked_squares(const u8 *squares, int color) {
    Bitboard attacked = 0;
    for (int square = 0; square < SQUARES; square++) {
        int piece = squares[square];
        int is_awake_own = piece > color && piece < (color | TYPE_MASK);
        if (is_awake_own) attacked |= attacks_from(squares, square, TYPE_OF(piece), color);
    }
    return attacked;
}
