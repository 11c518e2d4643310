// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/object.h"

#include <map>
#include <string>
#include <vector>

namespace faultline::test {

/// An object made of named sections in memory, for tests of code that reads sections.
class MemoryObject final : public object::Object
{
public:
    MemoryObject(object::FileFormat format, Arch arch) : m_format(format), m_arch(arch) {}

    /// The section also becomes part of the image at `address`.
    void addSection(std::string name,
                    std::uint64_t address,
                    std::vector<std::byte> bytes,
                    bool isExecutable = false);

    void setLoadAddress(std::uint64_t address) { m_loadAddress = address; }

    void setByteOrder(std::endian order) { m_order = order; }

    void addWindowsFrame(object::WindowsFrame frame) { m_windowsFrames.push_back(frame); }

    object::FileFormat format() const override { return m_format; }

    object::ObjectKind kind() const override { return object::ObjectKind::Library; }

    Arch arch() const override { return m_arch; }

    DebugId debugId() const override { return {}; }

    CodeId codeId() const override { return {}; }

    ObjectFeatures features() const override { return {}; }

    std::uint64_t loadAddress() const override { return m_loadAddress; }

    std::endian byteOrder() const override { return m_order; }

    std::vector<object::ImageRange> ranges() const override;
    std::optional<ByteView> section(std::string_view name) const override;
    std::optional<ByteView> readImage(std::uint64_t linkedAddress,
                                      std::uint64_t sizeBytes) const override;

    std::vector<object::WindowsFrame> windowsFrames() const override { return m_windowsFrames; }

    ByteView bytes() const override { return {}; }

private:
    struct Section
    {
        object::ImageRange range;
        ByteView bytes;
    };

    object::FileFormat m_format;
    Arch m_arch;
    std::endian m_order = std::endian::little;
    std::uint64_t m_loadAddress = 0;
    std::vector<Section> m_sections;
    std::vector<object::WindowsFrame> m_windowsFrames;
};

} // namespace faultline::test
