// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/arch.h"
#include "core/base/byte_view.h"
#include "core/base/result.h"

#include <vector>

namespace faultline::macho {

/// One architecture of a fat ("universal") file.
struct FatMember
{
    Arch arch = Arch::Unknown;
    ByteView bytes; ///< A part of the fat file.
};

/// Is this a fat header? A Java class file has the same magic. Its version is in the place of the
/// count and is at least 45.
bool looksLikeFatMachO(Bytes file);

/// The members in file order. Members that exceed the file are left out. Errors: Unsupported (no
/// fat header), Malformed (the table of members exceeds the file).
Result<std::vector<FatMember>> readFatMembers(const ByteView& file);

} // namespace faultline::macho
