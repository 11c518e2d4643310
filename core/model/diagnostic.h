// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace faultline {

/// Something wrong or left out, described for people. Nothing is dropped silently.
struct Diagnostic
{
    enum class Severity : std::uint8_t { Note, Warning, Error } severity = Severity::Note;
    std::string area; ///< "module list", "thread 7", …
    std::string text;
};

} // namespace faultline
