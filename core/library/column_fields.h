// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/library/query.h"

#include <array>

namespace faultline::library {

// The fields of which columns are kept in memory. The others have a value of their own in nearly
// every report; the database is asked for them.

inline constexpr std::array kColumnTexts{
    QueryField::Kind,      QueryField::Product,     QueryField::Version,       QueryField::Build,
    QueryField::Channel,   QueryField::Os,          QueryField::OsVersion,     QueryField::Arch,
    QueryField::Device,    QueryField::ProcessType, QueryField::Reason,        QueryField::Thread,
    QueryField::Signature, QueryField::TopFunction, QueryField::InAppFunction, QueryField::Status,
    QueryField::Assignee,  QueryField::Ticket,      QueryField::Customer,
};

inline constexpr std::array kColumnNumbers{
    QueryField::Id,      QueryField::Date,    QueryField::Imported,
    QueryField::Group,   QueryField::Threads, QueryField::Uptime,
    QueryField::Quality, QueryField::Batch,   QueryField::Regression,
};

inline constexpr std::array kColumnLists{
    QueryField::StackModule,
    QueryField::Module,
    QueryField::MissingModule,
    QueryField::Tag,
};

} // namespace faultline::library
