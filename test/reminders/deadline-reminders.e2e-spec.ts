import { describe, expect, it } from '@jest/globals';
import { useSchool } from '../support/use-school.js';
import { HOUR, MINUTE, reminding } from './reminding.js';

const { app, school } = useSchool();
const { at, events, fired, firings, lookLater, look, patch, post, rule } = reminding(app, school);

describe('a deadline', () => {
  it('fires once, at the moment before or after it, with its event and audit entry of nobody', async () => {
    const learner = await school.person();
    const cohort_id = await school.cohort();
    const enrollment_id = await school.enrollment({ cohort_id, member_id: learner.memberId });
    const [before, after] = [
      await rule('member_task.due', { offsetMinutes: -60 }),
      await rule('member_task.due', { offsetMinutes: 60 }),
    ];
    const due = at(2 * HOUR);
    const task = await school.task({ enrollment_id, due_at: due });
    await lookLater(59 * MINUTE);
    expect(await fired(before)).toEqual([]);
    await lookLater(MINUTE);
    await lookLater(MINUTE);
    expect(await fired(before)).toEqual([task]);
    expect(await fired(after)).toEqual([]);
    await lookLater(3 * HOUR);
    const moment = new Date(due.getTime() + HOUR).toISOString();
    expect(await firings(after)).toMatchObject([
      { resourceType: 'member_task', resourceId: task, enrollmentId: enrollment_id, dueAt: due.toISOString(), moment },
    ]);
    expect(await events(after)).toEqual([
      {
        ...{ reminderRuleId: after, signal: 'member_task.due', resourceType: 'member_task', resourceId: task },
        ...{ enrollmentId: enrollment_id, cohortId: cohort_id, memberId: learner.memberId },
        ...{ accountId: learner.accountId, moment, dueAt: due.toISOString() },
      },
    ]);
    const { rows } = await school.rows<{ target_type: string }>(
      `select target_type from audit_entries where organization_id = $1 and action = 'reminder.due' and actor_id is null`,
    );
    expect(rows).toEqual([{ target_type: 'reminder_firing' }, { target_type: 'reminder_firing' }]);
  });

  it('that was moved is a new one, and the old one does not fire any more', async () => {
    const id = await rule('member_task.due');
    const task = await school.task({ due_at: at(HOUR) });
    await lookLater(30 * MINUTE);
    await patch(`/member-tasks/${task}`, { dueAt: at(2 * HOUR).toISOString() });
    await lookLater(HOUR);
    expect(await fired(id)).toEqual([]);
    await lookLater(HOUR);
    expect(await fired(id)).toEqual([task]);
    await patch(`/member-tasks/${task}`, { dueAt: at(HOUR).toISOString() });
    await lookLater(HOUR);
    expect(await fired(id)).toEqual([task, task]);
  });

  it('fires where the task was published, or its deadline set, after the moment', async () => {
    const id = await rule('member_task.due', { offsetMinutes: -600 });
    await lookLater(HOUR);
    const published = await school.task({ due_at: at(10 * HOUR - 30 * MINUTE), status: 'draft' });
    const moved = await school.task({ due_at: at(30 * HOUR) });
    await look();
    await lookLater(10_000);
    expect(await fired(id)).toEqual([]);
    await post(`/member-tasks/${published}/publish`);
    await patch(`/member-tasks/${moved}`, { dueAt: at(9 * HOUR + 30 * MINUTE).toISOString() });
    await lookLater(10_000);
    expect((await fired(id)).sort()).toEqual([published, moved].sort());
  });

  it('does not fire for what is done, handed in, a draft, archived, or of an enrollment that is not active', async () => {
    const id = await rule('member_task.due');
    const due_at = at(HOUR);
    for (const status of ['draft', 'completed', 'archived']) await school.task({ due_at, status });
    for (const status of ['pending', 'paused', 'completed', 'withdrawn'])
      await school.task({ due_at, enrollment_id: await school.enrollment({ status }) });
    const { taskId } = await school.handedIn();
    await school.rows('update member_tasks set due_at = $2 where organization_id = $1 and id = $3', due_at, taskId);
    const task = await school.task({ due_at });
    await lookLater(2 * HOUR);
    expect(await fired(id)).toEqual([task]);
  });

  it('does not fire later for what was done or paused at the moment', async () => {
    const id = await rule('member_task.due');
    const [paused, working] = [await school.enrollment(), await school.enrollment()];
    await school.task({ enrollment_id: paused, due_at: at(HOUR) });
    const done = await school.task({ enrollment_id: working, due_at: at(HOUR) });
    await post(`/enrollments/${paused}/pause`, { reason: 'Holidays' });
    await post(`/member-tasks/${done}/complete`);
    await lookLater(2 * HOUR);
    // Something else of the paused enrollment is a change, too.
    await post(`/enrollments/${paused}/notes`, { body: 'Back on Monday' });
    await lookLater(MINUTE);
    expect(await fired(id)).toEqual([]);
    await post(`/enrollments/${paused}/resume`);
    await post(`/member-tasks/${done}/reopen`, { reason: 'Not complete' });
    await lookLater(MINUTE);
    expect(await fired(id)).toEqual([]);
  });

  it('is looked for in the program or the cohort of the rule', async () => {
    const [program_id, other] = [await school.program(), await school.program()];
    const cohorts = [
      await school.cohort({ program_id }),
      await school.cohort({ program_id }),
      await school.cohort({ program_id: other }),
    ];
    const tasks: string[] = [];
    for (const cohort_id of cohorts)
      tasks.push(await school.task({ due_at: at(HOUR), enrollment_id: await school.enrollment({ cohort_id }) }));
    const ofProgram = await rule('member_task.due', { offsetMinutes: 0, programId: program_id });
    const ofCohort = await rule('member_task.due', { offsetMinutes: 0, cohortId: cohorts[1] });
    await lookLater(HOUR);
    expect((await fired(ofProgram)).sort()).toEqual(tasks.slice(0, 2).sort());
    expect(await fired(ofCohort)).toEqual([tasks[1]]);
  });
});
