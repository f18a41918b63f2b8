import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';

const { subset } = createRequire(import.meta.url)('semver') as { subset: (range: string, of: string) => boolean };

interface Manifest {
  license: string;
  engines: { node: string };
}
interface Lockfile {
  packages: Record<string, { engines?: { node?: string } }>;
}
const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

describe.each(['.', 'clients/typescript', 'console'])('the package in %s', (folder) => {
  const { license, engines } = read(`${folder}/package.json`) as Manifest;

  it('promises no Node that one of its packages refuses', () => {
    const { packages } = read(`${folder}/package-lock.json`) as Lockfile;
    const refused = Object.entries(packages).filter(([, one]) => !subset(engines.node, one.engines?.node ?? '*'));
    expect(refused.map(([name, one]) => `${name}: ${one.engines?.node}`)).toEqual([]);
    expect(packages[''].engines).toEqual(engines);
  });

  it('has the licence that the owner has not chosen yet', () => {
    expect(license).toBe('UNLICENSED');
  });
});

it('the OpenAPI document has the same licence', () => {
  const { info } = read('openapi.json') as { info: { license: object } };
  expect(info.license).toEqual({
    name: expect.stringContaining('UNLICENSED'),
    url: 'https://docs.npmjs.com/cli/configuring-npm/package-json#license',
  });
});
