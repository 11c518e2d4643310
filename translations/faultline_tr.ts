<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="tr" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>&amp;Open…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close &amp;All</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy Stack as &amp;Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy Stack as &amp;JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy &amp;Address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy Module &amp;Offset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Crash</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Next In-App Frame</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Previous In-App Frame</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>C&amp;aller Frame</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Callee &amp;Frame</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next &amp;Thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous T&amp;hread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Stack</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S&amp;ource</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Registers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Modules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Crash &amp;Details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Why?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ra&amp;w Streams</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Activity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Most Relevant Frames</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Full Stack</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Raw Stack</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Newest Frame First</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom &amp;In</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom &amp;Out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Reset Zoom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;System</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Full Screen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset La&amp;yout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Why Is This Frame Not Symbolicated?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Retry Failed Now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Fetch for Offline Use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Add Source…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Locate File for Module…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Offline Mode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Cancel Running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel A&amp;ll</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;About Faultline</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ActivityModel</name>
    <message>
        <source>%1, %2, %3 %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Report or module</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source and result</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ActivityRows</name>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>queued</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>connecting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>downloading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unpacking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Symbolicate</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AnalysisRows</name>
    <message numerus="yes">
        <source>%n byte(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>read %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>read and write %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>read and write</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>access %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>access</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>null</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>null + %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <extracomment>%1 is &quot;read 16 bytes&quot;, %2 a place in memory</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, in a guard page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Access</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goes to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>taken from the module&apos;s file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a division by zero is reported, the instruction divides nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a privileged instruction is reported, this is none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an impossible address is reported, the instruction uses none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the instruction does not access the reported address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the memory map allows this access</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 = %2</source>
        <extracomment>%1 is a register, %2 an address</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>possible: %1 would be a null pointer, %2 % sure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>possible: %1 is mapped, %2 % sure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Really</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>null pointer, offset %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, no possible address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Guard page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the address lies in one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bit flip</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Contradiction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exploitable</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CandidateModel</name>
    <message>
        <source>%1, %2, %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Result</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Cause</name>
    <message numerus="yes">
        <source>%n frame(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <extracomment>%1 says what happened, %2 is a function</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read near null (+%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write near null (+%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Execute near null (+%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Access near null (+%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stack overflow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Access to an impossible address %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ran past the end of a buffer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Called into unloaded %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Out of memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Damaged file, its exception cannot be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Snapshot, no crash</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DetailModel</name>
    <message>
        <source>%1: %2</source>
        <extracomment>name and value of a fact, read as one sentence</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fact</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DetailRows</name>
    <message>
        <source>%1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pid %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (pid %2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>up %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Assertion</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parameter %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Processor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Microcode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Process</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Crashed at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note, %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FrameRows</name>
    <message>
        <source>wrong build</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Frame %1, inline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Frame %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>crashed here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 line %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>symbol found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no symbols</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found by scanning, may be wrong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>named by a file of another build, may be wrong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The stack ends here: unwind data mark the outermost frame</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The stack ends here: the return address is zero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The stack ends here: the frame pointer is zero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The stack ends here: threads begin in this function</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The stack is cut off here: the file holds no more of its memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The stack is cut off here: the frame limit is reached</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The stack is cut off here: the time limit is reached</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The stack breaks off here: the stack pointer did not advance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The stack breaks off here: the return address points to no code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The thread has no registers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The stack breaks off here: no caller was found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The crash reporter&apos;s frames end here</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LogModel</name>
    <message>
        <source>trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>debug</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>info</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>warning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Level</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Category</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MainMenu</name>
    <message>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Recent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stack &amp;Options</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Zoom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Symbols</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ModuleModel</name>
    <message>
        <source>%1 loaded · %2 on stack</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Status</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Debug file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Debug ID</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Features</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Used by frames</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Code ID</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Base</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Path</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ModuleRows</name>
    <message>
        <source>debug</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>symbols only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no debug info</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>looking…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>download failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>timed out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unsupported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>wrong build</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no debug file</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>used by %n frame(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>symbols</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unwind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sources</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found, wrong build</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found, cannot be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found, symbols only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>refused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from the cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>remembered from an earlier look-up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from the shared cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from the network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from the file system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not asked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>took %1 ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PartModel</name>
    <message>
        <source>Crash file</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RecentModel</name>
    <message>
        <source>%1, %2, %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, file is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is no longer there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RegisterModel</name>
    <message>
        <source>not recovered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Register %1, not recovered for this frame</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Register %1, %2, %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Register</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Points to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, in the address of the fault</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RegisterRows</name>
    <message>
        <source>stack + %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stack of thread %1 + %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unmapped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>guard page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mapped memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>null</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>null + %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>saved memory</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ReportHeader</name>
    <message numerus="yes">
        <source>%n module(s) missing</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n module(s) of another build</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>minidump</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>core file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Apple crash report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Apple .ips report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>native event</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JavaScript event</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JVM event</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>thread %1 “%2”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>thread %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 % of frames</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SourceDocument</name>
    <message numerus="yes">
        <source>%n inlined</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>from the report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from source bundle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from a similar path in the source bundle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from debug file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from source link</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by path mapping</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>frame %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>frame %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StackLayout</name>
    <message numerus="yes">
        <source>%n more frame(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Frame %1 was found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Frames %1–%2 were found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 by scanning the stack. Some may be wrong.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 by scanning the stack: %2 has no usable unwind information here. Some may be wrong.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No frame belongs to the application, so the full stack is shown.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StackModel</name>
    <message>
        <source>#</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Function</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Module</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Location</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trust</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Module offset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mangled name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Full path</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StreamModel</name>
    <message>
        <source>%1 (%2), %3 bytes at %4, %5</source>
        <extracomment>a stream read as one sentence: type and number, size, offset, status</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>#</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Vendor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Status</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StreamRows</name>
    <message>
        <source>read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it says is part of the report.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>duplicate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another stream of this type was read instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It could not be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its type is not known; nothing of it is part of the report.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its type is known; nothing of it is part of the report.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file holds %1 of its %2 bytes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This minidump lists no streams.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This core file has no notes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An Apple crash report is text and has no streams.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only minidumps and core files have streams.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ThreadModel</name>
    <message numerus="yes">
        <source>%n thread(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 · %n identical stack(s) folded</source>
        <extracomment>%1 is &quot;17 threads&quot;</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1 ×%2</source>
        <extracomment>a thread&apos;s name and how many threads have the same stack</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>#</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top function</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thread ID</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Frames</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ThreadRows</name>
    <message>
        <source>Thread %1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, crashed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, in %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>thread %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>wrote the dump</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Why</name>
    <message numerus="yes">
        <source>%n frame(s) of this stack need it.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Its build is known, but none of your %n source(s) has it.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is fully symbolicated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking for the debug file of %1…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was not looked up: downloads are off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The address lies outside every loaded module</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 carries no build identifier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was not looked up because no frame needed it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No source is set up for %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A server refused access to the file of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The debug file of %1 could not be downloaded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The debug file of %1 took too long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The downloaded file of %1 is damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only a different build of %1 was found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The debug file of %1 was not found earlier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No debug file for %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The debug data of %1 could not be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The debug file of %1 is of the wrong kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The debug file of %1 could not be used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The debug file of %1 has no entry for this address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was found, but was built without debug information</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This frame may not be real</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its build is known, but no source of debug files is set up.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The value was found by scanning the stack and points into a function, which may be left over from an earlier call.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its debug file was found and belongs to this build.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offline mode is on, so only local files were looked at.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No loaded module covers it: generated code, an unloaded library or a corrupted stack.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without an identifier no source can be asked. A file you choose by hand cannot be verified.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No frame lies in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files with this name exist, but their identifiers differ from the one in the report.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An earlier look-up did not find it and the answer is still remembered. Retry asks again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The address lies in a gap between the functions of the debug file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only its symbol table is in it: names may be wrong, lines are unknown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Neither functions nor lines are in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Debug id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Code id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>faultline::ui::ActionRegistry</name>
    <message>
        <source>Open a report first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a frame first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a frame that lies in a module</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is running</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>faultline::ui::ActivityView</name>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear finished</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Activity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is running. Downloads and jobs appear here.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>faultline::ui::AddSourceDialog</name>
    <message>
        <source>Browse…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder on this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Symbol server (HTTP)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind of source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder or address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as shown in Why?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Location</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Any: a build folder, searched by id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>debuginfod (build-id paths)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Microsoft symbol store</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Microsoft symbol store, two-level index</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SSQP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Native (per platform)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unified</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Slash symbols</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter the server&apos;s address.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The address starts with http:// or https:// and names a host.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no such folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server is sent the file name and build id of each module that a report needs, nothing else.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files are read where they are and matched by their ids.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder of Debug Files</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>faultline::ui::DetailsView</name>
    <message>
        <source>Crash details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Facts about the crash appear here when a report is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the report…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This file says nothing about the crash itself.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>faultline::ui::DropTarget</name>
    <message>
        <source>Drop a crash file here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Minidump, core file, Apple crash report, event JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a crash file</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>faultline::ui::LogView</name>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing has been logged. Failed look-ups and warnings appear here.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>faultline::ui::MainWindow</name>
    <message>
        <source>Open reports</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>could not be opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>holds several crash files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Faultline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 — Faultline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 — %2 — Faultline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stack copied as Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stack copied as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Modules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Registers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Raw streams</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Activity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking again for what is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fetching the files of all modules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open Crash File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Crash files (*.dmp *.mdmp *.core *.crash *.ips *.json *.envelope *.txt *.uecrash *.zip *.gz *.zst *.xz *.lz4)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Locate Debug File for %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source “%1” added</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stack copied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is no longer there: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No file has been opened yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear List</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About Faultline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt;b&gt;Faultline %1&lt;/b&gt;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens a crash and shows what really happened.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>faultline::ui::ModulesView</name>
    <message>
        <source>Modules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Modules appear here when a report is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading modules…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This file lists no modules.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No module is on a stack yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All modules are shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide unreferenced</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n unreferenced module(s) hidden</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Explain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Locate File…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy Debug ID</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy Code ID</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy Path</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>faultline::ui::PartsPage</name>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Crash files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the selected crash files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; holds %2. Which do you want to open?</source>
        <extracomment>%1 is a file&apos;s name</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n crash file(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::RawView</name>
    <message>
        <source>Streams</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bytes of the stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n stream(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>The streams of a minidump appear here when a report is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading streams…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2): %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The bytes of %1 lie outside the file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has no bytes.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>faultline::ui::RegistersView</name>
    <message>
        <source>Registers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>frame %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Registers appear here when a native report is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading registers…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No registers are known for frame %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This thread was saved without registers.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>faultline::ui::ReportPage</name>
    <message>
        <source>Open another file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Retry</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>faultline::ui::ReportSession</name>
    <message>
        <source>%1 is damaged and cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is no kind of crash file that Faultline knows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 may not be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opening %1 was cancelled.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 could not be opened.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>faultline::ui::ReportView</name>
    <message>
        <source>Open…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>faultline::ui::ShortcutsDialog</name>
    <message>
        <source>Shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>faultline::ui::SourceEditor</name>
    <message>
        <source>%1, line %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>faultline::ui::SourceStrip</name>
    <message>
        <source>%1, context only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>✓ checksum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>▲ file differs from the build&apos;s source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>checksum matches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>file differs from the build&apos;s source</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>faultline::ui::SourceView</name>
    <message>
        <source>Source lines appear here when a report is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking for &lt;b&gt;%1&lt;/b&gt;…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the report…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a frame to see its source.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No line information for %1: it lies in no module.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Locate debug file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No line information for %1: no debug file for &lt;b&gt;%2&lt;/b&gt; was found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No line information for %1: the files for &lt;b&gt;%2&lt;/b&gt; do not tell.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Retry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add source…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The text of &lt;b&gt;%1&lt;/b&gt; can be downloaded from %2. Nothing was sent to it yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line %1 of &lt;b&gt;%2&lt;/b&gt; is known, but the file&apos;s text was not found.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>faultline::ui::StackView</name>
    <message>
        <source>Stack</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Most relevant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Frames of the application; long runs of system frames fold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Full</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every frame and inline frame</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Raw</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Addresses as the walk found them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Newest first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Oldest first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The stack appears here when a report is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the report…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Walking the stack…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This file lists no threads, so no stack is known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No frames are known for &lt;b&gt;%1&lt;/b&gt;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why No Symbols?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Locate Debug File…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Retry Now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy Stack as Text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy Stack as Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy Stack as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy Function</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy Address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy Module Offset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy Path and Line</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>faultline::ui::StartPage</name>
    <message>
        <source>Faultline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a crash and see what really happened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files you open appear here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add source…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set up symbols</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a source of debug files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+O opens a file
Ctrl+Shift+C copies the stack as Markdown
F5 looks again for missing files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No source of debug files is set up.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n source(s) of debug files set up.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing contacts the network until you add a server. A server is sent the file name and build id of each module it is asked for, nothing else.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>faultline::ui::StatusStrip</name>
    <message>
        <source>Offline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transfer progress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is downloaded. Click to go online.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size of text and rows. Click for 100 %.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 % of frames</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n transfer(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Cache %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom %1 percent</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>faultline::ui::SummaryBar</name>
    <message>
        <source>Reading %1…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 at %2, %3, signature %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <extracomment>%1 is the reason of a crash, %2 an address</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>signature %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>faultline::ui::ThreadsView</name>
    <message>
        <source>Threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Threads appear here when a report is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading threads…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This file lists no threads.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>faultline::ui::WhyCard</name>
    <message>
        <source>Locate file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add source…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Retry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go online</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Also: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>faultline::ui::WhyView</name>
    <message>
        <source>Identifiers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was tried</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was tried: no source could be asked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is missing and how to get it appears here when a report is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the report…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a frame to see where its symbols come from.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was tried · %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>faultline::ui::Workspace</name>
    <message>
        <source>Threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Crash details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Registers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Modules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Raw streams</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Activity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Opens crashes and shows what really happened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Crash files to open.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
