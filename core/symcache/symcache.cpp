// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symcache/symcache.h"

#include "core/base/byte_reader.h"
#include "core/base/hash.h"

#include <algorithm>
#include <utility>

namespace faultline::symcache {

using namespace symcache_format;

namespace {

/// The reader of the debug info limits the depth of inline chains; a longer one is a loop.
constexpr std::uint32_t kMaxHops = 512;

constexpr std::array<std::string_view, kSectionCount> kSectionNames{
    "index", "starts", "rows",           "functions", "inlines",
    "files", "names",  "string offsets", "strings",   "sources"};

Language languageOf(const std::byte* at)
{
    return static_cast<Language>(load<std::uint8_t>(at));
}

} // namespace

std::string lostNamesText(std::uint32_t count)
{
    return concat(count, " names and paths were left out, because they overlap or repeat more than "
                         "a file of this size can need");
}

Result<SymCache> SymCache::open(ByteView file)
{
    SymCache cache(std::move(file));
    FL_CHECK(cache.readHeader());
    FL_CHECK(cache.readSections());
    FL_CHECK(cache.checkCounts());
    cache.findTail();
    return cache;
}

Result<void> SymCache::readHeader()
{
    const Bytes bytes = m_file.span();
    if (bytes.size() < kHeaderBytes)
        return fail(ErrorKind::Malformed, "symcache header: ", kHeaderBytes, " bytes expected, ",
                    bytes.size(), " found");
    const std::byte* at = bytes.data();
    if (std::memcmp(at, kMagic.data(), kMagic.size()) != 0)
        return fail(ErrorKind::Malformed, "symcache header: no magic number at offset 0");
    const auto version = load<std::uint32_t>(at + header::kVersionAt);
    if (version != kVersion)
        return fail(ErrorKind::Malformed, "symcache header: version ", version, " at offset ",
                    header::kVersionAt, ", expected ", kVersion);
    const auto sections = load<std::uint32_t>(at + header::kSectionCountAt);
    if (sections != kSectionCount)
        return fail(ErrorKind::Malformed, "symcache header: ", sections, " sections at offset ",
                    header::kSectionCountAt, ", expected ", kSectionCount);
    if (checksum64(bytes.subspan(header::kFileSizeAt, kHeaderBytes - header::kFileSizeAt)) !=
        load<std::uint64_t>(at + header::kChecksumAt))
        return fail(ErrorKind::Malformed, "symcache header: checksum at offset ",
                    header::kChecksumAt, " does not fit");
    const auto size = load<std::uint64_t>(at + header::kFileSizeAt);
    if (size != bytes.size())
        return fail(ErrorKind::Malformed, "symcache header: file size ", size, " at offset ",
                    header::kFileSizeAt, ", found ", bytes.size());

    std::array<std::uint8_t, 16> uuid{};
    std::memcpy(uuid.data(), at + header::kDebugIdAt, uuid.size());
    const auto appendix = load<std::uint32_t>(at + header::kAppendixAt);
    const bool isPdb20 = load<std::uint32_t>(at + header::kDebugIdKindAt) ==
                         static_cast<std::uint32_t>(DebugId::Kind::Pdb20);
    const std::uint32_t timestamp = std::uint32_t{uuid[0]} << 24 | std::uint32_t{uuid[1]} << 16 |
                                    std::uint32_t{uuid[2]} << 8 | uuid[3];
    m_debugId =
        isPdb20 ? DebugId::fromPdb20(timestamp, appendix) : DebugId::fromUuid(uuid, appendix);
    m_arch = static_cast<Arch>(load<std::uint32_t>(at + header::kArchAt));
    m_bucketShift = load<std::uint32_t>(at + header::kBucketShiftAt);
    m_unitCount = load<std::uint32_t>(at + header::kUnitCountAt);
    m_damagedUnits = load<std::uint32_t>(at + header::kDamagedUnitsAt);
    m_damagedRecords = load<std::uint32_t>(at + header::kDamagedRecordsAt);
    m_lostNames = load<std::uint32_t>(at + header::kLostNamesAt);
    return {};
}

Result<void> SymCache::readSections()
{
    for (std::size_t i = 0; i < kSectionCount; ++i) {
        const std::byte* entry = m_file.data() + header::kSectionTableAt + i * kSectionEntryBytes;
        const auto offset = load<std::uint64_t>(entry);
        const auto size = load<std::uint64_t>(entry + 8);
        if (offset < kHeaderBytes || !rangeFits(offset, size, m_file.size()))
            return fail(ErrorKind::Malformed, "symcache section ", kSectionNames[i], ": ", size,
                        " bytes at offset ", Hex{offset}, " do not fit ", m_file.size(), " bytes");
        m_sections[i] =
            m_file.span().subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(size));
    }
    return {};
}

