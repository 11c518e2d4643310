// Symbolicates the stacks of make_bundles.mjs with Faultline and with @jridgewell/trace-mapping, and compares both with the truth:
//   node compare_stacks.mjs PATH/TO/faultline
// FAULTLINE_SCRIPT_PEER may name a program that is asked, too. Its input is a JSON list of stacks, callers first; each frame is
// {function, script, text, map, line, column}, without map where the frame is of the engine. Its output is the same list of
// {function, file, line}.
import fs from 'node:fs';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { FlattenMap, originalPositionFor } from '@jridgewell/trace-mapping';

const faultline = process.argv[2];
// Functions that compilers add for async functions, generators and classes.
const helper = /at (async )?(step|Object\.next|fulfilled|rejected|__awaiter|asyncGeneratorStep|Generator\.\S+|_next|_throw|_callSuper|new Promise|_regenerator\w*) ?[([]/;
// Hermes keeps the names of those that Babel adds.
const helperOfHermes = /at (asyncGeneratorStep|_next|_throw|_callSuper|_regenerator\w*) \(/;
// Here swc inlines one marked function into another, so that they share a frame; and Hermes calls the closures of Babel's helpers
// "anonymous", as it does those of the program, so that only a map could tell which frames are marked.
const unclear = new Set(['rollup_then_swc s02_ctor', 'metro_hermes s06_async', 'metro_hermes s07_generator']);
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
  const isHelper = (frame.includes('(address at ') ? helperOfHermes : helper).test(frame);
  return !isHelper && !/\(?node:|InternalBytecode|\(native\)/.test(frame) && !frame.endsWith('(<anonymous>)');
}

// The marked frames, in order, stand for the first frames of the program. Null is a frame of the engine.
function pairs({ frames, truth }) {
  const marked = truth.filter((mark) => mark !== null);
  const own = frames.map((frame, index) => ({ frame, index })).filter(({ frame }) => isOfProgram(frame));
  return own.slice(0, marked.length).map(({ frame, index }, at) => ({ frame, index, mark: marked[at] }));
}

// What Node printed, with the texts of the script and its map.
function parse(frame) {
  const place = /^\s+at (?:async )?(?:(.*?) \()?(?:address at )?((?:file:\/\/)?\/[^()]+):(\d+):(\d+)\)?$/.exec(frame);
  const script = place?.[2].replace('file://', '');
  if (!place || !fs.existsSync(script)) return { function: null, map: null };
  if (script.endsWith('.hbc')) { // Columns are offsets from 0 that Hermes prints plus one.
    const map = fs.readFileSync(`${script}.map`, 'utf8');
    return { function: place[1] ?? null, script, text: '', map, line: Number(place[3]), column: Number(place[4]) };
  }
  const text = fs.readFileSync(script, 'utf8');
  const url = [...text.matchAll(/\/\/# sourceMappingURL=(\S+)/g)].pop()[1];
  const map = url.startsWith('data:') ? Buffer.from(url.split(',')[1], 'base64').toString()
                                      : fs.readFileSync(path.join(path.dirname(script), url), 'utf8');
  return { function: place[1] ?? null, script, text, map, line: Number(place[3]), column: Number(place[4]) };
}

// A function has the name by which its caller calls it, as source-map-support names it.
function byTraceMapping(frames) {
  let caller = null;
  return frames.map(({ function: raw, map, line, column }) => {
    const place = map === null ? {} : originalPositionFor(new FlattenMap(map), { line, column: column - 1 });
    const row = { function: caller ?? raw, file: place.source, line: place.line };
    caller = place.name;
    return row;
  });
}

function byPeer(stacks) {
  const options = { input: JSON.stringify(stacks), encoding: 'utf8', maxBuffer: 1 << 28 };
  return JSON.parse(spawnSync(process.env.FAULTLINE_SCRIPT_PEER, [], options).stdout);
}

// `Ledger.fill` and `fill` are the same to a reader who knows the file.
function ownName(name) {
  return (name ?? '').replace(/^(new|get|set|async) /, '').split('.').pop();
}

function countRow(chain, who, row, mark) {
  const isPlaced = path.basename(row.file ?? '') === mark.file && row.line === mark.line;
  count(chain, `${who}: function, file and line`, isPlaced && row.function === mark.name);
  count(chain, `${who}: without the class`, isPlaced && ownName(row.function) === ownName(mark.name));
  count(chain, `${who}: file and line`, isPlaced);
  return isPlaced && row.function === mark.name;
}

const entries = JSON.parse(fs.readFileSync('cases.json', 'utf8')).filter(({ chain, scenario }) => !unclear.has(`${chain} ${scenario}`));
const stacks = entries.map(({ frames }) => frames.map(parse).reverse());
const others = { 'trace-mapping': stacks.map(byTraceMapping) };
if (process.env.FAULTLINE_SCRIPT_PEER) others.peer = byPeer(stacks);

entries.forEach((entry, number) => {
  const places = ['--symbols', entry.folder, '--symbols', 'sources', '--symbols', 'sources_js'];
  const result = spawnSync(faultline, ['symbolicate', `${entry.folder}/trace.txt`, ...places, '--offline', '--format', 'json'],
                           { encoding: 'utf8', maxBuffer: 1 << 28 });
  const rows = JSON.parse(result.stdout).stacktraces[0].frames;
  for (const { frame, index, mark } of pairs(entry)) {
    const { function: name, filename: file, lineno: line } = rows[index];
    if (!countRow(entry.chain, 'faultline', { function: name, file, line }, mark))
      console.log(entry.chain, entry.scenario, frame.trim(), 'is', mark, 'not', name, file, line);
    for (const [who, answers] of Object.entries(others)) countRow(entry.chain, who, answers[number].at(-1 - index), mark);
  }
});
for (const [chain, cells] of [...table].sort()) {
  console.log(chain);
  for (const [what, { right, all }] of Object.entries(cells)) console.log(`  ${what.padEnd(46)} ${right}/${all} (${((100 * right) / all).toFixed(1)} %)`);
}
