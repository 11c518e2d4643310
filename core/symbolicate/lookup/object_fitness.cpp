// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/lookup/object_fitness.h"

#include "core/base/result.h"

#include <algorithm>

namespace faultline::symbolicate {

namespace {

bool leadsToDebugInfo(const ObjectMeta& meta)
{
    return std::ranges::any_of(meta.companions, [](const object::CompanionReference& reference) {
        return reference.kind == object::CompanionReference::Kind::DebugLink;
    });
}

BuildIdentity fits(IdentityEvidence evidence)
{
    return {.verdict = IdentityVerdict::Fits, .evidence = evidence, .found = {}, .expected = {}};
}

BuildIdentity unknown(IdentityEvidence evidence)
{
    return {.verdict = IdentityVerdict::Unknown, .evidence = evidence, .found = {}, .expected = {}};
}

BuildIdentity
wrongBuild(IdentityEvidence evidence, std::string found = {}, std::string expected = {})
{
    return {.verdict = IdentityVerdict::WrongBuild,
            .evidence = evidence,
            .found = std::move(found),
            .expected = std::move(expected)};
}

} // namespace

bool hasIds(const sources::ObjectLookup& wanted)
{
    return wanted.debugId || (wanted.codeId && !wanted.codeId->empty());
}

BuildIdentity identityByIds(const sources::ObjectLookup& wanted, const ObjectMeta& found)
{
    if (wanted.debugId && !found.debugId.isNil()) {
        if (found.debugId.serves(*wanted.debugId) ||
            std::ranges::any_of(found.otherDebugIds,
                                [&](const DebugId& id) { return id.serves(*wanted.debugId); }))
            return fits(IdentityEvidence::DebugId);
        return wrongBuild(IdentityEvidence::DebugId, found.debugId.canonical(),
                          wanted.debugId->canonical());
    }
    if (!wanted.codeId || wanted.codeId->empty() || found.codeId.empty())
        return unknown(IdentityEvidence::OtherIds);
    if (found.codeId == *wanted.codeId)
        return fits(IdentityEvidence::CodeId);
    return wrongBuild(IdentityEvidence::CodeId, found.codeId.text(), wanted.codeId->text());
}

BuildIdentity identityByMemory(const std::string& imageStart, const ObjectMeta& found)
{
    if (imageStart.empty())
        return unknown(IdentityEvidence::FirstPage);
    if (found.imageStart.empty())
        return unknown(IdentityEvidence::FirstPageOfFile);
    return found.imageStart == imageStart ? fits(IdentityEvidence::FirstPage)
                                          : wrongBuild(IdentityEvidence::FirstPage);
}

BuildIdentity identityByDynamicSection(const std::string& dynamicDigest, const ObjectMeta& found)
{
    if (dynamicDigest.empty() || found.dynamic.digest.empty())
        return unknown(IdentityEvidence::DynamicSection);
    return found.dynamic.digest == dynamicDigest ? fits(IdentityEvidence::DynamicSection)
                                                 : wrongBuild(IdentityEvidence::DynamicSection);
}

BuildIdentity
identityByCodePointers(const MemoryReader& memory, std::uint64_t address, const ObjectMeta& found)
{
    constexpr std::size_t kPercentKept = 90; // 97 % of the C library's are.
    if (address != found.loadAddress)
        return wrongBuild(IdentityEvidence::LoadAddress, concat(Hex{found.loadAddress}),
                          concat(Hex{address}));
    const auto wordBytes = pointerSize(cpuFamily(found.arch));
    std::size_t known = 0;
    std::size_t kept = 0;
    for (const auto& [at, value] : found.codePointers.words) {
        const auto word = wordBytes == 0 ? std::nullopt : memory.readUnsigned(at, wordBytes);
        known += word ? 1 : 0;
        kept += word == value ? 1 : 0;
    }
    if (known < elf::CodePointers::kFewest)
        return unknown(IdentityEvidence::Data);
    return kept * 100 >= known * kPercentKept ? fits(IdentityEvidence::Data)
                                              : wrongBuild(IdentityEvidence::Data);
}

std::optional<unsigned> qualityOf(const ObjectMeta& meta, sources::FilePurpose purpose)
{
    const auto& features = meta.features;
    switch (purpose) {
    case sources::FilePurpose::Debug:
        if (features.hasDebugInfo)
            return 0;
        if (features.hasSymbols)
            return 1;
        return leadsToDebugInfo(meta) ? std::optional(2u) : std::nullopt;
    case sources::FilePurpose::Unwind:
        return features.hasUnwindInfo ? std::optional(0u) : std::nullopt;
    case sources::FilePurpose::Source:
        return features.hasSources ? std::optional(0u) : std::nullopt;
    case sources::FilePurpose::UuidMap:
    case sources::FilePurpose::BcSymbolMap:
    case sources::FilePurpose::Il2cpp:
    case sources::FilePurpose::Proguard: return std::nullopt;
    }
    return std::nullopt;
}

} // namespace faultline::symbolicate
