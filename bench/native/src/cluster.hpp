// The computations of the limit for a cluster of one agent per lane: the pair loop and the law.
#pragma once

#include "lanes.hpp"
#include "workload.hpp"

namespace w3d {
namespace {

struct ClusterSums {
  V offsetX, offsetY, offsetZ, velocityX, velocityY, velocityZ, awayX, awayY, awayZ, count;
};

struct Cluster {
  V x, y, z;
  ClusterSums sums;
};

// The box around the agents of a cluster. Each bound is in all lanes.
struct Box {
  V lowX, lowY, lowZ, highX, highY, highZ;

  void add(const Box& box) {
    lowX = min(lowX, box.lowX);
    lowY = min(lowY, box.lowY);
    lowZ = min(lowZ, box.lowZ);
    highX = max(highX, box.highX);
    highY = max(highY, box.highY);
    highZ = max(highZ, box.highZ);
  }
};

inline Box boxOf(const Cluster& c) {
  return {least(c.x), least(c.y), least(c.z), most(c.x), most(c.y), most(c.z)};
}

// Added to the squared distance (m^2), this keeps the reciprocal finite for an agent and itself. For agents more than a
// micrometer apart, it is lost in rounding.
constexpr float kTiny = 1e-20f;

// Computes the distances of the candidates [at, end) to the agents at (x, y, z), and adds those within the
// radius. Reads two entries past the end. Takes 60 % of a tick.
//
// Not inlined on purpose: on its own, the ten sums and the six values of a pair just fit the 16 registers; when
// inlined, g++ kept two sums in memory (14 % of a tick).
inline __attribute__((noinline)) void addNeighbors(const char* front, const std::uint32_t* at,
                                                   const std::uint32_t* end, V x, V y, V z,
                                                   ClusterSums& sums) {
  ClusterSums a = sums;
  const V range = splat(kRadius * kRadius);
  const V one = splat(1.0f);
  const V tiny = splat(kTiny);
  I count = splat(0);
  // Offsets are read two candidates ahead (5 % of this loop).
  std::uint64_t next = at[0];
  std::uint64_t afterNext = at[1];
  for (; at < end; at++) {
    const char* const candidate = front + next;
    next = afterNext;
    afterNext = at[2];
    const auto field = [candidate](int index) {
      return broadcast(reinterpret_cast<const float*>(candidate + index * sizeof(V)));
    };
    const V dx = sub(field(0), x);
    const V dy = sub(field(1), y);
    const V dz = sub(field(2), z);
    const V squared = mulAdd(dz, dz, mulAdd(dy, dy, mulAdd(dx, dx, tiny)));
    const V near = atMost(squared, range);
    const V scale = inverse(squared, near);
    const V counted = both(near, one);
    a.awayX = mulSub(dx, scale, a.awayX);
    a.awayY = mulSub(dy, scale, a.awayY);
    a.awayZ = mulSub(dz, scale, a.awayZ);
    a.offsetX = addMasked(a.offsetX, dx, near, counted);
    a.offsetY = addMasked(a.offsetY, dy, near, counted);
    a.offsetZ = addMasked(a.offsetZ, dz, near, counted);
    a.velocityX = addMasked(a.velocityX, field(3), near, counted);
    a.velocityY = addMasked(a.velocityY, field(4), near, counted);
    a.velocityZ = addMasked(a.velocityZ, field(5), near, counted);
    count = sub(count, asInts(near));
  }
  a.count = add(a.count, asCounts(count));
  sums = a;
}

// The law: forces from the sums, limits, semi-implicit Euler, and the torus.
inline __attribute__((always_inline)) void move(const ClusterSums& sums, float edge, V& x, V& y, V& z,
                                                V& vx, V& vy, V& vz) {
  V fx = zero();
  V fy = zero();
  V fz = zero();
  const V least = splat(1e-30f);
  const auto pull = [&](float weight, V ux, V uy, V uz) {
    const V squared = squareOf(ux, uy, uz);
    const V scale = both(below(least, squared), mul(splat(weight), inverseSqrt(squared)));
    fx = mulAdd(ux, scale, fx);
    fy = mulAdd(uy, scale, fy);
    fz = mulAdd(uz, scale, fz);
  };
  pull(kSeparation, sums.awayX, sums.awayY, sums.awayZ);
  // The sum minus count times the own velocity has the direction of the mean minus the own velocity.
  pull(kAlignment, mulSub(sums.count, vx, sums.velocityX), mulSub(sums.count, vy, sums.velocityY),
       mulSub(sums.count, vz, sums.velocityZ));
  pull(kCohesion, sums.offsetX, sums.offsetY, sums.offsetZ);

  const V one = splat(1.0f);
  const V force = inverseSqrt(max(squareOf(fx, fy, fz), least));
  const V push = mul(splat(kDt), min(one, mul(splat(kMaxForce), force)));
  vx = mulAdd(fx, push, vx);
  vy = mulAdd(fy, push, vy);
  vz = mulAdd(fz, push, vz);
  const V speed = inverseSqrt(max(squareOf(vx, vy, vz), least));
  const V scale = min(max(one, mul(splat(kMinSpeed), speed)), mul(splat(kMaxSpeed), speed));
  vx = mul(vx, scale);
  vy = mul(vy, scale);
  vz = mul(vz, scale);

  const V dt = splat(kDt);
  const V turn = splat(edge);
  const V high = splat(edge * 0.5f);
  const V low = splat(edge * -0.5f);
  const auto wrap = [&](V value) {
    const V up = both(below(value, low), turn);
    const V down = both(atMost(high, value), turn);
    const V wrapped = sub(add(value, up), down);
    // Rounding may place it on the border, which belongs to the other side.
    return choose(wrapped, low, atMost(high, wrapped));
  };
  x = wrap(mulAdd(vx, dt, x));
  y = wrap(mulAdd(vy, dt, y));
  z = wrap(mulAdd(vz, dt, z));
}

}  // namespace
}  // namespace w3d
