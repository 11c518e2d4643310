// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"

#include <cstdint>
#include <string_view>

namespace faultline::artifacts {

/// An indexed RAM bundle: the modules of a React Native program in one file. Metro writes it, and
/// the program loads each module when it first needs it. All numbers are little-endian:
///
///     u32 magic 0xFB0BD1E5, u32 number of modules, u32 size of the startup code
///     for each module: u32 offset, u32 length with the NUL that ends it; 0/0 for an absent module
///     the startup code, from which the offsets of modules count
///
/// Source: docs/spec/javascript.md §6.6. Immutable, thread-safe. Texts live as long as the bytes.
class RamBundle
{
public:
    static bool isRamBundle(Bytes file);

    /// Errors: Malformed (no RAM bundle, or the table or the startup code ends after the file).
    static Result<RamBundle> open(ByteView file);

    std::uint32_t moduleCount() const { return m_moduleCount; }

    std::string_view startupCode() const;

    /// Returns the code of a module without its NUL, as a view of the file. Errors: NotFound (the
    /// bundle has no such module), Malformed (the code ends after the file).
    Result<ByteView> module(std::uint64_t number) const;

private:
    explicit RamBundle(ByteView file) : m_file(std::move(file)) {}

    ByteView m_file;
    std::uint32_t m_moduleCount = 0;
    std::uint32_t m_startupBytes = 0;
    std::size_t m_codeAt = 0; // Where the startup code begins.
};

} // namespace faultline::artifacts
