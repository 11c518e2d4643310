// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/server_desk.h"
#include "ui/models/detail_model.h"
#include "ui/models/server_model.h"

#include <QList>
#include <QString>

namespace faultline::ui {

// What a server tells of itself, in the language of the window.

/// "42 ms", "1.9 s", "5 min".
QString shortTime(std::uint64_t milliseconds);

struct ServerHead
{
    QString sentence;
    QString facts;
};

ServerHead serverHead(const remote::ServerStatus& status, const QString& url);
/// Requests now, requests a second, two times, failures and memory.
QList<ServerNumber> serverNumbers(const remote::ServerStatus& status);
/// Those that run come first.
QList<ServerRequestRow> serverRequests(const remote::ServerStatus& status);
QString serverRequestSummary(const remote::ServerStatus& status);
QList<ServerEndpointRow> serverEndpoints(const remote::ServerStatus& status);
QList<ServerCacheRow> serverCaches(const remote::ServerStatus& status);
QString serverCacheSummary(const remote::ServerStatus& status);
QList<ServerSourceRow> serverSources(const remote::ServerStatus& status);
/// "connection refused; not asked for 52 min"
QString blockedHostSentence(const remote::ServerStatus::BlockedHost& host);
QList<DetailRow> serverProcessFacts(const remote::ServerStatus& status);
/// What a failed question means; the error's own words are shown beside it.
QString serverFailure(const Error& error);
QString serverDoneSentence(remote::ServerAction action);

} // namespace faultline::ui
