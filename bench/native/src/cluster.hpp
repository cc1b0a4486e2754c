// The computations of the limit for a cluster of eight agents: the pair loop and the law.
#pragma once

#include "lanes.hpp"
#include "workload.hpp"

namespace w3d {

struct ClusterSums {
  V offsetX, offsetY, offsetZ, velocityX, velocityY, velocityZ, awayX, awayY, awayZ, count;
};

// Added to the squared distance (m^2), this keeps the reciprocal finite for an agent and itself. For agents more than a
// micrometer apart, it is lost in rounding.
constexpr float kTiny = 1e-20f;

// Computes the distances of the candidates [at, end) to the eight agents at (x, y, z), and adds those within the
// radius. Reads two entries past the end. Takes 60 % of a tick.
//
// Not inlined on purpose: on its own, the ten sums and the six values of a pair just fit the 16 registers; when
// inlined, g++ kept two sums in memory (14 % of a tick).
inline __attribute__((noinline)) void addNeighbors(const char* front, const std::uint32_t* at,
                                                   const std::uint32_t* end, V x, V y, V z,
                                                   ClusterSums& sums) {
  ClusterSums a = sums;
  const V range = splat(kRadius * kRadius);
  const V two = splat(2.0f);
  const V one = splat(1.0f);
  const V tiny = splat(kTiny);
  // Offsets are read two candidates ahead (5 % of this loop).
  std::uint64_t next = at[0];
  std::uint64_t afterNext = at[1];
  for (; at < end; at++) {
    const char* const candidate = front + next;
    next = afterNext;
    afterNext = at[2];
    const auto field = [candidate](int index) {
      return _mm256_broadcast_ss(reinterpret_cast<const float*>(candidate + index * 32));
    };
    const V dx = _mm256_sub_ps(field(0), x);
    const V dy = _mm256_sub_ps(field(1), y);
    const V dz = _mm256_sub_ps(field(2), z);
    const V squared =
        _mm256_fmadd_ps(dz, dz, _mm256_fmadd_ps(dy, dy, _mm256_fmadd_ps(dx, dx, tiny)));
    const V near = _mm256_cmp_ps(squared, range, _CMP_LE_OQ);
    const V estimate = _mm256_and_ps(_mm256_rcp_ps(squared), near);
    const V inverse = _mm256_mul_ps(estimate, _mm256_fnmadd_ps(squared, estimate, two));
    // A factor of 0 or 1 combines mask and add into one fused operation.
    const V counted = _mm256_and_ps(near, one);
    a.awayX = _mm256_fnmadd_ps(dx, inverse, a.awayX);
    a.awayY = _mm256_fnmadd_ps(dy, inverse, a.awayY);
    a.awayZ = _mm256_fnmadd_ps(dz, inverse, a.awayZ);
    a.offsetX = _mm256_fmadd_ps(counted, dx, a.offsetX);
    a.offsetY = _mm256_fmadd_ps(counted, dy, a.offsetY);
    a.offsetZ = _mm256_fmadd_ps(counted, dz, a.offsetZ);
    a.velocityX = _mm256_fmadd_ps(counted, field(3), a.velocityX);
    a.velocityY = _mm256_fmadd_ps(counted, field(4), a.velocityY);
    a.velocityZ = _mm256_fmadd_ps(counted, field(5), a.velocityZ);
    a.count = _mm256_add_ps(a.count, counted);
  }
  sums = a;
}

// The law: forces from the sums, limits, semi-implicit Euler, and the torus.
inline __attribute__((always_inline)) void move(const ClusterSums& sums, float edge, V& x, V& y, V& z,
                                                V& vx, V& vy, V& vz) {
  V fx = _mm256_setzero_ps();
  V fy = _mm256_setzero_ps();
  V fz = _mm256_setzero_ps();
  const V least = splat(1e-30f);
  const auto add = [&](float weight, V ux, V uy, V uz) {
    const V squared = squareOf(ux, uy, uz);
    const V scale = _mm256_and_ps(_mm256_cmp_ps(squared, least, _CMP_GT_OQ),
                                  _mm256_mul_ps(splat(weight), inverseSqrt(squared)));
    fx = _mm256_fmadd_ps(ux, scale, fx);
    fy = _mm256_fmadd_ps(uy, scale, fy);
    fz = _mm256_fmadd_ps(uz, scale, fz);
  };
  add(kSeparation, sums.awayX, sums.awayY, sums.awayZ);
  // The sum minus count times the own velocity has the direction of the mean minus the own velocity.
  add(kAlignment, _mm256_fnmadd_ps(sums.count, vx, sums.velocityX),
      _mm256_fnmadd_ps(sums.count, vy, sums.velocityY),
      _mm256_fnmadd_ps(sums.count, vz, sums.velocityZ));
  add(kCohesion, sums.offsetX, sums.offsetY, sums.offsetZ);

  const V one = splat(1);
  const V force = inverseSqrt(_mm256_max_ps(squareOf(fx, fy, fz), least));
  const V push =
      _mm256_mul_ps(splat(kDt), _mm256_min_ps(one, _mm256_mul_ps(splat(kMaxForce), force)));
  vx = _mm256_fmadd_ps(fx, push, vx);
  vy = _mm256_fmadd_ps(fy, push, vy);
  vz = _mm256_fmadd_ps(fz, push, vz);
  const V speed = inverseSqrt(_mm256_max_ps(squareOf(vx, vy, vz), least));
  const V scale = _mm256_min_ps(_mm256_max_ps(one, _mm256_mul_ps(splat(kMinSpeed), speed)),
                                _mm256_mul_ps(splat(kMaxSpeed), speed));
  vx = _mm256_mul_ps(vx, scale);
  vy = _mm256_mul_ps(vy, scale);
  vz = _mm256_mul_ps(vz, scale);

  const V dt = splat(kDt);
  const V turn = splat(edge);
  const V high = splat(edge * 0.5f);
  const V low = splat(edge * -0.5f);
  const auto wrap = [&](V value) {
    const V up = _mm256_and_ps(_mm256_cmp_ps(value, low, _CMP_LT_OQ), turn);
    const V down = _mm256_and_ps(_mm256_cmp_ps(value, high, _CMP_GE_OQ), turn);
    const V wrapped = _mm256_sub_ps(_mm256_add_ps(value, up), down);
    // Rounding may place it on the border, which belongs to the other side.
    return _mm256_blendv_ps(wrapped, low, _mm256_cmp_ps(wrapped, high, _CMP_GE_OQ));
  };
  x = wrap(_mm256_fmadd_ps(vx, dt, x));
  y = wrap(_mm256_fmadd_ps(vy, dt, y));
  z = wrap(_mm256_fmadd_ps(vz, dt, z));
}

}  // namespace w3d
