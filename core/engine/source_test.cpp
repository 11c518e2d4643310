// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/source_test.h"

#include "core/net/download/downloader.h"
#include "core/sources/file_listing.h"
#include "core/sources/source_traits.h"

#include <array>
#include <chrono>
#include <filesystem>
#include <future>
#include <utility>

namespace faultline::engine {

namespace {

using Outcome = SourceTestSnapshot::Outcome;

constexpr std::chrono::seconds kPatience{10};
constexpr std::uint64_t kMostBytes = 1 << 20;
/// No server has a file of these ids.
constexpr std::string_view kCodeId = "fa171e57fa171e57fa171e57fa171e57fa171e57";
constexpr std::string_view kDebugId = "fa171e57-fa17-1e57-fa17-1e57fa171e57";

constexpr std::array kElfTypes{sources::FileType::ElfDebug, sources::FileType::ElfCode,
                               sources::FileType::Breakpad};
constexpr std::array kPeTypes{sources::FileType::Pdb, sources::FileType::Pe};
constexpr std::array kMachTypes{sources::FileType::MachDebug, sources::FileType::MachCode};

sources::ObjectLookup lookupOf(sources::LookupType type)
{
    return {.type = type,
            .codeId = CodeId::parse(kCodeId),
            .codeFile = "faultline-test",
            .debugId = DebugId::parse(kDebugId),
            .debugFile = "faultline-test.pdb",
            .debugChecksum = {}};
}

/// The first file that the source's layout and filters allow.
std::optional<sources::RemoteFile> fileToAsk(const sources::SourcePtr& source)
{
    const auto first = [&](sources::LookupType type, std::span<const sources::FileType> types) {
        auto listing = sources::listRemoteFiles({&source, 1}, lookupOf(type), types);
        return listing.files.empty() ? std::nullopt
                                     : std::optional(std::move(listing.files.front()));
    };
    if (auto file = first(sources::LookupType::Elf, kElfTypes))
        return file;
    if (auto file = first(sources::LookupType::Pe, kPeTypes))
        return file;
    return first(sources::LookupType::MachO, kMachTypes);
}

Outcome outcomeOf(const net::DownloadOutcome& answer)
{
    // A server that has a file for every id is a web page, or a proxy that asks for a login.
    if (answer.content)
        return Outcome::AnswersAnything;
    switch (broadKind(answer.content.error().kind)) {
    case ErrorKind::NotFound: return Outcome::Works;
    case ErrorKind::PermissionDenied: return Outcome::Refused;
    case ErrorKind::Timeout: return Outcome::Slow;
    case ErrorKind::Cancelled: return Outcome::NotAsked;
    case ErrorKind::Malformed: return Outcome::AnswersAnything;
    default: return answer.httpStatus ? Outcome::Failing : Outcome::Unreachable;
    }
}

void testFolder(const std::string& path, SourceTestSnapshot& result)
{
    std::error_code error;
    if (!std::filesystem::is_directory(path, error)) {
        result.outcome = Outcome::NoFolder;
        return;
    }
    const std::filesystem::directory_iterator entries(path, error);
    result.outcome = error ? Outcome::Refused : Outcome::Works;
    result.detail = error ? error.message() : std::string();
}

void askServer(net::Downloader& downloader,
               const sources::SourcePtr& source,
               const std::stop_token& stop,
               SourceTestSnapshot& result)
{
    const auto file = fileToAsk(source);
    auto target = TempFile::createInMemory();
    if (!file || !target) {
        result.outcome = Outcome::NotAsked;
        return;
    }
    auto request = net::downloadRequestFor(*file, std::move(*target));
    if (!request) {
        result.outcome = Outcome::NotAsked;
        result.detail = request.error().detail;
        return;
    }
    request->maxBytes = kMostBytes;
    request->source = source->id;
    request->location = file->uri();
    // Shared, because the answer may come after we stopped waiting.
    auto answered = std::make_shared<std::promise<net::DownloadOutcome>>();
    auto answer = answered->get_future();
    std::stop_source stopper;
    const std::stop_callback forward(stop, [&stopper] { stopper.request_stop(); });
    downloader.start(
        *std::move(request), stopper.get_token(),
        [answered](net::DownloadOutcome outcome) { answered->set_value(std::move(outcome)); });
    if (answer.wait_for(kPatience) != std::future_status::ready) {
        stopper.request_stop();
        result.outcome = Outcome::Slow;
        return;
    }
    const auto outcome = answer.get();
    result.outcome = outcomeOf(outcome);
    result.httpStatus = outcome.httpStatus;
    if (!outcome.content)
        result.detail = outcome.content.error().detail;
}

} // namespace

SourceTestSnapshot
testSource(net::Downloader& downloader, sources::SourceConfig source, const std::stop_token& stop)
{
    const auto begin = std::chrono::steady_clock::now();
    SourceTestSnapshot result;
    result.source = source.id;
    if (const auto* folder = sources::traitsOf(source).folder)
        testFolder(*folder, result);
    else
        askServer(downloader, sources::makeSource(std::move(source)), stop, result);
    result.duration = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - begin);
    return result;
}

} // namespace faultline::engine
