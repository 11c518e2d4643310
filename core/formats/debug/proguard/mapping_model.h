// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/proguard/metadata.h"
#include "core/formats/debug/proguard/string_pool.h"

#include <cstdint>
#include <string>
#include <vector>

namespace faultline::proguard {

inline constexpr std::uint32_t kNoLine = 0xffffffff;
inline constexpr std::uint32_t kNoExtras = 0xffffffff;

/// One method line and the records after it.
struct ModelEntry
{
    StringRef obfuscated = kNoString;
    StringRef receiver = kNoString; ///< The class that contains the method; always set.
    StringRef name = kNoString;
    StringRef arguments = kNoString;
    StringRef returnType = kNoString;
    StringRef residual = kNoString;
    std::uint32_t minifiedStart = kNoLine; ///< kNoLine when the line has no range.
    std::uint32_t minifiedEnd = kNoLine;
    std::uint32_t originalFrom = kNoLine;
    std::uint32_t originalTo = kNoLine;
    std::uint32_t extras = kNoExtras; ///< Index into MappingModel::extras.
    bool namesReceiver = false;       ///< The line itself names the class.
    bool isSynthesized = false;       ///< A record directly after this line says so.
    bool isOutline = false;           ///< A record directly after this line says so.
    /// The next line is a method with the same minified range, or both have only original lines. By
    /// this, rust-proguard recognises methods that look-ups by parameters leave out.
    bool isInlinee = false;
};

/// Records that only few method lines have.
struct ModelExtras
{
    std::vector<OutlineCallsiteRecord> callsites;
    std::vector<RewriteFrameRecord> rewrites;
};

struct ModelField
{
    StringRef obfuscated = kNoString;
    StringRef name = kNoString;
    StringRef type = kNoString;
};

/// One class line and the lines that belong to it. A class may have several blocks.
struct ModelBlock
{
    StringRef obfuscated = kNoString;
    StringRef original = kNoString;
    StringRef sourceFile = kNoString;
    bool isSynthesized = false;
    std::uint32_t firstEntry = 0;
    std::uint32_t entryCount = 0;
    std::uint32_t firstField = 0;
    std::uint32_t fieldCount = 0;
};

/// Facts that the head of a mapping states.
struct MappingHeader
{
    std::string compiler;
    std::string compilerVersion;
    std::string minApi;
    std::string mapId;
    std::string mapHash;
    /// The highest version that a com.android.tools.r8.mapping record names.
    std::string formatVersion;
};

/// A mapping in the order of the file.
struct MappingModel
{
    StringPool strings;
    MappingHeader header;
    std::vector<ModelBlock> blocks;
    std::vector<ModelEntry> entries;
    std::vector<ModelField> fields;
    std::vector<ModelExtras> extras;
    bool hasLineInfo = false;
    std::uint32_t damagedLines = 0;
    /// Counted from 1 without blank lines; 0 when there is none.
    std::uint32_t firstDamagedLine = 0;
};

} // namespace faultline::proguard
