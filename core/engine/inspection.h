// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/debug_file_question.h"
#include "core/formats/crash/records/windows_process.h"
#include "core/model/decoded_fields.h"
#include "core/model/variable.h"
#include "core/model/walk_trace.h"
#include "core/signature/signature.h"
#include "core/variables/type_layout.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace faultline::engine {

/// A frame of a stack: its number in the thread, and how many calls were inlined into it on the way
/// to the one that is meant.
struct FramePlace
{
    std::uint32_t thread = 0; ///< Index into Event::threads.
    std::uint32_t physical = 0;
    std::uint32_t inlineDepth = 0; ///< 0: the function itself.

    friend bool operator==(const FramePlace&, const FramePlace&) = default;
};

/// Asks for the variables of a frame, or for the parts of one value there.
struct VariablesQuestion
{
    FramePlace frame;
    std::string expression = {}; ///< The value of this expression, instead of a variable.
    /// Whose parts are wanted: the variable's number among those of the frame, unless there is an
    /// expression, and then the number of each part among those of the value around it. Absent: the
    /// values themselves.
    std::optional<std::vector<std::uint64_t>> partsOf = {};
    std::uint64_t first = 0; ///< Parts from this number on.
    std::uint64_t most = 64;
    /// Where the expression's first name is looked for.
    enum class Scope : std::uint8_t {
        Frame,  ///< Variables of the frame, and globals of its module.
        Program ///< Globals and types of all modules; no frame is needed.
    };
    Scope scope = Scope::Frame;
    std::string follow = {};  ///< Members from one object of a list or tree to the next
                              ///< (variables::ListQuestion): the objects, instead of the value.
    std::uint32_t depth = 0;  ///< Levels of parts below the values themselves.
    std::uint32_t items = 64; ///< Parts of each value there.
    bool isPlain = false;     ///< By members alone, without the summaries of Natvis files.
};

struct VariablesAnswer
{
    enum class State : std::uint8_t {
        Known,
        NotYet,      ///< The event has not been resolved on this machine.
        NoMemory,    ///< The crash file has no memory that values could be read from.
        NotWalked,   ///< The stack came with the file, so its frames' registers are not known.
        NoDebugInfo, ///< The debug files do not describe the frame's function.
        NoPart       ///< There is no such value or part.
    };
    State state = State::NotYet;
    /// The values with as many levels of parts as were asked for. An expression that cannot be
    /// followed gives one variable, which says why.
    std::vector<Variable> variables = {};
    std::string detail = {}; ///< Of NoPart, for people: what is missing. May be empty.
};

/// Why a text names no address.
enum class PlaceProblem : std::uint8_t {
    None,
    NotUnderstood,   ///< No number, register, module or function that exists.
    RegisterNotKnown ///< The register's value in this frame was not recovered.
};

/// Asks for the instructions around a place.
struct CodeQuestion
{
    FramePlace frame;
    std::string place = {}; ///< addressOf(); empty: where the frame is.
};

/// Where the compiler's line tables say that instructions come from.
struct CodePosition
{
    std::string function; ///< Demangled; of the innermost inlined call. Empty when unknown.
    std::string file;
    std::uint32_t line = 0; ///< 0: unknown.
    std::uint32_t inlineDepth = 0;

    friend bool operator==(const CodePosition&, const CodePosition&) = default;
};

/// Where a word of the process leads.
struct MemoryWord
{
    enum class Kind : std::uint8_t {
        Number, ///< It leads nowhere.
        Code,   ///< `meaning` is the function.
        Module, ///< Data of a module.
        Stack,  ///< Of `thread`, at `offset`.
        Memory  ///< `meaning` is the owner, if the file tells.
    };
    std::uint64_t address = 0; ///< Of the word itself; 0 where it lies in no memory.
    std::uint64_t value = 0;
    Kind kind = Kind::Number;
    std::string meaning = {};
    std::string text = {}; ///< What stands where it leads, if that is a text.
    std::uint32_t thread = 0;
    std::uint64_t offset = 0;
};

