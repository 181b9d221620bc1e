#include "core/report/document_names.h"

namespace lanescope::report {
namespace {

class Pass {
public:
    explicit Pass(const Redactor& names) : m_names(names) {}

    void text(std::string& text) const { text = m_names.label(text); }
    void texts(std::vector<std::string>& list) const {
        for (std::string& one : list) text(one);
    }
    void operator()(Heading& block) const {
        text(block.text);
        text(block.aside);
    }
    void operator()(Sentence& block) const { text(block.text); }
    void operator()(List& block) const { texts(block.items); }
    void operator()(Figures& block) const {
        for (Figures::Figure& figure : block.figures)
            for (std::string* one : {&figure.label, &figure.value, &figure.detail}) text(*one);
    }
    void operator()(Answers& block) const {
        for (Answers::Item& item : block.items) {
            text(item.title);
            text(item.answer);
            for (Answers::Line& line : item.lines) {
                text(line.title);
                text(line.value);
            }
        }
    }
    void operator()(Grid& block) const {
        texts(block.heads);
        for (auto& row : block.rows) texts(row);
    }
    void operator()(Heat& block) const {
        text(block.caption);
        texts(block.rows);
        texts(block.columns);
    }
    void operator()(Picture& block) const { text(block.caption); }

private:
    const Redactor& m_names;
};

} // namespace

void leaveNamesOut(Document& document, const Redactor& names) {
    const Pass pass(names);
    pass.text(document.title);
    pass.text(document.subtitle);
    for (Block& block : document.blocks) std::visit(pass, block);
}

} // namespace lanescope::report