Result<void> SymCache::checkCounts()
{
    const auto count = [this](symcache_format::Section which, std::size_t recordBytes,
                              std::uint32_t& out) -> Result<void> {
        const std::size_t size = section(which).size();
        if (size % recordBytes != 0 || size / recordBytes >= kNone)
            return fail(ErrorKind::Malformed, "symcache section ",
                        kSectionNames[static_cast<std::size_t>(which)], ": ", size,
                        " bytes are no whole number of ", recordBytes, "-byte records");
        out = static_cast<std::uint32_t>(size / recordBytes);
        return {};
    };
    std::uint32_t starts = 0;
    FL_CHECK(count(symcache_format::Section::Index, 4, m_bucketCount));
    FL_CHECK(count(symcache_format::Section::Starts, 4, starts));
    FL_CHECK(count(symcache_format::Section::Rows, kRowBytes, m_rowCount));
    FL_CHECK(count(symcache_format::Section::Functions, kFunctionBytes, m_functionCount));
    FL_CHECK(count(symcache_format::Section::Inlines, kInlineBytes, m_inlineCount));
    FL_CHECK(count(symcache_format::Section::Files, kFileBytes, m_fileCount));
    FL_CHECK(count(symcache_format::Section::Names, kNameBytes, m_nameCount));
    FL_CHECK(count(symcache_format::Section::StringOffsets, 4, m_stringCount));
    if (starts != m_rowCount || m_bucketCount == 0 || m_stringCount == 0 || m_bucketShift > 31)
        return fail(ErrorKind::Malformed, "symcache header: ", starts, " starts, ", m_rowCount,
                    " rows, ", m_bucketCount, " index and ", m_stringCount,
                    " string offsets, bucket shift ", m_bucketShift);
    --m_bucketCount; // The last entries only end the bucket and string before them.
    --m_stringCount;
    m_firstStart = m_rowCount == 0 ? 0 : start(0);
    return {};
}

Result<void> SymCache::verify() const
{
    for (std::size_t i = 0; i < kSectionCount; ++i) {
        if (checksum64(m_sections[i]) != sectionChecksum(i))
            return fail(ErrorKind::Malformed, "symcache section ", kSectionNames[i],
                        ": checksum does not fit its ", m_sections[i].size(), " bytes");
    }
    return {};
}

std::uint64_t SymCache::sectionChecksum(std::size_t index) const
{
    return load<std::uint64_t>(m_file.data() + header::kSectionTableAt +
                               index * kSectionEntryBytes + 16);
}

std::uint32_t
SymCache::firstStartAfter(std::uint32_t first, std::uint32_t last, std::uint32_t address) const
{
    // The comparison becomes a conditional move. In random look-ups a branch would be mispredicted
    // half the time.
    std::uint32_t length = last - first;
    while (length > 0) {
        const std::uint32_t half = length / 2;
        const bool right = start(first + half) <= address;
        first = right ? first + half + 1 : first;
        length = right ? length - half - 1 : half;
    }
    return first;
}

std::optional<std::uint32_t> SymCache::rowAt(std::uint32_t address) const
{
    if (m_rowCount == 0 || address < m_firstStart)
        return std::nullopt;
    const std::uint32_t bucket = (address - m_firstStart) >> m_bucketShift;
    std::uint32_t first = m_rowCount;
    std::uint32_t last = m_rowCount;
    if (bucket < m_bucketCount) {
        const std::byte* entry =
            section(symcache_format::Section::Index).data() + std::size_t{bucket} * 4;
        first = std::min(load<std::uint32_t>(entry), m_rowCount);
        last = std::min(load<std::uint32_t>(entry + 4), m_rowCount);
    }
    if (first > last)
        return std::nullopt;
    // The row is most likely in this cache line: fetch it while the starts are searched.
    __builtin_prefetch(section(symcache_format::Section::Rows).data() +
                       std::size_t{first} * kRowBytes);
    const std::uint32_t after = firstStartAfter(first, last, address);
    if (after == 0)
        return std::nullopt;
    return after - 1;
}

