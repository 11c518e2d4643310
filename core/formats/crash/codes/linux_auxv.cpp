// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/codes/linux_auxv.h"

#include "core/base/result.h"

#include <algorithm>
#include <array>

namespace faultline::crash {

namespace {

// Linux, uapi/linux/auxvec.h and the architectures' own.
constexpr auto kAuxvNames = std::to_array<std::pair<std::uint64_t, std::string_view>>({
    {3, "AT_PHDR"},         {4, "AT_PHENT"},   {5, "AT_PHNUM"},    {6, "AT_PAGESZ"},
    {7, "AT_BASE"},         {8, "AT_FLAGS"},   {9, "AT_ENTRY"},    {11, "AT_UID"},
    {12, "AT_EUID"},        {13, "AT_GID"},    {14, "AT_EGID"},    {15, "AT_PLATFORM"},
    {16, "AT_HWCAP"},       {17, "AT_CLKTCK"}, {23, "AT_SECURE"},  {25, "AT_RANDOM"},
    {26, "AT_HWCAP2"},      {31, "AT_EXECFN"}, {32, "AT_SYSINFO"}, {33, "AT_SYSINFO_EHDR"},
    {51, "AT_MINSIGSTKSZ"},
});

} // namespace

std::string auxvName(std::uint64_t type)
{
    const auto found =
        std::ranges::find(kAuxvNames, type, [](const auto& entry) { return entry.first; });
    return found != kAuxvNames.end() ? std::string(found->second) : concat("AT_", type);
}

} // namespace faultline::crash
