// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/mcp/session.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStringList>

#include <optional>
#include <string>
#include <utility>

namespace faultline::test {

inline QJsonObject objectOf(const std::string& text)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
}

/// A client over one session.
class McpClient
{
public:
    explicit McpClient(mcp::Services services)
        : m_services(std::move(services)), m_session(m_services)
    {
        request("initialize", {{"protocolVersion", "2025-06-18"}});
    }

    QJsonObject
    request(const QString& method, const QJsonObject& params = {}, const mcp::Send& send = {})
    {
        const QJsonObject message{
            {"jsonrpc", "2.0"}, {"id", ++m_id}, {"method", method}, {"params", params}};
        return objectOf(answer(message, send).value_or("{}"));
    }

    std::optional<std::string> answer(const QJsonObject& message, const mcp::Send& send = {})
    {
        return m_session.answer(
            m_session.begin(QJsonDocument(message).toJson(QJsonDocument::Compact).toStdString()),
            send);
    }

    /// The result of a tool.
    QJsonObject call(const QString& tool, const QJsonObject& arguments = {})
    {
        return request("tools/call", {{"name", tool}, {"arguments", arguments}})["result"]
            .toObject();
    }

    /// What the crash says to a question.
    QJsonValue ask(const QString& tool, const QJsonObject& arguments = {})
    {
        return call(tool, arguments)["structuredContent"].toObject()["untrusted"];
    }

    mcp::Session& session() { return m_session; }

private:
    mcp::Services m_services;
    mcp::Session m_session;
    int m_id = 0;
};

/// Texts in a value, outside everything that is marked as untrusted.
inline void addTrusted(const QJsonValue& value, QStringList& texts)
{
    if (value.isString())
        texts << value.toString();
    for (const auto& each : value.toArray())
        addTrusted(each, texts);
    const auto object = value.toObject();
    for (auto member = object.begin(); member != object.end(); ++member) {
        texts << member.key();
        if (member.key() != "untrusted")
            addTrusted(member.value(), texts);
    }
}

} // namespace faultline::test
