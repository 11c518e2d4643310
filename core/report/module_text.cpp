// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/module_text.h"

#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/report/candidate_text.h"

#include <algorithm>

namespace faultline::report {

namespace {

std::string_view statusWords(ObjectFileStatus status)
{
    switch (status) {
    case ObjectFileStatus::Unused: return "not needed";
    case ObjectFileStatus::Found: return "symbols found";
    case ObjectFileStatus::Missing: return "not found";
    case ObjectFileStatus::Malformed: return "damaged";
    case ObjectFileStatus::FetchingFailed: return "could not be fetched";
    case ObjectFileStatus::Timeout: return "timed out";
    case ObjectFileStatus::Unsupported: return "wrong kind of file";
    case ObjectFileStatus::Other: break;
    }
    return "failed";
}

std::string downloadWords(const Candidate& candidate)
{
    switch (candidate.download) {
    case DownloadStatus::Ok: return "fetched";
    case DownloadStatus::Malformed: return "damaged";
    case DownloadStatus::NoPermission:
        return concat("refused: ", escapeControls(failureWords(candidate)));
    case DownloadStatus::NotFound: return "not found";
    case DownloadStatus::Error: break;
    }
    return concat("failed: ", escapeControls(failureWords(candidate)));
}

std::string debugUseWords(const std::optional<CandidateUse>& use)
{
    if (!use || use->status == UseStatus::Ok)
        return {};
    if (use->status == UseStatus::Malformed)
        return ", but damaged inside";
    return concat(", but ", escapeControls(useFailureWords(*use)));
}

/// "45 s", "10 min", "3 h", "7 d": rounded to the nearest unit.
std::string roundedDuration(std::uint64_t seconds)
{
    constexpr std::uint64_t kMinute = 60;
    constexpr std::uint64_t kHour = 60 * kMinute;
    constexpr std::uint64_t kDay = 24 * kHour;
    if (seconds < 2 * kMinute)
        return concat(seconds, " s");
    if (seconds < 2 * kHour)
        return concat((seconds + kMinute / 2) / kMinute, " min");
    if (seconds < 2 * kDay)
        return concat((seconds + kHour / 2) / kHour, " h");
    return concat((seconds + kDay / 2) / kDay, " d");
}

std::string expiryWords(const Candidate& candidate)
{
    if (!candidate.failureExpiresInSeconds)
        return {};
    return concat(", asked again in ", roundedDuration(*candidate.failureExpiresInSeconds));
}

std::string placeLine(const Candidate& candidate)
{
    auto line =
        concat(escapeControls(candidate.source), ": ", escapeControls(locationWords(candidate)),
               "  ", downloadWords(candidate), debugUseWords(candidate.debug));
    for (const auto& words :
         {skipWords(candidate), identityWords(candidate.identity), useWords(candidate)}) {
        if (!words.empty())
            line += concat(", ", escapeControls(words));
    }
    if (candidate.layer == AnswerLayer::NegativeCache)
        line += concat(" (remembered from an earlier try", expiryWords(candidate), ")");
    else if (candidate.attempts > 1)
        line += concat(" (", candidate.attempts, " attempts)");
    return line;
}

} // namespace

std::string moduleName(const EventModule& module)
{
    if (module.codeFile && !module.codeFile->empty())
        return escapeControls(baseName(*module.codeFile));
    if (module.debugFile && !module.debugFile->empty())
        return escapeControls(baseName(*module.debugFile));
    return hexAddress(module.address);
}

std::string wantedFile(const EventModule& module)
{
    const auto name = module.debugFile && !module.debugFile->empty()
                          ? escapeControls(baseName(*module.debugFile))
                          : moduleName(module);
    if (module.debugId)
        return concat(name, " ", module.debugId->breakpad());
    if (module.codeId)
        return concat(name, " ", module.codeId->text());
    return name + " (no id)";
}

std::string debugStatusWords(const ModuleReport& report)
{
    auto words = std::string(statusWords(report.debugStatus));
    if (!report.debugDetails.empty() && report.debugDetails != words)
        words += concat(": ", escapeControls(report.debugDetails));
    return words;
}

std::vector<std::string> triedPlaces(const ModuleReport& report)
{
    std::vector<const Candidate*> inOrder;
    inOrder.reserve(report.candidates.size());
    for (const auto& candidate : report.candidates)
        inOrder.push_back(&candidate);
    std::ranges::stable_sort(inOrder, {}, &Candidate::sequence);
    std::vector<std::string> lines;
    lines.reserve(inOrder.size());
    for (const auto* candidate : inOrder)
        lines.push_back(placeLine(*candidate));
    return lines;
}

std::vector<std::uint32_t> modulesWithoutSymbols(const Report& report)
{
    std::vector<std::uint32_t> missing;
    for (std::uint32_t i = 0; i < report.modules.size(); ++i) {
        const auto& module = report.modules[i];
        const bool isNeeded = module && module->debugStatus != ObjectFileStatus::Unused;
        if (isNeeded && module->debugStatus != ObjectFileStatus::Found)
            missing.push_back(i);
    }
    std::ranges::stable_sort(missing, std::greater(), [&](std::uint32_t module) {
        return report.modules[module]->frameCount;
    });
    return missing;
}

} // namespace faultline::report
