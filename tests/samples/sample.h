#pragma once

// Shared by the sample crash programs. Each program crashes in a known way; the chain it must show stands in its NAME.chain file.

// A function that stays one physical frame under its own name, whatever the optimiser would like to do with it.
#if defined(__clang__)
#define SAMPLE_FRAME [[gnu::noinline]]
#else
#define SAMPLE_FRAME [[gnu::noipa]]
#endif

// A function that never becomes a frame of its own.
#define SAMPLE_INLINED [[gnu::always_inline]] inline

namespace sample {

/// A value the compiler cannot foresee.
template <class T>
SAMPLE_INLINED T opaque(T value)
{
    volatile T hidden = value;
    return hidden;
}

} // namespace sample
