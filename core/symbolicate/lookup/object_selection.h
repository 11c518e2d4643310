// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sources/file_purpose.h"
#include "core/symbolicate/items/services.h"
#include "core/symbolicate/lookup/found_object.h"
#include "core/symbolicate/lookup/lookup_context.h"

#include <functional>

namespace faultline::symbolicate {

/// Searches for files that can serve a purpose: lists places, fetches the metadata of all in
/// parallel, and ranks them (docs/spec/native.md §6.4; among equals, files with matching ids come
/// first). If a file that the user chose serves the purpose, no other place is asked. With
/// `localFirst`, neither is one elsewhere if no file there could be better than one on this
/// machine. A file of another build is never used for unwinding. `done` is called exactly once,
/// during the call or from a pool thread.
///
/// `certain` is for FilePurpose::Unwind and may be null. It is called at most once and returns
/// before `done` is called: with the file that will be selected, when that is certain although
/// other places have not answered.
void selectObject(const Services& services,
                  std::shared_ptr<const LookupContext> context,
                  std::uint32_t module,
                  sources::ObjectLookup wanted,
                  sources::FilePurpose purpose,
                  std::move_only_function<void(ObjectSelection)> done,
                  std::move_only_function<void(const FoundObject&)> certain = {});

/// Marks the candidate whose file was used, or would have been, for the purpose.
void markUse(ObjectSelection& selection,
             std::optional<CandidateUse> Candidate::* purpose,
             const std::optional<Error>& error);

} // namespace faultline::symbolicate
