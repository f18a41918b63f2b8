import type { Schemas } from '@delivery-service/client';
import { useLocation } from 'wouter';
import { accessOf, writesForms } from '../../api/access.js';
import { useSession } from '../../api/session.js';
import { dayIn, viewerZone } from '../../dates.js';
import { formAssignments as t } from '../../strings/form-assignments.js';
import type { Field } from '../../ui/fields.js';
import { WriteAction } from '../../ui/write-action.js';
import { coachedCohorts } from './assigners.js';

type Form = Schemas['Form'];

/** Cohorts that can be asked: the service refuses closed ones. */
const OPEN = ['draft', 'open', 'active'] as const;

const ANSWERED_BY = (['member', 'staff'] as const).map((value) => ({ value, label: t.answerers[value] }));

const TARGETS = (['cohort', 'program'] as const).map((value) => ({ value, label: t.targets[value] }));

/** The versions of a form to choose from, newest first. */
export function versionOptions({ versions }: Form) {
  return versions.map(({ id, number, publishedAt }) => ({
    value: id,
    label: t.versionOf(number, dayIn(viewerZone, publishedAt)),
  }));
}

/** Assigns a published form: to a cohort or a program, or, for a coach, to a cohort of their own. */
export function AssignForm({ form }: { form: Form }) {
  const { me } = useSession();
  if (form.status !== 'published') return null;
  if (writesForms(me, form.programId)) return <AssignToAny form={form} />;
  const own = coachedCohorts(me);
  return own.length === 0 ? null : <AssignToOwn form={form} cohortIds={own} />;
}

function fieldsOf(form: Form) {
  return {
    answeredBy: { kind: 'choice', label: t.answeredBy, options: ANSWERED_BY },
    anonymous: {
      kind: 'check',
      label: t.anonymous,
      hint: t.anonymousHint,
      when: { field: 'answeredBy', isOneOf: ['member'] },
    },
    formVersionId: { kind: 'choice', label: t.version, options: versionOptions(form) },
    opensAt: { kind: 'instant', label: t.opensAt, hint: t.opensHint, zone: viewerZone, isOptional: true },
    closesAt: {
      kind: 'instant',
      label: t.closesAt,
      hint: t.closesHint,
      zone: viewerZone,
      isAhead: true,
      isOptional: true,
    },
    editHours: { kind: 'number', label: t.editHours, hint: t.editHoursHint, initial: 0 },
  } as const satisfies Record<string, Field>;
}

/** Which lesson is of the program is known where the form is of one. */
function lessonField(programId: string) {
  return {
    lessonId: {
      kind: 'resource',
      label: t.lesson,
      hint: t.lessonHint,
      choosable: { of: 'lessons', programId },
      when: { field: 'answeredBy', isOneOf: ['member'] },
      isOptional: true,
    },
  } as const satisfies Record<string, Field>;
}

function useShared(form: Form) {
  const [, navigate] = useLocation();
  const { isStaff } = accessOf(useSession().me);
  return {
    label: t.assign,
    about: t.assignAbout,
    to: 'POST /forms/{formId}/assignments',
    path: { formId: form.id },
    done: t.assigned,
    onDone: ({ id }: Schemas['FormAssignment']) => {
      // Directors of one program assign, and do not see who has answered.
      if (isStaff) navigate(`/form-assignments/${id}`);
    },
  } as const;
}

function AssignToAny({ form }: { form: Form }) {
  const { programId } = form;
  const shared = useShared(form);
  const cohortField = {
    kind: 'resource',
    label: t.cohort,
    choosable: { of: 'cohorts', statuses: OPEN, ...(programId !== null && { programId }) },
    when: { field: 'target', isOneOf: ['cohort'] },
  } as const;
  if (programId !== null) {
    const options = TARGETS.map((target) =>
      target.value === 'program' ? { ...target, label: t.wholeProgram } : target,
    );
    return (
      <WriteAction
        {...shared}
        fields={{
          target: { kind: 'choice', label: t.asks, options },
          cohortId: cohortField,
          ...fieldsOf(form),
          ...lessonField(programId),
        }}
        body={({ target, ...body }) => (target === 'program' ? { ...body, programId } : body)}
      />
    );
  }
  return (
    <WriteAction
      {...shared}
      fields={{
        target: { kind: 'choice', label: t.asks, options: TARGETS },
        cohortId: cohortField,
        programId: {
          kind: 'resource',
          label: t.program,
          choosable: { of: 'programs' },
          when: { field: 'target', isOneOf: ['program'] },
        },
        ...fieldsOf(form),
      }}
      body={({ target: _, ...body }) => body}
    />
  );
}

function AssignToOwn({ form, cohortIds }: { form: Form; cohortIds: string[] }) {
  const { programId } = form;
  const ofProgram = programId === null ? {} : { programId };
  return (
    <WriteAction
      {...useShared(form)}
      fields={{
        cohortId: {
          kind: 'resource',
          label: t.cohort,
          choosable: { of: 'cohorts', statuses: OPEN, only: cohortIds, ...ofProgram },
        },
        ...fieldsOf(form),
      }}
    />
  );
}
