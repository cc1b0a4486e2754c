#include "verify.hpp"

#include <algorithm>
#include <bit>
#include <cstdarg>
#include <cstdio>

namespace w3d {
namespace {

// The maximum error of a sum, as a fraction of the sum of the magnitudes of its terms.
constexpr double kSumBound = 1e-5;

constexpr int kSamples = 192;
// The number of ticks before the second check: enough that agents cross borders and velocities are no longer random.
constexpr int kTicksBetween = 8;

// After kComparedTicks, the variants may differ: one may count a neighbor exactly at the radius that the other does
// not, and from then on the two flights diverge. So most agents must agree closely, and all of them roughly.
constexpr int kComparedTicks = 10;
constexpr double kNearDistance = 1e-4;  // m
constexpr double kNearShare = 0.999;
constexpr double kRootMeanSquare = 1e-3;  // m
constexpr double kGreatest = 0.05;        // m
constexpr double kMomentum = 1e-5;        // m/s, of the mean velocity

struct Vector {
  double x = 0, y = 0, z = 0;

  Vector operator+(const Vector& v) const { return {x + v.x, y + v.y, z + v.z}; }
  Vector operator-(const Vector& v) const { return {x - v.x, y - v.y, z - v.z}; }
  Vector operator*(double s) const { return {x * s, y * s, z * s}; }
  double length() const { return std::sqrt(x * x + y * y + z * z); }
  Vector unit() const {
    const double size = length();
    return size == 0 ? Vector{} : *this * (1 / size);
  }
};

std::string format(const char* pattern, ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, pattern);
  std::vsnprintf(text, sizeof text, pattern, arguments);
  va_end(arguments);
  return text;
}

// The distance from one point on the torus to the nearest image of another.
double along(double from, double to, double edge) {
  const double distance = to - from;
  return distance - edge * std::round(distance / edge);
}

Vector placeOf(const State& s, int i) { return {s.x[i], s.y[i], s.z[i]}; }
Vector velocityOf(const State& s, int i) { return {s.vx[i], s.vy[i], s.vz[i]}; }
Vector sumAt(const std::vector<float> (&sum)[3], int i) { return {sum[0][i], sum[1][i], sum[2][i]}; }

// The expected sums of one agent, computed over all pairs.
struct Reference {
  Vector offset, velocity, away;
  int count = 0;
  // The sums of the magnitudes of the terms.
  double offsetSize = 0, velocitySize = 0, awaySize = 0;
  // The effect of the rounding of f32 coordinates on `away`.
  double awayGrain = 0;
  // Whether a neighbor is exactly at the radius, so that f32 may count it or not.
  bool ambiguous = false;
};

// The rounding of a coordinate (m): two units in the last place at the edge.
double grainOf(double edge) { return edge * 0x1p-23; }

Reference referenceOf(const State& state, int i, double edge) {
  Reference r;
  const double radius = kRadius;
  const double grain = grainOf(edge);
  const Vector self = placeOf(state, i);
  for (int j = 0; j < int(state.x.size()); j++) {
    if (j == i) continue;
    const Vector d{along(self.x, state.x[j], edge), along(self.y, state.y[j], edge),
                   along(self.z, state.z[j], edge)};
    const double squared = d.x * d.x + d.y * d.y + d.z * d.z;
    const double distance = std::sqrt(squared);
    if (std::abs(distance - radius) < 4 * grain) r.ambiguous = true;
    if (squared > radius * radius) continue;
    const Vector v = velocityOf(state, j);
    r.count++;
    r.offset = r.offset + d;
    r.velocity = r.velocity + v;
    r.offsetSize += distance;
    r.velocitySize += v.length();
    if (squared == 0) continue;
    r.away = r.away - d * (1 / squared);
    r.awaySize += 1 / distance;
    // Relative to grain/distance, d changes by one part and 1/d^2 by two parts.
    r.awayGrain += 3 * grain / squared;
  }
  return r;
}

// The force of the law, and how much errors of the sums within the bounds may change it.
Vector forceOf(const Reference& r, const Vector& velocity, double& error) {
  error = 0;
  const auto turned = [&](double weight, const Vector& sum, double bound) {
    const double size = sum.length();
    error += weight * (size == 0 ? 0 : std::min(2.0, 2 * bound / size));
    return sum.unit() * weight;
  };
  Vector force = turned(kSeparation, r.away, kSumBound * r.awaySize + r.awayGrain);
  if (r.count > 0) {
    const Vector mean = r.velocity * (1.0 / r.count);
    force = force + turned(kAlignment, mean - velocity, kSumBound * r.velocitySize / r.count);
  }
  force = force + turned(kCohesion, r.offset, kSumBound * r.offsetSize);
  const double size = force.length();
  return size > kMaxForce ? force * (kMaxForce / size) : force;
}

// Lets `simulation` make one tick, and checks the sums, velocities and positions of sampled agents.
void verifyTick(const Workload& workload, Simulation& simulation, std::uint64_t seed,
                Verification& result) {
  const double edge = workload.edge();
  const State before = simulation.read();
  Sums sums(workload.agents);
  simulation.run(1, nullptr, &sums);
  const State after = simulation.read();

  double counted = 0;
  for (const float count : sums.count) counted += count;
  if (counted != simulation.neighborsFound()) {
    result.failure = format("counted %.0f neighbors, but reported %.0f", counted,
                            simulation.neighborsFound());
    return;
  }
  for (int k = 0; k < kSamples; k++) {
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    const int i = int((seed >> 33) % std::uint64_t(workload.agents));
    const Reference r = referenceOf(before, i, edge);
    if (r.ambiguous) {
      result.skipped++;
      continue;
    }
    result.sampled++;
    if (double(sums.count[i]) != r.count) {
      result.failure = format("agent %d: found %g neighbors, there are %d", i, double(sums.count[i]), r.count);
      return;
    }
    const auto check = [&](const char* name, const Vector& got, const Vector& expected, double size,
                           double grain, double& worst) {
      const double error = (got - expected).length();
      if (size > 0) worst = std::max(worst, error / size);
      // Negated, so that NaN fails.
      if (!(error <= kSumBound * size + grain)) {
        result.failure = format("agent %d, sum of %s: got (%g, %g, %g), expected (%g, %g, %g)", i, name,
                                got.x, got.y, got.z, expected.x, expected.y, expected.z);
      }
    };
    check("offsets", sumAt(sums.offset, i), r.offset, r.offsetSize, 0, result.offsetError);
    check("velocities", sumAt(sums.velocity, i), r.velocity, r.velocitySize, 0, result.velocityError);
    check("-offset/distance^2", sumAt(sums.away, i), r.away, r.awaySize, r.awayGrain, result.awayError);
    if (!result.failure.empty()) return;

    double forceError;
    Vector velocity = velocityOf(before, i);
    velocity = velocity + forceOf(r, velocity, forceError) * double(kDt);
    const double speed = velocity.length();
    double stretch = 1;
    if (speed > kMaxSpeed) stretch = kMaxSpeed / speed;
    else if (speed < kMinSpeed && speed > 0) stretch = kMinSpeed / speed;
    velocity = velocity * stretch;
    const double velocityBound = std::max(1.0, stretch) * (forceError * double(kDt) + 1e-5);
    const double velocityError = (velocityOf(after, i) - velocity).length();
    if (!(velocityError <= velocityBound)) {
      result.failure = format("agent %d: its velocity is off by %g m/s, bound %g", i, velocityError, velocityBound);
      return;
    }
    const Vector place = placeOf(before, i) + velocity * double(kDt);
    const Vector got = placeOf(after, i);
    const Vector miss{along(place.x, got.x, edge), along(place.y, got.y, edge), along(place.z, got.z, edge)};
    if (!(miss.length() <= velocityBound * double(kDt) + 2 * grainOf(edge))) {
      result.failure = format("agent %d: its place is off by %g m", i, miss.length());
      return;
    }
  }
  const double half = edge / 2;
  for (int i = 0; i < workload.agents; i++) {
    for (const float value : {after.x[i], after.y[i], after.z[i]}) {
      if (!(value >= -half && value < half)) {
        result.failure = format("agent %d left the torus: %g", i, double(value));
        return;
      }
    }
  }
}

void compare(const Workload& workload, const State& a, const State& b, Verification& result) {
  const double edge = workload.edge();
  double squares = 0;
  int near = 0;
  Vector momentum;
  for (int i = 0; i < workload.agents; i++) {
    const Vector apart{along(a.x[i], b.x[i], edge), along(a.y[i], b.y[i], edge),
                       along(a.z[i], b.z[i], edge)};
    const double distance = apart.length();
    squares += distance * distance;
    if (distance <= kNearDistance) near++;
    result.greatestDistance = std::max(result.greatestDistance, distance);
    momentum = momentum + (velocityOf(a, i) - velocityOf(b, i));
  }
  result.ticks = kComparedTicks;
  result.rootMeanSquareDistance = std::sqrt(squares / workload.agents);
  result.near = double(near) / workload.agents;
  result.momentumDifference = momentum.length() / workload.agents;
  if (!(result.rootMeanSquareDistance <= kRootMeanSquare)) {
    result.failure = format("the variants are %g m apart (root mean square), bound %g",
                            result.rootMeanSquareDistance, kRootMeanSquare);
  } else if (!(result.near >= kNearShare)) {
    result.failure = format("%g of the agents agree within %g m, bound %g", result.near, kNearDistance,
                            kNearShare);
  } else if (!(result.greatestDistance <= kGreatest)) {
    result.failure = format("an agent is %g m apart, bound %g", result.greatestDistance, kGreatest);
  } else if (!(result.momentumDifference <= kMomentum)) {
    result.failure = format("mean velocities differ by %g m/s, bound %g", result.momentumDifference, kMomentum);
  }
}

}  // namespace

