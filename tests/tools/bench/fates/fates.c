// Matches of the Duel as `nash3` plays them, thousands a minute: it places, exchanges and mixes its masks as games/schamanen
// says, and what that thinks of is counted the same way. Asked by prophet.py, which says what for.
#include "duel.h"

#define ASKED(name) __attribute__((export_name(#name)))

static Ground ground;
static double found[9];
static unsigned long long state[2];

ASKED(chances) void *chances_note(void) { return chances; }
ASKED(ground) void *ground_note(void) { return &ground; }
ASKED(found) void *found_note(void) { return found; }

static unsigned long long dice(void) {
    unsigned long long one = state[0], other = state[1];
    one ^= one << 23;
    state[0] = other;
    return (state[1] = one ^ other ^ one >> 17 ^ other >> 26) + other;
}

ASKED(begin) void begin(int seed) {
    state[0] = 0x9E3779B97F4A7C15u * (unsigned)seed + 1, state[1] = state[0] ^ 0xD1B54A32D192ED03u;
    for (int at = 0; at < 50; at++) dice();
}

#include "place.h"

ASKED(ahead) void ahead(int shells, int duels) { thought(&ground, shells, duels, found); }
ASKED(exchange) void exchanged(int shells, int duels) { found[0] = exchange(&ground, shells, duels); }

// A match from before an exchange to its end: what came of it to Bison, less the luck of its meetings.

static int drawn(const double *mix) {
    double roll = (dice() >> 11) / 9007199254740992.0;
    int at = 0;
    while (at < 2 && (roll -= mix[at]) >= 0) at++;
    return at;
}

static double lived(Ground on, int shells, int duels) {
    double luck = 0;
    for (; shells > 0 && shells < SHELLS && duels < LIMIT; duels++) {
        double cells[9], rows[3], columns[3], whole = 0, row = 0, column = 0;
        if (duels) exchange(&on, shells, duels);
        thought(&on, shells, duels, cells);
        mixed(cells, rows, columns);
        int one = drawn(rows), other = drawn(columns);
        for (int at = 0; at < 9; at++) whole += rows[at / 3] * columns[at % 3] * cells[at];
        for (int at = 0; at < 3; at++) row += columns[at] * cells[3 * one + at], column += rows[at] * cells[3 * at + other];
        luck += cells[3 * one + other] - row - column + whole;
        shells = left(shells, margin(&on, 3 * one + other));
    }
    found[1] = end(shells);
    return end(shells) - luck;
}

// One match: less its luck, and as it is.
ASKED(live) void live(int shells, int duels) { found[0] = lived(ground, shells, duels); }

// The mean of many.
ASKED(fate) void fate(int shells, int duels, int many) {
    double sum = 0;
    for (int at = 0; at < many; at++) sum += lived(ground, shells, duels);
    found[0] = sum / many;
}

// As whoever foresees so many exchanges, and the masks before them as they are mixed.
static double foreseen(Ground on, int shells, int duels, int further) {
    if (shells == 0 || shells == SHELLS || duels == LIMIT) return end(shells);
    if (!further) return glance(&on, shells, duels);
    double told = exchange(&on, shells, duels), cells[9], rows[3], columns[3], known[SHELLS + 1], sum = 0;
    if (further == 1) return told;
    thought(&on, shells, duels, cells);
    mixed(cells, rows, columns);
    for (int at = 0; at <= SHELLS; at++) known[at] = -1;
    for (int at = 0; at < 9; at++) {
        int then = left(shells, margin(&on, at));
        double share = rows[at / 3] * columns[at % 3];
        if (share <= 1e-9) continue;
        if (known[then] < 0) known[then] = foreseen(on, then, duels + 1, further - 1);
        sum += share * known[then];
    }
    return sum;
}

ASKED(foresee) void foresee(int shells, int duels, int further) { found[0] = foreseen(ground, shells, duels, further); }
