// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/artifactbundle/ram_bundle.h"

#include "core/base/byte_reader.h"

namespace faultline::artifacts {

namespace {

constexpr std::uint32_t kMagic = 0xFB0B'D1E5;
constexpr std::size_t kHeaderBytes = 12;
constexpr std::size_t kEntryBytes = 8;

} // namespace

bool RamBundle::isRamBundle(Bytes file)
{
    return ByteReader(file).u32() == kMagic;
}

Result<RamBundle> RamBundle::open(ByteView file)
{
    ByteReader reader(file.span());
    if (reader.u32() != kMagic)
        return fail(ErrorKind::Malformed, "RAM bundle: the file does not begin with 0xFB0BD1E5");
    RamBundle bundle(std::move(file));
    bundle.m_moduleCount = reader.u32();
    bundle.m_startupBytes = reader.u32();
    reader.skip(std::uint64_t{bundle.m_moduleCount} * kEntryBytes);
    bundle.m_codeAt = reader.offset();
    reader.skip(bundle.m_startupBytes);
    if (!reader.ok())
        return fail(ErrorKind::Malformed, "RAM bundle: ", bundle.m_moduleCount, " modules and ",
                    bundle.m_startupBytes, " bytes of startup code, but the file has only ",
                    bundle.m_file.size(), " bytes");
    return bundle;
}

std::string_view RamBundle::startupCode() const
{
    return m_file.text().substr(m_codeAt, m_startupBytes);
}

Result<ByteView> RamBundle::module(std::uint64_t number) const
{
    const auto missing = [&] {
        return fail(ErrorKind::NotFound, "the RAM bundle has no module ", number);
    };
    if (number >= m_moduleCount)
        return missing();
    const auto entryAt = kHeaderBytes + static_cast<std::size_t>(number) * kEntryBytes;
    ByteReader entry(m_file.span().subspan(entryAt, kEntryBytes));
    const auto offset = entry.u32();
    const auto sizeBytes = entry.u32();
    if (sizeBytes == 0)
        return missing();
    const auto at = std::uint64_t{m_codeAt} + offset;
    auto code = m_file.slice(at, sizeBytes);
    if (!code)
        return fail(ErrorKind::Malformed, "RAM bundle: the entry at ", entryAt,
                    " says that module ", number, " has ", sizeBytes, " bytes at ", at,
                    ", but the file has only ", m_file.size());
    return code->span().back() == std::byte{0} ? *code->slice(0, sizeBytes - 1) : *std::move(code);
}

} // namespace faultline::artifacts
