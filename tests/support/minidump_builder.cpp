// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/minidump_builder.h"

namespace faultline::test {

namespace {

using Label = ByteAssembler::Label;

constexpr std::size_t kHeaderBytes = 32;
constexpr std::size_t kDirectoryEntryBytes = 12;

/// Data that records refer to. It is written after the stream to which it belongs.
class Attachments
{
public:
    explicit Attachments(ByteAssembler& out) : m_out(out) {}

    /// { size, offset } of `bytes`, which follow later.
    void location(Buffer bytes)
    {
        if (bytes.empty()) {
            m_out.u32(0).u32(0);
            return;
        }
        m_out.u32(bytes.size());
        offset(std::move(bytes));
    }

    /// The offset of `bytes` alone.
    void offset(Buffer bytes, std::size_t sizeBytes = 4)
    {
        const auto label = m_out.newLabel();
        m_out.offsetOf(label, sizeBytes);
        m_pieces.emplace_back(label, std::move(bytes));
    }

    void write()
    {
        for (const auto& [label, bytes] : m_pieces)
            m_out.align(4).place(label).bytes(bytes);
    }

private:
    ByteAssembler& m_out;
    std::vector<std::pair<Label, Buffer>> m_pieces;
};

Buffer utf16String(std::string_view ascii, std::endian order)
{
    ByteAssembler out(order);
    out.u32(ascii.size() * 2).utf16(ascii).u16(0);
    return out.finish();
}

/// { length, characters, NUL } written in place; returns where.
Label writeUtf8String(ByteAssembler& out, std::string_view text)
{
    const auto label = out.newLabel();
    out.align(4).place(label).u32(text.size()).text(text).u8(0);
    return label;
}

/// A counted array of offsets or records whose strings were written before. Returns its location as
/// { size, label }.
struct Placed
{
    std::size_t sizeBytes = 0;
    Label label;
};

void writeLocation(ByteAssembler& out, const Placed& piece)
{
    out.u32(piece.sizeBytes);
    if (piece.sizeBytes == 0)
        out.u32(0);
    else
        out.offsetOf(piece.label);
}

Placed writeDictionary(ByteAssembler& out,
                       const std::vector<std::pair<std::string, std::string>>& entries)
{
    if (entries.empty())
        return {};
    std::vector<Label> strings;
    for (const auto& [key, value] : entries) {
        strings.push_back(writeUtf8String(out, key));
        strings.push_back(writeUtf8String(out, value));
    }
    Placed placed{4 + strings.size() * 4, out.newLabel()};
    out.align(4).place(placed.label).u32(entries.size());
    for (const auto label : strings)
        out.offsetOf(label);
    return placed;
}

Placed writeStringList(ByteAssembler& out, const std::vector<std::string>& texts)
{
    if (texts.empty())
        return {};
    std::vector<Label> strings;
    for (const auto& text : texts)
        strings.push_back(writeUtf8String(out, text));
    Placed placed{4 + strings.size() * 4, out.newLabel()};
    out.align(4).place(placed.label).u32(texts.size());
    for (const auto label : strings)
        out.offsetOf(label);
    return placed;
}

Placed writeObjects(ByteAssembler& out, const std::vector<MinidumpBuilder::CrashpadObject>& objects)
{
    if (objects.empty())
        return {};
    std::vector<std::pair<Label, Label>> strings;
    for (const auto& object : objects)
        strings.emplace_back(writeUtf8String(out, object.name), writeUtf8String(out, object.value));
    Placed placed{4 + objects.size() * 12, out.newLabel()};
    out.align(4).place(placed.label).u32(objects.size());
    for (std::size_t i = 0; i < objects.size(); ++i)
        out.offsetOf(strings[i].first).u16(objects[i].type).u16(0).offsetOf(strings[i].second);
    return placed;
}

Placed writeCrashpadModule(ByteAssembler& out, const MinidumpBuilder::CrashpadModule& module)
{
    const auto list = writeStringList(out, module.list);
    const auto simple = writeDictionary(out, module.simple);
    const auto objects = writeObjects(out, module.objects);
    const Placed placed{28, out.newLabel()};
    out.align(4).place(placed.label).u32(1);
    writeLocation(out, list);
    writeLocation(out, simple);
    writeLocation(out, objects);
    return placed;
}

Placed writeCrashpadModules(ByteAssembler& out,
                            const std::vector<MinidumpBuilder::CrashpadModule>& modules)
{
    if (modules.empty())
        return {};
    std::vector<Placed> records;
    for (const auto& module : modules)
        records.push_back(writeCrashpadModule(out, module));
    Placed placed{4 + modules.size() * 12, out.newLabel()};
    out.align(4).place(placed.label).u32(modules.size());
    for (std::size_t i = 0; i < modules.size(); ++i) {
        out.u32(modules[i].moduleIndex);
        writeLocation(out, records[i]);
    }
    return placed;
}

} // namespace

Buffer rsdsRecord(const std::array<std::uint8_t, 16>& guidAsStored,
                  std::uint32_t age,
                  std::string_view pdbName,
                  std::endian order)
{
    ByteAssembler out(order);
    out.u32(0x53445352).bytes(std::as_bytes(std::span(guidAsStored))).u32(age).text(pdbName).u8(0);
    return out.finish();
}

Buffer
nb10Record(std::uint32_t timestamp, std::uint32_t age, std::string_view pdbName, std::endian order)
{
    ByteAssembler out(order);
    out.u32(0x3031424e).u32(0).u32(timestamp).u32(age).text(pdbName).u8(0);
    return out.finish();
}

Buffer buildIdRecord(std::span<const std::uint8_t> buildId, std::endian order)
{
    ByteAssembler out(order);
    out.u32(0x4270454c).bytes(std::as_bytes(buildId));
    return out.finish();
}

Buffer words64(std::initializer_list<std::uint64_t> values, std::endian order)
{
    ByteAssembler out(order);
    for (const auto value : values)
        out.u64(value);
    return out.finish();
}

Buffer words32(std::initializer_list<std::uint32_t> values, std::endian order)
{
    ByteAssembler out(order);
    for (const auto value : values)
        out.u32(value);
    return out.finish();
}

void MinidumpBuilder::addStream(std::uint32_t type, Buffer bytes)
{
    addStream(type, [bytes = std::move(bytes)](ByteAssembler& out, Label end) {
        out.bytes(bytes).place(end);
    });
}

void MinidumpBuilder::addStream(std::uint32_t type, std::string_view text)
{
    addStream(type, [copy = std::string(text)](ByteAssembler& out, Label end) {
        out.text(copy).place(end);
    });
}

MinidumpBuilder::Streams MinidumpBuilder::allStreams() const
{
    using Writer = void (MinidumpBuilder::*)(ByteAssembler&, Label) const;
    Streams streams;
    const auto add = [&](bool present, std::uint32_t type, Writer writer) {
        if (present)
            streams.emplace_back(
                type, [this, writer](ByteAssembler& out, Label end) { (this->*writer)(out, end); });
    };
    add(m_system.has_value(), 7, &MinidumpBuilder::writeSystem);
    add(m_exception.has_value(), 6, &MinidumpBuilder::writeException);
    add(!m_threads.empty(), 3, &MinidumpBuilder::writeThreads);
    add(!m_threadNames.empty(), 24, &MinidumpBuilder::writeThreadNames);
    add(!m_modules.empty(), 4, &MinidumpBuilder::writeModules);
    add(!m_unloaded.empty(), 14, &MinidumpBuilder::writeUnloadedModules);
    add(m_crashpad.has_value(), 0x43500001, &MinidumpBuilder::writeCrashpad);
    if (!m_maps.empty())
        streams.emplace_back(
            0x47670009, [this](ByteAssembler& out, Label end) { out.text(m_maps).place(end); });
    streams.insert(streams.end(), m_streams.begin(), m_streams.end());
    add(!m_memory.empty(), 5, &MinidumpBuilder::writeMemoryList);
    add(!m_memory64.empty(), 9, &MinidumpBuilder::writeMemory64List);
    return streams;
}

Buffer MinidumpBuilder::bytes() const
{
    const auto streams = allStreams();
    ByteAssembler out(m_order);
    out.u32(0x504d444d)
        .u32(0xa793)
        .u32(streams.size())
        .u32(kHeaderBytes)
        .u32(0)
        .u32(m_timestamp)
        .u64(0);
    std::vector<Label> starts;
    for (const auto& [type, writer] : streams) {
        starts.push_back(out.newLabel());
        out.u32(type).u32(0).offsetOf(starts.back());
    }
    for (std::size_t i = 0; i < streams.size(); ++i) {
        out.align(4).place(starts[i]);
        const auto start = out.size();
        const auto end = out.newLabel();
        streams[i].second(out, end);
        out.patch(kHeaderBytes + i * kDirectoryEntryBytes + 4, out.positionOf(end) - start, 4);
    }
    return out.finish();
}

void MinidumpBuilder::writeSystem(ByteAssembler& out, Label end) const
{
    Attachments attachments(out);
    out.u16(m_system->architecture.value_or(processorArchitecture(m_system->cpu)))
        .u16(m_system->level)
        .u16(m_system->revision);
    out.u8(m_system->processors).u8(1);
    out.u32(m_system->major).u32(m_system->minor).u32(m_system->build).u32(m_system->platformId);
    attachments.offset(utf16String(m_system->csdVersion, m_order));
    out.u16(0).u16(0);
    for (const auto word : m_system->cpuWords)
        out.u32(word);
    out.place(end);
    attachments.write();
}

void MinidumpBuilder::writeModules(ByteAssembler& out, Label end) const
{
    Attachments attachments(out);
    out.u32(m_modules.size());
    for (const auto& module : m_modules) {
        out.u64(module.base).u32(module.sizeBytes).u32(module.checksum).u32(module.timestamp);
        attachments.offset(utf16String(module.name, m_order));
        const auto start = out.size();
        if (module.version) {
            out.u32(0xfeef04bd).u32(0x10000);
            for (const auto word : *module.version)
                out.u32(word);
        }
        out.zeros(start + 52 - out.size());
        attachments.location(module.codeView);
        out.zeros(8 + 16); // The misc record and two reserved words.
    }
    out.place(end);
    attachments.write();
}

void MinidumpBuilder::writeUnloadedModules(ByteAssembler& out, Label end) const
{
    Attachments attachments(out);
    out.u32(12).u32(24).u32(m_unloaded.size());
    for (const auto& module : m_unloaded) {
        out.u64(module.base).u32(module.sizeBytes).u32(0).u32(module.timestamp);
        attachments.offset(utf16String(module.name, m_order));
    }
    out.place(end);
    attachments.write();
}

void MinidumpBuilder::writeThreads(ByteAssembler& out, Label end) const
{
    Attachments attachments(out);
    out.u32(m_threads.size());
    for (const auto& thread : m_threads) {
        out.u32(thread.id)
            .u32(thread.suspendCount)
            .u32(0)
            .u32(thread.priority)
            .u64(thread.teb)
            .u64(thread.stackAddress);
        if (thread.stackInMemoryList)
            out.u32(thread.stack.size()).u32(0);
        else
            attachments.location(thread.stack);
        if (!thread.rawContext.empty())
            attachments.location(thread.rawContext);
        else
            attachments.location(thread.withoutContext
                                     ? Buffer()
                                     : contextBytes(thread.cpu, thread.registers, m_order));
    }
    out.place(end);
    attachments.write();
}

void MinidumpBuilder::writeThreadNames(ByteAssembler& out, Label end) const
{
    Attachments attachments(out);
    out.u32(m_threadNames.size());
    for (const auto& [id, name] : m_threadNames) {
        out.u32(id);
        attachments.offset(utf16String(name, m_order), 8);
    }
    out.place(end);
    attachments.write();
}

void MinidumpBuilder::writeException(ByteAssembler& out, Label end) const
{
    Attachments attachments(out);
    const auto& exception = *m_exception;
    const auto start = out.size();
    out.u32(exception.threadId)
        .u32(0)
        .u32(exception.code)
        .u32(exception.flags)
        .u64(0)
        .u64(exception.address);
    out.u32(exception.parameterCount.value_or(
                static_cast<std::uint32_t>(exception.parameters.size())))
        .u32(0);
    for (const auto parameter : exception.parameters)
        out.u64(parameter);
    out.zeros(start + 160 - out.size());
    attachments.location(exception.registers
                             ? contextBytes(exception.cpu, *exception.registers, m_order)
                             : Buffer());
    out.place(end);
    attachments.write();
}

void MinidumpBuilder::writeMemoryList(ByteAssembler& out, Label end) const
{
    Attachments attachments(out);
    out.u32(m_memory.size());
    for (const auto& [address, bytes] : m_memory) {
        out.u64(address);
        attachments.location(bytes);
    }
    out.place(end);
    attachments.write();
}

void MinidumpBuilder::writeMemory64List(ByteAssembler& out, Label end) const
{
    const auto data = out.newLabel();
    out.u64(m_memory64.size()).offsetOf(data, 8);
    for (const auto& [address, bytes] : m_memory64)
        out.u64(address).u64(bytes.size());
    out.place(end).place(data);
    for (const auto& [address, bytes] : m_memory64)
        out.bytes(bytes);
}

void MinidumpBuilder::writeCrashpad(ByteAssembler& out, Label end) const
{
    const auto& info = *m_crashpad;
    out.u32(info.version)
        .bytes(std::as_bytes(std::span(info.reportId)))
        .bytes(std::as_bytes(std::span(info.clientId)));
    const auto locations = out.size();
    out.zeros(16);
    if (info.addressMask)
        out.u32(0).u64(*info.addressMask);
    out.place(end);
    const auto fillIn = [&](std::size_t position, const Placed& piece) {
        if (piece.sizeBytes != 0)
            out.patch(position, piece.sizeBytes, 4)
                .patch(position + 4, out.positionOf(piece.label), 4);
    };
    fillIn(locations, writeDictionary(out, info.simple));
    fillIn(locations + 8, writeCrashpadModules(out, info.modules));
}

} // namespace faultline::test
