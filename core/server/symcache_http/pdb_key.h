// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/debug_id.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::server::symcache_http {

/// The PDB that a request asks for.
struct PdbKey
{
    std::string name; ///< A plain file name that is safe on every system.
    std::string guid; ///< 32 digits in upper case.
    std::uint32_t age = 1;

    /// Makes a key from the percent-decoded segments of a path. An empty age means 1. Absent when a
    /// segment is not valid (docs/spec/symcache-http.md §§2, 11).
    static std::optional<PdbKey>
    parse(std::string_view name, std::string_view guid, std::string_view age);

    /// Returns the name of the folder for its files: the GUID, then the age in hexadecimal.
    std::string folderName() const;
    DebugId debugId() const;

    friend auto operator<=>(const PdbKey&, const PdbKey&) = default;
};

} // namespace faultline::server::symcache_http
