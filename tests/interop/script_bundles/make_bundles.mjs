// Bundles every source of sources/ by every chain of tools, runs each with Node and writes cases.json: the frames that Node printed, and
// what each marked frame really is. Marks are comments in the sources ("//@a1 Ledger.post"), so no source map takes part in the truth.
import fs from 'node:fs';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import babel from '@babel/core';
import esbuild from 'esbuild';
import Metro from 'metro';
import metroMaps from 'metro-source-map';
import rollupTerser from '@rollup/plugin-terser';
import swc from '@swc/core';
import ts from 'typescript';
import webpack from 'webpack';
import * as vite from 'vite';
import { minify } from 'terser';
import { rollup } from 'rollup';

const typed = 'sources';
const plain = 'sources_js';
const scenarios = fs.readdirSync(typed).filter((file) => /^s\d+/.test(file)).map((file) => path.parse(file).name);
// Comments that a compiler drops are found by their line's text.
const lostMarks = {
  d3: { file: 's04_fields', pattern: /each\(values, \(v\)/, name: 'Screen.submit' },
  j3: { file: 's09_callbacks', pattern: /each\(input, function format/, name: 'pipeline' },
};

function write(folder, name, text) {
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, name), text);
}

function makePlainSources() {
  write(plain, 'package.json', '{"type":"module"}');
  for (const file of fs.readdirSync(typed)) {
    if (file.startsWith('entry')) continue;
    const text = fs.readFileSync(path.join(typed, file), 'utf8');
    const options = { target: 'ES2022', module: 'ES2022', removeComments: false };
    const output = ts.transpileModule(text, { compilerOptions: options }).outputText;
    write(plain, file.replace(/\.ts$/, '.js'), output.replace(/from '(\.\/[^']+)'/g, "from '$1.js'"));
  }
}

function entry(folder, scenario) {
  const extension = folder === typed ? 'ts' : 'js';
  const file = path.join(folder, `entry_${scenario}.${extension}`);
  fs.writeFileSync(file, `import { main } from './${scenario}${folder === typed ? '' : '.js'}';
Error.stackTraceLimit = 100;
(async () => {
  try {
    await main();
  } catch (e${folder === typed ? ': any' : ''}) {
    console.error(e.stack);
  }
})();
`);
  return file;
}

async function rolled(scenario) {
  return rollup({ input: entry(plain, scenario), onwarn() {} });
}

function byWebpack(mode, devtool) {
  return (scenario, folder) => new Promise((done, failed) => {
    const output = { path: path.resolve(folder), filename: 'app.cjs' };
    webpack({ entry: path.resolve(entry(plain, scenario)), mode, devtool, target: 'node', output },
            (error, stats) => (error || stats.hasErrors() ? failed(error ?? new Error(stats.toString())) : done()));
  });
}

function byEsbuild(options) {
  return (scenario, folder) => esbuild.build({ entryPoints: [entry(typed, scenario)], bundle: true, platform: 'node', sourcemap: true,
                                               outfile: `${folder}/app.js`, ...options });
}

