// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/ppdb/sequence_points.h"

#include "core/formats/debug/ppdb/blob_reader.h"

namespace faultline::ppdb {

namespace {

// The specification's bounds: offsets, lines and columns outside are damage.
constexpr std::int64_t kMaxIlOffset = 0x1fffffff;
constexpr std::int64_t kMaxLine = 0x1fffffff;
constexpr std::int64_t kMaxColumn = 0xffff;

/// Decodes one blob from front to back.
class PointDecoder
{
public:
    PointDecoder(Bytes blob, std::uint32_t document) : m_reader(blob), m_document(document) {}

    Result<std::vector<SequencePoint>> run()
    {
        m_reader.compressed(); // Signature of the local variables.
        if (m_document == 0)
            m_document = m_reader.compressed();
        while (m_reader.ok() && !m_reader.atEnd()) {
            if (!readRecord())
                return fail(ErrorKind::Malformed, "sequence points: record ending at byte ",
                            m_reader.offset(), " leaves the allowed range");
        }
        if (!m_reader.ok())
            return fail(ErrorKind::Malformed, "sequence points: number cut at byte ",
                        m_reader.offset());
        return std::move(m_points);
    }

private:
    bool readRecord()
    {
        const auto step = m_reader.compressed();
        if (!m_points.empty() && step == 0) {
            m_document = m_reader.compressed();
            return true;
        }
        m_ilOffset += step;
        const auto lines = m_reader.compressed();
        const std::int64_t columns =
            lines == 0 ? std::int64_t{m_reader.compressed()} : m_reader.compressedSigned();
        SequencePoint point{.ilOffset = static_cast<std::uint32_t>(m_ilOffset),
                            .document = m_document,
                            .isHidden = lines == 0 && columns == 0};
        if (!point.isHidden) {
            readStart();
            point.line = static_cast<std::uint32_t>(m_line);
            point.column = static_cast<std::uint32_t>(m_column);
        }
        m_points.push_back(point);
        return isInRange();
    }

    /// The first visible point has a position, each later one the distance from the one before.
    void readStart()
    {
        m_line += m_hasStart ? std::int64_t{m_reader.compressedSigned()}
                             : std::int64_t{m_reader.compressed()};
        m_column += m_hasStart ? std::int64_t{m_reader.compressedSigned()}
                               : std::int64_t{m_reader.compressed()};
        m_hasStart = true;
    }

    bool isInRange() const
    {
        return m_ilOffset <= kMaxIlOffset && m_line >= 0 && m_line <= kMaxLine && m_column >= 0 &&
               m_column <= kMaxColumn;
    }

    BlobReader m_reader;
    std::uint32_t m_document;
    std::vector<SequencePoint> m_points;
    std::int64_t m_ilOffset = 0;
    std::int64_t m_line = 0;
    std::int64_t m_column = 0;
    bool m_hasStart = false;
};

} // namespace

Result<std::vector<SequencePoint>> readSequencePoints(Bytes blob, std::uint32_t firstDocument)
{
    if (blob.empty())
        return std::vector<SequencePoint>();
    return PointDecoder(blob, firstDocument).run();
}

} // namespace faultline::ppdb
