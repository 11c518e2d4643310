// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/why_sentence.h"

namespace faultline::insight {

namespace {

using Phrases = std::vector<WhyPhrase>;

void quote(Phrases& phrases, const std::string& text)
{
    if (!text.empty())
        phrases.push_back({.sentence = WhySentence::Quoted, .text = text});
}

void add(Phrases& phrases, WhySentence sentence)
{
    phrases.push_back({.sentence = sentence, .text = {}});
}

void addFrames(Phrases& phrases, const Why& why)
{
    if (why.framesOnStack > 0)
        phrases.push_back(
            {.sentence = WhySentence::NeededByFrames, .text = {}, .count = why.framesOnStack});
}

Phrases missing(const Why& why)
{
    Phrases phrases;
    if (why.sourceCount == 0)
        add(phrases, WhySentence::NoSourceSetUp);
    else
        phrases.push_back(
            {.sentence = WhySentence::NoSourceHasIt, .text = {}, .count = why.sourceCount});
    addFrames(phrases, why);
    return phrases;
}

/// What failed, and since when that is remembered.
Phrases failure(const Why& why)
{
    Phrases phrases;
    quote(phrases, why.module->debugDetails);
    if (why.rememberedSince)
        phrases.push_back(
            {.sentence = WhySentence::RememberedSince, .text = {}, .time = why.rememberedSince});
    return phrases;
}

/// How the server refused: 401 asks for credentials, 403 knows them and says no.
Phrases refused(const Why& why)
{
    Phrases phrases;
    if (why.refusalStatus == 401u)
        add(phrases, WhySentence::AsksForCredentials);
    else if (why.refusalStatus == 403u)
        add(phrases, WhySentence::RefusesCredentials);
    for (auto& phrase : failure(why))
        phrases.push_back(std::move(phrase));
    return phrases;
}

Phrases blocked(const Why& why)
{
    std::string servers;
    for (const auto& source : why.blockedSources)
        servers += (servers.empty() ? "" : ", ") + source;
    return {{.sentence = WhySentence::BlockedUntil,
             .text = std::move(servers),
             .time = why.blockedUntil}};
}

Phrases cachedMiss(const Why& why)
{
    Phrases phrases{
        {.sentence = why.rememberedSince ? WhySentence::NotFoundAt : WhySentence::NotFoundEarlier,
         .text = {},
         .time = why.rememberedSince}};
    addFrames(phrases, why);
    return phrases;
}

Phrases one(WhySentence sentence)
{
    return {{.sentence = sentence, .text = {}}};
}

} // namespace

std::vector<WhyPhrase> whyPhrases(const Why& why)
{
    switch (why.code) {
    case WhyCode::Fine: return why.module ? one(WhySentence::FoundAndFits) : Phrases();
    case WhyCode::Pending: return {};
    case WhyCode::Stopped: return one(WhySentence::KnownUntilStopped);
    case WhyCode::Offline: return one(WhySentence::OnlyLocalFiles);
    case WhyCode::UnknownImage: return one(WhySentence::NoModuleCovers);
    case WhyCode::NoModuleNamed: return one(WhySentence::TextNamesNoModule);
    case WhyCode::NoId: return one(WhySentence::NothingToAskBy);
    case WhyCode::Unused: return one(WhySentence::NoFrameInIt);
    case WhyCode::NoSources:
    case WhyCode::Missing: return missing(why);
    case WhyCode::NoPermission: return refused(why);
    case WhyCode::HostBlocked: return blocked(why);
    case WhyCode::FetchFailed:
    case WhyCode::Timeout:
    case WhyCode::MalformedDownload:
    case WhyCode::MalformedUse:
    case WhyCode::Unsupported:
    case WhyCode::CouldNotBeUsed:
    case WhyCode::ScriptMissing:
    case WhyCode::MapMissing:
    case WhyCode::ScriptUnreachable:
    case WhyCode::ScriptNotAllowed:
    case WhyCode::MapDamaged: return failure(why);
    case WhyCode::MapNotNamed: return one(WhySentence::ShownAsItRuns);
    case WhyCode::PositionNotMapped: return one(WhySentence::CodeOfATool);
    case WhyCode::IdMismatch: return one(WhySentence::OtherIdentifiers);
    case WhyCode::CachedMiss: return cachedMiss(why);
    case WhyCode::WrongBuild: return one(WhySentence::OfAnotherBuild);
    case WhyCode::MissingSymbol: return one(WhySentence::InAGap);
    case WhyCode::SymbolTableOnly: return one(WhySentence::SymbolTableOnly);
    case WhyCode::NoDebugInfo: return one(WhySentence::NeitherNamesNorLines);
    case WhyCode::LowTrust: {
        auto phrases = one(WhySentence::FoundByScanning);
        quote(phrases, why.frame->note);
        return phrases;
    }
    }
    return {};
}

} // namespace faultline::insight
