#pragma once

#include "core/engine/engine.h"
#include "core/engine/report.h"

#include <QString>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::ui {

/// What is known of one report so far, as the engine said it. Row makers read this; nothing else
/// does. `event` is null until the file has been read; stacks and modules are null while they are
/// unknown.
struct ReportState : Report
{
    engine::EventId id{};
    std::uint64_t generation = 0;

    /// Null when there is no such stack yet.
    const ThreadStack* stack(std::uint32_t thread) const;
    /// Null when there is no such report yet.
    const ModuleReport* module(std::uint32_t index) const;
    /// The thread that crashed or asked for the report; the first one when the file does not say.
    std::uint32_t mainThread() const;
};

QString toQString(std::string_view utf8);
/// "0x" and 16 digits (8 on 32-bit CPUs).
QString paddedAddress(std::uint64_t address, Arch arch);
/// "0x1a2b"
QString shortHex(std::uint64_t value);
/// File name of code or debug file; empty when the module has neither.
QString moduleName(const EventModule& module);

} // namespace faultline::ui
