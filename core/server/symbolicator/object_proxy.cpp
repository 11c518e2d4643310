// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symbolicator/object_proxy.h"

#include "core/base/text.h"

#include <array>

namespace faultline::server {

namespace {

/// The beginning of a signature, and the suffix that the name must then have.
struct SignatureForm
{
    std::string_view prefix;
    std::string_view nameEnd;
    sources::FileType type;
    sources::LookupType objects;
};

constexpr std::array kForms{
    SignatureForm{"elf-buildid-sym-", ".debug", sources::FileType::ElfDebug,
                  sources::LookupType::Elf},
    SignatureForm{"elf-buildid-", "", sources::FileType::ElfCode, sources::LookupType::Elf},
    SignatureForm{"mach-uuid-sym-", ".dwarf", sources::FileType::MachDebug,
                  sources::LookupType::MachO},
    SignatureForm{"mach-uuid-", "", sources::FileType::MachCode, sources::LookupType::MachO}};

std::string_view takePart(std::string_view& path)
{
    const auto slash = path.find('/');
    const auto part = path.substr(0, slash);
    path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
    return part;
}

std::optional<ProxyFile> byCodeId(std::string_view id, ProxyFile file)
{
    auto codeId = CodeId::parse(id);
    if (codeId.empty())
        return std::nullopt;
    file.lookup.codeId = std::move(codeId);
    return file;
}

std::optional<ProxyFile> pdbFile(std::string_view name, std::string_view signature)
{
    ProxyFile file{.type = sources::FileType::Pdb, .lookup = {}};
    file.lookup.type = sources::LookupType::Pe;
    file.lookup.debugId = DebugId::parseBreakpad(signature);
    file.lookup.debugFile = name;
    return file.lookup.debugId ? std::optional(file) : std::nullopt;
}

} // namespace

std::optional<ProxyFile> ProxyFile::parse(std::string_view path)
{
    const auto name = takePart(path);
    const auto signature = takePart(path);
    if (name.empty() || !equalsIgnoreCase(name, path))
        return std::nullopt;
    const auto lowerName = toLowerAscii(name);
    const auto lowerSignature = toLowerAscii(signature);
    for (const auto& form : kForms) {
        if (!lowerSignature.starts_with(form.prefix) || !lowerName.ends_with(form.nameEnd))
            continue;
        ProxyFile file{.type = form.type, .lookup = {}};
        file.lookup.type = form.objects;
        file.lookup.codeFile = name;
        return byCodeId(signature.substr(form.prefix.size()), std::move(file));
    }
    if (lowerName.ends_with(".pdb"))
        return pdbFile(name, signature);
    ProxyFile file{.type = sources::FileType::Pe, .lookup = {}};
    file.lookup.type = sources::LookupType::Pe;
    file.lookup.codeFile = name;
    return byCodeId(signature, std::move(file));
}

} // namespace faultline::server
