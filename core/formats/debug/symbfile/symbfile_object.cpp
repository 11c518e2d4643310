// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/symbfile/symbfile_object.h"

#include "core/formats/debug/object/debug_info.h"
#include "core/formats/debug/symbfile/range_tree.h"
#include "core/formats/debug/symbfile/symbfile_reader.h"
#include "core/formats/debug/symbfile/unit_builder.h"

#include <algorithm>
#include <limits>

namespace faultline::symbfile {

namespace {

/// Functions of one unit. Units are read in parallel.
constexpr std::size_t kFunctionsPerUnit = 4096;
/// Files of our writer have one piece for each range.
constexpr std::size_t kPiecesPerRange = 8;
constexpr std::size_t kMorePieces = 65536;

/// What is needed of all records, so that units can be read on their own.
struct Content
{
    std::vector<Range> ranges;                      ///< Views of the file.
    std::optional<std::uint64_t> storedLoadAddress; ///< As our server stored it.
    std::uint64_t loadAddress = 0;
    bool hasRanges = false; ///< Even if none of them can be used.
    std::uint32_t damaged = 0;
};

/// Reads up to the first damaged record.
Content readContent(Bytes file)
{
    Content content;
    auto reader = SymbfileReader::open(file);
    while (reader) {
        auto record = reader->next();
        if (!record)
            ++content.damaged;
        if (!record || !*record)
            break;
        if (auto* range = std::get_if<Range>(&**record))
            content.ranges.push_back(std::move(*range));
    }
    if (reader)
        content.storedLoadAddress = reader->loadAddress();
    return content;
}

std::uint64_t lowestAddress(const std::vector<Range>& ranges)
{
    const auto lowest = std::ranges::min_element(ranges, {}, &Range::address);
    return lowest == ranges.end() ? 0 : lowest->address;
}

/// Drops ranges that lie before the load address or 4 GiB after it, and returns their number.
std::uint32_t dropStrays(std::vector<Range>& ranges, std::uint64_t loadAddress)
{
    constexpr std::uint64_t kMostBytes = std::numeric_limits<std::uint32_t>::max();
    return static_cast<std::uint32_t>(std::erase_if(ranges, [&](const Range& range) {
        return range.address < loadAddress || range.address - loadAddress > kMostBytes ||
               range.sizeBytes > kMostBytes - (range.address - loadAddress);
    }));
}

class SymbfileDebugInfo final : public object::DebugInfoReader
{
public:
    SymbfileDebugInfo(ByteView file, std::shared_ptr<const Content> content)
        : m_file(std::move(file)), m_content(std::move(content)),
          m_tree(makeRangeTree(m_content->ranges,
                               m_content->ranges.size() * kPiecesPerRange + kMorePieces))
    {
    }

    std::size_t unitCount() const override
    {
        return (functionCount() + kFunctionsPerUnit - 1) / kFunctionsPerUnit;
    }

    std::uint32_t lostRecords() const override { return m_content->damaged + m_tree.leftOut; }

    std::uint64_t unitWeight(std::size_t /*unit*/) const override
    {
        return m_file.size() / std::max<std::size_t>(unitCount(), 1);
    }

    Result<object::DebugUnit> readUnit(std::size_t unit, std::stop_token stop) const override
    {
        const auto first = unit * kFunctionsPerUnit;
        const auto end = std::min(first + kFunctionsPerUnit, functionCount());
        UnitBuilder builder(m_content->ranges, m_tree, m_content->loadAddress);
        for (auto function = first; function < end; ++function) {
            if (stop.stop_requested())
                return fail(ErrorKind::Cancelled, "no longer waited for");
            builder.addFunction(static_cast<std::uint32_t>(function));
        }
        return builder.take();
    }

private:
    std::size_t functionCount() const
    {
        return m_tree.depths.empty() ? 0 : m_tree.depths.front().size();
    }

    ByteView m_file;
    std::shared_ptr<const Content> m_content;
    RangeTree m_tree;
};

/// Reads the file once, for the object and for its debug info.
std::shared_ptr<const Content>
contentOf(Bytes file, const ParseLimits& limits, std::optional<std::uint64_t> expected)
{
    auto content = readContent(file);
    if (content.storedLoadAddress)
        content.loadAddress = *content.storedLoadAddress;
    else if (expected && lowestAddress(content.ranges) >= *expected)
        content.loadAddress = *expected;
    content.hasRanges = !content.ranges.empty();
    content.damaged += dropStrays(content.ranges, content.loadAddress);
    content.damaged += static_cast<std::uint32_t>(std::erase_if(
        content.ranges, [&](const Range& range) { return range.depth > limits.maxTreeDepth; }));
    return std::make_shared<const Content>(std::move(content));
}

class SymbfileObject final : public object::Object
{
public:
    SymbfileObject(ByteView file, const ParseLimits& limits, std::optional<std::uint64_t> expected)
        : m_file(std::move(file)), m_content(contentOf(m_file.span(), limits, expected))
    {
    }

    object::FileFormat format() const override { return object::FileFormat::Symbfile; }

    object::ObjectKind kind() const override { return object::ObjectKind::Debug; }

    Arch arch() const override { return Arch::Unknown; }

    DebugId debugId() const override { return {}; }

    CodeId codeId() const override { return {}; }

    ObjectFeatures features() const override
    {
        return {.hasDebugInfo = m_content->hasRanges,
                .hasUnwindInfo = false,
                .hasSymbols = false,
                .hasSources = false,
                .sourceServer = std::nullopt};
    }

    std::uint64_t loadAddress() const override { return m_content->loadAddress; }

    std::unique_ptr<object::DebugInfoReader> debugInfo() const override
    {
        if (!m_content->hasRanges)
            return nullptr;
        return std::make_unique<SymbfileDebugInfo>(m_file, m_content);
    }

    ByteView bytes() const override { return m_file; }

private:
    ByteView m_file;
    std::shared_ptr<const Content> m_content;
};

} // namespace

Result<object::ObjectPtr>
openSymbfile(ByteView file, const ParseLimits& limits, std::optional<std::uint64_t> loadAddress)
{
    FL_TRY([[maybe_unused]] const auto reader, SymbfileReader::open(file.span()));
    return std::make_shared<const SymbfileObject>(std::move(file), limits, loadAddress);
}

} // namespace faultline::symbfile
