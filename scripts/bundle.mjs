// Bundles the compiled files and their packages into a few files in dist/service. Loading them takes about half the
// time of some eleven hundred modules (docs/performance.md).
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { copyDocument } from './document.mjs';

/** The programs of `node scripts/run.mjs <program>`. */
const PROGRAMS = ['main', 'cli', 'openapi', 'tour'];

/** Threads of the programs, by their compiled files. */
const THREADS = {
  'calendar-parsing': 'contexts/calendar-connections/parsing/parsing.worker.js',
};

/** Packages that are not bundled, as others load them by name at run time, which would create a second copy. */
const OUTSIDE = [
  // Patches a global, so it must be evaluated first.
  'reflect-metadata',
  // Loaded by name by Nest's module and TypeORM.
  'typeorm',
  'pg',
  // Optional dependencies.
  '@fastify/static',
  '@nestjs/microservices',
  '@nestjs/websockets',
];

/** Bundles the programs of a compiled checkout in the folder `root`. */
export async function bundle(root) {
  const dir = join(root, 'dist', 'service');
  rmSync(dir, { recursive: true, force: true });
  const joined = await rolldown({
    input: Object.fromEntries(
      [...PROGRAMS.map((name) => [name, `${name}.js`]), ...Object.entries(THREADS)].map(([name, file]) => [
        name,
        join(root, 'dist', 'src', file),
      ]),
    ),
    platform: 'node',
    external: (id) => OUTSIDE.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [ownAddresses(dir), ownCopies()],
  });
  // The names of classes are those of the document's schemas.
  await joined.write({ dir, format: 'esm', keepNames: true, sourcemap: true, sourcemapExcludeSources: true });
  await copyDocument(root);
  copyScalar(dir);
  copyConsole(join(root, 'console', 'built'), join(dir, 'console'));
}

/**
 * The script of the reference page, from the last version of this package for Node 20. The package @scalar/api-reference
 * itself has the same script, brings 270 others and asks for Node 22.
 */
function copyScalar(dir) {
  const script = new URL('./js/standalone.js', import.meta.resolve('@scalar/fastify-api-reference'));
  writeFileSync(join(dir, 'scalar.js.gz'), gzipSync(readFileSync(fileURLToPath(script)), { level: 9 }));
}

/** The console is built on its own, and its files are in the repository: see console/README.md. */
function copyConsole(from, to) {
  mkdirSync(join(to, 'assets'), { recursive: true });
  writeFileSync(join(to, 'index.html'), readFileSync(join(from, 'index.html')));
  for (const name of readdirSync(join(from, 'assets'))) {
    const bytes = gzipSync(readFileSync(join(from, 'assets', name)), { level: 9 });
    writeFileSync(join(to, 'assets', `${name}.gz`), bytes);
  }
}

/** import.meta.url keeps the value that it had before bundling. */
function ownAddresses(dir) {
  const transform = (code, path) => {
    if (!path.includes(join('dist', 'src')) || !code.includes('import.meta.url')) return undefined;
    const address = relative(dir, path).split(sep).join('/');
    return { code: code.replaceAll('import.meta.url', `new URL('${address}', import.meta.url).href`), map: null };
  };
  return { name: 'own addresses', transform };
}

/** What @nestjs/mapped-types loads by name: the bundled copy, which has the metadata of our classes. */
function ownCopies() {
  const loads = 'const require = createRequire(import.meta.url);';
  const names = ['class-validator', 'class-transformer', 'class-transformer/cjs/storage'];
  const transform = (code, path) => {
    if (!path.includes(join('@nestjs', 'mapped-types')) || !code.includes(loads)) return undefined;
    const imports = names.map(
      (name, n) => `import * as copy${n} from '${name}${name.endsWith('storage') ? '.js' : ''}';`,
    );
    const copies = `const copies = { ${names.map((name, n) => `'${name}': copy${n}`).join(', ')} };`;
    return {
      code: code.replace(loads, [...imports, copies, 'const require = (name) => copies[name];'].join('\n')),
      map: null,
    };
  };
  return { name: 'own copies', transform };
}
