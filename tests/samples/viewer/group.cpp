#include "group.h"

namespace scene {

void Group::updateBounds()
{
    m_bounds = Box::empty();
    for (const auto& child : m_children) {
        // Hidden children keep their place.
        include(child.get());
    }
    if (m_parent != nullptr)
        m_parent->updateBounds();
}

} // namespace scene
