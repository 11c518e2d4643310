#pragma once

#include "core/base/byte_view.h"
#include "core/formats/debug/object/object.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace faultline::pdb {

/// Value of a variable in the `ini` or `variables` part of a srcsrv stream; names ignore case.
/// Absent when it is not set.
std::optional<std::string_view> sourceServerVariable(std::string_view stream,
                                                     std::string_view name);

/// The version control system that the stream's VERCTRL variable names; absent without one.
std::optional<SourceServer> sourceServerOf(std::string_view stream);

/// The srcsrv stream of a PDB: where the indexing tool says each source file is. Commands
/// (SRCSRVCMD) are never run. Immutable; holds the stream. Format: Microsoft, "Language
/// Specification 1" and "2" of the Source Server; docs/spec/native.md §11.
class SourceServerIndex
{
public:
    explicit SourceServerIndex(ByteView stream);

    /// The target (SRCSRVTRG) of a file, by the path that the debug info records, whatever its case
    /// and separators: an http(s) URL, or for Perforce "//depot/path@revision". Absent for files
    /// that are not indexed, and for targets that are neither.
    std::optional<std::string> target(std::string_view path) const;

private:
    ByteView m_stream;
    std::map<std::string, std::string_view, std::less<>> m_variables; // Lower-case names.
    std::unordered_map<std::string, std::string_view> m_files;        // Line by normal path.
};

} // namespace faultline::pdb
