// Where each kind of piece reaches, and who attacks whom on a board of numbers.
#pragma once

typedef unsigned char u8;
typedef unsigned long long u64;

// As in worth.py: a kind, and besides one bit for Black and one for trance.
enum { PAWN = 1, KNIGHT, BISHOP, ROOK, QUEEN, KING, KIND = 7, BLACK = 8, TRANCE = 16, CODES = 32 };
enum { NOWHERE = 64, NO_MORE = 255 };

// Each list of squares ends with NO_MORE.
static u8 leaps[64][9], steps[64][9], strikes[2][64][3];
// Straight lines first, then slanting ones, each from near to far.
static u8 rays[64][8][8];
// Do two squares lie on one line? Leaving any other square cannot open one to the king.
static u8 lined[64][64];
// Could anything that stands there attack this square at all?
static u8 near[64][64];

#define ONE(square) (1ull << (square))

static int on_board(int file, int rank) { return file >= 0 && file < 8 && rank >= 0 && rank < 8; }

static void beside(u8 *list, int square, const signed char (*ways)[2], int many) {
    int count = 0;
    for (int way = 0; way < many; way++) {
        int file = square % 8 + ways[way][0], rank = square / 8 + ways[way][1];
        if (on_board(file, rank)) list[count++] = 8 * rank + file;
    }
    list[count] = NO_MORE;
}

static void draw_lines(void) {
    static const signed char leaping[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    static const signed char ways[8][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {-1, 1}, {1, 1}, {1, -1}, {-1, -1}};
    static const signed char up[2][2] = {{-1, 1}, {1, 1}}, down[2][2] = {{-1, -1}, {1, -1}};
    for (int square = 0; square < 64; square++) {
        beside(leaps[square], square, leaping, 8);
        beside(steps[square], square, ways, 8);
        beside(strikes[0][square], square, up, 2);
        beside(strikes[1][square], square, down, 2);
        for (int way = 0; way < 8; way++) {
            int count = 0, file = square % 8, rank = square / 8;
            while (on_board(file += ways[way][0], rank += ways[way][1])) {
                u8 there = 8 * rank + file;
                rays[square][way][count++] = there;
                lined[square][there] = near[square][there] = 1;
            }
            rays[square][way][count] = NO_MORE;
        }
        for (const u8 *to = leaps[square]; *to != NO_MORE; to++) near[square][*to] = 1;
    }
}

static int first_way(int kind) { return kind == BISHOP ? 4 : 0; }
static int last_way(int kind) { return kind == ROOK ? 4 : 8; }

// By anything awake of that side.
static int attacked(const u8 *squares, int square, int by) {
    for (const u8 *at = leaps[square]; *at != NO_MORE; at++)
        if (squares[*at] == (KNIGHT | by)) return 1;
    // Whatever a pawn of the other side would attack from here attacks this square if it is one.
    for (const u8 *at = strikes[by ? 0 : 1][square]; *at != NO_MORE; at++)
        if (squares[*at] == (PAWN | by)) return 1;
    for (const u8 *at = steps[square]; *at != NO_MORE; at++)
        if (squares[*at] == (KING | by)) return 1;
    for (int way = 0; way < 8; way++) {
        int slider = (way < 4 ? ROOK : BISHOP) | by;
        for (const u8 *at = rays[square][way]; *at != NO_MORE; at++) {
            int piece = squares[*at];
            if (!piece) continue;
            if (piece == slider || piece == (QUEEN | by)) return 1;
            break;
        }
    }
    return 0;
}

// What an awake piece of this kind attacks from there.
static u64 struck(const u8 *squares, int at, int kind, int black) {
    u64 found = 0;
    if (kind == PAWN || kind == KNIGHT || kind == KING) {
        const u8 *list = kind == PAWN ? strikes[black ? 1 : 0][at] : kind == KNIGHT ? leaps[at] : steps[at];
        for (; *list != NO_MORE; list++) found |= ONE(*list);
        return found;
    }
    for (int way = first_way(kind); way < last_way(kind); way++)
        for (const u8 *to = rays[at][way]; *to != NO_MORE; to++) {
            found |= ONE(*to);
            if (squares[*to]) break;
        }
    return found;
}

// The squares that this side attacks, its own pieces among them where they are protected.
static u64 covered(const u8 *squares, int by) {
    u64 found = 0;
    for (int at = 0; at < 64; at++) {
        int piece = squares[at];
        if (piece > by && piece < (by | KIND)) found |= struck(squares, at, piece & KIND, by);
    }
    return found;
}
