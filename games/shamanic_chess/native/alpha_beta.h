// Looking ahead: alpha-beta, deeper and deeper, until nothing is left.
#pragma once
#include "journeys.h"

enum {
    MATE = 1000000,
    PLY = 100,  // an earlier mate is better, by more than any liking for a turn
    SURE = MATE - 200 * PLY,
    DEEPEST = 250,  // plies, captures included
    THIRD = 3,
    FIFTY = 100,
    AHEAD = 110,  // a turn: who is that far ahead, stays ahead
    AHEAD_WITHIN = 3,
    MARGIN = 150,  // besides what is captured, a capture hardly changes more
    NEARLY = 100,
    FILTERED = 2,  // after so many rounds over all turns, only the best of the journeys are looked at again
    EARLY = 8,     // journeys after so many turns, and quiet moves after half as many, are looked at less deeply
    ASKED_EVERY = 1024,
    MOST_TURNS = 64 * 64,
    MOST_STOOD = 512,
    PLACES = 1 << 19,
};
enum { EXACT, AT_LEAST, AT_MOST };

// By turns left to look at: who is further behind does not get there with a quiet turn.
static const int futile_by[AHEAD_WITHIN] = {0, 180, 350};

__attribute__((import_module("host"), import_name("is_time_up"))) int asked(void);

static struct {
    u64 key;
    int worth;
    unsigned short turn;
    signed char depth;
    u8 bound;
} table[PLACES];

static Board root;
static int is_free, depth_now, spent;
static unsigned boards, most_boards;
static int history[BITS + 1];
static Turn killers[DEEPEST + 2][2];
// By ply: the best that was found there up to now.
static int hopes[DEEPEST + 2];
// What has stood in the match twice, and what stands in the line that is looked at: once is as good as often there.
static u64 stood[MOST_STOOD], line[DEEPEST + 2];
static int stood_twice;

static int least(int one, int other) { return one < other ? one : other; }
static int most(int one, int other) { return one > other ? one : other; }

static void ask(void) {
    boards++;
    if (boards >= most_boards || (boards % ASKED_EVERY == 0 && asked())) spent = 1;
}

// A mate as it is counted so many turns further on; anything else is worth the same everywhere.
static int nearer(int worth, int ply) {
    return worth >= SURE ? worth + ply * PLY : worth <= -SURE ? worth - ply * PLY : worth;
}

// How many turns less to look ahead after one that is hardly the best.
static int reduced(Turn turn, int number, int depth) {
    if (depth < 3) return 0;
    if (turn >> HOW == JOURNEY) return number <= EARLY ? 0 : depth < 5 ? 2 : 3;
    return number <= EARLY / 2 ? 0 : number <= 2 * EARLY || depth < 5 ? 1 : 2;
}

static int is_repeated(const Board *board, int ply) {
    for (int before = ply - 2; before >= 0 && before >= ply - board->quiet; before -= 2)
        if (line[before] == board->key) return 1;
    for (int place = 0; place < stood_twice; place++)
        if (stood[place] == board->key) return 1;
    return 0;
}

// In check: is it mate?
static int is_stuck(const Board *board) {
    Ways ways;
    Board child;
    moves(board, &ways, 1);
    for (int place = 0; place < ways.noisy + ways.quiet; place++) {
        Turn turn = place < ways.noisy ? ways.prized[place] & BITS : ways.turns[place - ways.noisy];
        after(board, turn, &child);
        if (is_safe(board, turn, &child, 1)) return 0;
    }
    for (Turn turn = NONE; (turn = journey(board, turn, is_free, 1));) {
        after(board, turn, &child);
        if (is_safe(board, turn, &child, 1)) return 0;
    }
    return 1;
}

