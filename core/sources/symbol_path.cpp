// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/symbol_path.h"

#include "core/base/text.h"
#include "core/sources/remote_file.h"

#include <algorithm>
#include <array>

namespace faultline::sources {

namespace {

constexpr std::size_t kMaxStores = 10;
constexpr std::string_view kMicrosoftStore = "https://msdl.microsoft.com/download/symbols";

std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> fields;
    while (true) {
        const auto end = std::min(text.find(separator), text.size());
        fields.push_back(text.substr(0, end));
        if (end == text.size())
            return fields;
        text.remove_prefix(end + 1);
    }
}

bool isUrl(std::string_view place)
{
    const auto lowered = toLowerAscii(place.substr(0, 8));
    return lowered.starts_with("http://") || lowered.starts_with("https://");
}

bool isKeyword(std::string_view field)
{
    return equalsIgnoreCase(field, "srv") || equalsIgnoreCase(field, "symsrv") ||
           equalsIgnoreCase(field, "cache");
}

std::string below(std::string_view folder, std::string_view name)
{
    return concat(folder, folder.ends_with('/') || folder.ends_with('\\') ? "" : "/", name);
}

/// Turns elements into sources, one by one.
class PathReader
{
public:
    explicit PathReader(const SymbolPathEnvironment& environment) : m_environment(environment) {}

    Result<void> readElement(std::string_view element, std::size_t number)
    {
        const auto fields = split(element, '*');
        if (fields.size() == 1) {
            addFolder(element);
            return {};
        }
        const auto rest = std::span(fields).subspan(1);
        if (equalsIgnoreCase(fields.front(), "srv"))
            return addChain(rest, number);
        if (equalsIgnoreCase(fields.front(), "cache")) {
            m_cache = storeOf(rest.front());
            addStore(m_cache);
            return {};
        }
        if (!equalsIgnoreCase(fields.front(), "symsrv"))
            return fail(ErrorKind::Malformed, "symbol path: element ", number,
                        " begins with neither srv*, symsrv* nor cache*");
        if (rest.size() < 2)
            return fail(ErrorKind::Malformed, "symbol path: element ", number,
                        " names no store after its library");
        return addChain(rest.subspan(1), number);
    }

    std::vector<SourceConfig> takeSources() { return std::move(m_sources); }

private:
    bool exists(const std::string& path) const
    {
        return m_environment.exists && m_environment.exists(path);
    }

    std::string storeOf(std::string_view field) const
    {
        return field.empty() ? m_environment.defaultStore : std::string(field);
    }

    void add(SourceConfig source)
    {
        if (std::ranges::find(m_sources, source.id, &SourceConfig::id) == m_sources.end())
            m_sources.push_back(std::move(source));
    }

    /// SymSrv asks a store for the plain name, the compressed name and file.ptr.
    void addStore(const std::string& path)
    {
        if (path.empty())
            return;
        SourceConfig source;
        source.id = concat("store:", path);
        source.layout.type =
            exists(below(path, "index2.txt")) ? LayoutType::SymstoreIndex2 : LayoutType::Symstore;
        source.probes.filePtr = true;
        source.where = FilesystemSource{path};
        add(std::move(source));
    }

    void addServer(std::string_view url, std::vector<std::string> copyTo)
    {
        SourceConfig source;
        source.id = concat("store:", withoutCredentials(url));
        source.layout.type = LayoutType::Symstore;
        source.copyTo = std::move(copyTo);
        source.where = HttpSource{std::string(url), {}, false};
        add(std::move(source));
    }

    void addPlainFolder(const std::string& path)
    {
        SourceConfig source;
        source.id = concat("folder:", path);
        source.where = FolderSource{path, false};
        add(std::move(source));
    }

    /// Debuggers search the folder itself, and below it by the kind of module.
    void addFolder(std::string_view folder)
    {
        const std::string path(folder);
        if (exists(below(path, "pingme.txt")))
            return addStore(path);
        addPlainFolder(path);
        for (const std::string_view parent : {"", "symbols"}) {
            for (const std::string_view kind : {"dll", "exe", "sys"}) {
                const auto deeper = below(parent.empty() ? path : below(path, parent), kind);
                if (exists(deeper))
                    addPlainFolder(deeper);
            }
        }
    }

    Result<void> addChain(std::span<const std::string_view> stores, std::size_t number)
    {
        if (stores.size() > kMaxStores)
            return fail(ErrorKind::Malformed, "symbol path: element ", number, " has ",
                        stores.size(), " stores, limit ", kMaxStores);
        const bool isBare = stores.size() == 1 && stores.front().empty();
        std::vector<std::string> copies;
        if (!m_cache.empty())
            copies.push_back(m_cache);
        for (std::size_t i = 0; i < stores.size(); ++i) {
            if (isUrl(stores[i]) && i + 1 < stores.size())
                return fail(ErrorKind::Malformed, "symbol path: element ", number,
                            " has a server that is not its last store");
            if (isUrl(stores[i]))
                addServerAfter(stores[i], std::move(copies));
            else
                addStore(copies.emplace_back(storeOf(stores[i])));
        }
        if (isBare)
            addServer(kMicrosoftStore, std::move(copies));
        return {};
    }

    /// A server always follows a store: the default one if none is named.
    void addServerAfter(std::string_view url, std::vector<std::string> copies)
    {
        if (copies.empty() && !m_environment.defaultStore.empty())
            addStore(copies.emplace_back(m_environment.defaultStore));
        addServer(url, std::move(copies));
    }

    const SymbolPathEnvironment& m_environment;
    std::vector<SourceConfig> m_sources;
    std::string m_cache; // Store of the last `cache*`.
};

} // namespace

bool looksLikeSymbolPath(std::string_view text)
{
    return std::ranges::any_of(split(text, ';'), [](std::string_view element) {
        const auto fields = split(trimAscii(element), '*');
        return fields.size() > 1 && isKeyword(fields.front());
    });
}

Result<std::vector<SourceConfig>> parseSymbolPath(std::string_view text,
                                                  const SymbolPathEnvironment& environment)
{
    PathReader reader(environment);
    std::size_t number = 0;
    for (const auto element : split(text, ';')) {
        ++number;
        if (const auto trimmed = trimAscii(element); !trimmed.empty())
            FL_CHECK(reader.readElement(trimmed, number));
    }
    return reader.takeSources();
}

} // namespace faultline::sources
