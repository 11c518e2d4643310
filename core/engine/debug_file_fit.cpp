// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/debug_file_fit.h"

#include "core/base/file.h"
#include "core/formats/debug/dwarf/split_units.h"
#include "core/formats/debug/macho/macho_fat.h"
#include "core/formats/debug/open/open_object.h"
#include "core/formats/debug/proguard/mapping_identity.h"
#include "core/formats/debug/proguard/mapping_reader.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

namespace faultline::engine {

namespace {

using Fit = DebugFileAnswer::Fit;

/// What the bytes are: objects, of which a fat file has several, or the mapping of a JVM program.
struct FoundFile
{
    std::vector<object::ObjectPtr> objects;
    std::optional<DebugId> mapping;
};

void open(const ByteView& bytes, const ParseLimits& limits, FoundFile& found)
{
    if (auto object = object::openObject(bytes, limits))
        found.objects.push_back(*std::move(object));
}

FoundFile readFound(const ByteView& bytes, const ParseLimits& limits)
{
    FoundFile found;
    if (macho::looksLikeFatMachO(bytes.span())) {
        const auto members = macho::readFatMembers(bytes);
        for (const auto& member : members ? *members : std::vector<macho::FatMember>())
            open(member.bytes, limits, found);
    } else {
        open(bytes, limits, found);
    }
    constexpr std::size_t kProbedBytes = 1024;
    const auto text = bytes.text();
    if (found.objects.empty() && !text.substr(0, kProbedBytes).contains('\0') &&
        proguard::looksLikeMapping(text))
        found.mapping = proguard::mappingId(bytes.span());
    return found;
}

/// Can a file of the format describe a module of the type? Symbol files of Breakpad and bundles of
/// sources describe all, and a module of unknown type may be any.
bool suits(object::FileFormat format, ObjectType type)
{
    switch (format) {
    case object::FileFormat::Elf: return type == ObjectType::Elf;
    case object::FileFormat::MachO: return type == ObjectType::MachO;
    case object::FileFormat::Pe:
    case object::FileFormat::Pdb: return type == ObjectType::Pe || type == ObjectType::PeDotnet;
    case object::FileFormat::PortablePdb: return type == ObjectType::PeDotnet;
    case object::FileFormat::Wasm: return type == ObjectType::Wasm;
    case object::FileFormat::Breakpad:
    case object::FileFormat::SourceBundle:
    case object::FileFormat::Symbfile:
    case object::FileFormat::Unknown: break;
    }
    return true;
}

bool isOfProcessor(const object::Object& object, const SystemInfo& system)
{
    return object.arch() == Arch::Unknown || system.arch == Arch::Unknown ||
           cpuFamily(object.arch()) == cpuFamily(system.arch);
}

bool hasId(const EventModule& module)
{
    return (module.debugId && !module.debugId->isNil()) ||
           (module.codeId && !module.codeId->empty());
}

bool hasIdOf(const object::Object& object, const EventModule& module)
{
    if (module.debugId && !module.debugId->isNil()) {
        const auto serves = [&](const DebugId& id) { return id.serves(*module.debugId); };
        if (serves(object.debugId()) || std::ranges::any_of(object.otherDebugIds(), serves))
            return true;
    }
    return module.codeId && !module.codeId->empty() && object.codeId() == *module.codeId;
}

/// Files with split units are wanted for one of their units, and have no id of a module.
bool isWithoutId(const object::Object& object)
{
    return (object.debugId().isNil() && object.codeId().empty()) ||
           !dwarf::splitUnitIdsOf(object).empty();
}

Fit fitOf(const object::Object& object, const EventModule& module, const SystemInfo& system)
{
    if (hasId(module) && hasIdOf(object, module))
        return Fit::ById;
    if ((module.type != ObjectType::Unknown && !suits(object.format(), module.type)) ||
        !isOfProcessor(object, system))
        return Fit::OtherKind;
    if (!hasId(module))
        return Fit::NotKnown;
    return isWithoutId(object) ? Fit::WithoutId : Fit::OtherBuild;
}

/// The best fit of the objects in one file.
Fit nativeFit(const FoundFile& file, const EventModule& module, const SystemInfo& system)
{
    Fit best = file.mapping ? Fit::OtherKind : Fit::NoDebugFile;
    for (const auto& object : file.objects)
        best = std::min(best, fitOf(*object, module, system));
    return best;
}

Fit mappingFit(const FoundFile& file, const EventModule& module)
{
    if (!file.mapping)
        return file.objects.empty() ? Fit::NoDebugFile : Fit::OtherKind;
    if (!module.debugId || module.debugId->isNil())
        return Fit::NotKnown;
    return file.mapping->serves(*module.debugId) ? Fit::ById : Fit::OtherBuild;
}

/// The part of the event whose module this is.
const std::variant<NativeEvent, ScriptEvent, JvmEvent>& partOf(const Event& event,
                                                               std::size_t module)
{
    const auto* part = &event.detail;
    for (const EventPart& each : event.parts) {
        if (module >= each.firstModule)
            part = &each.detail;
    }
    return *part;
}

/// With the ids that files of the module have added, as where a dump lacks the id of the debug
/// file.
const EventModule& knownModule(const Event& event, const Report* report, std::size_t index)
{
    const auto* known = report != nullptr && index < report->modules.size()
                            ? report->modules[index].get()
                            : nullptr;
    return known != nullptr ? known->module : event.modules[index];
}

} // namespace

DebugFileAnswer fitDebugFile(const Event& event,
                             const Report* report,
                             const std::string& path,
                             const ParseLimits& limits)
{
    const auto bytes = mapForeignFile(path);
    if (!bytes)
        return {.state = DebugFileAnswer::State::NotReadable};
    const FoundFile file = readFound(*bytes, limits);
    DebugFileAnswer answer{.state = DebugFileAnswer::State::Known};
    for (std::size_t i = 0; i < event.modules.size(); ++i) {
        const auto& part = partOf(event, i);
        const auto& module = knownModule(event, report, i);
        if (std::holds_alternative<ScriptEvent>(part))
            answer.fits.push_back(Fit::NotKnown);
        else if (std::holds_alternative<JvmEvent>(part))
            answer.fits.push_back(mappingFit(file, module));
        else
            answer.fits.push_back(nativeFit(file, module, event.system));
    }
    return answer;
}

} // namespace faultline::engine
