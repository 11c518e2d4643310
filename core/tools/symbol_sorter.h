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
    int compression = 0;      ///< 0: none, else a zstd level.
    bool withSources = false; ///< Also a source bundle for every debug file.
};

/// One object, and what became of it.
struct SortedObject
{
    enum class Outcome : std::uint8_t {
        Stored,
        Duplicate,  ///< Its place was taken; the file there stays.
        Skipped,    ///< Of a kind without a place in the layout.
        Unreadable, ///< Damaged, or without an id.
        NotWritten
    };
    Outcome outcome = Outcome::Stored;
    std::string origin; ///< Input file, and the member of an archive.
    std::string path;   ///< Below the output folder; of what was stored.
    std::string note;   ///< Why it was not.
};

/// Puts debug files into the unified layout: `<xx>/<rest of id>/<kind>` with `.meta` beside it and
/// references to the bundle. Rules: docs/spec/sources-and-caches.md §3.6 (getsentry/symbolicator
/// symsorter); unlike there, a place that is taken costs only the object at hand.
class SymbolSorter
{
public:
    explicit SymbolSorter(SortOptions options) : m_options(std::move(options)) {}

    /// A debug file, a zip archive of them, or a folder, which is searched; links in it are not
    /// followed. What is no debug file is passed over in folders and archives. All belong to the
    /// bundle of the given id; empty: to none. Errors: those of reading `path` itself.
    Result<void> add(const std::filesystem::path& path, const std::string& bundle);

    /// Makes the source bundles that are missing, and writes the records of the bundles. Errors:
    /// those of writing.
    Result<void> finish();

    const std::vector<SortedObject>& objects() const { return m_objects; }

    std::size_t sourceBundles() const { return m_sourceBundles; }

    /// "My App 1.0" becomes "My_App_1.0": letters, digits and `.,+-` stay, anything between them is
    /// one underscore. Empty when nothing stays, or what stays means a folder.
    static std::string bundleId(std::string_view name);

private:
    enum class Strangers : std::uint8_t { Report, PassOver };

    /// A debug file for which a source bundle can be made.
    struct SourceUser
    {
        std::filesystem::path file;
        DebugId debugId;
        std::string folder; ///< Below the output folder.
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
    std::string m_bundle; // Of the input at hand.
    std::vector<SortedObject> m_objects;
    std::vector<SourceUser> m_sourceUsers;
    std::map<std::string, std::set<std::string>> m_bundles; // Debug ids by bundle.
    std::size_t m_sourceBundles = 0;
};

} // namespace faultline::app
