// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/debug_info.h"
#include "core/formats/debug/object/object.h"
#include "core/formats/debug/ppdb/clr_metadata.h"
#include "core/formats/debug/ppdb/sequence_points.h"
#include "core/formats/debug/sourcebundle/source_links.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

namespace faultline::ppdb {

/// A source file that a portable PDB lists.
struct PpdbDocument
{
    std::string name; ///< Full path as the compiler recorded it; UTF-8.
    Language language = Language::Unknown;
    object::DebugFile::ChecksumKind checksumKind = object::DebugFile::ChecksumKind::None;
    Bytes checksum; ///< Valid as long as the file's bytes.
};

/// A portable PDB: methods with their sequence points, documents, embedded and linked sources.
/// Immutable and thread-safe. Rows count from 1; a method's row is that of its MethodDef token.
/// Layout: dotnet/runtime docs/design/specs/PortablePdb-Metadata.md; rules: docs/spec/native.md
/// §14.
class PortablePdb final : public object::Object
{
    struct OnlyOpen
    {
    }; // Lets only open() use the constructor, although make_shared calls it.

public:
    /// Errors: those of ClrMetadata::open, and Malformed (no #Pdb stream, a stream with an unknown
    /// name). A damaged Source Link document loses the links; a damaged source loses its text.
    static Result<std::shared_ptr<const PortablePdb>> open(ByteView file,
                                                           const ParseLimits& limits);

    PortablePdb(OnlyOpen, ClrMetadata metadata, const ParseLimits& limits);

    object::FileFormat format() const override { return object::FileFormat::PortablePdb; }

    object::ObjectKind kind() const override { return object::ObjectKind::Debug; }

    Arch arch() const override { return Arch::Unknown; }

    DebugId debugId() const override { return m_debugId; }

    CodeId codeId() const override { return {}; }

    ObjectFeatures features() const override;
    std::vector<object::CompanionReference> companions() const override;

    std::vector<std::string> warnings() const override { return m_warnings; }

    ByteView bytes() const override { return m_metadata.file(); }

    /// The embedded text if there is one, and the link (docs/spec/native.md §18.5). Names must
    /// match exactly.
    std::optional<object::ObjectSource> sourceByPath(std::string_view path) const override;

    std::uint32_t documentCount() const { return m_metadata.rowCount(ClrTable::Document); }

    /// Errors: Malformed (no such row, a name beyond the limit).
    Result<PpdbDocument> document(std::uint32_t row) const;

    std::uint32_t methodCount() const
    {
        return m_metadata.rowCount(ClrTable::MethodDebugInformation);
    }

    /// Empty for methods without their own code. Errors: Malformed.
    Result<std::vector<SequencePoint>> sequencePoints(std::uint32_t method) const;

    /// Stored size of a method's sequence points. Methods may share them, so a small file can
    /// describe any number of points. Callers that read many methods must limit the sum.
    std::size_t sequencePointBytes(std::uint32_t method) const;

    std::size_t blobHeapBytes() const { return m_metadata.blobHeapBytes(); }

    const sourcebundle::SourceLinks& sourceLinks() const { return m_links; }

private:
    Result<void> readIdentity();
    void readCustomInformation();
    void readSourceLinks(Bytes json);
    Bytes sequencePointBlob(std::uint32_t method) const;
    Result<std::string> documentName(Bytes blob) const;
    const std::unordered_map<std::string, std::uint32_t>& documentRows() const;
    Result<ByteView> embeddedText(Bytes value) const;

    ClrMetadata m_metadata;
    ParseLimits m_limits;
    DebugId m_debugId;
    sourcebundle::SourceLinks m_links;
    std::map<std::uint32_t, Bytes> m_embedded; // The stored form, keyed by document row.
    std::vector<std::string> m_warnings;
    mutable std::once_flag m_rowsOnce;
    mutable std::unordered_map<std::string, std::uint32_t> m_rowByName; // Written under m_rowsOnce.
};

/// The portable PDB inside an assembly (debug directory entry 17); absent when the PE file has
/// none. Errors: Malformed (damaged, or larger than the limit for debug sections). Layout:
/// dotnet/runtime docs/design/specs/PE-COFF.md ("Embedded Portable PDB Debug Directory Entry").
Result<std::optional<ByteView>> embeddedPortablePdb(const ByteView& peFile,
                                                    const ParseLimits& limits);

} // namespace faultline::ppdb
