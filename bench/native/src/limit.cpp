// The limit: the fastest tick we could write for one machine with AVX2, and the narrow limit: the same with four lanes
// and the arithmetic of WebAssembly; see lanes.hpp. A tick has three steps, and a barrier after each:
//
//   steer    consecutive agents in cell order form a cluster, one agent per lane. The blocks of as many
//            agents around it are listed, and their agents are tested against the cluster's box. Those
//            that pass are compared with all lanes, one at a time
//   prefix   counts per cell become places per cell; each row of cells starts at a new block
//   scatter  every agent moves to its place for the next tick
//
// An agent is never masked out of its own sums: it adds nothing to offset and away, and its velocity and
// its count are subtracted once at the end. Sums are in the order of the list, which depends only on the
// agents, so any number of threads gives the same bits.

#include <algorithm>
#include <bit>

#include "block.hpp"
#include "cluster.hpp"
#include "team.hpp"
#include "workload.hpp"

namespace w3d {
namespace {

// A row of cells is about as wide as the cube that contains one cluster, but at least as wide as the radius, so that a
// cluster reaches only the neighboring rows.
constexpr double kRowPerCluster = 1.0;
// Along a row the cells are short: they only sort the row and find where a run begins.
constexpr double kAgentsPerCell = kLanes / 4;

// The number of clusters that share one list of blocks. With four lanes, two are 3 to 8 % faster than one.
constexpr int kGroup = 8 / kLanes;

// The reach is slightly longer than the radius, to allow for rounding of cells, boxes and images. The distance of each
// pair is compared with the radius itself.
constexpr float kSlack = kRadius * 1e-4f;
constexpr float kReach = kRadius + kSlack;

// The position of a block's pads: far from everything, but with a square that f32 can represent.
constexpr float kFar = 1e18f;

class Limit final : public Simulation {
 public:
  Limit(const Workload& workload, const State& start, int threads)
      : agents_(workload.agents),
        edge_(workload.edge()),
        half_(edge_ * 0.5f),
        side_(sideOf(workload)),
        across_(std::max(1, int(agents_ / (kAgentsPerCell * side_ * side_)))),
        rows_(side_ * side_),
        cells_(rows_ * across_),
        room_(agents_ / kLanes + rows_ + 2),
        front_(room_),
        staged_(room_),
        idsA_(room_ * kLanes),
        idsB_(room_ * kLanes),
        cellOf_(room_ * kLanes),
        cellStart_(cells_ + 1),
        rowEnd_(rows_),
        counts_(threads * countStride()),
        rowCounts_(threads * rowStride()),
        nearBlocks_(threads * nearStride()),
        lists_(threads * listStride()),
        found_(threads * kFoundStride),
        team_(threads) {
    // The first sort starts from blocks in the order of the ids.
    for (int i = 0; i < agents_; i++) {
      Block& block = staged_[i >> kShift];
      const int lane = i & kAll;
      block.x[lane] = start.x[i];
      block.y[lane] = start.y[i];
      block.z[lane] = start.z[i];
      block.vx[lane] = start.vx[i];
      block.vy[lane] = start.vy[i];
      block.vz[lane] = start.vz[i];
      idsA_[i] = i;
    }
    const int blocks = (agents_ + kLanes - 1) / kLanes;
    team_.run([&](int worker) {
      const int begin = sliceOf(blocks, worker);
      const int end = sliceOf(blocks, worker + 1);
      clearCounts(worker);
      for (int block = begin; block < end; block++) {
        const Block& from = staged_[block];
        const int used = std::min(kLanes, agents_ - block * kLanes);
        bin(worker, block, used, load(from.x), load(from.y), load(from.z));
      }
      sort(worker, begin, end, idsA_.data(), idsB_.data());
    });
    ids_ = idsB_.data();
    idsNext_ = idsA_.data();
  }

