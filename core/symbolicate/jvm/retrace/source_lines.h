// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/proguard/mapping_cache.h"
#include "core/symbolicate/jvm/retrace/inline_chain.h"

#include <map>
#include <vector>

namespace faultline::jvm {

/// Reduces alternatives by the text of the source. ProGuard and `-dontoptimize` keep the lines of a
/// program, and a mapping then has one range from a method's first line to its last. A lambda lies
/// within the range of its method, and code that Kotlin inlines has lines after the end of the
/// file, so the ranges of many methods overlap. A line within the narrowest range belongs to that
/// method, except on lines that it shares with the text around it. Use it on one thread.
class SourceLines
{
public:
    /// `mapping` must outlive the object.
    explicit SourceLines(const proguard::MappingCache& mapping) : m_mapping(mapping) {}

    /// Returns the chains unchanged when the mapping does not prove which of them it is.
    std::vector<InlineChain> innermost(const proguard::MappedClass& owner,
                                       std::vector<InlineChain> chains,
                                       std::uint32_t line);

private:
    std::uint32_t leastLengthOfFile(const proguard::MappedClass& owner);

    const proguard::MappingCache& m_mapping;
    std::map<std::uint32_t, std::uint32_t> m_lengths; // By the index of the class.
};

} // namespace faultline::jvm
