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
    /// `out` must be empty and outlive the writer. Errors: those of writing.
    static Result<BundleWriter> create(TempFile& out);

    BundleWriter(BundleWriter&&) = default;

    /// An attribute of the manifest ("object_name", "arch", …); empty values are left out.
    void setAttribute(std::string_view name, std::string_view value);
    /// The ids and the architecture of the object that the sources belong to.
    void describe(const object::Object& object, std::string_view objectName);

    /// A source file under the path that the debug info records. A path that is there already is
    /// passed over. Errors: Malformed (no UTF-8, which readers refuse), as ZipWriter.
    Result<void> addSource(std::string_view path, Bytes text);

    std::size_t fileCount() const { return m_pathByName.size(); }

    /// Writes the manifest and the archive's directory. Errors: as ZipWriter.
    Result<void> finish();

private:
    explicit BundleWriter(TempFile& out);

    std::string nameFor(std::string_view path) const;

    packing::ZipWriter m_zip;
    std::map<std::string, std::string> m_attributes;
    std::map<std::string, std::string> m_pathByName; // Name in the archive to recorded path.
    std::set<std::string, std::less<>> m_paths;
};

} // namespace faultline::sourcebundle