  void run(int ticks, TickTimes* times, Sums* sums) override {
    team_.run([&](int worker) {
      int* from = ids_;
      int* to = idsNext_;
      for (int tick = 0; tick < ticks; tick++) {
        const double begin = nowMs();
        const double beginCpu = worker == 0 && times != nullptr ? threadCpuMs() : 0;
        // The end of the last block is read before any thread can start on the next prefix.
        const int blocks = cellStart_[cells_] >> kShift;
        const int first = sliceOf(blocks, worker);
        const int last = sliceOf(blocks, worker + 1);
        clearCounts(worker);
        if (sums != nullptr && tick == ticks - 1) steer<true>(worker, first, last, from, sums);
        else steer<false>(worker, first, last, from, nullptr);
        const double steered = nowMs();
        sort(worker, first, last, from, to);
        std::swap(from, to);
        if (worker == 0 && times != nullptr) {
          times[tick] = {nowMs() - begin, steered - begin, threadCpuMs() - beginCpu};
        }
      }
    });
    if (ticks % 2 != 0) std::swap(ids_, idsNext_);
  }

  State read() const override {
    State state(agents_);
    for (int row = 0; row < rows_; row++) {
      for (int i = cellStart_[row * across_]; i < rowEnd_[row]; i++) {
        const Block& block = front_[i >> kShift];
        const int lane = i & kAll;
        const int id = ids_[i];
        state.x[id] = block.x[lane];
        state.y[id] = block.y[lane];
        state.z[id] = block.z[lane];
        state.vx[id] = block.vx[lane];
        state.vy[id] = block.vy[lane];
        state.vz[id] = block.vz[lane];
      }
    }
    return state;
  }

  double neighborsFound() const override {
    double found = 0;
    for (int worker = 0; worker < team_.threads(); worker++) found += found_[worker * kFoundStride];
    return found;
  }

 private:
  // Keeps the results of two workers in different cache lines.
  static constexpr int kFoundStride = 8;

  static int sideOf(const Workload& workload) {
    const double edge = workload.edge();
    const double cluster = edge * std::cbrt(double(kLanes) / workload.agents);
    return std::max(3, int(edge / std::max(kReach * 1.0004, kRowPerCluster * cluster)));
  }

  std::size_t countStride() const { return (cells_ + 31) & ~15; }
  std::size_t rowStride() const { return (rows_ + 31) & ~15; }
  // A block is listed at most once per image, so lists as long as the world never overflow.
  std::size_t nearStride() const { return (room_ + 31) & ~std::size_t(15); }
  std::size_t listStride() const { return nearStride() * kLanes; }

  int sliceOf(int count, int worker) const {
    return int(std::int64_t(count) * worker / team_.threads());
  }

  void clearCounts(int worker) {
    std::memset(counts_.data() + worker * countStride(), 0, cells_ * sizeof(int));
  }

  // Finds the cells of the block's first `used` agents, and counts them for the worker.
  void bin(int worker, int block, int used, V x, V y, V z) {
    const auto along = [this](V value, int count) {
      const V scaled = mul(add(value, splat(half_)), splat(float(count) / edge_));
      return max(splat(0), min(truncated(scaled), splat(count - 1)));
    };
    const I row = add(mul(along(z, side_), splat(side_)), along(y, side_));
    I cell = add(mul(row, splat(across_)), along(x, across_));
    // A pad has the cell -1.
    cell = either(cell, above(lanes(), splat(used - 1)));
    int* const to = cellOf_.data() + block * kLanes;
    store(to, cell);
    int* const counts = counts_.data() + worker * countStride();
    for (int lane = 0; lane < used; lane++) counts[to[lane]]++;
  }

