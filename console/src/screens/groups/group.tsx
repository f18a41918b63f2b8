import type { Schemas } from '@delivery-service/client';
import { accessOf } from '../../api/access.js';
import { useList, useRead } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { strings } from '../../strings/common.js';
import { groups as t } from '../../strings/groups.js';
import { PageLink } from '../../ui/link.js';
import { List, type Column } from '../../ui/list.js';
import { CohortLink, ProgramLink } from '../../ui/resource-link.js';
import { Facts, PendingScreen, Screen, Section } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';
import { EditAction, WriteAction } from '../../ui/write-action.js';
import { CreateGroupSpace } from '../community/create-space.js';
import { limitFields, TYPES } from './group-fields.js';

type Group = Schemas['Group'];
type Membership = Schemas['GroupMember'];

/** A group: who is in it, and who was. */
export default function GroupScreen({ groupId }: { groupId: string }) {
  const { isDirector } = accessOf(useSession().me);
  const query = useRead('/groups/{groupId}', { path: { groupId } });
  const group = query.data;
  if (!group) return <PendingScreen title={t.group} query={query} />;
  const isOpen = isDirector && group.lifecycle === 'active';
  return (
    <Screen title={group.name} about={<Status value={group.lifecycle} />} actions={isOpen && <Actions group={group} />}>
      <Facts
        facts={{
          [t.type]: t.types[group.type],
          [t.scope]: <Place group={group} />,
          [t.members]: t.taken(group.activeMembershipCount, group.capacity),
          [t.startsAt]: group.startsAt === null ? undefined : <Instant iso={group.startsAt} />,
          [t.endsAt]: group.endsAt === null ? undefined : <Instant iso={group.endsAt} />,
        }}
      />
      <Members groupId={groupId} mayAdd={isOpen} mayRemove={isDirector} />
    </Screen>
  );
}

function Place({ group: { cohortId, programId, scope } }: { group: Group }) {
  if (scope === 'cohort' && cohortId !== null) return <CohortLink cohortId={cohortId} />;
  if (scope === 'program' && programId !== null) return <ProgramLink programId={programId} />;
  return t.scopes[scope];
}

function Actions({ group }: { group: Group }) {
  const { id: groupId } = group;
  const path = { groupId };
  return (
    <>
      <CreateGroupSpace group={group} />
      <EditAction
        label={t.edit}
        fields={(current) => ({
          name: { kind: 'text', label: t.name, initial: current.name },
          type: { kind: 'choice', label: t.type, options: TYPES, initial: current.type },
          ...limitFields(current),
        })}
        to="PATCH /groups/{groupId}"
        path={path}
        done={t.edited}
      />
      <WriteAction
        label={t.archive}
        about={t.archiveHint}
        to="POST /groups/{groupId}/archive"
        path={path}
        done={t.archived}
        isDanger
      />
    </>
  );
}

function Members({ groupId, mayAdd, mayRemove }: { groupId: string; mayAdd: boolean; mayRemove: boolean }) {
  const path = { groupId };
  const list = useList('/groups/{groupId}/memberships', { path, query: { limit: 50 } });
  return (
    <Section
      title={t.members}
      actions={
        mayAdd && (
          <WriteAction
            label={t.add}
            fields={{ enrollmentId: { kind: 'enrollment', label: t.enrollment } }}
            to="POST /groups/{groupId}/memberships"
            path={path}
            done={t.added}
          />
        )
      }
    >
      <List
        label={t.members}
        list={list}
        idOf={({ id }) => id}
        empty={t.noMembers}
        columns={mayRemove ? [...COLUMNS, REMOVE] : COLUMNS}
      />
    </Section>
  );
}

const nameOf = ({ memberName, enrollmentId }: Membership) => memberName ?? enrollmentId;

const COLUMNS: Column<Membership>[] = [
  {
    header: strings.common.person,
    value: nameOf,
    cell: (item) => (
      <>
        <PageLink to={`/enrollments/${item.enrollmentId}`}>{nameOf(item)}</PageLink>
        <div className="dimmed">{item.cohortName}</div>
      </>
    ),
  },
  { header: t.since, value: ({ startedAt }) => startedAt, cell: ({ startedAt }) => <Instant iso={startedAt} /> },
  { header: t.left, value: ({ endedAt }) => endedAt ?? '', cell: ({ endedAt }) => <Instant iso={endedAt} /> },
];

const REMOVE: Column<Membership> = {
  header: strings.common.actions,
  cell: (item) =>
    item.endedAt === null && (
      <WriteAction
        label={t.remove}
        name={t.removeOf(nameOf(item))}
        about={t.removeHint(nameOf(item))}
        to="POST /group-memberships/{groupMembershipId}/end"
        path={{ groupMembershipId: item.id }}
        done={t.removed}
        isDanger
      />
    ),
};
