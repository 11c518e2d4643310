// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sources/source_config.h"

#include <memory>
#include <string>

namespace faultline::sources {

/// A source that can be asked: its configuration, which no longer changes, and what is computed of
/// it once. Sources that ask the very same place in the very same way have equal identities, also
/// if they are different objects; no others have. Immutable, so any thread may read it.
class Source final : public SourceConfig
{
public:
    explicit Source(SourceConfig config);

    /// A digest of everything that decides which bytes a path of this source has: the place, how it
    /// is asked, and with which credentials. No credential can be read in it. What is remembered of
    /// a place in memory has this as its key.
    const std::string& identity() const { return m_identity; }

    /// The same for keys of cache entries, which have the file's location too. Empty when the
    /// location alone says which place is asked, and how (docs/spec/sources-and-caches.md §9.2).
    const std::string& place() const { return m_place; }

private:
    std::string m_identity;
    std::string m_place;
};

using SourcePtr = std::shared_ptr<const Source>;

SourcePtr makeSource(SourceConfig config);

/// Source::identity() of a Sentry source that stands alone.
std::string identityOf(const SentrySource& source);

} // namespace faultline::sources
