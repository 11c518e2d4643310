// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/formats/debug/object/object.h"

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::app {

struct SortOptions
{
    std::filesystem::path output;
    int compression = 0;      ///< 0 means none; otherwise a zstd level.
    bool withSources = false; ///< Also makes a source bundle for every debug file.
};

/// An object and its outcome.
struct SortedObject
{
    enum class Outcome : std::uint8_t {
        Stored,
        Duplicate,  ///< Its place was taken; the existing file is kept.
        Skipped,    ///< Its kind has no place in the layout.
        Unreadable, ///< Damaged, or without an id.
        NotWritten
    };
    Outcome outcome = Outcome::Stored;
    std::string origin; ///< Input file, and the member of an archive.
    std::string path;   ///< Path below the output folder; only if stored.
    std::string note;   ///< Why it was not stored.
};

/// Puts debug files into the unified layout: `<xx>/<rest of id>/<kind>` with `.meta` beside it and
/// references to the bundle. Rules: docs/spec/sources-and-caches.md §3.6 (getsentry/symbolicator
/// symsorter). Unlike there, a taken place loses only the current object.
class SymbolSorter
{
public:
    explicit SymbolSorter(SortOptions options) : m_options(std::move(options)) {}

    /// Adds a debug file, a zip archive of debug files, or a folder, which is searched without
    /// following links. Other files in folders and archives are skipped. All belong to the bundle
    /// with the given id; to none if it is empty. Errors: those of reading `path` itself.
    Result<void> add(const std::filesystem::path& path, const std::string& bundle);

    /// Makes the missing source bundles and writes the bundles' records. Errors: those of writing.
    Result<void> finish();

    const std::vector<SortedObject>& objects() const { return m_objects; }

    std::size_t sourceBundles() const { return m_sourceBundles; }

    /// "My App 1.0" becomes "My_App_1.0": letters, digits and `.,+-` are kept, and each run of
    /// other characters becomes one underscore. Empty when nothing is kept, or when the result
    /// would mean a folder.
    static std::string bundleId(std::string_view name);

private:
    enum class Strangers : std::uint8_t { Report, PassOver };

    /// A debug file for which a source bundle can be made.
    struct SourceUser
    {
        std::filesystem::path file;
        DebugId debugId;
        std::string folder; ///< Path below the output folder.
    };

    Result<void> addFolder(const std::filesystem::path& folder);
    void addFile(const std::filesystem::path& file, const ByteView& bytes, Strangers strangers);
    void addArchive(const std::string& origin, const ByteView& bytes);
    std::vector<object::ObjectPtr>
    addBytes(const std::string& origin, const ByteView& bytes, Strangers strangers);
    bool addObject(const std::string& origin, const object::Object& object);
    Result<void>
    store(const object::Object& object, const std::string& folder, SortedObject& sorted);
    Result<void> storeSources(const SourceUser& user);
    Result<void>
    writeMeta(const std::string& path, const object::Object& object, std::string_view name);
    Result<void> writeBundleRecord(const std::string& id, const std::set<std::string>& debugIds);
    Result<void> writePacked(const std::string& path, const ByteView& content) const;
    Result<void> write(const std::string& path, Bytes content) const;
    void refuse(SortedObject::Outcome outcome, const std::string& origin, std::string note);

    SortOptions m_options;
    std::string m_bundle; // Bundle of the current input.
    std::vector<SortedObject> m_objects;
    std::vector<SourceUser> m_sourceUsers;
    std::map<std::string, std::set<std::string>> m_bundles; // Debug ids keyed by bundle.
    std::size_t m_sourceBundles = 0;
};

} // namespace faultline::app
