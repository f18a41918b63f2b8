// Joins what was compiled with the packages it needs into a few files under dist/service. A start that reads those
// instead of some eleven hundred modules takes little more than half the time (docs/performance.md).
import { readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { build } from 'esbuild';

/** What is run by name: `node scripts/run.mjs <program>`. */
const PROGRAMS = ['main', 'cli', 'openapi', 'tour'];

/** What stays in its package. Each is there once: what others load by its name at run time must not be inside as well. */
const OUTSIDE = [
  // Extends a global, before anything else is evaluated.
  'reflect-metadata',
  // Nest's module and TypeORM itself load them by name.
  'typeorm',
  'pg',
  // Serves the files beside it.
  'swagger-ui-dist',
  // Asked for only by whoever has installed them.
  '@fastify/static',
  '@nestjs/microservices',
  '@nestjs/websockets',
];

// What is outside is required by packages in CommonJS.
const PREAMBLE = `import 'reflect-metadata';
import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(import.meta.url);`;

/** Joins the programs of a compiled checkout, whose folder is `root`. */
export async function bundle(root) {
  const outdir = join(root, 'dist', 'service');
  rmSync(outdir, { recursive: true, force: true });
  await build({
    entryPoints: PROGRAMS.map((name) => join(root, 'dist', 'src', `${name}.js`)),
    outdir,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    // Nest, TypeORM and the API document go by the names of classes.
    keepNames: true,
    sourcemap: true,
    sourcesContent: false,
    external: OUTSIDE,
    banner: { js: PREAMBLE },
    plugins: [ownAddresses(outdir)],
    logLevel: 'warning',
  });
}

/** A module that asks where it is gets the answer it had before it was joined. */
function ownAddresses(outdir) {
  const answer = ({ path }) => {
    const text = readFileSync(path, 'utf8');
    if (!text.includes('import.meta.url')) return undefined;
    const address = relative(outdir, path).split(sep).join('/');
    const contents = text.replaceAll('import.meta.url', `new URL('${address}', import.meta.url).href`);
    return { contents, resolveDir: dirname(path) };
  };
  return { name: 'own addresses', setup: ({ onLoad }) => onLoad({ filter: /[\\/]dist[\\/]src[\\/].*\.js$/ }, answer) };
}
