// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/text/line_cursor.h"
#include "core/formats/crash/text/trace_builder.h"

#include <optional>
#include <string_view>

namespace faultline::nativetext {

/// "0x1f" only, the whole text.
std::optional<std::uint64_t> parseHexField(std::string_view text);

/// What both forms say of system, crash and modules.
class StackwalkFacts
{
public:
    explicit StackwalkFacts(TraceBuilder& trace) : m_trace(trace) {}

    void setSystem(std::string_view name);
    void setVersion(std::string_view version);
    void setCpu(std::string_view name);
    void setReason(std::string_view reason);
    void setModule(std::string_view name, std::uint64_t begin, std::uint64_t end);
    void setModuleVersion(std::string_view version);
    void setDebugFile(std::string_view name, std::string_view id);

private:
    TraceBuilder& m_trace;
    EventModule* m_module = nullptr; ///< The one that was named last.
};

/// Reads the form of minidump-stackwalk for programs, of its option -m.
void readStackwalkFields(LineCursor& at, TraceBuilder& trace);

} // namespace faultline::nativetext
