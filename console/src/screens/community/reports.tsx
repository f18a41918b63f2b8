import type { Schemas } from '@delivery-service/client';
import { useList, useRead } from '../../api/reads.js';
import { strings } from '../../strings/common.js';
import { community as t } from '../../strings/community.js';
import { PageLink } from '../../ui/link.js';
import { List, type Column } from '../../ui/list.js';
import { Screen, Section } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';

/** What somebody has reported, and whom they have blocked. */
export default function Reports() {
  const list = useList('/me/reports', { query: { limit: 50 } });
  return (
    <Screen title={t.myReports} about={t.myReportsAbout}>
      <List label={t.reports} list={list} idOf={({ id }) => id} empty={t.noReports} columns={COLUMNS} />
      <Blocks />
    </Screen>
  );
}

function Blocks() {
  const { data } = useRead('/me/blocks', {});
  const count = data?.memberIds.length ?? 0;
  if (count === 0) return null;
  return (
    <Section title={t.blocks}>
      <p>{t.blockedCount(count)}</p>
      <WriteAction
        label={t.unblock}
        about={t.unblockHint}
        to="PUT /me/blocks"
        body={() => ({ memberIds: [] })}
        done={t.unblocked}
      />
    </Section>
  );
}

const COLUMNS: Column<Schemas['PostReport']>[] = [
  { header: t.reportedAt, value: ({ createdAt }) => createdAt, cell: ({ createdAt }) => <Instant iso={createdAt} /> },
  { header: t.post, cell: ({ postId }) => <PageLink to={`/community/posts/${postId}`}>{t.openPost}</PageLink> },
  { header: t.reason, value: ({ reason }) => t.reasons[reason], cell: ({ reason }) => t.reasons[reason] },
  { header: strings.common.status, value: ({ status }) => status, cell: ({ status }) => <Status value={status} /> },
  {
    header: t.decidedAt,
    value: ({ decidedAt }) => decidedAt,
    cell: ({ decidedAt }) => (decidedAt === null ? strings.common.none : <Instant iso={decidedAt} />),
  },
];
