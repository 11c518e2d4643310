// SPDX-License-Identifier: GPL-3.0-or-later
// A scene viewer with planted bugs: loads scenes, animates, culls, picks, draws and undoes.
#include "plan.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace stage {

struct Vector3
{
    float x = 0;
    float y = 0;
    float z = 0;
};

struct Box
{
    Vector3 low;
    Vector3 high;

    void add(const Vector3& point)
    {
        low.x = std::fmin(low.x, point.x);
        high.x = std::fmax(high.x, point.x);
    }

    void add(const Box& other)
    {
        add(other.low);
        add(other.high);
    }
};

// ---- Meshes ----

class Mesh
{
public:
    Mesh() : m_points(12, Vector3{1, 2, 3}) {}

    Box box() const
    {
        Box box;
        for (const auto& point : m_points)
            box.add(point);
        return box;
    }

    const Vector3& corner(std::size_t index) const { return m_points.at(index); }

    std::size_t count() const { return m_points.size(); }

    void upload(std::vector<std::uint8_t>& target) const
    {
        target.resize(m_points.size() * sizeof(Vector3));
        const std::size_t bytes = plan::has(34) ? target.size() << 38 : target.size();
        std::memcpy(target.data(), m_points.data(), bytes);
    }

private:
    std::vector<Vector3> m_points;
};

class Node
{
public:
    Node(std::string name, std::shared_ptr<Mesh> mesh)
        : m_name(std::move(name)), m_mesh(std::move(mesh))
    {
    }

    Box bounds() const { return m_mesh->box(); }

    Box worldBounds() const
    {
        Box box = bounds();
        for (const auto& child : m_children)
            box.add(child->worldBounds());
        return box;
    }

    void add(std::shared_ptr<Node> child) { m_children.push_back(std::move(child)); }

    void strip() { m_mesh.reset(); }

    const std::vector<std::shared_ptr<Node>>& children() const { return m_children; }

    const Mesh& mesh() const { return *m_mesh; }

    const std::string& name() const { return m_name; }

    template <class Visit>
    void walk(Visit visit) const
    {
        visit(*this);
        for (const auto& child : m_children)
            child->walk(visit);
    }

    int depth(int limit) const
    {
        const Node* next = m_children.empty() ? nullptr : m_children.front().get();
        if (plan::has(39))
            next = this;
        return next == nullptr ? 1 : 1 + next->depth(limit + 1) % 1000;
    }

private:
    std::string m_name;
    std::shared_ptr<Mesh> m_mesh;
    std::vector<std::shared_ptr<Node>> m_children;
};

// ---- Loading ----

class Loader
{
public:
    int face(const std::string& line) const { return std::stoi(plan::has(40) ? "f" + line : line); }

    float vertex(const std::string& line) const
    {
        return std::stof(plan::has(43) ? "v" + line : line);
    }

    std::shared_ptr<Node> load(int nodes)
    {
        auto root = std::make_shared<Node>("root", std::make_shared<Mesh>());
        for (int i = 0; i < nodes; ++i)
            root->add(build(i));
        return root;
    }

private:
    std::shared_ptr<Node> build(int number)
    {
        const auto line = std::to_string(number);
        plan::use(face(line));
        plan::use(static_cast<long>(vertex(line)));
        auto node = std::make_shared<Node>("node" + line, std::make_shared<Mesh>());
        node->add(std::make_shared<Node>("leaf" + line, std::make_shared<Mesh>()));
        return node;
    }
};

// ---- Culling, picking, shadows ----

class Culler
{
public:
    int visible(const std::shared_ptr<Node>& root)
    {
        int count = 0;
        for (const auto& child : root->children())
            count += test(child);
        return count;
    }

private:
    int test(const std::shared_ptr<Node>& node)
    {
        if (plan::has(31))
            node->strip();
        return node->worldBounds().high.x > 0 ? 1 : 0;
    }
};

class Picker
{
public:
    int pick(const std::shared_ptr<Node>& root, float x)
    {
        int hit = 0;
        for (const auto& child : root->children())
            hit += refine(child, x);
        return hit;
    }

private:
    int refine(const std::shared_ptr<Node>& node, float x)
    {
        if (plan::has(32))
            node->strip();
        return node->worldBounds().high.x > x ? 1 : 0;
    }
};

class ShadowPass
{
public:
    void fit(const std::shared_ptr<Node>& root)
    {
        if (plan::has(33))
            root->children().front()->strip();
        m_box = root->worldBounds();
    }

private:
    Box m_box;
};

// ---- Animation ----

class Track
{
public:
    float sample(float time) const
    {
        const auto key = static_cast<std::size_t>(time * 3);
        return m_keys.at(key + (plan::has(35) ? 50 : 0));
    }

private:
    std::vector<float> m_keys = std::vector<float>(16, 0.5F);
};

class Skeleton
{
public:
    float pose(float time)
    {
        float sum = 0;
        for (const auto& track : m_tracks)
            sum += track.sample(time);
        return sum + blend(time);
    }

private:
    float blend(float time) const
    {
        return m_weights.at(static_cast<std::size_t>(time) + (plan::has(36) ? 40 : 0));
    }

    std::array<Track, 3> m_tracks;
    std::vector<float> m_weights = std::vector<float>(8, 0.25F);
};

// ---- Drawing ----

struct Texture
{
    int width = 4;

    int texel(int u) const { return width * u; }

    int average() const { return width / 2; }

    bool isOpaque() const { return width > 3; }
};

class Materials
{
public:
    const Texture* texture(const std::string& name)
    {
        auto& texture = m_textures[name];
        return plan::has(37) ? plan::nowhere<const Texture>() : &texture;
    }

private:
    std::map<std::string, Texture> m_textures;
};

