// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/serve_protocols.h"

#include "app/faultline/engine_code.h"
#include "core/server/mozilla/mozilla_api.h"
#include "core/server/mozilla/profiler_api.h"
#include "core/server/mozilla/upload_api.h"
#include "core/server/symbfile/symbfile_api.h"
#include "core/server/symcache_http/symcache_api.h"

#include <algorithm>
#include <optional>

namespace faultline::app {

namespace mozilla = server::mozilla;
namespace symbfile_api = server::symbfile_api;
namespace symcache_http = server::symcache_http;

namespace {

mozilla::TableLedgerOptions ledgerOptions(const config::ServiceConfig& config)
{
    const auto& mozilla = config.serve.protocols.mozilla;
    mozilla::TableLedgerOptions options{.file = std::nullopt,
                                        .limitBytes = mozilla.cacheBytes,
                                        .evictionBatch = mozilla.evictionBatch};
    if (config.engine.cacheDir)
        options.file = *config.engine.cacheDir / "mozilla_tables.ledger";
    return options;
}

} // namespace

struct ServeProtocols::Mozilla
{
    Mozilla(engine::Engine& engine,
            const config::ServiceConfig& config,
            const std::string& profilerToken,
            LogSink& log)
        : code(engine), finder(engine.services(), config.engine.sources, ledgerOptions(config)),
          api({.spoolFolder = std::filesystem::temp_directory_path(),
               .maxBodyBytes = config.serve.symbolicateBodyMaxBytes},
              finder,
              log)
    {
        if (const auto& upload = config.serve.protocols.mozilla.upload)
            uploads = std::make_unique<mozilla::UploadApi>(
                mozilla::UploadOptions{
                    .directory = upload->directory,
                    .spoolFolder = std::filesystem::temp_directory_path(),
                    .tokens = upload->tokens,
                    .allowedHosts = upload->allowHosts,
                    .onStored = [&engine] { engine.services().cache.markChange(); }},
                engine.services().downloader, log);
        if (const auto& profilerConfig = config.serve.protocols.mozilla.profiler)
            profiler = std::make_unique<mozilla::ProfilerApi>(
                mozilla::ProfilerOptions{.spoolFolder = std::filesystem::temp_directory_path(),
                                         .token = profilerToken,
                                         .allowedOrigins = profilerConfig->allowOrigins},
                api, code, log);
    }

    EngineCode code;
    mozilla::ModuleFinder finder;
    mozilla::MozillaApi api;
    std::unique_ptr<mozilla::ProfilerApi> profiler; ///< Null: profilers are not answered.
    std::unique_ptr<mozilla::UploadApi> uploads;    ///< Null: no uploads are taken.
};

struct ServeProtocols::Symbfile
{
    /// `mozilla` is null when that protocol is off.
    Symbfile(const config::SymbfileConfig& config,
             std::shared_ptr<symbfile_api::SymbfileStore> sharedStore,
             Mozilla* mozilla,
             cache::CacheStore& cache,
             LogSink& log)
        : folder(config.directory), store(std::move(sharedStore)),
          api({.apiKeys = config.apiKeys,
               .spoolFolder = std::filesystem::temp_directory_path(),
               .onCompleted =
                   [mozilla, &cache](symbfile_api::Kind kind,
                                     const symbfile_api::UploadHeaders& upload) {
                       cache.markChange();
                       if (mozilla != nullptr && kind == symbfile_api::Kind::Ranges)
                           forgetTables(mozilla->finder, upload);
                   }},
              *store,
              log)
    {
    }

    /// Without a build id nobody knows which modules the file serves.
    static void forgetTables(mozilla::ModuleFinder& finder,
                             const symbfile_api::UploadHeaders& upload)
    {
        const auto names = symbfile_api::buildNames(upload.buildId);
        finder.forgetTables(names.empty() ? std::string() : names.back());
    }

    /// The earlier one's if it has the same folder.
    static std::shared_ptr<symbfile_api::SymbfileStore>
    storeFor(const config::SymbfileConfig& config, const Symbfile* earlier)
    {
        if (earlier != nullptr && earlier->folder == config.directory)
            return earlier->store;
        return std::make_shared<symbfile_api::SymbfileStore>(
            symbfile_api::SymbfileStoreOptions{.folder = config.directory});
    }

    std::filesystem::path folder;
    std::shared_ptr<symbfile_api::SymbfileStore> store;
    symbfile_api::SymbfileApi api;
};

struct ServeProtocols::Symcache
{
    /// One transcoder for each format version that can be made.
    Symcache(engine::Engine& engine,
             const config::ServiceConfig& service,
             const config::SymcacheConfig& config,
             std::vector<symcache_http::TranscoderOptions> programs,
             LogSink& log)
        : folder(config.directory),
          source(engine.services(),
                 config.upstream ? std::vector{symcache_http::upstreamSource(*config.upstream)}
                                 : service.engine.sources),
          lines(makeLines(std::move(programs), config, log)), api(folder, makersOf(lines))
    {
    }

    /// A transcoder and its queue.
    struct Line
    {
        Line(symcache_http::TranscoderOptions program,
             const config::SymcacheConfig& config,
             const symcache_http::SymcacheFolder& folder,
             symcache_http::PdbSource& source,
             LogSink& log)
            : transcoder(std::move(program)),
              maker({.negativeTtl = config.negativeTtl}, folder, source, transcoder, log)
        {
        }

        symcache_http::Transcoder transcoder;
        symcache_http::SymcacheMaker maker;
    };

    using Lines = std::vector<std::unique_ptr<Line>>;