Verification verify(const Workload& workload, int threads, const Create& create, const Create& other) {
  Verification result;
  const State start = uniformStart(workload);
  {
    const auto simulation = create(workload, start, threads);
    verifyTick(workload, *simulation, workload.seed + 17, result);
    if (!result.failure.empty()) return result;
    simulation->run(kTicksBetween, nullptr, nullptr);
    verifyTick(workload, *simulation, workload.seed + 18, result);
    if (!result.failure.empty()) return result;
  }
  {
    // From slower than the least speed to faster than the largest, so that both limits are met.
    State varied = start;
    for (int i = 0; i < workload.agents; i++) {
      const float factor = 0.25f + 0.25f * float(i % 9);
      varied.vx[i] *= factor;
      varied.vy[i] *= factor;
      varied.vz[i] *= factor;
    }
    const auto simulation = create(workload, varied, threads);
    verifyTick(workload, *simulation, workload.seed + 19, result);
    if (!result.failure.empty()) return result;
  }
  if (result.skipped > result.sampled / 10) {
    result.failure = format("%d of %d sampled agents had a neighbor at the very radius", result.skipped,
                            result.skipped + result.sampled);
    return result;
  }

  const auto mine = create(workload, start, threads);
  mine->run(kComparedTicks, nullptr, nullptr);
  const State state = mine->read();
  // The same variant with another number of threads: every bit must be the same.
  const auto again = create(workload, start, threads == 1 ? 3 : 1);
  again->run(kComparedTicks, nullptr, nullptr);
  if (checksumOf(again->read()).hash != checksumOf(state).hash) {
    result.failure = format("%d threads and %d give different bits", threads, threads == 1 ? 3 : 1);
    return result;
  }
  const auto its = other(workload, start, threads);
  its->run(kComparedTicks, nullptr, nullptr);
  compare(workload, state, its->read(), result);
  return result;
}

Checksum checksumOf(const State& state) {
  Checksum sum{0xcbf29ce484222325ull, {0, 0, 0}, 0};
  for (const std::vector<float>* column : {&state.x, &state.y, &state.z, &state.vx, &state.vy, &state.vz}) {
    for (const float value : *column) {
      const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
      for (int shift = 0; shift < 32; shift += 8) {
        sum.hash = (sum.hash ^ (bits >> shift & 0xff)) * 0x100000001b3ull;
      }
    }
  }
  for (std::size_t i = 0; i < state.x.size(); i++) {
    const double x = state.vx[i], y = state.vy[i], z = state.vz[i];
    sum.momentum[0] += x;
    sum.momentum[1] += y;
    sum.momentum[2] += z;
    sum.energy += (x * x + y * y + z * z) / 2;
  }
  return sum;
}

}  // namespace w3d
