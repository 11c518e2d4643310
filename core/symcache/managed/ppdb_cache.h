// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/debug_id.h"
#include "core/base/language.h"
#include "core/base/result.h"
#include "core/formats/debug/object/debug_info.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace faultline::symcache {

/// A source file of a PPDB cache. Views live as long as the cache's bytes.
struct PpdbFile
{
    std::string_view path;
    Language language = Language::Unknown;
    object::DebugFile::ChecksumKind checksumKind = object::DebugFile::ChecksumKind::None;
    Bytes checksum;
};

/// Source position of an IL offset.
struct PpdbPosition
{
    PpdbFile file;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    /// The compiler generated the code; the position is the last one before it.
    bool isApproximate = false;
};

/// Our look-up format for portable PDBs. It answers from the mapped file, and parses and allocates
/// nothing. Immutable, thread-safe. Layout: docs/ppdb-cache-format.md.
class PpdbCache
{
public:
    /// Errors: Malformed (another version, damaged header, sizes that do not fit).
    static Result<PpdbCache> open(ByteView file);

    const DebugId& debugId() const { return m_debugId; }

    std::uint32_t methodCount() const { return m_methodCount; }

    std::uint32_t damagedMethods() const { return m_damagedMethods; }

    std::uint32_t fileCount() const { return m_fileCount; }

    std::optional<PpdbFile> file(std::uint32_t index) const;

    /// The last visible sequence point at or before `ilOffset` in the method. Absent for an unknown
    /// method and before its first point. Methods count from 1 (low 24 bits of a MethodDef token).
    std::optional<PpdbPosition> lookup(std::uint32_t method, std::uint32_t ilOffset) const;

    /// Checks the checksum of everything after the beginning of the header.
    bool verify() const;

private:
    explicit PpdbCache(ByteView file) : m_file(std::move(file)) {}

    Result<void> readHeader();

    std::uint32_t pointIlOffset(std::uint32_t point) const;

    ByteView m_file;
    DebugId m_debugId;
    std::uint32_t m_methodCount = 0;
    std::uint32_t m_pointCount = 0;
    std::uint32_t m_fileCount = 0;
    std::uint32_t m_damagedMethods = 0;
    Bytes m_methods;
    Bytes m_points;
    Bytes m_files;
    Bytes m_strings;
};

} // namespace faultline::symcache
