import type { Schemas } from '@delivery-service/client';
import { useLocation } from 'wouter';
import { groups as t } from '../../strings/groups.js';
import { WriteAction } from '../../ui/write-action.js';
import { limitFields, TYPES } from './group-fields.js';

const SCOPES = (['organization', 'program'] as const).map((value) => ({ value, label: t.scopes[value] }));

const SHARED = {
  name: { kind: 'text', label: t.name },
  type: { kind: 'choice', label: t.type, options: TYPES },
} as const;

/** Creates a group that people of several cohorts can join. */
export function CreateGroup() {
  const [, navigate] = useLocation();
  return (
    <WriteAction
      label={t.create}
      about={t.createHint}
      fields={{
        ...SHARED,
        scope: { kind: 'choice', label: t.scope, options: SCOPES },
        programId: {
          kind: 'resource',
          label: t.program,
          choosable: { of: 'programs' },
          when: { field: 'scope', isOneOf: ['program'] },
        },
        ...limitFields(),
      }}
      to="POST /groups"
      done={t.created}
      onDone={({ id }) => navigate(`/groups/${id}`)}
    />
  );
}

/** Creates a group within a cohort. */
export function CreateCohortGroup({ cohort }: { cohort: Schemas['Cohort'] }) {
  const [, navigate] = useLocation();
  const place = { scope: 'cohort', cohortId: cohort.id, programId: cohort.programId } as const;
  return (
    <WriteAction
      label={t.create}
      fields={{ ...SHARED, ...limitFields() }}
      to="POST /groups"
      body={(values) => ({ ...values, ...place })}
      done={t.created}
      onDone={({ id }) => navigate(`/groups/${id}`)}
    />
  );
}
