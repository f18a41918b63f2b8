import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { project } from './demo.js';

it('the first code of the README runs, on the demo organization', async () => {
  const program = join(project, 'compiled', 'readme-use.js');
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [program], { cwd: project });
  assert.equal(stderr, '');
  assert.match(stdout, /rhythm/);
  assert.match(stdout, /^[0-9a-f-]{36} false [0-9a-f-]{36}$/m);
  assert.match(stdout, /^ready name;grade/m);
  assert.match(stdout, /^not_found 404 /m);
});
