// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/object.h"
#include "tests/support/pdb_builder.h"

#include <string>

namespace faultline::test {

inline constexpr std::uint16_t kGlobalProc = 0x1110; ///< S_GPROC32.

template <class Write>
std::string record(std::uint16_t kind, Write write)
{
    ByteAssembler out;
    write(out);
    return codeViewRecord(kind, asString(out.finish()));
}

template <class Write>
std::string subsection(std::uint32_t kind, Write write)
{
    ByteAssembler out;
    write(out);
    return c13Subsection(kind, asString(out.finish()));
}

/// S_GPROC32 of code in section 1.
std::string
procedure(const std::string& name, std::uint32_t type, std::uint32_t offset, std::uint32_t size);

/// S_END.
std::string end();

/// S_INLINESITE.
std::string inlineSite(std::uint32_t id, const std::string& annotations);

/// A module with the function main, two inlined calls one in the other, and their lines.
PdbBuilder sample();

object::ObjectPtr openOrNull(const PdbBuilder& builder, bool scatter = false);

} // namespace faultline::test
