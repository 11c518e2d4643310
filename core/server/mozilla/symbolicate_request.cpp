// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/mozilla/symbolicate_request.h"

#include "core/base/hex.h"
#include "core/json/json_members.h"

#include <algorithm>

namespace faultline::server::mozilla {

namespace {

constexpr std::size_t kMaxJobs = 10;
constexpr std::uint64_t kExpectedVersion = 4;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isNameCharacter(char c)
{
    constexpr std::string_view kOthers = "_.+{}@<> ~-";
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || kOthers.contains(c);
}

std::vector<json::JsonValue> itemsOf(const json::JsonValue& list)
{
    std::vector<json::JsonValue> items;
    json::forEachChild(list, [&](const json::JsonValue& item) { items.push_back(item); });
    return items;
}

bool isList(const json::JsonValue& value)
{
    return value.kind() == json::JsonKind::Array;
}

/// Reads one job. Its error texts begin with "job <index>".
class JobDecoder
{
public:
    explicit JobDecoder(std::size_t index) : m_job(concat("job ", index)) {}

    Result<Job> decode(const json::JsonValue& value)
    {
        if (value.kind() != json::JsonKind::Object)
            return fail(ErrorKind::Malformed, m_job, " is invalid");
        const auto stacks = json::member(value, "stacks");
        if (!stacks)
            return fail(ErrorKind::Malformed, m_job, " is invalid: no stacks specified");
        const auto modules = json::member(value, "memoryMap");
        if (!modules)
            return fail(ErrorKind::Malformed, m_job, " is invalid: no memoryMap specified");
        Job job;
        FL_TRY(job.modules, readModules(*modules));
        m_moduleCount = job.modules.size();
        FL_TRY(job.stacks, readStacks(*stacks));
        return job;
    }

private:
    std::unexpected<Error> badModules(std::string_view text) const
    {
        return fail(ErrorKind::Malformed, m_job, " has invalid modules: ", text);
    }

    std::unexpected<Error> badModule(std::size_t index, std::string_view text) const
    {
        return badModules(concat("module index ", index, " ", text));
    }

    std::unexpected<Error> badStacks(std::string_view text) const
    {
        return fail(ErrorKind::Malformed, m_job, " has invalid stacks: ", text);
    }

    std::unexpected<Error>
    badFrame(std::size_t stack, std::size_t frame, std::string_view text) const
    {
        return badStacks(concat("stack ", stack, " frame ", frame, " ", text));
    }

    Result<std::vector<ModuleName>> readModules(const json::JsonValue& value) const
    {
        if (!isList(value))
            return badModules("modules must be a list");
        std::vector<ModuleName> modules;
        for (const auto& item : itemsOf(value)) {
            FL_TRY(auto module, readModule(item, modules.size()));
            modules.push_back(std::move(module));
        }
        return modules;
    }

    Result<ModuleName> readModule(const json::JsonValue& value, std::size_t index) const
    {
        const auto parts = isList(value) ? itemsOf(value) : std::vector<json::JsonValue>();
        if (parts.size() != 2)
            return badModule(index, "does not have a debug_filename and debug_id");
        if (parts[0].kind() != json::JsonKind::String ||
            !std::ranges::all_of(parts[0].text(), isNameCharacter))
            return badModule(index, "has an invalid debug_filename");
        if (parts[1].kind() != json::JsonKind::String ||
            !std::ranges::all_of(parts[1].text(), [](char c) { return hexValue(c) >= 0; }))
            return badModule(index, "has an invalid debug_id");
        return ModuleName{std::string(parts[0].text()), std::string(parts[1].text())};
    }

    Result<std::vector<std::vector<FrameRequest>>> readStacks(const json::JsonValue& value) const
    {
        if (!isList(value))
            return badStacks("stacks must be a list of lists");
        std::vector<std::vector<FrameRequest>> stacks;
        for (const auto& item : itemsOf(value)) {
            FL_TRY(auto stack, readStack(item, stacks.size()));
            stacks.push_back(std::move(stack));
        }
        if (stacks.empty())
            return badStacks("no stacks specified");
        return stacks;
    }

