// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/mozilla/function_table_writer.h"

#include "core/server/mozilla/function_table_builder.h"
#include "core/server/mozilla/module_file_name.h"

namespace faultline::server::mozilla {

namespace {

Result<void>
addUnits(const object::Object& object, FunctionTableBuilder& builder, const std::stop_token& stop)
{
    const auto reader = object.debugInfo();
    if (!reader)
        return {};
    for (std::size_t i = 0; i < reader->unitCount(); ++i) {
        FL_TRY(const auto unit, reader->readUnit(i, stop));
        builder.addUnit(unit);
        reader->releaseUnit(i);
    }
    return {};
}

} // namespace

Result<void> writeFunctionTable(const object::Object& object, TempFile& out, std::stop_token stop)
{
    const bool isBreakpad = object.format() == object::FileFormat::Breakpad;
    FunctionTableBuilder builder(isBreakpad ? FunctionTableBuilder::Names::AsStored
                                            : FunctionTableBuilder::Names::Demangled);
    FL_CHECK(addUnits(object, builder, stop));
    builder.addSymbols(object.symbols());
    if (isBreakpad) {
        const auto bytes = object.bytes();
        builder.setModuleFile(moduleFileName(bytes.text()).value_or(""));
    }
    return builder.write(out);
}

} // namespace faultline::server::mozilla
