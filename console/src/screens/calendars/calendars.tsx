import type { Schemas } from '@delivery-service/client';
import { Group, Text } from '@mantine/core';
import { accessOf } from '../../api/access.js';
import { useList } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { strings } from '../../strings/common.js';
import { calendars as t } from '../../strings/calendars.js';
import { List } from '../../ui/list.js';
import { CohortLink, MemberLink } from '../../ui/resource-link.js';
import { Screen } from '../../ui/screen.js';
import { ShownOnce } from '../../ui/shown-once.js';
import { Instant } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';

type Feed = Schemas['CalendarFeed'];

const AUDIENCES = (['own', 'coach', 'cohort'] as const).map((value) => ({ value, label: t.audiences[value] ?? value }));
const ITEMS = (['live_sessions', 'coaching_sessions', 'bookings', 'deadlines'] as const).map((value) => ({
  value,
  label: t.items[value] ?? value,
}));

/** The links by which calendar programs read what one has on: one's own, for administrators all of them. */
export default function Calendars() {
  const { me } = useSession();
  const { isAdministrator } = accessOf(me);
  const list = useList('/calendar-feeds', { query: { limit: 50 } });
  const whose = { header: t.member, cell: ({ memberId }: Feed) => <MemberLink memberId={memberId} /> };
  return (
    <Screen title={t.title} about={t.about} actions={<CreateFeed />}>
      <List
        label={t.title}
        list={list}
        idOf={({ id }) => id}
        empty={t.empty}
        columns={[
          { header: t.name, cell: (feed) => <What feed={feed} /> },
          {
            header: t.audience,
            cell: ({ audience, cohortId }) =>
              cohortId === null ? t.audienceOf[audience] : <CohortLink cohortId={cohortId} />,
          },
          ...(isAdministrator ? [whose] : []),
          {
            header: t.lastRead,
            cell: ({ lastReadAt }) => (lastReadAt === null ? strings.common.never : <Instant iso={lastReadAt} />),
          },
          { header: t.created, cell: ({ createdAt }) => <Instant iso={createdAt} /> },
          { header: t.actions, cell: (feed) => <FeedActions feed={feed} isOwn={feed.memberId === me.member.id} /> },
        ]}
      />
    </Screen>
  );
}

function What({ feed: { name, audience, include } }: { feed: Feed }) {
  const shown = include.filter((item) => item !== 'deadlines' || audience === 'own');
  return (
    <>
      <strong>{name}</strong>
      <div className="dimmed">{shown.map((item) => t.items[item] ?? item).join(', ')}</div>
    </>
  );
}

function CreateFeed() {
  return (
    <WriteAction
      label={t.create}
      about={t.createAbout}
      fields={{
        name: { kind: 'text', label: t.name },
        audience: { kind: 'choice', label: t.audience, options: AUDIENCES },
        cohortId: {
          kind: 'resource',
          label: t.cohort,
          hint: t.cohortHint,
          choosable: { of: 'cohorts', statuses: ['open', 'active'] },
          isOptional: true,
        },
        include: { kind: 'choices', label: t.include, hint: t.includeHint, options: ITEMS },
      }}
      to="POST /calendar-feeds"
      body={({ include, ...body }) => ({ ...body, ...(include.length > 0 && { include }) })}
      done={t.createDone}
      outcome={({ url }) => <Link url={url} />}
    />
  );
}

function Link({ url }: { url: string | null }) {
  return url === null ? <Text>{t.replayed}</Text> : <ShownOnce about={t.shownOnce} text={url} />;
}

/** Only the member whose feed it is sees a new link of it. */
function FeedActions({ feed: { id, name, revokedAt }, isOwn }: { feed: Feed; isOwn: boolean }) {
  if (revokedAt !== null) {
    return (
      <span className="dimmed">
        {t.ended} <Instant iso={revokedAt} />
      </span>
    );
  }
  const path = { calendarFeedId: id };
  return (
    <Group gap="xs">
      {isOwn && (
        <WriteAction
          label={t.rotate}
          about={t.rotateAbout}
          to="POST /calendar-feeds/{calendarFeedId}/rotate"
          path={path}
          done={t.rotated}
          outcome={({ url }) => <Link url={url} />}
        />
      )}
      <WriteAction
        label={t.revoke}
        about={`${name}: ${t.revokeAbout}`}
        to="POST /calendar-feeds/{calendarFeedId}/revoke"
        path={path}
        done={t.revoked}
        isDanger
      />
    </Group>
  );
}
