// SPDX-License-Identifier: GPL-3.0-or-later
// What one run of a program is to do: which planted bug is awake, and by which way it is reached.
#pragma once

#include <cstdlib>

namespace plan {

inline volatile int awake = 0; ///< Number of the bug.
inline volatile int route = 0; ///< How the program is used.
inline volatile int seed = 0;  ///< Which input it gets.

inline bool has(int bug)
{
    return awake == bug;
}

inline void read(int argc, char** argv)
{
    awake = argc > 1 ? std::atoi(argv[1]) : 0;
    route = argc > 2 ? std::atoi(argv[2]) : 0;
    seed = argc > 3 ? std::atoi(argv[3]) : 0;
}

inline volatile long sink = 0;

/// Keeps compilers from dropping what leads to the value.
inline void use(long value)
{
    sink = sink + value;
}

/// A pointer that no compiler can see through, and that leads nowhere.
template <class T>
T* nowhere()
{
    static volatile unsigned long value = 0;
    return reinterpret_cast<T*>(static_cast<unsigned long>(value));
}

} // namespace plan
