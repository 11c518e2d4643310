// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/wasm_builder.h"

namespace faultline::test {

using namespace std::string_literals;

std::string WasmBuilder::leb(std::uint64_t value)
{
    std::string bytes;
    do {
        const auto low = static_cast<char>(value & 0x7f);
        value >>= 7;
        bytes += static_cast<char>(low | (value != 0 ? 0x80 : 0));
    } while (value != 0);
    return bytes;
}

void WasmBuilder::addImport(int kind)
{
    static const std::string kDescriptions[] = {"\x00"s, "\x70\x00\x01"s, "\x01\x01\x02"s,
                                                "\x7f\x00"s, "\x00\x00"s};
    m_imports.push_back(sized("env") + sized("it") + static_cast<char>(kind) + kDescriptions[kind]);
    if (kind == 0)
        ++m_importedFunctions;
}

void WasmBuilder::addExport(std::string_view name, int kind, std::uint32_t index)
{
    m_exports.push_back(sized(name) + static_cast<char>(kind) + leb(index));
}

std::vector<std::byte> WasmBuilder::build()
{
    std::string file = "\0asm\x01\0\0\0"s;
    const auto add = [&file](char id, const std::string& content) {
        file += id + leb(content.size());
        const auto offset = file.size();
        file += content;
        return offset;
    };
    add(1, "\x01\x60\x00\x00"s); // One type: no parameters, no results.
    if (!m_imports.empty()) {
        std::string imports = leb(m_imports.size());
        for (const auto& import : m_imports)
            imports += import;
        add(2, imports);
    }
    std::string code = leb(m_functions.size());
    std::string names;
    std::uint32_t named = 0;
    for (std::size_t i = 0; i < m_functions.size(); ++i) {
        code += sized(m_functions[i].body);
        if (m_functions[i].name.empty())
            continue;
        names += leb(m_importedFunctions + i) + sized(m_functions[i].name);
        ++named;
    }
    if (hasCode) {
        add(3, leb(m_functions.size()) + std::string(m_functions.size(), '\0'));
        if (!m_exports.empty()) {
            std::string exports = leb(m_exports.size());
            for (const auto& entry : m_exports)
                exports += entry;
            add(7, exports);
        }
        m_codeOffset = add(10, code);
    }
    for (const auto& [name, content] : m_custom)
        add(0, sized(name) + content);
    if (named != 0)
        add(0, sized("name") + "\x01"s + sized(leb(named) + names));
    std::vector<std::byte> bytes;
    for (const char c : file)
        bytes.push_back(static_cast<std::byte>(c));
    return bytes;
}

} // namespace faultline::test