// Only when all that can be captured has been, is a board worth what it looks like.
static int captures(const Board *board, int alpha, int beta, int ply) {
    ask();
    int best = worth(board);
    if (spent || best >= beta || ply >= DEEPEST) return best;
    Ways ways;
    Board child;
    int enough = most(alpha, best) - best - MARGIN;
    alpha = most(alpha, best);
    moves(board, &ways, 0);
    for (int place = 0; place < ways.noisy; place++) {
        Turn turn = ways.prized[place] & BITS;
        int to = TO(turn), there = board->squares[to];
        if (there && (there & KIND) == KING) return MATE - ply * PLY;
        if ((int)(ways.prized[place] >> PRIZED) <= enough) break;
        int dear = !(turn >> HOW) && figures.price[there] + figures.price[PAWN] < figures.price[board->squares[AT(turn)]];
        if (dear && attacked(board->squares, to, BLACK - board->black)) continue;
        after(board, turn, &child);
        int found = -captures(&child, -beta, -alpha, ply + 1);
        if (spent) return 0;
        if (found > best) {
            best = found;
            alpha = most(alpha, best);
            if (alpha >= beta) break;
        }
    }
    return best;
}

// What promises most comes first; each is worked out only when somebody asks for it.
typedef struct {
    const Board *board;
    int depth, ply, checked, stage, place, few;
    Turn first, last, journeys[MOST_JOURNEYS];
    Ways ways;
} Order;

enum { FIRST, NOISY, KILLERS, QUIET, WORTHWHILE, ALL, DONE };

static Turn next_quiet(Order *order) {
    Ways *ways = &order->ways;
    if (order->place >= ways->quiet) return NONE;
    int best = order->place;
    for (int place = best + 1; place < ways->quiet; place++)
        if (history[ways->turns[place]] > history[ways->turns[best]]) best = place;
    Turn turn = ways->turns[best];
    ways->turns[best] = ways->turns[order->place];
    ways->turns[order->place++] = turn;
    return turn;
}

static int is_killer(const Order *order, Turn turn) {
    return turn == killers[order->ply][0] || turn == killers[order->ply][1];
}

static int is_quiet_way(Order *order, Turn turn) {
    for (int place = 0; place < order->ways.quiet; place++)
        if (order->ways.turns[place] == turn) return 1;
    return 0;
}

static Turn next_turn(Order *order) {
    const Board *board = order->board;
    for (Turn turn;;) switch (order->stage) {
        case FIRST:
            order->stage = NOISY, order->place = -1;
            if (order->first) return order->first;
            break;
        case NOISY:
            if (order->place < 0) {
                moves(board, &order->ways, 1);
                if (!order->checked) wakings(board, &order->ways);
                order->place = 0;
            }
            while (order->place < order->ways.noisy)
                if ((turn = order->ways.prized[order->place++] & BITS) != order->first) return turn;
            order->stage = KILLERS, order->place = 0;
            break;
        case KILLERS:
            while (order->place < 2) {
                turn = killers[order->ply][order->place++];
                if (turn && turn != order->first && is_quiet_way(order, turn)) return turn;
            }
            order->stage = QUIET, order->place = 0;
            break;
        case QUIET:
            while ((turn = next_quiet(order)))
                if (turn != order->first && !is_killer(order, turn)) return turn;
            order->stage = WORTHWHILE, order->place = order->few = 0;
            if (order->checked) order->stage = ALL;
            else if (order->depth >= AHEAD_WITHIN) order->few = worthwhile(board, is_free, order->journeys);
            break;
        case WORTHWHILE:
            while (order->place < order->few)
                if ((turn = order->journeys[order->place++]) != order->first) return turn;
            order->stage = ALL;
            break;
        case ALL:
            // In check every journey there is blocks it; else it is mate only if no journey at all averts it.
            if ((order->checked || hopes[order->ply] <= -SURE) &&
                (order->last = journey(board, order->last, is_free, order->checked)))
                return order->last;
            order->stage = DONE;
            break;
        default:
            return NONE;
    }
}

