// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/temp_file.h"
#include "core/formats/debug/object/object.h"
#include "core/packing/zip_writer.h"

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace faultline::sourcebundle {

/// Writes a source bundle file by file. Equal content gives equal bytes. Format:
/// docs/spec/native.md §18.3.
class BundleWriter
{
public:
    /// `out` must be empty and must outlive the writer. Errors: those of writing.
    static Result<BundleWriter> create(TempFile& out);

    BundleWriter(BundleWriter&&) = default;

    /// Sets an attribute of the manifest ("object_name", "arch", …). Empty values are left out.
    void setAttribute(std::string_view name, std::string_view value);
    /// Records the ids and the architecture of the sources' object.
    void describe(const object::Object& object, std::string_view objectName);

    /// Adds a source file under its path in the debug info. A path that was added before is
    /// ignored. Errors: Malformed (not UTF-8, which readers refuse), and those of ZipWriter.
    Result<void> addSource(std::string_view path, Bytes text);

    std::size_t fileCount() const { return m_pathByName.size(); }

    /// Writes the manifest and the archive's directory. Errors: those of ZipWriter.
    Result<void> finish();

private:
    explicit BundleWriter(TempFile& out);

    std::string nameFor(std::string_view path) const;

    packing::ZipWriter m_zip;
    std::map<std::string, std::string> m_attributes;
    std::map<std::string, std::string> m_pathByName; // Maps names in the archive to recorded paths.
    std::set<std::string, std::less<>> m_paths;
};

} // namespace faultline::sourcebundle
