// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/arch.h"
#include "core/base/byte_view.h"
#include "core/base/debug_id.h"
#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/model/object_features.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::golang {

class GoProgram;

} // namespace faultline::golang

namespace faultline::object {

class DebugInfoReader;
class ValueInfoReader;

enum class FileFormat : std::uint8_t {
    Unknown,
    Breakpad,
    Elf,
    MachO,
    Pdb,
    Pe,
    SourceBundle,
    Wasm,
    PortablePdb,
    Symbfile
};

/// "elf", "macho", "pdb", … (docs/spec/native.md §2.1).
std::string_view fileFormatName(FileFormat format);

enum class ObjectKind : std::uint8_t {
    None,
    Relocatable,
    Executable,
    Library,
    Dump,
    Debug,
    Sources,
    Other
};

std::string_view objectKindName(ObjectKind kind);

/// A separate file that this one refers to (docs/spec/native.md §2.3 "Dangling references").
struct CompanionReference
{
    enum class Kind : std::uint8_t {
        DebugLink,
        AltLink,
        MiniDebugInfo,
        SplitDwarf,
        CodeViewPdb,
        BcSymbolMap,
        SourceServer,
        SourceLink,
        ExternalDebugInfo,
        SourceMap,
        ObjectFile ///< Holds debug info that a linked Mach-O file only refers to (N_OSO).
    };
    Kind kind = Kind::DebugLink;
    std::string name;     ///< File name or path as recorded.
    std::string identity; ///< Build id, CRC or debug id as text; empty when none is recorded.
};

/// One entry of a symbol table. Addresses are relative to the image's load address.
struct Symbol
{
    std::uint64_t address = 0;
    std::uint64_t sizeBytes = 0; ///< 0 when the table does not record it.
    std::string_view
        name; ///< Mangled, as stored; points into the object's bytes or its string arena.
};

/// A range of bytes of an image: where it is mapped and what it contains.
struct ImageRange
{
    std::string name;            ///< ".eh_frame", "__unwind_info", ".pdata", …
    std::uint64_t address = 0;   ///< Virtual address as linked, *not* relative to the load address.
    std::uint64_t sizeBytes = 0; ///< Size in memory; may exceed the bytes in the file.
    bool executable = false;
    bool writable = false;
};

/// An entry of the PDB's table of frames, which serves as x86 unwind data. Layout: LLVM's FrameData
/// records; docs/spec/stackwalk.md §10.2, §11.6.
struct WindowsFrame
{
    std::uint32_t rva = 0;
    std::uint32_t codeSizeBytes = 0;
    std::uint32_t prologSizeBytes = 0;
    std::uint32_t epilogSizeBytes = 0;
    std::uint32_t parameterBytes = 0;
    std::uint32_t savedRegisterBytes = 0;
    std::uint32_t localBytes = 0;
    std::uint32_t maxStackBytes = 0;
    bool isFpo = false;                ///< STACK WIN type 0; otherwise type 4 (frame data).
    bool allocatesBasePointer = false; ///< For FPO only.
    std::string_view
        program; ///< For frame data only: the postfix program. Valid as long as the object.
};

/// What an object says about a source file: its text, a link to it, or both.
struct ObjectSource
{
    std::optional<Result<ByteView>> text; ///< UTF-8. Absent when the object has only a link; an
                                          ///< error when the text cannot be read.
    std::string url;                      ///< As recorded; empty when there is none.
};

/// An opened object file: identity, features and access to its parts. Immutable and thread-safe;
/// holds its bytes. Addresses in symbols() and debug info are relative to loadAddress(). ImageRange
/// and readImage() use linked addresses.
class Object
{
public:
    virtual ~Object() = default;

    virtual FileFormat format() const = 0;
    virtual ObjectKind kind() const = 0;
    virtual Arch arch() const = 0;
    /// Nil when the file has none.
    virtual DebugId debugId() const = 0;
    virtual CodeId codeId() const = 0;

    /// Further ids by which crash files may call a file that records none itself.
    virtual std::vector<DebugId> otherDebugIds() const { return {}; }

    virtual ObjectFeatures features() const = 0;

    /// Linked address of the image's start (first PT_LOAD, __TEXT, ImageBase); 0 for formats
    /// without one.
    virtual std::uint64_t loadAddress() const { return 0; }

    virtual std::endian byteOrder() const { return std::endian::little; }

    /// Name of the debug companion: PE's CodeView name, Breakpad's MODULE name; empty otherwise.
    virtual std::string debugFileName() const { return {}; }

    virtual std::vector<CompanionReference> companions() const { return {}; }

    /// Damage that did not prevent opening, for people.
    virtual std::vector<std::string> warnings() const { return {}; }

    /// Function symbols in file order, including duplicates. May be slow; call once.
    virtual std::vector<Symbol> symbols() const { return {}; }

    /// How many names the last call of symbols() left out, together with their symbols, because
    /// they overlap more than names of a real file can (NameAllowance).
    virtual std::uint64_t lostNames() const { return 0; }

    /// Null when there is no debug info. The reader shares this object's bytes but does not keep
    /// the object alive.
    virtual std::unique_ptr<DebugInfoReader> debugInfo() const;

    /// Like debugInfo(), but with the available files that companions() names. A file that does not
    /// belong is ignored with a warning. The reader shares their bytes. Formats without such
    /// companions ignore them.
    virtual std::unique_ptr<DebugInfoReader>
    debugInfoWith(std::span<const std::shared_ptr<const Object>> companions) const;

    /// Types and variables, with the same files and the same lifetimes; null when there are none.
    virtual std::unique_ptr<ValueInfoReader>
    valueInfoWith(std::span<const std::shared_ptr<const Object>> companions) const;

    /// Mapped ranges (sections, if the format has them).
    virtual std::vector<ImageRange> ranges() const { return {}; }

    /// A section's file content by name, decompressed. Absent when the section is missing or has no
    /// bytes in the file. Names are the format's own (".eh_frame", "__unwind_info").
    virtual std::optional<ByteView> section(std::string_view name) const;

    /// Up to `sizeBytes` bytes of the image as the loader would map it. The answer is shorter at
    /// the end of a segment. Absent when the file has none of these bytes.
    virtual std::optional<ByteView> readImage(std::uint64_t linkedAddress,
                                              std::uint64_t sizeBytes) const;

    /// A source file by its path in the debug info; absent when this object knows nothing about it.
    /// Rules: docs/spec/native.md §18.
    virtual std::optional<ObjectSource> sourceByPath(std::string_view path) const;

    /// The path of the one source in this object that is most similar to `path`: for Windows paths,
    /// the same in other case; otherwise the one with the longest common end of at least two
    /// components. Absent when there is none or several are equally similar.
    virtual std::optional<std::string> similarSource(std::string_view path) const;

    /// PDB only: frames for x86 unwinding, sorted by rva.
    virtual std::vector<WindowsFrame> windowsFrames() const { return {}; }

    /// The tables that Go's runtime needs and that stripping leaves. Null when there are none that
    /// can be read.
    virtual std::shared_ptr<const golang::GoProgram> goProgram() const { return nullptr; }

    /// The whole file.
    virtual ByteView bytes() const = 0;
};

using ObjectPtr = std::shared_ptr<const Object>;

} // namespace faultline::object
