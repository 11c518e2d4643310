// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/jvm/retrace/source_file_of.h"

namespace faultline::jvm {

using namespace proguard;

namespace {

constexpr std::string_view kSyntheticClass = "R8$$SyntheticClass";

std::optional<std::string_view> recordOf(const proguard::MappingCache& mapping,
                                         std::string_view className)
{
    const auto known = mapping.findOriginalClass(className);
    if (!known || !known->sourceFile || *known->sourceFile == kSyntheticClass)
        return std::nullopt;
    return known->sourceFile;
}

/// Returns the position of the simple name.
std::size_t simpleNameAt(std::string_view className)
{
    return className.rfind('.') + 1; // npos + 1 is 0.
}

} // namespace

proguard::SourceFileName sourceFileOf(const proguard::MappingCache& mapping,
                                      std::string_view className,
                                      std::optional<std::string_view> ownerFile)
{
    const auto simple = simpleNameAt(className);
    for (auto end = className.size(); end != std::string_view::npos && end > simple;
         end = className.rfind('$', end - 1)) {
        if (const auto record = recordOf(mapping, className.substr(0, end)))
            return {.stem = *record, .extension = {}, .isRecorded = true};
    }
    auto file = proguard::synthesizeSourceFile(className, ownerFile);
    if (const auto part = file.stem.rfind("__");
        file.extension == ".kt" && part != std::string_view::npos && part + 2 < file.stem.size())
        file.stem.remove_prefix(part + 2);
    return file;
}

proguard::SourceFileName sourceFileOf(const proguard::MappingCache& mapping,
                                      const proguard::MappedEntry& entry,
                                      std::optional<std::string_view> ownerFile)
{
    if (entry.sourceFile && *entry.sourceFile != kSyntheticClass)
        return {.stem = *entry.sourceFile, .extension = {}, .isRecorded = true};
    return sourceFileOf(mapping, entry.receiver, ownerFile);
}

} // namespace faultline::jvm
