// The textbook variant: a uniform grid with cells of one radius, a counting sort, 27 cells per agent, and scalar code.
// This is what a careful programmer writes first, without hand optimization.

#include <algorithm>

#include "team.hpp"
#include "workload.hpp"

namespace w3d {
namespace {

struct Boid {
  float x, y, z, vx, vy, vz;
  int id;
};

class Textbook final : public Simulation {
 public:
  Textbook(const Workload& workload, const State& start, int threads)
      : agents_(workload.agents),
        edge_(workload.edge()),
        side_(int(double(edge_) / (double(kRadius) * 1.00001))),
        boids_(agents_),
        sorted_(agents_),
        cellOf_(agents_),
        cellStart_(cells() + 1),
        counts_(threads, std::vector<int>(cells())),
        rangeCounts_(threads * kPad),
        found_(threads * kPad),
        team_(threads) {
    for (int i = 0; i < agents_; i++) {
      boids_[i] = {start.x[i], start.y[i], start.z[i], start.vx[i], start.vy[i], start.vz[i], i};
    }
  }

  void run(int ticks, TickTimes* times, Sums* sums) override {
    team_.run([&](int worker) {
      for (int tick = 0; tick < ticks; tick++) {
        const double begin = nowMs();
        const double beginCpu = worker == 0 && times != nullptr ? threadCpuMs() : 0;
        sort(worker);
        const double sorted = nowMs();
        steer(worker, tick == ticks - 1 ? sums : nullptr);
        team_.barrier.wait();
        if (worker == 0 && times != nullptr) {
          const double end = nowMs();
          times[tick] = {end - begin, end - sorted, threadCpuMs() - beginCpu};
        }
      }
    });
  }

  State read() const override {
    State state(agents_);
    for (const Boid& boid : boids_) {
      state.x[boid.id] = boid.x;
      state.y[boid.id] = boid.y;
      state.z[boid.id] = boid.z;
      state.vx[boid.id] = boid.vx;
      state.vy[boid.id] = boid.vy;
      state.vz[boid.id] = boid.vz;
    }
    return state;
  }

  double neighborsFound() const override {
    double found = 0;
    for (int worker = 0; worker < team_.threads(); worker++) found += double(found_[worker * kPad]);
    return found;
  }

 private:
  // Keeps the counters of two workers in different cache lines.
  static constexpr int kPad = 16;

  int cells() const { return side_ * side_ * side_; }
  int firstOf(int count, int worker) const {
    return int(std::int64_t(count) * worker / team_.threads());
  }

  int cellAlong(float value) const {
    const int cell = int((value + edge_ * 0.5f) * (float(side_) / edge_));
    return std::clamp(cell, 0, side_ - 1);
  }

  void sort(int worker) {
    const int begin = firstOf(agents_, worker);
    const int end = firstOf(agents_, worker + 1);
    std::vector<int>& counts = counts_[worker];
    std::fill(counts.begin(), counts.end(), 0);
    for (int i = begin; i < end; i++) {
      const Boid& boid = boids_[i];
      const int cell = (cellAlong(boid.z) * side_ + cellAlong(boid.y)) * side_ + cellAlong(boid.x);
      cellOf_[i] = cell;
      counts[cell]++;
    }
    team_.barrier.wait();

    // Each worker sums a range of cells. The sums of the ranges before it are added after the barrier.
    const int firstCell = firstOf(cells(), worker);
    const int lastCell = firstOf(cells(), worker + 1);
    int total = 0;
    for (int cell = firstCell; cell < lastCell; cell++) {
      for (const std::vector<int>& of : counts_) total += of[cell];
    }
    rangeCounts_[worker * kPad] = total;
    team_.barrier.wait();
    int at = 0;
    for (int before = 0; before < worker; before++) at += rangeCounts_[before * kPad];
    for (int cell = firstCell; cell < lastCell; cell++) {
      cellStart_[cell] = at;
      for (std::vector<int>& of : counts_) {
        const int count = of[cell];
        of[cell] = at;
        at += count;
      }
    }
    if (worker == 0) cellStart_[cells()] = agents_;
    team_.barrier.wait();

    for (int i = begin; i < end; i++) sorted_[counts[cellOf_[i]]++] = boids_[i];
    team_.barrier.wait();
  }

