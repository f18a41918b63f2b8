// Joins what was compiled with the packages it needs into a few files under dist/service. A start that reads those
// instead of some eleven hundred modules takes little more than half the time (docs/performance.md).
import { rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';

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

/** Joins the programs of a compiled checkout, whose folder is `root`. */
export async function bundle(root) {
  const dir = join(root, 'dist', 'service');
  rmSync(dir, { recursive: true, force: true });
  const joined = await rolldown({
    input: Object.fromEntries(PROGRAMS.map((name) => [name, join(root, 'dist', 'src', `${name}.js`)])),
    platform: 'node',
    external: (id) => OUTSIDE.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [ownAddresses(dir)],
  });
  await joined.write({ dir, format: 'esm', sourcemap: true, sourcemapExcludeSources: true });
}

/** A module that asks where it is gets the answer it had before it was joined. */
function ownAddresses(dir) {
  const transform = (code, path) => {
    if (!path.includes(join('dist', 'src')) || !code.includes('import.meta.url')) return undefined;
    const address = relative(dir, path).split(sep).join('/');
    return { code: code.replaceAll('import.meta.url', `new URL('${address}', import.meta.url).href`), map: null };
  };
  return { name: 'own addresses', transform };
}
