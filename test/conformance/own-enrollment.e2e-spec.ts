import { afterAll, describe, expect, it } from '@jest/globals';
import { useSchool } from '../support/use-school.js';
import { pathOf } from './sample.js';
import { samples } from './samples.js';

const { school } = useSchool();

/** Refused with 403 on an enrollment of the caller's own: nobody decides on themselves. The default of a declaration. */
const REFUSED = [
  'activate_enrollment',
  'answer_video_question',
  'archive_deliverable',
  'archive_member_task',
  'assign_path',
  'cancel_coaching_session',
  'close_enrollment',
  'close_intervention',
  'complete_coaching_session',
  'complete_member_task',
  'create_coaching_session',
  'create_member_task',
  'decline_video_question',
  'end_group_membership',
  'extend_deadlines',
  'open_blocker',
  'publish_member_task',
  'reach_milestone',
  'record_attendance',
  'redact_note',
  'record_outcome', // of what is no reading; of a reading: test/outcomes
  'reopen_form_response',
  'reopen_member_task',
  'resolve_blocker',
  'resume_enrollment', // with shiftDeadlines, which the sample sends; without: below
  'review_submission',
  'revoke_milestone_reach',
  'save_form_response',
  'start_group_membership',
  'submit_form_response',
  'transfer_enrollment',
  'update_blocker',
  'update_coaching_session',
  'update_deliverable',
  'update_intervention',
  'update_member_task',
  'void_form_response',
  'void_outcome_entry',
];

/** On many: refused for the item that is the caller's own. */
const REFUSED_ITEMS = ['assign_cohort_task', 'bulk_move_enrollments', 'bulk_start_memberships'];

/** Allowed on an enrollment of the caller's own, and why. */
const ALLOWED: Record<string, string> = {
  pause_enrollment: 'declared in docs/security.md',
  create_note: 'declared in docs/security.md',
  plan_intervention: 'the specification allows it',
  bulk_plan_interventions: 'as plan_intervention',
  create_deliverable: 'the specification allows it',
  publish_cohort_task: 'reaches the whole cohort',
  update_cohort_task: 'reaches the whole cohort',
  archive_cohort_task: 'reaches the whole cohort',
  create_milestone: 'reaches whoever meets the requirement',
  update_milestone: 'reaches whoever meets the requirement',
  bulk_assign_coach: 'about the responsibilities of a coach, who is still refused on themselves',
  link_form_response: 'says whose response it is, and decides nothing',
  hand_over_work: 'about the work of a member, who is still refused on themselves',
  create_submission: 'what a person enrolled does',
  complete_lesson: 'what a person enrolled does, under the rules for them',
  report_blocker: 'what a person enrolled does',
  create_my_media: 'what a person enrolled does',
  ask_video_question: 'what a person enrolled does',
  withdraw_video_question: 'what a person enrolled does',
  book_slot: 'what a person enrolled does',
  reschedule_booking: 'what a person enrolled does, until the notice of the booking',
  cancel_booking: 'what a person enrolled does, until the notice of the booking',
  redact_form_response: 'removes texts, and decides nothing',
  create_post: 'what a person enrolled does',
  set_reactions: 'what a person enrolled does',
  report_post: 'what a person enrolled does',
  mark_space_read: 'what a person enrolled does',
  set_my_blocks: 'what a person enrolled does',
  set_community_mute: 'about a member, and staff are not muted',
  decide_moderation_case: 'its author and reporters are refused, whatever they are enrolled in',
  set_availability: 'about the calendar of a host',
};

const NOBODY = 'Nobody decides on their own enrollment.';
const seen = new Set<string>();

describe('whoever is enrolled', () => {
  it.each(samples.map((sample) => [sample.operation.name, sample] as const))(
    'decides nothing on themselves, not even as an OWNER and by a former membership: %s',
    async (name, { operation, arrange }) => {
      const { params, body } = await arrange(school);
      const former = { account_id: school.owner.accountId, name: 'Formerly', role: 'MEMBER', status: 'detached' };
      const { rows } = await school.rows<{ id: string }>('select id from enrollments where organization_id = $1');
      for (const { id } of rows) {
        const member = await school.insert('members', { ...former, created_at: school.app.now() });
        await school.rows('update enrollments set member_id = $2 where organization_id = $1 and id = $3', member, id);
      }
      const digest = await school.digest();
      const path = pathOf(operation, params);
      const { status, body: answer } = await school.owner.client.send(operation.method, path, { body });
      seen.add(name);
      const { message, details } = answer as { message: string; details: { issue: string }[] };
      if (REFUSED.includes(name)) expect([status, message]).toEqual([403, NOBODY]);
      else if (REFUSED_ITEMS.includes(name)) {
        expect([status, new Set(details.map(({ issue }) => issue))]).toEqual([
          403,
          new Set(["must not be an enrollment of the caller's own"]),
        ]);
      } else if (name === 'uncomplete_lesson')
        expect([status, message]).toEqual([409, 'The staff completed the lesson.']);
      else {
        expect(status).toBe(operation.status);
        expect([name, rows.length > 0]).toEqual([name, name in ALLOWED]);
        return;
      }
      expect(await school.digest()).toBe(digest);
    },
  );

  it('pauses and resumes themselves, alone and among many, but shifts none of their deadlines', async () => {
    const cohort_id = await school.cohort();
    const own = await school.enrollment({ cohort_id, member_id: school.owner.memberId });
    const other = await school.enrollment({ cohort_id });
    const { client } = school.owner;
    const move = (body: object) => client.post(`/cohorts/${cohort_id}/bulk-enrollment-moves`, body);
    const items = [own, other].map((enrollmentId) => ({ enrollmentId }));
    const reason = 'Holidays';

    expect((await client.post(`/enrollments/${own}/pause`, { reason })).status).toBe(200);
    const shifted = await client.post(`/enrollments/${own}/resume`, { shiftDeadlines: true });
    expect([shifted.status, shifted.body.message]).toEqual([403, NOBODY]);
    for (const body of [{ shiftDeadlines: false }, {}]) {
      expect((await client.post(`/enrollments/${own}/resume`, body)).status).toBe(200);
      expect((await client.post(`/enrollments/${own}/pause`, { reason })).status).toBe(200);
    }
    await client.post(`/enrollments/${own}/resume`, {});
    expect((await move({ move: 'pause', reason, items })).body.data).toMatchObject({ done: 2 });
    expect((await move({ move: 'resume', items })).body.data).toMatchObject({ done: 2 });
    const closed = await move({ move: 'close', result: 'completed', items, onRefusal: 'skip' });
    expect(closed.body.data.results).toMatchObject([
      { outcome: 'skipped', id: own, code: 'own_enrollment' },
      { outcome: 'done', id: other },
    ]);
  });

  afterAll(() => {
    const named = [...REFUSED, ...REFUSED_ITEMS, ...Object.keys(ALLOWED)];
    if (seen.size === samples.length) expect(named.filter((name) => !seen.has(name))).toEqual([]);
  });
});