inline SymCache::Row SymCache::row(std::uint32_t index) const
{
    const std::byte* at =
        section(symcache_format::Section::Rows).data() + std::size_t{index} * kRowBytes;
    return {.scope = load<std::uint32_t>(at),
            .file = load<std::uint32_t>(at + 4),
            .line = load<std::uint32_t>(at + 8),
            .column = load<std::uint16_t>(at + 12)};
}

inline SymCache::Scope SymCache::functionScope(std::uint32_t index) const
{
    const std::byte* at =
        section(symcache_format::Section::Functions).data() + std::size_t{index} * kFunctionBytes;
    Scope scope;
    scope.entry = load<std::uint32_t>(at + 8);
    scope.name = load<std::uint32_t>(at + 12);
    scope.language = languageOf(at + 16);
    scope.fromSymbolTable = (load<std::uint8_t>(at + 17) & kFromSymbolTable) != 0;
    return scope;
}

inline SymCache::Scope SymCache::inlineScope(std::uint32_t index) const
{
    const std::byte* at =
        section(symcache_format::Section::Inlines).data() + std::size_t{index} * kInlineBytes;
    return {.parent = load<std::uint32_t>(at),
            .name = load<std::uint32_t>(at + 4),
            .callFile = load<std::uint32_t>(at + 8),
            .callLine = load<std::uint32_t>(at + 12),
            .callColumn = load<std::uint16_t>(at + 16),
            .language = languageOf(at + 18)};
}

inline std::optional<SymCache::Scope> SymCache::scope(std::uint32_t index) const
{
    if (index < m_functionCount)
        return functionScope(index);
    if (index - m_functionCount < m_inlineCount)
        return inlineScope(index - m_functionCount);
    return std::nullopt;
}

std::string_view SymCache::string(std::uint32_t index) const
{
    if (index >= m_stringCount)
        return {};
    const std::byte* at =
        section(symcache_format::Section::StringOffsets).data() + std::size_t{index} * 4;
    const auto begin = load<std::uint32_t>(at);
    const auto end = load<std::uint32_t>(at + 4);
    const Bytes strings = section(symcache_format::Section::Strings);
    if (begin > end || end > strings.size())
        return {};
    return asText(strings.subspan(begin, end - begin));
}

std::string_view SymCache::filePath(std::uint32_t index) const
{
    if (index >= m_fileCount)
        return {};
    return string(load<std::uint32_t>(section(symcache_format::Section::Files).data() +
                                      std::size_t{index} * kFileBytes));
}

SymFrames SymCache::lookup(std::uint64_t address) const
{
    if (address > 0xffffffff)
        return {};
    const auto found = rowAt(static_cast<std::uint32_t>(address));
    return found ? SymFrames(*this, *found) : SymFrames();
}

SymFrames::SymFrames(const SymCache& cache, std::uint32_t row) : m_cache(&cache)
{
    const auto place = cache.row(row);
    m_scope = place.scope;
    m_file = place.file;
    m_line = place.line;
    m_column = place.column;
    m_rowBegin = cache.start(row);
}

std::optional<SymFrame> SymFrames::next()
{
    if (m_cache == nullptr || m_scope == kNone || m_hops++ == kMaxHops)
        return std::nullopt;
    const bool isInlined = m_scope >= m_cache->m_functionCount;
    const auto scope = m_cache->scope(m_scope);
    if (!scope)
        return std::nullopt;
    SymFrame frame{.function = m_cache->string(scope->name),
                   .path = m_cache->filePath(m_file),
                   .file = m_file,
                   .line = m_line,
                   .column = m_column,
                   .entry = scope->entry,
                   .rowBegin = m_rowBegin,
                   .language = scope->language,
                   .isInlined = isInlined,
                   .fromSymbolTable = scope->fromSymbolTable};
    m_scope = scope->parent;
    m_file = scope->callFile;
    m_line = scope->callLine;
    m_column = scope->callColumn;
    return frame;
}

std::optional<std::pair<std::uint32_t, std::uint32_t>>
SymCache::outermost(std::uint32_t scopeIndex) const
{
    std::uint32_t depth = 0;
    while (scopeIndex >= m_functionCount) {
        const std::uint32_t index = scopeIndex - m_functionCount;
        if (scopeIndex == kNone || index >= m_inlineCount || depth == kMaxHops)
            return std::nullopt;
        scopeIndex = inlineScope(index).parent;
        ++depth;
    }
    return std::pair(scopeIndex, depth);
}

