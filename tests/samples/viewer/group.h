#pragma once

#include "node.h"

#include <memory>
#include <vector>

namespace scene {

/// Nodes that move together; its bounds enclose theirs.
class Group
{
public:
    void add(std::unique_ptr<Node> child) { m_children.push_back(std::move(child)); }

    void setParent(Group* parent) { m_parent = parent; }

    SCENE_FRAME void updateBounds();
    const Box& bounds() const { return m_bounds; }

private:
    SCENE_INLINED void extend(const Box& box)
    {
        m_bounds.left = box.left < m_bounds.left ? box.left : m_bounds.left;
        m_bounds.top = box.top < m_bounds.top ? box.top : m_bounds.top;
        m_bounds.right = box.right > m_bounds.right ? box.right : m_bounds.right;
        m_bounds.bottom = box.bottom > m_bounds.bottom ? box.bottom : m_bounds.bottom;
    }

    SCENE_INLINED void include(const Node* node)
    {
        extend(node->bounds());
    }

    std::vector<std::unique_ptr<Node>> m_children;
    Group* m_parent = nullptr;
    Box m_bounds;
};

} // namespace scene
