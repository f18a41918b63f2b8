import type { Schemas } from '@delivery-service/client';
import { useLocation } from 'wouter';
import { accessOf } from '../../api/access.js';
import { useList } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { strings } from '../../strings/common.js';
import { community as t } from '../../strings/community.js';
import { PageLink } from '../../ui/link.js';
import { List, type Column } from '../../ui/list.js';
import { Screen } from '../../ui/screen.js';
import { Status } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';

const SCOPES = (['organization', 'program', 'cohort'] as const).map((value) => ({
  value,
  label: t.scopes[value],
}));
const POSTINGS = (['members', 'staff'] as const).map((value) => ({ value, label: t.postings[value] }));

/** The spaces that one may read, with what is new in each. */
export default function Spaces() {
  const { isDirector } = accessOf(useSession().me);
  const list = useList('/spaces', { query: { limit: 50 } });
  return (
    <Screen title={t.title} about={t.about} actions={<Actions mayCreate={isDirector} />}>
      <List label={t.spaces} list={list} idOf={({ id }) => id} empty={t.empty} columns={COLUMNS} />
    </Screen>
  );
}

function Actions({ mayCreate }: { mayCreate: boolean }) {
  const [, navigate] = useLocation();
  return (
    <>
      <PageLink to="/community/reports">{t.myReports}</PageLink>
      {mayCreate && (
        <WriteAction
          label={t.create}
          fields={{
            name: { kind: 'text', label: t.name },
            description: { kind: 'longText', label: t.description, isOptional: true },
            posting: { kind: 'choice', label: t.posting, options: POSTINGS },
            scope: { kind: 'choice', label: t.scope, options: SCOPES },
            programId: {
              kind: 'resource',
              label: t.program,
              choosable: { of: 'programs' },
              when: { field: 'scope', isOneOf: ['program'] },
            },
            cohortId: {
              kind: 'resource',
              label: t.cohort,
              choosable: { of: 'cohorts' },
              when: { field: 'scope', isOneOf: ['cohort'] },
            },
          }}
          to="POST /spaces"
          done={t.created}
          onDone={({ id }) => navigate(`/community/${id}`)}
        />
      )}
    </>
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
