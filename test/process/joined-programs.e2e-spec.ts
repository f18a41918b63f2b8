import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { program, ready, Workplace } from '../support/service-process.js';

const folder = dirname(program('main'));
const place = new Workplace();

beforeAll(() => place.prepare('demo'));
afterAll(() => place.clear());

/** Loaded before the program: writes down, when the process ends, which files it took from packages. */
const WITNESS = `
  import { writeFileSync } from 'node:fs';
  import { createRequire } from 'node:module';
  const { cache } = createRequire('/');
  process.on('exit', () => writeFileSync('loaded.json', JSON.stringify(Object.keys(cache))));`;

/** The packages that these files belong to. */
function packagesOf(files: string[]): Set<string> {
  return new Set(files.flatMap((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []));
}

describe('the programs, joined with their packages', () => {
  it('load no package of ours beside the copy they hold: types and registers would be there twice', async () => {
    const maps = readdirSync(folder).filter((name) => name.endsWith('.map'));
    const inside = packagesOf(
      maps.flatMap((name) => (JSON.parse(readFileSync(join(folder, name), 'utf8')) as { sources: string[] }).sources),
    );
    const witness = `data:text/javascript,${encodeURIComponent(WITNESS)}`;
    const service = await ready(place.run(process.execPath, ['--import', witness, program('main')]));
    await fetch(`${service.url}/docs`);
    service.child.kill('SIGTERM');
    await service.ended;
    const beside = packagesOf(JSON.parse(readFileSync(join(place.folder, 'loaded.json'), 'utf8')) as string[]);

    const manifest = readFileSync(join(folder, '../../package.json'), 'utf8');
    const own = Object.keys((JSON.parse(manifest) as { dependencies: object }).dependencies);
    expect(own.filter((name) => inside.has(name))).toEqual(expect.arrayContaining(['@nestjs/core', 'rxjs']));
    expect(own.filter((name) => beside.has(name))).toEqual(expect.arrayContaining(['pg', 'typeorm']));
    expect(own.filter((name) => inside.has(name) && beside.has(name))).toEqual([]);
  });
});
