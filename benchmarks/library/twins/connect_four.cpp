// Plain alpha-beta on Connect Four, the twin of outplay's: the same bits, the same order, the same nodes.
// Usage: connect_four DEPTH RUNS  ->  nodes, then the best seconds of RUNS.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>

using Bits = std::uint64_t;
constexpr int columns = 7, rows = 6, height = rows + 1, going_on = 2;

struct State {
    Bits mine;   // stones of the side to move, column by column, one free bit on top of each
    Bits taken;  // stones of both
};

static constexpr Bits full_board() {
    Bits full = 0;
    for (int column = 0; column < columns; ++column) full |= ((Bits(1) << rows) - 1) << (column * height);
    return full;
}

static inline bool won(Bits stones) {
    for (int step : {1, height - 1, height, height + 1}) {
        Bits pairs = stones & (stones >> step);
        if (pairs & (pairs >> (2 * step))) return true;
    }
    return false;
}

static inline int outcome(State s) {
    if (won(s.mine ^ s.taken)) return -1;
    return s.taken == full_board() ? 0 : going_on;
}

static std::uint64_t nodes;

static int search(State s, int depth, int alpha, int beta) {
    ++nodes;
    int end = outcome(s);
    if (end != going_on) return end;
    if (depth == 0) return 0;
    int best = -1000;
    for (int column = 0; column < columns; ++column) {
        if (s.taken >> (column * height + rows - 1) & 1) continue;
        State child{s.mine ^ s.taken, s.taken | (s.taken + (Bits(1) << (column * height)))};
        int value = -search(child, depth - 1, -beta, -alpha);
        if (value > best) best = value;
        if (best > alpha) alpha = best;
        if (alpha >= beta) break;
    }
    return best;
}

int main(int count, char** words) {
    int depth = count > 1 ? std::atoi(words[1]) : 12, runs = count > 2 ? std::atoi(words[2]) : 5;
    double best = 1e9;
    int value = 0;
    for (int run = 0; run < runs; ++run) {
        nodes = 0;
        auto began = std::chrono::steady_clock::now();
        value = search({0, 0}, depth, -1000, 1000);
        double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
        if (took < best) best = took;
    }
    std::printf("%llu %.9f %d\n", static_cast<unsigned long long>(nodes), best, value);
}
