// Threads that all run the same function, and a barrier for them.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>
#include <vector>

#include <immintrin.h>
#include <sched.h>
#include <time.h>

namespace w3d {

inline double nowMs() {
  using namespace std::chrono;
  return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
}

// The CPU time of the calling thread. On a busy machine, it excludes the time of other programs.
inline double threadCpuMs() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return double(time.tv_sec) * 1e3 + double(time.tv_nsec) * 1e-6;
}

// All threads spin until the last one arrives. A thread that has spun for long yields its core: with more threads than
// cores, or on a busy machine, the missing thread may need that core.
class Barrier {
 public:
  explicit Barrier(int threads) : threads_(threads) {}

  void wait() {
    if (threads_ == 1) return;
    const unsigned turn = turn_.load(std::memory_order_relaxed);
    // acq_rel: everything that a thread wrote before it arrived is visible to the threads that leave.
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) == threads_ - 1) {
      // No thread can arrive for the next turn before turn_ changes, so it is safe to reset the count here.
      arrived_.store(0, std::memory_order_relaxed);
      turn_.store(turn + 1, std::memory_order_release);
      return;
    }
    for (int spins = 0; turn_.load(std::memory_order_acquire) == turn; spins++) {
      if (spins < kSpins) _mm_pause();
      else sched_yield();
    }
  }

 private:
  static constexpr int kSpins = 4000;
  const int threads_;
  alignas(64) std::atomic<int> arrived_{0};
  alignas(64) std::atomic<unsigned> turn_{0};
};

// The calling thread is worker 0.
class Team {
 public:
  explicit Team(int threads) : barrier(threads), threads_(threads) {
    for (int worker = 1; worker < threads; worker++) {
      workers_.emplace_back([this, worker] { serve(worker); });
    }
  }

  ~Team() {
    task_ = nullptr;
    call_.fetch_add(1, std::memory_order_release);
    call_.notify_all();
    for (std::thread& worker : workers_) worker.join();
  }

  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  int threads() const { return threads_; }

  // Returns when all threads have finished.
  void run(const std::function<void(int)>& task) {
    task_ = &task;
    call_.fetch_add(1, std::memory_order_release);
    call_.notify_all();
    task(0);
    barrier.wait();
  }

  Barrier barrier;

 private:
  void serve(int worker) {
    for (unsigned seen = 0;;) {
      call_.wait(seen, std::memory_order_acquire);
      seen++;
      if (task_ == nullptr) return;
      (*task_)(worker);
      barrier.wait();
    }
  }

  const int threads_;
  const std::function<void(int)>* task_ = nullptr;
  std::atomic<unsigned> call_{0};
  std::vector<std::thread> workers_;
};

}  // namespace w3d
