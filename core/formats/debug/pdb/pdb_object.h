// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/object.h"

namespace faultline::pdb {

/// Opens a PDB (MSF 7.00). Sections are its named streams ("srcsrv", "sourcelink", "/names").
/// Errors: Unsupported (no MSF 7.00 signature), Malformed (container or info stream). Other damage
/// loses only its module.
Result<object::ObjectPtr> openPdb(ByteView file, const ParseLimits& limits);

/// True for the MSF 7.00 signature.
bool looksLikePdb(Bytes file);

} // namespace faultline::pdb