/// A memory operand with the register values of the frame. Operands whose registers may have had
/// other values when the instruction ran have none of these.
struct CodeOperand
{
    std::uint64_t address = 0;
    std::uint32_t sizeBytes = 0; ///< 0: unknown.
    bool isWritten = false;      ///< The instruction does not read it.
    bool isAddressOnly = false;  ///< The instruction computes the address and reads nothing.
    bool isInMemory = false;     ///< The first byte is known.
    std::string text = {};       ///< As the instruction has it: "[rdi + 0x8]".
    std::string variable = {};   ///< "count", "this->m_parent"; empty when no variable lies there.
    MemoryWord place = {};       ///< Where the address lies.
    std::optional<MemoryWord> word = {}; ///< What stands there, up to 8 bytes, and where it leads.
};

struct CodeInstruction
{
    enum class Flow : std::uint8_t { Next, Jump, ConditionalJump, Call, Return };

    std::uint64_t address = 0;
    std::vector<std::byte> bytes = {};
    std::string text = {}; ///< Empty: the bytes are no instruction.
    Flow flow = Flow::Next;
    std::optional<std::uint64_t> target = {}; ///< Of a jump or call with a fixed one.
    std::string meaning = {};                 ///< What lies at the address that it names.
    std::optional<CodeOperand> operand = {};  ///< Its memory operand, where that is certain.
    bool isInDump = false;                    ///< Its bytes are in the crash file.
    bool differs = false;       ///< The crash file has other bytes than the module's file.
    std::uint32_t position = 0; ///< Index into CodeAnswer::positions.
};

struct CodeAnswer
{
    enum class State : std::uint8_t {
        Known,
        NotYet,         ///< The event has not been read.
        NoFrame,        ///< The frame has no address.
        BadPlace,       ///< See `problem`.
        NoBytes,        ///< Neither the crash file nor a module's file has the bytes.
        NoDecoder,      ///< Instructions of this CPU cannot be decoded.
        DecoderMissing, ///< The disassembler's shared object cannot be used; see `detail`.
        NoCode          ///< The bytes are no instruction.
    };
    State state = State::NotYet;
    PlaceProblem problem = PlaceProblem::None;
    std::uint64_t address = 0;                 ///< The place that was asked for.
    std::optional<std::uint64_t> current = {}; ///< The frame's instruction, if it is shown.
    std::optional<std::uint32_t> module = {};  ///< Index into Event::modules.
    std::uint64_t moduleAddress = 0;
    std::string detail = {}; ///< Of DecoderMissing, for people.
    bool hasFile = false;    ///< The bytes were compared with the module's file.
    std::vector<CodePosition> positions = {};
    std::vector<CodeInstruction> instructions = {}; ///< Ascending; gaps are unknown bytes.
};

/// Asks for the memory around a place.
struct MemoryQuestion
{
    FramePlace frame;
    std::string place = {};      ///< addressOf(); empty: the frame's stack pointer.
    std::uint64_t before = 1024; ///< Bytes before the place.
    std::uint64_t bytes = 8192;  ///< In all, at most 64 KiB.
};

struct MemoryAnswer
{
    enum class State : std::uint8_t {
        Known,   ///< Also where no byte is known.
        NotYet,  ///< The event has not been read.
        BadPlace ///< See `problem`.
    };
    enum class Origin : std::uint8_t { None, Dump, File };

    State state = State::NotYet;
    PlaceProblem problem = PlaceProblem::None;
    std::uint64_t address = 0; ///< The place that was asked for.
    std::uint64_t first = 0;   ///< Address of the first byte.
    unsigned pointerBytes = 8;
    std::vector<std::byte> bytes = {};
    std::vector<Origin> origins = {};   ///< Of each byte.
    std::vector<MemoryWord> words = {}; ///< Those that lead somewhere, ascending.
    std::vector<std::pair<std::string, std::uint64_t>> registers = {}; ///< That point here.
};

/// Asks where the registers of a frame lead.
struct RegistersQuestion
{
    FramePlace frame;
};

struct RegistersAnswer
{
    enum class State : std::uint8_t {
        Known,
        NotYet ///< The event has not been read, or it is not native.
    };
    State state = State::NotYet;
    /// By the register's name; those that lead somewhere.
    std::vector<std::pair<std::string, MemoryWord>> targets = {};
};

/// Asks where byte patterns stand in the crash file's memory.
struct SearchQuestion
{
    std::vector<std::vector<std::byte>> patterns; ///< Any of at most 8, each of 1 to 4096 bytes.
    std::uint64_t alignment = 1;                  ///< Of the address of a hit.
    std::size_t most = 1000;                      ///< At most 10,000.
};

