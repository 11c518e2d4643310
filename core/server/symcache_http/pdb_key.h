#pragma once

#include "core/base/debug_id.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::server::symcache_http {

/// Which PDB a request is about.
struct PdbKey
{
    std::string name; ///< A plain file name, safe on every system.
    std::string guid; ///< 32 digits in upper case.
    std::uint32_t age = 1;

    /// From the segments of a path, percent-decoded; an empty age is 1. Absent when any of them is
    /// not what it should be (docs/spec/symcache-http.md §§2, 11).
    static std::optional<PdbKey>
    parse(std::string_view name, std::string_view guid, std::string_view age);

    /// The folder of its files: GUID, then the age in hexadecimal.
    std::string folderName() const;
    DebugId debugId() const;

    friend auto operator<=>(const PdbKey&, const PdbKey&) = default;
};

} // namespace faultline::server::symcache_http
