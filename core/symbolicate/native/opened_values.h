// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symbolicate/native/report_variables.h"
#include "core/variables/module_values.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <stop_token>
#include <vector>

namespace faultline::symbolicate {

/// The debug info of an event's modules for values. Each module's files are opened once, when they
/// are needed. The sources and the token must outlive this.
class OpenedValues
{
public:
    OpenedValues(const VariableSources& sources, const std::stop_token& stop);

    /// Null when the module has no such files. Waits for them: for job threads only.
    std::shared_ptr<variables::ModuleValues> find(std::uint32_t module);

    /// The opened files that are on this machine.
    const std::vector<std::filesystem::path>& localFiles() const { return m_localFiles; }

private:
    std::shared_ptr<variables::ModuleValues> open(std::uint32_t module);

    const VariableSources& m_sources;
    const std::stop_token& m_stop;
    std::map<std::uint32_t, std::shared_ptr<variables::ModuleValues>> m_modules;
    std::vector<std::filesystem::path> m_localFiles;
};

} // namespace faultline::symbolicate
