// Google Benchmark for C; see google_benchmark.h. The only C++ of the project. Works with
// versions 1.7 and later.
#include "google_benchmark.h"

#include <benchmark/benchmark.h>

extern "C" {
#include "clock.h"
}

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>

namespace {

benchmark::State *state_of(google_benchmark_state *state) {
    return reinterpret_cast<benchmark::State *>(state);
}

// Google Benchmark calls this, and would then exit with 0, on a bad value of some flags.
void refuse_value() {
    throw std::invalid_argument("bad value");
}

// What Google Benchmark adds to the name of a benchmark that is timed on the wall, as all are where
// the system's CPU time is too coarse. We take it out again, and let the filter's $ stand before
// it.
const char ON_THE_WALL[] = "/real_time";

std::string filter() {
    const std::string own = benchmark::GetBenchmarkFilter();
    return clock_cpu_is_wall()
               ? std::regex_replace(own, std::regex("\\$"), "(" + std::string(ON_THE_WALL) + ")?$$")
               : own;
}

// Collects JSON in memory. CPU time is the wall's where that counts. Counters that are no number
// are left out, since JSON cannot hold them: the coefficient of variation of a counter that is
// always 0 is 0/0.
class MemoryReporter : public benchmark::JSONReporter {
  public:
    MemoryReporter() {
        SetOutputStream(&output_);
        SetErrorStream(&errors_);
    }

    void ReportRuns(const std::vector<Run> &runs) override {
        std::vector<Run> finite(runs);
        for (Run &run : finite) {
            if (clock_cpu_is_wall()) {
                run.run_name.time_type.clear();
                run.cpu_accumulated_time = run.real_accumulated_time;
            }
            for (auto counter = run.counters.begin(); counter != run.counters.end();) {
                counter = std::isfinite(counter->second.value) ? std::next(counter)
                                                               : run.counters.erase(counter);
            }
        }
        benchmark::JSONReporter::ReportRuns(finite);
    }

    // JSON, or a list of names.
    std::string text() const {
        const std::string end = std::string(ON_THE_WALL) + '\n';
        std::string text = output_.str();
        for (size_t at = 0; (at = text.find(end, at)) != std::string::npos;) {
            text.replace(at, end.size(), "\n");
        }
        return text;
    }

  private:
    std::ostringstream output_, errors_;
};

} // namespace

bool google_benchmark_initialize(int *argc, char **argv) {
    try {
        benchmark::Initialize(argc, argv, refuse_value);
        return true;
    } catch (const std::exception &) {
        return false;
    }
}

void google_benchmark_print_flags() {
    benchmark::PrintDefaultHelp();
}

bool google_benchmark_register(const char *name, google_benchmark_function *function,
                               void *context) {
    try {
        auto body = [function, context](benchmark::State &state) {
            function(reinterpret_cast<google_benchmark_state *>(&state), context);
        };
        // Aggregates alone would not do: the ranking needs every repetition.
        auto *registered = benchmark::RegisterBenchmark(name, body)->DisplayAggregatesOnly(false);
        if (clock_cpu_is_wall()) {
            registered->UseRealTime();
        }
        return true;
    } catch (const std::exception &) {
        return false;
    }
}

size_t google_benchmark_run(char **json) {
    if (json) {
        *json = nullptr;
    }
    try {
        MemoryReporter reporter;
        const size_t count = benchmark::RunSpecifiedBenchmarks(&reporter, nullptr, filter());
        if (json) {
            *json = strdup(reporter.text().c_str());
        }
        return count;
    } catch (const std::exception &) {
        return 0;
    }
}

bool google_benchmark_keep_running(google_benchmark_state *state, int64_t bodies) {
    return state_of(state)->KeepRunningBatch(bodies);
}

int64_t google_benchmark_iterations(const google_benchmark_state *state) {
    return reinterpret_cast<const benchmark::State *>(state)->max_iterations;
}

void google_benchmark_set_counter(google_benchmark_state *state, const char *name, double value,
                                  google_benchmark_counter kind) {
    using benchmark::Counter;
    const Counter::Flags flags[] = {
        Counter::kDefaults,
        Counter::kIsIterationInvariantRate,
        Counter::kIsIterationInvariantRate | Counter::kInvert,
    };
    try {
        state_of(state)->counters[name] = Counter(value, flags[kind]);
    } catch (const std::exception &) {
        state_of(state)->SkipWithError("out of memory");
    }
}

void google_benchmark_skip(google_benchmark_state *state, const char *reason) {
    state_of(state)->SkipWithError(reason);
}
