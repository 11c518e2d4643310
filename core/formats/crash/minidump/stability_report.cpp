// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/byte_reader.h"
#include "core/formats/crash/minidump/windows_streams.h"

namespace faultline::minidump {

namespace {

constexpr std::size_t kMaxFacts = 256;
constexpr std::uint64_t kPageBytes = 4096;

/// One field of a protobuf message (protobuf.dev, "Encoding").
struct Field
{
    std::uint64_t number = 0;
    std::uint64_t value = 0; ///< Value of a varint.
    Bytes message;           ///< Content of a length-delimited field.
};

/// Calls visit(field) for the varints and messages of `bytes`, up to the first damage.
template <class Visit>
void forEachField(Bytes bytes, Visit visit)
{
    ByteReader reader(bytes);
    while (reader.ok() && !reader.atEnd()) {
        const auto key = reader.uleb128();
        Field field{.number = key >> 3, .value = 0, .message = {}};
        switch (key & 7) {
        case 0: field.value = reader.uleb128(); break;
        case 1: reader.skip(8); break;
        case 2: field.message = reader.bytes(reader.uleb128()); break;
        case 5: reader.skip(4); break;
        default: return;
        }
        if (reader.ok())
            visit(field);
    }
}

void addFact(Details& details, std::string name, std::string value)
{
    if (details.size() < kMaxFacts)
        details.emplace_back(std::move(name), std::move(value));
}

void addPages(Details& details, std::string name, const Field& field)
{
    addFact(details, std::move(name), concat(field.value * kPageBytes >> 20, " MiB"));
}

void readWindowsMemory(Bytes message, const std::string& process, Details& details)
{
    forEachField(message, [&](const Field& field) {
        switch (field.number) {
        case 1: addPages(details, process + " private memory", field); break;
        case 2: addPages(details, process + " peak working set", field); break;
        case 3: addPages(details, process + " peak page file", field); break;
        case 4: addPages(details, process + " failed allocation", field); break;
        default: break;
        }
    });
}

void readProcess(Bytes message, Details& details)
{
    std::string process = "process";
    forEachField(message, [&](const Field& field) {
        if (field.number == 3)
            process = concat("process ", field.value);
    });
    forEachField(message, [&](const Field& field) {
        if (field.number != 4 && field.number != 7)
            return;
        forEachField(field.message, [&](const Field& inner) {
            if (field.number == 4 && inner.number == 1)
                readWindowsMemory(inner.message, process, details);
            else if (field.number == 7)
                forEachField(inner.message, [&](const Field& count) {
                    if (count.number == 1)
                        addFact(details, process + (inner.number == 1 ? " open files" : " handles"),
                                concat(count.value));
                });
        });
    });
}

void readSystemMemory(Bytes message, Details& details)
{
    forEachField(message, [&](const Field& field) {
        if (field.number == 1)
            forEachField(field.message, [&](const Field& inner) {
                if (inner.number == 1)
                    addPages(details, "system commit limit", inner);
                else if (inner.number == 2)
                    addPages(details, "system commit remaining", inner);
                else if (inner.number == 3)
                    addFact(details, "system handles", concat(inner.value));
            });
    });
}

} // namespace

Details readStabilityReport(const StreamScope& scope)
{
    Details details;
    forEachField(scope.stream.bytes.span(), [&](const Field& field) {
        if (field.number == 2)
            readProcess(field.message, details);
        else if (field.number == 7)
            readSystemMemory(field.message, details);
    });
    return details;
}

} // namespace faultline::minidump
