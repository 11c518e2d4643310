// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/companions/bc_symbol_map.h"

#include "core/base/hex.h"
#include "core/base/text.h"

namespace faultline::companions {

namespace {

constexpr std::string_view kFirstLine = "BCSymbolMap Version: 2.0";
constexpr std::string_view kHiddenPrefix = "__hidden#";

std::string_view cutLine(std::string_view& text)
{
    const auto end = std::min(text.find('\n'), text.size());
    auto line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return line;
}

} // namespace

Result<BcSymbolMap> BcSymbolMap::open(ByteView file, const ParseLimits& limits)
{
    BcSymbolMap map(std::move(file));
    auto text = map.m_file.text();
    if (cutLine(text) != kFirstLine)
        return fail(ErrorKind::Malformed, "bcsymbolmap: first line is not \"", kFirstLine, "\"");
    if (!isValidUtf8(text))
        return fail(ErrorKind::Malformed, "bcsymbolmap: not utf-8");
    while (!text.empty()) {
        if (map.m_names.size() >= limits.maxMappedNames)
            return fail(ErrorKind::Malformed, "bcsymbolmap: more than ", limits.maxMappedNames,
                        " names");
        map.m_names.push_back(cutLine(text));
    }
    return map;
}

std::string_view BcSymbolMap::resolve(std::string_view name) const
{
    if (!name.starts_with(kHiddenPrefix) || !name.ends_with('_'))
        return name;
    const auto digits = name.substr(kHiddenPrefix.size(), name.size() - kHiddenPrefix.size() - 1);
    const auto index = parseDecimal(digits);
    return index && *index < m_names.size() ? m_names[static_cast<std::size_t>(*index)] : name;
}

} // namespace faultline::companions
