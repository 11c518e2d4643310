// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/proguard/mapping_cache_writer.h"

#include "core/base/hash.h"
#include "core/formats/debug/proguard/mapping_cache.h"
#include "core/formats/debug/proguard/mapping_cache_format.h"
#include "core/formats/debug/proguard/mapping_index.h"
#include "core/formats/debug/proguard/mapping_reader.h"

#include <algorithm>
#include <ranges>

namespace faultline::proguard {

using namespace cache_format;

namespace {

constexpr std::size_t kBufferBytes = 256 << 10;
constexpr std::size_t kSectionAlignment = 8;

/// Appends numbers through one buffer. After the first failure nothing more is written.
class RecordSink
{
public:
    explicit RecordSink(TempFile& out) : m_out(out), m_base(out.sizeBytes())
    {
        m_buffer.reserve(kBufferBytes);
    }

    void put(std::uint32_t value)
    {
        if (m_buffer.size() + sizeof(value) > kBufferBytes)
            flush();
        const auto at = m_buffer.size();
        m_buffer.resize(at + sizeof(value));
        proguard::cache_format::store32(m_buffer.data() + at, value);
    }

    void put(std::initializer_list<std::uint32_t> values)
    {
        for (const auto value : values)
            put(value);
    }

    void putBytes(Bytes bytes)
    {
        flush();
        if (m_outcome)
            m_outcome = m_out.append(bytes);
    }

    void align()
    {
        while ((position() - m_base) % kSectionAlignment != 0)
            m_buffer.push_back(std::byte{0});
    }

    Result<void> finish()
    {
        flush();
        return m_outcome;
    }

    std::uint64_t base() const { return m_base; }

private:
    std::uint64_t position() const { return m_out.sizeBytes() + m_buffer.size(); }

    void flush()
    {
        if (m_outcome && !m_buffer.empty())
            m_outcome = m_out.append(m_buffer);
        m_buffer.clear();
    }

    TempFile& m_out;
    const std::uint64_t m_base;
    std::vector<std::byte> m_buffer;
    Result<void> m_outcome;
};

class CacheWriter
{
public:
    CacheWriter(MappingModel& model, const MappingIndex& index, TempFile& out)
        : m_model(model), m_index(index), m_out(out), m_sink(out)
    {
    }

    Result<void> run()
    {
        const auto texts = headerTexts();
        const auto [positions, rules, components] = countExtras();
        const std::vector<std::byte> room(header::kSectionsAt);
        m_sink.putBytes(room);
        putClasses();
        putEntries();
        putExtras();
        m_sink.putBytes(asBytes(m_model.strings.bytes()));
        FL_CHECK(m_sink.finish());
        const auto slots = std::uint32_t(slotCount());
        const std::array<std::uint32_t, kSectionCount> counts{
            count(m_index.classes),
            slots,
            count(m_index.classes),
            count(m_index.methods),
            count(m_index.entries),
            count(m_index.entries),
            count(m_index.parameters),
            count(m_index.fields),
            count(m_model.extras),
            positions,
            rules,
            components,
            std::uint32_t(m_model.strings.bytes().size())};
        return putHeader(counts, texts);
    }

private:
    template <class T>
    static std::uint32_t count(const std::vector<T>& list)
    {
        return static_cast<std::uint32_t>(list.size());
    }

    std::array<StringRef, header::kTextCount> headerTexts()
    {
        const auto& h = m_model.header;
        const auto add = [this](const std::string& text) {
            return text.empty() ? kNone : m_model.strings.add(text);
        };
        return {add(h.compiler), add(h.compilerVersion), add(h.minApi),
                add(h.mapId),    add(h.mapHash),         add(h.formatVersion)};
    }

    std::size_t slotCount() const { return std::bit_ceil(m_index.classes.size() * 2 + 1); }

    std::string_view text(StringRef ref) const { return m_model.strings.text(ref); }

