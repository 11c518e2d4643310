#pragma once

#include "core/formats/debug/elf/elf_layout.h"

#include <memory>
#include <mutex>

namespace faultline::elf {

/// Section contents by name, decompressed when asked for and kept until lent out or until this
/// object goes. Thread-safe.
class ElfSections
{
public:
    ElfSections(ByteView file, const ElfLayout& layout, const ParseLimits& limits);

    /// The section of that name with bytes in the file; null otherwise. ".debug_x" also finds
    /// ".zdebug_x".
    const ElfSection* find(std::string_view name) const;

    /// Decompressed content; absent when there is none, when it does not fit the file, when its
    /// declared size exceeds the limit, or when it does not decompress (the latter three become
    /// warnings).
    std::optional<ByteView> content(std::string_view name) const;
    std::optional<ByteView> content(const ElfSection& section) const;

    /// All sections of that name one behind the other. Compilers put each type unit into a
    /// `.debug_info.dwo` of its own.
    std::optional<ByteView> joined(std::string_view name) const;

    /// As content(), but from now on the section is only kept by those who hold it: debug info is
    /// large and mostly read once.
    std::optional<ByteView> lend(std::string_view name) const;

    /// Content that nobody else sees.
    struct Taken
    {
        ByteView content;
        bool isPrivate = false; ///< Decompressed for the taker alone: parts may be given back.
    };

    /// As lend(), but whoever asks next gets the section anew.
    std::optional<Taken> take(std::string_view name) const;

    /// Damage noticed late, here or by those who use a section.
    std::vector<std::string> warnings() const;
    void warn(std::string text) const;

private:
    struct Slot
    {
        std::mutex mutex; // Guards the rest, and makes others wait for the one that decompresses.
        bool isDamaged = false;
        std::optional<ByteView> kept;
        std::weak_ptr<const void> lentOwner;
        Bytes lentBytes;
    };

    Slot& slotOf(const ElfSection& section) const;
    std::optional<ByteView> obtain(const ElfSection& section, Slot& slot) const;

    Result<ByteView> load(const ElfSection& section) const;
    Result<ByteView> loadCompressed(const ByteView& stored) const;

    ByteView m_file;
    const ElfLayout& m_layout;
    ParseLimits m_limits;
    std::unique_ptr<Slot[]> m_slots; // One per section.
    mutable std::mutex m_mutex;      // Guards m_warnings.
    mutable std::vector<std::string> m_warnings;
};

} // namespace faultline::elf