  // Moves the staged blocks [begin, end) to their places in cell order. The sort is stable, and a worker's agents come
  // after those of earlier workers, so the order does not depend on the slices.
  void sort(int worker, int begin, int end, const int* ids, int* idsNext) {
    const int threads = team_.threads();
    int* const mine = counts_.data() + worker * countStride();
    int* const rowCounts = rowCounts_.data() + worker * rowStride();
    for (int row = 0; row < rows_; row++) {
      int count = 0;
      for (int c = row * across_; c < (row + 1) * across_; c++) count += mine[c];
      rowCounts[row] = count;
    }
    team_.barrier.wait();

    const int firstRow = sliceOf(rows_, worker);
    const int lastRow = sliceOf(rows_, worker + 1);
    int at = 0;
    for (int row = 0; row < firstRow; row++) {
      int count = 0;
      for (int t = 0; t < threads; t++) count += rowCounts_[t * rowStride() + row];
      at += (count + kAll) & ~kAll;
    }
    for (int row = firstRow; row < lastRow; row++) {
      // Usually only this worker has agents in the row. The counts of other workers then stay in their caches, and the
      // work does not grow with the number of threads.
      int* present[kMostThreads];
      int presentCount = 0;
      for (int t = 0; t < threads; t++) {
        if (rowCounts_[t * rowStride() + row] != 0) {
          present[presentCount++] = counts_.data() + t * countStride();
        }
      }
      for (int c = row * across_; c < (row + 1) * across_; c++) {
        cellStart_[c] = at;
        for (int k = 0; k < presentCount; k++) {
          int& place = present[k][c];
          const int count = place;
          place = at;
          at += count;
        }
      }
      rowEnd_[row] = at;
      for (; (at & kAll) != 0; at++) {
        Block& block = front_[at >> kShift];
        const int lane = at & kAll;
        block.x[lane] = block.y[lane] = block.z[lane] = kFar;
        block.vx[lane] = block.vy[lane] = block.vz[lane] = 0;
      }
    }
    if (worker == threads - 1) cellStart_[cells_] = at;
    team_.barrier.wait();

    for (int block = begin; block < end; block++) {
      const Block& from = staged_[block];
      const int* const cells = cellOf_.data() + block * kLanes;
      for (int lane = 0; lane < kLanes; lane++) {
        if (cells[lane] < 0) continue;
        const int place = mine[cells[lane]]++;
        Block& to = front_[place >> kShift];
        const int toLane = place & kAll;
        to.x[toLane] = from.x[lane];
        to.y[toLane] = from.y[lane];
        to.z[toLane] = from.z[lane];
        to.vx[toLane] = from.vx[lane];
        to.vy[toLane] = from.vy[lane];
        to.vz[toLane] = from.vz[lane];
        idsNext[place] = ids[block * kLanes + lane];
      }
    }
    team_.barrier.wait();
  }

  // The offsets of the eight rows around a cluster's own row; the own row is the ninth.
  static constexpr int kStepY[9] = {-1, 0, 1, -1, 1, -1, 0, 1, 0};
  static constexpr int kStepZ[9] = {-1, -1, -1, 0, 0, 1, 1, 1, 0};

  // Sums, steers and moves the blocks [begin, end), and bins them for the next tick.
  template <bool kRecord>
  void steer(int worker, int begin, int end, const int* ids, Sums* total) {
    I found = splat(0);
    // The row of the first block: rows without agents end where they begin.
    int row = int(std::upper_bound(rowEnd_.data(), rowEnd_.data() + rows_, begin * kLanes) - rowEnd_.data());
    int cellY = row % side_;
    int cellZ = row / side_;
    for (int block = begin; block < end;) {
      while (block * kLanes >= rowEnd_[row]) {
        row++;
        if (++cellY == side_) {
          cellY = 0;
          cellZ++;
        }
      }
      Cluster group[kGroup];
      const int rowBlocks = (rowEnd_[row] + kAll) >> kShift;
      const int count = kGroup == 1 ? 1 : std::min({kGroup, rowBlocks - block, end - block});
      for (int k = 0; k < count; k++) {
        const int used = std::min(kLanes, rowEnd_[row] - (block + k) * kLanes);
        const Block& self = front_[block + k];
        V x = load(self.x);
        V y = load(self.y);
        V z = load(self.z);
        if (used < kLanes) {
          // Pads repeat the first agent.
          const V mask = asFloats(above(lanes(), splat(used - 1)));
          x = choose(x, splat(self.x[0]), mask);
          y = choose(y, splat(self.y[0]), mask);
          z = choose(z, splat(self.z[0]), mask);
        }
        group[k].x = x;
        group[k].y = y;
        group[k].z = z;
        group[k].sums = ClusterSums{};
      }
      sumGroup(worker, row, cellY, cellZ, group, count);

      for (int k = 0; k < count; k++, block++) {
        V x = group[k].x;
        V y = group[k].y;
        V z = group[k].z;
        ClusterSums& sums = group[k].sums;
        const int used = std::min(kLanes, rowEnd_[row] - block * kLanes);
        const Block& self = front_[block];
        V vx = load(self.vx);
        V vy = load(self.vy);
        V vz = load(self.vz);
        sums.velocityX = sub(sums.velocityX, vx);
        sums.velocityY = sub(sums.velocityY, vy);
        sums.velocityZ = sub(sums.velocityZ, vz);
        sums.count = sub(sums.count, splat(1.0f));
        const I spare = above(lanes(), splat(used - 1));
        found = add(found, without(spare, truncated(sums.count)));
        if constexpr (kRecord) record(sums, ids + block * kLanes, used, *total);

        move(sums, edge_, x, y, z, vx, vy, vz);
        Block& to = staged_[block];
        store(to.x, x);
        store(to.y, y);
        store(to.z, z);
        store(to.vx, vx);
        store(to.vy, vy);
        store(to.vz, vz);
        bin(worker, block, used, x, y, z);
      }
    }
    alignas(V) int counts[kLanes];
    store(counts, found);
    double& sum = found_[worker * kFoundStride];
    sum = 0;
    for (int count : counts) sum += count;
  }