    void putClasses()
    {
        for (const auto& one : m_index.classes)
            m_sink.put({one.obfuscated, one.original, one.sourceFile, one.firstMethod,
                        one.methodCount, one.firstField, one.fieldCount,
                        one.isSynthesized ? class_record::kSynthesized : 0});
        m_sink.align();
        putClassSlots();
        putOriginalOrder();
        for (const auto& method : m_index.methods)
            m_sink.put({method.name, method.firstEntry, method.entryCount, method.firstParameters,
                        method.parametersCount,
                        (method.hasRanges ? method_record::kHasRanges : 0) |
                            (method.hasBase ? method_record::kHasBase : 0) |
                            (method.isAscending ? method_record::kAscending : 0)});
        m_sink.align();
    }

    void putClassSlots()
    {
        std::vector<std::uint32_t> slots(slotCount(), kNone);
        const auto mask = slots.size() - 1;
        for (std::uint32_t i = 0; i < m_index.classes.size(); ++i) {
            auto slot = classHash(text(m_index.classes[i].obfuscated)) & mask;
            while (slots[slot] != kNone)
                slot = (slot + 1) & mask;
            slots[slot] = i;
        }
        for (const auto slot : slots)
            m_sink.put(slot);
        m_sink.align();
    }

    void putOriginalOrder()
    {
        std::vector<std::uint32_t> order(m_index.classes.size());
        std::ranges::copy(std::views::iota(0u, static_cast<std::uint32_t>(order.size())),
                          order.begin());
        std::ranges::stable_sort(
            order, {}, [this](std::uint32_t i) { return text(m_index.classes[i].original); });
        for (const auto index : order)
            m_sink.put(index);
        m_sink.align();
    }

    void putEntries()
    {
        for (const auto& entry : m_index.entries)
            m_sink.put({m_model.entries[entry.entry].minifiedStart,
                        m_model.entries[entry.entry].minifiedEnd});
        m_sink.align();
        for (const auto& indexed : m_index.entries)
            putEntry(m_model.entries[indexed.entry], indexed);
        m_sink.align();
        for (const auto& parameters : m_index.parameters)
            m_sink.put({parameters.arguments, parameters.entry});
        m_sink.align();
        for (const auto index : m_index.fields) {
            const auto& field = m_model.fields[index];
            m_sink.put({field.obfuscated, field.name, field.type});
        }
        m_sink.align();
    }

    void putEntry(const ModelEntry& entry, const IndexedEntry& indexed)
    {
        m_sink.put({entry.receiver, entry.name, entry.arguments, entry.returnType,
                    entry.originalFrom, entry.originalTo, indexed.sourceFile, entry.residual,
                    entry.extras,
                    (entry.namesReceiver ? entry_record::kNamesReceiver : 0) |
                        (indexed.isSynthesized ? entry_record::kSynthesized : 0) |
                        (indexed.isOutline ? entry_record::kOutline : 0)});
    }

    struct ExtrasCounts
    {
        std::uint32_t positions = 0;
        std::uint32_t rules = 0;
        std::uint32_t components = 0;
    };

    ExtrasCounts countExtras() const
    {
        ExtrasCounts counts;
        for (const auto& extras : m_model.extras) {
            for (const auto& callsite : extras.callsites)
                counts.positions += count(callsite.positions);
            counts.rules += count(extras.rewrites);
            for (const auto& rewrite : extras.rewrites)
                counts.components += count(rewrite.conditions) + count(rewrite.actions);
        }
        return counts;
    }

    void putExtras()
    {
        ExtrasCounts next;
        for (const auto& extras : m_model.extras) {
            std::uint32_t positions = 0;
            for (const auto& callsite : extras.callsites)
                positions += count(callsite.positions);
            m_sink.put({next.positions, positions, next.rules, count(extras.rewrites)});
            next.positions += positions;
            next.rules += count(extras.rewrites);
        }
        m_sink.align();
        putPositions();
        putRules();
    }

