#pragma once

#include "core/cache/cache_item.h"
#include "core/formats/debug/object/object.h"
#include "core/net/download/downloader.h"
#include "core/sources/object_lookup.h"
#include "core/sources/remote_file.h"

#include <string>
#include <vector>

namespace faultline {

/// An object file that was found and opened; holds its bytes.
struct LoadedObject
{
    ObjectPtr object;
};

/// A debug file at one place of one source, downloaded (or used where it lies) and opened. Of a fat
/// archive only the wanted slice is kept, of a .NET assembly the portable PDB inside it. An answer
/// that is no object file is Malformed.
class ObjectItem final : public DownloadItem<LoadedObject>
{
public:
    ObjectItem(RemoteFile file,
               ObjectLookup wanted,
               std::string scope,
               Downloader& downloader,
               const ParseLimits& limits);

    const CacheVersions& versions() const override;
    CacheKey key() const override;
    void start(TempFile target, std::stop_token stop, Done done) override;
    Result<void> accept(TempFile& file, std::stop_token stop) override;
    Result<LoadedObject> load(ByteView bytes) const override;

    const RemoteFile& file() const { return m_file; }

private:
    Result<ObjectPtr> open(ByteView bytes) const;

    RemoteFile m_file;
    ObjectLookup m_wanted;
    std::string m_scope;
    Downloader& m_downloader;
    ParseLimits m_limits;
};

/// Adds a file to a key the way every derived item does: source, location, identity of a file that
/// may change in place, slice.
void addToKey(CacheKeyBuilder& key,
              const RemoteFile& file,
              const ObjectLookup& wanted,
              std::string_view heading = {});

/// Something derived from one object file, its only input, and keyed like it.
template <class T>
class ItemOfObject : public CacheItemRequest<T>
{
public:
    ItemOfObject(std::shared_ptr<ObjectItem> object, ObjectLookup wanted, std::string scope)
        : m_object(std::move(object)), m_wanted(std::move(wanted)), m_scope(std::move(scope))
    {
    }

    CacheKey key() const override
    {
        CacheKeyBuilder key(m_object->file().cacheScope(m_scope));
        addToKey(key, m_object->file(), m_wanted);
        return key.build();
    }

    std::vector<CacheInput> inputs() const override
    {
        return {{.item = m_object, .required = true}};
    }

private:
    std::shared_ptr<ObjectItem> m_object;
    ObjectLookup m_wanted;
    std::string m_scope;
};

/// What selection needs to know of an object, so that big files are not opened for it again.
struct ObjectMeta
{
    FileFormat format = FileFormat::Unknown;
    ObjectKind kind = ObjectKind::None;
    Arch arch = Arch::Unknown;
    DebugId debugId;
    CodeId codeId;
    ObjectFeatures features;
    std::uint64_t sizeBytes = 0;
    std::string debugFileName;
    std::string imageStart;    ///< ELF programs and libraries: elf::imageStartDigest().
    bool linksSources = false; ///< Says where sources are without carrying them.
    std::string warning;       ///< The gravest thing to know about the file; may be empty.
    std::vector<CompanionReference> companions; ///< Those that symbols are derived from.
};

class ObjectMetaItem final : public ItemOfObject<ObjectMeta>
{
public:
    using ItemOfObject::ItemOfObject;

    const CacheVersions& versions() const override;
    Result<void> compute(const CacheInputs& inputs, TempFile& out, std::stop_token stop) override;
    Result<ObjectMeta> load(ByteView bytes) const override;
};

} // namespace faultline
