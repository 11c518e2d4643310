// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/wasm/wasm_object.h"
#include "tests/support/object_walk.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace faultline;
    const auto file = ByteView::copyOf(std::as_bytes(std::span(data, size)));
    if (const auto object = wasm::openWasm(file, {}))
        test::walkObject(**object);
    return 0;
}
