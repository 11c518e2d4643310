// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/pdb/pdb_type_names.h"

#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/formats/debug/pdb/pdb_simple_types.h"

#include <algorithm>
#include <ranges>

namespace faultline::pdb {

namespace {

using Kind = codeview::TypeRecord::Kind;

constexpr std::uint32_t kFirstRecord = 0x1000; // Smaller indexes name simple types.
constexpr std::uint32_t kOtherModule = 0x80000000;
constexpr int kMaxDepth = 32;
constexpr std::size_t kMaxSteps = 2000;
constexpr std::size_t kMaxNameBytes = 64 * 1024;
constexpr std::uint32_t kNoType = 0; ///< At the end of an argument list: variable arguments.

/// `?A0x5f3c9a21` is how compilers mangle the anonymous namespace of one source file; Visual C++
/// also writes it into names of functions and types.
constexpr std::string_view kMangledNamespace = "?A0x";
constexpr std::size_t kMaxDigits = 16 + 2; // And the colons after them.

std::string withAnonymousNamespaces(std::string_view name)
{
    std::string text;
    while (!name.empty()) {
        const auto at = std::min(name.find(kMangledNamespace), name.size());
        text += name.substr(0, at);
        name.remove_prefix(at);
        // A hash has eight digits. Further ones are no reason to search for their end again and
        // again.
        const auto digits =
            name.substr(std::min(name.size(), kMangledNamespace.size()), kMaxDigits);
        const auto length = std::min(digits.find("::"), digits.size());
        const bool endsHere =
            length < digits.size() || name.size() == kMangledNamespace.size() + length;
        if (name.empty() || !endsHere || !parseHex(digits.substr(0, length))) {
            text += name.substr(0, 1);
            name.remove_prefix(std::min<std::size_t>(name.size(), 1));
            continue;
        }
        text += "`anonymous namespace'";
        name.remove_prefix(kMangledNamespace.size() + length);
    }
    return text;
}

/// One level of pointers, outermost first.
struct PointerLevel
{
    codeview::TypeRecord::PointerMode mode = codeview::TypeRecord::PointerMode::Pointer;
    bool isConst = false;
    bool pointeeIsConst = false;
};

std::string_view sigilOf(codeview::TypeRecord::PointerMode mode)
{
    switch (mode) {
    case codeview::TypeRecord::PointerMode::LvalueReference: return "&";
    case codeview::TypeRecord::PointerMode::RvalueReference: return "&&";
    case codeview::TypeRecord::PointerMode::ToMember: return "::*";
    case codeview::TypeRecord::PointerMode::Pointer: break;
    }
    return "*";
}

/// Appends one name. Type records refer to each other as the file says, so depth, steps and length
/// are bounded; whatever exceeds them or is missing fails the whole name.
class NameWriter
{
public:
    NameWriter(const PdbTypeTable& types,
               const PdbTypeTable& ids,
               const ResolveTypeIndex& resolve,
               PdbNameAllowance& allowance)
        : m_types(types), m_ids(ids), m_resolve(resolve), m_allowance(allowance)
    {
    }

    void procedure(const codeview::ProcedureRecord& procedure);
    void id(std::uint32_t index, int depth);

    std::optional<std::string> take()
    {
        if (!m_failed && m_text.size() > m_allowance.textBytes)
            exceed();
        if (m_failed)
            return std::nullopt;
        m_allowance.textBytes -= m_text.size();
        return std::move(m_text);
    }

private:
    std::optional<codeview::TypeRecord> find(const PdbTypeTable& table, std::uint32_t index);

    void exceed()
    {
        m_failed = true;
        m_allowance.isExceeded = true;
    }

