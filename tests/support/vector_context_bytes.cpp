// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/vector_context_bytes.h"

#include "tests/support/cpu_context_bytes.h"

namespace faultline::test {

void putNumber(std::vector<std::byte>& context,
               std::size_t offset,
               std::uint64_t value,
               std::size_t bytes)
{
    for (std::size_t i = 0; i < bytes; ++i)
        context[offset + i] = static_cast<std::byte>(value >> (8 * i));
}

void putFxsave(std::vector<std::byte>& context, std::size_t offset)
{
    putNumber(context, offset, 0x027f, 2);
    putNumber(context, offset + 24, 0x1f80, 4);
    for (std::size_t i = 0; i < 16; ++i)
        putNumber(context, offset + 160 + 16 * i, 0x10 + i, 1);
}

std::vector<std::byte>
withHighHalves(std::vector<std::byte> context, std::uint64_t inUse, std::uint64_t form)
{
    const auto record = context.size();
    const auto back = static_cast<std::uint64_t>(-static_cast<std::int64_t>(record));
    constexpr std::size_t kDistance = 24 + 48;
    context.resize(record + kDistance + 64 + 256);
    putNumber(context, record, back, 4);
    putNumber(context, record + 4, context.size(), 4);
    putNumber(context, record + 8, back, 4);
    putNumber(context, record + 12, record, 4);
    putNumber(context, record + 16, kDistance, 4);
    putNumber(context, record + 20, 64 + 256, 4);
    putNumber(context, record + kDistance, inUse, 8);
    putNumber(context, record + kDistance + 8, form, 8);
    for (std::size_t i = 0; i < 16; ++i)
        putNumber(context, record + kDistance + 64 + 16 * i, 0x40 + i, 1);
    return context;
}

std::vector<std::byte> amd64WithVectors(std::uint32_t flags)
{
    auto context = contextBytes(Cpu::Amd64, {});
    putNumber(context, 48, flags, 4);
    putFxsave(context, 256);
    return context;
}

std::vector<std::byte> x86WithVectors()
{
    auto context = contextBytes(Cpu::X86, {});
    putFxsave(context, 204);
    return context;
}

} // namespace faultline::test
