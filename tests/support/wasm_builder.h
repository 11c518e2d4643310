// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::test {

/// Writes WebAssembly modules section by section.
class WasmBuilder
{
public:
    struct Function
    {
        std::string name; ///< Empty when there is none.
        std::string body = std::string("\0\x0b", 2);
    };

    /// One import; `kind` 0 is a function, 1 a table, 2 a memory, 3 a global, 4 a tag.
    void addImport(int kind);

    /// Kinds as of imports; `index` counts imported ones too.
    void addExport(std::string_view name, int kind, std::uint32_t index);

    void addFunction(Function function) { m_functions.push_back(std::move(function)); }

    void addCustom(std::string name, std::string content)
    {
        m_custom.emplace_back(std::move(name), std::move(content));
    }

    bool hasCode = true;

    /// File offset of the code section's content; valid after build().
    std::size_t codeOffset() const { return m_codeOffset; }

    std::vector<std::byte> build();

    static std::string leb(std::uint64_t value);

    static std::string sized(std::string_view text) { return leb(text.size()) + std::string(text); }

private:
    std::vector<std::string> m_imports;
    std::vector<std::string> m_exports;
    std::uint32_t m_importedFunctions = 0;
    std::vector<Function> m_functions;
    std::vector<std::pair<std::string, std::string>> m_custom;
    std::size_t m_codeOffset = 0;
};

} // namespace faultline::test
