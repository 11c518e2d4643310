// SPDX-License-Identifier: GPL-3.0-or-later
// A document processor with planted bugs: reads documents, checks, lays out, indexes and writes
// them.
#include "plan.h"

#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace press {

// ---- Text ----

struct Value
{
    enum class Kind { Null, Number, Text, List, Table };
    Kind kind = Kind::Null;
    double number = 0;
    std::string text;
    std::vector<Value> items;
    std::map<std::string, Value> members;

    const Value& column(std::size_t index) const { return items.at(index); }

    const Value* member(const std::string& name) const
    {
        const auto found = members.find(name);
        return found == members.end() ? nullptr : &found->second;
    }
};

class Lexer
{
public:
    explicit Lexer(const std::string& source) : m_at(source.data()), m_end(m_at + source.size()) {}

    void skipSpace()
    {
        while (m_at < m_end && (*m_at == ' ' || *m_at == '\n'))
            ++m_at;
    }

    char peek()
    {
        skipSpace();
        return m_at < m_end ? *m_at : '\0';
    }

    void take() { ++m_at; }

    std::string readString();
    double readNumber();

private:
    std::size_t escapeLength(const char* from, const char* to) const
    {
        return static_cast<std::size_t>(to - from) - (plan::has(1) ? 1'000'000'000'000U : 0);
    }

    const char* m_at;
    const char* m_end;
};

std::string Lexer::readString()
{
    take();
    const char* from = m_at;
    while (m_at < m_end && *m_at != '"')
        ++m_at;
    char buffer[256];
    const auto length = escapeLength(from, m_at);
    std::memcpy(buffer, from, length);
    take();
    return std::string(buffer, length);
}

double Lexer::readNumber()
{
    char* after = nullptr;
    const double number = std::strtod(m_at, &after);
    m_at = after > m_at ? after : m_at + 1;
    return number;
}

class Parser
{
public:
    explicit Parser(const std::string& source) : m_lexer(source) {}

    Value parseValue()
    {
        switch (m_lexer.peek()) {
        case '{': return parseTable();
        case '[': return parseList();
        case '"': return parseText();
        default: return parseNumber();
        }
    }

private:
    Value parseText()
    {
        Value value;
        value.kind = Value::Kind::Text;
        value.text = m_lexer.readString();
        return value;
    }

    Value parseNumber()
    {
        Value value;
        value.kind = Value::Kind::Number;
        value.number = m_lexer.readNumber();
        return value;
    }

    Value parseList()
    {
        Value value;
        value.kind = Value::Kind::List;
        m_lexer.take();
        while (m_lexer.peek() != ']' && m_lexer.peek() != '\0') {
            value.items.push_back(parseValue());
            if (m_lexer.peek() == ',')
                m_lexer.take();
        }
        m_lexer.take();
        return value;
    }

    Value parseTable();
    Lexer m_lexer;
};

Value Parser::parseTable()
{
    Value value;
    value.kind = Value::Kind::Table;
    m_lexer.take();
    while (m_lexer.peek() == '"') {
        auto name = m_lexer.readString();
        m_lexer.peek();
        m_lexer.take();
        value.members[name] = parseValue();
        if (m_lexer.peek() == ',')
            m_lexer.take();
    }
    m_lexer.take();
    return value;
}

std::string nestedText(int depth)
{
    return std::string(static_cast<std::size_t>(depth), '[');
}

// ---- Styles ----

struct Style
{
    std::string name;
    double size = 10;
    const Style* parent = nullptr;

    void merge(const Style& other)
    {
        size = other.size > size ? other.size : size;
        name = other.name.empty() ? name : other.name;
    }

    void inherit(const Style* from) { merge(*from); }
};

class StyleSheet
{
public:
    StyleSheet() { m_styles["body"] = {"body", 11, nullptr}; }

    const Style* find(const std::string& name) const
    {
        const auto found = m_styles.find(name);
        return found == m_styles.end() ? plan::nowhere<Style>() : &found->second;
    }

