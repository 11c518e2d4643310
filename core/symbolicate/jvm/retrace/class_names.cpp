// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/jvm/retrace/class_names.h"

namespace faultline::jvm {

std::optional<std::string_view> originalClass(const Mappings& mappings, std::string_view obfuscated)
{
    for (const auto& mapping : mappings) {
        if (const auto known = mapping->findClass(obfuscated))
            return known->original;
    }
    return std::nullopt;
}

std::string fullName(const JvmException& exception)
{
    return exception.module.empty() ? exception.type : exception.module + "." + exception.type;
}

std::optional<JvmException> originalException(const Mappings& mappings,
                                              const JvmException& exception)
{
    const auto original = originalClass(mappings, fullName(exception));
    if (!original)
        return std::nullopt;
    const auto dot = original->rfind('.');
    if (dot == std::string_view::npos)
        return JvmException{std::string(*original), {}};
    return JvmException{std::string(original->substr(dot + 1)),
                        std::string(original->substr(0, dot))};
}

} // namespace faultline::jvm
