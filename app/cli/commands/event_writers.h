// Rows of `lanescope-cli events` in every format, written as they come: memory does not grow with the number of rows
// (text and md align their columns, so they hold what they show). One thread.
#pragma once

#include "app/cli/frame/exit_code.h"
#include "app/cli/frame/save.h"
#include "core/analysis/table.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::cli {

class EventWriter {
public:
    virtual ~EventWriter() = default;
    // Every chunk has the same columns; there is at least one, maybe without rows. False: nobody takes any more.
    virtual bool rows(Table chunk) = 0;
    virtual bool finish() = 0;
};

// `word`: text, md, json, csv or jsonl. Notes of chunks are shown by text and md alone.
std::unique_ptr<EventWriter> eventWriter(std::string_view word, FileOutput out);

// A table `events` with the columns, and a table `about` (key, value). The file appears under its name when it is
// complete; what stood there before stays otherwise.
class EventDatabase {
public:
    static Result<std::unique_ptr<EventDatabase>> create(const std::string& path, const std::vector<Column>& columns);
    virtual ~EventDatabase() = default;
    virtual Status rows(const Table& chunk) = 0;
    virtual Status finish(const std::vector<std::pair<std::string, std::string>>& about) = 0;
};

} // namespace lanescope::cli
