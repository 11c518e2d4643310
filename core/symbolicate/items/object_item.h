// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cache/cache_item.h"
#include "core/formats/debug/elf/elf_code_pointers.h"
#include "core/formats/debug/elf/elf_dynamic_digest.h"
#include "core/formats/debug/object/object.h"
#include "core/net/download/downloader.h"
#include "core/sources/object_lookup.h"
#include "core/sources/remote_file.h"

#include <string>
#include <utility>
#include <vector>

namespace faultline::symbolicate {

/// An object file that was found and opened. Holds its bytes.
struct LoadedObject
{
    object::ObjectPtr object;
};

/// A debug file at one place of one source, downloaded (or used in place) and opened. Only the
/// wanted slice of a fat archive is kept, and only the portable PDB of a .NET assembly. An answer
/// that is no object file is Malformed.
class ObjectItem final : public cache::DownloadItem<LoadedObject>
{
public:
    ObjectItem(sources::RemoteFile file,
               sources::ObjectLookup wanted,
               std::string scope,
               net::Downloader& downloader,
               const ParseLimits& limits);

    const cache::CacheVersions& versions() const override;
    cache::CacheKey key() const override;
    void start(TempFile target, std::stop_token stop, Done done) override;
    Result<void> accept(TempFile& file, std::stop_token stop) override;
    Result<LoadedObject> load(ByteView bytes) const override;

    const sources::RemoteFile& file() const { return m_file; }

    /// Call it before the item is fetched.
    void setUrgency(net::SharedUrgency urgency) { m_urgency = std::move(urgency); }

private:
    Result<object::ObjectPtr> open(ByteView bytes) const;

    sources::RemoteFile m_file;
    sources::ObjectLookup m_wanted;
    std::string m_scope;
    net::Downloader& m_downloader;
    ParseLimits m_limits;
    net::SharedUrgency m_urgency;
};

/// Adds a file to a key as every derived item does: source, location, identity of the place,
/// identity of a file that may change in place, and all of `wanted` that decides what is kept of
/// the file.
void addToKey(cache::CacheKeyBuilder& key,
              const sources::RemoteFile& file,
              const sources::ObjectLookup& wanted,
              std::string_view heading = {});

/// An item derived from one object file, its only input, with the same key.
template <class T>
class ItemOfObject : public cache::CacheItemRequest<T>
{
public:
    ItemOfObject(std::shared_ptr<ObjectItem> object,
                 sources::ObjectLookup wanted,
                 std::string scope)
        : m_object(std::move(object)), m_wanted(std::move(wanted)), m_scope(std::move(scope))
    {
    }

    cache::CacheKey key() const override
    {
        cache::CacheKeyBuilder key(m_object->file().cacheScope(m_scope));
        addToKey(key, m_object->file(), m_wanted);
        return key.build();
    }

    std::vector<cache::CacheInput> inputs() const override
    {
        return {{.item = m_object, .required = true}};
    }

private:
    std::shared_ptr<ObjectItem> m_object;
    sources::ObjectLookup m_wanted;
    std::string m_scope;
};

/// The facts about an object that selection needs, so that big files are not opened again for it.
struct ObjectMeta
{
    object::FileFormat format = object::FileFormat::Unknown;
    object::ObjectKind kind = object::ObjectKind::None;
    Arch arch = Arch::Unknown;
    DebugId debugId;
    std::vector<DebugId> otherDebugIds; ///< Object::otherDebugIds().
    CodeId codeId;
    ObjectFeatures features;
    std::uint64_t sizeBytes = 0;
    std::string debugFileName;
    std::string imageStart;         ///< For ELF programs and libraries: elf::imageStartDigest().
    elf::DynamicSection dynamic;    ///< For the same files.
    elf::CodePointers codePointers; ///< For static programs.
    std::string fileId;             ///< For the same files: the FileID of symbfiles.
    std::uint64_t loadAddress = 0;  ///< As linked.
    bool linksSources = false; ///< The file names the places of sources without containing them.
    std::string warning;       ///< The most serious problem of the file; may be empty.
    std::vector<object::CompanionReference>
        companions; ///< Companions that symbols are derived from.
};

class ObjectMetaItem final : public ItemOfObject<ObjectMeta>
{
public:
    using ItemOfObject::ItemOfObject;

    const cache::CacheVersions& versions() const override;
    Result<void>
    compute(const cache::CacheInputs& inputs, TempFile& out, std::stop_token stop) override;
    Result<ObjectMeta> load(ByteView bytes) const override;
};

} // namespace faultline::symbolicate
