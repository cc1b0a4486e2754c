// Vectors of f32, one agent per lane: eight lanes with AVX2 and FMA, or four lanes without fused operations and
// estimates, as WebAssembly has them. limit.cpp is compiled once with each; the anonymous namespaces keep them apart.
#pragma once

#include <cstdint>

#include <immintrin.h>

namespace w3d {
namespace {

constexpr int kLanes = W3D_LANES;
constexpr int kAll = kLanes - 1;
constexpr int kShift = kLanes == 8 ? 3 : 2;

#if W3D_LANES == 8

using V = __m256;
using I = __m256i;

inline V splat(float value) { return _mm256_set1_ps(value); }
inline V zero() { return _mm256_setzero_ps(); }
inline V load(const float* at) { return _mm256_load_ps(at); }
template <class F>
inline __attribute__((always_inline)) V each(F of) { return _mm256_setr_ps(of(0), of(1), of(2), of(3), of(4), of(5), of(6), of(7)); }
inline V broadcast(const float* at) { return _mm256_broadcast_ss(at); }
inline void store(float* at, V v) { _mm256_store_ps(at, v); }
inline float first(V v) { return _mm256_cvtss_f32(v); }
inline V add(V a, V b) { return _mm256_add_ps(a, b); }
inline V sub(V a, V b) { return _mm256_sub_ps(a, b); }
inline V mul(V a, V b) { return _mm256_mul_ps(a, b); }
inline V mulAdd(V a, V b, V c) { return _mm256_fmadd_ps(a, b, c); }
inline V mulSub(V a, V b, V c) { return _mm256_fnmadd_ps(a, b, c); }  // c - a * b
inline V min(V a, V b) { return _mm256_min_ps(a, b); }
inline V max(V a, V b) { return _mm256_max_ps(a, b); }
inline V sqrt(V v) { return _mm256_sqrt_ps(v); }
inline V both(V a, V b) { return _mm256_and_ps(a, b); }
inline V atMost(V a, V b) { return _mm256_cmp_ps(a, b, _CMP_LE_OQ); }
inline V below(V a, V b) { return _mm256_cmp_ps(a, b, _CMP_LT_OQ); }
inline V choose(V no, V yes, V mask) { return _mm256_blendv_ps(no, yes, mask); }
inline unsigned bits(V mask) { return unsigned(_mm256_movemask_ps(mask)); }
inline V asFloats(I mask) { return _mm256_castsi256_ps(mask); }
inline I asInts(V mask) { return _mm256_castps_si256(mask); }
inline V asCounts(I v) { return _mm256_cvtepi32_ps(v); }
inline I truncated(V v) { return _mm256_cvttps_epi32(v); }
inline I floored(V v) { return _mm256_cvtps_epi32(_mm256_floor_ps(v)); }

inline I splat(int value) { return _mm256_set1_epi32(value); }
inline I lanes() { return _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7); }
template <class T>
void store(T* at, I v) { _mm256_storeu_si256(reinterpret_cast<I*>(at), v); }
inline int first(I v) { return _mm256_cvtsi256_si32(v); }
inline I add(I a, I b) { return _mm256_add_epi32(a, b); }
inline I sub(I a, I b) { return _mm256_sub_epi32(a, b); }
inline I mul(I a, I b) { return _mm256_mullo_epi32(a, b); }
inline I min(I a, I b) { return _mm256_min_epi32(a, b); }
inline I max(I a, I b) { return _mm256_max_epi32(a, b); }
inline I above(I a, I b) { return _mm256_cmpgt_epi32(a, b); }
inline I either(I a, I b) { return _mm256_or_si256(a, b); }
inline I without(I mask, I v) { return _mm256_andnot_si256(mask, v); }
inline I widened(const std::uint8_t* at) {
  return _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(at)));
}

// The minimum of all lanes, in all lanes.
inline V least(V v) {
  v = min(v, _mm256_permute2f128_ps(v, v, 1));
  v = min(v, _mm256_permute_ps(v, 0x4e));
  return min(v, _mm256_permute_ps(v, 0xb1));
}

inline V most(V v) {
  v = max(v, _mm256_permute2f128_ps(v, v, 1));
  v = max(v, _mm256_permute_ps(v, 0x4e));
  return max(v, _mm256_permute_ps(v, 0xb1));
}

// The estimates have 12 bits; one Newton step increases this to about 23. Only lanes of the mask count.
inline V inverse(V v, V mask) {
  const V estimate = both(_mm256_rcp_ps(v), mask);
  return mul(estimate, mulSub(v, estimate, splat(2.0f)));
}

inline V inverseSqrt(V squared) {
  const V estimate = _mm256_rsqrt_ps(squared);
  const V half = mul(mul(splat(0.5f), squared), estimate);
  return mul(estimate, mulSub(half, estimate, splat(1.5f)));
}

