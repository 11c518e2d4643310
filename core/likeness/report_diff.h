// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/library/report_record.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace faultline::likeness {

/// What is compared besides stacks and modules. Addresses are not: they differ from run to run.
enum class Fact : std::uint8_t {
    Kind,
    Product,
    Version,
    Build,
    Channel,
    Os,
    OsVersion,
    Arch,
    Device,
    ProcessType,
    Reason,
    Thread,
    Signature
};

inline constexpr Fact kLastFact = Fact::Signature;

/// "kind", "product", …
std::string_view factName(Fact fact);

struct FactChange
{
    Fact fact = Fact::Kind;
    std::string before;
    std::string after;
};

/// One line of two stacks side by side.
struct StackLine
{
    std::optional<std::size_t> before; ///< Index into the first record's frames.
    std::optional<std::size_t> after;  ///< Index into the second record's frames.
    /// Where the other stack has the frame of a line that only one stack has, if it has it
    /// elsewhere: the frame has moved. Each frame is the place of one other at most.
    std::optional<std::size_t> elsewhere{};
    bool isOtherLine = false; ///< Of a frame of both: at other lines of its function.

    bool isSame() const { return before && after; }
};

struct ModuleChange
{
    enum class Kind : std::uint8_t { Removed, Added, OtherVersion, OtherBuild };

    Kind kind = Kind::Removed;
    std::string name;
    std::string before; ///< Version or debug id.
    std::string after;
};

/// "removed", "added", "other_version", "other_build".
std::string_view moduleChangeName(ModuleChange::Kind kind);

struct ReportDiff
{
    std::vector<FactChange> facts;
    std::vector<StackLine> stack;      ///< All lines, in order.
    std::vector<ModuleChange> modules; ///< By name.

    bool isEqual() const;
};

/// All facts that one of the records has, equal ones too, in the order of Fact.
std::vector<FactChange> factsOfBoth(const library::ReportRecord& before,
                                    const library::ReportRecord& after);

/// How many modules both records have with the same version and debug id.
std::uint64_t equalModules(const library::ReportRecord& before, const library::ReportRecord& after);

/// Compares two records. Of each stack at most 200 frames are aligned, by the longest common
/// subsequence of their functions; later frames are left out.
ReportDiff diffRecords(const library::ReportRecord& before, const library::ReportRecord& after);

} // namespace faultline::likeness
