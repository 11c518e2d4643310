// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/download/pointed_download.h"

#include "core/sources/file_pointer.h"

namespace faultline::net {

namespace {

constexpr std::uint64_t kMaxPointerBytes = 16 << 10;

/// Keeps the data for the second step while the first one runs.
struct Pointed
{
    Downloader& downloader;
    sources::SourcePtr source;
    DownloadRequest request;
    std::stop_token stop;
    Downloader::Completion done;
};

Result<std::string> pointerText(const DownloadOutcome& outcome)
{
    if (!outcome.content)
        return std::unexpected(outcome.content.error());
    if (const auto* bytes = std::get_if<ByteView>(&*outcome.content))
        return std::string(bytes->text().substr(0, kMaxPointerBytes));
    FL_TRY(const auto bytes, std::get<TempFile>(*outcome.content).map());
    return std::string(bytes.text());
}

/// Puts the file in place of the pointer.
Result<void> aimAtFile(Pointed& pointed, const DownloadOutcome& outcome)
{
    FL_TRY(const auto text, pointerText(outcome));
    FL_TRY(const auto path, sources::parseFilePointer(text));
    FL_TRY(auto target, sources::followFilePointer(*pointed.source, path));
    if (auto* file = std::get_if<std::filesystem::path>(&target))
        pointed.request.from = LocalTarget{std::move(*file)};
    else
        std::get<HttpTarget>(pointed.request.from).url = std::get<std::string>(std::move(target));
    return {};
}

} // namespace

void startPointedDownload(Downloader& downloader,
                          const sources::RemoteFile& file,
                          TempFile target,
                          std::string label,
                          std::stop_token stop,
                          Downloader::Completion done)
{
    const auto fails = [&](Error error) { done({.content = std::unexpected(std::move(error))}); };
    auto pointerFile = target.createSibling();
    if (!pointerFile)
        return fails(std::move(pointerFile.error()));
    auto request = downloadRequestFor(file, std::move(target));
    auto pointer = downloadRequestFor(file, *std::move(pointerFile));
    if (!request || !pointer)
        return fails(request ? pointer.error() : request.error());
    request->label = label;
    pointer->label = std::move(label);
    pointer->decompress = false;
    pointer->maxBytes = kMaxPointerBytes;
    auto pointed = std::make_unique<Pointed>(downloader, file.source, *std::move(request), stop,
                                             std::move(done));
    downloader.start(*std::move(pointer), std::move(stop),
                     [pointed = std::move(pointed)](DownloadOutcome outcome) mutable {
                         if (auto aimed = aimAtFile(*pointed, outcome); !aimed) {
                             outcome.content = std::unexpected(std::move(aimed.error()));
                             pointed->done(std::move(outcome));
                             return;
                         }
                         pointed->downloader.start(std::move(pointed->request), pointed->stop,
                                                   std::move(pointed->done));
                     });
}

} // namespace faultline::net
