// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/library/schema_state.h"

namespace faultline::library {

SchemaState stateOfVersion(std::int64_t version, std::optional<std::int64_t> oldestReader)
{
    if (version <= kSchemaVersion)
        return version == kSchemaVersion ? SchemaState::Present : SchemaState::Older;
    return oldestReader.value_or(version) <= kSchemaVersion ? SchemaState::Newer
                                                            : SchemaState::TooNew;
}

std::unexpected<Error> refuseSchema(const std::string& place, SchemaState state)
{
    switch (state) {
    case SchemaState::Older:
        return fail(ErrorKind::Unsupported, place,
                    " is of an earlier version of this program: run faultline library migrate");
    case SchemaState::TooNew:
        return fail(ErrorKind::Unsupported, place,
                    " is of a later version of this program, which earlier ones cannot read");
    case SchemaState::Empty:
    case SchemaState::Foreign:
    case SchemaState::Present:
    case SchemaState::Newer: break;
    }
    return fail(ErrorKind::Unsupported, place, " is no library");
}

std::unexpected<Error> refuseMigration(const std::string& place, SchemaState state)
{
    return fail(ErrorKind::Unsupported, place,
                state == SchemaState::Foreign || state == SchemaState::Empty
                    ? " is no library"
                    : " is of a later version of this program");
}

} // namespace faultline::library
