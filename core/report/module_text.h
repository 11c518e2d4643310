// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"

#include <string>
#include <vector>

namespace faultline::report {

/// The text for one module, shared by text and Markdown. Control characters of the crash file are
/// escaped.

/// Base name of the code file, otherwise of the debug file, otherwise the address.
std::string moduleName(const EventModule& module);

/// What to request from a symbol store: "nvwgf2umx.pdb 5C0FF1E2A4B34D6F8E1D2C3B4A5968771",
/// otherwise name and code id.
std::string wantedFile(const EventModule& module);

/// "symbols found", "not found", "damaged: <details>", …
std::string debugStatusWords(const ModuleReport& report);

/// Returns one line for each place that was tried, in the order of trial: "corp: https://…  not
/// found".
std::vector<std::string> triedPlaces(const ModuleReport& report);

/// Modules that have frames but no usable debug file, most frames first: their indexes in the
/// report.
std::vector<std::uint32_t> modulesWithoutSymbols(const Report& report);

} // namespace faultline::report
