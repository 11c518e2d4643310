#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/formats/object/object.h"

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::app {

struct SortOptions
{
    std::filesystem::path output;
    int compression = 0;      ///< 0: none, else a zstd level.
    std::string bundle{};     ///< Id of the bundle that the files belong to; empty: none.
    bool withSources = false; ///< Also a source bundle for every debug file.
};

/// One object that was put in its place, or why not.
struct SortedObject
{
    std::string origin; ///< Input file, and the member of an archive.
    std::string path;   ///< Below the output folder; empty when it was not written.
    std::string note;   ///< Why not.
};

/// Puts debug files into the unified layout: `<xx>/<rest of id>/<kind>` with `.meta` beside it and
/// references to the bundle. Rules: spec/sources-and-caches.md §3.6 (getsentry/symbolicator
/// symsorter); unlike there, a place that is taken costs only the object at hand.
class SymbolSorter
{
public:
    explicit SymbolSorter(SortOptions options) : m_options(std::move(options)) {}

    /// A debug file, a zip archive of them, or a folder, which is searched. What is no debug file
    /// is passed over in folders and archives. Errors: those of reading `path` itself.
    Result<void> add(const std::filesystem::path& path);

    /// Writes the record of the bundle. Errors: those of writing.
    Result<void> finish();

    const std::vector<SortedObject>& objects() const { return m_objects; }

    /// "My App 1.0" becomes "My_App_1.0": letters, digits and `.,+-` stay.
    static std::string bundleId(std::string_view name);

private:
    enum class Strangers : std::uint8_t { Report, PassOver };

    Result<void> addFolder(const std::filesystem::path& folder);
    void addBytes(const std::string& origin, const ByteView& bytes, Strangers strangers);
    void addArchive(const std::string& origin, const ByteView& bytes);
    void addObject(const std::string& origin, const ObjectPtr& object);
    Result<std::string> store(const Object& object, const std::string& name);
    Result<void> storeSources(const Object& object, const std::string& folder);
    Result<void> write(const std::string& path, Bytes content) const;

    SortOptions m_options;
    std::vector<SortedObject> m_objects;
    std::set<std::string> m_debugIds;
};

} // namespace faultline::app
