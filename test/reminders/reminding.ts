import { afterEach, expect } from '@jest/globals';
import { runDueJobs } from '../support/run-job.js';
import type { School } from '../support/school.js';
import type { TestApp } from '../support/test-app.js';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

interface Answer<Data> {
  status: number;
  body: { data: Data };
}

export interface Fired {
  resourceType: string;
  resourceId: string;
  enrollmentId: string | null;
  dueAt: string;
  moment: string;
  firedAt: string | null;
  outcome: string;
}

/** Rules, a clock to be moved, and what fired. */
export function reminding(app: TestApp, school: School) {
  let shiftMs = 0;

  /** The clock goes on meanwhile. */
  function advance(byMs: number): void {
    shiftMs += byMs;
    app.moveClock(shiftMs);
  }

  afterEach(() => advance(-shiftMs));

  const look = (): Promise<void> => runDueJobs(school);
  const lookLater = (byMs: number): Promise<void> => {
    advance(byMs);
    return look();
  };
  const at = (inMs: number): Date => new Date(app.now().getTime() + inMs);
  const post = async (path: string, body: object = {}) => {
    const answer: Answer<{ id: string }> = await school.owner.client.post(path, body);
    expect([path, [200, 201]]).toEqual([path, expect.arrayContaining([answer.status])]);
    return answer.body.data;
  };
  const patch = async (path: string, body: object): Promise<void> =>
    expect((await school.owner.client.patch(path, body)).status).toBe(200);

  async function rule(signal: string, timing: object = { offsetMinutes: 0 }): Promise<string> {
    return (await post('/reminder-rules', { name: signal, signal, ...timing })).id;
  }

  /** The firings of a rule, oldest first. */
  async function firings(ruleId: string): Promise<Fired[]> {
    const answer: Answer<{ items: Fired[] }> = await school.owner.client.get(`/reminder-rules/${ruleId}/firings`);
    return answer.body.data.items.reverse();
  }

  /** The data of the events of a rule, oldest first. */
  async function events(ruleId: string): Promise<Record<string, string | null>[]> {
    const { rows } = await school.rows<{ data: Record<string, string | null> }>(
      `select data from events where organization_id = $1 and name = 'reminder.due' and data ->> 'reminderRuleId' = $2 order by id`,
      ruleId,
    );
    return rows.map(({ data }) => data);
  }

  /** The ids of the resources for which the rule has fired. */
  const fired = async (ruleId: string): Promise<string[]> =>
    (await firings(ruleId)).filter(({ outcome }) => outcome === 'fired').map(({ resourceId }) => resourceId);

  return { advance, at, events, fired, firings, look, lookLater, patch, post, rule };
}
