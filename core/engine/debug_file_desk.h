// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/formats/debug/object/object.h"
#include "core/model/object_features.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace faultline::engine {

/// What kind of file was opened. Each kind has only some of the facts.
enum class DebugFileKind : std::uint8_t {
    Object,    ///< With code, symbols or debug info.
    SymCache,  ///< A look-up file of ours.
    SourceMap, ///< Of a script.
    Mapping    ///< Of ProGuard or R8.
};

/// What a file says of itself, before anything is searched in it. Numbers are absent where the kind
/// has none.
struct DebugFileFacts
{
    struct Section
    {
        std::string name;
        std::uint64_t address = 0; ///< As linked; 0 for those that are not mapped.
        std::uint64_t sizeBytes = 0;
        bool isInFile = true; ///< Otherwise only the program's own file has its bytes.
    };

    std::uint64_t number = 0; ///< Of the command.
    std::string path{};
    std::uint64_t sizeBytes = 0;
    DebugFileKind kind = DebugFileKind::Object;
    object::FileFormat format = object::FileFormat::Unknown;
    object::ObjectKind objectKind = object::ObjectKind::None;
    Arch arch = Arch::Unknown;
    std::string debugId{}; ///< Empty when the file has none; so is the next one.
    std::string codeId{};
    std::uint64_t loadAddress = 0;
    ObjectFeatures features{};
    std::vector<object::CompanionReference> companions{};
    std::vector<Section> sections{};
    std::vector<std::string> architectures{}; ///< Of a file with several programs; else empty.
    bool hasLinkedFile = false; ///< A file beside it has the debug info that this one lacks.
    std::optional<std::uint64_t> sources{};
    std::optional<std::uint64_t> sourceTexts{}; ///< So many of the sources are in the file.
    std::optional<std::uint64_t> names{};       ///< Of a source map.
    std::optional<std::uint64_t> classes{};     ///< Of a mapping; so are the next two.
    std::optional<std::uint64_t> methods{};
    std::string compiler{};
    bool hasLines = false; ///< A mapping tells lines.
    std::vector<std::string> notes{};
};

/// What can be searched, once the look-up file stands.
struct DebugFileIndex
{
    std::uint64_t number = 0;
    std::uint64_t functions = 0; ///< With names; parts that lie elsewhere are not counted.
    std::uint64_t files = 0;
    std::uint64_t units = 0;
    std::uint64_t damagedUnits = 0;
    std::uint64_t damagedRecords = 0;
    std::uint64_t inlinedRows = 0; ///< Runs of instructions with one position, in inlined calls.
    std::uint64_t sourceTexts = 0; ///< Files whose text the debug info has.
    bool hasLines = false;
};

/// The file, or its index, could not be read.
struct DebugFileFailure
{
    std::uint64_t number = 0;
    bool isOfIndex = false; ///< The facts are known.
    Error error;
};

struct DebugFunction
{
    std::uint32_t index = 0;
    std::uint64_t address = 0; ///< As linked.
    std::uint64_t sizeBytes = 0;
    std::string name{}; ///< Demangled.
    std::string file{}; ///< Empty when unknown.
    std::uint32_t line = 0;
    bool fromSymbolTable = false;
};

/// The functions that fit a text, ascending by address.
struct DebugFunctions
{
    static constexpr std::size_t kMost = 500;

    std::uint64_t number = 0;
    std::string pattern{};
    std::vector<DebugFunction> functions{}; ///< The first kMost.
    std::uint64_t found = 0;                ///< All that fit.
};

struct DebugSourceFile
{
    std::string path{};
    bool hasText = false; ///< In this file.
};

struct DebugSourceFiles
{
    static constexpr std::size_t kMost = 500;

    std::uint64_t number = 0;
    std::string pattern{};
    std::vector<DebugSourceFile> files{};
    std::uint64_t found = 0;
};

/// The instructions of one function, by their positions in the source.
struct DebugLines
{
    static constexpr std::size_t kMost = 2000;

    struct Row
    {
        std::uint64_t address = 0;
        std::uint64_t sizeBytes = 0;
        std::string file{};
        std::uint32_t line = 0;
        std::uint32_t inlineDepth = 0;
        std::string function{}; ///< The innermost one.
    };

    std::uint64_t number = 0;
    std::uint32_t function = 0;
    std::vector<Row> rows{};
    bool hasMore = false;
};

/// What lies at an address: inlined calls, innermost first, then the function.
struct DebugPlace
{
    struct Frame
    {
        std::string function{};
        std::string file{};
        std::uint32_t line = 0;
        std::uint32_t column = 0;
        bool isInlined = false;
        bool fromSymbolTable = false;
    };

    std::uint64_t number = 0;
    std::uint64_t address = 0; ///< As it was asked for.
    std::uint64_t offset = 0;  ///< From the function's start.
    std::vector<Frame> frames{};
    std::optional<std::uint32_t> function{};
};

using DebugFileNotice = std::variant<DebugFileFacts,
                                     DebugFileIndex,
                                     DebugFileFailure,
                                     DebugFunctions,
                                     DebugSourceFiles,
                                     DebugLines,
                                     DebugPlace>;

/// The commands of a DebugFileService. They return at once; the answers are notices. Answers about
/// an earlier file may still come; their numbers tell them apart.
class DebugFileDesk
{
public:
    virtual ~DebugFileDesk() = default;

    /// Opens the file in place of the present one. Returns the number that its answers bear.
    virtual std::uint64_t open(std::string path) = 0;
    /// Stops reading, and forgets the file.
    virtual void close() = 0;
    /// A text, or a pattern with "*" and "?". An empty one fits all.
    virtual void findFunctions(std::string pattern) = 0;
    virtual void findFiles(std::string pattern) = 0;
    virtual void readLines(std::uint32_t function) = 0;
    /// A linked address.
    virtual void lookUp(std::uint64_t address) = 0;
};

} // namespace faultline::engine
