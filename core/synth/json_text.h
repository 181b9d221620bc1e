// Writes JSON by hand: objects and lists with commas where they belong. Names and strings must need no escapes.
#pragma once

#include "core/synth/text_buffer.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanescope::synth {

class JsonText {
public:
    JsonText& object(std::string_view key = {}) { return open(key, '{'); }
    JsonText& list(std::string_view key = {}) { return open(key, '['); }
    JsonText& close() {
        const char end = m_open.back() == '{' ? '}' : ']';
        m_open.pop_back();
        m_out << std::string_view(&end, 1);
        m_first = false;
        return *this;
    }
    template <class T>
    JsonText& number(std::string_view key, T value) {
        name(key);
        m_out << value;
        return *this;
    }
    JsonText& text(std::string_view key, std::string_view value) {
        name(key);
        m_out << "\"" << value << "\"";
        return *this;
    }
    JsonText& raw(std::string_view key, std::string_view value) { // true, false, null
        name(key);
        m_out << value;
        return *this;
    }
    std::string take() {
        m_out << "\n";
        return std::move(m_out.text());
    }

private:
    JsonText& open(std::string_view key, char c) {
        name(key);
        m_out << std::string_view(&c, 1);
        m_open.push_back(c);
        m_first = true;
        return *this;
    }
    void name(std::string_view key) {
        if (!m_first) m_out << ",";
        if (!m_open.empty()) {
            m_out << "\n";
            for (std::size_t i = 0; i < m_open.size(); ++i) m_out << " ";
        }
        m_first = false;
        if (!key.empty()) m_out << "\"" << key << "\": ";
    }
    TextBuffer m_out;
    std::vector<char> m_open;
    bool m_first = true;
};

} // namespace lanescope::synth
