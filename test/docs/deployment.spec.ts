import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { load } from 'js-yaml';

const read = (path: string): string => readFileSync(path, 'utf8');
const SETTINGS = [...read('.env.example').matchAll(/^(?:# )?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name);
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

type Settings = Record<string, string> & { '<<'?: Record<string, string> };
interface Compose {
  services: Record<string, { environment: Settings; volumes?: string[] }>;
}
const compose = load(read('compose.yaml')) as Compose;

describe('the files of a deployment', () => {
  it('start the same program with the same options', () => {
    const command = /^CMD (\[.*\])$/m.exec(read('Dockerfile'))?.[1] ?? '[]';
    const started = /^ExecStart=\/usr\/bin\/(.*)$/m.exec(read('deploy/delivery-service.service'))?.[1];
    expect((JSON.parse(command) as string[]).join(' ')).toBe(scripts['start:prod']);
    expect(started).toBe(scripts['start:prod']);
  });

  it('set only what the service reads', () => {
    const image = [...read('Dockerfile').matchAll(/^ENV (.*)$/gm)].flatMap(([, line]) => line.split(' '));
    const unit = [...read('deploy/delivery-service.service').matchAll(/^Environment=(.*)$/gm)].map(([, line]) => line);
    const set = [...image, ...unit].map((pair) => pair.split('=')[0]);
    for (const name of ['api', 'worker']) {
      const { '<<': shared = {}, ...own } = compose.services[name].environment;
      set.push(...Object.keys(shared), ...Object.keys(own));
    }
    expect(set).toEqual(expect.arrayContaining(['NODE_ENV', 'DATABASE_URL', 'MIGRATION_DATABASE_URL', 'SECRET_KEYS']));
    expect(set.filter((name) => !SETTINGS.includes(name))).toEqual([]);
  });

  it('tell workers of events past the pooler, which carries no notices', () => {
    for (const name of ['api', 'worker']) {
      const { '<<': shared = {}, ...own } = compose.services[name].environment;
      const { DATABASE_URL: url = '', NOTIFY_DATABASE_URL: direct } = { ...shared, ...own };
      expect(direct).toBe(url.replace('@pgbouncer:', '@postgres:'));
      expect(direct).not.toBe(url);
    }
  });

  it('copy into the image what is in the repository and is not left out of its context', () => {
    const listed = read('.dockerignore').split('\n');
    const taken = listed.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    for (const path of taken) expect([path, existsSync(path)]).toEqual([path, true]);
    const copies = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, list]) =>
      list.split(' '),
    );
    expect(copies).toContain('package-lock.json');
    for (const path of copies) {
      if (path === '.') continue;
      expect([path, existsSync(path), taken.includes(path)]).toEqual([path, true, true]);
    }
    // What the bundle reads besides the sources.
    for (const path of ['console/built', 'scripts', 'src']) expect(taken).toContain(path);
    // A stage copies only what the stage before it has made, or the packages.
    const made = [...read('Dockerfile').matchAll(/^COPY --from=\S+ \/app\/(\S+) /gm)].map(([, path]) => path);
    expect(made).toEqual(['node_modules', 'dist/service']);
  });

  it('give PostgreSQL the files that make the roles', () => {
    const mounted = (compose.services.postgres.volumes ?? []).flatMap(
      (volume) => /^\.\/([^:]+):/.exec(volume)?.[1] ?? [],
    );
    expect(mounted).toEqual(['deploy/roles.sql', 'deploy/postgres-init.sh']);
    for (const path of mounted) expect(read(path)).not.toBe('');
    const given = [...read('deploy/roles.sql').matchAll(/:'(\w+)'/g)].map(([, name]) => name);
    for (const name of given) expect(read('deploy/postgres-init.sh')).toContain(`-v ${name}="$${name.toUpperCase()}"`);
  });

  it('take what the build of an image needs, and nothing that is secret', () => {
    const taken = read('.dockerignore').split('\n');
    expect(taken[0]).toBe('**');
    const copied = [...read('Dockerfile').matchAll(/^COPY (package\S+(?: package\S+)*) \.\/$/gm)].flatMap(([, names]) =>
      names.split(' '),
    );
    const { include } = JSON.parse(read('tsconfig.json')) as { include: string[] };
    for (const name of [...copied, ...include, 'tsconfig.json', 'scripts']) expect(taken).toContain(`!${name}`);
    expect(taken.filter((line) => /env|data/i.test(line))).toEqual([]);
  });
});
