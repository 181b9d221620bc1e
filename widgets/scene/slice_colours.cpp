#include "widgets/scene/slice_colours.h"

#include <array>

namespace lanescope::scene {

namespace {

SliceInk kindInk(WorkKind kind) {
    SliceInk ink{Ink::Kind, static_cast<std::uint8_t>(kind), Ink::KindText, 0, Rail::None, Ink::None};
    if (kind == WorkKind::Communication) ink.rail = Rail::Solid;
    if (kind == WorkKind::Memory) ink.rail = Rail::Dashed;
    return ink;
}

SliceInk roleInk(Role role) {
    switch (role) {
    case Role::UserAnnotation:
    case Role::GpuAnnotation:
    case Role::Span:
        return {Ink::Annotation, 0, Ink::AnnotationText, 0, Rail::None, Ink::Line2};
    case Role::PythonFunction:
        return {Ink::Python, 0, Ink::PythonText, 0, Rail::None, Ink::None};
    case Role::Runtime:
    case Role::Driver:
    case Role::GpuSync:
    case Role::GpuEvent:
    case Role::Overhead:
        return {Ink::RuntimeCall, 0, Ink::RuntimeText, 0, Rail::None, Ink::None};
    default:
        return {Ink::Operator, 0, Ink::OperatorText, 0, Rail::None, Ink::None};
    }
}

std::uint64_t hashText(std::string_view text) { // FNV-1a: the same on every machine
    std::uint64_t h = 14695981039346656037ull;
    for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 1099511628211ull;
    return h;
}

SliceInk workInk(const TimelineData& data, const TimelineView& view, const Piece& piece) {
    const auto kind = static_cast<WorkKind>(piece.tone);
    switch (view.colourBy) {
    case ColourBy::Kind:
        return kindInk(kind);
    case ColourBy::Class: {
        const WorkClass cls = workClass(kind);
        return kindInk(cls == WorkClass::Compute ? WorkKind::Gemm : kind);
    }
    case ColourBy::Name:
        return kindInk(hashedKind(hashText(data.names.of(piece.slice))));
    case ColourBy::Stream:
        return kindInk(hashedKind(static_cast<std::uint64_t>(data.store.stream(piece.slice).value_or(0))));
    case ColourBy::Duration: {
        const std::uint8_t step = durationStep(data.store.duration(piece.slice));
        return {Ink::Heat, step, Ink::HeatText, step, Rail::None, Ink::None};
    }
    }
    return kindInk(kind);
}

} // namespace

WorkKind hashedKind(std::uint64_t value) {
    constexpr std::array<WorkKind, 12> kinds{WorkKind::Gemm,        WorkKind::Reduction, WorkKind::Attention,
                                             WorkKind::Elementwise, WorkKind::Quantise,  WorkKind::Norm,
                                             WorkKind::Moe,         WorkKind::Embedding, WorkKind::Optimizer,
                                             WorkKind::Softmax,     WorkKind::Other,     WorkKind::Convolution};
    return kinds[value % kinds.size()];
}

std::uint8_t durationStep(Ns duration) {
    constexpr std::array<std::int64_t, 6> limits{2'000, 10'000, 50'000, 200'000, 1'000'000, 5'000'000};
    std::uint8_t step = 0;
    for (const std::int64_t limit : limits)
        if (duration.count() >= limit) ++step;
    return step;
}

SliceInk inkOf(const TimelineData& data, const TimelineView& view, const Piece& piece) {
    if (piece.tone < 16) return workInk(data, view, piece);
    if (piece.kind != PieceKind::Run)
        if (const auto owner = data.bands.ownerOf(piece.slice))
            return {Ink::OwnerCall, static_cast<std::uint8_t>(*owner), Ink::Text, 0, Rail::None, Ink::None};
    return roleInk(static_cast<Role>(piece.tone - 16));
}

} // namespace lanescope::scene