    Style cascade(const Style* base, int levels) const
    {
        Style style;
        for (int i = 0; i < levels; ++i)
            style.inherit(base);
        return style;
    }

private:
    std::map<std::string, Style> m_styles;
};

// ---- Fonts ----

struct Glyph
{
    int advance;
    int rise;
    int pair[4];
};

struct Font
{
    Glyph* glyphs;

    int width(char c) const { return glyphs[static_cast<unsigned char>(c)].advance; }

    int ascent(char c) const { return glyphs[static_cast<unsigned char>(c) / 2].rise; }

    int kerning(char a, char b) const { return glyphs[static_cast<unsigned char>(a)].pair[b & 3]; }
};

class FontCache
{
public:
    FontCache() : m_glyphs(256) {}

    Font load(const std::string&)
    {
        return {plan::has(13) ? plan::nowhere<Glyph>() : m_glyphs.data()};
    }

private:
    std::vector<Glyph> m_glyphs;
};

class Shaper
{
public:
    int shape(const std::string& text, int feature)
    {
        const auto font = m_cache.load("serif");
        int total = 0;
        for (std::size_t i = 0; i + 1 < text.size(); ++i) {
            switch (feature % 3) {
            case 0: total += font.width(text[i]); break;
            case 1: total += font.ascent(text[i]); break;
            default: total += font.kerning(text[i], text[i + 1]); break;
            }
        }
        return total;
    }

private:
    FontCache m_cache;
};

// ---- Pictures ----

class Picture
{
public:
    void decode(std::uint64_t width, std::uint64_t height)
    {
        const auto bytes = plan::has(14) ? width | (1ULL << 62) : width * height;
        m_pixels = std::make_unique<std::vector<std::uint8_t>>();
        allocate(bytes);
        m_width = width;
    }

    void crop(std::uint64_t top, std::uint64_t rows)
    {
        std::vector<std::uint8_t> part(rows * m_width);
        const std::uint64_t stride = plan::has(2) ? m_width << 36 : m_width;
        for (std::uint64_t i = 0; i < rows; ++i)
            std::memcpy(part.data() + i * m_width, m_pixels->data() + (top + i) * stride, m_width);
        *m_pixels = std::move(part);
    }

    std::size_t size() const { return m_pixels->size(); }

private:
    void allocate(std::uint64_t bytes)
    {
        m_raw.reset(new std::uint8_t[bytes]);
        m_pixels->assign(bytes, 7);
    }

    std::unique_ptr<std::vector<std::uint8_t>> m_pixels;
    std::unique_ptr<std::uint8_t[]> m_raw;
    std::uint64_t m_width = 0;
};

class PictureCache
{
public:
    void keep(std::size_t bytes)
    {
        m_blocks.push_back(std::malloc(bytes));
        if (m_blocks.size() > 3)
            evict();
    }

    ~PictureCache()
    {
        for (void* block : m_blocks)
            std::free(block);
    }

private:
    void evict()
    {
        void* oldest = m_blocks.front();
        std::free(oldest);
        if (!plan::has(10))
            m_blocks.pop_front();
    }

    std::deque<void*> m_blocks;
};

Picture thumbnail(std::uint64_t width)
{
    Picture picture;
    picture.decode(width, 40);
    picture.crop(4, 10);
    return picture;
}

// ---- Layout ----

struct Block
{
    enum class Kind { Paragraph, Table, Figure, Quote };
    Kind kind = Kind::Paragraph;
    std::string text;
    Value data;
};

class Layout
{
public:
    explicit Layout(const StyleSheet& sheet) : m_sheet(sheet) {}

    int place(const Block& block)
    {
        switch (block.kind) {
        case Block::Kind::Paragraph: return paragraph(block);
        case Block::Kind::Table: return table(block);
        case Block::Kind::Figure: return figure(block);
        case Block::Kind::Quote: return quote(block);
        }
        return 0;
    }

private:
    int measure(const Block& block)
    {
        const auto style = m_sheet.cascade(m_sheet.find(plan::has(4) ? "quote" : "body"), 2);
        return static_cast<int>(style.size) * m_shaper.shape(block.text, plan::seed);
    }

