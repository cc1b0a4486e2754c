// Reads the arguments, runs a variant of the workload, and prints one line of JSON.
//
// Compiled without AVX2, unlike the variants, so that it can say that the processor has none.

#include <algorithm>
#include <charconv>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>

#include "verify.hpp"
#include "workload.hpp"

using namespace w3d;

namespace {

constexpr int kFailed = 1;
constexpr int kBadArguments = 2;
constexpr int kNoAvx2 = 3;

constexpr const char* kUsage =
    "usage: w3d --variant limit|narrow|textbook [--agents N] [--neighbors K] [--threads T] [--ticks M]\n"
    "           [--warmup W] [--seed S] [--verify]\n"
    "  --agents     1 to 20000000, default 100000\n"
    "  --neighbors  mean number within the radius at the start, 1 to 1000, default 30\n"
    "  --threads    1 to 256, default 1\n"
    "  --ticks      measured ticks, 1 to 1000000, default 20\n"
    "  --warmup     ticks before, 0 to 1000000, default 5\n"
    "  --seed       of the start, default 1\n"
    "  --verify     first check the variant against all pairs and against the other variant\n";

[[noreturn]] void reject(const std::string& what) {
  std::fprintf(stderr, "w3d: %s\n%s", what.c_str(), kUsage);
  std::exit(kBadArguments);
}

struct Arguments {
  std::string variant;
  int agents = 100000;
  double neighbors = 30;
  int threads = 1;
  int ticks = 20;
  int warmup = 5;
  std::uint64_t seed = 1;
  bool verify = false;
};

template <class T>
T parse(const char* option, const char* text, T least, T most) {
  T value{};
  const char* const end = text + std::strlen(text);
  const auto [stop, error] = std::from_chars(text, end, value);
  // Negated, so that NaN is rejected.
  if (error != std::errc() || stop != end || !(value >= least && value <= most)) {
    char range[96];
    std::snprintf(range, sizeof range, " must be a number from %.20g to %.20g", double(least), double(most));
    reject(std::string(option) + range + ", got \"" + text + "\"");
  }
  return value;
}

Arguments read(int count, char** values) {
  Arguments arguments;
  for (int i = 1; i < count; i++) {
    const std::string option = values[i];
    if (option == "--help") {
      std::fputs(kUsage, stdout);
      std::exit(0);
    }
    if (option == "--verify") {
      arguments.verify = true;
      continue;
    }
    const bool known = option == "--variant" || option == "--agents" || option == "--neighbors" ||
                       option == "--threads" || option == "--ticks" || option == "--warmup" ||
                       option == "--seed";
    if (!known) reject("unknown option \"" + option + "\"");
    if (++i == count) reject(option + " needs a value");
    const char* const value = values[i];
    if (option == "--variant") arguments.variant = value;
    else if (option == "--agents") arguments.agents = parse(values[i - 1], value, 1, 20000000);
    else if (option == "--neighbors") arguments.neighbors = parse(values[i - 1], value, 1.0, 1000.0);
    else if (option == "--threads") arguments.threads = parse(values[i - 1], value, 1, kMostThreads);
    else if (option == "--ticks") arguments.ticks = parse(values[i - 1], value, 1, 1000000);
    else if (option == "--warmup") arguments.warmup = parse(values[i - 1], value, 0, 1000000);
    else arguments.seed = parse<std::uint64_t>(values[i - 1], value, 0, std::uint64_t(1) << 53);
  }
  if (arguments.variant != "limit" && arguments.variant != "narrow" && arguments.variant != "textbook") {
    reject("--variant must be limit, narrow or textbook, got \"" + arguments.variant + "\"");
  }
  const Workload workload{arguments.agents, arguments.neighbors, arguments.seed};
  if (double(workload.edge()) < kLeastEdge) {
    char why[160];
    std::snprintf(why, sizeof why,
                  "%d agents with %g neighbors fill a torus of %.3f m, which must be %.3f m at least: "
                  "take more agents",
                  arguments.agents, arguments.neighbors, double(workload.edge()), kLeastEdge);
    reject(why);
  }
  return arguments;
}

struct Spread {
  double median, least, most;
};

Spread spreadOf(const std::vector<TickTimes>& times, double TickTimes::*field) {
  std::vector<double> values;
  for (const TickTimes& time : times) values.push_back(time.*field);
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  const double median = values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
  return {median, values.front(), values.back()};
}

std::string json(const Spread& spread) {
  char text[160];
  std::snprintf(text, sizeof text, "{\"median\":%.4f,\"min\":%.4f,\"max\":%.4f}", spread.median,
                spread.least, spread.most);
  return text;
}

std::string json(const Verification& v) {
  char text[512];
  std::snprintf(text, sizeof text,
                "{\"sampled\":%d,\"skipped\":%d,\"offsetError\":%.3g,\"velocityError\":%.3g,"
                "\"awayError\":%.3g,\"ticks\":%d,\"rmsDistance\":%.3g,\"within0.1mm\":%.6f,"
                "\"maxDistance\":%.3g,\"momentumDifference\":%.3g}",
                v.sampled, v.skipped, v.offsetError, v.velocityError, v.awayError, v.ticks,
                v.rootMeanSquareDistance, v.near, v.greatestDistance, v.momentumDifference);
  return text;
}

int run(const Arguments& arguments) {
  const bool isTextbook = arguments.variant == "textbook";
  const bool isNarrow = arguments.variant == "narrow";
  const Create create = isTextbook ? createTextbook : isNarrow ? createLimit<4> : createLimit<8>;
  const Workload workload{arguments.agents, arguments.neighbors, arguments.seed};

  std::string verified = "null";
  if (arguments.verify) {
    const Verification result =
        verify(workload, arguments.threads, create, isTextbook ? createLimit<8> : createTextbook);
    if (!result.failure.empty()) {
      std::fprintf(stderr, "w3d: verification of %s failed: %s\n", arguments.variant.c_str(),
                   result.failure.c_str());
      return kFailed;
    }
    verified = json(result);
  }

  std::vector<TickTimes> times(arguments.ticks);
  const auto simulation = create(workload, uniformStart(workload), arguments.threads);
  // The first tick shows whether the start has the requested number of neighbors.
  double atStart = -1;
  if (arguments.warmup > 0) {
    simulation->run(1, nullptr, nullptr);
    atStart = simulation->neighborsFound() / workload.agents;
    simulation->run(arguments.warmup - 1, nullptr, nullptr);
  }
  simulation->run(arguments.ticks, times.data(), nullptr);
  const double atEnd = simulation->neighborsFound() / workload.agents;
  if (atStart < 0 && arguments.ticks == 1) atStart = atEnd;
  if (atStart >= 0) {
    // A Poisson number of neighbors: the mean over all agents varies by about sqrt(2 K/N).
    const double bound =
        6 * std::sqrt(2 * arguments.neighbors / workload.agents) + arguments.neighbors / workload.agents;
    if (std::abs(atStart - arguments.neighbors) > bound + 1e-3 * arguments.neighbors) {
      std::fprintf(stderr, "w3d: the start has %.4f neighbors per agent, expected %.4f\n", atStart,
                   arguments.neighbors);
      return kFailed;
    }
  }
  const Checksum sum = checksumOf(simulation->read());
  char startText[32] = "null";
  if (atStart >= 0) std::snprintf(startText, sizeof startText, "%.4f", atStart);
  std::printf(
      "{\"variant\":\"%s\",\"agents\":%d,\"neighbors\":%g,\"threads\":%d,\"ticks\":%d,\"warmup\":%d,"
      "\"seed\":%" PRIu64 ",\"edge\":%.6f,\"radius\":%g,\"msPerTick\":%s,\"steerMs\":%s,"
      "\"cpuMsPerTick\":%s,\"meanNeighbors\":{\"start\":%s,\"end\":%.4f},"
      "\"checksum\":\"%016" PRIx64 "\",\"momentum\":[%.6f,%.6f,%.6f],\"energy\":%.4f,"
      "\"verified\":%s,\"compiler\":\"%s\"}\n",
      arguments.variant.c_str(), arguments.agents, arguments.neighbors, arguments.threads, arguments.ticks,
      arguments.warmup, arguments.seed, double(workload.edge()), double(kRadius),
      json(spreadOf(times, &TickTimes::total)).c_str(), json(spreadOf(times, &TickTimes::steer)).c_str(),
      json(spreadOf(times, &TickTimes::cpu)).c_str(), startText, atEnd, sum.hash, sum.momentum[0],
      sum.momentum[1], sum.momentum[2], sum.energy, verified.c_str(), isNarrow ? W3D_NARROW : W3D_WIDE);
  return 0;
}

}  // namespace

int main(int count, char** values) {
  const Arguments arguments = read(count, values);
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) {
    std::fprintf(stderr, "w3d: this processor has no AVX2 with FMA, which the variants are built for\n");
    return kNoAvx2;
  }
  try {
    return run(arguments);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "w3d: %s\n", error.what());
    return kFailed;
  }
}
