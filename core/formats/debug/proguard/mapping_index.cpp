// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/proguard/mapping_index.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <span>
#include <tuple>
#include <unordered_map>

namespace faultline::proguard {

namespace {

/// Facts that a mapping states about a class, found by the class's original name.
struct ClassInfo
{
    StringRef sourceFile = kNoString;
    bool isSynthesized = false;
};

struct MethodFlags
{
    bool isSynthesized = false;
    bool isOutline = false;
};

using MethodKey = std::tuple<StringRef, StringRef, StringRef>; ///< Receiver, name, arguments.

struct MethodKeyHash
{
    std::size_t operator()(const MethodKey& key) const
    {
        const auto [receiver, name, arguments] = key;
        constexpr std::uint64_t kMix = 0x9e3779b97f4a7c15ull;
        return ((receiver * kMix ^ name) * kMix ^ arguments) * kMix >> 16;
    }
};

MethodKey keyOf(const ModelEntry& entry)
{
    return {entry.receiver, entry.name, entry.arguments};
}

class Indexer
{
public:
    explicit Indexer(const MappingModel& model) : m_model(model) {}

    MappingIndex run()
    {
        collectInfos();
        m_index.entries.reserve(m_model.entries.size());
        const auto order = sortedBlocks();
        for (std::size_t first = 0; first < order.size();) {
            auto end = first + 1;
            while (end < order.size() &&
                   block(order[end]).obfuscated == block(order[first]).obfuscated)
                ++end;
            addClass(std::span(order).subspan(first, end - first));
            first = end;
        }
        return std::move(m_index);
    }

private:
    const ModelBlock& block(std::uint32_t index) const { return m_model.blocks[index]; }

    std::string_view text(StringRef ref) const { return m_model.strings.text(ref); }

    bool isLess(StringRef a, StringRef b) const { return a != b && text(a) < text(b); }

    void collectInfos()
    {
        for (const auto& one : m_model.blocks) {
            auto& info = m_infos[one.original];
            info.isSynthesized = info.isSynthesized || one.isSynthesized;
            if (one.sourceFile != kNoString)
                info.sourceFile = one.sourceFile;
        }
        for (const auto& entry : m_model.entries) {
            if (!entry.isSynthesized && !entry.isOutline)
                continue;
            auto& flags = m_flags[keyOf(entry)];
            flags.isSynthesized = flags.isSynthesized || entry.isSynthesized;
            flags.isOutline = flags.isOutline || entry.isOutline;
        }
    }

    std::vector<std::uint32_t> sortedBlocks() const
    {
        std::vector<std::uint32_t> order(m_model.blocks.size());
        std::iota(order.begin(), order.end(), 0u);
        std::ranges::stable_sort(order, [this](std::uint32_t a, std::uint32_t b) {
            return isLess(block(a).obfuscated, block(b).obfuscated);
        });
        return order;
    }

    ClassInfo infoOf(StringRef original) const
    {
        const auto found = m_infos.find(original);
        return found == m_infos.end() ? ClassInfo() : found->second;
    }

    void addClass(std::span<const std::uint32_t> blocks)
    {
        const auto& last = block(blocks.back());
        const auto info = infoOf(last.original);
        IndexedClass one{.obfuscated = last.obfuscated,
                         .original = last.original,
                         .sourceFile = info.sourceFile,
                         .isSynthesized = info.isSynthesized,
                         .firstMethod = std::uint32_t(m_index.methods.size()),
                         .firstField = std::uint32_t(m_index.fields.size())};
        addMethods(blocks);
        addFields(blocks);
        one.methodCount = std::uint32_t(m_index.methods.size()) - one.firstMethod;
        one.fieldCount = std::uint32_t(m_index.fields.size()) - one.firstField;
        m_index.classes.push_back(one);
    }

