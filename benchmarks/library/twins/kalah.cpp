// Plain alpha-beta on Kalah(6,4), the twin of outplay's: the same order, the same nodes, sowing in an array.
// Usage: kalah DEPTH RUNS  ->  nodes, then the best seconds of RUNS.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

constexpr int m = 6, n = 4, ring = 2 * m + 2, going_on = 1 << 20;

struct State {
    std::int8_t pits[ring];  // first player's houses, his store, second player's houses, his store
    std::int8_t to_move;
};

static inline int store(int player) { return m + player * (m + 1); }

static inline State play(const State& s, int house) {
    State next = s;
    int me = s.to_move, home = me * (m + 1), skipped = store(1 - me), at = home + house;
    int seeds = next.pits[at];
    next.pits[at] = 0;
    while (seeds > 0) {
        at = at + 1 == ring ? 0 : at + 1;
        if (at == skipped) continue;
        ++next.pits[at];
        --seeds;
    }
    if (at >= home && at < home + m && next.pits[at] == 1) {
        int opposite = 2 * m - at;
        if (next.pits[opposite]) {
            next.pits[store(me)] += 1 + next.pits[opposite];
            next.pits[at] = next.pits[opposite] = 0;
        }
    }
    if (at != store(me)) next.to_move = 1 - me;
    int left[2] = {0, 0};
    for (int player = 0; player < 2; ++player)
        for (int i = 0; i < m; ++i) left[player] += next.pits[player * (m + 1) + i];
    if (left[0] == 0 || left[1] == 0)
        for (int player = 0; player < 2; ++player) {
            next.pits[store(player)] += left[player];
            for (int i = 0; i < m; ++i) next.pits[player * (m + 1) + i] = 0;
        }
    return next;
}

static inline int lead(const State& s) { return s.pits[store(s.to_move)] - s.pits[store(1 - s.to_move)]; }

static inline int outcome(const State& s) {
    for (int i = 0; i < m; ++i)
        if (s.pits[i] || s.pits[m + 1 + i]) return going_on;
    return lead(s);
}

static std::uint64_t nodes;

static int search(const State& s, int depth, int alpha, int beta) {
    ++nodes;
    int end = outcome(s);
    if (end != going_on) return end > 0 ? 1000 : end < 0 ? -1000 : 0;
    if (depth == 0) return lead(s);
    int best = -100000;
    for (int house = 0; house < m; ++house) {
        if (!s.pits[s.to_move * (m + 1) + house]) continue;
        State child = play(s, house);
        int value = child.to_move == s.to_move ? search(child, depth - 1, alpha, beta)
                                               : -search(child, depth - 1, -beta, -alpha);
        if (value > best) best = value;
        if (best > alpha) alpha = best;
        if (alpha >= beta) break;
    }
    return best;
}

int main(int count, char** words) {
    int depth = count > 1 ? std::atoi(words[1]) : 12, runs = count > 2 ? std::atoi(words[2]) : 5;
    State start{};
    for (int i = 0; i < m; ++i) start.pits[i] = start.pits[m + 1 + i] = n;
    double best = 1e9;
    int value = 0;
    for (int run = 0; run < runs; ++run) {
        nodes = 0;
        auto began = std::chrono::steady_clock::now();
        value = search(start, depth, -100000, 100000);
        double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
        if (took < best) best = took;
    }
    std::printf("%llu %.9f %d\n", static_cast<unsigned long long>(nodes), best, value);
}
