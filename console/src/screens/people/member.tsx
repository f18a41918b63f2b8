import type { Schemas } from '@delivery-service/client';
import { accessOf } from '../../api/access.js';
import { useList, useRead } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { strings } from '../../strings/common.js';
import { people as t } from '../../strings/people.js';
import { optionsOf } from '../../ui/intervention-fields.js';
import { LinkButton, PageLink } from '../../ui/link.js';
import { List } from '../../ui/list.js';
import { CohortLink } from '../../ui/resource-link.js';
import { PendingScreen, Screen, Section } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';
import { EditAction, WriteAction } from '../../ui/write-action.js';
import { MuteAction } from '../community/mute-action.js';
import { RequestErasure } from '../erasures/request-erasure.js';
import { ExportPerson } from '../exports/request-export.js';
import { ApiKeys } from './api-keys.js';
import { Entry } from './entry.js';
import { HandoverAction } from './handover-action.js';
import { Responsibilities } from './responsibilities.js';

/** A member: what they are in the organization, what they are responsible for, how they sign in, and their keys. */
export default function MemberScreen({ memberId }: { memberId: string }) {
  const query = useRead('/members/{memberId}', { path: { memberId } });
  const member = query.data;
  if (!member) return <PendingScreen title={t.member} query={query} />;
  return (
    <Screen
      title={member.name}
      about={
        <>
          {member.email} <Status value={member.role} /> <Status value={member.status} />{' '}
          {member.externalId !== null && `${t.externalId}: ${member.externalId}`}
        </>
      }
      actions={<Actions member={member} />}
    >
      <Enrollments memberId={memberId} />
      <Responsibilities member={member} />
      <Entry member={member} />
      <ApiKeys member={member} />
    </Screen>
  );
}

function Actions({ member }: { member: Schemas['Member'] }) {
  const { isOwner } = accessOf(useSession().me);
  const path = { memberId: member.id };
  const roles: Schemas['Member']['role'][] = isOwner ? ['MEMBER', 'ADMIN', 'OWNER'] : ['MEMBER', 'ADMIN'];
  // Only an OWNER changes an OWNER.
  const mayChange = member.status === 'active' && (isOwner || member.role !== 'OWNER');
  return (
    <>
      {mayChange && (
        <EditAction
          label={t.edit}
          about={t.editAbout}
          fields={({ role, name, externalId }) => ({
            role: { kind: 'choice', label: t.role, options: optionsOf(roles), initial: role },
            name: { kind: 'text', label: t.name, initial: name },
            externalId: { kind: 'text', label: t.externalId, initial: externalId, isNullable: true },
          })}
          to="PATCH /members/{memberId}"
          path={path}
          done={({ revokedApiKeys, endedPasskeys }) => t.edited(revokedApiKeys, endedPasskeys)}
        />
      )}
      <HandoverAction memberId={member.id} />
      {member.status === 'active' && member.role === 'MEMBER' && <MuteAction memberId={member.id} name={member.name} />}
      <ExportPerson memberId={member.id} name={member.name} />
      {mayChange && (
        <WriteAction
          label={t.detach}
          about={t.detachAbout}
          to="DELETE /members/{memberId}"
          path={path}
          done={t.detached}
          isDanger
        />
      )}
      {member.status === 'active' ? (
        <LinkButton to={`/bookings/availability/${member.id}`}>{t.availability}</LinkButton>
      ) : (
        <RequestErasure memberId={member.id} name={member.name} />
      )}
      <LinkButton to={`/audit?targetType=member&targetId=${member.id}`}>{strings.common.history}</LinkButton>
    </>
  );
}

function Enrollments({ memberId }: { memberId: string }) {
  const list = useList('/enrollments', { query: { memberId, limit: 50 } });
  return (
    <Section title={t.enrollments}>
      <List
        label={t.enrollments}
        list={list}
        idOf={({ id }) => id}
        empty={t.noEnrollments}
        columns={[
          {
            header: t.enrollment,
            cell: ({ id, enrolledAt }) => (
              <PageLink to={`/enrollments/${id}`}>
                <Instant iso={enrolledAt} />
              </PageLink>
            ),
          },
          { header: t.cohort, cell: ({ cohortId }) => <CohortLink cohortId={cohortId} /> },
          { header: t.status, cell: ({ status }) => <Status value={status} /> },
        ]}
      />
    </Section>
  );
}
