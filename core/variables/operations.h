// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_reader.h"

#include <cstdint>
#include <optional>

namespace faultline::variables {

/// Operation codes: DWARF 5, table 7.9; GNU's from binutils' include/dwarf2.def.
enum Operation : std::uint8_t {
    DW_OP_addr = 0x03,
    DW_OP_deref = 0x06,
    DW_OP_const1u = 0x08,
    DW_OP_const1s,
    DW_OP_const2u,
    DW_OP_const2s,
    DW_OP_const4u,
    DW_OP_const4s,
    DW_OP_const8u,
    DW_OP_const8s,
    DW_OP_constu,
    DW_OP_consts,
    DW_OP_dup,
    DW_OP_drop,
    DW_OP_over,
    DW_OP_pick,
    DW_OP_swap,
    DW_OP_rot,
    DW_OP_xderef,
    DW_OP_abs,
    DW_OP_and,
    DW_OP_div,
    DW_OP_minus,
    DW_OP_mod,
    DW_OP_mul,
    DW_OP_neg,
    DW_OP_not,
    DW_OP_or,
    DW_OP_plus,
    DW_OP_plus_uconst,
    DW_OP_shl,
    DW_OP_shr,
    DW_OP_shra,
    DW_OP_xor,
    DW_OP_bra,
    DW_OP_eq,
    DW_OP_ge,
    DW_OP_gt,
    DW_OP_le,
    DW_OP_lt,
    DW_OP_ne,
    DW_OP_skip,
    DW_OP_lit0 = 0x30,
    DW_OP_lit31 = 0x4f,
    DW_OP_reg0 = 0x50,
    DW_OP_reg31 = 0x6f,
    DW_OP_breg0 = 0x70,
    DW_OP_breg31 = 0x8f,
    DW_OP_regx,
    DW_OP_fbreg,
    DW_OP_bregx,
    DW_OP_piece,
    DW_OP_deref_size,
    DW_OP_xderef_size,
    DW_OP_nop,
    DW_OP_push_object_address,
    DW_OP_call2,
    DW_OP_call4,
    DW_OP_call_ref,
    DW_OP_form_tls_address,
    DW_OP_call_frame_cfa,
    DW_OP_bit_piece,
    DW_OP_implicit_value,
    DW_OP_stack_value,
    DW_OP_implicit_pointer,
    DW_OP_addrx,
    DW_OP_constx,
    DW_OP_entry_value,
    DW_OP_const_type,
    DW_OP_regval_type,
    DW_OP_deref_type,
    DW_OP_xderef_type,
    DW_OP_convert,
    DW_OP_reinterpret,
    DW_OP_GNU_push_tls_address = 0xe0,
    DW_OP_GNU_uninit = 0xf0,
    DW_OP_GNU_implicit_pointer = 0xf2,
    DW_OP_GNU_entry_value = 0xf3,
    DW_OP_GNU_const_type = 0xf4,
    DW_OP_GNU_regval_type = 0xf5,
    DW_OP_GNU_deref_type = 0xf6,
    DW_OP_GNU_convert = 0xf7,
    DW_OP_GNU_reinterpret = 0xf9,
    DW_OP_GNU_parameter_ref = 0xfa,
    DW_OP_GNU_addr_index = 0xfb,
    DW_OP_GNU_const_index = 0xfc,
    DW_OP_GNU_variable_value = 0xfd,
};

static_assert(DW_OP_skip == 0x2f && DW_OP_regx == 0x90 && DW_OP_reinterpret == 0xa9);

/// The constant that an operation pushes; absent for other operations. Addresses, which the place
/// of the image moves, are none.
std::optional<std::uint64_t> readConstant(std::uint8_t operation, ByteReader& reader);

} // namespace faultline::variables
