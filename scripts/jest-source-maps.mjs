// Passes the compiler's .js.map to Jest unchanged, so that stack traces and code frames show the .ts file and line.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

function mapOf(filename) {
  const path = `${filename}.map`;
  if (!existsSync(path)) return null;
  const map = JSON.parse(readFileSync(path, 'utf8'));
  // Absolute, as Jest stores the map in its cache.
  return { ...map, sourceRoot: '', sources: map.sources.map((source) => resolve(dirname(filename), source)) };
}

export default {
  process: (code, filename) => ({ code, map: mapOf(filename) }),
  // The map may change without the code: the cache key includes both.
  getCacheKey: (code, filename) =>
    createHash('sha1')
      .update(`${filename}\0${code}\0${JSON.stringify(mapOf(filename))}`)
      .digest('hex'),
};
