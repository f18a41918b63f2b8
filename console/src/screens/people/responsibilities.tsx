import type { Schemas } from '@delivery-service/client';
import { Group } from '@mantine/core';
import { useList } from '../../api/reads.js';
import { people as t } from '../../strings/people.js';
import { word } from '../../strings/words.js';
import { optionsOf } from '../../ui/intervention-fields.js';
import { PageLink } from '../../ui/link.js';
import { List } from '../../ui/list.js';
import { CohortLink, ProgramLink } from '../../ui/resource-link.js';
import { Section } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';

type Held = Schemas['Responsibility'];

/** What a member is responsible for, ended ones included. */
export function Responsibilities({ member }: { member: Schemas['Member'] }) {
  const list = useList('/responsibilities', { query: { memberId: member.id, limit: 50 } });
  return (
    <Section title={t.responsibilities} actions={member.status === 'active' && <Assign memberId={member.id} />}>
      <List
        label={t.responsibilities}
        list={list}
        idOf={({ id }) => id}
        empty={t.noResponsibilities}
        columns={[
          { header: t.role, cell: ({ role }) => <Status value={role} /> },
          { header: t.covers, cell: (held) => <Covers held={held} /> },
          { header: t.since, cell: ({ startedAt }) => <Instant iso={startedAt} /> },
          {
            header: t.until,
            cell: ({ id, endedAt, role }) => (
              <Group gap="xs">
                <Instant iso={endedAt} />
                {endedAt === null && (
                  <WriteAction
                    label={t.end}
                    about={word(role)}
                    to="POST /responsibilities/{responsibilityId}/end"
                    path={{ responsibilityId: id }}
                    done={t.ended}
                    isDanger
                  />
                )}
              </Group>
            ),
          },
        ]}
      />
    </Section>
  );
}

function Covers({ held: { programId, cohortId, enrollmentId } }: { held: Held }) {
  if (programId) return <ProgramLink programId={programId} />;
  if (cohortId) return <CohortLink cohortId={cohortId} />;
  if (enrollmentId) return <PageLink to={`/enrollments/${enrollmentId}`}>{t.enrollment}</PageLink>;
  return t.organization;
}

/** Roles with what they may cover. */
const COVERABLE = [
  { role: 'program_director', scope: 'organization' },
  { role: 'program_director', scope: 'program' },
  { role: 'coach', scope: 'cohort' },
  { role: 'coach', scope: 'enrollment' },
  { role: 'reviewer', scope: 'organization' },
  { role: 'reviewer', scope: 'program' },
  { role: 'reviewer', scope: 'cohort' },
] as const;

function Assign({ memberId }: { memberId: string }) {
  return (
    <WriteAction
      label={t.assign}
      which={memberId}
      fields={{
        role: { kind: 'choice', label: t.role, options: optionsOf(['program_director', 'coach', 'reviewer']) },
        scope: {
          kind: 'choice',
          label: t.scope,
          hint: t.scopeHint(COVERABLE),
          options: optionsOf(['organization', 'program', 'cohort', 'enrollment']),
        },
        programId: {
          kind: 'resource',
          label: t.program,
          hint: t.onlyFor('program'),
          choosable: { of: 'programs' },
          isOptional: true,
        },
        cohortId: {
          kind: 'resource',
          label: t.cohort,
          hint: t.onlyFor('cohort'),
          choosable: { of: 'cohorts' },
          isOptional: true,
        },
        enrollmentId: { kind: 'text', label: t.enrollmentId, hint: t.onlyFor('enrollment'), isOptional: true },
      }}
      to="POST /responsibilities"
      body={(body) => ({ memberId, ...body })}
      done={t.assigned}
    />
  );
}