    Result<std::vector<FrameRequest>> readStack(const json::JsonValue& value,
                                                std::size_t index) const
    {
        if (!isList(value))
            return badStacks(concat("stack ", index, " is not a list"));
        std::vector<FrameRequest> frames;
        for (const auto& item : itemsOf(value)) {
            FL_TRY(auto frame, readFrame(item, index, frames.size()));
            frames.push_back(std::move(frame));
        }
        return frames;
    }

    Result<FrameRequest>
    readFrame(const json::JsonValue& value, std::size_t stack, std::size_t index) const
    {
        const auto parts = isList(value) ? itemsOf(value) : std::vector<json::JsonValue>();
        if (parts.size() != 2)
            return badFrame(stack, index, "is not a list of two items");
        FrameRequest frame;
        if (!readModuleIndex(parts[0], frame))
            return badFrame(stack, index, "has an invalid module_index");
        if (frame.module && *frame.module >= m_moduleCount)
            return badFrame(stack, index, "has a module_index that isn't in modules");
        if (!readOffset(parts[1], frame))
            return badFrame(stack, index, "has an invalid module_offset");
        return frame;
    }

    /// Returns false when the index is no integer. An index below -1 lies outside every list.
    static bool readModuleIndex(const json::JsonValue& value, FrameRequest& frame)
    {
        if (value.kind() == json::JsonKind::Unsigned) {
            frame.module = static_cast<std::size_t>(value.integerBits());
            return true;
        }
        if (value.kind() != json::JsonKind::Signed)
            return false;
        if (static_cast<std::int64_t>(value.integerBits()) != -1)
            frame.module = SIZE_MAX;
        return true;
    }

    /// Passes on an offset that is no integer as it was written, by the rule of Mozilla's
    /// documentation (docs/spec/mozilla-api.md §8).
    static bool readOffset(const json::JsonValue& value, FrameRequest& frame)
    {
        if (value.kind() == json::JsonKind::Unsigned) {
            frame.offset = value.integerBits();
            return true;
        }
        if (value.kind() == json::JsonKind::Signed) {
            frame.offsetText = "-0x1";
            return static_cast<std::int64_t>(value.integerBits()) == -1;
        }
        frame.offsetText = value.text();
        frame.isPassedThrough = true;
        return value.kind() == json::JsonKind::Real &&
               !std::ranges::all_of(value.text(), [](char c) { return isDigit(c) || c == '-'; });
    }

    std::string m_job;
    std::size_t m_moduleCount = 0;
};

Result<std::vector<json::JsonValue>> jobsOf(const json::JsonValue& root, ApiVersion version)
{
    const auto jobs = version == ApiVersion::V5 ? json::member(root, "jobs") : std::nullopt;
    if (!jobs)
        return std::vector{root};
    if (!isList(*jobs))
        return fail(ErrorKind::Malformed, "jobs must be a list");
    auto items = itemsOf(*jobs);
    if (items.size() > kMaxJobs)
        return fail(ErrorKind::Malformed,
                    "please limit number of jobs in a single request to <= ", kMaxJobs);
    return items;
}

/// Old clients state the version of the format that they send.
Result<void> checkVersion(const json::JsonValue& root)
{
    const auto version = json::member(root, "version");
    if (version &&
        (version->kind() != json::JsonKind::Unsigned || version->integerBits() != kExpectedVersion))
        return fail(ErrorKind::Malformed, "Expect version==4");
    return {};
}

} // namespace

Result<SymbolicateRequest> decodeRequest(const json::JsonDocument& body, ApiVersion version)
{
    SymbolicateRequest request{.version = version, .jobs = {}};
    if (version == ApiVersion::V4)
        FL_CHECK(checkVersion(body.root()));
    FL_TRY(const auto jobs, jobsOf(body.root(), version));
    for (const auto& item : jobs) {
        FL_TRY(auto job, JobDecoder(request.jobs.size()).decode(item));
        request.jobs.push_back(std::move(job));
    }
    return request;
}

} // namespace faultline::server::mozilla