    Lines makeLines(std::vector<symcache_http::TranscoderOptions> programs,
                    const config::SymcacheConfig& config,
                    LogSink& log)
    {
        Lines made;
        for (auto& program : programs)
            made.push_back(std::make_unique<Line>(std::move(program), config, folder, source, log));
        return made;
    }

    static std::vector<symcache_http::SymcacheMaker*> makersOf(const Lines& lines)
    {
        std::vector<symcache_http::SymcacheMaker*> makers;
        for (const auto& line : lines)
            makers.push_back(&line->maker);
        return makers;
    }

    symcache_http::SymcacheFolder folder;
    symcache_http::ServerPdbSource source;
    Lines lines; ///< Destroyed before the objects above, which it uses.
    symcache_http::SymcacheApi api;
};

void addUploadedSymbols(config::ServiceConfig& config)
{
    const auto& protocols = config.serve.protocols;
    const auto add = [&](std::string id, sources::FileType type,
                         const std::filesystem::path& folder, sources::LayoutType layout) {
        sources::SourceConfig source;
        source.id = std::move(id);
        source.filters.fileTypes = {type};
        source.layout.type = layout;
        source.where = sources::FilesystemSource{folder};
        config.engine.sources.push_back(std::move(source));
    };
    if (protocols.mozilla.enabled && protocols.mozilla.upload) {
        const auto& folder = protocols.mozilla.upload->directory;
        add("uploaded symbols", sources::FileType::Breakpad,
            mozilla::regularSymbols(folder).filesFolder(), sources::LayoutType::Native);
        add("uploaded try symbols", sources::FileType::Breakpad,
            mozilla::trySymbols(folder).filesFolder(), sources::LayoutType::Native);
    }
    if (protocols.symbfile)
        add("uploaded symbfiles", sources::FileType::ElfDebug, protocols.symbfile->directory,
            sources::LayoutType::Symbfiles);
}

namespace {

/// The configured transcoders; none when only existing files are served. Errors: Unsupported.
Result<std::vector<symcache_http::TranscoderOptions>>
transcodersOf(const config::SymcacheConfig& config)
{
    std::vector<symcache_http::TranscoderOptions> programs;
    if (config.readOnly)
        return programs;
    for (const auto& [command, text] : config.transcoders) {
        const auto version = symcache_http::FormatVersion::parse(text);
        if (!version)
            return fail(ErrorKind::Unsupported,
                        "symcache.transcoder_version: expected a version such as \"3.1.0\", and "
                        "so in symcache.transcoders[].version");
        if (command.empty())
            return fail(ErrorKind::Unsupported, "symcache.transcoders[].command: it is empty");
        if (std::ranges::any_of(programs,
                                [&](const auto& p) { return p.version.major == version->major; }))
            return fail(ErrorKind::Unsupported, "symcache.transcoders: two for format ",
                        version->major);
        programs.push_back({.command = command,
                            .version = *version,
                            .timeout = config.timeout,
                            .maxOutputBytes = config.maxOutputBytes});
    }
    return programs;
}

} // namespace

Result<std::unique_ptr<ServeProtocols>> ServeProtocols::create(engine::Engine& engine,
                                                               const config::ServiceConfig& config,
                                                               const std::string& profilerToken,
                                                               LogSink& log,
                                                               const ServeProtocols* earlier)
{
    std::unique_ptr<ServeProtocols> created(new ServeProtocols);
    const auto& protocols = config.serve.protocols;
    if (protocols.mozilla.enabled)
        created->m_mozilla = std::make_unique<Mozilla>(engine, config, profilerToken, log);
    if (protocols.symbfile)
        created->m_symbfile = std::make_unique<Symbfile>(
            *protocols.symbfile,
            Symbfile::storeFor(*protocols.symbfile,
                               earlier == nullptr ? nullptr : earlier->m_symbfile.get()),
            created->m_mozilla.get(), engine.services().cache, log);
    if (protocols.symcache) {
        FL_TRY(auto programs, transcodersOf(*protocols.symcache));
        created->m_symcache = std::make_unique<Symcache>(engine, config, *protocols.symcache,
                                                         std::move(programs), log);
    }
    return created;
}

void ServeProtocols::removeLeftovers(const config::ServiceConfig& config)
{
    const auto& symcache = config.serve.protocols.symcache;
    if (symcache && !symcache->transcoders.empty() && !symcache->readOnly)
        symcache_http::SymcacheFolder(symcache->directory).removeWorkFolders();
}

ServeProtocols::~ServeProtocols() = default;

void ServeProtocols::retire()
{
    if (m_mozilla)
        m_mozilla->finder.leaveLedgerFile();
}

std::vector<server::RouteMaker> ServeProtocols::routeMakers()
{
    std::vector<server::RouteMaker> makers;
    const auto add = [&](auto& protocol) {
        if (protocol)
            makers.emplace_back([&protocol](server::RequestRunner& runner) {
                return protocol->api.routes(runner);
            });
    };
    add(m_mozilla);
    add(m_symbfile);
    add(m_symcache);
    if (m_mozilla && m_mozilla->profiler)
        makers.emplace_back([profiler = m_mozilla->profiler.get()](server::RequestRunner& runner) {
            return profiler->routes(runner);
        });
    // Last, because a download's path has no fixed part.
    if (m_mozilla && m_mozilla->uploads)
        makers.emplace_back([uploads = m_mozilla->uploads.get()](server::RequestRunner& runner) {
            return uploads->routes(runner);
        });
    return makers;
}

} // namespace faultline::app
