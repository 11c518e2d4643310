// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/modules.h"

#include "core/formats/crash/minidump/code_view.h"
#include "core/formats/crash/minidump/record_table.h"
#include "core/formats/crash/minidump/strings.h"

namespace faultline::minidump {

namespace {

constexpr std::size_t kModuleBytes = 108; // On disk; a C compiler would pad the structure to 112.
constexpr ExtendedListFormat kUnloadedFormat{.headerBytes = 12, .entryBytes = 24};
constexpr std::uint32_t kVersionSignature = 0xfeef04bd; // VS_FIXEDFILEINFO, verrsrc.h.
constexpr std::uint32_t kVersionStructure = 0x00010000;

/// The start of VS_FIXEDFILEINFO.
struct FixedFileInfo
{
    bool valid = false;
    std::uint32_t fileHigh = 0;
    std::uint32_t fileLow = 0;
    std::uint32_t productHigh = 0;
    std::uint32_t productLow = 0;
};

struct RawModule
{
    std::uint64_t base = 0;
    std::uint32_t sizeBytes = 0;
    std::uint32_t checksum = 0;
    std::uint32_t timestamp = 0;
    std::uint32_t nameRva = 0;
    FixedFileInfo version;
    Location codeView;
};

FixedFileInfo readVersion(ByteReader& reader)
{
    FixedFileInfo info;
    const bool signature = reader.u32() == kVersionSignature;
    info.valid = (reader.u32() == kVersionStructure) && signature;
    info.fileHigh = reader.u32();
    info.fileLow = reader.u32();
    info.productHigh = reader.u32();
    info.productLow = reader.u32();
    reader.skip(7 * sizeof(std::uint32_t));
    return info;
}

RawModule readRawModule(ByteReader reader)
{
    RawModule raw;
    raw.base = reader.u64();
    raw.sizeBytes = reader.u32();
    raw.checksum = reader.u32();
    raw.timestamp = reader.u32();
    raw.nameRva = reader.u32();
    raw.version = readVersion(reader);
    raw.codeView = readLocation(reader);
    return raw;
}

bool usesPackedVersion(OsFamily os)
{
    return os == OsFamily::Windows || os == OsFamily::MacOs || os == OsFamily::Ios;
}

bool isApple(OsFamily os)
{
    return os == OsFamily::MacOs || os == OsFamily::Ios;
}

/// Elsewhere the four words are plain numbers: Mozilla's writer stores the version of the SONAME
/// there.
std::string versionText(const FixedFileInfo& info, OsFamily os)
{
    if (!info.valid)
        return {};
    if (!usesPackedVersion(os))
        return concat(info.fileHigh, '.', info.fileLow, '.', info.productHigh, '.',
                      info.productLow);
    return concat(info.fileHigh >> 16, '.', info.fileHigh & 0xffff, '.', info.fileLow >> 16, '.',
                  info.fileLow & 0xffff);
}

ObjectType objectTypeOf(OsFamily os)
{
    switch (os) {
    case OsFamily::Windows: return ObjectType::Pe;
    case OsFamily::MacOs:
    case OsFamily::Ios: return ObjectType::MachO;
    case OsFamily::Linux:
    case OsFamily::Solaris:
    case OsFamily::Android: return ObjectType::Elf;
    default: return ObjectType::Unknown;
    }
}

/// Apple's code id is the UUID in the order its text shows; it is the CodeView's GUID.
CodeId appleCodeId(const DebugId& id)
{
    return CodeId::parse(id.uuidHex());
}

void applyCodeView(const CodeView& record, ByteView raw, OsFamily os, EventModule& module)
{
    module.debugId = record.debugId;
    switch (record.kind) {
    case CodeView::Kind::Pdb70:
    case CodeView::Kind::Pdb20:
        module.debugFile = record.debugFile;
        if (!isApple(os))
            module.codeId =
                CodeId::fromPe(module.timestamp, static_cast<std::uint32_t>(module.sizeBytes));
        else if (record.debugId)
            module.codeId = appleCodeId(*record.debugId);
        break;
    case CodeView::Kind::ElfBuildId:
        module.debugFile = module.codeFile;
        if (!record.buildId.empty())
            module.codeId = CodeId::fromBinary(record.buildId);
        break;
    case CodeView::Kind::Other: module.unknownCodeView = std::move(raw); break;
    }
}

void applyIdentity(const StreamScope& scope,
                   const RawModule& raw,
                   OsFamily os,
                   std::uint32_t index,
                   EventModule& module)
{
    if (raw.codeView.sizeBytes == 0 || raw.codeView.rva == 0) {
        if (os == OsFamily::Windows)
            module.codeId = CodeId::fromPe(raw.timestamp, raw.sizeBytes);
        return;
    }
    const auto bytes = scope.dump.view(raw.codeView);
    if (!bytes || bytes->size() > scope.dump.limits().maxStringBytes ||
        !scope.text.take(bytes->size())) {
        scope.warn("module ", index, ": codeview record of ", raw.codeView.sizeBytes,
                   " bytes at offset ", Hex{raw.codeView.rva},
                   bytes ? " is too large" : " lies outside the file");
        return;
    }
    if (const auto record = readCodeView(bytes->span(), scope.dump.byteOrder()))
        applyCodeView(*record, *bytes, os, module);
    else
        scope.warn("module ", index, ": ", record.error().detail);
}

std::optional<std::string>
readName(const StreamScope& scope, std::uint32_t rva, std::string_view what, std::uint32_t index)
{
    auto name = readUtf16String(scope, rva);
    if (!name)
        scope.warn(what, ' ', index, ": name at offset ", Hex{rva}, " cannot be read");
    return name;
}

bool isPlausible(const StreamScope& scope, const RawModule& raw, std::uint32_t index)
{
    if (raw.sizeBytes != 0 && raw.base + raw.sizeBytes >= raw.base)
        return true;
    scope.warn("module ", index, " left out: ", raw.sizeBytes, " bytes at address ", Hex{raw.base});
    return false;
}

EventModule
makeModule(const StreamScope& scope, const RawModule& raw, OsFamily os, std::uint32_t index)
{
    EventModule module;
    module.type = objectTypeOf(os);
    module.address = raw.base;
    module.sizeBytes = raw.sizeBytes;
    module.timestamp = raw.timestamp;
    module.checksum = raw.checksum;
    module.version = versionText(raw.version, os);
    module.codeFile = readName(scope, raw.nameRva, "module", index);
    applyIdentity(scope, raw, os, index, module);
    return module;
}

} // namespace

Result<std::vector<ModuleRecord>> readModuleList(const StreamScope& scope, OsFamily os)
{
    FL_TRY(const auto table, readCountedList(scope, kModuleBytes, scope.dump.limits().maxModules));
    std::vector<ModuleRecord> modules;
    modules.reserve(table.count());
    for (std::uint32_t i = 0; i < table.count(); ++i) {
        const auto raw = readRawModule(table.record(i));
        if (isPlausible(scope, raw, i))
            modules.push_back({i, makeModule(scope, raw, os, i)});
    }
    return modules;
}

Result<std::vector<UnloadedModule>> readUnloadedModuleList(const StreamScope& scope)
{
    FL_TRY(const auto table,
           readExtendedList(scope, kUnloadedFormat, scope.dump.limits().maxModules));
    std::vector<UnloadedModule> modules;
    modules.reserve(table.count());
    for (std::uint32_t i = 0; i < table.count(); ++i) {
        auto reader = table.record(i);
        UnloadedModule module;
        module.address = reader.u64();
        const auto sizeBytes = reader.u32();
        reader.skip(4); // Checksum.
        const auto timestamp = reader.u32();
        module.sizeBytes = sizeBytes;
        module.codeId = CodeId::fromPe(timestamp, sizeBytes);
        module.name = readName(scope, reader.u32(), "unloaded module", i).value_or("");
        modules.push_back(std::move(module));
    }
    return modules;
}

} // namespace faultline::minidump
