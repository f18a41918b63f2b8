import {
  closeFormAssignment,
  createFormAssignment,
  updateFormAssignment,
} from '#contexts/forms/assignment/form-assignment.operations.js';
import { archiveForm, createForm, publishForm, updateForm } from '#contexts/forms/form/form.operations.js';
import { closeIntakeLink, createIntakeLink } from '#contexts/forms/intake/intake-link.operations.js';
import {
  linkFormResponse,
  redactFormResponse,
  reopenFormResponse,
  saveFormResponse,
  submitFormResponse,
  voidFormResponse,
} from '#contexts/forms/response/form-response.operations.js';
import type { School } from '../support/school.js';
import { content, question } from '../support/builders/form.js';
import { sample, type Sample } from '../conformance/sample.js';

const QUESTIONS = [
  {
    key: 'rhythm',
    kind: 'choice',
    label: 'How often do you talk?',
    help: 'Roughly',
    required: true,
    options: [
      { value: 'weekly', label: 'Once a week' },
      { value: 'rarely', label: 'Less often' },
    ],
  },
  {
    key: 'plans',
    kind: 'long_text',
    label: 'What will you try?',
    visibleIf: { question: 'rhythm', in: ['rarely'] },
    maxLength: 500,
  },
];

/** A form of a program with one version, and a cohort and a lesson of the program. */
async function assignable(school: School) {
  const program_id = await school.program();
  const version = await school.formVersion({ program_id });
  const lesson = await school.lesson({ course_id: await school.course({ program_id }) });
  return {
    form: await school.formOf('form_versions', version),
    version,
    program_id,
    cohort: await school.cohort({ program_id }),
    lesson,
  };
}

/** An assignment with a measured question, and an enrollment that it asks. */
async function asked(school: School, answered_by: 'member' | 'staff'): Promise<string[]> {
  const program_id = await school.program();
  const measure = { outcomeMeasureId: await school.outcomeMeasure({ program_id }), kind: 'reading' };
  const scale = question({ key: 'confidence', kind: 'scale', min: 0, max: 10, measure });
  const form_version_id = await school.formVersion({
    program_id,
    content: content(question({ maxLength: null }), scale),
  });
  const cohort_id = await school.cohort({ program_id });
  const assignment = await school.formAssignment({ form_version_id, cohort_id, answered_by });
  return [assignment, await school.enrollment({ cohort_id })];
}

export const formsSamples: Sample[] = [
  sample(createForm, async (school) => ({
    body: {
      name: 'After the first week',
      programId: await school.program(),
      fromFormVersionId: await school.formVersion(),
    },
  })),
  sample(updateForm, async (school) => ({
    params: [await school.form({ program_id: await school.program() })],
    body: {
      revision: 1,
      name: 'After two weeks',
      content: { title: 'After two weeks', intro: 'Take your time.', questions: QUESTIONS },
    },
  })),
  sample(publishForm, async (school) => ({
    params: [await school.form({ program_id: await school.program() })],
    body: { revision: 1 },
  })),
  sample(archiveForm, async (school) => ({
    params: [await school.form({ program_id: await school.program() })],
    body: {},
  })),
  sample(createFormAssignment, async (school) => {
    const { form, version, cohort, lesson } = await assignable(school);
    const times = { opensAt: '2098-01-01T08:00:00Z', closesAt: '2099-01-31T22:00:00Z', editHours: 24 };
    return {
      params: [form],
      body: { cohortId: cohort, answeredBy: 'member', formVersionId: version, ...times, lessonId: lesson },
    };
  }),
  sample(updateFormAssignment, async (school) => {
    const { version, cohort } = await assignable(school);
    return {
      params: [await school.formAssignment({ form_version_id: version, cohort_id: cohort })],
      body: { opensAt: null, closesAt: '2099-01-31T22:00:00Z', editHours: 48, formVersionId: version },
    };
  }),
  sample(closeFormAssignment, async (school) => {
    const { version, cohort } = await assignable(school);
    return { params: [await school.formAssignment({ form_version_id: version, cohort_id: cohort })], body: {} };
  }),
  sample(saveFormResponse, async (school) => ({
    params: await asked(school, 'staff'),
    body: { revision: 0, answers: { plans: 'Ask first' } },
  })),
  sample(
    submitFormResponse,
    async (school) => ({
      params: await asked(school, 'staff'),
      body: { revision: 0, answers: { plans: 'Ask first', confidence: 7 } },
    }),
    { also: { 'outcome.recorded': 1 } },
  ),
  sample(reopenFormResponse, async (school) => ({
    params: [await school.formResponse({ status: 'submitted' })],
    body: { until: new Date(school.app.now().getTime() + 86_400_000).toISOString() },
  })),
  sample(createIntakeLink, async (school) => {
    const formVersionId = await school.formVersion();
    const limits = { expiresAt: '2099-01-31T22:00:00Z', maxResponses: 20, retentionDays: 30 };
    return {
      params: [await school.formOf('form_versions', formVersionId)],
      body: { name: 'Open evening', formVersionId, ...limits },
    };
  }),
  sample(closeIntakeLink, async (school) => ({ params: [await school.intakeLink()], body: {} })),
  sample(linkFormResponse, async (school) => ({
    params: [await school.intakeResponse()],
    body: { enrollmentId: await school.enrollment() },
  })),
  sample(voidFormResponse, async (school) => ({
    params: [await school.formResponse({ status: 'submitted' })],
    body: { reason: 'Answered for another person.' },
  })),
  sample(redactFormResponse, async (school) => ({
    params: [await school.formResponse({ status: 'submitted' })],
    body: { reason: 'Asked for by the person.' },
  })),
];