struct MemoryHit
{
    std::uint64_t address = 0;
    std::uint32_t pattern = 0; ///< Index into the question's patterns.
    MemoryWord place = {};     ///< Where the address lies.
};

struct SearchAnswer
{
    enum class State : std::uint8_t {
        Known,
        NotYet,    ///< The event has not been read, or it is not native.
        NoMemory,  ///< The crash file has no memory.
        BadPattern ///< The question has no pattern, or one that is too long.
    };
    State state = State::NotYet;
    std::vector<MemoryHit> hits = {}; ///< Ascending.
    std::uint64_t searchedBytes = 0;
    bool isCut = false; ///< There may be more: the limit or a stop ended the search.
};

/// Asks for the texts that the registers of a frame and the first 512 words of its stack lead to.
struct StringsQuestion
{
    FramePlace frame;
};

struct FoundString
{
    enum class Place : std::uint8_t { Register, Stack };
    enum class Encoding : std::uint8_t { Ascii, Utf8, Utf16 };

    Place place = Place::Register;
    std::string registerName = {};
    std::uint64_t stackOffset = 0; ///< From the frame's stack pointer, in bytes.
    std::uint64_t address = 0;     ///< Of the text.
    Encoding encoding = Encoding::Ascii;
    std::uint64_t sizeBytes = 0; ///< Without the end mark.
    std::string text = {};       ///< In UTF-8.
    bool isCut = false;          ///< It goes on beyond the limit of 4096 bytes.
};

struct StringsAnswer
{
    enum class State : std::uint8_t {
        Known,   ///< Also when nothing was found.
        NotYet,  ///< The event has not been read, or it is not native.
        NoMemory ///< The crash file has no memory.
    };
    State state = State::NotYet;
    std::vector<FoundString> strings = {}; ///< At most 500, registers first.
};

/// Asks for the map of the address space.
struct MapQuestion
{
};

/// A run of addresses with one use.
struct MapRegion
{
    enum class Kind : std::uint8_t { Mapped, Module, Stack, Guard };

    std::uint64_t address = 0;
    std::uint64_t sizeBytes = 0;
    Kind kind = Kind::Mapped;
    bool hasAccess = false; ///< The file tells the three that follow.
    bool readable = false;
    bool writable = false;
    bool executable = false;
    std::string kindName = {};                ///< The file's own word; may be empty.
    std::string owner = {};                   ///< File or label; may be empty.
    std::optional<std::uint32_t> module = {}; ///< Index into Event::modules.
    std::optional<std::uint32_t> thread = {}; ///< Whose stack it is.
    std::uint64_t savedBytes = 0;             ///< So much of it is in the file.
};

struct MapAnswer
{
    enum class State : std::uint8_t { Known, NotYet };
    State state = State::NotYet;
    bool hasList = false;                ///< Otherwise only modules and stacks are known.
    std::vector<MapRegion> regions = {}; ///< Ascending.
};

/// Asks for the functions whose names fit a pattern: "*" stands for any text, "?" for any
/// character. Before a "!" stands the same for the name of the module's file
/// ("libscene*!*::bounds"). Capitals do not count.
struct SymbolsQuestion
{
    enum class Form : std::uint8_t {
        Shell, ///< As shells have it: of the whole name, with sets of characters ("[a-z]").
        Typed  ///< By people: blanks stand for any text, too; without "*" a part; no sets.
    };

    std::string pattern;
    Form form = Form::Shell;
    std::uint64_t first = 0; ///< Functions from this number on.
    std::uint64_t most = 64;
};

struct SymbolRow
{
    std::string name; ///< Demangled.
    std::uint64_t address = 0;
    std::uint64_t sizeBytes = 0;         ///< Up to the next function; 0: unknown.
    std::optional<std::uint32_t> module; ///< Index into Event::modules.
    bool fromSymbolTable = false;        ///< There is no debug info for it.
};

struct SymbolsAnswer
{
    enum class State : std::uint8_t {
        Known,
        NotYet,    ///< The event has not been resolved on this machine.
        BadPattern ///< It cannot be read; see `detail`.
    };
    State state = State::NotYet;
    std::vector<SymbolRow> symbols = {}; ///< By module and address.
    bool hasMore = false;
    std::uint32_t modulesWithout = 0; ///< Modules that fit and have no file with names.
    std::string detail = {};          ///< Of BadPattern, for people.
};

