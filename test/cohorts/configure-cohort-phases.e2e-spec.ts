import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { School } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { configureAs, expectRefusal, fullCohort } from './configuration.js';

describe('configuring the phases of a cohort, whose list is replaced as a whole,', () => {
  const { app, school } = useSchool();

  const configure = (cohortId: string, body: unknown, idempotencyKey?: string) =>
    configureAs(school, cohortId, body, idempotencyKey);
  const refused = (cohortId: string, body: object, field: string) => expectRefusal(school, cohortId, body, field);

  const shown = (response: { body: { data: { phases: { id: string; name: string; position: number }[] } } }) =>
    response.body.data.phases;

  it('keeps the identity of those named, adds those without an id, removes the rest', async () => {
    const { cohortId, phases } = await fullCohort(school);
    const response = await configure(cohortId, {
      phases: [
        { name: 'Kick-off', position: 1 },
        { id: phases[1].toUpperCase(), name: 'Practice', position: 5 },
      ],
    });
    expect(shown(response)).toEqual([
      { id: expect.any(String), name: 'Kick-off', position: 1, isCurrent: false },
      { id: phases[1], name: 'Practice', position: 5, isCurrent: true },
    ]);
    const added = shown(response)[0].id;
    expect(phases).not.toContain(added);
    const { audit } = await school.trail();
    expect(audit[0].changes).toEqual({
      phases: {
        from: [1, 2, 3].map((position) => ({ id: phases[position - 1], name: expect.any(String), position })),
        to: [
          { id: added, name: 'Kick-off', position: 1 },
          { id: phases[1], name: 'Practice', position: 5 },
        ],
      },
    });
    expect(shown(await configure(cohortId, {}))).toEqual(shown(response));
  });

  it('lets positions be swapped and rotated', async () => {
    const { cohortId, phases } = await fullCohort(school);
    const [first, second, third] = phases;
    const rotated = [first, second, third].map((id, index) => ({
      id,
      name: `P${index}`,
      position: [2, 3, 1][index],
    }));
    expect(shown(await configure(cohortId, { phases: rotated })).map(({ id }) => id)).toEqual([third, first, second]);
    const swapped = [second, first, third].map((id, index) => ({ id, name: `P${index}`, position: index + 1 }));
    expect(shown(await configure(cohortId, { phases: swapped })).map(({ id }) => id)).toEqual([second, first, third]);
  });

  it('gives the position of a removed phase to a new one', async () => {
    const { cohortId, phases } = await fullCohort(school);
    const list = [
      { name: 'New', position: 1 },
      { id: phases[1], name: 'Kept', position: 2 },
    ];
    expect(shown(await configure(cohortId, { phases: list })).map(({ name }) => name)).toEqual(['New', 'Kept']);
  });

  it('refuses to remove the current phase, also by an empty list', async () => {
    const { cohortId, phases } = await fullCohort(school);
    await refused(cohortId, { phases: [{ id: phases[0], name: 'Left', position: 1 }] }, 'phases');
    await refused(cohortId, { phases: [] }, 'phases');
  });

  it('clears the list when no phase is current', async () => {
    const cohortId = await school.cohort();
    await school.phase(cohortId, 1);
    expect(shown(await configure(cohortId, { phases: [] }))).toEqual([]);
  });

  it('refuses ids that are no phase of this cohort', async () => {
    const { cohortId, phases } = await fullCohort(school);
    const elsewhere = await school.phase(await school.cohort(), 1);
    const other = await School.open(app);
    const foreign = await other.phase(await other.cohort(), 1);
    const kept = { id: phases[1], name: 'Kept', position: 1 };
    for (const id of [randomUUID(), elsewhere, foreign]) {
      await refused(cohortId, { phases: [kept, { id, name: 'Unknown', position: 2 }] }, 'phases.1.id');
    }
  });

  it('refuses repeated ids and positions, ids in whatever case', async () => {
    const { cohortId, phases } = await fullCohort(school);
    const kept = { id: phases[1], name: 'Kept', position: 1 };
    await refused(
      cohortId,
      { phases: [kept, { id: phases[1].toUpperCase(), name: 'Twice', position: 2 }] },
      'phases.1.id',
    );
    await refused(cohortId, { phases: [kept, { name: 'Same place', position: 1 }] }, 'phases.1.position');
  });

  it('takes up to 50, and no more', async () => {
    const cohortId = await school.cohort();
    const list = (length: number) => Array.from({ length }, (_, n) => ({ name: `Phase ${n}`, position: n + 1 }));
    await refused(cohortId, { phases: list(51) }, 'phases');
    expect(shown(await configure(cohortId, { phases: list(50) }))).toHaveLength(50);
  });

  it('takes each of many lists sent at once as a whole', async () => {
    const cohortId = await school.cohort();
    const lists = Array.from({ length: 20 }, (_, n) =>
      [1, 2, 3].map((position) => ({ name: `List ${n}, ${position}`, position })),
    );
    const responses = await Promise.all(lists.map((phases) => configure(cohortId, { phases })));
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
    const last = shown(await configure(cohortId, {}));
    expect(responses.map((response) => response.body.data.phases as unknown)).toContainEqual(last);
  });
});
