import type { Schemas } from '@delivery-service/client';
import { useLocation } from 'wouter';
import { accessOf, directedPrograms, directsProgram } from '../../api/access.js';
import { useSession } from '../../api/session.js';
import { community as t } from '../../strings/community.js';
import { WriteAction } from '../../ui/write-action.js';

const SCOPES = (['organization', 'program'] as const).map((value) => ({ value, label: t.scopes[value] }));
const POSTINGS = (['members', 'staff'] as const).map((value) => ({ value, label: t.postings[value] }));

/** What a space is, whoever reads it. */
export const spaceFields = (current?: Schemas['Space']) =>
  ({
    name: { kind: 'text', label: t.name, initial: current?.name ?? null },
    description: { kind: 'longText', label: t.description, initial: current?.description ?? null, isNullable: true },
    posting: { kind: 'choice', label: t.posting, options: POSTINGS, initial: current?.posting ?? null },
  }) as const;

/** Creates a space of the organization or of a program; for directors of a program, of theirs. */
export function CreateSpace() {
  const [, navigate] = useLocation();
  const { me } = useSession();
  const directed = directedPrograms(me);
  const isForAny = accessOf(me).isDirector;
  if (!isForAny && directed.length === 0) return null;
  const onDone = ({ id }: Schemas['Space']) => navigate(`/community/${id}`);
  return isForAny ? (
    <WriteAction
      label={t.create}
      about={t.createHint}
      fields={{
        ...spaceFields(),
        scope: { kind: 'choice', label: t.scope, options: SCOPES },
        programId: {
          kind: 'resource',
          label: t.program,
          choosable: { of: 'programs' },
          when: { field: 'scope', isOneOf: ['program'] },
        },
      }}
      to="POST /spaces"
      done={t.created}
      onDone={onDone}
    />
  ) : (
    <WriteAction
      label={t.create}
      about={t.createHint}
      fields={{
        ...spaceFields(),
        programId: { kind: 'resource', label: t.program, choosable: { of: 'programs', only: directed } },
      }}
      to="POST /spaces"
      body={(values) => ({ ...values, scope: 'program' as const })}
      done={t.created}
      onDone={onDone}
    />
  );
}

interface Place {
  scope: 'cohort' | 'group';
  /** Null for a group of the organization. */
  ofProgram: string | null;
  ids: { programId?: string; cohortId?: string; groupId?: string };
}

function CreateSpaceIn({ scope, ofProgram, ids }: Place) {
  const [, navigate] = useLocation();
  const { me } = useSession();
  const mayCreate = ofProgram === null ? accessOf(me).isDirector : directsProgram(me, ofProgram);
  if (!mayCreate) return null;
  return (
    <WriteAction
      label={t.create}
      about={t.readBy(t.scopes[scope])}
      which={JSON.stringify(ids)}
      fields={spaceFields()}
      to="POST /spaces"
      body={(values) => ({ ...values, scope, ...ids })}
      done={t.created}
      onDone={({ id }) => navigate(`/community/${id}`)}
    />
  );
}

/** Creates a space that the people of a cohort read. */
export function CreateCohortSpace({ cohort: { id, programId } }: { cohort: Schemas['Cohort'] }) {
  return <CreateSpaceIn scope="cohort" ofProgram={programId} ids={{ programId, cohortId: id }} />;
}

/** Creates a space that the people of a group read. */
export function CreateGroupSpace({ group: { id, programId } }: { group: Schemas['Group'] }) {
  return <CreateSpaceIn scope="group" ofProgram={programId} ids={{ groupId: id }} />;
}