    bool enter(int depth);
    void append(std::string_view text);
    void appendName(std::string_view name);
    void functionName(std::string_view name);
    void functionSignature(std::string_view name, const codeview::TypeRecord& type, int depth);
    void scopedFunction(const codeview::TypeRecord& id, int depth);
    void type(std::uint32_t index, int depth);
    void record(const codeview::TypeRecord& type, int depth);
    void simple(std::uint32_t index, bool isConst);
    void modified(const codeview::TypeRecord& modifier, int depth);
    void pointer(const codeview::TypeRecord& first, bool isConst, int depth);
    void pointee(std::uint32_t index, const std::vector<PointerLevel>& levels, int depth);
    void levelSigils(const std::vector<PointerLevel>& levels, bool spaceFirst);
    void array(const codeview::TypeRecord& first, int depth);
    std::uint64_t sizeOf(std::uint32_t index, int depth);
    void arguments(const codeview::TypeRecord& function, int depth);
    void methodSuffix(const codeview::TypeRecord& method, bool mayBeConst, int depth);
    std::optional<bool> thisIsConst(const codeview::TypeRecord& method);

    const PdbTypeTable& m_types;
    const PdbTypeTable& m_ids;
    const ResolveTypeIndex& m_resolve;
    PdbNameAllowance& m_allowance;
    std::string m_text;
    std::size_t m_steps = 0;
    bool m_failed = false;
};

std::optional<codeview::TypeRecord> NameWriter::find(const PdbTypeTable& table, std::uint32_t index)
{
    if ((index & kOtherModule) != 0) {
        const auto resolved = m_resolve ? m_resolve(index) : std::nullopt;
        if (!resolved)
            return std::nullopt;
        index = *resolved;
    }
    const auto sizeBytes = table.recordBytes(index);
    if (sizeBytes > m_allowance.recordBytes) {
        exceed();
        return std::nullopt;
    }
    m_allowance.recordBytes -= sizeBytes;
    return table.find(index);
}

bool NameWriter::enter(int depth)
{
    if (depth > kMaxDepth || ++m_steps > kMaxSteps || m_text.size() > kMaxNameBytes)
        m_failed = true;
    return !m_failed;
}

void NameWriter::append(std::string_view text)
{
    m_text += text;
}

/// A name as it is recorded.
void NameWriter::appendName(std::string_view name)
{
    if (name.find(kMangledNamespace) == std::string_view::npos)
        append(name);
    else
        append(withAnonymousNamespaces(name));
}

void NameWriter::functionName(std::string_view name)
{
    appendName(name.empty() ? "<name omitted>" : name);
}

void NameWriter::procedure(const codeview::ProcedureRecord& procedure)
{
    if (procedure.type == kNoType)
        return appendName(procedure.name);
    auto type = procedure.type;
    if (procedure.typeIsId) {
        const auto id = find(m_ids, type);
        const bool isFunction =
            id && (id->kind == Kind::FunctionId || id->kind == Kind::MemberFunctionId);
        type = isFunction ? id->target : kNoType;
    }
    const auto function = find(m_types, type);
    if (!function || (function->kind != Kind::Procedure && function->kind != Kind::MemberFunction))
        m_failed = true;
    else
        functionSignature(procedure.name, *function, 0);
}

void NameWriter::functionSignature(std::string_view name,
                                   const codeview::TypeRecord& function,
                                   int depth)
{
    functionName(name);
    if (function.kind == Kind::MemberFunction)
        return methodSuffix(function, true, depth);
    append("(");
    arguments(function, depth);
    append(")");
}

void NameWriter::id(std::uint32_t index, int depth)
{
    if (!enter(depth))
        return;
    const auto record = find(m_ids, index);
    if (!record) {
        m_failed = true;
        return;
    }
    switch (record->kind) {
    case Kind::FunctionId:
    case Kind::MemberFunctionId: return scopedFunction(*record, depth);
    case Kind::StringId: return appendName(record->name);
    default: m_failed = true; return;
    }
}

void NameWriter::scopedFunction(const codeview::TypeRecord& id, int depth)
{
    if (id.kind == Kind::MemberFunctionId)
        type(id.scope, depth + 1);
    else if (id.scope != 0)
        this->id(id.scope, depth + 1);
    if (id.scope != 0)
        append("::");
    const auto function = find(m_types, id.target);
    const auto expected =
        id.kind == Kind::MemberFunctionId ? Kind::MemberFunction : Kind::Procedure;
    if (!function || function->kind != expected)
        m_failed = true;
    else
        functionSignature(id.name, *function, depth);
}

void NameWriter::type(std::uint32_t index, int depth)
{
    if (!enter(depth))
        return;
    if (index < kFirstRecord)
        return simple(index, false);
    const auto found = find(m_types, index);
    if (!found)
        m_failed = true;
    else
        record(*found, depth);
}

void NameWriter::record(const codeview::TypeRecord& found, int depth)
{
    switch (found.kind) {
    case Kind::Named: return appendName(found.name);
    case Kind::Pointer: return pointer(found, false, depth);
    case Kind::Modifier: return modified(found, depth);
    case Kind::Array: return array(found, depth);
    case Kind::Procedure:
    case Kind::MemberFunction:
        append("()");
        append("(");
        arguments(found, depth);
        return append(")");
    default: m_failed = true; return;
    }
}

void NameWriter::simple(std::uint32_t index, bool isConst)
{
    const auto* type = findPdbSimpleType(index);
    if (index == kNoType)
        return append("...");
    if (type == nullptr) {
        m_failed = true;
        return;
    }
    const bool isPointer = (index & 0xf00) != 0; // Bits 8-11: kind of pointer to the simple type.
    if (isConst && !isPointer)
        append("const ");
    append(type->name);
    if (isPointer)
        append(isConst ? " const*" : "*");
}

void NameWriter::modified(const codeview::TypeRecord& modifier, int depth)
{
    if (modifier.target < kFirstRecord)
        return simple(modifier.target, modifier.isConst);
    const auto found = find(m_types, modifier.target);
    if (!found || !enter(depth + 1)) {
        m_failed = true;
        return;
    }
    if (found->kind == Kind::Pointer)
        return pointer(*found, modifier.isConst, depth + 1);
    if (modifier.isConst)
        append("const ");
    record(*found, depth + 1);
}

void NameWriter::pointer(const codeview::TypeRecord& first, bool isConst, int depth)
{
    std::vector<PointerLevel> levels{{first.pointerMode, first.isConst || isConst, false}};
    auto target = first.target;
    while (target >= kFirstRecord && enter(depth)) {
        const auto found = find(m_types, target);
        if (!found || (found->kind != Kind::Pointer && found->kind != Kind::Modifier))
            break;
        if (found->kind == Kind::Pointer)
            levels.push_back({found->pointerMode, found->isConst, false});
        else
            levels.back().pointeeIsConst = found->isConst;
        target = found->target;
    }
    pointee(target, levels, depth + 1);
}

/// The target of the innermost pointer, with all sigils in their place.
void NameWriter::pointee(std::uint32_t index, const std::vector<PointerLevel>& levels, int depth)
{
    const auto found = index < kFirstRecord ? std::nullopt : find(m_types, index);
    const bool isFunction =
        found && (found->kind == Kind::Procedure || found->kind == Kind::MemberFunction);
    if (!isFunction) {
        type(index, depth);
        return levelSigils(levels, true);
    }
    if (!found->isConstructor && found->target != kNoType) {
        type(found->target, depth);
        append(" ");
    }
    append("(");
    if (found->kind == Kind::MemberFunction)
        type(found->scope, depth);
    levelSigils(levels, false);
    append(")");
    if (found->kind == Kind::MemberFunction)
        return methodSuffix(*found, false, depth);
    append("(");
    arguments(*found, depth);
    append(")");
}

void NameWriter::levelSigils(const std::vector<PointerLevel>& levels, bool spaceFirst)
{
    bool isFirst = true;
    for (const auto& level : std::views::reverse(levels)) {
        if (level.pointeeIsConst)
            append(isFirst && !spaceFirst ? "const" : " const");
        append(sigilOf(level.mode));
        if (level.isConst)
            append(" const");
        isFirst = false;
    }
}

/// Array records count bytes and nest from the outermost dimension inwards.
void NameWriter::array(const codeview::TypeRecord& first, int depth)
{
    std::vector<std::uint64_t> sizes{first.sizeBytes};
    auto element = first.target;
    while (element >= kFirstRecord && enter(depth)) {
        const auto found = find(m_types, element);
        if (!found || found->kind != Kind::Array)
            break;
        sizes.push_back(found->sizeBytes);
        element = found->target;
    }
    type(element, depth + 1);
    sizes.push_back(sizeOf(element, depth + 1));
    for (std::size_t i = 0; i + 1 < sizes.size(); ++i)
        append(sizes[i + 1] == 0 ? std::string("[]") : concat("[", sizes[i] / sizes[i + 1], "]"));
}

std::uint64_t NameWriter::sizeOf(std::uint32_t index, int depth)
{
    for (; enter(depth); ++depth) {
        if (index < kFirstRecord) {
            return pdbSimpleTypeSize(index);
        }
        const auto found = find(m_types, index);
        if (!found)
            return 0;
        // Modifiers and enumerations have the size of their underlying type.
        const bool isWrapper =
            found->kind == Kind::Modifier || (found->kind == Kind::Named && found->target != 0);
        if (!isWrapper)
            return found->sizeBytes;
        index = found->target;
    }
    return 0;
}

void NameWriter::arguments(const codeview::TypeRecord& function, int depth)
{
    const auto list = find(m_types, function.arguments);
    if (!list || list->kind != Kind::ArgumentList) {
        m_failed = true;
        return;
    }
    bool isFirst = true;
    for (const auto argument : list->list) {
        if (!isFirst)
            append(", ");
        isFirst = false;
        type(argument, depth + 1);
        if (m_failed)
            return;
    }
}

void NameWriter::methodSuffix(const codeview::TypeRecord& method, bool mayBeConst, int depth)
{
    const auto isConst = thisIsConst(method);
    append("(");
    // Rust describes associated functions as methods whose first argument is `this`.
    if (method.thisType != 0 && !isConst) {
        type(method.thisType, depth + 1);
        const auto list = find(m_types, method.arguments);
        if (list && !list->list.empty())
            append(", ");
    }
    arguments(method, depth);
    append(")");
    if (isConst.value_or(false) && mayBeConst)
        append(" const");
}

/// Does `this` point to const? Absent when there is no `this`, or it points to something other than
/// the method's class.
std::optional<bool> NameWriter::thisIsConst(const codeview::TypeRecord& method)
{
    const auto thisPointer = find(m_types, method.thisType);
    if (!thisPointer || thisPointer->kind != Kind::Pointer)
        return std::nullopt;
    if (thisPointer->target == method.scope)
        return false;
    const auto modifier = find(m_types, thisPointer->target);
    if (modifier && modifier->kind == Kind::Modifier && modifier->target == method.scope)
        return modifier->isConst;
    return std::nullopt;
}

} // namespace

/// A record of a function takes some eighty bytes, and its name rarely more; its types have a few
/// hundred bytes.
PdbNameAllowance pdbNameAllowanceFor(std::uint64_t moduleBytes)
{
    constexpr std::uint64_t kLeast = 1 << 20;
    return {.textBytes = kLeast + 32 * moduleBytes, .recordBytes = 4 * kLeast + 256 * moduleBytes};
}

std::optional<std::string> PdbTypeNames::procedure(const codeview::ProcedureRecord& record,
                                                   const ResolveTypeIndex& resolve,
                                                   PdbNameAllowance& allowance) const
{
    NameWriter writer(m_types, m_ids, resolve, allowance);
    writer.procedure(record);
    return writer.take();
}

std::optional<std::string> PdbTypeNames::inlinee(std::uint32_t id,
                                                 const ResolveTypeIndex& resolve,
                                                 PdbNameAllowance& allowance) const
{
    NameWriter writer(m_types, m_ids, resolve, allowance);
    writer.id(id, 0);
    return writer.take();
}

} // namespace faultline::pdb