static int ahead(const Board *board, int depth, int alpha, int beta, int ply, int checked, int may_pass);

// To who is to move there; nobody stops looking in the middle of a check.
static int next(const Board *board, int depth, int alpha, int beta, int ply, int checked) {
    if (is_dead(board) || is_repeated(board, ply)) return 0;
    if (checked && ply <= 2 * depth_now) depth++;
    if (depth <= 0 || ply >= DEEPEST) return captures(board, alpha, beta, ply);
    return ahead(board, depth, alpha, beta, ply, checked, 1);
}

// Is who is to move so well off that a turn need not be found, even after doing nothing?
static int is_enough(const Board *board, int now, int depth, int beta, int ply, int may_pass) {
    if (depth <= AHEAD_WITHIN && now - AHEAD * depth >= beta) return 1;
    if (!may_pass || depth < AHEAD_WITHIN) return 0;
    Board child;
    passed(board, &child);
    line[ply] = 0;
    if (depth <= AHEAD_WITHIN) return -captures(&child, -beta, 1 - beta, ply + 1) >= beta;
    return -ahead(&child, depth - AHEAD_WITHIN, -beta, 1 - beta, ply + 1, 0, 0) >= beta;
}

static void remember(Turn turn, int depth, int ply) {
    history[turn] += depth * depth;
    if (killers[ply][0] != turn) killers[ply][1] = killers[ply][0], killers[ply][0] = turn;
}

static void keep(u64 key, int depth, int worth, int bound, Turn turn) {
    // Of two places the first is for what was looked at most deeply, the second for what is newest.
    int place = (int)(key % PLACES) & ~1;
    if (table[place].key != key && table[place].depth > depth) place++;
    table[place].key = key;
    table[place].depth = depth;
    table[place].worth = worth;
    table[place].bound = bound;
    table[place].turn = turn;
}

static int tried(const Board *board, int depth, int alpha, int beta, int ply, int checked, int futile, Turn first) {
    Order order;
    Board child;
    order.board = board, order.depth = depth, order.ply = ply, order.checked = checked, order.stage = FIRST;
    order.first = first, order.last = NONE;
    int best = -MATE, number = 0, floor = alpha;
    Turn chosen = NONE;
    line[ply] = board->key;
    hopes[ply] = -MATE;
    for (Turn turn; (turn = next_turn(&order));) {
        int how = turn >> HOW, quiet = how <= WAKING && (how || !board->squares[TO(turn)]);
        after(board, turn, &child);
        int gives = is_checked_by(&child, turn);
        if ((futile && quiet && !gives && best > -SURE) || !is_safe(board, turn, &child, checked)) continue;
        number++;
        int less = quiet && !checked && !gives ? reduced(turn, number, depth) : 0;
        int high = number == 1 ? beta : alpha + 1;
        int found = -next(&child, depth - 1 - less, -high, -alpha, ply + 1, gives);
        if (!spent && found > alpha && (less || high < beta))
            found = -next(&child, depth - 1, -beta, -alpha, ply + 1, gives);
        if (spent) return 0;
        if (found <= best) continue;
        best = hopes[ply] = found, chosen = turn;
        alpha = most(alpha, best);
        if (alpha >= beta) {
            if (quiet) remember(turn, depth, ply);
            break;
        }
    }
    if (!number) return checked ? ply * PLY - MATE : 0;
    keep(board->key, depth, nearer(best, ply), best >= beta ? AT_LEAST : best > floor ? EXACT : AT_MOST, chosen);
    return best;
}

