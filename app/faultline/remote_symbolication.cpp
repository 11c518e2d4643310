// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/remote_symbolication.h"

#include "app/faultline/command_support.h"
#include "app/faultline/report_output.h"
#include "app/faultline/settings.h"
#include "core/base/file.h"
#include "core/engine/engine_config.h"
#include "core/intake/read_event.h"
#include "core/remote/server_client.h"

namespace faultline::app {

namespace {

ExitCode exitCodeOf(ErrorKind kind)
{
    const auto broad = broadKind(kind);
    return broad == ErrorKind::NotFound || broad == ErrorKind::Malformed ||
                   broad == ErrorKind::Unsupported
               ? ExitCode::Unreadable
               : ExitCode::SourceFailed;
}

/// The server decides what a request may ask for; nothing that it names is asked from here.
requests::RequestPolicy anyRequest()
{
    auto policy = intake::openPolicy();
    policy.allowsMachineIdentity = true;
    return policy;
}

/// A crash file as it is sent, and what was read from it here.
struct Upload
{
    ByteView bytes;
    intake::Input input;
};

class RemoteSymbolication
{
public:
    RemoteSymbolication(const SymbolicateArguments& arguments,
                        remote::ServerAddress server,
                        const engine::EngineConfig& config)
        : m_arguments(arguments), m_limits(config.limits),
          m_client(std::move(server), config.transport, config.limits)
    {
    }

    ExitCode symbolicateFile(const std::filesystem::path& path, OutputFile& output)
    {
        return eachCrashFile(path, m_arguments.part, m_limits, [&](const intake::CrashFile& file) {
            return symbolicateOne(path, file, output);
        });
    }

private:
    ExitCode symbolicateOne(const std::filesystem::path& path,
                            const intake::CrashFile& file,
                            OutputFile& output)
    {
        const auto label = crashFileLabel(path, file);
        const auto upload = uploadOf(path, file);
        if (!upload) {
            complain(label, upload.error());
            return exitCodeOf(upload.error().kind);
        }
        return m_arguments.format == ReportFormat::Symbolicator
                   ? printAnswer(label, *upload, output)
                   : printOwnReport(label, *upload, output);
    }

    /// Symbolicator accepts only unpacked files. Cores stay packed: Symbolicator does not accept
    /// them at all, and unpacked most exceed a server's size limit.
    Result<Upload> uploadOf(const std::filesystem::path& path, const intake::CrashFile& file) const
    {
        FL_TRY(auto content, file.open());
        Upload upload{.bytes = content.bytes, .input = {}};
        FL_TRY(upload.input, intake::readInput(std::move(content), m_limits, anyRequest()));
        const bool isWholeFile = file.name.empty();
        if (isWholeFile && upload.input.event->kind == EventKind::CoreFile) {
            FL_TRY(upload.bytes, mapForeignFile(path));
        }
        return upload;
    }

    ExitCode printAnswer(const std::string& label, const Upload& upload, OutputFile& output)
    {
        const auto answer = m_client.answer(upload.bytes, upload.input, {});
        if (!answer) {
            complain(label, answer.error());
            return exitCodeOf(answer.error().kind);
        }
        output.write(*answer);
        output.write("\n");
        return ExitCode::Ok;
    }

    ExitCode printOwnReport(const std::string& label, const Upload& upload, OutputFile& output)
    {
        const auto report = m_client.report(upload.bytes, upload.input.event, {});
        if (!report) {
            complain(label, report.error());
            return exitCodeOf(report.error().kind);
        }
        return printReport(label, *report, {.answer = upload.input.answer, .file = upload.bytes},
                           m_arguments, output);
    }

    const SymbolicateArguments& m_arguments;
    ParseLimits m_limits;
    remote::ServerClient m_client;
};

} // namespace

ExitCode symbolicateRemotely(const SymbolicateArguments& arguments,
                             const std::string& url,
                             OutputFile& output)
{
    if (arguments.format == ReportFormat::Restored) {
        complain({ErrorKind::Unsupported, "--format restored needs mappings of this machine, and "
                                          "excludes --server"});
        return ExitCode::Usage;
    }
    const auto config = loadUserSettings(arguments.config);
    if (!config) {
        complain(config.error());
        return ExitCode::Usage;
    }
    auto token = readSecret(arguments.tokenFile, "FAULTLINE_SERVER_TOKEN");
    if (!token) {
        complain(token.error());
        return ExitCode::Usage;
    }
    RemoteSymbolication remote(arguments, {.url = url, .token = *std::move(token)}, config->engine);
    return symbolicateEach(arguments, output, [&](const std::filesystem::path& path) {
        return remote.symbolicateFile(path, output);
    });
}

} // namespace faultline::app
