// The layout of the agents in memory, for the limit.
#pragma once

#include <cstdlib>
#include <cstring>
#include <new>

#include "lanes.hpp"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace w3d {
namespace {

// As many agents as there are lanes. All six fields can be reached from one address with constant offsets. Eight agents
// fill three cache lines.
struct alignas(V) Block {
  float x[kLanes], y[kLanes], z[kLanes], vx[kLanes], vy[kLanes], vz[kLanes];
};
constexpr int kBlockBytes = sizeof(Block);
static_assert(kBlockBytes == 6 * sizeof(V));

// Aligned memory, initialized to zero, on large pages if the system provides them.
template <class T>
class Column {
 public:
  explicit Column(std::size_t count) {
    constexpr std::size_t page = std::size_t(2) << 20;
    const std::size_t bytes = (count * sizeof(T) + page - 1) / page * page;
    data_ = static_cast<T*>(std::aligned_alloc(page, bytes));
    if (data_ == nullptr) throw std::bad_alloc();
#if defined(__linux__)
    madvise(data_, bytes, MADV_HUGEPAGE);
#endif
    std::memset(static_cast<void*>(data_), 0, bytes);
  }
  ~Column() { std::free(data_); }
  Column(const Column&) = delete;
  Column& operator=(const Column&) = delete;

  T* data() const { return data_; }
  T& operator[](std::size_t i) const { return data_[i]; }

 private:
  T* data_;
};

}  // namespace
}  // namespace w3d
