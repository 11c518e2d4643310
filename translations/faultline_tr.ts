<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="tr" sourcelanguage="en">
<context>
    <name>ActionRegistry</name>
    <message>
        <location filename="../ui/views/action_registry.cpp" line="91"/>
        <source>Open a report first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/action_registry.cpp" line="92"/>
        <source>Select a frame first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/action_registry.cpp" line="93"/>
        <source>Select a frame that lies in a module</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/action_registry.cpp" line="94"/>
        <source>Nothing is running</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ActivityModel</name>
    <message>
        <location filename="../ui/models/activity_model.cpp" line="52"/>
        <source>%1, %2, %3 %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/activity_model.cpp" line="79"/>
        <source>What</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/activity_model.cpp" line="80"/>
        <source>Report or module</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/activity_model.cpp" line="81"/>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/activity_model.cpp" line="82"/>
        <source>Progress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/activity_model.cpp" line="83"/>
        <source>Rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/activity_model.cpp" line="84"/>
        <source>Source and result</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ActivityView</name>
    <message>
        <location filename="../ui/views/activity_view.cpp" line="14"/>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/activity_view.cpp" line="14"/>
        <source>Cancel all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/activity_view.cpp" line="15"/>
        <source>Clear finished</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/activity_view.cpp" line="18"/>
        <source>Activity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/activity_view.cpp" line="65"/>
        <source>Nothing is running. Downloads and jobs appear here.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AddSourceDialog</name>
    <message>
        <location filename="../ui/views/add_source_dialog.cpp" line="20"/>
        <source>Browse…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/add_source_dialog.cpp" line="21"/>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/add_source_dialog.cpp" line="24"/>
        <source>Add Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/add_source_dialog.cpp" line="41"/>
        <source>Folder on this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/add_source_dialog.cpp" line="42"/>
        <source>Symbol server (HTTP)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/add_source_dialog.cpp" line="43"/>
        <source>Kind of source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/add_source_dialog.cpp" line="44"/>
        <source>Folder or address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/add_source_dialog.cpp" line="46"/>
        <location filename="../ui/views/add_source_dialog.cpp" line="56"/>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/add_source_dialog.cpp" line="47"/>
        <source>as shown in Why?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/add_source_dialog.cpp" line="48"/>
        <location filename="../ui/views/add_source_dialog.cpp" line="55"/>
        <source>Layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/add_source_dialog.cpp" line="53"/>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/add_source_dialog.cpp" line="54"/>
        <source>Location</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/add_source_dialog.cpp" line="61"/>
        <source>Any: a build folder, searched by id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/add_source_dialog.cpp" line="62"/>
        <source>debuginfod (build-id paths)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/add_source_dialog.cpp" line="63"/>
        <source>Microsoft symbol store</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/add_source_dialog.cpp" line="64"/>
        <source>Microsoft symbol store, two-level index</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/add_source_dialog.cpp" line="65"/>
        <source>SSQP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/add_source_dialog.cpp" line="66"/>
        <source>Native (per platform)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/add_source_dialog.cpp" line="67"/>
        <source>Unified</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/add_source_dialog.cpp" line="68"/>
        <source>Slash symbols</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/add_source_dialog.cpp" line="73"/>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/add_source_dialog.cpp" line="95"/>
        <source>Enter the server&apos;s address.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/add_source_dialog.cpp" line="95"/>
        <source>Choose a folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/add_source_dialog.cpp" line="98"/>
        <source>The address starts with http:// or https:// and names a host.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/add_source_dialog.cpp" line="100"/>
        <source>There is no such folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/add_source_dialog.cpp" line="111"/>
        <source>The server is sent the file name and build id of each module that a report needs, nothing else.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/add_source_dialog.cpp" line="112"/>
        <source>Files are read where they are and matched by their ids.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/add_source_dialog.cpp" line="120"/>
        <source>Folder of Debug Files</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CandidateModel</name>
    <message>
        <location filename="../ui/models/candidate_model.cpp" line="14"/>
        <source>%1, %2, %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/candidate_model.cpp" line="26"/>
        <source>Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/candidate_model.cpp" line="26"/>
        <source>Result</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Cause</name>
    <message numerus="yes">
        <location filename="../ui/bridge/cause.cpp" line="92"/>
        <source>%n frame(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DetailModel</name>
    <message>
        <location filename="../ui/models/detail_model.cpp" line="15"/>
        <source>%1: %2</source>
        <extracomment>name and value of a fact, read as one sentence</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/detail_model.cpp" line="25"/>
        <source>Fact</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/detail_model.cpp" line="25"/>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DetailsView</name>
    <message>
        <location filename="../ui/views/details_view.cpp" line="14"/>
        <source>Crash details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/details_view.cpp" line="41"/>
        <source>Facts about the crash appear here when a report is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/details_view.cpp" line="43"/>
        <source>Reading the report…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/details_view.cpp" line="45"/>
        <source>This file says nothing about the crash itself.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DropTarget</name>
    <message>
        <location filename="../ui/views/drop_target.cpp" line="15"/>
        <source>Drop a crash file here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/drop_target.cpp" line="16"/>
        <source>Minidump, core file, Apple crash report, event JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/drop_target.cpp" line="17"/>
        <source>Open…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/drop_target.cpp" line="21"/>
        <source>Open a crash file</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LogModel</name>
    <message>
        <location filename="../ui/models/log_model.cpp" line="64"/>
        <source>trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/log_model.cpp" line="64"/>
        <source>debug</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/log_model.cpp" line="64"/>
        <source>info</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/log_model.cpp" line="64"/>
        <source>warning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/log_model.cpp" line="64"/>
        <source>error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/log_model.cpp" line="77"/>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/log_model.cpp" line="78"/>
        <source>Level</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/log_model.cpp" line="79"/>
        <source>Category</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/log_model.cpp" line="80"/>
        <source>Message</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LogView</name>
    <message>
        <location filename="../ui/views/log_view.cpp" line="16"/>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/log_view.cpp" line="39"/>
        <source>Nothing has been logged. Failed look-ups and warnings appear here.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <location filename="../ui/views/main_window.cpp" line="68"/>
        <source>Open reports</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/main_window.cpp" line="73"/>
        <source>Start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/main_window.cpp" line="193"/>
        <source>could not be opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/main_window.cpp" line="194"/>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/main_window.cpp" line="201"/>
        <source>Faultline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/main_window.cpp" line="207"/>
        <source>%1 — Faultline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/main_window.cpp" line="208"/>
        <source>%1 — %2 — Faultline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/main_window_actions.cpp" line="40"/>
        <source>Stack copied as Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/main_window_actions.cpp" line="43"/>
        <source>Stack copied as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/main_window_actions.cpp" line="49"/>
        <location filename="../ui/views/main_window_actions.cpp" line="200"/>
        <location filename="../ui/views/main_window_actions.cpp" line="213"/>
        <source>Copied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/main_window_actions.cpp" line="106"/>
        <source>Modules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/main_window_actions.cpp" line="107"/>
        <source>Registers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/main_window_actions.cpp" line="108"/>
        <source>Activity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/main_window_actions.cpp" line="109"/>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/main_window_actions.cpp" line="118"/>
        <source>Looking again for what is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/main_window_actions.cpp" line="152"/>
        <source>Open Crash File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/main_window_actions.cpp" line="156"/>
        <source>Crash files (*.dmp *.mdmp *.core *.crash *.ips *.json *.txt)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/main_window_actions.cpp" line="156"/>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/main_window_actions.cpp" line="170"/>
        <source>Locate Debug File for %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/main_window_actions.cpp" line="186"/>
        <source>Source “%1” added</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/main_window_actions.cpp" line="198"/>
        <source>Stack copied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/main_window_actions.cpp" line="223"/>
        <source>The file is no longer there: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/main_window_actions.cpp" line="226"/>
        <source>No file has been opened yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/main_window_actions.cpp" line="230"/>
        <source>Clear List</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/main_window_actions.cpp" line="242"/>
        <source>About Faultline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/main_window_actions.cpp" line="246"/>
        <source>&lt;b&gt;Faultline %1&lt;/b&gt;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/main_window_actions.cpp" line="247"/>
        <source>Opens a crash and shows what really happened.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ModuleModel</name>
    <message>
        <location filename="../ui/models/module_model.cpp" line="31"/>
        <source>%1 loaded · %2 on stack</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/module_model.cpp" line="75"/>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/module_model.cpp" line="76"/>
        <source>Status</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/module_model.cpp" line="77"/>
        <source>Version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/module_model.cpp" line="78"/>
        <source>Debug file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/module_model.cpp" line="79"/>
        <source>Debug ID</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/module_model.cpp" line="80"/>
        <source>Features</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/module_model.cpp" line="81"/>
        <source>Used by frames</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/module_model.cpp" line="82"/>
        <source>Code ID</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/module_model.cpp" line="83"/>
        <source>Arch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/module_model.cpp" line="84"/>
        <source>Base</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/module_model.cpp" line="85"/>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/module_model.cpp" line="86"/>
        <source>Path</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ModuleRows</name>
    <message>
        <location filename="../ui/bridge/module_rows.cpp" line="37"/>
        <source>debug</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/module_rows.cpp" line="39"/>
        <source>symbols only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/module_rows.cpp" line="40"/>
        <source>no debug info</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/module_rows.cpp" line="46"/>
        <source>looking…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/module_rows.cpp" line="49"/>
        <source>not needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/module_rows.cpp" line="50"/>
        <source>damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/module_rows.cpp" line="52"/>
        <source>download failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/module_rows.cpp" line="53"/>
        <source>timed out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/module_rows.cpp" line="55"/>
        <source>unsupported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/module_rows.cpp" line="60"/>
        <source>wrong build</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/module_rows.cpp" line="61"/>
        <source>no debug file</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/bridge/module_rows.cpp" line="189"/>
        <source>used by %n frame(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ModulesView</name>
    <message>
        <location filename="../ui/views/modules_view.cpp" line="25"/>
        <source>Modules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/modules_view.cpp" line="58"/>
        <source>Modules appear here when a report is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/modules_view.cpp" line="66"/>
        <source>Reading modules…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/modules_view.cpp" line="68"/>
        <source>This file lists no modules.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/modules_view.cpp" line="70"/>
        <source>No module is on a stack yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/modules_view.cpp" line="79"/>
        <source>All modules are shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/modules_view.cpp" line="79"/>
        <source>Hide unreferenced</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/views/modules_view.cpp" line="83"/>
        <source>%n unreferenced module(s) hidden</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <location filename="../ui/views/modules_view.cpp" line="83"/>
        <source>Show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/modules_view.cpp" line="116"/>
        <source>Explain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/modules_view.cpp" line="117"/>
        <source>Locate File…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/modules_view.cpp" line="119"/>
        <source>Copy Debug ID</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/modules_view.cpp" line="120"/>
        <source>Copy Code ID</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/modules_view.cpp" line="121"/>
        <source>Copy Path</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RecentModel</name>
    <message>
        <location filename="../ui/models/recent_model.cpp" line="17"/>
        <source>%1, %2, %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/recent_model.cpp" line="18"/>
        <source>%1, file is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/recent_model.cpp" line="22"/>
        <source>The file is no longer there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/recent_model.cpp" line="32"/>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/recent_model.cpp" line="32"/>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RegisterModel</name>
    <message>
        <location filename="../ui/models/register_model.cpp" line="29"/>
        <source>not recovered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/register_model.cpp" line="38"/>
        <source>Register %1, not recovered for this frame</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/register_model.cpp" line="39"/>
        <source>Register %1, %2, %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/register_model.cpp" line="40"/>
        <source>%1, the address of the fault</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/register_model.cpp" line="46"/>
        <source>Register</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/register_model.cpp" line="47"/>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/register_model.cpp" line="48"/>
        <source>Points to</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RegistersView</name>
    <message>
        <location filename="../ui/views/registers_view.cpp" line="14"/>
        <source>Registers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/registers_view.cpp" line="37"/>
        <source>frame %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/registers_view.cpp" line="42"/>
        <source>Registers appear here when a native report is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/registers_view.cpp" line="44"/>
        <source>Reading registers…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/registers_view.cpp" line="46"/>
        <source>No registers are known for frame %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/registers_view.cpp" line="48"/>
        <source>This thread was saved without registers.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ReportHeader</name>
    <message numerus="yes">
        <location filename="../ui/bridge/header_rows.cpp" line="100"/>
        <source>%n module(s) missing</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReportPage</name>
    <message>
        <location filename="../ui/views/report_page.cpp" line="44"/>
        <source>Open another file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/report_page.cpp" line="45"/>
        <source>Retry</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ReportSession</name>
    <message>
        <location filename="../ui/bridge/report_session.cpp" line="53"/>
        <source>%1 is damaged and cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/report_session.cpp" line="54"/>
        <source>%1 is no kind of crash file that Faultline knows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/report_session.cpp" line="55"/>
        <source>%1 is not there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/report_session.cpp" line="56"/>
        <source>%1 may not be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/report_session.cpp" line="57"/>
        <source>Opening %1 was cancelled.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/report_session.cpp" line="58"/>
        <source>%1 could not be opened.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ShortcutsDialog</name>
    <message>
        <location filename="../ui/views/shortcuts_dialog.cpp" line="13"/>
        <source>Shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SourceDocument</name>
    <message numerus="yes">
        <location filename="../ui/bridge/source_documents.cpp" line="95"/>
        <source>%n inlined</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SourceEditor</name>
    <message>
        <location filename="../ui/views/source_editor.cpp" line="160"/>
        <source>%1, line %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SourceStrip</name>
    <message>
        <location filename="../ui/views/source_strip.cpp" line="30"/>
        <source>%1, context only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/source_strip.cpp" line="44"/>
        <source>✓ checksum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/source_strip.cpp" line="44"/>
        <source>▲ file differs from the build&apos;s source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/source_strip.cpp" line="45"/>
        <source>checksum matches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/source_strip.cpp" line="45"/>
        <source>file differs from the build&apos;s source</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SourceView</name>
    <message>
        <location filename="../ui/views/source_view.cpp" line="40"/>
        <source>Source lines appear here when a report is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/source_view.cpp" line="60"/>
        <source>Looking for &lt;b&gt;%1&lt;/b&gt;…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/source_view.cpp" line="64"/>
        <source>Reading the report…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/source_view.cpp" line="65"/>
        <source>Select a frame to see its source.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/source_view.cpp" line="72"/>
        <source>No line information for %1: it lies in no module.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/source_view.cpp" line="74"/>
        <source>Locate debug file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/source_view.cpp" line="75"/>
        <source>Why?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/source_view.cpp" line="78"/>
        <source>No line information for %1: no debug file for &lt;b&gt;%2&lt;/b&gt; was found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/source_view.cpp" line="79"/>
        <source>No line information for %1: the files for &lt;b&gt;%2&lt;/b&gt; do not tell.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/source_view.cpp" line="85"/>
        <source>Retry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/source_view.cpp" line="86"/>
        <source>Add source…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/source_view.cpp" line="89"/>
        <source>Line %1 of &lt;b&gt;%2&lt;/b&gt; is known, but the file&apos;s text was not found.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StackLayout</name>
    <message numerus="yes">
        <location filename="../ui/models/stack_layout.cpp" line="35"/>
        <source>%n more frame(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StackModel</name>
    <message>
        <location filename="../ui/models/stack_model.cpp" line="145"/>
        <source>#</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/stack_model.cpp" line="146"/>
        <source>Function</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/stack_model.cpp" line="147"/>
        <source>Module</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/stack_model.cpp" line="148"/>
        <source>Location</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/stack_model.cpp" line="149"/>
        <source>Trust</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/stack_model.cpp" line="150"/>
        <source>Address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/stack_model.cpp" line="151"/>
        <source>Module offset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/stack_model.cpp" line="152"/>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/stack_model.cpp" line="153"/>
        <source>Mangled name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/stack_model.cpp" line="154"/>
        <source>Full path</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StackView</name>
    <message>
        <location filename="../ui/views/stack_view.cpp" line="17"/>
        <location filename="../ui/views/stack_view.cpp" line="78"/>
        <source>Stack</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/stack_view.cpp" line="52"/>
        <source>Most relevant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/stack_view.cpp" line="52"/>
        <source>Frames of the application; long runs of system frames fold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/stack_view.cpp" line="53"/>
        <source>Full</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/stack_view.cpp" line="53"/>
        <source>Every frame and inline frame</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/stack_view.cpp" line="54"/>
        <source>Raw</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/stack_view.cpp" line="54"/>
        <source>Addresses as the walk found them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/stack_view.cpp" line="70"/>
        <source>Newest first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/stack_view.cpp" line="71"/>
        <source>Oldest first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/stack_view.cpp" line="104"/>
        <source>The stack appears here when a report is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/stack_view.cpp" line="111"/>
        <source>Walking the stack…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/stack_view.cpp" line="111"/>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/stack_view.cpp" line="113"/>
        <source>No frames are known for &lt;b&gt;%1&lt;/b&gt;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/stack_view.cpp" line="196"/>
        <source>Open Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/stack_view.cpp" line="197"/>
        <source>Why No Symbols?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/stack_view.cpp" line="198"/>
        <source>Locate Debug File…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/stack_view.cpp" line="199"/>
        <source>Retry Now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/stack_view.cpp" line="201"/>
        <source>Copy Stack as Text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/stack_view.cpp" line="202"/>
        <source>Copy Stack as Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/stack_view.cpp" line="203"/>
        <source>Copy Stack as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/stack_view.cpp" line="205"/>
        <source>Copy Function</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/stack_view.cpp" line="206"/>
        <source>Copy Address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/stack_view.cpp" line="207"/>
        <source>Copy Module Offset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/stack_view.cpp" line="209"/>
        <source>Copy Path and Line</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <location filename="../ui/views/start_page.cpp" line="17"/>
        <source>Faultline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/start_page.cpp" line="18"/>
        <source>Open a crash and see what really happened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/start_page.cpp" line="19"/>
        <source>Files you open appear here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/start_page.cpp" line="20"/>
        <source>Add source…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/start_page.cpp" line="74"/>
        <source>Recent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/start_page.cpp" line="77"/>
        <source>Recent files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/start_page.cpp" line="91"/>
        <source>Set up symbols</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/start_page.cpp" line="94"/>
        <source>Add a source of debug files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/start_page.cpp" line="97"/>
        <source>Ctrl+O opens a file
Ctrl+Shift+C copies the stack as Markdown
F5 looks again for missing files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/start_page.cpp" line="99"/>
        <source>Keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/start_page.cpp" line="119"/>
        <source>No source of debug files is set up.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/views/start_page.cpp" line="120"/>
        <source>%n source(s) of debug files set up.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <location filename="../ui/views/start_page.cpp" line="121"/>
        <source>Nothing contacts the network until you add a server. A server is sent the file name and build id of each module it is asked for, nothing else.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StatusStrip</name>
    <message>
        <location filename="../ui/views/status_strip.cpp" line="16"/>
        <source>Offline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/status_strip.cpp" line="26"/>
        <source>Ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/status_strip.cpp" line="36"/>
        <source>Transfer progress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/status_strip.cpp" line="44"/>
        <source>Nothing is downloaded. Click to go online.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/status_strip.cpp" line="50"/>
        <source>Size of text and rows. Click for 100 %.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/status_strip.cpp" line="97"/>
        <source>%1 % of frames</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/views/status_strip.cpp" line="122"/>
        <source>%n transfer(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <location filename="../ui/views/status_strip.cpp" line="131"/>
        <source>Cache %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/status_strip.cpp" line="138"/>
        <source>%1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/status_strip.cpp" line="139"/>
        <source>Zoom %1 percent</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SummaryBar</name>
    <message>
        <location filename="../ui/views/summary_bar.cpp" line="50"/>
        <source>Reading %1…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/summary_bar.cpp" line="52"/>
        <source>%1 at %2, %3, signature %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/summary_bar.cpp" line="67"/>
        <source>%1 at %2</source>
        <extracomment>%1 is the reason of a crash, %2 an address</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/summary_bar.cpp" line="72"/>
        <source>signature %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ThreadModel</name>
    <message numerus="yes">
        <location filename="../ui/models/thread_model.cpp" line="83"/>
        <source>%n thread(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/models/thread_model.cpp" line="87"/>
        <source>%1 · %n identical stack(s) folded</source>
        <extracomment>%1 is &quot;17 threads&quot;</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <location filename="../ui/models/thread_model.cpp" line="118"/>
        <source>%1 ×%2</source>
        <extracomment>a thread&apos;s name and how many threads have the same stack</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/thread_model.cpp" line="129"/>
        <source>#</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/thread_model.cpp" line="130"/>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/thread_model.cpp" line="131"/>
        <source>Top function</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/thread_model.cpp" line="132"/>
        <source>Thread ID</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/thread_model.cpp" line="133"/>
        <source>Frames</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ThreadsView</name>
    <message>
        <location filename="../ui/views/threads_view.cpp" line="16"/>
        <source>Threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/threads_view.cpp" line="52"/>
        <source>Threads appear here when a report is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/threads_view.cpp" line="59"/>
        <source>Reading threads…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/threads_view.cpp" line="61"/>
        <source>This file lists no threads.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/threads_view.cpp" line="80"/>
        <source>Fold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/threads_view.cpp" line="80"/>
        <source>Show</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Why</name>
    <message numerus="yes">
        <location filename="../ui/bridge/why_rules.cpp" line="150"/>
        <source>%n frame(s) of this stack need it.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/bridge/why_rules.cpp" line="157"/>
        <source>Its build is known, but none of your %n source(s) has it.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WhyCard</name>
    <message>
        <location filename="../ui/views/why_card.cpp" line="41"/>
        <source>Locate file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/why_card.cpp" line="42"/>
        <source>Add source…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/why_card.cpp" line="43"/>
        <source>Retry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/why_card.cpp" line="44"/>
        <source>Go online</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/why_card.cpp" line="45"/>
        <source>Show log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/why_card.cpp" line="56"/>
        <source>Also: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>WhyView</name>
    <message>
        <location filename="../ui/views/why_view.cpp" line="29"/>
        <source>Identifiers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/why_view.cpp" line="35"/>
        <source>What was tried</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/why_view.cpp" line="39"/>
        <source>Nothing was tried: no source could be asked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/why_view.cpp" line="102"/>
        <source>What is missing and how to get it appears here when a report is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/why_view.cpp" line="107"/>
        <source>Reading the report…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/why_view.cpp" line="109"/>
        <source>Select a frame to see where its symbols come from.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/why_view.cpp" line="123"/>
        <source>What was tried · %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workspace</name>
    <message>
        <location filename="../ui/views/workspace.cpp" line="48"/>
        <source>Threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/workspace.cpp" line="49"/>
        <source>Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/workspace.cpp" line="50"/>
        <source>Crash details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/workspace.cpp" line="52"/>
        <source>Why?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/workspace.cpp" line="53"/>
        <source>Registers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/workspace.cpp" line="55"/>
        <source>Modules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/workspace.cpp" line="57"/>
        <source>Activity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/workspace.cpp" line="58"/>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>faultline::ui</name>
    <message>
        <location filename="../ui/bridge/activity_rows.cpp" line="26"/>
        <location filename="../ui/bridge/activity_rows.cpp" line="82"/>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/activity_rows.cpp" line="32"/>
        <source>queued</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/activity_rows.cpp" line="33"/>
        <source>connecting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/activity_rows.cpp" line="34"/>
        <source>downloading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/activity_rows.cpp" line="35"/>
        <source>unpacking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/activity_rows.cpp" line="36"/>
        <location filename="../ui/bridge/activity_rows.cpp" line="93"/>
        <source>done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/activity_rows.cpp" line="37"/>
        <location filename="../ui/bridge/activity_rows.cpp" line="99"/>
        <location filename="../ui/bridge/module_rows.cpp" line="140"/>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/activity_rows.cpp" line="38"/>
        <location filename="../ui/bridge/activity_rows.cpp" line="99"/>
        <source>cancelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/activity_rows.cpp" line="66"/>
        <source>%1/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/activity_rows.cpp" line="78"/>
        <source>Symbolicate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/cause.cpp" line="43"/>
        <source>%1 in %2</source>
        <extracomment>%1 says what happened, %2 is a function</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/cause.cpp" line="93"/>
        <source>%1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/cause.cpp" line="93"/>
        <source>Stack overflow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/cause.cpp" line="103"/>
        <source>Read near null (+%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/cause.cpp" line="104"/>
        <source>Write near null (+%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/cause.cpp" line="105"/>
        <source>Execute near null (+%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/cause.cpp" line="106"/>
        <source>Access near null (+%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/cause.cpp" line="120"/>
        <source>Access to an impossible address %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/cause.cpp" line="128"/>
        <source>Ran past the end of a buffer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/cause.cpp" line="139"/>
        <source>Called into unloaded %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/cause.cpp" line="148"/>
        <source>Out of memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/cause.cpp" line="160"/>
        <source>Snapshot, no crash</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/cause.cpp" line="169"/>
        <source>%1 at %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/detail_rows.cpp" line="40"/>
        <source>%1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/detail_rows.cpp" line="42"/>
        <source>%1 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/detail_rows.cpp" line="43"/>
        <source>%1 h %2 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/detail_rows.cpp" line="50"/>
        <source>pid %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/detail_rows.cpp" line="50"/>
        <source>%1 (pid %2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/detail_rows.cpp" line="52"/>
        <source>up %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/detail_rows.cpp" line="59"/>
        <source>Reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/detail_rows.cpp" line="60"/>
        <source>Assertion</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/detail_rows.cpp" line="62"/>
        <source>Address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/detail_rows.cpp" line="66"/>
        <source>Parameter %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/detail_rows.cpp" line="72"/>
        <source>System</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/detail_rows.cpp" line="73"/>
        <source>Processor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/detail_rows.cpp" line="75"/>
        <source>Cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/detail_rows.cpp" line="77"/>
        <source>Microcode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/detail_rows.cpp" line="78"/>
        <source>Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/detail_rows.cpp" line="90"/>
        <source>Process</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/detail_rows.cpp" line="93"/>
        <source>Crashed at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/detail_rows.cpp" line="97"/>
        <source>Note, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/frame_rows.cpp" line="88"/>
        <source>Frame %1, inline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/frame_rows.cpp" line="89"/>
        <source>Frame %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/frame_rows.cpp" line="92"/>
        <source>crashed here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/frame_rows.cpp" line="96"/>
        <source>%1 line %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/frame_rows.cpp" line="97"/>
        <source>symbol found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/frame_rows.cpp" line="97"/>
        <source>no symbols</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/frame_rows.cpp" line="99"/>
        <source>found by scanning, may be wrong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/header_rows.cpp" line="24"/>
        <source>minidump</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/header_rows.cpp" line="25"/>
        <source>core file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/header_rows.cpp" line="26"/>
        <source>Apple crash report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/header_rows.cpp" line="27"/>
        <source>Apple .ips report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/header_rows.cpp" line="28"/>
        <source>native event</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/header_rows.cpp" line="29"/>
        <source>JavaScript event</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/header_rows.cpp" line="30"/>
        <source>JVM event</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/header_rows.cpp" line="65"/>
        <source>thread %1 “%2”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/header_rows.cpp" line="65"/>
        <location filename="../ui/bridge/thread_rows.cpp" line="61"/>
        <source>thread %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/header_rows.cpp" line="97"/>
        <source>%1 % of frames</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/module_rows.cpp" line="68"/>
        <source>debug</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/module_rows.cpp" line="70"/>
        <source>symbols</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/module_rows.cpp" line="72"/>
        <source>unwind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/module_rows.cpp" line="74"/>
        <source>sources</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/module_rows.cpp" line="116"/>
        <source>found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/module_rows.cpp" line="119"/>
        <source>found, wrong build</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/module_rows.cpp" line="123"/>
        <source>found, cannot be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/module_rows.cpp" line="127"/>
        <source>found, symbols only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/module_rows.cpp" line="136"/>
        <source>not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/module_rows.cpp" line="137"/>
        <source>refused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/module_rows.cpp" line="138"/>
        <source>damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/module_rows.cpp" line="149"/>
        <source>from the cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/module_rows.cpp" line="150"/>
        <source>remembered from an earlier look-up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/module_rows.cpp" line="151"/>
        <source>from the shared cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/module_rows.cpp" line="152"/>
        <source>from the network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/module_rows.cpp" line="153"/>
        <source>from the file system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/module_rows.cpp" line="154"/>
        <source>not asked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/module_rows.cpp" line="169"/>
        <source>took %1 ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/module_rows.cpp" line="185"/>
        <source>waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/module_rows.cpp" line="186"/>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/register_rows.cpp" line="46"/>
        <source>stack + %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/register_rows.cpp" line="46"/>
        <source>stack of thread %1 + %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/register_rows.cpp" line="65"/>
        <location filename="../ui/bridge/register_rows.cpp" line="88"/>
        <source>unmapped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/register_rows.cpp" line="67"/>
        <source>guard page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/register_rows.cpp" line="70"/>
        <source>mapped memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/register_rows.cpp" line="77"/>
        <source>null</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/register_rows.cpp" line="77"/>
        <source>null + %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/register_rows.cpp" line="87"/>
        <source>saved memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/source_documents.cpp" line="23"/>
        <source>from the report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/source_documents.cpp" line="24"/>
        <source>from source bundle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/source_documents.cpp" line="25"/>
        <source>from debug file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/source_documents.cpp" line="26"/>
        <source>from source link</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/source_documents.cpp" line="27"/>
        <source>by path mapping</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/source_documents.cpp" line="28"/>
        <source>from this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/source_documents.cpp" line="92"/>
        <source>frame %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/source_documents.cpp" line="141"/>
        <source>frame %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/thread_rows.cpp" line="50"/>
        <source>Thread %1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/thread_rows.cpp" line="52"/>
        <source>%1, crashed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/thread_rows.cpp" line="53"/>
        <source>%1, in %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/thread_rows.cpp" line="77"/>
        <source>wrote the dump</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/why.cpp" line="32"/>
        <source>Debug id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/why.cpp" line="34"/>
        <source>Code id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/why.cpp" line="36"/>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/why.cpp" line="65"/>
        <source>Looking for the debug file of %1…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/why.cpp" line="68"/>
        <source>%1 is fully symbolicated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/why.cpp" line="69"/>
        <source>Its debug file was found and belongs to this build.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/why_rules.cpp" line="156"/>
        <source>Its build is known, but no source of debug files is set up.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/why_rules.cpp" line="168"/>
        <source>No loaded module covers it: generated code, an unloaded library or a corrupted stack.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/why_rules.cpp" line="174"/>
        <source>The value was found by scanning the stack and points into a function, which may be left over from an earlier call.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/why_rules.cpp" line="180"/>
        <source>Offline mode is on, so only local files were looked at.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/why_rules.cpp" line="185"/>
        <source>Without an identifier no source can be asked. A file you choose by hand cannot be verified.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/why_rules.cpp" line="190"/>
        <source>No frame lies in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/why_rules.cpp" line="195"/>
        <source>An earlier look-up did not find it and the answer is still remembered. Retry asks again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/why_rules.cpp" line="200"/>
        <source>Files with this name exist, but their identifiers differ from the one in the report.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/why_rules.cpp" line="205"/>
        <source>Only its symbol table is in it: names may be wrong, lines are unknown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/why_rules.cpp" line="206"/>
        <source>Neither functions nor lines are in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/bridge/why_rules.cpp" line="211"/>
        <source>The address lies in a gap between the functions of the debug file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/main_menu.cpp" line="32"/>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/main_menu.cpp" line="34"/>
        <source>&amp;Recent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/main_menu.cpp" line="43"/>
        <source>&amp;Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/main_menu.cpp" line="53"/>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/main_menu.cpp" line="57"/>
        <source>Stack &amp;Options</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/main_menu.cpp" line="59"/>
        <source>&amp;Zoom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/main_menu.cpp" line="70"/>
        <source>&amp;Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/main_menu.cpp" line="72"/>
        <source>&amp;Go</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/main_menu.cpp" line="75"/>
        <source>&amp;Symbols</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/views/main_menu.cpp" line="77"/>
        <source>&amp;Help</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>faultline::ui::ReportView</name>
    <message>
        <location filename="../ui/views/report_view.h" line="58"/>
        <source>Open…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <location filename="../app/workbench/main.cpp" line="66"/>
        <source>Opens crashes and shows what really happened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../app/workbench/main.cpp" line="69"/>
        <source>Crash files to open.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
