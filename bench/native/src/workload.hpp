// The workload W3D: boids in a cubic torus, with the parameters of scenarios/swarm-100k.json.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

namespace w3d {

constexpr float kRadius = 2.08f;
constexpr float kSeparation = 3.0f;
constexpr float kAlignment = 2.0f;
constexpr float kCohesion = 2.0f;
constexpr float kMaxForce = 8.0f;
constexpr float kMaxSpeed = 4.0f;
constexpr float kMinSpeed = 1.0f;
constexpr float kStartSpeed = 2.0f;
constexpr float kDt = 1.0f / 60.0f;

// The torus must be so wide that no agent sees two images of another, and that at least three rows of cells with an
// edge of at least one radius fit around it.
constexpr double kLeastEdge = 3.01 * kRadius;

constexpr int kMostThreads = 256;

struct Workload {
  int agents;
  double neighbors;
  std::uint64_t seed;

  // The edge (m) at which a sphere with the radius contains a mean of `neighbors` agents.
  float edge() const {
    const double sphere = 4.0 / 3.0 * 3.14159265358979323846 * std::pow(double(kRadius), 3);
    return float(std::cbrt(agents * sphere / neighbors));
  }
};

// A column per field, in the order of the agents' ids. Positions are in [-edge/2, edge/2).
struct State {
  std::vector<float> x, y, z, vx, vy, vz;

  explicit State(int agents = 0)
      : x(agents), y(agents), z(agents), vx(agents), vy(agents), vz(agents) {}
};

// The results of the neighbor pass, by id: the sums of offsets, velocities and -offset/distance^2, and the count.
struct Sums {
  std::vector<float> offset[3], velocity[3], away[3], count;

  explicit Sums(int agents = 0) : count(agents) {
    for (int axis = 0; axis < 3; axis++) {
      offset[axis].resize(agents);
      velocity[axis].resize(agents);
      away[axis].resize(agents);
    }
  }
};

struct TickTimes {
  double total;  // ms
  double steer;  // ms, of thread 0: neighbor pass and integration, without the sort
  double cpu;    // ms that thread 0 had a core
};

class Simulation {
 public:
  virtual ~Simulation() = default;
  // Runs `ticks` ticks on all threads. `times` has space for as many entries, or is null. With `sums`, the last tick
  // writes its sums there.
  virtual void run(int ticks, TickTimes* times, Sums* sums) = 0;
  virtual State read() const = 0;
  // The number of neighbors that the last tick found, summed over all agents.
  virtual double neighborsFound() const = 0;
};

State uniformStart(const Workload& workload);
// Lanes: 8, or 4 for the narrow limit.
template <int kLanes>
std::unique_ptr<Simulation> createLimit(const Workload&, const State& start, int threads);
template <>
std::unique_ptr<Simulation> createLimit<8>(const Workload&, const State& start, int threads);
template <>
std::unique_ptr<Simulation> createLimit<4>(const Workload&, const State& start, int threads);
std::unique_ptr<Simulation> createTextbook(const Workload&, const State& start, int threads);

}  // namespace w3d