    std::size_t breakLines(const Block& block)
    {
        std::vector<std::size_t> ends;
        for (std::size_t i = 0; i < block.text.size(); i += 8)
            ends.push_back(i);
        return ends.at(plan::has(9) ? ends.size() : 0);
    }

    int paragraph(const Block& block)
    {
        return measure(block) + static_cast<int>(breakLines(block));
    }

    int quote(const Block& block)
    {
        Block inner = block;
        inner.text = "> " + inner.text;
        return static_cast<int>(breakLines(inner)) + measure(inner);
    }

    int table(const Block& block)
    {
        int width = 0;
        for (std::size_t i = 0; i < block.data.items.size(); ++i)
            width += static_cast<int>(columnOf(block.data, i).text.size());
        return width + measure(block);
    }

    const Value& columnOf(const Value& row, std::size_t index) const
    {
        return row.column(index + (plan::has(7) ? 9 : 0));
    }

    int figure(const Block& block)
    {
        const auto picture = thumbnail(16);
        m_cache.keep(picture.size());
        return measure(block) + static_cast<int>(picture.size());
    }

    const StyleSheet& m_sheet;
    Shaper m_shaper;
    PictureCache m_cache;
};

// ---- Search ----

class WordIndex
{
public:
    void add(const std::string& text)
    {
        m_words.reserve(plan::has(15) ? text.size() << 55 : text.size());
        m_words.push_back(text);
    }

    const std::string& lookup(std::size_t number) const
    {
        return m_words.at(number + (plan::has(8) ? 100 : 0));
    }

private:
    std::vector<std::string> m_words;
};

// ---- Writers ----

class Output
{
public:
    Output() : m_buffer(static_cast<char*>(std::malloc(4096))) {}

    ~Output() { release(); }

    void put(const std::string& text)
    {
        if (m_used + text.size() > 4096)
            flush();
        std::memcpy(m_buffer + m_used, text.data(),
                    plan::has(3) && m_used > 60 ? text.size() << 40 : text.size());
        m_used += text.size();
    }

    void flush() { m_used = 0; }

private:
    void release() { std::free(m_buffer + (plan::has(11) ? 24 : 0)); }

    char* m_buffer;
    std::size_t m_used = 0;
};

class DocumentWriter
{
public:
    virtual ~DocumentWriter() = default;
    virtual void head(const Value& document) = 0;
    virtual void body(const Block& block) = 0;
    Output out;
};

class HtmlWriter : public DocumentWriter
{
public:
    explicit HtmlWriter(const StyleSheet& sheet) : m_sheet(sheet) {}

    void head(const Value&) override
    {
        out.put("<html><head>");
        rules();
    }

    void body(const Block& block) override { out.put("<p>" + block.text + "</p>"); }

private:
    void rules()
    {
        const auto style = m_sheet.cascade(m_sheet.find(plan::has(5) ? "caption" : "body"), 1);
        out.put("<style>" + style.name + "</style>");
    }

    const StyleSheet& m_sheet;
};

class PlainWriter : public DocumentWriter
{
public:
    void head(const Value&) override { out.put("# document\n"); }

    void body(const Block& block) override
    {
        wrap(block.text);
        wrap(block.text);
    }

private:
    void wrap(const std::string& text) { out.put(text + "\n"); }
};

// ---- Use ----

class Project
{
public:
    Value read(const std::string& source)
    {
        Parser parser(source);
        return parser.parseValue();
    }

