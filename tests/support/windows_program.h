// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <string>
#include <vector>

namespace faultline::test {

/// Why a program could not be built or examined.
struct ToolFailure
{
    bool isMissing = false; ///< A tool is not installed.
    std::string text;
};

template <class T>
using ToolResult = std::expected<T, ToolFailure>;

/// A sample program compiled for Windows with clang and lld, which need no SDK. Its files are below
/// the given folder.
struct WindowsProgram
{
    std::filesystem::path executable;
    std::filesystem::path pdb; ///< Empty for MinGW programs, which contain DWARF.
};

/// `triple` is "x86_64-pc-windows-msvc" or "i686-pc-windows-msvc"; the PDB comes from lld.
ToolResult<WindowsProgram> buildMsvcProgram(const std::filesystem::path& folder,
                                            const std::string& triple);

/// `triple` is "x86_64-w64-mingw32" or "i686-w64-mingw32".
ToolResult<WindowsProgram> buildMingwProgram(const std::filesystem::path& folder,
                                             const std::string& triple);

/// The source lines of an address, innermost first, by llvm-symbolizer.
ToolResult<std::vector<unsigned>> symbolizerLines(const std::filesystem::path& executable,
                                                  std::uint32_t rva);

} // namespace faultline::test
