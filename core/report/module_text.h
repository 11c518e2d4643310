#pragma once

#include "core/model/report.h"

#include <string>
#include <vector>

namespace faultline::report {

/// Words for one module, shared by text and Markdown. Control characters of the crash file come out
/// escaped.

/// Base name of the code file, else of the debug file, else the address.
std::string moduleName(const EventModule& module);

/// What to ask a symbol store for: "nvwgf2umx.pdb 5C0FF1E2A4B34D6F8E1D2C3B4A5968771", else name and
/// code id.
std::string wantedFile(const EventModule& module);

/// "symbols found", "not found", "damaged: <details>", …
std::string debugStatusWords(const ModuleReport& report);

/// One line per place that was tried, in the order of trial: "corp: https://…  not found".
std::vector<std::string> triedPlaces(const ModuleReport& report);

/// Modules that frames lie in and that have no usable debug file, most frames first.
std::vector<const ModuleReport*> modulesWithoutSymbols(const Report& report);

} // namespace faultline::report
