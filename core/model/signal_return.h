// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace faultline {

/// Does the system return from a handler of signals through this function? The row below it is what
/// the signal interrupted, and its address is exact.
inline bool isSignalReturn(std::string_view function)
{
    // The restorers of glibc and musl, the kernel's vDSO of each processor, Bionic, Apple, and what
    // GDB writes in the place of any of them.
    static constexpr auto kNames = std::to_array<std::string_view>({
        "__restore_rt",
        "__restore",
        "__kernel_rt_sigreturn",
        "__kernel_sigreturn",
        "__kernel_sigtramp_rt64",
        "__vdso_rt_sigreturn",
        "__default_rt_sa_restorer",
        "__default_sa_restorer",
        "_sigtramp",
        "<signal handler called>",
    });
    return std::ranges::find(kNames, function) != kNames.end();
}

} // namespace faultline
