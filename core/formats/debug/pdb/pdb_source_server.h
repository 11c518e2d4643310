// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/formats/debug/object/object.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace faultline::pdb {

/// Value of a variable in the `ini` or `variables` part of a srcsrv stream. Names ignore case.
/// Absent when not set.
std::optional<std::string_view> sourceServerVariable(std::string_view stream,
                                                     std::string_view name);

/// The version control system in the stream's VERCTRL variable; absent without one.
std::optional<SourceServer> sourceServerOf(std::string_view stream);

/// The srcsrv stream of a PDB: the place of each source file, as an indexing tool recorded it.
/// Commands (SRCSRVCMD) are never run. Immutable; holds the stream. Format: Microsoft, "Language
/// Specification 1" and "2" of the Source Server; docs/spec/native.md §11.
class SourceServerIndex
{
public:
    explicit SourceServerIndex(ByteView stream);

    /// The target (SRCSRVTRG) of a file by its path in the debug info, ignoring case and kind of
    /// separators. It is an http(s) URL or, for Perforce, "//depot/path@revision". Absent for files
    /// that are not indexed and for other targets.
    std::optional<std::string> target(std::string_view path) const;

private:
    ByteView m_stream;
    std::map<std::string, std::string_view, std::less<>> m_variables; // Names are in lower case.
    std::unordered_map<std::string, std::string_view> m_files; // Lines keyed by normalised path.
};

} // namespace faultline::pdb
