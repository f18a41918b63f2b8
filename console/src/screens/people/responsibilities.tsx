import type { Schemas } from '@delivery-service/client';
import { Group } from '@mantine/core';
import { useList, useRead } from '../../api/reads.js';
import { people as t } from '../../strings/people.js';
import { word } from '../../strings/words.js';
import { PageLink } from '../../ui/link.js';
import { List } from '../../ui/list.js';
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
            cell: (held) => (
              <Group gap="xs">
                <Instant iso={held.endedAt} />
                {held.endedAt === null && <End held={held} />}
              </Group>
            ),
          },
        ]}
      />
    </Section>
  );
}

/** What a responsibility covers, in words: the names are read once for all that name the same. Undefined until then. */
function useCovered({ programId, cohortId, enrollmentId }: Held): string | undefined {
  const program = useRead(
    '/programs/{programId}',
    { path: { programId: programId ?? '' } },
    { enabled: programId !== null },
  );
  const enrollment = useRead(
    '/enrollments/{enrollmentId}',
    { path: { enrollmentId: enrollmentId ?? '' } },
    { enabled: enrollmentId !== null },
  );
  const ofCohort = cohortId ?? enrollment.data?.cohortId;
  const cohort = useRead(
    '/cohorts/{cohortId}',
    { path: { cohortId: ofCohort ?? '' } },
    { enabled: ofCohort !== undefined },
  );
  if (enrollmentId !== null) {
    return enrollment.data && t.personIn(enrollment.data.memberName ?? t.enrollment, cohort.data?.name);
  }
  if (cohortId !== null) return cohort.data?.name;
  return programId === null ? t.organization : program.data?.name;
}

function Covers({ held }: { held: Held }) {
  const { programId, cohortId, enrollmentId } = held;
  const name = useCovered(held);
  if (programId !== null) return <PageLink to={`/programs/${programId}`}>{name ?? programId}</PageLink>;
  if (cohortId !== null) return <PageLink to={`/cohorts/${cohortId}`}>{name ?? cohortId}</PageLink>;
  if (enrollmentId !== null) return <PageLink to={`/enrollments/${enrollmentId}`}>{name ?? t.enrollment}</PageLink>;
  return t.organization;
}

function End({ held }: { held: Held }) {
  const { id, role } = held;
  const what = t.roleFor(role, useCovered(held) ?? word(held.scope));
  return (
    <WriteAction
      label={t.end}
      name={t.endOf(what)}
      about={what}
      to="POST /responsibilities/{responsibilityId}/end"
      path={{ responsibilityId: id }}
      done={t.ended}
      isDanger
    />
  );
}

/** Roles with what they may cover. */
const COVERABLE = [
  { role: 'coach', scope: 'cohort' },
  { role: 'coach', scope: 'enrollment' },
  { role: 'reviewer', scope: 'cohort' },
  { role: 'reviewer', scope: 'program' },
  { role: 'reviewer', scope: 'organization' },
  { role: 'program_director', scope: 'program' },
  { role: 'program_director', scope: 'organization' },
  { role: 'closer', scope: 'program' },
  { role: 'closer', scope: 'organization' },
] as const;

type Coverable = (typeof COVERABLE)[number];

const NAMED = COVERABLE.map(({ role, scope }) => ({ value: `${role} ${scope}`, label: t.roleOf(role, scope) }));

const whenCovers = (scope: string) => ({
  when: { field: 'what', isOneOf: NAMED.map(({ value }) => value).filter((value) => value.endsWith(` ${scope}`)) },
});

function Assign({ memberId }: { memberId: string }) {
  return (
    <WriteAction
      label={t.assign}
      which={memberId}
      fields={{
        what: { kind: 'choice', label: t.responsibility, options: NAMED, startsEmpty: true },
        programId: { kind: 'resource', label: t.program, choosable: { of: 'programs' }, ...whenCovers('program') },
        cohortId: { kind: 'resource', label: t.cohort, choosable: { of: 'cohorts' }, ...whenCovers('cohort') },
        enrollmentId: { kind: 'enrollment', label: t.person, ...whenCovers('enrollment') },
      }}
      to="POST /responsibilities"
      body={({ what, ...covered }) => {
        const [role, scope] = what.split(' ') as [Coverable['role'], Coverable['scope']];
        return { memberId, role, scope, ...covered };
      }}
      done={t.assigned}
    />
  );
}
