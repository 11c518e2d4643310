// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/codeview/codeview_records.h"
#include "core/formats/debug/codeview/type_details.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace faultline::codeview {

/// Kinds of symbol records about variables (microsoft-pdb, cvinfo.h, SYM_ENUM_e).
enum VariableKind : std::uint16_t {
    kSymFrameProc = 0x1012,
    kSymRegister = 0x1106,
    kSymConstant = 0x1107,
    kSymUdt = 0x1108,
    kSymBasePointerRelative32 = 0x110b,
    kSymLocalData32 = 0x110c,
    kSymGlobalData32 = 0x110d,
    kSymRegisterRelative32 = 0x1111,
    kSymLocalThread32 = 0x1112,
    kSymGlobalThread32 = 0x1113,
    kSymCompile3 = 0x113c,
    kSymLocal = 0x113e,
    kSymDefRange = 0x113f,
    kSymDefRangeSubfield = 0x1140,
    kSymDefRangeRegister = 0x1141,
    kSymDefRangeFramePointer = 0x1142,
    kSymDefRangeSubfieldRegister = 0x1143,
    kSymDefRangeFramePointerFullScope = 0x1144,
    kSymDefRangeRegisterRelative = 0x1145,
};

// Records without LLVM. Layouts: microsoft-pdb cvinfo.h, LOCALSYM, DEFRANGESYM… and neighbours. All
// functions return nothing for a damaged record or one of another kind.

/// A variable whose places follow in records of their own (S_LOCAL).
struct LocalRecord
{
    std::uint32_t type = 0;
    bool isParameter = false;
    std::string_view name;
};

std::optional<LocalRecord> readLocal(const CodeViewRecord& record);

/// Some code of a section: [offset, offset + sizeBytes) without the gaps, which count from offset.
struct CodeRange
{
    struct Gap
    {
        std::uint16_t offset = 0;
        std::uint16_t sizeBytes = 0;
    };

    std::uint32_t offset = 0;
    std::uint16_t section = 0;
    std::uint16_t sizeBytes = 0;
    std::vector<Gap> gaps;

    bool contains(std::uint16_t inSection, std::uint32_t address) const;
};

/// Where a variable, or a part of it, is in some code (S_DEFRANGE_…).
struct PlaceRecord
{
    enum class Kind : std::uint8_t {
        Register,
        RegisterRelative,
        FramePointer, ///< Relative to the frame register of locals or of parameters.
        Other         ///< A program in an undocumented form.
    };
    Kind kind = Kind::Other;
    std::optional<CodeRange> range;      ///< Absent: in the whole function.
    std::uint16_t registerNumber = 0;    ///< CV_HREG_e, which depends on the CPU.
    std::int32_t offset = 0;             ///< From the register.
    std::optional<std::uint32_t> partAt; ///< A part, at this offset in the variable.
    bool isDoubtful = false;             ///< Holds on some of the ways to the code only.
};

std::optional<PlaceRecord> readPlace(const CodeViewRecord& record);
/// Is it one of the records that follow a LocalRecord?
bool isPlaceKind(std::uint16_t kind);

/// A variable in a register, or relative to one, in all of its scope (S_REGISTER, S_REGREL32,
/// S_BPREL32).
struct ScopeVariableRecord
{
    std::uint32_t type = 0;
    std::optional<std::uint16_t> registerNumber; ///< Absent: the frame pointer of x86.
    std::optional<std::int32_t> offset;          ///< Absent: it is the register.
    std::string_view name;
};

std::optional<ScopeVariableRecord> readScopeVariable(const CodeViewRecord& record);

/// A variable of the whole program or of a file, or one of each thread.
struct DataRecord
{
    std::uint32_t type = 0;
    std::uint32_t offset = 0;
    std::uint16_t section = 0;
    bool isOfThread = false;
    std::string_view name;
};

std::optional<DataRecord> readData(const CodeViewRecord& record);

struct ConstantRecord
{
    std::uint32_t type = 0;
    Numeric value;
    std::string_view name;
};

std::optional<ConstantRecord> readConstant(const CodeViewRecord& record);

/// Another name for a type (S_UDT).
struct TypeNameRecord
{
    std::uint32_t type = 0;
    std::string_view name;
};

std::optional<TypeNameRecord> readTypeName(const CodeViewRecord& record);

/// The code of a block (S_BLOCK32).
struct BlockRecord
{
    std::uint32_t offset = 0;
    std::uint32_t sizeBytes = 0;
    std::uint16_t section = 0;
};

std::optional<BlockRecord> readBlock(const CodeViewRecord& record);

/// The frame of a function (S_FRAMEPROC).
struct FrameRecord
{
    /// Which register locals or parameters are relative to. What it is depends on the CPU.
    enum class Base : std::uint8_t { None, StackPointer, FramePointer, BasePointer };
    std::uint32_t frameBytes = 0;
    std::uint32_t savedRegisterBytes = 0;
    bool allocatesMore = false; ///< alloca().
    bool isOptimized = false;
    Base locals = Base::None;
    Base parameters = Base::None;
};

std::optional<FrameRecord> readFrame(const CodeViewRecord& record);

/// The name and version of the compiler of an object file (S_COMPILE3): "Microsoft (R) Optimizing
/// Compiler", "clang version 19".
std::optional<std::string_view> readCompiler(const CodeViewRecord& record);

/// How far a function's code with its frame reaches: counts from its start (S_…PROC32).
struct BodyRecord
{
    std::uint32_t begin = 0; ///< 0: not known.
    std::uint32_t end = 0;
};

std::optional<BodyRecord> readBody(const CodeViewRecord& procedure);

} // namespace faultline::codeview
