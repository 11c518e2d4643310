// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/jvm_detail.h"
#include "core/model/source_position.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace faultline {

/// One call in a possible meaning of a JVM frame.
struct JvmCall
{
    std::string module; ///< Class name with its package.
    SourcePosition position;
    bool isSynthesized = false;
    JvmDetail::FileOrigin fileOrigin = JvmDetail::FileOrigin::Given;
    std::optional<bool> inApp;

    friend bool operator==(const JvmCall&, const JvmCall&) = default;
};

/// One possible meaning of a JVM frame: a chain of inlined calls, innermost first.
struct JvmAlternative
{
    std::vector<JvmCall> calls;

    friend bool operator==(const JvmAlternative&, const JvmAlternative&) = default;
};

/// Fields that only JVM frames have.
struct JvmFrame
{
    std::string module;     ///< Class name with its package.
    std::string obfuscated; ///< "a.b.c(SourceFile:1)" as the program ran it; empty when that is
                            ///< what the frame shows.
    bool isSynthesized = false;
    JvmDetail::FileOrigin fileOrigin = JvmDetail::FileOrigin::Given;
    /// All meanings of an ambiguous frame, of which the frame itself shows the first. Otherwise
    /// empty. They exclude each other, so they must never be shown as a chain of calls.
    std::vector<JvmAlternative> alternatives;
    bool fromWrongBuild = false;          ///< The names come from the mapping of another build.
    std::uint64_t index = 0;              ///< The number that the input gives the frame.
    std::optional<std::string> signature; ///< The method's parameters and result, "(a, b): c".

    friend bool operator==(const JvmFrame&, const JvmFrame&) = default;
};

} // namespace faultline
