#include "app/faultline/jvm_text_input.h"

#include "core/base/file.h"
#include "core/formats/crash/jvm_text/text_event.h"
#include "core/formats/debug/proguard/mapping_line.h"
#include "core/formats/debug/proguard/mapping_reader.h"
#include "core/report/jvm_json.h"
#include "core/report/jvm_text_report.h"
#include "core/symbolicate/jvm/jvm_options.h"

#include <algorithm>
#include <filesystem>

namespace faultline::app {

namespace {

constexpr int kMaxDepth = 8;
constexpr std::size_t kMaxFiles = 10'000;
constexpr int kHeadLines = 20;

/// Tells whether the head of a mapping contains one of the ids. R8 writes a map id that is a prefix
/// of the hash.
bool hasId(std::string_view mapping, const std::vector<std::string>& ids)
{
    proguard::MappingLines lines(mapping);
    for (int i = 0; i < kHeadLines; ++i) {
        const auto text = lines.next();
        if (!text)
            return false;
        const auto line = proguard::parseMappingLine(*text);
        const auto* header = std::get_if<proguard::HeaderLine>(&line);
        if (header == nullptr || !header->value ||
            (header->key != "pg_map_id" && header->key != "pg_map_hash"))
            continue;
        if (std::ranges::any_of(ids, [&](const std::string& id) {
                return header->value->find(id) != std::string_view::npos ||
                       id.starts_with(*header->value);
            }))
            return true;
    }
    return false;
}

class MappingSearch
{
public:
    explicit MappingSearch(const std::vector<std::string>& mapIds) : m_mapIds(mapIds) {}

    void look(const std::string& argument)
    {
        std::error_code error;
        if (!std::filesystem::is_directory(argument, error))
            return take(argument, false);
        std::filesystem::recursive_directory_iterator at(
            argument, std::filesystem::directory_options::skip_permission_denied, error);
        std::size_t files = 0;
        for (const std::filesystem::recursive_directory_iterator end;
             !error && at != end && files < kMaxFiles; at.increment(error)) {
            if (at.depth() > kMaxDepth)
                at.disable_recursion_pending();
            const auto extension = at->path().extension();
            std::error_code gone;
            if ((extension == ".txt" || extension == ".map") && at->is_regular_file(gone)) {
                ++files;
                take(at->path().string(), true);
            }
        }
    }

    std::vector<std::string> found() { return std::move(m_found); }

private:
    void take(const std::string& path, bool isInFolder)
    {
        const auto bytes = mapForeignFile(path);
        if (!bytes || !proguard::looksLikeMapping(bytes->text()))
            return;
        if (isInFolder && !m_mapIds.empty() && !hasId(bytes->text(), m_mapIds))
            return;
        std::error_code error;
        const auto absolute = std::filesystem::absolute(path, error);
        m_found.push_back(error ? path : absolute.lexically_normal().string());
    }

    const std::vector<std::string>& m_mapIds;
    std::vector<std::string> m_found;
};

std::string render(const jvmtext::JvmText& text, const JvmReport& report, OutputFormat format)
{
    switch (format) {
    case OutputFormat::Json:
        return report::renderJvmJson(report, {.frameOrder = report::FrameOrder::CalleeFirst,
                                              .extras = report::IncludeExtras::Yes}) +
               "\n";
    case OutputFormat::Markdown:
        return concat("```\n", report::renderJvmText(text, report), "```\n");
    case OutputFormat::Text: break;
    }
    return report::renderJvmText(text, report);
}

} // namespace

std::vector<std::string> mappingsAmong(const std::vector<std::string>& symbols,
                                       const std::vector<std::string>& mapIds)
{
    MappingSearch search(mapIds);
    for (const auto& argument : symbols)
        search.look(argument);
    return search.found();
}

Result<std::string>
symbolicateJvmText(engine::Engine& engine, ByteView bytes, const SymbolicateArguments& arguments)
{
    FL_TRY(const auto text, jvmtext::readJvmText(std::move(bytes)));
    jvm::JvmOptions options;
    options.mappingFiles = mappingsAmong(arguments.symbols, text.mapIds);
    FL_TRY(const auto report, engine.runJvm(jvmtext::eventOf(text), options, {}));
    return render(text, report, arguments.format);
}

} // namespace faultline::app
