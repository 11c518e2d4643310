// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/object/zipped_sections.h"

#include "core/base/byte_reader.h"
#include "core/packing/compression.h"

namespace faultline::object {

namespace {

constexpr std::string_view kMagic = "ZLIB";
constexpr std::size_t kHeaderBytes = 12;
constexpr std::string_view kDebug = "debug_";

} // namespace

Result<std::optional<ByteView>> unzipSection(const ByteView& stored, const ParseLimits& limits)
{
    if (!stored.text().starts_with(kMagic))
        return std::nullopt;
    ByteReader reader(stored.span(), std::endian::big);
    reader.skip(kMagic.size());
    const auto sizeBytes = reader.u64();
    if (!reader.ok())
        return fail(ErrorKind::Malformed, "compression header is cut off");
    const auto data = stored.span().subspan(kHeaderBytes);
    FL_TRY(auto content,
           packing::inflateZlib(
               data, sizeBytes,
               packing::expansionLimit(data.size(), limits.maxDecompressedSectionBytes)));
    return std::optional(std::move(content));
}

std::string ZippedSections::zippedName(std::string_view name)
{
    const auto debug = name.find(kDebug);
    const auto prefix = name.substr(0, debug);
    if (debug == std::string_view::npos || (prefix != "." && prefix != "__"))
        return {};
    return std::string(prefix) + "z" + std::string(name.substr(debug));
}

std::optional<ByteView>
ZippedSections::section(std::string_view name,
                        const std::function<std::optional<ByteView>(std::string_view)>& find) const
{
    const auto zipped = zippedName(name);
    if (zipped.empty())
        return std::nullopt;
    const std::lock_guard lock(m_mutex);
    const auto known = m_unpacked.find(zipped);
    if (known != m_unpacked.end())
        return known->second;
    std::optional<ByteView> content;
    if (const auto stored = find(zipped)) {
        auto unpacked = unzipSection(*stored, m_limits);
        if (!unpacked)
            m_warnings.push_back(concat("section ", zipped, ": ", unpacked.error().detail));
        else if (!*unpacked)
            m_warnings.push_back(concat("section ", zipped, ": does not begin with ", kMagic));
        else
            content = *std::move(unpacked);
    }
    return m_unpacked.emplace(zipped, std::move(content)).first->second;
}

std::vector<std::string> ZippedSections::warnings() const
{
    const std::lock_guard lock(m_mutex);
    return m_warnings;
}

} // namespace faultline::object
