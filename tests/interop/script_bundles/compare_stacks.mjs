// Symbolicates the stacks of make_bundles.mjs with Faultline and with @jridgewell/trace-mapping, and compares both with the truth:
//   node compare_stacks.mjs PATH/TO/faultline
import fs from 'node:fs';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { FlattenMap, originalPositionFor } from '@jridgewell/trace-mapping';

const faultline = process.argv[2];
// Functions that compilers add for async functions, generators and classes.
const helper = /at (async )?(step|Object\.next|fulfilled|rejected|__awaiter|asyncGeneratorStep|Generator\.\S+|_next|_throw|_callSuper|new Promise|_regenerator\w*) ?[([]/;
// Here swc inlines one marked function into another, so that they share a frame.
const inlined = new Set(['rollup_then_swc s02_ctor']);
const table = new Map();

function count(chain, what, isRight) {
  for (const row of [chain, 'all']) {
    if (!table.has(row)) table.set(row, {});
    const cell = (table.get(row)[what] ??= { right: 0, all: 0 });
    cell.all += 1;
    cell.right += isRight ? 1 : 0;
  }
}

function isOfProgram(frame) {
  return !helper.test(frame) && !/\(?node:/.test(frame) && !frame.endsWith('(<anonymous>)');
}

// The marked frames, in order, stand for the first frames of the program. Null is a frame of the engine.
function pairs({ frames, truth }) {
  const marked = truth.filter((mark) => mark !== null);
  const own = frames.map((frame, index) => ({ frame, index })).filter(({ frame }) => isOfProgram(frame));
  return own.slice(0, marked.length).map(({ frame, index }, at) => ({ frame, index, mark: marked[at] }));
}

function byTraceMapping(frame) {
  const place = /\(?((?:file:\/\/)?\/[^()]+):(\d+):(\d+)\)?$/.exec(frame);
  if (!place) return {};
  const script = place[1].replace('file://', '');
  const url = [...fs.readFileSync(script, 'utf8').matchAll(/\/\/# sourceMappingURL=(\S+)/g)].pop()[1];
  const map = url.startsWith('data:') ? Buffer.from(url.split(',')[1], 'base64').toString()
                                      : fs.readFileSync(path.join(path.dirname(script), url), 'utf8');
  return originalPositionFor(new FlattenMap(map), { line: Number(place[2]), column: Number(place[3]) - 1 });
}

for (const entry of JSON.parse(fs.readFileSync('cases.json', 'utf8'))) {
  if (inlined.has(`${entry.chain} ${entry.scenario}`)) continue;
  const places = ['--symbols', entry.folder, '--symbols', 'sources', '--symbols', 'sources_js'];
  const result = spawnSync(faultline, ['symbolicate', `${entry.folder}/trace.txt`, ...places, '--offline', '--format', 'json'],
                           { encoding: 'utf8', maxBuffer: 1 << 28 });
  const rows = JSON.parse(result.stdout).stacktraces[0].frames;
  for (const { frame, index, mark } of pairs(entry)) {
    const row = rows[index];
    const isPlaced = path.basename(row.filename) === mark.file && row.lineno === mark.line;
    const isRight = isPlaced && row.function === mark.name;
    count(entry.chain, 'function, file and line', isRight);
    count(entry.chain, 'file and line', isPlaced);
    if (!isRight) console.log(entry.chain, entry.scenario, frame.trim(), 'is', mark, 'not', row.function, row.filename, row.lineno);
    const other = byTraceMapping(frame);
    count(entry.chain, 'trace-mapping: file and line', path.basename(other.source ?? '') === mark.file && other.line === mark.line);
  }
}
for (const [chain, cells] of [...table].sort()) {
  const words = Object.entries(cells).map(([what, { right, all }]) => `${what} ${right}/${all} (${((100 * right) / all).toFixed(1)} %)`);
  console.log(chain.padEnd(22), words.join(', '));
}
