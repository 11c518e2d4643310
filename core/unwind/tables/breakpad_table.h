// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/unwind/tables/windows_frames.h"

namespace faultline::unwind {

/// The STACK CFI and STACK WIN records of a Breakpad symbol file. The STACK CFI INIT records are
/// indexed once. The rules stay text in the file and are evaluated for one address at a time.
class BreakpadTable final : public UnwindTable
{
public:
    /// `records` holds the file's STACK lines. Other lines in between and malformed lines are
    /// skipped.
    BreakpadTable(object::ObjectPtr object, ByteView records);

    bool empty() const { return m_rules.empty() && m_windowsFrames.empty(); }

    Result<UnwindStep> unwind(const UnwindQuery& query, const MemoryReader& memory) const override;
    bool covers(std::uint64_t relativeAddress) const override;

    std::string_view description() const override
    {
        return m_windowsFrames.empty() ? "STACK CFI" : "STACK WIN";
    }

private:
    /// One INIT record with the rows that follow it.
    struct RuleSet
    {
        std::uint64_t begin = 0;
        std::uint64_t sizeBytes = 0;
        std::string_view text; ///< From the INIT record's rules to the next record of another kind.
    };

    const RuleSet* find(std::uint64_t relativeAddress) const;
    Result<UnwindStep> unwindByRules(const UnwindQuery& query, const MemoryReader& memory) const;

    object::ObjectPtr m_object;
    ByteView m_records;
    std::vector<RuleSet> m_rules;
    WindowsFrames m_windowsFrames;
    CpuFamily m_family;
};

/// Errors: NotFound (no STACK records).
Result<UnwindTablePtr> makeBreakpadTable(const object::ObjectPtr& object);

/// Parses one STACK WIN line from its type on. Absent when the line is malformed or of a kind that
/// is not evaluated.
std::optional<object::WindowsFrame> parseStackWin(std::string_view fields);

} // namespace faultline::unwind