    Value readNested() { return read(nestedText(plan::has(12) ? 900'000 : 20)); }

    void importTheme(const std::string& name)
    {
        const auto base = m_sheet.cascade(m_sheet.find(plan::has(6) ? name : "body"), 3);
        m_theme = base.name;
    }

    std::vector<Block> blocks(const Value& document) const
    {
        std::vector<Block> all;
        const std::string text =
            document.member("title") != nullptr ? document.member("title")->text : "untitled";
        for (int i = 0; i < 5; ++i)
            all.push_back({static_cast<Block::Kind>((i + plan::seed) % 4),
                           text + " of some length, which is broken into lines",
                           document.members.begin()->second});
        return all;
    }

    void layout(const std::vector<Block>& all)
    {
        Layout layout(m_sheet);
        for (int pass = 0; pass < 4; ++pass) {
            for (const auto& block : all)
                layout.place(block);
        }
    }

    void index(const std::vector<Block>& all)
    {
        for (const auto& block : all)
            m_words.add(block.text);
        m_found = m_words.lookup(0);
    }

    void write(DocumentWriter& writer, const Value& document, const std::vector<Block>& all)
    {
        writer.head(document);
        for (const auto& block : all)
            writer.body(block);
    }

    const StyleSheet& sheet() const { return m_sheet; }

private:
    StyleSheet m_sheet;
    WordIndex m_words;
    std::string m_theme;
    std::string m_found;
};

const std::string kDocument = R"({"columns": ["a", "b", "c"], "title": "a book", "pages": 12})";

#if RELEASE >= 2
/// Counts what was done, for the log.
struct Progress
{
    int steps = 0;

    template <class Work>
    void step(Work work)
    {
        ++steps;
        work();
    }
};

#endif
void convert(Project& project, bool isHtml)
{
    const auto document = project.read(kDocument);
    const auto all = project.blocks(document);
    std::unique_ptr<DocumentWriter> writer;
    if (isHtml)
        writer = std::make_unique<HtmlWriter>(project.sheet());
    else
        writer = std::make_unique<PlainWriter>();
#if RELEASE >= 2
    Progress progress;
    progress.step([&] { project.layout(all); });
    progress.step([&] { project.write(*writer, document, all); });
#else
    project.layout(all);
    project.write(*writer, document, all);
#endif
}

void preview(Project& project)
{
    const auto all = project.blocks(project.read(kDocument));
    project.layout({all.front(), all.back()});
    project.layout(all);
    HtmlWriter writer(project.sheet());
    project.write(writer, project.read(kDocument), all);
    for (int i = 0; i < 20; ++i)
        thumbnail(20);
}

void search(Project& project)
{
    const auto document = project.read(kDocument);
    project.index(project.blocks(document));
    project.layout(project.blocks(document));
}

void batch(const std::function<void(Project&)>& task)
{
    std::thread worker([&task] {
        Project project;
        task(project);
    });
    worker.join();
}

class Watcher
{
public:
    void changed(const std::string& path)
    {
        Project project;
        project.importTheme(path);
        reload(project);
    }

private:
    void reload(Project& project)
    {
        project.readNested();
        search(project);
        convert(project, plan::seed % 2 == 0);
    }
};

/// Does all steps, beginning with one that the input decides.
void inSomeOrder(Project& project, const std::vector<void (*)(Project&)>& steps)
{
    for (std::size_t i = 0; i < steps.size(); ++i)
        steps[(i + static_cast<std::size_t>(plan::seed)) % steps.size()](project);
}

void toHtml(Project& project)
{
    convert(project, true);
}

void toText(Project& project)
{
    convert(project, false);
}

void theme(Project& project)
{
    project.importTheme("dark");
}

void nested(Project& project)
{
    project.readNested();
}

void run(int route)
{
    Project project;
    switch (route) {
    case 0: inSomeOrder(project, {theme, nested, search, toHtml, toText}); break;
    case 1: inSomeOrder(project, {preview, toText, search, nested, theme}); break;
    case 2:
        batch([](Project& own) { inSomeOrder(own, {toText, toHtml, search, nested, theme}); });
        break;
    case 3: Watcher().changed("theme"); break;
    default:
        batch([](Project& own) {
            preview(own);
            Watcher().changed("shared");
            toText(own);
        });
    }
}

} // namespace press

int main(int argc, char** argv)
{
    plan::read(argc, argv);
    press::run(plan::route);
    std::puts("done");
}