class Shader
{
public:
    int shade(const Node& node, int mode)
    {
        const auto* texture = m_materials.texture(node.name());
        if (mode % 3 == 0)
            return texture->texel(2);
        return mode % 3 == 1 ? texture->average() : texture->isOpaque();
    }

private:
    Materials m_materials;
};

class Canvas
{
public:
    Canvas() : m_pixels(640) {}

    void span(std::size_t from, std::size_t to, std::uint32_t color)
    {
        for (std::size_t i = from; i < to; ++i)
            store(i, color);
    }

private:
    void store(std::size_t at, std::uint32_t color)
    {
        m_pixels[plan::has(38) ? at << 44 : at] = color;
    }

    std::vector<std::uint32_t> m_pixels;
};

class Pool
{
public:
    void take(std::size_t bytes) { m_block = static_cast<char*>(std::malloc(bytes)); }

    void release()
    {
        std::free(m_block);
        if (plan::has(41))
            std::free(m_block);
        m_block = nullptr;
    }

private:
    char* m_block = nullptr;
};

void failCheck(const char* what)
{
    std::fprintf(stderr, "check failed: %s\n", what);
    std::abort();
}

class Renderer
{
public:
    void draw(const std::shared_ptr<Node>& root)
    {
        plan::use(m_culler.visible(root));
        m_shadow.fit(root);
        root->walk([this](const Node& node) { item(node); });
        finish();
    }

    void overlay(const std::shared_ptr<Node>& root)
    {
        for (const auto& child : root->children())
            item(*child);
        m_canvas.span(1, 9, 7);
    }

private:
    void item(const Node& node)
    {
        plan::use(m_shader.shade(node, plan::seed));
        m_pool.take(node.mesh().count());
        node.mesh().upload(m_upload);
        if (plan::has(42) && m_upload.size() > 3)
            failCheck("the upload fits");
        m_canvas.span(2, 6, 9);
        m_pool.release();
    }

    void finish()
    {
        if (plan::has(44))
            failCheck("the frame is whole");
        m_canvas.span(0, 640, 1);
    }

    Culler m_culler;
    ShadowPass m_shadow;
    Shader m_shader;
    Canvas m_canvas;
    Pool m_pool;
    std::vector<std::uint8_t> m_upload;
};

// ---- Editing ----

class Command
{
public:
    virtual ~Command() = default;
    virtual void undo(Node& root) = 0;
};

class AddNode : public Command
{
public:
    void undo(Node& root) override { plan::use(static_cast<long>(root.children().size())); }
};

class History
{
public:
    void push(std::unique_ptr<Command> command) { m_commands.push_back(std::move(command)); }

    void undo(Node& root)
    {
        auto* command = plan::has(45) ? plan::nowhere<Command>() : m_commands.back().get();
        command->undo(root);
    }

private:
    std::vector<std::unique_ptr<Command>> m_commands;
};

// ---- The viewer ----

class Viewer
{
public:
    void open(int nodes)
    {
        Loader loader;
        m_root = loader.load(nodes);
        plan::use(m_root->depth(0));
    }

    void frame(float time)
    {
        plan::use(static_cast<long>(m_skeleton.pose(time)));
        m_renderer.draw(m_root);
    }

    void click(float x)
    {
        plan::use(m_picker.pick(m_root, x));
        m_renderer.overlay(m_root);
    }

    void edit()
    {
        m_history.push(std::make_unique<AddNode>());
        m_history.undo(*m_root);
        click(0.5F);
    }

    void measure()
    {
        plan::use(static_cast<long>(m_root->worldBounds().high.x));
        plan::use(m_root->depth(0));
        plan::use(static_cast<long>(m_skeleton.pose(0.25F)));
    }

private:
    std::shared_ptr<Node> m_root;
    Skeleton m_skeleton;
    Renderer m_renderer;
    Picker m_picker;
    History m_history;
};

/// What a user does, as a script has it.
class Script
{
public:
    explicit Script(Viewer& viewer) : m_viewer(viewer) {}

    void play(int from)
    {
        static constexpr std::array kSteps{&Script::look, &Script::point, &Script::change,
                                           &Script::take};
        for (std::size_t i = 0; i < kSteps.size(); ++i)
            (this->*kSteps[(i + static_cast<std::size_t>(from)) % kSteps.size()])();
    }

private:
    void look()
    {
        m_viewer.frame(0.5F);
        m_viewer.frame(0.75F);
    }

    void point() { m_viewer.click(0.1F); }

    void change()
    {
        m_viewer.edit();
#if RELEASE >= 3
        settle();
#endif
    }
#if RELEASE >= 3
    void settle() { m_viewer.frame(0); }
#endif
    void take() { m_viewer.measure(); }

    Viewer& m_viewer;
};

void onThread(const std::function<void()>& work)
{
    auto done = std::async(std::launch::async, work);
    done.wait();
}

void run(int route)
{
    Viewer viewer;
    if (route == 2) {
        onThread([&viewer] {
            viewer.open(4);
            Script(viewer).play(plan::seed);
        });
        return;
    }
    viewer.open(route + 2);
    switch (route) {
    case 0: Script(viewer).play(plan::seed); break;
    case 1:
        viewer.click(0.25F);
        viewer.edit();
        viewer.frame(0.125F);
        break;
    case 3: onThread([&viewer] { Script(viewer).play(plan::seed + 1); }); break;
    case 4:
        viewer.measure();
        onThread([&viewer] {
            viewer.frame(0.5F);
            viewer.edit();
        });
        break;
    default: viewer.edit(); Script(viewer).play(plan::seed);
    }
}

} // namespace stage

int main(int argc, char** argv)
{
    plan::read(argc, argv);
    stage::run(plan::route);
    std::puts("done");
}