    void addMethods(std::span<const std::uint32_t> blocks)
    {
        m_order.clear();
        for (const auto index : blocks) {
            for (std::uint32_t i = 0; i < block(index).entryCount; ++i)
                m_order.push_back(block(index).firstEntry + i);
        }
        const auto nameOf = [this](std::uint32_t entry) {
            return m_model.entries[entry].obfuscated;
        };
        std::ranges::stable_sort(m_order, [&](std::uint32_t a, std::uint32_t b) {
            return isLess(nameOf(a), nameOf(b));
        });
        for (std::size_t first = 0; first < m_order.size();) {
            auto end = first + 1;
            while (end < m_order.size() && nameOf(m_order[end]) == nameOf(m_order[first]))
                ++end;
            addMethod(std::span(m_order).subspan(first, end - first));
            first = end;
        }
    }

    void addMethod(std::span<const std::uint32_t> entries)
    {
        IndexedMethod method{.name = m_model.entries[entries.front()].obfuscated,
                             .firstEntry = std::uint32_t(m_index.entries.size()),
                             .entryCount = std::uint32_t(entries.size()),
                             .firstParameters = std::uint32_t(m_index.parameters.size())};
        const ModelEntry* before = nullptr;
        for (const auto index : entries) {
            const auto& entry = m_model.entries[index];
            addEntry(index, entry);
            const bool isRanged = entry.minifiedStart != kNoLine && entry.minifiedEnd > 0;
            (isRanged ? method.hasRanges : method.hasBase) = true;
            if (entry.minifiedStart == kNoLine ||
                (before != nullptr && (entry.minifiedStart < before->minifiedStart ||
                                       entry.minifiedEnd < before->minifiedEnd)))
                method.isAscending = false;
            before = &entry;
        }
        addParameters(entries, method.firstEntry);
        method.parametersCount = std::uint32_t(m_index.parameters.size()) - method.firstParameters;
        m_index.methods.push_back(method);
    }

    void addEntry(std::uint32_t index, const ModelEntry& entry)
    {
        const auto info = infoOf(entry.receiver);
        MethodFlags flags;
        if (!m_flags.empty()) {
            if (const auto found = m_flags.find(keyOf(entry)); found != m_flags.end())
                flags = found->second;
        }
        m_index.entries.push_back({.entry = index,
                                   .sourceFile = info.sourceFile,
                                   .isSynthesized = flags.isSynthesized || info.isSynthesized,
                                   .isOutline = flags.isOutline});
    }

    void addParameters(std::span<const std::uint32_t> entries, std::uint32_t firstEntry)
    {
        const auto first = m_index.parameters.size();
        std::set<std::pair<StringRef, StringRef>> seen;
        for (std::size_t i = 0; i < entries.size(); ++i) {
            const auto& entry = m_model.entries[entries[i]];
            if (entry.isInlinee ||
                (entries.size() > 1 && !seen.emplace(entry.arguments, entry.name).second))
                continue;
            m_index.parameters.push_back({entry.arguments, firstEntry + std::uint32_t(i)});
        }
        std::ranges::stable_sort(
            std::span(m_index.parameters).subspan(first),
            [this](const auto& a, const auto& b) { return isLess(a.arguments, b.arguments); });
    }

    void addFields(std::span<const std::uint32_t> blocks)
    {
        const auto first = m_index.fields.size();
        for (const auto index : blocks) {
            for (std::uint32_t i = 0; i < block(index).fieldCount; ++i)
                m_index.fields.push_back(block(index).firstField + i);
        }
        std::ranges::stable_sort(
            std::span(m_index.fields).subspan(first), [this](std::uint32_t a, std::uint32_t b) {
                return isLess(m_model.fields[a].obfuscated, m_model.fields[b].obfuscated);
            });
    }

    const MappingModel& m_model;
    MappingIndex m_index;
    std::unordered_map<StringRef, ClassInfo> m_infos;
    std::unordered_map<MethodKey, MethodFlags, MethodKeyHash> m_flags;
    // Used for one class at a time; kept so that its memory is used again.
    std::vector<std::uint32_t> m_order;
};

} // namespace

MappingIndex indexMapping(const MappingModel& model)
{
    return Indexer(model).run();
}

} // namespace faultline::proguard