std::optional<SymFunction> SymCache::functionAt(std::uint64_t address) const
{
    if (address > 0xffffffff)
        return std::nullopt;
    const auto found = rowAt(static_cast<std::uint32_t>(address));
    if (!found)
        return std::nullopt;
    const auto owner = outermost(row(*found).scope);
    return owner ? std::optional(functionRecord(owner->first)) : std::nullopt;
}

SymFunction SymCache::functionRecord(std::uint32_t index) const
{
    const std::byte* at =
        section(symcache_format::Section::Functions).data() + std::size_t{index} * kFunctionBytes;
    const Scope scope = functionScope(index);
    return {.index = index,
            .begin = load<std::uint32_t>(at),
            .end = load<std::uint32_t>(at + 4),
            .entry = scope.entry,
            .name = string(scope.name),
            .language = scope.language,
            .fromSymbolTable = scope.fromSymbolTable};
}

std::optional<SymFunction> SymCache::function(std::uint32_t index) const
{
    if (index >= m_functionCount)
        return std::nullopt;
    return functionRecord(index);
}

std::vector<SymFunction> SymCache::functionsNamed(std::string_view name) const
{
    const std::byte* table = section(symcache_format::Section::Names).data();
    const std::uint32_t hash = symcache_format::nameHash(name);
    std::uint32_t first = 0;
    for (std::uint32_t length = m_nameCount; length > 0;) {
        const std::uint32_t half = length / 2;
        const bool right =
            load<std::uint32_t>(table + std::size_t{first + half} * kNameBytes) < hash;
        first = right ? first + half + 1 : first;
        length = right ? length - half - 1 : half;
    }
    std::vector<SymFunction> found;
    for (; first < m_nameCount; ++first) {
        const std::byte* entry = table + std::size_t{first} * kNameBytes;
        if (load<std::uint32_t>(entry) != hash)
            break;
        const auto candidate = function(load<std::uint32_t>(entry + 4));
        if (candidate && candidate->name == name)
            found.push_back(*candidate);
    }
    return found;
}

std::vector<std::uint32_t> SymCache::functionsOfRows() const
{
    std::vector<std::uint32_t> functions(m_rowCount, object::kNoIndex);
    for (std::uint32_t i = 0; i < m_rowCount; ++i) {
        if (const auto owner = outermost(row(i).scope))
            functions[i] = owner->first;
    }
    return functions;
}

std::vector<SymRow> SymCache::rows(const SymFunction& function) const
{
    std::vector<SymRow> rows;
    const auto first = rowAt(function.begin);
    if (!first)
        return rows;
    for (std::uint32_t i = *first; i < m_rowCount && start(i) < function.end; ++i) {
        const Row place = row(i);
        const auto owner = outermost(place.scope);
        if (!owner || owner->first != function.index)
            continue;
        const auto innermost = scope(place.scope);
        rows.push_back(
            {.begin = start(i),
             .end = i + 1 < m_rowCount ? std::min(start(i + 1), function.end) : function.end,
             .file = place.file,
             .line = place.line,
             .column = place.column,
             .inlineDepth = owner->second,
             .function = string(innermost->name)});
    }
    return rows;
}

std::optional<SymFile> SymCache::file(std::uint32_t index) const
{
    if (index >= m_fileCount)
        return std::nullopt;
    const std::byte* at =
        section(symcache_format::Section::Files).data() + std::size_t{index} * kFileBytes;
    const auto sourceOffset = load<std::uint64_t>(at + 8);
    const auto sourceSize = load<std::uint32_t>(at + 16);
    const Bytes sources = section(symcache_format::Section::Sources);
    SymFile file{.path = string(load<std::uint32_t>(at)),
                 .checksumKind =
                     static_cast<object::DebugFile::ChecksumKind>(load<std::uint32_t>(at + 20)),
                 .checksum = string(load<std::uint32_t>(at + 4)),
                 .embeddedSource = {}};
    if (rangeFits(sourceOffset, sourceSize, sources.size()))
        file.embeddedSource =
            asText(sources.subspan(static_cast<std::size_t>(sourceOffset), sourceSize));
    return file;
}

} // namespace faultline::symcache
