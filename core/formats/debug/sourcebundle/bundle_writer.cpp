// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/sourcebundle/bundle_writer.h"

#include "core/base/text.h"
#include "core/json/json_writer.h"

namespace faultline::sourcebundle {

namespace {

constexpr std::string_view kHeader("SYSB\x02\0\0\0", 8);

bool isSeparator(char c)
{
    return c == '/' || c == '\\';
}

/// "C:\src\\a.c" becomes "C/src/a.c": a run of separators, with a colon before it, is one slash.
std::string sanitised(std::string_view path)
{
    std::string text;
    for (std::size_t i = 0; i < path.size(); ++i) {
        const bool isDriveColon = path[i] == ':' && i + 1 < path.size() && isSeparator(path[i + 1]);
        if (!isSeparator(path[i]) && !isDriveColon) {
            text += path[i];
            continue;
        }
        while (i + 1 < path.size() && isSeparator(path[i + 1]))
            ++i;
        if (!text.empty())
            text += '/';
    }
    return text;
}

} // namespace

Result<BundleWriter> BundleWriter::create(TempFile& out)
{
    FL_CHECK(out.append(asBytes(kHeader)));
    return BundleWriter(out);
}

BundleWriter::BundleWriter(TempFile& out)
    : m_zip([&out](Bytes bytes) { return out.append(bytes); }, kHeader.size())
{
}

void BundleWriter::setAttribute(std::string_view name, std::string_view value)
{
    if (!value.empty())
        m_attributes.insert_or_assign(std::string(name), std::string(value));
}

void BundleWriter::describe(const object::Object& object, std::string_view objectName)
{
    setAttribute("arch", archName(object.arch()));
    setAttribute("code_id", object.codeId().text());
    if (!object.debugId().isNil())
        setAttribute("debug_id", object.debugId().canonical());
    setAttribute("object_name", objectName);
}

std::string BundleWriter::nameFor(std::string_view path) const
{
    const auto plain = concat("files/", sanitised(path));
    auto name = plain;
    for (int i = 1; m_pathByName.contains(name); ++i)
        name = concat(plain, ".", i);
    return name;
}

Result<void> BundleWriter::addSource(std::string_view path, Bytes text)
{
    if (m_paths.contains(path))
        return {};
    if (!isValidUtf8(asText(text)))
        return fail(ErrorKind::Malformed, "source file is not utf-8");
    auto name = nameFor(path);
    FL_CHECK(m_zip.add(name, text));
    m_paths.emplace(path);
    m_pathByName.emplace(std::move(name), path);
    return {};
}

Result<void> BundleWriter::finish()
{
    std::string manifest;
    json::JsonWriter json(manifest);
    json.beginObject().key("files").beginObject();
    for (const auto& [name, path] : m_pathByName)
        json.key(name).beginObject().member("type", "source").member("path", path).endObject();
    json.endObject();
    for (const auto& [name, value] : m_attributes)
        json.member(name, value);
    json.endObject();
    FL_CHECK(m_zip.add("manifest.json", asBytes(manifest)));
    return m_zip.finish();
}

} // namespace faultline::sourcebundle
