// How `npm run arch` finds the source of an import `#room/…`: package.json names the compiled file, the rules judge sources.
const { join } = require('node:path');
const { imports } = require('./package.json');

const COMPILED = /^\.\/dist\/(src\/[^/]+)\/\*$/;

const alias = Object.entries(imports).map(([name, target]) => {
  const source = COMPILED.exec(target)?.[1];
  if (source === undefined) throw new Error(`package.json: the import ${name} does not name a folder of dist/src`);
  return [name.replace('/*', ''), join(process.cwd(), source)];
});

module.exports = { resolve: { alias: Object.fromEntries(alias) } };
