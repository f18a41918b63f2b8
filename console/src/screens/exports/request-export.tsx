import { useLocation } from 'wouter';
import { exports as t } from '../../strings/exports.js';
import { optionsOf } from '../../ui/intervention-fields.js';
import { WriteAction } from '../../ui/write-action.js';

/** What is exported about everybody; what is stored about one person is requested on their page. */
const KINDS = [
  'members',
  'enrollments',
  'member_tasks',
  'submissions',
  'attendance',
  'interventions',
  'progress',
  'outcomes',
  'form_responses',
  'prospects',
  'sales',
  'sale_entries',
  'audit_entries',
  'events',
] as const;

const FORMAT = {
  kind: 'choice',
  label: t.format,
  options: (['csv', 'jsonl'] as const).map((value) => ({ value, label: t.formats[value] })),
} as const;

/** Requests a file of all rows of a kind, or of some. */
export function RequestExport() {
  return (
    <WriteAction
      label={t.request}
      about={t.requestAbout}
      fields={{
        kind: { kind: 'choice', label: t.kind, options: optionsOf(KINDS) },
        format: FORMAT,
        cohortId: { kind: 'resource', label: t.cohort, choosable: { of: 'cohorts' }, isOptional: true },
        programId: { kind: 'resource', label: t.program, choosable: { of: 'programs' }, isOptional: true },
        from: { kind: 'day', label: t.fromDay, hint: t.dayHint, isOptional: true },
        to: { kind: 'day', label: t.toDay, isOptional: true },
      }}
      to="POST /exports"
      done={t.requestDone}
    />
  );
}

/** Requests a file of all that is stored about a member. */
export function ExportPerson({ memberId, name }: { memberId: string; name: string }) {
  const [, navigate] = useLocation();
  return (
    <WriteAction
      label={t.ofPerson}
      about={t.ofPersonAbout(name)}
      which={memberId}
      fields={{ format: FORMAT }}
      to="POST /exports"
      body={({ format }) => ({ kind: 'person', format, memberId })}
      done={t.requestDone}
      onDone={() => navigate('/exports')}
    />
  );
}
