// Hands the compiler's .js.map on to Jest unchanged, so that stack traces and code frames name the .ts file and line.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

function mapOf(filename) {
  const path = `${filename}.map`;
  if (!existsSync(path)) return null;
  const map = JSON.parse(readFileSync(path, 'utf8'));
  // Absolute, because Jest keeps the map in its cache, away from the sources it points at.
  return { ...map, sourceRoot: '', sources: map.sources.map((source) => resolve(dirname(filename), source)) };
}

export default {
  process: (code, filename) => ({ code, map: mapOf(filename) }),
  // A blank line added to the .ts changes the map but not the code: both belong to the key.
  getCacheKey: (code, filename) =>
    createHash('sha1')
      .update(`${filename}\0${code}\0${JSON.stringify(mapOf(filename))}`)
      .digest('hex'),
};
