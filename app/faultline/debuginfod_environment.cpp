// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/debuginfod_environment.h"

#include "core/base/file.h"
#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/sources/source_traits.h"

#include <algorithm>

namespace faultline::app {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kMaxFileBytes = 1 << 20;

std::vector<fs::path> urlFiles(const fs::path& folder)
{
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        if (at->path().extension() == ".urls")
            files.push_back(at->path());
    }
    std::ranges::sort(files);
    return files;
}

} // namespace

DebuginfodEnvironment::DebuginfodEnvironment(sources::VariableLookup variable, fs::path urlsFolder)
    : m_variable(std::move(variable)), m_urlsFolder(std::move(urlsFolder))
{
}

std::optional<std::string> DebuginfodEnvironment::urls() const
{
    if (auto set = m_variable("DEBUGINFOD_URLS"))
        return set;
    std::string all;
    for (const auto& file : urlFiles(m_urlsFolder)) {
        // A list that cannot be read is another user's.
        if (const auto text = readFile(file, kMaxFileBytes))
            all += concat(text->text(), "\n");
    }
    return all.empty() ? std::nullopt : std::optional(all);
}

Result<void> DebuginfodEnvironment::addHeaders(std::vector<sources::SourceConfig>& sources) const
{
    const auto file = m_variable("DEBUGINFOD_HEADERS_FILE");
    if (!file || file->empty() || !asksDebuginfod(sources))
        return {};
    const auto text = readFile(*file, kMaxFileBytes);
    if (!text)
        return fail(text.error().kind, "DEBUGINFOD_HEADERS_FILE: ", text.error().detail);
    for (const auto line : splitLines(text->text())) {
        const auto colon = line.find(':');
        if (colon == std::string_view::npos || colon == 0)
            continue;
        const std::pair<std::string, std::string> header(trimAscii(line.substr(0, colon)),
                                                         trimAscii(line.substr(colon + 1)));
        for (auto& source : sources) {
            if (sources::debuginfodServer(source) != nullptr)
                sources::addHeader(source, header);
        }
    }
    return {};
}

std::optional<std::uint64_t> DebuginfodEnvironment::number(const std::string& name) const
{
    const auto text = m_variable(name);
    return text ? parseDecimal(*text) : std::nullopt;
}

namespace {

constexpr std::uint64_t kMaxRetries = 1000;

} // namespace

void DebuginfodEnvironment::applyLimits(engine::EngineConfig& config) const
{
    const auto seconds = [](std::uint64_t count) {
        // No duration of ours is longer, so that none overflows.
        constexpr std::uint64_t kMaxSeconds = 366ull * 24 * 3600;
        return std::chrono::seconds(std::min(count, kMaxSeconds));
    };
    if (const auto stall = number("DEBUGINFOD_TIMEOUT"))
        config.stallTimeout = seconds(*stall);
    if (const auto total = number("DEBUGINFOD_MAXTIME"); total.value_or(0) > 0)
        config.maxDownloadTimeout = seconds(*total);
    if (const auto size = number("DEBUGINFOD_MAXSIZE"); size.value_or(0) > 0)
        config.maxDownloadBytes = *size;
    if (const auto retries = number("DEBUGINFOD_RETRY_LIMIT"))
        config.maxDownloadAttempts =
            static_cast<std::uint32_t>(std::min(*retries, kMaxRetries)) + 1;
}

bool asksDebuginfod(const std::vector<sources::SourceConfig>& sources)
{
    return std::ranges::any_of(sources, [](const sources::SourceConfig& source) {
        return sources::debuginfodServer(source) != nullptr;
    });
}

} // namespace faultline::app
