// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"
#include "core/symbolicate/native/module_resolver.h"
#include "core/symbolicate/options/options.h"
#include "core/symbolicate/source/context_lines.h"
#include "core/symbolicate/source/linked_source.h"
#include "core/symbolicate/source/source_search.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace faultline::symbolicate {

/// Fills context lines and source links of all frames that have a path (docs/spec/native.md §18.1).
/// It first uses what is already loaded, then fetches the other files together from links and
/// servers. Each file is read once, unless all files together are so big that earlier ones had to
/// be dropped.
class SourceContext
{
public:
    SourceContext(ModuleResolver& resolver,
                  const Services& services,
                  const SymbolicateOptions& options,
                  cache::CacheFetchOptions fetch)
        : m_resolver(resolver), m_services(services), m_options(options), m_fetch(fetch)
    {
    }

    void apply(std::vector<Frame>& frames);
    /// The modules of frames that apply() found no text for.
    std::set<std::uint32_t> modulesWithoutText() const;
    /// Searches again for the texts that apply() did not find, after more objects were found.
    void searchAgain();
    /// Tells whether fetchRemote() would download something.
    bool needsRemote() const;
    /// Downloads what apply() could not find, and fills the frames that wait for it. Blocks.
    void fetchRemote(const std::stop_token& stop);

private:
    using FileKey = std::pair<std::uint32_t, std::string>; ///< Module and recorded path.
    using FileView = std::pair<std::uint32_t, std::string_view>;

    struct FileHash
    {
        using is_transparent = void;

        std::size_t operator()(const FileView& file) const
        {
            return std::hash<std::string_view>()(file.second) + file.first;
        }
    };

    struct SameFile
    {
        using is_transparent = void;

        bool operator()(const FileView& a, const FileView& b) const { return a == b; }
    };

    /// A search and its text's lines.
    struct Known
    {
        SourceSearch search;
        std::optional<SourceLines> lines;
    };

    /// A file that must be downloaded, and the frames that wait for it.
    struct Remote
    {
        std::vector<SourcePlace> places; ///< In the order to try them.
        std::vector<Frame*> frames;
    };

    void applyTo(Frame& frame);
    const Known& known(std::uint32_t module, const std::string& path);
    const RecordedFiles& recordedFiles(std::uint32_t module);
    void awaitRemote(Frame& frame, const std::string& link);
    void fetchRound(std::size_t round, const std::string& scope, const std::stop_token& stop);
    static void fill(Frame& frame, const SourceLines& lines, const SourceText& text);

    ModuleResolver& m_resolver;
    const Services& m_services;
    const SymbolicateOptions& m_options;
    cache::CacheFetchOptions m_fetch;
    std::map<std::uint32_t, std::shared_ptr<const RecordedFiles>> m_recorded;
    std::unordered_map<FileKey, Known, FileHash, SameFile> m_known;
    std::map<FileKey, Remote> m_remote;
    std::size_t m_knownBytes = 0; // Size of the texts in m_known.
};

} // namespace faultline::symbolicate
