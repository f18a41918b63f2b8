import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RECORD, recordedShapes, withDeclared, type Recorded } from './event-shapes.js';

const program = fileURLToPath(new URL('record-event-shapes.js', import.meta.url));

function recordEventShapes(...args: string[]): { status: number | null; stderr: string } {
  return spawnSync(process.execPath, ['--no-warnings', program, ...args], { encoding: 'utf8' });
}

it('the recorded shapes of the events are what the code declares', () => {
  expect(recordEventShapes('--check')).toMatchObject({ status: 0, stderr: '' });
});

describe('npm run event-shapes', () => {
  let folder: string;
  let file: string;

  const recordWith = (change: (recorded: Recorded) => void): string => {
    const recorded = recordedShapes();
    change(recorded);
    const text = JSON.stringify(recorded);
    writeFileSync(file, text);
    return text;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'event-shapes-'));
    file = join(folder, 'shapes.json');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('records a new event; --check says that it is missing and writes nothing', () => {
    const text = recordWith((recorded) => Reflect.deleteProperty(recorded, 'group.created'));
    const check = recordEventShapes('--check', '--file', file);
    expect(check.status).toBe(1);
    expect(check.stderr).toContain('run `npm run event-shapes`');
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(recordEventShapes('--file', file)).toMatchObject({ status: 0, stderr: '' });
    expect(readFileSync(file, 'utf8')).toBe(readFileSync(RECORD, 'utf8'));
  });

  it('refuses a changed shape without a new version, and writes nothing', () => {
    const text = recordWith((recorded) => Reflect.deleteProperty(recorded['group.created'].at(-1) ?? {}, 'groupId'));
    const { status, stderr } = recordEventShapes('--file', file);
    expect([status, stderr]).toEqual([1, expect.stringContaining('group.created adds groupId to version')]);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});

describe('the recorded shapes', () => {
  const recorded: Recorded = { 'note.added': [{ noteId: 'string uuid' }] };
  const shape = { noteId: 'string uuid', authorId: 'string uuid' };
  const noteAdded = (version: number, fields: Record<string, string>) =>
    withDeclared(recorded, [{ name: 'note.added', version, shape: fields }]);

  it('get a new version with an added field after those that were sent', () => {
    const { shapes, breaches } = noteAdded(2, shape);
    expect(breaches).toEqual([]);
    expect(shapes).toEqual({ 'note.added': [{ noteId: 'string uuid' }, shape] });
  });

  it.each([
    ['an added field without a new version', 1, shape, 'note.added adds authorId to version 1: declare version 2'],
    ['a removed field, even in a new version', 2, {}, 'note.added removes or changes noteId: declare a new event'],
    ['a changed field', 1, { noteId: 'integer' }, 'note.added removes or changes noteId: declare a new event'],
    ['a skipped version', 3, shape, 'note.added declares version 3; its last recorded version is 1'],
  ])('refuse %s', (_, version, fields: Record<string, string>, message) => {
    const { shapes, breaches } = noteAdded(version, fields);
    expect(breaches).toEqual([expect.stringContaining(message)]);
    expect(shapes).toEqual(recorded);
  });

  it('refuse an event that does not begin with version 1, and one that is no longer declared', () => {
    const { breaches } = withDeclared(recorded, [{ name: 'note.removed', version: 2, shape: {} }]);
    expect(breaches).toEqual([
      'note.removed declares version 2; its last recorded version is 0',
      'note.added is recorded and no longer declared',
    ]);
  });
});
