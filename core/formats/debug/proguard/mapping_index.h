// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/proguard/mapping_model.h"

#include <cstdint>
#include <vector>

namespace faultline::proguard {

/// One class of a mapping, with all its blocks.
struct IndexedClass
{
    StringRef obfuscated = kNoString;
    StringRef original = kNoString; ///< The name in the last block.
    StringRef sourceFile = kNoString;
    bool isSynthesized = false;
    std::uint32_t firstMethod = 0;
    std::uint32_t methodCount = 0;
    std::uint32_t firstField = 0;
    std::uint32_t fieldCount = 0;
};

/// All methods that one obfuscated name in a class may mean.
struct IndexedMethod
{
    StringRef name = kNoString;
    std::uint32_t firstEntry = 0; ///< Index into MappingIndex::entries.
    std::uint32_t entryCount = 0;
    std::uint32_t firstParameters = 0;
    std::uint32_t parametersCount = 0;
    bool hasRanges = false;
    bool hasBase = false;
    bool isAscending = true;
};

struct IndexedParameters
{
    StringRef arguments = kNoString;
    std::uint32_t entry = 0; ///< Index into MappingIndex::entries.
};

/// Facts about an entry that other lines of the mapping state.
struct IndexedEntry
{
    std::uint32_t entry = 0; ///< Index into the model.
    StringRef sourceFile = kNoString;
    bool isSynthesized = false;
    bool isOutline = false;
};

/// A model, sorted for look-ups.
struct MappingIndex
{
    std::vector<IndexedClass> classes;
    std::vector<IndexedMethod> methods;
    std::vector<IndexedEntry> entries;
    std::vector<IndexedParameters> parameters;
    std::vector<std::uint32_t> fields; ///< Indexes into the model.
};

/// Sorts a mapping. The blocks of one class are joined: the last original name wins, and members
/// keep their order. "synthesized" and "outline" hold for all entries of one original method;
/// methods of a synthesized class are synthesized too. Source: getsentry/rust-proguard
/// src/builder.rs.
MappingIndex indexMapping(const MappingModel& model);

} // namespace faultline::proguard
