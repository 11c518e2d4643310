#include "core/server/native_request_writer.h"

#include "core/base/result.h"
#include "core/json/json_writer.h"

namespace faultline {

namespace {

class RequestWriter
{
public:
    std::string write(const Event& event)
    {
        m_json.beginObject();
        optional("platform", event.platform);
        optional("signal", event.signal);
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
        optional("thread_id", thread.id);
        optional("thread_name", thread.name);
        optional("is_requesting", thread.isRequesting);
        m_json.key("registers").beginObject();
        for (const auto& [name, value] : thread.givenRegisters)
            m_json.key(name).hex(value);
        m_json.endObject().key("frames").beginArray();
        if (thread.givenFrames) {
            for (const auto& frame : *thread.givenFrames)
                writeFrame(frame);
        }
        m_json.endArray().endObject();
    }

    void writeFrame(const GivenFrame& frame)
    {
        m_json.beginObject();
        m_json.key("instruction_addr").hex(frame.instructionAddress);
        if (frame.relativeTo)
            m_json.member("addr_mode", concat("rel:", *frame.relativeTo));
        optional("adjust_instruction_addr", frame.adjust);
        optionalHex("function_id", frame.functionId);
        optional("platform", frame.platform);
        optional("package", frame.package);
        if (frame.language)
            m_json.member("lang", languageName(*frame.language));
        optional("symbol", frame.symbol);
        optionalHex("sym_addr", frame.symbolAddress);
        optional("function", frame.function);
        writeSource(frame);
        optional("in_app", frame.inApp);
        if (!frame.variablesJson.empty())
            m_json.key("vars").raw(frame.variablesJson);
        m_json.member("trust", frameTrustName(frame.trust));
        m_json.endObject();
    }

    void writeSource(const GivenFrame& frame)
    {
        optional("filename", frame.filename);
        optional("abs_path", frame.absPath);
        optional("lineno", frame.line);
        lines("pre_context", frame.preContext);
        optional("context_line", frame.contextLine);
        lines("post_context", frame.postContext);
        optional("source_link", frame.sourceLink);
    }

    void writeModule(const EventModule& module)
    {
        m_json.beginObject().member("type", objectTypeName(module.type));
        if (module.codeId)
            m_json.member("code_id", module.codeId->text());
        optional("code_file", module.codeFile);
        if (module.debugId)
            m_json.member("debug_id", module.debugId->canonical());
        optional("debug_file", module.debugFile);
        optional("debug_checksum", module.debugChecksum);
        m_json.key("image_addr").hex(module.address);
        if (module.sizeBytes != 0 || module.zeroSizeGiven)
            m_json.member("image_size", module.sizeBytes);
        m_json.endObject();
    }

    template <class T>
    void optional(std::string_view name, const std::optional<T>& value)
    {
        if (value)
            m_json.member(name, *value);
    }

    void optionalHex(std::string_view name, const std::optional<std::uint64_t>& value)
    {
        if (value)
            m_json.key(name).hex(*value);
    }

    void lines(std::string_view name, const std::vector<std::string>& texts)
    {
        if (texts.empty())
            return;
        m_json.key(name).beginArray();
        for (const auto& text : texts)
            m_json.value(text);
        m_json.endArray();
    }

    std::string m_out;
    JsonWriter m_json{m_out};
};

} // namespace

std::string writeNativeRequest(const Event& event)
{
    return RequestWriter().write(event);
}

} // namespace faultline
