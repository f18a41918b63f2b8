import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';

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

describe('a process whose log nobody reads any more', () => {
  /** Logs so many lines in one turn and ends in the given way, once its standard error has no reader. */
  async function endOf(exit: string): Promise<number | null> {
    const program = `import(process.argv[1]).then(({ createLogger, exitAfterLog }) => process.stdin.once('data', async () => {
      const logger = createLogger('info');
      for (let line = 0; line < 100; line += 1) logger.info({ msg: 'x'.repeat(3_000) });
      ${exit}
    }))`;
    const child = spawn(process.execPath, ['-e', program, logging], { stdio: ['pipe', 'ignore', 'pipe'] });
    const ended = once(child, 'exit');
    child.stderr.destroy();
    await once(child.stderr, 'close');
    child.stdin.write('now');
    const stuck = setTimeout(() => child.kill('SIGKILL'), 10_000);
    const [code] = (await ended) as [number | null];
    clearTimeout(stuck);
    return code;
  }

  it.each(['process.exit(3)', 'await exitAfterLog(3)'])('ends by %s', async (exit) => {
    expect(await endOf(exit)).toBe(3);
  });
});

it('all lines are written before the exit, also to a reader that is slow', async () => {
  const program = `import(process.argv[1]).then(async ({ createLogger, exitAfterLog }) => {
    const logger = createLogger('info');
    for (let line = 0; line < 200; line += 1) logger.info({ line, msg: 'x'.repeat(3_000) });
    await exitAfterLog(0, 30_000);
  })`;
  const child = spawn(process.execPath, ['-e', program, logging], { stdio: ['ignore', 'ignore', 'pipe'] });
  await delay(300);
  const lines = (await text(child.stderr)).trim().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { line: number }).line)).toEqual(lines.map((_, index) => index));
  expect(lines).toHaveLength(200);
});