  // Sums the neighbors of a group of clusters in the row (cellY, cellZ).
  inline __attribute__((always_inline)) void sumGroup(int worker, int row, int cellY, int cellZ,
                                                      Cluster* group, int count) {
    Box boxes[kGroup];
    Box box = boxes[0] = boxOf(group[0]);
    for (int k = 1; k < count; k++) box.add(boxes[k] = boxOf(group[k]));
    const auto [lowX, lowY, lowZ, highX, highY, highZ] = box;

    // The distance of the box from the neighboring rows, which gives the length of the run in each row.
    const float width = edge_ / float(side_);
    const float rowY = float(cellY) * width - half_;
    const float rowZ = float(cellZ) * width - half_;
    const auto gap = [](float distance) {
      const float sure = std::max(0.0f, distance - kSlack);
      return sure * sure;
    };
    const float gapsY[3] = {gap(first(lowY) - rowY), 0, gap(rowY + width - first(highY))};
    const float gapsZ[3] = {gap(first(lowZ) - rowZ), 0, gap(rowZ + width - first(highZ))};
    const V squaredReach = splat(kReach * kReach);
    const V inverseWidth = splat(float(across_) / edge_);
    const auto cellsAt = [&](V value) { return floored(mul(add(value, splat(half_)), inverseWidth)); };
    alignas(V) int firstCell[9];
    alignas(V) int lastCell[9];
    for (int k = 0; k < 8; k += kLanes) {
      const V gaps = each([&](int i) { return gapsY[1 + kStepY[k + i]] + gapsZ[1 + kStepZ[k + i]]; });
      const V run = sqrt(max(zero(), sub(squaredReach, gaps)));
      store(firstCell + k, cellsAt(sub(lowX, run)));
      store(lastCell + k, cellsAt(add(highX, run)));
    }
    firstCell[8] = first(cellsAt(sub(lowX, splat(kReach))));
    lastCell[8] = first(cellsAt(add(highX, splat(kReach))));

    const char* const front = reinterpret_cast<const char*>(front_.data());
    std::uint32_t* const nearBlocks = nearBlocks_.data() + worker * nearStride();
    std::uint32_t* const list = lists_.data() + worker * listStride();

    // Lists the byte offsets of the blocks that contain cells [cell, cellAfter). It writes a vector at once, and
    // runs are rarely longer, so there is no loop and no mispredicted end.
    const auto addRun = [&](std::uint32_t* to, int cell, int cellAfter) {
      const int begin = cellStart_[cell] >> kShift;
      const int count = ((cellStart_[cellAfter] + kAll) >> kShift) - begin;
      const I offsets = add(splat(begin * kBlockBytes), mul(lanes(), splat(kBlockBytes)));
      store(to, offsets);
      for (int more = kLanes; more < count; more += kLanes) [[unlikely]] {
        store(to + more, add(offsets, splat(more * kBlockBytes)));
      }
      return to + count;
    };

    // Tests the agents of the listed blocks against the boxes, seen from the image at `shift`, and adds those that pass.
    const auto visit = [&](const std::uint32_t* end, float shiftX, float shiftY, float shiftZ) {
      const V sx = splat(shiftX), sy = splat(shiftY), sz = splat(shiftZ);
      const auto outside = [](V value, V low, V high) { return sub(value, min(max(value, low), high)); };
      for (int k = 0; k < count; k++) {
        const Box& own = boxes[k];
        const V ownLowX = sub(own.lowX, sx), ownHighX = sub(own.highX, sx);
        const V ownLowY = sub(own.lowY, sy), ownHighY = sub(own.highY, sy);
        const V ownLowZ = sub(own.lowZ, sz), ownHighZ = sub(own.highZ, sz);
        std::uint32_t* to = list;
        for (const std::uint32_t* at = nearBlocks; at < end; at++) {
          const Block& block = *reinterpret_cast<const Block*>(front + *at);
          const V gx = outside(load(block.x), ownLowX, ownHighX);
          const V gy = outside(load(block.y), ownLowY, ownHighY);
          const V gz = outside(load(block.z), ownLowZ, ownHighZ);
          const unsigned mask = bits(atMost(squareOf(gx, gy, gz), squaredReach));
          store(to, add(splat(int(*at)), widened(kPack.offsets[mask])));
          to += std::popcount(mask);
        }
        Cluster& cluster = group[k];
        addNeighbors(front, list, to, sub(cluster.x, sx), sub(cluster.y, sy), sub(cluster.z, sz),
                     cluster.sums);
      }
    };

    const int last = side_ - 1;
    if (cellY > 0 && cellY < last && cellZ > 0 && cellZ < last && firstCell[8] >= 0 &&
        lastCell[8] < across_) {
      std::uint32_t* to = nearBlocks;
      for (int k = 0; k < 9; k++) {
        const int base = (row + kStepZ[k] * side_ + kStepY[k]) * across_;
        to = addRun(to, base + firstCell[k], base + lastCell[k] + 1);
      }
      visit(to, 0, 0, 0);
      return;
    }
    // The cluster sees across the border. Each visible image of the world is visited separately; usually there are two.
    const int lastTurnX = lastCell[8] >= across_ ? 1 : 0;
    const int lastTurnY = cellY == last ? 1 : 0;
    const int lastTurnZ = cellZ == last ? 1 : 0;
    for (int turnZ = cellZ == 0 ? -1 : 0; turnZ <= lastTurnZ; turnZ++) {
      for (int turnY = cellY == 0 ? -1 : 0; turnY <= lastTurnY; turnY++) {
        for (int turnX = firstCell[8] < 0 ? -1 : 0; turnX <= lastTurnX; turnX++) {
          std::uint32_t* to = nearBlocks;
          for (int k = 0; k < 9; k++) {
            const int y = cellY + kStepY[k] - turnY * side_;
            const int z = cellZ + kStepZ[k] - turnZ * side_;
            if (y < 0 || y > last || z < 0 || z > last) continue;
            const int from = std::max(firstCell[k] - turnX * across_, 0);
            const int until = std::min(lastCell[k] - turnX * across_, across_ - 1);
            if (from > until) continue;
            const int base = (z * side_ + y) * across_;
            to = addRun(to, base + from, base + until + 1);
          }
          if (to == nearBlocks) continue;
          visit(to, float(turnX) * edge_, float(turnY) * edge_, float(turnZ) * edge_);
        }
      }
    }
  }

