#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace faultline::test {

using NamedParts = std::vector<std::pair<std::string, std::string>>; ///< File name, content.

/// Unreal Engine's crash archive before compression; the old form repeats its header at the end
/// instead of beginning with a marker.
enum class UnrealForm : std::uint8_t { Marked, Old };
std::string unrealCrash(const NamedParts& files, UnrealForm form = UnrealForm::Marked);

/// The body of an upload: a field of plain text for each part whose name has no dot, else a file.
std::string multipartBody(const NamedParts& parts,
                          const std::string& boundary = "----FaultlineTest");

} // namespace faultline::test
