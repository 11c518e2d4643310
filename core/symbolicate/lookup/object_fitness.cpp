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

} // namespace

bool hasIds(const sources::ObjectLookup& wanted)
{
    return wanted.debugId || (wanted.codeId && !wanted.codeId->empty());
}

Identity identityByIds(const sources::ObjectLookup& wanted, const ObjectMeta& found)
{
    if (wanted.debugId && !found.debugId.isNil()) {
        if (found.debugId.serves(*wanted.debugId) ||
            std::ranges::any_of(found.otherDebugIds,
                                [&](const DebugId& id) { return id.serves(*wanted.debugId); }))
            return {Identity::Verdict::Fits, {}};
        return {Identity::Verdict::WrongBuild,
                concat("wrong build: debug id ", found.debugId.canonical(), " instead of ",
                       wanted.debugId->canonical())};
    }
    if (!wanted.codeId || wanted.codeId->empty() || found.codeId.empty())
        return {Identity::Verdict::Unknown, "its ids are of another kind than the module's"};
    if (found.codeId == *wanted.codeId)
        return {Identity::Verdict::Fits, {}};
    return {Identity::Verdict::WrongBuild, concat("wrong build: code id ", found.codeId.text(),
                                                  " instead of ", wanted.codeId->text())};
}

Identity identityByMemory(const std::string& imageStart, const ObjectMeta& found)
{
    if (imageStart.empty())
        return {Identity::Verdict::Unknown,
                "the dump has neither an id of the module nor its first page"};
    if (found.imageStart.empty())
        return {Identity::Verdict::Unknown,
                "the dump has no id of the module, and the file no first page to compare"};
    if (found.imageStart == imageStart)
        return {Identity::Verdict::Fits, "identified by its first page in the dump's memory"};
    return {Identity::Verdict::WrongBuild,
            "wrong build: its first page is not that in the dump's memory"};
}

Identity identityByDynamicSection(const std::string& dynamicDigest, const ObjectMeta& found)
{
    if (dynamicDigest.empty() || found.dynamic.digest.empty())
        return {Identity::Verdict::Unknown,
                "the dump has neither an id of the module nor its first "
                "page or its dynamic section; --module names its file"};
    if (found.dynamic.digest == dynamicDigest)
        return {Identity::Verdict::Fits, "identified by its dynamic section in the dump's memory"};
    return {Identity::Verdict::WrongBuild,
            "wrong build: its dynamic section is not that in the dump's memory"};
}

Identity
identityByCodePointers(const MemoryReader& memory, std::uint64_t address, const ObjectMeta& found)
{
    constexpr std::size_t kPercentKept = 90; // 97 % of the C library's are.
    if (address != found.loadAddress)
        return {Identity::Verdict::WrongBuild,
                concat("wrong build: linked at ", Hex{found.loadAddress}, ", but loaded at ",
                       Hex{address})};
    const auto wordBytes = pointerSize(cpuFamily(found.arch));
    std::size_t known = 0;
    std::size_t kept = 0;
    for (const auto& [at, value] : found.codePointers.words) {
        const auto word = wordBytes == 0 ? std::nullopt : memory.readUnsigned(at, wordBytes);
        known += word ? 1 : 0;
        kept += word == value ? 1 : 0;
    }
    if (known < elf::CodePointers::kFewest)
        return {Identity::Verdict::Unknown,
                "the dump has neither an id of the module nor its first page or its data; --module "
                "names its file"};
    if (kept * 100 >= known * kPercentKept)
        return {Identity::Verdict::Fits, "identified by its data in the dump's memory"};
    return {Identity::Verdict::WrongBuild,
            "wrong build: its data are not those in the dump's memory"};
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
