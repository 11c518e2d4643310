#pragma once

#include "core/formats/debug/proguard/metadata.h"
#include "core/formats/debug/proguard/string_pool.h"

#include <cstdint>
#include <string>
#include <vector>

namespace faultline::proguard {

inline constexpr std::uint32_t kNoLine = 0xffffffff;
inline constexpr std::uint32_t kNoExtras = 0xffffffff;

/// One method line with the records that follow it.
struct ModelEntry
{
    StringRef obfuscated = kNoString;
    StringRef receiver = kNoString; ///< The class that has the method, always there.
    StringRef name = kNoString;
    StringRef arguments = kNoString;
    StringRef returnType = kNoString;
    StringRef residual = kNoString;
    std::uint32_t minifiedStart = kNoLine; ///< kNoLine: the line has no range.
    std::uint32_t minifiedEnd = kNoLine;
    std::uint32_t originalFrom = kNoLine;
    std::uint32_t originalTo = kNoLine;
    std::uint32_t extras = kNoExtras; ///< Index into MappingModel::extras.
    bool namesReceiver = false;       ///< The line itself says the class.
    bool isSynthesized = false;       ///< A record at this very line says so.
    bool isOutline = false;           ///< The same.
    /// The next line is a method with the same minified range, or both have original lines only:
    /// how rust-proguard tells methods that look-ups by parameters leave out.
    bool isInlinee = false;
};

/// Records that few method lines have.
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

/// One class line and what follows it. A class may have several blocks.
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

/// What the head of a mapping says about it.
struct MappingHeader
{
    std::string compiler;
    std::string compilerVersion;
    std::string minApi;
    std::string mapId;
    std::string mapHash;
    std::string formatVersion; ///< The highest that a com.android.tools.r8.mapping record names.
};

/// A mapping as it was read, in the order of the file.
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
    std::uint32_t firstDamagedLine = 0; ///< Counted from 1, blank lines left out; 0: none.
};

} // namespace faultline::proguard
