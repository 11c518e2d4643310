// The same jobs as bench_sourcemap with @jridgewell/trace-mapping: node trace_mapping.cjs MAP LINES COLUMNS COUNT. Parsing happens on the first look-up.
const fs = require('fs');
const { TraceMap, originalPositionFor } = require('@jridgewell/trace-mapping');

const [path, lines, columns, count] = process.argv.slice(2);
let seed = 1;
function random(below) {
  seed = (seed * 48271) % 2147483647;
  return seed % below;
}

let start = process.hrtime.bigint();
const map = new TraceMap(fs.readFileSync(path, 'utf8'));
originalPositionFor(map, { line: 1, column: 0 });
console.log(JSON.stringify({ job: 'parse', seconds: Number(process.hrtime.bigint() - start) / 1e9 }));
start = process.hrtime.bigint();
let found = 0;
for (let i = 0; i < Number(count); ++i) {
  if (originalPositionFor(map, { line: random(lines) + 1, column: random(columns) }).source !== null) found += 1;
}
console.log(JSON.stringify({ job: 'lookup', seconds: Number(process.hrtime.bigint() - start) / 1e9, items: found, rounds: Number(count) }));
