// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as the records of a symbol store: the last transaction, a transaction's list, file.ptr.
#include "core/sources/file_pointer.h"
#include "core/sources/symstore_index.h"

#include <cstdint>

using namespace faultline;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto bytes = std::as_bytes(std::span(data, size));
    (void)sources::parseSymstoreLastId(bytes);
    const auto paths = sources::parseSymstoreSegment(asText(bytes));
    const sources::SymstoreIndex index(
        ByteView::fromString(sources::SymstoreIndex::storedForm(paths)));
    for (const auto& path : paths) {
        if (!index.contains(path))
            __builtin_trap();
    }
    // A damaged stored form must not cause invalid memory access.
    const sources::SymstoreIndex damaged(ByteView::copyOf(bytes));
    (void)damaged.contains("crash.pdb/1/crash.pdb");

    sources::SourceConfig source;
    source.where = sources::FilesystemSource{"/store"};
    if (const auto pointer = sources::parseFilePointer(asText(bytes))) {
        const auto target = sources::followFilePointer(source, *pointer);
        if (target && !std::get<std::filesystem::path>(*target).string().starts_with("/store/"))
            __builtin_trap();
    }
    return 0;
}
