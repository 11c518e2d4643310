// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/arch.h"
#include "core/formats/debug/object/object.h"

#include <string_view>

namespace faultline::symcache {

/// How much calling-convention decoration is removed from C names of Windows objects.
enum class NameDecoration : std::uint8_t {
    None,           ///< Not a Windows object.
    VectorCallOnly, ///< 64-bit images: only name@@N is decoration; a leading underscore belongs to
                    ///< the name.
    ArgumentBytes,  ///< 32-bit images, where exports and DWARF keep C names unchanged: f@N, _f@N,
                    ///< @f@N, f@@N, and MinGW's _Z…@N.
    ArgumentCount,  ///< DWARF of 32-bit images: MinGW's linkage names lack the assembler's
                    ///< underscore, so one that is there belongs to the name: f@N, @f@N, f@@N.
    All, ///< Public symbols of 32-bit PDBs: _cdecl, _stdcall@N, @fastcall@N, vectorcall@@N.
};

/// For names of symbols.
NameDecoration nameDecorationOf(const object::Object& object);

/// For names in debug info: the records of a PDB have the names of the source. (Only its public
/// symbols are decorated: microsoft-pdb, cvinfo.h, PROCSYM32 and PUBSYM32.)
NameDecoration recordDecorationOf(const object::Object& object);

/// The plain name. C++ names (leading '?') and formatted names (with ':', '(' or '<' inside) are
/// returned unchanged. docs/spec/native.md §9.6.
std::string_view undecorated(std::string_view name, NameDecoration decoration);

} // namespace faultline::symcache