static int ahead(const Board *board, int depth, int alpha, int beta, int ply, int checked, int may_pass) {
    ask();
    if (spent) return 0;
    if (board->quiet >= FIFTY) return checked && is_stuck(board) ? ply * PLY - MATE : 0;
    Turn first = NONE;
    for (int place = (int)(board->key % PLACES) & ~1, end = place + 2; place < end; place++) {
        if (table[place].key != board->key) continue;
        int worth = nearer(table[place].worth, -ply), bound = table[place].bound;
        if (table[place].depth >= depth &&
            (bound == EXACT || (bound == AT_LEAST && worth >= beta) || (bound == AT_MOST && worth <= alpha)))
            return worth;
        first = table[place].turn;
        break;
    }
    int futile = 0;
    if (!checked) {
        int now = worth(board);
        if (now >= beta && beta > -SURE && is_enough(board, now, depth, beta, ply, may_pass)) return spent ? 0 : beta;
        if (spent) return 0;
        futile = depth < AHEAD_WITHIN && now + futile_by[depth] <= alpha;
    }
    return tried(board, depth, alpha, beta, ply, checked, futile, first);
}

// Among which turns to choose, and how much whoever asks likes each; in the order in which they are looked at.
static struct {
    Turn turn;
    int liking, worth;
} choices[MOST_TURNS], late_ones[MOST_TURNS];

static struct {
    Turn turn;
    int worth, depth;
    unsigned boards;
} verdict;

// Ever better verdicts at this depth; brings the turns into the order in which to look at them next time.
static void deeper(int many) {
    int checked = is_checked(&root), alpha = -MATE;
    Board child;
    for (int place = 0; place < many; place++) {
        Turn turn = choices[place].turn;
        int liked = choices[place].liking, first = !place;
        after(&root, turn, &child);
        int gives = is_checked_by(&child, turn);
        // At first all that is nearly as good is told apart, for the order.
        int floor = (depth_now == 1 ? most(-MATE, alpha - NEARLY) : alpha) - liked;
        int less = first || checked || gives || gain(&root, turn) ? 0 : reduced(turn, place + 1, least(depth_now, 4));
        int beta = first || depth_now == 1 ? MATE : floor + 1;
        int found = liked - next(&child, depth_now - 1 - less, -beta, -floor, 1, gives);
        if (!spent && found > alpha && beta < MATE)
            found = liked - next(&child, depth_now - 1, -MATE, -floor, 1, gives);
        if (spent) return;
        choices[place].worth = found;
        if (found <= alpha) continue;
        // The best turn of the last round comes first, so a verdict is never worse for being unfinished.
        alpha = found;
        verdict.turn = turn, verdict.worth = found, verdict.depth = depth_now;
        __typeof__(choices[0]) best = choices[place];
        for (int before = place; before; before--) choices[before] = choices[before - 1];
        choices[0] = best;
    }
    if (depth_now > 1) return;
    for (int late = 1; late < many; late++) {
        __typeof__(choices[0]) one = choices[late];
        int place = late;
        for (; place && choices[place - 1].worth < one.worth; place--) choices[place] = choices[place - 1];
        choices[place] = one;
    }
}

// Of the journeys only the best go on; the others wait for when everything is lost.
static int filtered(int many, int *late) {
    int kept_ones = 0, journeys = 0;
    for (int place = 0; place < many; place++) {
        if (choices[place].turn >> HOW == JOURNEY && journeys++ >= MOST_JOURNEYS)
            late_ones[(*late)++] = choices[place];
        else
            choices[kept_ones++] = choices[place];
    }
    return kept_ones;
}

static void choose(int many, int deepest) {
    int late = 0, parted = 0;
    for (depth_now = 1; depth_now <= deepest; depth_now++) {
        deeper(many);
        if (spent) return;
        if (depth_now == FILTERED && !parted++) many = filtered(many, &late);
        int worth = verdict.worth, far = worth < 0 ? -worth : worth;
        if (worth <= -SURE && late) {
            // Nobody is lost before everything has been tried, as deep as this.
            for (int place = 0; place < late; place++) choices[many++] = late_ones[place];
            late = 0;
            depth_now--;
        } else if (far >= SURE && MATE - far <= PLY * depth_now) {
            return;
        }
    }
}
