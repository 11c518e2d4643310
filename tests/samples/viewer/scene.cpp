#include "scene.h"

namespace scene {

Scene::Scene()
{
    m_root.add(std::make_unique<Node>(Box{0, 0, 640, 480}));
    m_root.add(std::make_unique<Node>(Box{10, 10, 320, 200}));
    // The third layer failed to load, and nobody checked.
    m_root.add(nullptr);
}

void Scene::relayout(Dirty dirty)
{
    if (dirty == Dirty::Nothing)
        return;
    m_root.updateBounds();
    m_dirty = Dirty::Nothing;
}

int Scene::draw(Canvas& canvas, const Frame& frame)
{
    relayout(m_dirty);
    canvas.width = static_cast<int>(m_root.bounds().right);
    canvas.height = static_cast<int>(m_root.bounds().bottom);
    return static_cast<int>(frame.number);
}

} // namespace scene
