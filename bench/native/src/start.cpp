#include "workload.hpp"

namespace w3d {
namespace {

// source: Steele, Lea, Flood 2014, Fast Splittable Pseudorandom Number Generators (the mix of SplitMix64)
std::uint64_t mix(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ull;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebull;
  return value ^ (value >> 31);
}

// A number in [0, 1) that depends only on seed, agent and stream.
double uniform(std::uint64_t seed, int agent, int stream) {
  const std::uint64_t at = std::uint64_t(agent) * 8 + std::uint64_t(stream);
  return double(mix(mix(seed + 1) + (at + 1) * 0x9e3779b97f4a7c15ull) >> 11) * 0x1p-53;
}

}  // namespace

State uniformStart(const Workload& workload) {
  State state(workload.agents);
  const double edge = workload.edge();
  const float half = float(edge / 2);
  const float last = std::nextafter(half, 0.0f);
  for (int i = 0; i < workload.agents; i++) {
    const auto place = [&](int stream) {
      return std::fmin(float((uniform(workload.seed, i, stream) - 0.5) * edge), last);
    };
    state.x[i] = place(0);
    state.y[i] = place(1);
    state.z[i] = place(2);
    // A uniform direction: z uniform in [-1, 1], angle uniform (Archimedes).
    const double z = 2 * uniform(workload.seed, i, 3) - 1;
    const double angle = 2 * 3.14159265358979323846 * uniform(workload.seed, i, 4);
    const double ring = std::sqrt(1 - z * z);
    state.vx[i] = float(kStartSpeed * ring * std::cos(angle));
    state.vy[i] = float(kStartSpeed * ring * std::sin(angle));
    state.vz[i] = float(kStartSpeed * z);
  }
  return state;
}

}  // namespace w3d
