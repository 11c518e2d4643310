// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/source_presets.h"

#include "core/base/result.h"
#include "core/sources/url.h"

#include <algorithm>
#include <array>

namespace faultline::sources {

namespace {

constexpr std::string_view kWindows = "pe pdb";
constexpr std::string_view kElf = "elf_code elf_debug";

constexpr SourcePreset symstore(std::string_view id, std::string_view name, std::string_view url)
{
    return {.id = id,
            .name = name,
            .url = url,
            .layout = LayoutType::Symstore,
            .fileTypes = kWindows,
            .pathPatterns = {},
            .userAgent = {}};
}

constexpr SourcePreset debuginfod(std::string_view id, std::string_view name, std::string_view url)
{
    return {.id = id,
            .name = name,
            .url = url,
            .layout = LayoutType::Debuginfod,
            .fileTypes = kElf,
            .pathPatterns = {},
            .userAgent = {}};
}

constexpr SourcePreset withTypes(SourcePreset preset, std::string_view fileTypes)
{
    preset.fileTypes = fileTypes;
    return preset;
}

constexpr SourcePreset withIndex(SourcePreset preset)
{
    preset.hasIndex = true;
    return preset;
}

/// The server answers only clients that look like curl (getsentry/sentry PR 85526).
constexpr SourcePreset withCurlAgent(SourcePreset preset)
{
    preset.userAgent = "curl/7.72.0";
    return preset;
}

constexpr SourcePreset withChecksum(SourcePreset preset)
{
    preset.requiresChecksum = true;
    return preset;
}

constexpr SourcePreset kElectron{
    .id = "electron",
    .name = "Electron",
    .url = "https://symbols.electronjs.org/",
    .layout = LayoutType::Native,
    .fileTypes = "pdb breakpad sourcebundle",
    .pathPatterns = "*electron* *ffmpeg* *libEGL* *libGLESv2* *node* *slack* *vk_swiftshader*",
    .userAgent = {}};

constexpr SourcePreset kMozilla{.id = "mozilla",
                                .name = "Mozilla",
                                .url = "https://symbols.mozilla.org/",
                                .layout = LayoutType::Native,
                                .fileTypes = "pe pdb breakpad",
                                .pathPatterns = {},
                                .userAgent = {}};

constexpr std::array kPresets{
    withTypes(symstore("microsoft", "Microsoft", "https://msdl.microsoft.com/download/symbols/"),
              "pe pdb portablepdb"),
    withChecksum(withTypes(
        symstore("nuget", "NuGet", "https://symbols.nuget.org/download/symbols/"), "portablepdb")),
    symstore("citrix", "Citrix", "https://ctxsym.citrix.com/symbols/"),
    withCurlAgent(withIndex(
        symstore("intel", "Intel", "https://software.intel.com/sites/downloads/symbols/"))),
    symstore("amd", "AMD", "https://download.amd.com/dir/bin/"),
    withIndex(symstore("nvidia", "NVIDIA", "https://driver-symbols.nvidia.com/")),
    symstore("chromium",
             "Chromium",
             "https://chromium-browser-symsrv.commondatastorage.googleapis.com/"),
    symstore("unity", "Unity", "http://symbolserver.unity3d.com/"),
    kMozilla,
    symstore("autodesk", "Autodesk", "http://symbols.autodesk.com/"),
    kElectron,
    debuginfod("ubuntu", "Ubuntu", "https://debuginfod.ubuntu.com/buildid/"),
    debuginfod("elfutils", "elfutils federation", "https://debuginfod.elfutils.org/buildid/"),
    debuginfod("debian", "Debian", "https://debuginfod.debian.net/buildid/"),
    debuginfod("fedora", "Fedora", "https://debuginfod.fedoraproject.org/buildid/"),
    debuginfod("opensuse", "openSUSE", "https://debuginfod.opensuse.org/buildid/"),
    debuginfod("arch", "Arch Linux", "https://debuginfod.archlinux.org/buildid/"),
    debuginfod("centos", "CentOS", "https://debuginfod.centos.org/buildid/"),
    symstore("dolphin", "Dolphin", "https://symbols.dolphin-emu.org/"),
    symstore("openttd", "OpenTTD", "https://symbols.openttd.org/"),
    symstore("mumble", "Mumble", "https://dl.mumble.info/symbols/"),
    symstore(
        "libreoffice", "LibreOffice", "https://dev-builds.libreoffice.org/windows-debug/symbols"),
    symstore("boinc", "BOINC", "https://boinc.berkeley.edu/symstore/"),
};

std::vector<std::string> words(std::string_view text)
{
    std::vector<std::string> list;
    while (!text.empty()) {
        const auto end = std::min(text.find(' '), text.size());
        list.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return list;
}

std::string yamlList(std::string_view text)
{
    std::string list;
    for (const auto& word : words(text))
        list += concat(list.empty() ? "" : ", ", "\"", word, "\"");
    return concat("[", list, "]");
}

} // namespace

std::span<const SourcePreset> sourcePresets()
{
    return kPresets;
}

std::optional<SourcePreset> findSourcePreset(std::string_view id)
{
    const auto* found = std::ranges::find(kPresets, id, &SourcePreset::id);
    return found == kPresets.end() ? std::nullopt : std::optional(*found);
}

SourceConfig sourceOf(const SourcePreset& preset)
{
    SourceConfig source;
    source.id = concat("preset:", preset.id);
    source.layout.type = preset.layout;
    for (const auto& name : words(preset.fileTypes))
        source.filters.fileTypes.push_back(*parseFileType(name));
    source.filters.pathPatterns = words(preset.pathPatterns);
    source.filters.requiresChecksum = preset.requiresChecksum;
    source.isPublic = true;
    source.hasIndex = preset.hasIndex;
    HttpSource where{std::string(preset.url), {}, false};
    if (!preset.userAgent.empty())
        where.headers.emplace_back("User-Agent", preset.userAgent);
    source.where = std::move(where);
    return source;
}

std::string whatIsSent(const SourcePreset& preset)
{
    const bool byNumberOnly = preset.layout == LayoutType::Debuginfod;
    return concat("for each module that is looked up there, its ",
                  byNumberOnly ? "build id" : "file names and ids",
                  preset.requiresChecksum ? " and the checksum of its debug file" : "", ", to ",
                  urlHost(preset.url), ", with your address",
                  preset.url.starts_with("https://") ? "" : ", unencrypted",
                  "; nothing else of the crash");
}

std::string yamlOf(const SourcePreset& preset)
{
    auto text = concat("- id: preset:", preset.id, "\n  type: http\n  url: ", preset.url,
                       "\n  layout: {type: ", layoutTypeName(preset.layout), "}\n");
    if (!preset.userAgent.empty())
        text += concat("  headers: {User-Agent: ", preset.userAgent, "}\n");
    std::string filters = concat("filetypes: ", yamlList(preset.fileTypes));
    if (!preset.pathPatterns.empty())
        filters += concat(", path_patterns: ", yamlList(preset.pathPatterns));
    if (preset.requiresChecksum)
        filters += ", requires_checksum: true";
    text += concat("  filters: {", filters, "}\n");
    if (preset.hasIndex)
        text += "  has_index: true\n";
    return text + "  is_public: true\n";
}

} // namespace faultline::sources
