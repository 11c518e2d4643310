// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/requests/native_request_writer.h"

#include "core/base/result.h"
#include "core/json/json_writer.h"

namespace faultline::requests {

namespace {

class RequestWriter
{
public:
    std::string write(const Event& event)
    {
        m_json.beginObject();
        m_json.optional("platform", event.platform);
        if (const auto* native = event.asNative())
            m_json.optional("signal", native->signal);
        m_json.key("stacktraces").beginArray();
        for (const auto& thread : event.threads)
            writeThread(thread);
        m_json.endArray().key("modules").beginArray();
        for (const auto& module : event.modules)
            writeModule(module);
        m_json.endArray().endObject();
        return std::move(m_out);
    }

private:
    void writeThread(const EventThread& thread)
    {
        m_json.beginObject();
        m_json.optional("thread_id", thread.id);
        m_json.optional("thread_name", thread.name);
        m_json.optional("is_requesting", thread.isRequesting);
        m_json.key("registers").beginObject();
        for (const auto& [name, value] : thread.givenRegisters)
            m_json.key(name).hex(value);
        m_json.endObject().key("frames").beginArray();
        if (thread.givenFrames) {
            for (const auto& frame : *thread.givenFrames) {
                if (const auto* native = frame.asNative()) // A request has no others.
                    writeFrame(frame, *native);
            }
        }
        m_json.endArray().endObject();
    }

    void writeFrame(const Frame& frame, const NativeFrame& native)
    {
        m_json.beginObject();
        m_json.key("instruction_addr").hex(native.instructionAddress);
        if (native.relativeTo)
            m_json.member("addr_mode", concat("rel:", *native.relativeTo));
        const auto carried = frame.carried ? *frame.carried : CarriedFields();
        m_json.optional("adjust_instruction_addr", carried.adjust);
        m_json.optionalHex("function_id", carried.functionId);
        m_json.optional("platform", carried.platform);
        m_json.optional("package", native.package);
        if (native.language != Language::Unknown)
            m_json.member("lang", languageName(native.language));
        m_json.optional("symbol", native.symbol);
        m_json.optionalHex("sym_addr", native.symbolAddress);
        m_json.optional("function", frame.position.function);
        writeSource(frame);
        m_json.optional("in_app", frame.inApp);
        if (!carried.variablesJson.empty())
            m_json.key("vars").raw(carried.variablesJson);
        m_json.member("trust", frameTrustName(frame.trust));
        m_json.endObject();
    }

    void writeSource(const Frame& frame)
    {
        m_json.optional("filename", frame.position.file);
        m_json.optional("abs_path", frame.position.absPath);
        m_json.optional("lineno", frame.position.line);
        m_json.listIfAny("pre_context", frame.position.context.before);
        m_json.optional("context_line", frame.position.context.line);
        m_json.listIfAny("post_context", frame.position.context.after);
        m_json.optional("source_link", frame.position.link);
    }

    void writeModule(const EventModule& module)
    {
        m_json.beginObject().member("type", objectTypeName(module.type));
        if (module.codeId)
            m_json.member("code_id", module.codeId->text());
        m_json.optional("code_file", module.codeFile);
        if (module.debugId)
            m_json.member("debug_id", module.debugId->canonical());
        m_json.optional("debug_file", module.debugFile);
        m_json.optional("debug_checksum", module.debugChecksum);
        m_json.optional("file_id", module.fileId);
        m_json.key("image_addr").hex(module.address);
        if (module.sizeBytes != 0 || module.zeroSizeGiven)
            m_json.member("image_size", module.sizeBytes);
        m_json.endObject();
    }

    std::string m_out;
    json::JsonWriter m_json{m_out};
};

} // namespace

std::string writeNativeRequest(const Event& event)
{
    return RequestWriter().write(event);
}

} // namespace faultline::requests