  static void record(const ClusterSums& cluster, const int* ids, int used, Sums& sums) {
    alignas(V) float lanesOf[kLanes];
    const auto write = [&](V values, std::vector<float>& to) {
      store(lanesOf, values);
      for (int lane = 0; lane < used; lane++) to[ids[lane]] = lanesOf[lane];
    };
    write(cluster.offsetX, sums.offset[0]);
    write(cluster.offsetY, sums.offset[1]);
    write(cluster.offsetZ, sums.offset[2]);
    write(cluster.velocityX, sums.velocity[0]);
    write(cluster.velocityY, sums.velocity[1]);
    write(cluster.velocityZ, sums.velocity[2]);
    write(cluster.awayX, sums.away[0]);
    write(cluster.awayY, sums.away[1]);
    write(cluster.awayZ, sums.away[2]);
    write(cluster.count, sums.count);
  }

  const int agents_;
  const float edge_, half_;
  const int side_;    // rows along y, and along z
  const int across_;  // cells along a row, which is along x
  const int rows_, cells_;
  const std::size_t room_;  // blocks
  Column<Block> front_, staged_;
  Column<int> idsA_, idsB_, cellOf_, cellStart_, rowEnd_, counts_, rowCounts_;
  Column<std::uint32_t> nearBlocks_, lists_;
  std::vector<double> found_;
  int* ids_ = nullptr;
  int* idsNext_ = nullptr;
  Team team_;
};

}  // namespace

template <>
std::unique_ptr<Simulation> createLimit<kLanes>(const Workload& workload, const State& start, int threads) {
  return std::make_unique<Limit>(workload, start, threads);
}

}  // namespace w3d