    /// The last record of a method line comes first, because the reference uses that one.
    void putPositions()
    {
        for (const auto& extras : m_model.extras) {
            for (const auto& callsite : extras.callsites | std::views::reverse) {
                const auto outline =
                    callsite.outline.empty() ? kNone : m_model.strings.add(callsite.outline);
                for (const auto& position : callsite.positions)
                    m_sink.put({outline, position.outlineLine, position.callsiteLine});
            }
        }
        m_sink.align();
    }

    void putRules()
    {
        std::uint32_t next = 0;
        for (const auto& extras : m_model.extras) {
            for (const auto& rewrite : extras.rewrites) {
                const auto conditions = count(rewrite.conditions);
                const auto actions = count(rewrite.actions);
                m_sink.put({next, conditions, next + conditions, actions});
                next += conditions + actions;
            }
        }
        m_sink.align();
        for (const auto& extras : m_model.extras) {
            for (const auto& rewrite : extras.rewrites) {
                putComponents(rewrite.conditions);
                putComponents(rewrite.actions);
            }
        }
        m_sink.align();
    }

    void putComponents(const std::vector<RewriteComponent>& components)
    {
        for (const auto& component : components)
            m_sink.put({static_cast<std::uint32_t>(component.kind),
                        component.kind == RewriteComponent::Kind::RemoveInnerFrames
                            ? component.count
                            : m_model.strings.add(component.text)});
    }

    Result<void> putHeader(const std::array<std::uint32_t, kSectionCount>& counts,
                           const std::array<StringRef, header::kTextCount>& texts)
    {
        const auto sizeBytes = m_out.sizeBytes() - m_sink.base();
        std::vector<std::byte> head(header::kSectionsAt);
        std::byte* const at = head.data();
        std::memcpy(at, kMagic.data(), kMagic.size());
        proguard::cache_format::store32(at + header::kVersionAt, kVersion);
        proguard::cache_format::store64(at + header::kFileSizeAt, sizeBytes);
        for (std::size_t i = 0; i < counts.size(); ++i)
            proguard::cache_format::store32(at + header::kCountsAt + 4 * i, counts[i]);
        proguard::cache_format::store32(at + header::kFlagsAt,
                                        m_model.hasLineInfo ? header::kHasLineInfo : 0);
        proguard::cache_format::store32(at + header::kDamagedLinesAt, m_model.damagedLines);
        proguard::cache_format::store32(at + header::kFirstDamagedAt, m_model.firstDamagedLine);
        for (std::size_t i = 0; i < texts.size(); ++i)
            proguard::cache_format::store32(at + header::kTextsAt + 4 * i, texts[i]);
        FL_CHECK(m_out.writeAt(m_sink.base(), head));
        FL_TRY(const auto written, m_out.map());
        const auto file = written.from(m_sink.base());
        proguard::cache_format::store64(at + header::kChecksumAt,
                                        checksum64(file.span().subspan(header::kFileSizeAt)));
        FL_CHECK(m_out.writeAt(m_sink.base(), head));
        FL_TRY(const auto complete, m_out.map());
        const auto cache = MappingCache::open(complete.from(m_sink.base()));
        if (!cache)
            return fail(ErrorKind::Internal,
                        "written mapping cache does not open: ", cache.error().detail);
        return {};
    }

    MappingModel& m_model;
    const MappingIndex& m_index;
    TempFile& m_out;
    RecordSink m_sink;
};

} // namespace

Result<void> writeMappingCache(std::string_view mapping,
                               TempFile& out,
                               const ParseLimits& limits,
                               const std::stop_token& stop)
{
    if (mapping.size() > kMaxMappingBytes)
        return fail(ErrorKind::Unsupported, "mapping: ", mapping.size(), " bytes, at most ",
                    kMaxMappingBytes, " are read");
    FL_TRY(auto model, readMapping(mapping, limits, stop));
    const auto index = indexMapping(model);
    if (stop.stop_requested())
        return fail(ErrorKind::Cancelled, "no longer waited for");
    return CacheWriter(model, index, out).run();
}

} // namespace faultline::proguard
