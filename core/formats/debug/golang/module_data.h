// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/golang/program_image.h"
#include "core/formats/debug/golang/table_header.h"

namespace faultline::golang {

/// What the runtime's description of the program (`moduledata`) says beyond the function table.
struct ModuleData
{
    std::uint64_t textStart = 0;
    /// Addresses where the data of functions may begin (`gofunc`). Its place differs between
    /// releases; the data themselves decide.
    std::vector<std::uint64_t> functionData;
};

/// Finds the description by its first fields: pointers to the table and to the table's names.
/// Absent before Go 1.16, and when the image lacks it.
std::optional<ModuleData>
findModuleData(const ProgramImage& image, std::uint64_t tableAddress, const TableHeader& header);

} // namespace faultline::golang