function byTsc(target) {
  return async (scenario, folder) => {
    const options = { target: ts.ScriptTarget[target], module: ts.ModuleKind.CommonJS, sourceMap: true, outDir: folder, types: [],
                      lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'], downlevelIteration: true };
    ts.createProgram([entry(typed, scenario)], options).emit();
    fs.renameSync(`${folder}/entry_${scenario}.js`, `${folder}/app.js`);
    write(folder, 'package.json', '{"type":"commonjs"}');
  };
}

async function byBabel(scenario, folder) {
  entry(plain, scenario);
  for (const name of ['lib_a', 's01_class', scenario, `entry_${scenario}`]) {
    const result = await babel.transformFileAsync(`${plain}/${name}.js`, {
      presets: [['@babel/preset-env', { targets: { node: '4' }, modules: 'commonjs' }]],
      sourceMaps: true, compact: true, babelrc: false, configFile: false });
    write(folder, `${name}.js`, `${result.code}\n//# sourceMappingURL=${name}.js.map\n`);
    write(folder, `${name}.js.map`, JSON.stringify(result.map));
  }
  fs.renameSync(`${folder}/entry_${scenario}.js`, `${folder}/app.js`);
  write(folder, 'package.json', '{"type":"commonjs"}');
}

// Two steps whose maps nobody has joined.
async function byRollupThenTerser(scenario, folder) {
  const bundle = await rolled(scenario);
  await bundle.write({ file: `${folder}/step1.js`, format: 'es', sourcemap: true });
  const code = fs.readFileSync(`${folder}/step1.js`, 'utf8');
  const result = await minify({ 'step1.js': code },
                              { module: true, sourceMap: { filename: 'app.mjs', url: 'app.mjs.map', includeSources: true } });
  write(folder, 'app.mjs', result.code);
  write(folder, 'app.mjs.map', result.map);
}

async function bySwc(scenario, folder) {
  const bundle = await rolled(scenario);
  const { output: [chunk] } = await bundle.generate({ format: 'es', sourcemap: true });
  const result = await swc.minify(chunk.code, { module: true, mangle: true, compress: true,
                                                sourceMap: { filename: 'step1.mjs', content: chunk.map.toString() } });
  write(folder, 'app.mjs', `${result.code}\n//# sourceMappingURL=app.mjs.map\n`);
  write(folder, 'app.mjs.map', result.map);
}

async function byVite(scenario, folder) {
  await vite.build({ configFile: false, logLevel: 'silent', build: {
    outDir: folder, emptyOutDir: false, sourcemap: true, minify: true, target: 'es2020', ssr: entry(typed, scenario),
    rollupOptions: { output: { entryFileNames: 'app.mjs' } } } });
}

async function metroBundle(scenario, folder, minify) {
  const config = await Metro.loadConfig({ cwd: process.cwd() }, { projectRoot: process.cwd(), cacheStores: [], reporter: { update() {} } });
  const transformer = { ...config.transformer, babelTransformerPath: path.resolve('metro_transformer.cjs') };
  const serializer = { ...config.serializer, getModulesRunBeforeMainModule: () => [] };
  const options = { entry: entry(plain, scenario), platform: 'web', dev: false, minify, sourceMap: true, out: `${folder}/metro.js` };
  const { code, map } = await Metro.runBuild({ ...config, transformer, serializer, resolver: { ...config.resolver, useWatchman: false } }, options);
  for (const name of ['metro.js', 'metro.map']) fs.rmSync(`${folder}/${name}`, { force: true });
  return { code: code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, ''), map };
}

async function byMetro(scenario, folder) {
  const { code, map } = await metroBundle(scenario, folder, true);
  write(folder, 'app.js', `${code}\n//# sourceMappingURL=app.js.map\n`);
  write(folder, 'app.js.map', map);
  write(folder, 'package.json', '{"type":"commonjs"}');
}

// As React Native builds for Hermes: Metro joins the modules, Hermes compiles them to bytecode, and the two maps are composed.
const hermes = path.resolve('node_modules/hermes-engine-cli/linux64-bin/hermes');
async function byMetroAndHermes(scenario, folder) {
  const { code, map } = await metroBundle(scenario, folder, false);
  write(folder, 'main.js', `globalThis.console={log:print,error:print};${code}`);
  const compiled = spawnSync(hermes, ['-O', '-fno-inline', '-w', '-emit-binary', '-output-source-map', '-out', `${folder}/app.hbc`, `${folder}/main.js`], { encoding: 'utf8' });
  if (compiled.status !== 0) throw new Error(compiled.stderr);
  const maps = [map, fs.readFileSync(`${folder}/app.hbc.map`, 'utf8')].map((text) => JSON.parse(text));
  write(folder, 'app.hbc.map', JSON.stringify(metroMaps.composeSourceMaps(maps)));
}

