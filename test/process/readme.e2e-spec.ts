import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Workplace } from '../support/service-process.js';

const readme = readFileSync(fileURLToPath(new URL('../../../README.md', import.meta.url)), 'utf8');
const REQUESTS = /```sh\n(demo\(\)[\s\S]*?)```/;

const place = new Workplace();
let port: string;

beforeAll(async () => {
  await place.prepare('demo');
  port = new URL((await place.serve()).url).port;
});

afterAll(() => place.clear());

/** Runs the three requests as they stand; returns what they print. */
function requests(): string {
  const [, script = ''] = REQUESTS.exec(readme) ?? [];
  const env = { ...process.env, DATA_DIR: place.dataDir, PORT: port };
  return execFileSync('bash', ['-euo', 'pipefail', '-c', script], { env, encoding: 'utf8' });
}

describe('the README', () => {
  it('has three requests that work as they stand, and replay when they are sent again', () => {
    const [first, second] = [requests(), requests()];
    for (const answers of [first, second]) {
      expect(answers.match(/"success":true/g)).toHaveLength(3);
      expect(answers).toContain('"rhythm":');
      expect(answers).toContain('"title":"Call about the diary"');
    }
    expect(first.match(/"replayed":(true|false)/g)).toEqual(['"replayed":false', '"replayed":false']);
    expect(second.match(/"replayed":(true|false)/g)).toEqual(['"replayed":true', '"replayed":true']);
  });

  it('is read in a few minutes', () => {
    expect(readme.split('\n').length).toBeLessThanOrEqual(120);
  });
});
