// Which instruction sets this CPU and operating system can run.
#ifndef BUOY_CPU_H
#define BUOY_CPU_H

enum buoy_cpu_feature {
    BUOY_CPU_SSE2 = 1u << 0,
    BUOY_CPU_AVX2 = 1u << 1,
    BUOY_CPU_FMA = 1u << 2,
    BUOY_CPU_AVX512 = 1u << 3, // F, VL, BW and DQ together
};

// The features of this machine: the CPU has the instructions and the operating system saves the
// registers. Cheap after the first call; any thread.
unsigned buoy_cpu_features(void);

#endif
