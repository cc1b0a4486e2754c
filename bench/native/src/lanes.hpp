// Vectors of eight f32, one agent per lane.
#pragma once

#include <cstdint>

#include <immintrin.h>

namespace w3d {

using V = __m256;
using I = __m256i;

inline V splat(float value) { return _mm256_set1_ps(value); }
inline I lanes() { return _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7); }
inline V load(const float* at) { return _mm256_load_ps(at); }
inline float first(V v) { return _mm256_cvtss_f32(v); }

// The minimum of eight lanes, in all lanes.
inline V least(V v) {
  v = _mm256_min_ps(v, _mm256_permute2f128_ps(v, v, 1));
  v = _mm256_min_ps(v, _mm256_permute_ps(v, 0x4e));
  return _mm256_min_ps(v, _mm256_permute_ps(v, 0xb1));
}

inline V most(V v) {
  v = _mm256_max_ps(v, _mm256_permute2f128_ps(v, v, 1));
  v = _mm256_max_ps(v, _mm256_permute_ps(v, 0x4e));
  return _mm256_max_ps(v, _mm256_permute_ps(v, 0xb1));
}

inline V squareOf(V x, V y, V z) {
  return _mm256_fmadd_ps(x, x, _mm256_fmadd_ps(y, y, _mm256_mul_ps(z, z)));
}

// The estimate has 12 bits; one Newton step increases this to about 23.
inline V inverseSqrt(V squared) {
  const V estimate = _mm256_rsqrt_ps(squared);
  const V half = _mm256_mul_ps(_mm256_mul_ps(splat(0.5f), squared), estimate);
  return _mm256_mul_ps(estimate, _mm256_fnmadd_ps(half, estimate, splat(1.5f)));
}

// For each mask of eight lanes, the byte offsets of the lanes that are set, packed to the left.
struct alignas(64) PackTable {
  std::uint8_t offsets[256][8];

  constexpr PackTable() : offsets() {
    for (int mask = 0; mask < 256; mask++) {
      int count = 0;
      for (int lane = 0; lane < 8; lane++) {
        if ((mask >> lane & 1) != 0) offsets[mask][count++] = std::uint8_t(lane * sizeof(float));
      }
    }
  }
};
inline constexpr PackTable kPack;

}  // namespace w3d
