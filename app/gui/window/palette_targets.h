// What the command palette can lead to in the open trace: its steps, its rows, and the kernels that take most time. GUI
// thread; one pass over the GPU work of a device.
#pragma once

#include <QString>

#include <functional>
#include <vector>

namespace lanescope::app {

class MainWindow;

struct PaletteTarget {
    QString text, note; // "Step 12", its length
    std::function<void()> act;
};
std::vector<PaletteTarget> paletteTargets(MainWindow& window);

} // namespace lanescope::app
