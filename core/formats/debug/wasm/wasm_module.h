// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/parse_limits.h"
#include "core/base/result.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::wasm {

/// Numbers of the sections that are read. Source: WebAssembly core specification, "Modules".
enum class WasmSectionId : std::uint8_t {
    Custom = 0,
    Import = 2,
    Function = 3,
    Export = 7,
    Code = 10
};

struct WasmSection
{
    std::uint8_t id = 0;
    std::string_view name;    ///< For custom sections; points into the file.
    ByteView content;         ///< For custom sections, the bytes after the name.
    std::uint64_t offset = 0; ///< Offset of the content in the file.
};

/// The code of one function in the file.
struct WasmFunction
{
    std::uint64_t offset = 0; ///< Offset in the file after the body's size field.
    std::uint64_t sizeBytes = 0;
    std::uint32_t index = 0; ///< Index that also counts imported functions, as names and calls do.
};

/// The sections of a WebAssembly module. Immutable; holds the file. Damage after the first section
/// header loses everything after it.
class WasmModule
{
public:
    /// Errors: Unsupported (no module of version 1), Malformed (no section can be read).
    static Result<WasmModule> open(ByteView file, const ParseLimits& limits);

    const ByteView& file() const { return m_file; }

    const std::vector<WasmSection>& sections() const { return m_sections; }

    /// The first section with that number; null when there is none.
    const WasmSection* find(WasmSectionId id) const;
    /// The first custom section with that name; null when there is none.
    const WasmSection* findCustom(std::string_view name) const;

    /// Functions with code, in file order. Damaged bodies end the list.
    std::vector<WasmFunction> functions() const;

    /// Function names of the "name" section, by index; views into the file. Source: WebAssembly
    /// core specification, appendix "Custom Sections".
    std::map<std::uint32_t, std::string_view> functionNames() const;

    /// For each exported function, its first export name, by index. Views into the file. Export
    /// names remain in stripped modules.
    std::map<std::uint32_t, std::string_view> exportedNames() const;

    const std::vector<std::string>& warnings() const { return m_warnings; }

private:
    explicit WasmModule(ByteView file) : m_file(std::move(file)) {}

    void readSections(const ParseLimits& limits);
    std::uint32_t importedFunctionCount() const;

    ByteView m_file;
    std::vector<WasmSection> m_sections;
    std::vector<std::string> m_warnings;
};

} // namespace faultline::wasm
