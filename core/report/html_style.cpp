// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/html_style.h"

namespace faultline::report {

namespace {

// Joined letters are off: they turn "->" and "0x" into other signs.
constexpr std::string_view kStyle = R"css(
:root{color-scheme:light dark;--base:#fff;--alt:#f8f9fb;--code:#fbfbfd;--line:#dfe2e8;--text:#1b1f27;--dim:#5a6476;--faint:#7f8a9d;--link:#1f5fbf;--crash:#c02c26;--crash-bg:#fdecea;--warn:#8a5d00;--warn-bg:#fff4d6;--ok:#17733f;--ok-bg:#e3f5ea;--inline:#7346cb;--inline-bg:#f0eafc;--scan:#68707d;--context:#1f5fbf;--context-bg:#dbe7ff}
@media (prefers-color-scheme:dark){:root{--base:#15181d;--alt:#191c22;--code:#12151a;--line:#2e333c;--text:#e4e7ec;--dim:#98a2b3;--faint:#7d8798;--link:#8db8ff;--crash:#ff7a70;--crash-bg:#3a1f1e;--warn:#e8b949;--warn-bg:#352b12;--ok:#5fcf8e;--ok-bg:#16301f;--inline:#b79bff;--inline-bg:#2a2340;--scan:#8f96a2;--context:#8db8ff;--context-bg:#24344f}}
*{box-sizing:border-box}
body{margin:0;background:var(--base);color:var(--text);font:14px/1.5 Inter,"Segoe UI",system-ui,"Noto Sans",sans-serif;font-variant-ligatures:none;overflow-wrap:anywhere}
main{max-width:1164px;margin:0 auto;padding:28px 24px 48px}
code,.code{font-family:"JetBrains Mono","Cascadia Mono","DejaVu Sans Mono",Consolas,monospace;font-size:12.5px;font-variant-ligatures:none}
h1{font-size:25px;line-height:1.25;margin:0 0 6px;font-weight:650}
h2{font-size:16px;margin:30px 0 8px;font-weight:650}
h2 small,h3 small{font-weight:400;font-size:13px;color:var(--dim);margin-left:6px}
h3{font-size:13px;margin:24px 0 6px;font-weight:650}
.sub{color:var(--dim);margin:0 0 14px}
dl{margin:0}dt,dd{margin:0}
.facts{display:flex;flex-wrap:wrap;gap:8px 28px;padding-bottom:20px;border-bottom:1px solid var(--line)}
.facts dt{color:var(--dim);font-size:12.5px}
.columns{display:grid;grid-template-columns:minmax(0,1fr) 250px;gap:0 48px}
.columns>*{min-width:0}
.wide{overflow-x:auto}
table{width:100%;border-collapse:collapse;margin:0 0 8px}
th{font-weight:400;color:var(--dim);font-size:12.5px;text-align:left;border-bottom:1px solid var(--line);padding:4px 10px 4px 0}
td{vertical-align:top;padding:2px 10px 2px 0}
th.num,td.num{width:48px;padding-left:10px;color:var(--faint);font-variant-numeric:tabular-nums;white-space:nowrap}
td.mod{white-space:nowrap;color:var(--dim)}
td.loc{color:var(--dim);white-space:nowrap}
td.tr{white-space:nowrap;width:1%}
.plain-rows td{border-bottom:1px solid var(--line);padding-top:4px;padding-bottom:4px}
tr.in td.fn{padding-left:12px}
tr.dim td.fn{color:var(--dim)}
tr.guess td.fn{color:var(--scan);font-style:italic}
.mark{color:var(--crash)}
.prob,.orig,.more{color:var(--dim);font-size:12.5px}
.orig{display:block}
tr.remark td{background:var(--warn-bg);color:var(--warn);padding:4px 10px}
.badge{display:inline-block;border-radius:3px;padding:0 6px;font-size:11.5px;line-height:17px;border:1px solid var(--line);color:var(--dim)}
.badge.good{background:var(--ok-bg);color:var(--ok);border-color:transparent}
.badge.lacking{background:var(--warn-bg);color:var(--warn);border-color:transparent}
.badge.note{background:var(--context-bg);color:var(--context);border-color:transparent}
.badge.inlined{background:var(--inline-bg);color:var(--inline);border-color:transparent}
.badge.guess{border-style:dashed;color:var(--scan);font-style:italic}
.source{border:1px solid var(--line);border-radius:4px;background:var(--code);margin:6px 0;overflow-x:auto}
.source p{margin:0;padding:5px 14px;background:var(--alt);border-bottom:1px solid var(--line);color:var(--dim)}
.source ol{list-style:none;margin:0;padding:0}
.source li{white-space:pre;padding:0 12px 0 0;min-width:max-content;line-height:20px}
.source li b{font-weight:400;display:inline-block;width:64px;padding-right:20px;text-align:right;color:var(--faint)}
.source li.at{background:var(--crash-bg)}
.source li.at b{color:var(--crash)}
details{border-bottom:1px solid var(--line)}
summary{padding:7px 0;cursor:pointer}
summary .top{float:right;color:var(--dim);max-width:60%;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
details table{margin-left:14px;width:calc(100% - 14px)}
details h2{display:inline}
.regs{display:grid;grid-template-columns:repeat(auto-fill,minmax(300px,1fr));gap:0 24px}
.regs div{display:flex;gap:12px;border-bottom:1px solid var(--line);padding:3px 0;min-width:0}
.regs dt{width:52px;flex:none}
.regs .mean{color:var(--dim);min-width:0}
.suspect{color:var(--crash)}
.error{margin:2px 0 6px}
.lines{white-space:pre-wrap}
nav ol{list-style:none;margin:28px 0 24px;padding:0 0 20px;border-bottom:1px solid var(--line)}
nav li{display:flex;justify-content:space-between;padding:2px 0;color:var(--dim)}
a{color:var(--link);text-decoration:none}
.shared{background:var(--warn-bg);border-radius:4px;padding:10px 12px;margin:0 0 24px;font-size:13px}
.shared b{color:var(--warn);display:block}
.side dl{display:grid;grid-template-columns:88px minmax(0,1fr);gap:3px 6px;font-size:13px}
.side dt{color:var(--dim)}
footer{margin-top:36px;padding-top:10px;border-top:1px solid var(--line);color:var(--dim);font-size:12.5px}
@media (max-width:900px){.columns{grid-template-columns:minmax(0,1fr)}main{padding:20px 14px 32px}.wide table{min-width:560px}}
@media print{:root{color-scheme:light;--base:#fff;--alt:#f8f9fb;--code:#fbfbfd;--line:#dfe2e8;--text:#1b1f27;--dim:#5a6476;--faint:#7f8a9d;--link:#1f5fbf;--crash:#c02c26;--crash-bg:#fdecea;--warn:#8a5d00;--warn-bg:#fff4d6;--ok:#17733f;--ok-bg:#e3f5ea;--inline:#7346cb;--inline-bg:#f0eafc;--scan:#68707d;--context:#1f5fbf;--context-bg:#dbe7ff}
body{font-size:9.5pt;print-color-adjust:exact;-webkit-print-color-adjust:exact}code,.code{font-size:8pt}main{max-width:none;padding:0}h1{font-size:16pt}h2{font-size:11pt}
.columns{display:block}nav{display:none}.wide,.source{overflow:visible}.source li{white-space:pre-wrap;min-width:0}
details::details-content{content-visibility:visible;display:block;block-size:auto}
thead{display:table-header-group}tr,.source,.shared,.regs div{break-inside:avoid}h2,h3,summary{break-after:avoid}}
)css";

} // namespace

std::string_view htmlStyle()
{
    return kStyle;
}

} // namespace faultline::report