  void steer(int worker, Sums* sums) {
    const int begin = firstOf(agents_, worker);
    const int end = firstOf(agents_, worker + 1);
    constexpr float squaredRadius = kRadius * kRadius;
    const Boid* const boids = sorted_.data();
    std::int64_t found = 0;
    for (int i = begin; i < end; i++) {
      const Boid me = boids[i];
      float offsetX = 0, offsetY = 0, offsetZ = 0;
      float velocityX = 0, velocityY = 0, velocityZ = 0;
      float awayX = 0, awayY = 0, awayZ = 0;
      int count = 0;
      const int cellX = cellAlong(me.x);
      const int cellY = cellAlong(me.y);
      const int cellZ = cellAlong(me.z);
      for (int stepZ = -1; stepZ <= 1; stepZ++) {
        const int z = wrapped(cellZ + stepZ);
        const float fromZ = me.z - shift(cellZ + stepZ);
        for (int stepY = -1; stepY <= 1; stepY++) {
          const int y = wrapped(cellY + stepY);
          const float fromY = me.y - shift(cellY + stepY);
          for (int stepX = -1; stepX <= 1; stepX++) {
            const int x = wrapped(cellX + stepX);
            const float fromX = me.x - shift(cellX + stepX);
            const int cell = (z * side_ + y) * side_ + x;
            const int last = cellStart_[cell + 1];
            for (int j = cellStart_[cell]; j < last; j++) {
              const Boid& other = boids[j];
              const float dx = other.x - fromX;
              const float dy = other.y - fromY;
              const float dz = other.z - fromZ;
              const float squared = dx * dx + dy * dy + dz * dz;
              if (squared > squaredRadius || j == i) continue;
              count++;
              offsetX += dx;
              offsetY += dy;
              offsetZ += dz;
              velocityX += other.vx;
              velocityY += other.vy;
              velocityZ += other.vz;
              if (squared > 0) {
                const float inverse = 1.0f / squared;
                awayX -= dx * inverse;
                awayY -= dy * inverse;
                awayZ -= dz * inverse;
              }
            }
          }
        }
      }
      found += count;
      if (sums != nullptr) {
        sums->offset[0][me.id] = offsetX;
        sums->offset[1][me.id] = offsetY;
        sums->offset[2][me.id] = offsetZ;
        sums->velocity[0][me.id] = velocityX;
        sums->velocity[1][me.id] = velocityY;
        sums->velocity[2][me.id] = velocityZ;
        sums->away[0][me.id] = awayX;
        sums->away[1][me.id] = awayY;
        sums->away[2][me.id] = awayZ;
        sums->count[me.id] = float(count);
      }

      float fx = 0, fy = 0, fz = 0;
      const auto add = [&](float weight, float x, float y, float z) {
        const float squared = x * x + y * y + z * z;
        if (squared == 0) return;
        const float scale = weight / std::sqrt(squared);
        fx += x * scale;
        fy += y * scale;
        fz += z * scale;
      };
      add(kSeparation, awayX, awayY, awayZ);
      if (count > 0) {
        const float inverse = 1.0f / float(count);
        add(kAlignment, velocityX * inverse - me.vx, velocityY * inverse - me.vy,
            velocityZ * inverse - me.vz);
      }
      add(kCohesion, offsetX, offsetY, offsetZ);

      const float force = fx * fx + fy * fy + fz * fz;
      const float push = force > kMaxForce * kMaxForce ? kDt * kMaxForce / std::sqrt(force) : kDt;
      Boid next = me;
      next.vx += fx * push;
      next.vy += fy * push;
      next.vz += fz * push;
      const float speed = next.vx * next.vx + next.vy * next.vy + next.vz * next.vz;
      float scale = 1;
      if (speed > kMaxSpeed * kMaxSpeed) scale = kMaxSpeed / std::sqrt(speed);
      else if (speed < kMinSpeed * kMinSpeed && speed > 0) scale = kMinSpeed / std::sqrt(speed);
      next.vx *= scale;
      next.vy *= scale;
      next.vz *= scale;
      next.x = wrappedPlace(me.x + next.vx * kDt);
      next.y = wrappedPlace(me.y + next.vy * kDt);
      next.z = wrappedPlace(me.z + next.vz * kDt);
      boids_[i] = next;
    }
    found_[worker * kPad] = found;
  }

  int wrapped(int cell) const { return cell < 0 ? cell + side_ : cell >= side_ ? cell - side_ : cell; }
  float shift(int cell) const { return cell < 0 ? -edge_ : cell >= side_ ? edge_ : 0; }

  float wrappedPlace(float value) const {
    const float half = edge_ * 0.5f;
    if (value >= half) value -= edge_;
    else if (value < -half) value += edge_;
    // Rounding may place it on the border.
    return value >= half ? -half : value;
  }

  const int agents_;
  const float edge_;
  const int side_;
  std::vector<Boid> boids_, sorted_;
  std::vector<int> cellOf_, cellStart_;
  std::vector<std::vector<int>> counts_;
  std::vector<int> rangeCounts_;
  std::vector<std::int64_t> found_;
  Team team_;
};

}  // namespace

std::unique_ptr<Simulation> createTextbook(const Workload& workload, const State& start, int threads) {
  return std::make_unique<Textbook>(workload, start, threads);
}

}  // namespace w3d
