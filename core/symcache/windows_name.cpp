// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symcache/windows_name.h"

#include <algorithm>

namespace faultline::symcache {

namespace {

bool isDecimal(std::string_view text)
{
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

NameDecoration nameDecorationOf(const object::Object& object)
{
    if (object.format() != object::FileFormat::Pe && object.format() != object::FileFormat::Pdb)
        return NameDecoration::None;
    if (pointerSize(cpuFamily(object.arch())) == 8)
        return NameDecoration::VectorCallOnly;
    return object.format() == object::FileFormat::Pe ? NameDecoration::ArgumentBytes
                                                     : NameDecoration::All;
}

NameDecoration recordDecorationOf(const object::Object& object)
{
    if (object.format() == object::FileFormat::Pdb)
        return NameDecoration::None;
    const auto decoration = nameDecorationOf(object);
    return decoration == NameDecoration::ArgumentBytes ? NameDecoration::ArgumentCount : decoration;
}

std::string_view undecorated(std::string_view name, NameDecoration decoration)
{
    if (decoration == NameDecoration::None || name.starts_with('?') ||
        name.find_first_of(":(<") != std::string_view::npos)
        return name;
    const std::size_t at = name.rfind('@');
    const bool hasArgumentBytes =
        at != std::string_view::npos && at > 0 && isDecimal(name.substr(at + 1));
    if (hasArgumentBytes && name[at - 1] == '@')
        return name.substr(0, at - 1);
    if (decoration == NameDecoration::VectorCallOnly)
        return name;
    if (decoration == NameDecoration::ArgumentBytes ||
        decoration == NameDecoration::ArgumentCount) {
        const bool hasPrefix =
            name.starts_with('@') || (decoration == NameDecoration::ArgumentBytes &&
                                      name.starts_with('_') && !name.starts_with("_Z"));
        const std::size_t begin = hasArgumentBytes && hasPrefix ? 1 : 0;
        return name.substr(begin, hasArgumentBytes ? at - begin : name.size());
    }
    if (hasArgumentBytes && (name.front() == '@' || name.front() == '_'))
        return name.substr(1, at - 1);
    return name.starts_with('_') ? name.substr(1) : name;
}

} // namespace faultline::symcache
