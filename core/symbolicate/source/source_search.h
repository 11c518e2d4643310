// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/object.h"
#include "core/model/source_text.h"
#include "core/symbolicate/options/options.h"
#include "core/symbolicate/source/linked_source.h"
#include "core/symcache/managed/ppdb_cache.h"
#include "core/symcache/symcache.h"

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace faultline::symbolicate {

/// The places where a source was searched, each with its outcome, and the first one that had it.
struct SourceSearch
{
    std::optional<SourceText> found;
    std::vector<std::string> tried;
    std::string link; ///< http(s) URL for the file in a bundle or PDB; empty when there is none.
    /// A file of this machine was not read, because it is no source by name or place.
    bool isRefused = false;
};

/// What debug info records about one source file.
struct RecordedFile
{
    object::DebugFile::ChecksumKind checksumKind = object::DebugFile::ChecksumKind::None;
    std::string_view checksum; ///< Hex digits. Both are valid as long as the RecordedFiles.
    std::string_view embeddedSource;
};

/// What debug info records about source files, by path. A cache may contain hundreds of thousands.
class RecordedFiles
{
public:
    /// Both may be null.
    RecordedFiles(std::shared_ptr<const symcache::SymCache> cache,
                  std::shared_ptr<const symcache::PpdbCache> managed);

    bool hasDebugInfo() const { return m_cache || m_managed; }

    /// If one path has several records, the most informative one.
    std::optional<RecordedFile> find(std::string_view path) const;

private:
    void add(std::string_view path, const RecordedFile& file);

    std::shared_ptr<const symcache::SymCache> m_cache;
    std::shared_ptr<const symcache::PpdbCache> m_managed;
    std::deque<std::string> m_checksums; // Checksums of m_managed as hex digits.
    std::unordered_map<std::string_view, RecordedFile>
        m_byPath; // Views into the members before it.
};

/// Searches the module's source objects, then the debug file's embedded sources, then (with
/// useLocalSources) the mapped paths and the recorded path itself. Among the local files it chooses
/// the first whose checksum does not contradict. If all contradict, it chooses the first and marks
/// it. Blocks on local files only.
SourceSearch findSource(const std::string& path,
                        const std::vector<object::ObjectPtr>& sourceObjects,
                        const RecordedFiles& recorded,
                        const SymbolicateOptions& options,
                        const ParseLimits& limits);

/// The answer of one of `places`, as the outcome of a search.
SourceText textFrom(const SourcePlace& place,
                    const std::string& path,
                    const SourceFile& file,
                    const RecordedFiles& recorded);

} // namespace faultline::symbolicate
