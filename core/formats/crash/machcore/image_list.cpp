// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/machcore/image_list.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>

namespace faultline::machcore {

namespace {

constexpr std::uint64_t kUnknown = UINT64_MAX;
constexpr std::size_t kMaxPathBytes = 1024; // macOS, PATH_MAX.
constexpr std::size_t kUuidBytes = 16;
/// The limit for all images together. Large processes have about 30 MB of such data.
constexpr std::uint64_t kMaxHeaderBytes = 256 << 20;

/// All zero means that the writer did not know it.
std::optional<DebugId> uuidOf(Bytes bytes)
{
    std::array<std::uint8_t, kUuidBytes> uuid{};
    if (bytes.size() < uuid.size())
        return std::nullopt;
    std::memcpy(uuid.data(), bytes.data(), uuid.size());
    const auto id = DebugId::fromUuid(uuid);
    return id.isNil() ? std::nullopt : std::optional(id);
}

class ImageCollector
{
public:
    ImageCollector(const MachCore& core,
                   const MemoryImage& memory,
                   const ParseLimits& limits,
                   DiagnosticLog& log)
        : m_core(core), m_memory(memory), m_limits(limits), m_log(log)
    {
    }

    ImageList collect()
    {
        for (const auto& note : m_core.notes) {
            if (note.owner == "all image infos")
                addListedImages(note.bytes);
            else if (note.owner == "load binary")
                addBinary(note.bytes);
        }
        findImagesInMemory();
        addListOfDyld();
        for (const auto& [address, image] : m_images)
            add(address, image.ownPath, {});
        for (const auto& note : m_core.notes) {
            if (note.owner == "main bin spec")
                addMainBinary(note.bytes);
        }
        return finish();
    }

private:
    struct Found
    {
        std::string path;
        std::optional<DebugId> uuid;
    };

    void add(std::uint64_t address, std::string_view path, std::optional<DebugId> uuid)
    {
        if (address == 0 || address == kUnknown)
            return;
        if (m_found.size() >= m_limits.maxModules && !m_found.contains(address)) {
            ++m_leftOut;
            return;
        }
        auto& found = m_found[address];
        if (found.path.empty())
            found.path = toValidUtf8(path);
        if (!found.uuid)
            found.uuid = uuid;
    }

    /// LLDB's struct all_image_infos_header and image_entry (ObjectFileMachO.cpp).
    void addListedImages(Bytes note)
    {
        constexpr std::uint32_t kVersion = 1;
        constexpr std::uint32_t kKnownBytes = 48;
        ByteReader header(note);
        const auto version = header.u32();
        const auto count = header.u32();
        const auto offset = header.u64();
        const auto entryBytes = std::max(header.u32(), kKnownBytes); // Later ones may be larger.
        ByteReader entries(m_core.file.span());
        entries.seek(offset);
        if (!header.ok() || version != kVersion || !entries.ok()) {
            m_log.warn("all image infos", "version ", version, ", entries at offset ", Hex{offset},
                       " of ", m_core.file.size());
            return;
        }
        const auto held = std::min<std::uint64_t>(count, entries.remaining() / entryBytes);
        if (held < count)
            m_log.warn("all image infos", count, " images, the file holds ", held);
        for (std::uint64_t i = 0; i < held; ++i) {
            const auto path = entries.u64();
            const auto uuid = uuidOf(entries.bytes(kUuidBytes));
            const auto address = entries.u64();
            // Addresses of the segments, and whether it is executing.
            entries.skip(entryBytes - 2 * sizeof(std::uint64_t) - kUuidBytes);
            add(address, path == kUnknown ? std::string_view() : m_core.textAt(path), uuid);
        }
    }

    /// Version 1: uuid, load address, slide, path.
    void addBinary(Bytes note)
    {
        constexpr std::uint32_t kVersion = 1;
        ByteReader reader(note);
        const auto version = reader.u32();
        const auto uuid = uuidOf(reader.bytes(kUuidBytes));
        const auto address = reader.u64();
        reader.skip(8);
        const auto path = asText(note.subspan(reader.offset()));
        if (reader.ok() && version == kVersion)
            add(address, path.substr(0, path.find('\0')), uuid);
    }

    /// Version 1: type, address, uuid. Version 2 has the slide before the uuid.
    void addMainBinary(Bytes note)
    {
        constexpr std::uint32_t kKernel = 1;
        ByteReader reader(note);
        const auto version = reader.u32();
        const auto type = reader.u32();
        const auto address = reader.u64();
        if (version == 2)
            reader.skip(8);
        const auto uuid = uuidOf(reader.bytes(kUuidBytes));
        if (!reader.ok() || version == 0 || version > 2)
            return;
        if (type == kKernel)
            m_log.note("main bin spec", "a core of the kernel");
        const auto* const image = imageAt(address);
        add(address, image != nullptr ? image->ownPath : "", uuid);
    }

