import { spawnSync } from 'node:child_process';
import { expect, it } from '@jest/globals';

const logging = new URL('../../src/runtime/logging.js', import.meta.url).href;

/** What a process of its own writes when its logger is given the entry. */
function logged(entry: object): string {
  const program = `import(process.argv[1]).then(({ createLogger }) => createLogger('info').info(JSON.parse(process.argv[2])))`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', program, logging, JSON.stringify(entry)], {
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
  return stderr;
}

it('a log line never shows what is named like a secret, at the top and one level below', () => {
  for (const name of ['secret', 'apiKey', 'key', 'password', 'authorization', 'x-api-key']) {
    const text = logged({ [name]: 'hidden-one', body: { [name]: 'hidden-two' }, path: '/groups' });
    expect(text).toContain('/groups');
    expect([name, text.includes('hidden')]).toEqual([name, false]);
  }
});
