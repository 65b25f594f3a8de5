// Against a last card: whoever holds it has nothing left to choose, and what they draw after it is anybody's.
typedef struct Last {
    int own[FIVE], joker, left[FIVE]; // of whoever still chooses; and all that they do not see
    int pot, lead;
} Last;

enum { TIES = 3 }; // where nobody holds anything, and nobody can say who is ahead after one more: then it is even

static double over(int lead) { return (1 + (lead > 0) - (lead < 0)) / 2.0; }

// Who chooses against a last card, and one more; a joker that would still bring cards is in nobody's way.
static int chooser(const int *many, const int *joker, const int *laid) {
    for (int seat = 0; seat < 2; seat++)
        if (many[!seat] == 1 && !joker[!seat] && !(laid[!seat] && (many[seat] > 1 || joker[seat]))) return seat + 1;
    return 0;
}

// Both take a card, as likely this as that: whoever is ahead by less than the pot may as well win as lose.
static double drawn(const int *left, int pot, int lead, int ties) {
    double even = (over(lead + pot + 2) + over(lead - pot - 2)) / 2, all = total(left), hope = even;
    if ((lead < 0 ? -lead : lead) <= pot + 1 || ties == TIES) return even;
    for (int card = 0; card < FIVE; card++) {
        if (left[card] < 2) continue;
        int rest[FIVE];
        __builtin_memcpy(rest, left, sizeof rest), rest[card] -= 2;
        hope += left[card] * (left[card] - 1) / (all * (all - 1)) * (drawn(rest, pot + 2, lead, ties + 1) - even);
    }
    return hope;
}

static double met(Last at, int mine, int theirs);

static double best(Last at) {
    int none = !total(at.own);
    double most = 0;
    if (none && at.joker) at.joker = 0, at.pot++;
    for (int mine = 0; mine < FIVE; mine++) {
        if (!none && !at.own[mine]) continue;
        double hope = 0;
        for (int theirs = 0; theirs < FIVE; theirs++)
            if (at.left[theirs]) hope += at.left[theirs] * met(at, mine, theirs);
        if (hope > most) most = hope;
    }
    return most / total(at.left);
}

// What comes of that card, or sign, against that last one.
static double met(Last at, int mine, int theirs) {
    int pay = pays[mine][theirs];
    at.left[theirs]--, at.pot++;
    if (total(at.own)) at.own[mine]--, at.pot++;
    int none = !total(at.own) && !at.joker;
    if (pay > 0) return over(at.lead + at.pot);
    if (!pay) return none ? drawn(at.left, at.pot, at.lead, 0) : best(at);
    if (none) return over(at.lead - at.pot);
    at.lead -= at.pot, at.pot = 0;
    return best(at);
}
