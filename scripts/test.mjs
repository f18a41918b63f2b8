#!/usr/bin/env node
// Builds what is stale and runs the tests: `npm test -- <paths and options of Jest>`. Leading arguments like NAME=value set
// environment variables, in every shell.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const SETTING = /^([A-Z_]+)=(.*)$/;
const args = process.argv.slice(2);
while (SETTING.test(args[0] ?? '')) {
  const [, name, value] = SETTING.exec(args.shift());
  process.env[name] = value;
}
const jest = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js'];
for (const command of [
  ['scripts/run.mjs', 'build'],
  [...jest, ...args],
]) {
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
