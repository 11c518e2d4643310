#pragma once

// Shared by the scenarios: the first thing a program does wrong, and instructions that no compiler writes.
#include "../sample.h"

#if defined(__x86_64__) || defined(__i386__)
#define SAMPLE_REFUSED "ud2"
#elif defined(__aarch64__) || defined(__arm__)
#define SAMPLE_REFUSED "udf #0"
#endif

namespace sample {

/// Writes to address 8: the fault that ends most scenarios.
SAMPLE_INLINED void faultHere()
{
    *opaque(reinterpret_cast<volatile int*>(8)) = 1; // @fault
}

/// An instruction that the CPU refuses; the code behind it is not unreachable.
SAMPLE_INLINED void refusedInstruction()
{
    asm volatile(SAMPLE_REFUSED); // @refused
}

} // namespace sample
