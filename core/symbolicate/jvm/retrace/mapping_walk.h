// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/proguard/mapping_cache.h"
#include "core/symbolicate/jvm/retrace/retraced_frame.h"

#include <optional>

namespace faultline::jvm {

/// The entries that a query concerns: those of a method, or those of a method with certain
/// arguments.
class EntryList
{
public:
    EntryList(const proguard::MappingCache& mapping,
              const proguard::MappedMethod& method,
              std::optional<std::string_view> arguments);

    std::uint32_t size() const { return m_span.count; }

    bool empty() const { return m_span.count == 0; }

    /// Returns an index into the mapping's entries.
    std::uint32_t operator[](std::uint32_t i) const
    {
        return m_isByArguments ? m_mapping->entryOfParameters(m_span.first + i) : m_span.first + i;
    }

private:
    const proguard::MappingCache* m_mapping;
    proguard::RecordSpan m_span;
    bool m_isByArguments;
};

/// Returns the caller's line for a line of an outline. It comes from the first entry that covers
/// the caller's line and knows the position. Source: docs/spec/jvm.md §6.7.
std::optional<std::uint32_t> callsiteLine(const proguard::MappingCache& mapping,
                                          const EntryList& entries,
                                          std::uint32_t callerLine,
                                          std::uint32_t outlineLine);

/// Returns how many inner frames an entry's rules remove for an exception. Source: docs/spec/jvm.md
/// §6.8.
std::uint64_t removedFrames(const proguard::MappingCache& mapping,
                            const proguard::MappedEntry& entry,
                            std::optional<std::string_view> thrownDescriptor);

} // namespace faultline::jvm