/// Asks what lies at an address.
struct AddressQuestion
{
    FramePlace frame;
    std::string place; ///< addressOf().
};

struct AddressAnswer
{
    enum class State : std::uint8_t {
        Known,   ///< Also where nothing is known to be.
        NotYet,  ///< The event has not been read.
        BadPlace ///< See `problem`.
    };
    State state = State::NotYet;
    PlaceProblem problem = PlaceProblem::None;
    MemoryWord word = {};                     ///< `value` is the address.
    std::optional<std::uint32_t> module = {}; ///< Index into Event::modules.
    std::uint64_t moduleOffset = 0;
    std::optional<SymbolRow> symbol = {}; ///< The function that contains it.
    /// Where no function contains the address: the last function of the module that begins before
    /// it, and the first that begins after it.
    std::optional<SymbolRow> before = {};
    std::optional<SymbolRow> after = {};
    std::optional<MapRegion> region = {};
};

/// Asks what the types with a name are made of.
struct TypesQuestion
{
    std::string name; ///< With scopes or without.
    std::size_t most = 16;
};

struct TypesAnswer
{
    enum class State : std::uint8_t { Known, NotYet };
    State state = State::NotYet;
    std::vector<variables::TypeLayout> types = {}; ///< Equal ones once.
};

/// Asks why a thread's stack is as it is. The thread is walked again for it.
struct WalkQuestion
{
    std::uint32_t thread = 0; ///< Index into Event::threads.
};

struct WalkAnswer
{
    enum class State : std::uint8_t {
        Known,
        NotYet,   ///< The event has not been resolved on this machine.
        NotWalked ///< The stack came with the file, or the report has none of machine code.
    };
    State state = State::NotYet;
    WalkTrace trace = {};
};

/// Asks how the report's signature was made by the shipped rules.
struct SignatureQuestion
{
};

struct SignatureAnswer
{
    enum class State : std::uint8_t { Known, NotYet };
    State state = State::NotYet;
    signature::Signature signature = {};
    /// For each frame of the signature: the entry that decided, or empty.
    std::vector<std::string> entries = {};
};

/// Asks for the fields of a stream or note of the file.
struct StreamQuestion
{
    std::size_t stream = 0; ///< Index into NativeEvent::streams.
};

struct StreamAnswer
{
    enum class State : std::uint8_t {
        Known,
        NoLayout, ///< Its type has no layout, or is not known.
        NoStream
    };
    State state = State::NoStream;
    DecodedFields fields = {};
    bool isEnvironment = false; ///< The environment of the process, which may hold secrets.
};

/// Asks for what Windows keeps of a thread and its process in their own memory.
struct ThreadBlockQuestion
{
    std::uint32_t thread = 0; ///< Index into Event::threads.
};

struct ThreadBlockAnswer
{
    std::optional<std::uint64_t> teb = {};
    std::optional<std::uint64_t> peb = {};
    std::optional<DecodedFields> tebFields = {}; ///< Absent when its memory is not in the file.
    std::optional<DecodedFields> pebFields = {};
    std::optional<records::HandlerChain> handlers = {}; ///< Only of 32-bit x86 code.
};

using Question = std::variant<VariablesQuestion,
                              CodeQuestion,
                              MemoryQuestion,
                              MapQuestion,
                              SymbolsQuestion,
                              AddressQuestion,
                              TypesQuestion,
                              WalkQuestion,
                              SignatureQuestion,
                              StreamQuestion,
                              ThreadBlockQuestion,
                              RegistersQuestion,
                              SearchQuestion,
                              StringsQuestion,
                              DebugFileQuestion>;

/// A question about an open event that its report does not answer.
struct InspectionQuestion
{
    Question value;
};

/// Its answer: the alternative with the same index.
struct Inspection
{
    std::variant<VariablesAnswer,
                 CodeAnswer,
                 MemoryAnswer,
                 MapAnswer,
                 SymbolsAnswer,
                 AddressAnswer,
                 TypesAnswer,
                 WalkAnswer,
                 SignatureAnswer,
                 StreamAnswer,
                 ThreadBlockAnswer,
                 RegistersAnswer,
                 SearchAnswer,
                 StringsAnswer,
                 DebugFileAnswer>
        value;
};

} // namespace faultline::engine
