import { readdirSync } from 'node:fs';

const folder = new URL('list/', import.meta.url);
const lists = readdirSync(folder)
  .sort()
  .map(async (name) => (await import(new URL(name, folder))).default);

/**
 * All mutations in list/. `removes` describes what is lost when `from`, which occurs once in `file`, becomes `to`. The
 * tests with the `titles`, below `within`, in the file `tests` must fail.
 */
export const mutations = (await Promise.all(lists)).flat();