// Adds the lanes of the mask. `counted` is 1 in these lanes and else 0: a factor combines mask and sum.
inline V addMasked(V sum, V v, V, V counted) { return mulAdd(counted, v, sum); }

#else

using V = __m128;
using I = __m128i;

inline V splat(float value) { return _mm_set1_ps(value); }
inline V zero() { return _mm_setzero_ps(); }
inline V load(const float* at) { return _mm_load_ps(at); }
template <class F>
inline __attribute__((always_inline)) V each(F of) { return _mm_setr_ps(of(0), of(1), of(2), of(3)); }
inline V broadcast(const float* at) { return _mm_load1_ps(at); }
inline void store(float* at, V v) { _mm_store_ps(at, v); }
inline float first(V v) { return _mm_cvtss_f32(v); }
inline V add(V a, V b) { return _mm_add_ps(a, b); }
inline V sub(V a, V b) { return _mm_sub_ps(a, b); }
inline V mul(V a, V b) { return _mm_mul_ps(a, b); }
inline V mulAdd(V a, V b, V c) { return add(mul(a, b), c); }
inline V mulSub(V a, V b, V c) { return sub(c, mul(a, b)); }
inline V min(V a, V b) { return _mm_min_ps(a, b); }
inline V max(V a, V b) { return _mm_max_ps(a, b); }
inline V sqrt(V v) { return _mm_sqrt_ps(v); }
inline V both(V a, V b) { return _mm_and_ps(a, b); }
inline V atMost(V a, V b) { return _mm_cmple_ps(a, b); }
inline V below(V a, V b) { return _mm_cmplt_ps(a, b); }
inline V choose(V no, V yes, V mask) { return _mm_blendv_ps(no, yes, mask); }
inline unsigned bits(V mask) { return unsigned(_mm_movemask_ps(mask)); }
inline V asFloats(I mask) { return _mm_castsi128_ps(mask); }
inline I asInts(V mask) { return _mm_castps_si128(mask); }
inline V asCounts(I v) { return _mm_cvtepi32_ps(v); }
inline I truncated(V v) { return _mm_cvttps_epi32(v); }
inline I floored(V v) { return _mm_cvtps_epi32(_mm_floor_ps(v)); }

inline I splat(int value) { return _mm_set1_epi32(value); }
inline I lanes() { return _mm_setr_epi32(0, 1, 2, 3); }
template <class T>
void store(T* at, I v) { _mm_storeu_si128(reinterpret_cast<I*>(at), v); }
inline int first(I v) { return _mm_cvtsi128_si32(v); }
inline I add(I a, I b) { return _mm_add_epi32(a, b); }
inline I sub(I a, I b) { return _mm_sub_epi32(a, b); }
inline I mul(I a, I b) { return _mm_mullo_epi32(a, b); }
inline I min(I a, I b) { return _mm_min_epi32(a, b); }
inline I max(I a, I b) { return _mm_max_epi32(a, b); }
inline I above(I a, I b) { return _mm_cmpgt_epi32(a, b); }
inline I either(I a, I b) { return _mm_or_si128(a, b); }
inline I without(I mask, I v) { return _mm_andnot_si128(mask, v); }
inline I widened(const std::uint8_t* at) { return _mm_cvtepu8_epi32(_mm_loadu_si32(at)); }

inline V least(V v) {
  v = min(v, _mm_shuffle_ps(v, v, 0x4e));
  return min(v, _mm_shuffle_ps(v, v, 0xb1));
}

inline V most(V v) {
  v = max(v, _mm_shuffle_ps(v, v, 0x4e));
  return max(v, _mm_shuffle_ps(v, v, 0xb1));
}

inline V inverse(V v, V mask) { return both(_mm_div_ps(splat(1.0f), v), mask); }
inline V inverseSqrt(V squared) { return _mm_div_ps(splat(1.0f), sqrt(squared)); }
inline V addMasked(V sum, V v, V mask, V) { return add(sum, both(v, mask)); }

#endif

inline V squareOf(V x, V y, V z) { return mulAdd(x, x, mulAdd(y, y, mul(z, z))); }

// For each mask of lanes, the byte offsets of the lanes that are set, packed to the left.
struct alignas(64) PackTable {
  std::uint8_t offsets[1 << kLanes][kLanes];

  constexpr PackTable() : offsets() {
    for (int mask = 0; mask < 1 << kLanes; mask++) {
      int count = 0;
      for (int lane = 0; lane < kLanes; lane++) {
        if ((mask >> lane & 1) != 0) offsets[mask][count++] = std::uint8_t(lane * sizeof(float));
      }
    }
  }
};
inline constexpr PackTable kPack;

}  // namespace
}  // namespace w3d
