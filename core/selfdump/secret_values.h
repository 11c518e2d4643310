// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::selfdump {

class ProcessCapture;

/// Keeps a copy of a secret for as long as the process lives, in memory that core dumps of the
/// system leave out (madvise(2), MADV_DONTDUMP). Our own dumps overwrite every copy of it that
/// stands in what they write. An equal value is kept once. Any thread may call it. Absent when
/// there is no memory for it, which is 16 MiB in all.
std::optional<std::string_view> keepSecret(std::string_view value);

/// Where the first page of kept secrets stands, for the second process; 0 when there is none. Takes
/// no lock, so that a signal handler may call it.
std::uint64_t secretPagesAddress();

/// A page of secrets in another process.
struct SecretPages
{
    struct Range
    {
        std::uint64_t address = 0;
        std::uint64_t sizeBytes = 0;
    };

    std::vector<Range> ranges;
    std::vector<std::string> values;
};

/// Reads what another process keeps, from the address that it told; at most 16 MiB. What cannot be
/// read, or is damaged, ends the list.
SecretPages readSecretPages(const ProcessCapture& process, std::uint64_t address);

} // namespace faultline::selfdump
