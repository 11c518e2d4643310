// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/why.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace faultline::insight {

/// A sentence of an explanation. Its English words are in core/report/insight_text.cpp, their
/// translation in ui/bridge/why.cpp.
enum class WhySentence : std::uint8_t {
    Quoted, ///< `text` itself, from the report.
    FoundAndFits,
    KnownUntilStopped,
    OnlyLocalFiles,
    NoModuleCovers,
    TextNamesNoModule,
    NothingToAskBy,
    NoFrameInIt,
    NoSourceSetUp,
    NoSourceHasIt,  ///< `count` sources were asked.
    NeededByFrames, ///< `count` frames.
    AsksForCredentials,
    RefusesCredentials,
    BlockedUntil,    ///< `text` are the servers, `time` is the end.
    RememberedSince, ///< `time` is when it failed.
    NotFoundAt,      ///< `time` is when it was not found.
    NotFoundEarlier,
    OtherIdentifiers,
    OfAnotherBuild, ///< ModuleReport::wrongBuild says how it is known.
    InAGap,
    SymbolTableOnly,
    NeitherNamesNorLines,
    FoundByScanning,
    ShownAsItRuns,
    CodeOfATool
};

inline constexpr auto kLastWhySentence = WhySentence::CodeOfATool;

/// A sentence with its parameters.
struct WhyPhrase
{
    WhySentence sentence = WhySentence::Quoted;
    std::string text;
    std::size_t count = 0;
    std::optional<std::int64_t> time = std::nullopt; ///< Unix seconds.
};

/// The sentences after the headline, in order.
std::vector<WhyPhrase> whyPhrases(const Why& why);

} // namespace faultline::insight
