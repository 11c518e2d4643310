<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>AnalysisRows</name>
    <message numerus="yes">
        <source>%n byte(s)</source>
        <translation>
            <numerusform>%n byte</numerusform>
            <numerusform>%n bytes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Caches</name>
    <message numerus="yes">
        <source>%Ln entry(s) removed (%1)</source>
        <translation>
            <numerusform>%Ln entry removed (%1)</numerusform>
            <numerusform>%Ln entries removed (%1)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln damaged entry(s) removed, the others are sound</source>
        <translation>
            <numerusform>%Ln damaged entry removed, the others are sound</numerusform>
            <numerusform>%Ln damaged entries removed, the others are sound</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln entry(s) checked, all are sound</source>
        <translation>
            <numerusform>%Ln entry checked, it is sound</numerusform>
            <numerusform>%Ln entries checked, all are sound</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hour(s)</source>
        <translation>
            <numerusform>%n hour</numerusform>
            <numerusform>%n hours</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n day</numerusform>
            <numerusform>%n days</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Cause</name>
    <message numerus="yes">
        <source>%n frame(s)</source>
        <translation>
            <numerusform>%n frame</numerusform>
            <numerusform>%n frames</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ChainRows</name>
    <message numerus="yes">
        <source>%n more thread(s)</source>
        <translation>
            <numerusform>%n more thread</numerusform>
            <numerusform>%n more threads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DebugFile</name>
    <message numerus="yes">
        <source>in %n row(s)</source>
        <translation>
            <numerusform>in %n row</numerusform>
            <numerusform>in %n rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DetailModel</name>
    <message numerus="yes">
        <source>%1, %n fact(s), open</source>
        <translation>
            <numerusform>%1, %n fact, open</numerusform>
            <numerusform>%1, %n facts, open</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n fact(s), closed</source>
        <translation>
            <numerusform>%1, %n fact, closed</numerusform>
            <numerusform>%1, %n facts, closed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EvidenceRows</name>
    <message numerus="yes">
        <source>%n more step(s) are for other systems or processors</source>
        <translation>
            <numerusform>%n more step is for other systems or processors</numerusform>
            <numerusform>%n more steps are for other systems or processors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ExportRows</name>
    <message numerus="yes">
        <source>%n region(s), %1</source>
        <extracomment>%1 is a size</extracomment>
        <translation>
            <numerusform>%n region, %1</numerusform>
            <numerusform>%n regions, %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FieldRows</name>
    <message numerus="yes">
        <source>%n element(s)</source>
        <translation>
            <numerusform>%n element</numerusform>
            <numerusform>%n elements</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n byte(s)</source>
        <translation>
            <numerusform>%n byte</numerusform>
            <numerusform>%n bytes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FindRows</name>
    <message numerus="yes">
        <source>%n frame(s)</source>
        <translation>
            <numerusform>%n frame</numerusform>
            <numerusform>%n frames</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FrameRows</name>
    <message numerus="yes">
        <source>one of %n possible meaning(s)</source>
        <translation>
            <numerusform>one of %n possible meaning</numerusform>
            <numerusform>one of %n possible meanings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GroupRows</name>
    <message numerus="yes">
        <source>%Ln report(s)</source>
        <translation>
            <numerusform>%Ln report</numerusform>
            <numerusform>%Ln reports</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Back: %Ln report(s) since the fix</source>
        <translation>
            <numerusform>Back: %Ln report since the fix</numerusform>
            <numerusform>Back: %Ln reports since the fix</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln customer(s)</source>
        <translation>
            <numerusform>%Ln customer</numerusform>
            <numerusform>%Ln customers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n version(s)</source>
        <translation>
            <numerusform>%n version</numerusform>
            <numerusform>%n versions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln report(s) in all</source>
        <translation>
            <numerusform>%Ln report in all</numerusform>
            <numerusform>%Ln reports in all</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln report(s)</source>
        <translation>
            <numerusform>%Ln report</numerusform>
            <numerusform>%Ln reports</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln frame(s) differ</source>
        <translation>
            <numerusform>%Ln frame differs</numerusform>
            <numerusform>%Ln frames differ</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LibrariesModel</name>
    <message numerus="yes">
        <source>%n regression(s)</source>
        <translation>
            <numerusform>%n regression</numerusform>
            <numerusform>%n regressions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new group(s)</source>
        <translation>
            <numerusform>%n new group</numerusform>
            <numerusform>%n new groups</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %Ln report(s), %2</source>
        <translation>
            <numerusform>%1, %Ln report, %2</numerusform>
            <numerusform>%1, %Ln reports, %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LibraryPreview</name>
    <message numerus="yes">
        <source>%Ln report(s)</source>
        <translation>
            <numerusform>%Ln report</numerusform>
            <numerusform>%Ln reports</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln customer(s)</source>
        <translation>
            <numerusform>%Ln customer</numerusform>
            <numerusform>%Ln customers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln report(s) since the fix</source>
        <translation>
            <numerusform>%Ln report since the fix</numerusform>
            <numerusform>%Ln reports since the fix</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LibraryRows</name>
    <message numerus="yes">
        <source>%1 and %n other reason(s)</source>
        <translation>
            <numerusform>%1 and %n other reason</numerusform>
            <numerusform>%1 and %n other reasons</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln customer(s)</source>
        <translation>
            <numerusform>%Ln customer</numerusform>
            <numerusform>%Ln customers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LockRows</name>
    <message numerus="yes">
        <source>%n thread(s)</source>
        <translation>
            <numerusform>%n thread</numerusform>
            <numerusform>%n threads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ModuleRows</name>
    <message numerus="yes">
        <source>used by %n frame(s)</source>
        <translation>
            <numerusform>used by %n frame</numerusform>
            <numerusform>used by %n frames</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReportHeader</name>
    <message numerus="yes">
        <source>%n module(s) missing</source>
        <translation>
            <numerusform>%n module missing</numerusform>
            <numerusform>%n modules missing</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n module(s) of another build</source>
        <translation>
            <numerusform>%n module of another build</numerusform>
            <numerusform>%n modules of another build</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n module(s) being looked for</source>
        <translation>
            <numerusform>%n module being looked for</numerusform>
            <numerusform>%n modules being looked for</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n artifact(s) missing</source>
        <translation>
            <numerusform>%n artifact missing</numerusform>
            <numerusform>%n artifacts missing</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n mapping(s) missing</source>
        <translation>
            <numerusform>%n mapping missing</numerusform>
            <numerusform>%n mappings missing</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n module(s) with symbols only</source>
        <translation>
            <numerusform>%n module with symbols only</numerusform>
            <numerusform>%n modules with symbols only</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Server</name>
    <message numerus="yes">
        <source>%Ln host(s) are not asked for now</source>
        <translation>
            <numerusform>%Ln host is not asked for now</numerusform>
            <numerusform>%Ln hosts are not asked for now</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The server works on %Ln request(s)</source>
        <translation>
            <numerusform>The server works on %Ln request</numerusform>
            <numerusform>The server works on %Ln requests</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln module(s) found, %1</source>
        <translation>
            <numerusform>%Ln module found, %1</numerusform>
            <numerusform>%Ln modules found, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln running</source>
        <translation>
            <numerusform>%Ln running</numerusform>
            <numerusform>%Ln running</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message numerus="yes">
        <source>%Ln changed</source>
        <translation>
            <numerusform>%Ln changed</numerusform>
            <numerusform>%Ln changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln mapping(s)</source>
        <translation>
            <numerusform>%Ln mapping</numerusform>
            <numerusform>%Ln mappings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln path mapping(s)…</source>
        <translation>
            <numerusform>%Ln path mapping…</numerusform>
            <numerusform>%Ln path mappings…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SourceDocument</name>
    <message numerus="yes">
        <source>%n inlined</source>
        <translation>
            <numerusform>%n inlined</numerusform>
            <numerusform>%n inlined</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StackCopy</name>
    <message numerus="yes">
        <source>%n more row(s) are left out</source>
        <translation>
            <numerusform>%n more row is left out</numerusform>
            <numerusform>%n more rows are left out</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StackGraphModel</name>
    <message numerus="yes">
        <source>%n thread(s)</source>
        <translation>
            <numerusform>%n thread</numerusform>
            <numerusform>%n threads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 sample(s)</source>
        <translation>
            <numerusform>%1 sample</numerusform>
            <numerusform>%1 samples</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StackLayout</name>
    <message numerus="yes">
        <source>%n more frame(s)</source>
        <translation>
            <numerusform>%n more frame</numerusform>
            <numerusform>%n more frames</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n inlined helper(s) of libraries</source>
        <translation>
            <numerusform>%n inlined helper of libraries</numerusform>
            <numerusform>%n inlined helpers of libraries</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ThreadModel</name>
    <message numerus="yes">
        <source>%n thread(s)</source>
        <translation>
            <numerusform>%n thread</numerusform>
            <numerusform>%n threads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 · %n identical stack(s) folded</source>
        <extracomment>%1 is &quot;17 threads&quot;</extracomment>
        <translation>
            <numerusform>%1 · %n identical stack folded</numerusform>
            <numerusform>%1 · %n identical stacks folded</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n thread(s), open</source>
        <translation>
            <numerusform>%1, %n thread, open</numerusform>
            <numerusform>%1, %n threads, open</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n thread(s), closed</source>
        <translation>
            <numerusform>%1, %n thread, closed</numerusform>
            <numerusform>%1, %n threads, closed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n exception(s)</source>
        <translation>
            <numerusform>%n exception</numerusform>
            <numerusform>%n exceptions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n further stack(s)</source>
        <translation>
            <numerusform>%n further stack</numerusform>
            <numerusform>%n further stacks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>VariableRows</name>
    <message numerus="yes">
        <source>%n element(s)</source>
        <translation>
            <numerusform>%n element</numerusform>
            <numerusform>%n elements</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Why</name>
    <message numerus="yes">
        <source>%n frame(s) of this stack need it.</source>
        <translation>
            <numerusform>%n frame of this stack needs it.</numerusform>
            <numerusform>%n frames of this stack need it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Its build is known, but none of your %n source(s) has it.</source>
        <translation>
            <numerusform>Its build is known, but your one source does not have it.</numerusform>
            <numerusform>Its build is known, but none of your %n sources has it.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::ChainView</name>
    <message numerus="yes">
        <source>%n cycle(s), proven by memory</source>
        <translation>
            <numerusform>%n cycle, proven by memory</numerusform>
            <numerusform>%n cycles, proven by memory</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n possible deadlock(s)</source>
        <translation>
            <numerusform>%n possible deadlock</numerusform>
            <numerusform>%n possible deadlocks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n guess(es)</source>
        <translation>
            <numerusform>%n guess</numerusform>
            <numerusform>%n guesses</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::ComparisonPage</name>
    <message numerus="yes">
        <source>%Ln same</source>
        <translation>
            <numerusform>%Ln same</numerusform>
            <numerusform>%Ln same</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln moved</source>
        <translation>
            <numerusform>%Ln moved</numerusform>
            <numerusform>%Ln moved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln only left</source>
        <translation>
            <numerusform>%Ln only left</numerusform>
            <numerusform>%Ln only left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln only right</source>
        <translation>
            <numerusform>%Ln only right</numerusform>
            <numerusform>%Ln only right</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln equal fact(s)</source>
        <translation>
            <numerusform>%Ln equal fact</numerusform>
            <numerusform>%Ln equal facts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln module(s) differ</source>
        <translation>
            <numerusform>%Ln module differs</numerusform>
            <numerusform>%Ln modules differ</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln equal</source>
        <translation>
            <numerusform>%Ln equal</numerusform>
            <numerusform>%Ln equal</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln at other lines</source>
        <translation>
            <numerusform>%Ln at another line</numerusform>
            <numerusform>%Ln at other lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::CredentialsSection</name>
    <message numerus="yes">
        <source>Credentials of %Ln source(s)</source>
        <translation>
            <numerusform>Credentials of %Ln source</numerusform>
            <numerusform>Credentials of %Ln sources</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln source(s) lack their credentials</source>
        <translation>
            <numerusform>%Ln source lacks its credentials</numerusform>
            <numerusform>%Ln sources lack their credentials</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::DayChart</name>
    <message numerus="yes">
        <source>no report in %n day(s)</source>
        <translation>
            <numerusform>no report in %n day</numerusform>
            <numerusform>no report in %n days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln report(s)</source>
        <translation>
            <numerusform>%Ln report</numerusform>
            <numerusform>%Ln reports</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n day</numerusform>
            <numerusform>%n days</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::DebugFilePage</name>
    <message numerus="yes">
        <source>%n open report(s) want it</source>
        <translation>
            <numerusform>%n open report wants it</numerusform>
            <numerusform>%n open reports want it</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n open report(s) want another build</source>
        <translation>
            <numerusform>%n open report wants another build</numerusform>
            <numerusform>%n open reports want another build</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The first %n source file(s) are shown</source>
        <translation>
            <numerusform>The first %n source file is shown</numerusform>
            <numerusform>The first %n source files are shown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The first %n function(s) are shown</source>
        <translation>
            <numerusform>The first %n function is shown</numerusform>
            <numerusform>The first %n functions are shown</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::DebugFileSession</name>
    <message numerus="yes">
        <source>%n match(es)</source>
        <translation>
            <numerusform>%n match</numerusform>
            <numerusform>%n matches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n byte(s)</source>
        <translation>
            <numerusform>%n byte</numerusform>
            <numerusform>%n bytes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n inlined row(s)</source>
        <translation>
            <numerusform>%n inlined row</numerusform>
            <numerusform>%n inlined rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 lies in %n function(s), the innermost first.</source>
        <translation>
            <numerusform>%1 lies in %n function.</numerusform>
            <numerusform>%1 lies in %n functions, the innermost first.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::ExportPage</name>
    <message numerus="yes">
        <source>%Ln thing(s) are left out</source>
        <translation>
            <numerusform>%Ln thing is left out</numerusform>
            <numerusform>%Ln things are left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln are replaced</source>
        <translation>
            <numerusform>%Ln is replaced</numerusform>
            <numerusform>%Ln are replaced</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::FactsView</name>
    <message numerus="yes">
        <source>Environment: %n variable(s), not shown</source>
        <translation>
            <numerusform>Environment: %n variable, not shown</numerusform>
            <numerusform>Environment: %n variables, not shown</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::FindView</name>
    <message numerus="yes">
        <source>%n frame(s)</source>
        <translation>
            <numerusform>%n frame</numerusform>
            <numerusform>%n frames</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>; %n thread(s) have the same stack</source>
        <translation>
            <numerusform>; %n thread has the same stack</numerusform>
            <numerusform>; %n threads have the same stack</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::GraphPicture</name>
    <message numerus="yes">
        <source>%n frame(s) of the system</source>
        <translation>
            <numerusform>%n frame of the system</numerusform>
            <numerusform>%n frames of the system</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n frame(s) of %1</source>
        <translation>
            <numerusform>%n frame of %1</numerusform>
            <numerusform>%n frames of %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::GroupPage</name>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n day</numerusform>
            <numerusform>%n days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the most like the others of %Ln report(s)</source>
        <translation>
            <numerusform>the most like the others of %Ln report</numerusform>
            <numerusform>the most like the others of %Ln reports</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %Ln</source>
        <extracomment>number of reports</extracomment>
        <translation>
            <numerusform>All %Ln</numerusform>
            <numerusform>All %Ln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln report(s)</source>
        <translation>
            <numerusform>%Ln report</numerusform>
            <numerusform>%Ln reports</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::GroupSession</name>
    <message numerus="yes">
        <source>%Ln stack(s) read…</source>
        <translation>
            <numerusform>%Ln stack read…</numerusform>
            <numerusform>%Ln stacks read…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::GuessBand</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n guess(es)</source>
        <translation>
            <numerusform>%n guess</numerusform>
            <numerusform>%n guesses</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::KeymapPage</name>
    <message numerus="yes">
        <source>%n combination(s) of keys are used twice</source>
        <translation>
            <numerusform>%n combination of keys is used twice</numerusform>
            <numerusform>%n combinations of keys are used twice</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Take the keys of %n action(s) from the file?</source>
        <translation>
            <numerusform>Take the keys of %n action from the file?</numerusform>
            <numerusform>Take the keys of %n actions from the file?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>You changed the keys of %n action(s)</source>
        <translation>
            <numerusform>You changed the keys of %n action</numerusform>
            <numerusform>You changed the keys of %n actions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::LibraryPage</name>
    <message numerus="yes">
        <source>%Ln group(s) came back</source>
        <translation>
            <numerusform>%Ln group came back</numerusform>
            <numerusform>%Ln groups came back</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln new group(s)</source>
        <translation>
            <numerusform>%Ln new group</numerusform>
            <numerusform>%Ln new groups</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln group(s)</source>
        <translation>
            <numerusform>%Ln group</numerusform>
            <numerusform>%Ln groups</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln report(s)</source>
        <translation>
            <numerusform>%Ln report</numerusform>
            <numerusform>%Ln reports</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::LibrarySession</name>
    <message numerus="yes">
        <source>%Ln report(s) removed from the library</source>
        <translation>
            <numerusform>%Ln report removed from the library</numerusform>
            <numerusform>%Ln reports removed from the library</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::LibraryTable</name>
    <message numerus="yes">
        <source>%Ln group(s)</source>
        <translation>
            <numerusform>%Ln group</numerusform>
            <numerusform>%Ln groups</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln report(s)</source>
        <translation>
            <numerusform>%Ln report</numerusform>
            <numerusform>%Ln reports</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::LocksView</name>
    <message numerus="yes">
        <source>%n object(s) waited for</source>
        <translation>
            <numerusform>%n object waited for</numerusform>
            <numerusform>%n objects waited for</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n guess(es)</source>
        <translation>
            <numerusform>%n guess</numerusform>
            <numerusform>%n guesses</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n without a known holder</source>
        <translation>
            <numerusform>%n without a known holder</numerusform>
            <numerusform>%n without a known holder</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::MainWindow</name>
    <message numerus="yes">
        <source>%n file(s) were not opened, because %1 reports are open.</source>
        <translation>
            <numerusform>%n file was not opened, because %1 reports are open.</numerusform>
            <numerusform>%n files were not opened, because %1 reports are open.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::ModulesView</name>
    <message numerus="yes">
        <source>%n unreferenced module(s) hidden</source>
        <translation>
            <numerusform>%n unreferenced module hidden</numerusform>
            <numerusform>%n unreferenced modules hidden</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::Palette</name>
    <message numerus="yes">
        <source>%n match(es)</source>
        <translation>
            <numerusform>%n match</numerusform>
            <numerusform>%n matches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>more than %n match(es)</source>
        <translation>
            <numerusform>more than %n match</numerusform>
            <numerusform>more than %n matches</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::ParallelView</name>
    <message numerus="yes">
        <source>%n box(es)</source>
        <translation>
            <numerusform>%n box</numerusform>
            <numerusform>%n boxes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::PartsPage</name>
    <message numerus="yes">
        <source>%n crash(es)</source>
        <translation>
            <numerusform>%n crash</numerusform>
            <numerusform>%n crashes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::PathMappingsDialog</name>
    <message numerus="yes">
        <source>%n source file(s) of the open stack:</source>
        <translation>
            <numerusform>%n source file of the open stack:</numerusform>
            <numerusform>%n source files of the open stack:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::RawView</name>
    <message numerus="yes">
        <source>%n stream(s)</source>
        <translation>
            <numerusform>%n stream</numerusform>
            <numerusform>%n streams</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::RegionsView</name>
    <message numerus="yes">
        <source>%n region(s), %1 of them in the dump</source>
        <translation>
            <numerusform>%n region, %1 of it in the dump</numerusform>
            <numerusform>%n regions, %1 of them in the dump</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::ReportSession</name>
    <message numerus="yes">
        <source>(%n more)</source>
        <translation>
            <numerusform>(%n more)</numerusform>
            <numerusform>(%n more)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::RulesPage</name>
    <message numerus="yes">
        <source>Checking %Ln report(s)…</source>
        <translation>
            <numerusform>Checking %Ln report…</numerusform>
            <numerusform>Checking %Ln reports…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln report(s) move</source>
        <translation>
            <numerusform>%Ln report moves</numerusform>
            <numerusform>%Ln reports move</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln signature(s) join groups</source>
        <translation>
            <numerusform>%Ln signature joins groups</numerusform>
            <numerusform>%Ln signatures join groups</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln group(s) split</source>
        <translation>
            <numerusform>%Ln group splits</numerusform>
            <numerusform>%Ln groups split</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln report(s) cannot be signed again</source>
        <translation>
            <numerusform>%Ln report cannot be signed again</numerusform>
            <numerusform>%Ln reports cannot be signed again</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Sign %Ln report(s) again</source>
        <translation>
            <numerusform>Sign %Ln report again</numerusform>
            <numerusform>Sign %Ln reports again</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::RulesSession</name>
    <message numerus="yes">
        <source>%Ln report(s) moved</source>
        <translation>
            <numerusform>%Ln report moved</numerusform>
            <numerusform>%Ln reports moved</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::SearchView</name>
    <message numerus="yes">
        <source>%n place(s), there may be more; %1 were searched</source>
        <translation>
            <numerusform>%n place, there may be more; %1 were searched</numerusform>
            <numerusform>%n places, there may be more; %1 were searched</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n place(s) in %1 of the dump</source>
        <translation>
            <numerusform>%n place in %1 of the dump</numerusform>
            <numerusform>%n places in %1 of the dump</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::ServerHosts</name>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::ServerPage</name>
    <message numerus="yes">
        <source>%Ln host(s)</source>
        <translation>
            <numerusform>%Ln host</numerusform>
            <numerusform>%Ln hosts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::SourcesSection</name>
    <message numerus="yes">
        <source>%1 of %Ln source(s) are on</source>
        <translation>
            <numerusform>%1 of %Ln source is on</numerusform>
            <numerusform>%1 of %Ln sources are on</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln source(s) do not answer as they should</source>
        <translation>
            <numerusform>%Ln source does not answer as it should</numerusform>
            <numerusform>%Ln sources do not answer as they should</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::StackView</name>
    <message numerus="yes">
        <source>%n level(s)</source>
        <translation>
            <numerusform>%n level</numerusform>
            <numerusform>%n levels</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::StartPage</name>
    <message numerus="yes">
        <source>%n recent crash(es)</source>
        <translation>
            <numerusform>%n recent crash</numerusform>
            <numerusform>%n recent crashes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n recent crash(es)</source>
        <translation>
            <numerusform>%1 of %n recent crash</numerusform>
            <numerusform>%1 of %n recent crashes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::StatusStrip</name>
    <message numerus="yes">
        <source>%n transfer(s)</source>
        <translation>
            <numerusform>%n transfer</numerusform>
            <numerusform>%n transfers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::TableFilter</name>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n row</numerusform>
            <numerusform>%n rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::TriageMenus</name>
    <message numerus="yes">
        <source>Remove %Ln group(s) with all their reports from the library?</source>
        <translation>
            <numerusform>Remove %Ln group with all its reports from the library?</numerusform>
            <numerusform>Remove %Ln groups with all their reports from the library?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %Ln report(s) from the library?</source>
        <translation>
            <numerusform>Remove %Ln report from the library?</numerusform>
            <numerusform>Remove %Ln reports from the library?</numerusform>
        </translation>
    </message>
</context>
</TS>