    /// Null when no image begins there. Each header is read once.
    const LoadedImage* imageAt(std::uint64_t address)
    {
        const auto known = m_images.find(address);
        if (known != m_images.end())
            return &known->second;
        auto image = readLoadedImage(m_memory, address, m_limits, m_headerBytesLeft);
        return image ? &m_images.emplace(address, *std::move(image)).first->second : nullptr;
    }

    /// Images that begin with a segment. Those of dyld's shared cache lie inside larger segments.
    void findImagesInMemory()
    {
        for (const auto& range : m_core.memory) {
            if (m_images.size() >= m_limits.maxModules)
                return;
            imageAt(range.address);
        }
    }

    /// struct dyld_all_image_infos: version, infoArrayCount, infoArray. Each entry: load address,
    /// path, modification time.
    void addListOfDyld()
    {
        const auto dyld = std::ranges::find_if(
            m_images, [](const auto& image) { return image.second.imageList.has_value(); });
        if (dyld == m_images.end())
            return;
        const auto list = *dyld->second.imageList;
        const auto count = m_memory.readUnsigned(list + 4, 4).value_or(0);
        const auto entries = m_memory.readUnsigned(list + 8, 8).value_or(0);
        for (std::uint64_t i = 0; i < count && entries != 0; ++i) {
            constexpr std::uint64_t kEntryBytes = 24;
            const auto at = entries + i * kEntryBytes;
            const auto address = m_memory.readUnsigned(at, 8);
            const auto path = m_memory.readUnsigned(at + 8, 8);
            if (!address || !path || i >= m_limits.maxModules) {
                m_log.warn("dyld", "of ", count, " images, ", i, " are listed in memory");
                return;
            }
            add(*address, textAt(*path), {});
        }
    }

    std::string_view textAt(std::uint64_t address) const
    {
        const auto bytes = m_memory.pieceFrom(address);
        const auto text = asText(bytes.first(std::min(bytes.size(), kMaxPathBytes)));
        const auto end = text.find('\0');
        return end == std::string_view::npos ? std::string_view() : text.substr(0, end);
    }

    ImageList finish()
    {
        if (m_leftOut != 0)
            m_log.warn("modules", m_leftOut, " modules beyond the limit of ", m_limits.maxModules,
                       " are left out");
        ImageList list;
        std::optional<std::size_t> program;
        for (auto& [address, found] : m_found) {
            const auto* const image = imageAt(address);
            if (image != nullptr && image->kind == LoadedImage::Kind::Program && !program) {
                program = list.modules.size();
                list.platform = image->platform;
            }
            list.modules.push_back(moduleOf(address, std::move(found), image));
        }
        if (m_headerBytesLeft == 0)
            m_log.warn("modules",
                       "not all headers of images are read: their load commands have "
                       "more than ",
                       kMaxHeaderBytes, " bytes");
        limitSizes(list.modules);
        if (program)
            std::rotate(list.modules.begin(),
                        list.modules.begin() + static_cast<std::ptrdiff_t>(*program),
                        list.modules.begin() + static_cast<std::ptrdiff_t>(*program) + 1);
        return list;
    }

    EventModule moduleOf(std::uint64_t address, Found found, const LoadedImage* image) const
    {
        EventModule module;
        module.type = ObjectType::MachO;
        module.address = address;
        auto path = std::move(found.path);
        if (path.empty() && image != nullptr)
            path = image->kind == LoadedImage::Kind::Program ? "program" : image->ownPath;
        if (!path.empty())
            module.codeFile = module.debugFile = std::move(path);
        if (image != nullptr)
            module.sizeBytes = image->sizeBytes;
        else
            m_log.note("modules", module.codeFile.value_or("an image"), " at ", Hex{address},
                       " has no header in the dumped memory: its size is not known");
        const auto uuid = found.uuid || image == nullptr ? found.uuid : image->uuid;
        if (uuid) {
            module.debugId = uuid;
            module.codeId = CodeId::parse(uuid->uuidHex());
        }
        return module;
    }

    /// `__TEXT` may claim more than lies before the next image.
    static void limitSizes(std::vector<EventModule>& modules)
    {
        for (std::size_t i = 1; i < modules.size(); ++i) {
            auto& before = modules[i - 1];
            before.sizeBytes = std::min(before.sizeBytes, modules[i].address - before.address);
        }
    }

    const MachCore& m_core;
    const MemoryImage& m_memory;
    const ParseLimits& m_limits;
    DiagnosticLog& m_log;
    std::uint64_t m_headerBytesLeft = kMaxHeaderBytes;
    std::map<std::uint64_t, LoadedImage> m_images; ///< Whose headers have been read, by address.
    std::map<std::uint64_t, Found> m_found;        ///< By address.
    std::uint64_t m_leftOut = 0;
};

} // namespace

ImageList findImages(const MachCore& core,
                     const MemoryImage& memory,
                     const ParseLimits& limits,
                     DiagnosticLog& log)
{
    return ImageCollector(core, memory, limits, log).collect();
}

} // namespace faultline::machcore