// An index of maps: a line of another script in front.
async function byIndex(scenario, folder) {
  await byEsbuild({ minify: true, sourcemap: 'external' })(scenario, folder);
  const head = 'var prelude=1;\nvar more=prelude;';
  const map = JSON.parse(fs.readFileSync(`${folder}/app.js.map`, 'utf8'));
  const first = { version: 3, sources: ['prelude.js'], names: [], mappings: 'AAAA', sourcesContent: ['var prelude=1;'] };
  const sections = [{ offset: { line: 0, column: 0 }, map: first }, { offset: { line: 1, column: head.length - head.indexOf('\n') - 1 }, map }];
  write(folder, 'app.js', `${head}${fs.readFileSync(`${folder}/app.js`, 'utf8')}\n//# sourceMappingURL=app.js.map\n`);
  write(folder, 'app.js.map', JSON.stringify({ version: 3, sections }));
}

const chains = {
  esbuild_minified: byEsbuild({ minify: true }),
  esbuild_plain: byEsbuild({ target: 'es2018' }),
  esbuild_inline: byEsbuild({ minify: true, sourcemap: 'inline', target: 'es2018' }),
  esbuild_no_sources: byEsbuild({ minify: true, sourcesContent: false }),
  rollup: async (scenario, folder) => (await rolled(scenario)).write({ file: `${folder}/app.cjs`, format: 'cjs', sourcemap: true }),
  rollup_terser: async (scenario, folder) =>
    (await rolled(scenario)).write({ file: `${folder}/app.mjs`, format: 'es', sourcemap: true, plugins: [rollupTerser()] }),
  webpack: byWebpack('production', 'source-map'),
  webpack_development: byWebpack('development', 'source-map'),
  webpack_no_sources: byWebpack('production', 'nosources-source-map'),
  rollup_then_terser: byRollupThenTerser,
  rollup_then_swc: bySwc,
  tsc_es5: byTsc('ES5'),
  tsc_es2017: byTsc('ES2017'),
  babel_es5: byBabel,
  index_of_maps: byIndex,
  vite: byVite,
  metro: byMetro,
  metro_hermes: byMetroAndHermes,
};

function readMarks(folder) {
  const marks = {};
  for (const file of fs.readdirSync(folder)) {
    if (!/^(s\d+|lib)/.test(file)) continue;
    fs.readFileSync(path.join(folder, file), 'utf8').split('\n').forEach((text, index) => {
      const mark = /\/\/@(\w+) (.+)$/.exec(text);
      if (mark) marks[mark[1]] = { file, line: index + 1, name: mark[2] };
      for (const [id, lost] of Object.entries(lostMarks)) {
        if (path.parse(file).name === lost.file && lost.pattern.test(text)) marks[id] = { file, line: index + 1, name: lost.name };
      }
    });
  }
  return marks;
}

async function expectedOf(scenario) {
  const module = await import(pathToFileURL(path.resolve(plain, `${scenario}.js`)).href);
  return module.expected;
}

makePlainSources();
const marks = { [typed]: readMarks(typed), [plain]: readMarks(plain) };
const cases = [];
for (const [chain, make] of Object.entries(chains)) {
  const isTyped = /^(esbuild|tsc|index|vite)/.test(chain);
  for (const scenario of scenarios) {
    const folder = path.resolve('bundles', chain, scenario);
    fs.mkdirSync(folder, { recursive: true });
    await make(scenario, folder);
    const app = ['app.js', 'app.cjs', 'app.mjs', 'app.hbc'].map((name) => path.join(folder, name)).find((file) => fs.existsSync(file));
    const trace = app.endsWith('.hbc') ? spawnSync(hermes, ['-b', '-Xes6-promise', '-Xmicrotask-queue', app], { encoding: 'utf8' }).stdout
                                       : spawnSync('node', [app], { encoding: 'utf8' }).stderr;
    write(folder, 'trace.txt', trace);
    const truth = (await expectedOf(scenario)).map((id) => marks[isTyped ? typed : plain][id] ?? null);
    cases.push({ chain, scenario, folder, frames: trace.split('\n').filter((line) => /^\s+at /.test(line)), truth });
  }
}
fs.writeFileSync('cases.json', JSON.stringify(cases, null, 1));
console.log(`${cases.length} bundles`);
