import type { Schemas } from '@delivery-service/client';
import { useList } from '../../api/reads.js';
import { strings } from '../../strings/common.js';
import { community as t } from '../../strings/community.js';
import { PageLink } from '../../ui/link.js';
import { List, type Column } from '../../ui/list.js';
import { Screen } from '../../ui/screen.js';
import { Status } from '../../ui/value.js';
import { CreateSpace } from './create-space.js';

/** The spaces that one may read, with what is new in each. */
export default function Spaces() {
  const list = useList('/spaces', { query: { limit: 50 } });
  const actions = (
    <>
      <PageLink to="/community/reports">{t.myReports}</PageLink>
      <CreateSpace />
    </>
  );
  return (
    <Screen title={t.title} about={t.about} actions={actions}>
      <List label={t.spaces} list={list} idOf={({ id }) => id} empty={t.empty} columns={COLUMNS} />
    </Screen>
  );
}

const COLUMNS: Column<Schemas['Space']>[] = [
  {
    header: t.space,
    value: ({ name }) => name,
    cell: ({ id, name }) => <PageLink to={`/community/${id}`}>{name}</PageLink>,
  },
  { header: t.isNew, cell: ({ newPosts, newActivity }) => t.news(newPosts, newActivity) },
  { header: t.scope, value: ({ scope }) => t.scopes[scope], cell: ({ scope }) => t.scopes[scope] },
  { header: strings.common.status, value: ({ status }) => status, cell: ({ status }) => <Status value={status} /> },
];
