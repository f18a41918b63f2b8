import { describe, expect, it } from '@jest/globals';
import { migrations } from '../../migrations/list.js';
import { readPath, readSamples } from '../conformance/read-samples.js';
import { School } from '../support/school.js';
import { textsOf } from '../support/statement-log.js';
import { useApp } from '../support/use-school.js';
import { brokenRules, MIGRATION_RULES, STATEMENT_RULES, statementsIn } from './distributable.js';
import { preparedTexts } from './prepared-texts.js';

/** Statements that break a rule and work on Citus all the same, each with the reason. */
const EXCEPTIONS: Record<string, string> = {
  cockpit_plan_counting: 'Settings of the planner: on Citus the counts run without them.',
};

const app = useApp();

function broken(texts: Iterable<readonly [name: string, text: string]>): string[] {
  return [...texts].flatMap(([name, text]) => brokenRules(text, STATEMENT_RULES).map((rule) => `${name}: ${rule}`));
}

describe('what Citus refuses, sharded by organization, is in', () => {
  it('no statement that the service can prepare', () => {
    const texts = [...preparedTexts(app)];
    expect(texts.length).toBeGreaterThan(200);
    expect(broken(texts.filter(([name]) => !(name in EXCEPTIONS)))).toEqual([]);
    for (const name of Object.keys(EXCEPTIONS))
      expect(broken(texts.filter(([other]) => other === name))).toHaveLength(1);
  });

  it('no list that the service reads', async () => {
    const school = await School.open(app);
    for (const sample of readSamples) {
      const { operation } = sample;
      const path = readPath(sample, await sample.arrange(school));
      const sent = await textsOf(async () => {
        expect([operation.name, (await school.owner.client.get(path)).status]).toEqual([operation.name, 200]);
      });
      const known = new Set(preparedTexts(app).values());
      expect(broken([...sent].filter((text) => !known.has(text)).map((text) => [operation.name, text]))).toEqual([]);
    }
  });

  it('no function of the schema', async () => {
    const { rows } = await app.rows.query<{ name: string; source: string }>(
      `select proname as name, prosrc as source from pg_proc where pronamespace = 'public'::regnamespace`,
    );
    expect(rows.length).toBeGreaterThan(5);
    expect(
      broken(rows.flatMap(({ name, source }) => statementsIn(source).map((text) => [name, text] as const))),
    ).toEqual([]);
  });

  it('no migration', () => {
    expect(migrations.length).toBeGreaterThan(2);
    for (const Migration of migrations) {
      const { name } = Migration;
      expect([name, brokenRules(new Migration().sql, MIGRATION_RULES)]).toEqual([name, []]);
    }
  });
});

describe('the rule that finds', () => {
  it.each(STATEMENT_RULES)('%s', (rule, _, counterexample) => {
    expect(brokenRules(counterexample, STATEMENT_RULES)).toContain(rule);
  });

  it.each(MIGRATION_RULES)('%s', (rule, _, counterexample) => {
    expect(brokenRules(counterexample, MIGRATION_RULES)).toContain(rule);
  });
});
