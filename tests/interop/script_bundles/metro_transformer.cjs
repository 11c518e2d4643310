// Metro compiles each module with this: to ES5 for Hermes, which knows no classes, else to what Node runs.
const babel = require('@babel/core');

exports.transform = ({ filename, src, plugins, options }) => {
  const targets = { node: options.minify ? '14' : '4' };
  const { ast, metadata } = babel.transformSync(src, { ast: true, code: false, babelrc: false, configFile: false, filename, plugins,
    sourceType: 'unambiguous', presets: [['@babel/preset-env', { targets, modules: 'commonjs' }]] });
  return { ast, metadata };
};
