#pragma once

#include "core/formats/debug/proguard/mapping_model.h"

#include <cstdint>
#include <vector>

namespace faultline::proguard {

/// One class of a mapping, all its blocks together.
struct IndexedClass
{
    StringRef obfuscated = kNoString;
    StringRef original = kNoString; ///< Of the last block.
    StringRef sourceFile = kNoString;
    bool isSynthesized = false;
    std::uint32_t firstMethod = 0;
    std::uint32_t methodCount = 0;
    std::uint32_t firstField = 0;
    std::uint32_t fieldCount = 0;
};

/// Everything that one obfuscated name of a class may stand for.
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

/// What other lines of the mapping say about an entry.
struct IndexedEntry
{
    std::uint32_t entry = 0; ///< Index into the model.
    StringRef sourceFile = kNoString;
    bool isSynthesized = false;
    bool isOutline = false;
};

/// A model in the order of look-ups.
struct MappingIndex
{
    std::vector<IndexedClass> classes;
    std::vector<IndexedMethod> methods;
    std::vector<IndexedEntry> entries;
    std::vector<IndexedParameters> parameters;
    std::vector<std::uint32_t> fields; ///< Indexes into the model.
};

/// Sorts a mapping. Blocks of one class become one: the last original name wins, members are joined
/// in order. "synthesized" and "outline" are shared by all entries of one original method; a method
/// of a synthesized class is synthesized too. Source: getsentry/rust-proguard src/builder.rs.
MappingIndex indexMapping(const MappingModel& model);

} // namespace faultline::proguard
