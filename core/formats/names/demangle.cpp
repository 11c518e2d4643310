// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/names/demangle.h"

#include "core/base/hex.h"
#include "core/formats/names/d/d_name.h"
#include "core/formats/names/llvm/llvm_demangle.h"
#include "core/formats/names/rust/rust_name.h"
#include "core/formats/names/swift/swift_demangle.h"

#include <algorithm>

namespace faultline::demangling {

using namespace demangling;

namespace {

bool isHexText(std::string_view text)
{
    return std::ranges::all_of(text, [](char c) { return hexValue(c) >= 0; });
}

/// MSVC replaces names that are too long by "??@" + MD5 + "@"; nothing can be read from them.
bool isMd5Name(std::string_view name)
{
    return name.size() == 36 && name.starts_with("??@") && name.ends_with('@') &&
           isHexText(name.substr(3, 32));
}

bool isObjCName(std::string_view name)
{
    return (name.starts_with("-[") || name.starts_with("+[")) && name.ends_with(']');
}

bool isMicrosoftName(std::string_view name)
{
    return name.starts_with('?') || name.starts_with("@?");
}

/// "_Z" to "____Z"; Apple's linkers add an underscore, blocks add two more.
bool isItaniumName(std::string_view name)
{
    const std::size_t underscores = std::min(name.find_first_not_of('_'), name.size());
    return underscores >= 1 && underscores <= 4 && name.substr(underscores).starts_with('Z');
}

std::optional<std::string> demangleRust(std::string_view name)
{
    auto legacy = demangleRustLegacy(name);
    if (legacy && legacy->size() <= kMaxOutputBytes)
        return legacy;
    return demangleRustV0(name);
}

std::optional<std::string> demangleCpp(std::string_view name)
{
    if (isMicrosoftName(name))
        return demangleMicrosoft(name);
    if (!isItaniumName(name))
        return std::nullopt;
    // Some tools tell copies of a function apart by "$" and an MD5.
    const std::size_t dollar = name.rfind('$');
    if (dollar != std::string_view::npos && name.size() - dollar == 33 &&
        isHexText(name.substr(dollar + 1)))
        name = name.substr(0, dollar);
    return demangleItanium(name);
}

std::optional<std::string> demangleAs(std::string_view name, Language language)
{
    switch (language) {
    case Language::Cpp: return demangleCpp(name);
    case Language::ObjCpp:
        return isObjCName(name) || isMicrosoftName(name) ? std::nullopt : demangleCpp(name);
    case Language::Rust: return demangleRust(name);
    case Language::Swift: return demangleSwift(name, SwiftStyle::symbol());
    case Language::D: return demangleD(name);
    default: return std::nullopt;
    }
}

} // namespace

Language detectMangling(std::string_view name)
{
    if (isObjCName(name))
        return Language::ObjC;
    if (demangleRust(name))
        return Language::Rust;
    if (isItaniumName(name) || isMicrosoftName(name))
        return Language::Cpp;
    if (isSwiftName(name))
        return Language::Swift;
    if (demangleD(name))
        return Language::D;
    return Language::Unknown;
}

std::string demangle(std::string_view name, Language language)
{
    if (isMd5Name(name))
        return std::string(name);
    if (language == Language::Unknown)
        language = detectMangling(name);
    return demangleAs(name, language).value_or(std::string(name));
}

std::string DemangleCache::demangle(std::string_view name, Language language)
{
    const View view(language, name);
    auto& shard = m_shards[(Hash()(view) >> 7) % kShards];
    {
        const std::lock_guard lock(shard.mutex);
        if (const auto known = shard.known.find(view); known != shard.known.end())
            return known->second;
    }
    std::string result = demangling::demangle(name, language);
    const std::size_t bytes = name.size() + result.size();
    const std::lock_guard lock(shard.mutex);
    if (shard.bytes + bytes > m_maxShardBytes) {
        shard.known.clear();
        shard.bytes = 0;
    }
    if (bytes <= m_maxShardBytes && shard.known.try_emplace(Key(view), result).second)
        shard.bytes += bytes;
    return result;
}

} // namespace faultline::demangling
