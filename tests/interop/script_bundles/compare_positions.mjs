// Looks random positions of real bundles up with Faultline and with @jridgewell/trace-mapping:
//   node compare_positions.mjs PATH/TO/faultline [POSITIONS]
import fs from 'node:fs';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import esbuild from 'esbuild';
import rollupCommonjs from '@rollup/plugin-commonjs';
import rollupJson from '@rollup/plugin-json';
import rollupResolve from '@rollup/plugin-node-resolve';
import swc from '@swc/core';
import webpack from 'webpack';
import { rollup } from 'rollup';
import { FlattenMap, decodedMappings, originalPositionFor } from '@jridgewell/trace-mapping';
import { minify } from 'terser';

const faultline = process.argv[2];
const wanted = Number(process.argv[3] ?? 20000);
const packages = ['@babel/core', 'terser', 'browserslist', 'acorn', '@jridgewell/trace-mapping', 'enhanced-resolve'];
let seed = 20261122;

function random(below) {
  seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
  return seed % below;
}

function byWebpack(file) {
  const output = { path: path.resolve('real'), filename: `${file}.webpack.js` };
  return new Promise((done, failed) => {
    webpack({ entry: path.resolve(`real/${file}_entry.cjs`), mode: 'production', devtool: 'source-map', target: 'node', output,
              externals: [/^@babel.preset-typescript/], externalsType: 'commonjs' },
            (error, stats) => (error || stats.hasErrors() ? failed(error ?? new Error(stats.toString())) : done()));
  });
}

async function byRollup(file) {
  const plugins = [rollupResolve({ preferBuiltins: true }), rollupJson(), rollupCommonjs({ transformMixedEsModules: true, ignoreDynamicRequires: true })];
  const bundle = await rollup({ input: `real/${file}_entry.cjs`, plugins, onwarn() {} });
  await bundle.write({ file: `real/${file}.rollup.js`, format: 'cjs', sourcemap: true });
}

// Packages have maps of their own, which Faultline would follow, too.
function cutSteps(file) {
  const map = JSON.parse(fs.readFileSync(file, 'utf8'));
  map.sourcesContent = map.sourcesContent.map((text) => text?.replace(/\/\/# sourceMappingURL=.*/g, '') ?? null);
  fs.writeFileSync(file, JSON.stringify(map));
}

async function makeBundles() {
  fs.mkdirSync('real', { recursive: true });
  for (const name of packages) {
    const file = name.replace(/\W+/g, '_');
    fs.writeFileSync(`real/${file}_entry.cjs`, `module.exports = require(${JSON.stringify(name)});`);
    const options = { entryPoints: [`real/${file}_entry.cjs`], bundle: true, platform: 'node', sourcemap: true, logLevel: 'silent',
                      external: ['@babel/preset-typescript', '@babel/preset-typescript/package.json'] };
    await esbuild.build({ ...options, minify: true, outfile: `real/${file}.esbuild.min.js` });
    await esbuild.build({ ...options, outfile: `real/${file}.esbuild.js` });
    const code = fs.readFileSync(`real/${file}.esbuild.js`, 'utf8');
    const content = fs.readFileSync(`real/${file}.esbuild.js.map`, 'utf8');
    const small = await minify({ 'x.js': code }, { sourceMap: { content, url: `${file}.terser.js.map` } });
    fs.writeFileSync(`real/${file}.terser.js`, small.code);
    fs.writeFileSync(`real/${file}.terser.js.map`, small.map);
    // Without its reference: Faultline would follow the map of the first step, too.
    const other = await swc.minify(code.replace(/^\/\/# sourceMappingURL=.*/m, ''), { sourceMap: true });
    fs.writeFileSync(`real/${file}.swc.js`, `${other.code}\n//# sourceMappingURL=${file}.swc.js.map\n`);
    fs.writeFileSync(`real/${file}.swc.js.map`, other.map);
    await byRollup(file);
    await byWebpack(file);
    for (const tool of ['rollup', 'webpack']) cutSteps(`real/${file}.${tool}.js.map`);
  }
}

// Where both have the same rule: not at a call's parenthesis or a template without a mapping of its own, and not before the first mapping
// of a line, where Faultline takes the next one (docs/spec/javascript.md §7.2).
function isComparable(line, segments, column) {
  let count = 0;
  for (let high = segments.length; count < high;) {
    const middle = (count + high) >> 1;
    if (segments[middle][0] <= column) count = middle + 1;
    else high = middle;
  }
  if (count === 0) return false;
  return segments[count - 1][0] === column || (line[column] !== '(' && line[column] !== '`');
}

function choosePositions(code, map) {
  const lines = code.split('\n');
  const decoded = decodedMappings(map);
  const starts = [0];
  for (const line of lines) starts.push(starts.at(-1) + line.length + 1);
  const positions = [];
  while (positions.length < wanted) {
    const offset = random(code.length);
    let line = 0;
    for (let high = lines.length; high - line > 1;) {
      const middle = (line + high) >> 1;
      if (starts[middle] <= offset) line = middle;
      else high = middle;
    }
    const column = offset - starts[line];
    if (column < lines[line].length && isComparable(lines[line], decoded[line] ?? [], column)) positions.push({ line: line + 1, column });
  }
  return positions;
}

await makeBundles();
let different = 0;
for (const file of fs.readdirSync('real').filter((name) => name.endsWith('.js'))) {
  const script = path.resolve('real', file);
  const map = new FlattenMap(fs.readFileSync(`${script}.map`, 'utf8'));
  const positions = choosePositions(fs.readFileSync(script, 'utf8'), map);
  fs.writeFileSync('positions.txt', `Error\n${positions.map(({ line, column }) => `    at f (${script}:${line}:${column + 1})`).join('\n')}\n`);
  const result = spawnSync(faultline, ['symbolicate', 'positions.txt', '--symbols', 'real', '--offline', '--format', 'json'],
                           { encoding: 'utf8', maxBuffer: 1 << 30 });
  const rows = JSON.parse(result.stdout).stacktraces[0].frames;
  const isSame = (row, { line }, original) =>
    original.source === null ? row.lineno === line : row.lineno === original.line && row.faultline.column === original.column + 1;
  const wrong = positions.filter((position, index) => !isSame(rows[index], position, originalPositionFor(map, position)));
  different += wrong.length;
  console.log(file, `${positions.length} positions, ${wrong.length} differ`);
}
console.log(`${different} differ in all`);
process.exitCode = different === 0 ? 0 : 1;
