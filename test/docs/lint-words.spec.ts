import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const script = fileURLToPath(new URL('../../../scripts/lint-words.mjs', import.meta.url));

/** Lays the files out in a folder of their own and lints them. */
function lint(files: Record<string, string>): { status: number | null; problems: string[] } {
  const root = mkdtempSync(join(tmpdir(), 'lint-words-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const { status, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
    return { status, problems: stderr.split('\n').slice(0, -1) };
  } finally {
    rmSync(root, { recursive: true });
  }
}

describe('the lint for words', () => {
  it('names file, line, word and what to write instead', () => {
    const files = {
      'README.md': '# Title\n\nFor schools.\n',
      'docs/page.md': 'It waits for `held()`.\n',
      'src/contexts/groups/group.service.ts': "uow.recordQuietly(id);\nthrow new Error('an unconfirmed caller');\n",
    };
    expect(lint(files)).toEqual({
      status: 1,
      problems: [
        'README.md:3: "schools": write organization',
        'docs/page.md:1: "held()": write lockedByAnother()',
        'src/contexts/groups/group.service.ts:1: "recordQuietly": write recordWithoutEvent',
        'src/contexts/groups/group.service.ts:2: "unconfirmed": write accessState',
        '4 replaced word(s)',
      ],
    });
  });

  it('names the JSON path of a text of the OpenAPI document, and passes over names and examples', () => {
    const operation = {
      summary: 'List groups',
      description: 'Groups of the school.',
      operationId: 'list_school_groups',
    };
    const document = { info: { title: 'API' }, paths: { '/groups': { get: operation } }, example: 'school' };
    expect(lint({ 'openapi.json': JSON.stringify(document) }).problems).toEqual([
      'openapi.json #/paths/~1groups/get/description: "school": write organization',
      '1 replaced word(s)',
    ]);
  });

  it('lets the demo have a school, the glossary name the replaced words, and prose admit things', () => {
    const files = {
      'src/demo/demo-data.ts': '/** Loads the demo school. */\n',
      'docs/glossary.md': '- **organization**: the tenant. Not: school.\n',
      'docs/page.md': 'We admit that the rows were held (locked).\n',
    };
    expect(lint(files)).toEqual({ status: 0, problems: [] });
  });

  it('catches the former policy method', () => {
    expect(lint({ 'src/kernel/target.ts': 'policy.admit(scope, id);\n' }).problems[0]).toBe(
      'src/kernel/target.ts:1: "admit": write authorize, authorizeTarget',
    );
  });

  it.each(['/** Who waits. */', '  // Of the enrollment.', '/**\n * What a read takes.\n */', '/** Whose rows. */'])(
    'refuses a comment of the sources that begins without its subject: %j',
    (comment) => {
      expect(lint({ 'src/kernel/work/scope.ts': `${comment}\n` })).toMatchObject({ status: 1 });
    },
  );

  it('refuses a participle as a name, which says nothing of the value', () => {
    expect(lint({ 'src/kernel/work/scope.ts': 'const known = forms.get(entity);\n' }).problems[0]).toBe(
      'src/kernel/work/scope.ts:1: "const known": write what the value is',
    );
  });

  it('lets a comment say who waits and what it is about', () => {
    const files = {
      'src/kernel/work/scope.ts':
        '/** The owner says who waits. */\nconst text = "What now?"; // a list of what is open\n',
      'docs/page.md': 'What is open stays open.\n',
    };
    expect(lint(files)).toEqual({ status: 0, problems: [] });
  });
});
