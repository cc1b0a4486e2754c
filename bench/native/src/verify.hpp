// Checks a variant against the law, computed in double over all pairs, and the variants against each other.
#pragma once

#include <functional>
#include <string>

#include "workload.hpp"

namespace w3d {

using Create = std::function<std::unique_ptr<Simulation>(const Workload&, const State&, int threads)>;

struct Verification {
  // Empty if the verification succeeded.
  std::string failure;
  int sampled = 0;
  int skipped = 0;
  // The largest error of a sum, divided by the sum of the magnitudes of its terms.
  double offsetError = 0;
  double velocityError = 0;
  double awayError = 0;
  // After `ticks` ticks, the distances (m) between each agent and the same agent in the other variant.
  int ticks = 0;
  double rootMeanSquareDistance = 0;
  double near = 0;
  double greatestDistance = 0;
  double momentumDifference = 0;
};

Verification verify(const Workload& workload, int threads, const Create& create, const Create& other);

struct Checksum {
  // FNV-1a over the bits of all columns, in the order of the ids.
  std::uint64_t hash;
  // Sums over all agents: velocity (m/s), and velocity^2/2 (m^2/s^2).
  double momentum[3];
  double energy;
};

Checksum checksumOf(const State& state);

}  // namespace w3d
