// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/formats/debug/proguard/mapping_cache_format.h"
#include "core/formats/debug/proguard/mapping_model.h"

#include <array>
#include <optional>
#include <string_view>

namespace faultline::proguard {

/// The lines of the obfuscated program for which an entry holds; kNoLine in both means any line.
struct EntryRange
{
    std::uint32_t start = kNoLine;
    std::uint32_t end = kNoLine;

    /// The entry has no lines, or only line 0, and holds for the method as a whole.
    bool isBase() const { return start == kNoLine || end == 0; }

    bool covers(std::uint32_t line) const { return start <= line && line <= end; }

    friend bool operator==(const EntryRange&, const EntryRange&) = default;
};

/// A class of the mapping. The views of this and the following values live as long as the cache.
struct MappedClass
{
    std::uint32_t index = 0;
    std::string_view obfuscated;
    std::string_view original;
    std::optional<std::string_view> sourceFile; ///< The name that the compiler recorded.
    bool isSynthesized = false;
    std::uint32_t firstMethod = 0;
    std::uint32_t methodCount = 0;
    std::uint32_t firstField = 0;
    std::uint32_t fieldCount = 0;
};

/// The entries of one obfuscated method name of a class.
struct MappedMethod
{
    std::string_view obfuscated;
    std::uint32_t firstEntry = 0;
    std::uint32_t entryCount = 0;
    std::uint32_t firstParameters = 0;
    std::uint32_t parametersCount = 0;
    bool hasRanges = false;
    bool hasBase = false;
    bool isAscending = false;
};

/// One method line of the mapping.
struct MappedEntry
{
    EntryRange range;
    std::string_view receiver; ///< The class that contains the method.
    /// The line itself names the class. Otherwise the class comes from its block.
    bool namesReceiver = false;
    std::string_view name;
    std::string_view arguments;
    std::string_view returnType;
    std::uint32_t originalFrom = kNoLine;
    std::uint32_t originalTo = kNoLine;         ///< kNoLine when the line names no end.
    std::optional<std::string_view> sourceFile; ///< The source file of `receiver`.
    std::string_view residual; ///< The descriptor after optimisation; empty when unknown.
    bool isSynthesized = false;
    bool isOutline = false;
    std::uint32_t extras = kNoExtras; ///< For positions() and rules().
};

/// A run of records of one kind.
struct RecordSpan
{
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

struct MappedPosition
{
    std::string_view outline; ///< Descriptor of the outline; empty when unknown.
    std::uint32_t outlineLine = 0;
    std::uint32_t callsiteLine = 0;
};

struct MappedRule
{
    RecordSpan conditions;
    RecordSpan actions;
};

struct MappedComponent
{
    RewriteComponent::Kind kind = RewriteComponent::Kind::Unknown;
    std::string_view text;
    std::uint32_t count = 0;
};

struct MappedField
{
    std::string_view obfuscated;
    std::string_view original;
    std::string_view type;
};

/// Facts about a mapping that a view shows.
struct MappingSummary
{
    std::string_view compiler;
    std::string_view compilerVersion;
    std::string_view minApi;
    std::string_view mapId;
    std::string_view mapHash;
    std::string_view formatVersion;
    std::uint32_t classCount = 0;
    std::uint32_t methodCount = 0; ///< Number of method lines.
    std::uint32_t fieldCount = 0;
    std::uint32_t damagedLines = 0;
    std::uint32_t firstDamagedLine = 0;
    bool hasLineInfo = false;
};

/// A mapping cache. Look-ups read the bytes in place and allocate nothing. Format:
/// docs/mapping-cache-format.md. Every index is checked before it is used; damage appears as an
/// absent record or an empty text. Immutable, thread-safe, cheap to copy.
class MappingCache
{
public:
    /// Checks magic, version and size, and that the sections fit into the file. Errors: Malformed.
    static Result<MappingCache> open(ByteView file);

    /// Compares the checksum of the whole file.
    bool verify() const;

    std::size_t sizeBytes() const { return m_file.size(); }

    MappingSummary summary() const;

    std::uint32_t classCount() const { return countOf(cache_format::Section::Classes); }

    /// Classes in the order of their obfuscated names.
    MappedClass classAt(std::uint32_t index) const;
    std::optional<MappedClass> findClass(std::string_view obfuscated) const;
    /// If several classes have this original name, returns the first one by obfuscated name.
    std::optional<MappedClass> findOriginalClass(std::string_view original) const;

    MappedMethod methodAt(std::uint32_t index) const;
    std::optional<MappedMethod> findMethod(const MappedClass& owner,
                                           std::string_view obfuscated) const;
    /// Returns the entries of a method with exactly these arguments, as indexes into
    /// MappedMethod::firstParameters; see entryOfParameters().
    RecordSpan findParameters(const MappedMethod& method, std::string_view arguments) const;
    std::uint32_t entryOfParameters(std::uint32_t index) const;

    EntryRange rangeOf(std::uint32_t entry) const;
    MappedEntry entryAt(std::uint32_t entry) const;
    /// Returns a range of entries that contains all entries covering a line. It is narrow when the
    /// method's ranges ascend.
    RecordSpan entriesAround(const MappedMethod& method, std::uint32_t line) const;

    RecordSpan positions(std::uint32_t extras) const;
    MappedPosition positionAt(std::uint32_t index) const;
    RecordSpan rules(std::uint32_t extras) const;
    MappedRule ruleAt(std::uint32_t index) const;
    MappedComponent componentAt(std::uint32_t index) const;

    MappedField fieldAt(std::uint32_t index) const;
    /// Absent also when several fields have this name, which differ by their types.
    std::optional<MappedField> findField(const MappedClass& owner,
                                         std::string_view obfuscated) const;

private:
    /// A record of a section, with fields by index. A field beyond the section is kNone.
    class Record
    {
    public:
        explicit Record(const std::byte* at) : m_at(at) {}

        std::uint32_t operator[](std::uint32_t field) const
        {
            return m_at == nullptr ? cache_format::kNone : cache_format::load32(m_at + 4 * field);
        }

        explicit operator bool() const { return m_at != nullptr; }

    private:
        const std::byte* m_at;
    };

    explicit MappingCache(ByteView file) : m_file(std::move(file)) {}

    Result<void> readHeader();
    std::uint32_t countOf(cache_format::Section section) const;
    Record record(cache_format::Section section, std::uint32_t index) const;
    std::string_view text(std::uint32_t ref) const;
    std::optional<std::string_view> optionalText(std::uint32_t ref) const;
    std::string_view headerText(std::size_t index) const;

    ByteView m_file;
    std::array<Bytes, cache_format::kSectionCount> m_sections;
};

/// The hash that Section::ClassSlots uses.
std::size_t classHash(std::string_view obfuscated);

} // namespace faultline::proguard
