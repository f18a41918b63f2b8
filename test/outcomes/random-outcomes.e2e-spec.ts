import { expect, it } from '@jest/globals';
import { Dice } from '../support/dice.js';
import { useSchool } from '../support/use-school.js';

const { school } = useSchool();

interface Recorded {
  id: string;
  kind: string;
  value: number;
  measuredAt: string;
  voided: boolean;
}

const KINDS = ['baseline', 'target', 'reading'] as const;
const HOUR = 3_600_000;

/** The value that counts, read off the list of what was recorded, in the order of the recording. */
function counting(recorded: readonly Recorded[], kind: string): number | null {
  let last: Recorded | null = null;
  for (const entry of recorded) {
    if (entry.kind !== kind || entry.voided) continue;
    if (last === null || entry.measuredAt >= last.measuredAt) last = entry;
  }
  return last?.value ?? null;
}

it('the outcomes are those of a plain recount of what was recorded and voided, over random histories', async () => {
  const dice = new Dice(20_261_125);
  const { client } = school.owner;
  const now = school.app.now().getTime();
  const program_id = await school.program();
  const cohort_id = await school.cohort({ program_id });
  const measure = await school.outcomeMeasure({ program_id, min: null, max: null, decimals: 2 });
  for (let history = 0; history < 12; history += 1) {
    const enrollment = await school.enrollment({ cohort_id });
    const recorded: Recorded[] = [];
    for (let step = 0; step < 12; step += 1) {
      const value = (dice.below(2_001) - 1_000) / 100;
      const measuredAt = new Date(now - dice.below(5) * HOUR).toISOString();
      const body = { outcomeMeasureId: measure, kind: dice.pick(KINDS), value, measuredAt };
      const response = await client.post(`/enrollments/${enrollment}/outcome-entries`, body);
      const { id } = response.body.data as { id: string };
      recorded.push({ id, ...body, voided: false });
      const entry = dice.pick(recorded);
      if (!dice.chance(0.4) || entry.voided) continue;
      entry.voided = true;
      expect((await client.post(`/outcome-entries/${entry.id}/void`, { reason: 'Wrong' })).status).toBe(200);
    }
    const { items } = (await client.get(`/enrollments/${enrollment}/outcomes`)).body.data as {
      items: Record<string, { value?: number }>[];
    };
    const [baseline, target, latest] = KINDS.map((kind) => counting(recorded, kind));
    const shown = ['baseline', 'target', 'latest'].map((name) => items[0][name].value ?? null);
    expect(shown).toEqual([baseline, target, latest]);
    const change = latest === null || baseline === null ? undefined : Math.round((latest - baseline) * 100) / 100 + 0;
    expect(items[0].change.value).toBe(change);
    const achieved = latest === null || target === null ? undefined : latest >= target;
    expect(items[0].achieved.value).toBe(achieved);
  }
});
