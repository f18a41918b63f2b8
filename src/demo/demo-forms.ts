import { namesIn, type CohortTeller, type Staff } from './cohorts/cohort-teller.js';
import type { Story } from './story.js';

const RHYTHMS = [
  { value: 'weekly', label: 'Once a week' },
  { value: 'fortnightly', label: 'Every two weeks' },
  { value: 'rarely', label: 'Rarely' },
];
const TOPICS = [
  { value: 'feedback', label: 'Giving feedback' },
  { value: 'delegating', label: 'Delegating' },
  { value: 'conflicts', label: 'Conflicts in the team' },
];

/** Asked of the members themselves. */
const FIRST_WEEKS = {
  title: 'After your first weeks',
  intro: 'Five minutes, for you and your coach. **There are no wrong answers.**',
  questions: [
    { key: 'rhythm', kind: 'choice', label: 'How often do you talk to your team?', required: true, options: RHYTHMS },
    {
      ...{ key: 'reason', kind: 'long_text', label: 'What keeps you from it?' },
      visibleIf: { question: 'rhythm', in: ['rarely'] },
    },
    {
      key: 'confidence',
      kind: 'scale',
      label: 'How sure are you in difficult talks?',
      required: true,
      min: 0,
      max: 10,
    },
    { key: 'topics', kind: 'multi', label: 'What do you want to work on?', options: TOPICS, maxCount: 2 },
  ],
};

/** Answered by coaches about the people whom they coach. */
const CHECK = {
  title: 'How the coaching goes',
  intro: null,
  questions: [
    { key: 'rhythm', kind: 'choice', label: 'How often do you meet?', required: true, options: RHYTHMS },
    { key: 'progress', kind: 'scale', label: 'How far are they?', required: true, min: 0, max: 10 },
    { key: 'hours', kind: 'number', label: 'Hours of practice a week', decimals: 1, min: 0, max: 40, unit: 'hours' },
    { key: 'next', kind: 'long_text', label: 'What comes next?' },
  ],
};

const CHECKED: readonly { day: number; who: string; rhythm: string; progress: number; hours: number }[] = [
  { day: -6, who: 'Ada Cleo', rhythm: 'weekly', progress: 8, hours: 3.5 },
  { day: -5.5, who: 'Eva Luc', rhythm: 'weekly', progress: 7, hours: 2 },
  { day: -4.5, who: 'Ben Gia', rhythm: 'fortnightly', progress: 5, hours: 1.5 },
  { day: -3.5, who: 'Hugo', rhythm: 'rarely', progress: 2, hours: 0.5 },
];

interface Told {
  programId: string;
  staff: Staff;
  cohort: CohortTeller;
}

/** Enters two forms of a program: one is asked of a cohort, the other is answered by its coach. */
export function tellOfForms(story: Story, { programId, staff, cohort }: Told): void {
  const { owner, coach } = staff;
  const publish = async (content: { title: string }): Promise<string> => {
    const { id: formId } = await owner.door('create_form', { name: content.title, programId });
    await owner.door('update_form', { formId, revision: 1, content });
    await owner.door('publish_form', { formId, revision: 2 });
    return formId;
  };
  story.on(-12, async () => {
    const formId = await publish(FIRST_WEEKS);
    const closesAt = story.dayOf(9).toISOString();
    const { cohortId } = cohort;
    await owner.door('create_form_assignment', { formId, cohortId, answeredBy: 'member', closesAt, editHours: 48 });
  });
  story.on(-7, async () => {
    const formId = await publish(CHECK);
    const { cohortId } = cohort;
    const asked = { formId, cohortId, answeredBy: 'staff' };
    const { id: formAssignmentId } = await owner.door('create_form_assignment', asked);
    for (const { day, who, ...answers } of CHECKED) {
      for (const name of namesIn(who)) {
        story.on(day, async () => {
          const place = { formAssignmentId, enrollmentId: cohort.idOf(name) };
          await coach.door('submit_form_response', { ...place, revision: 0, answers });
        });
      }
    }
  });
}
