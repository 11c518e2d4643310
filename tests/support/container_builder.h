// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace faultline::test {

using NamedParts = std::vector<std::pair<std::string, std::string>>; ///< File name, content.

/// Unreal Engine's crash archive before compression. The old form has no marker and repeats its
/// header at the end.
enum class UnrealForm : std::uint8_t { Marked, Old };
std::string unrealCrash(const NamedParts& files, UnrealForm form = UnrealForm::Marked);

/// A tar archive (POSIX ustar) of plain files; a name that ends in a slash is a folder.
std::string tarOf(const NamedParts& files);

/// Makes the body of an upload. A part whose name has no dot becomes a plain text field, any other
/// a file.
std::string multipartBody(const NamedParts& parts,
                          const std::string& boundary = "----FaultlineTest");

} // namespace faultline::test
