import { useState } from 'react';
import { useLocation } from 'wouter';
import { accessOf } from '../../api/access.js';
import { useList } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { programs as t } from '../../strings/programs.js';
import { word } from '../../strings/words.js';
import { PageLink } from '../../ui/link.js';
import { Filter, List } from '../../ui/list.js';
import { Screen } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';

const STATUSES = ['all', 'draft', 'active', 'archived'] as const;

/** What the organization runs. */
export default function Programs() {
  const { isAdministrator } = accessOf(useSession().me);
  const [, navigate] = useLocation();
  const [status, setStatus] = useState<(typeof STATUSES)[number]>('all');
  const list = useList('/programs', { query: { limit: 50, ...(status !== 'all' && { status }) } });
  const create = (
    <WriteAction
      label={t.create}
      fields={{
        name: { kind: 'text', label: t.name },
        description: { kind: 'longText', label: t.description, isOptional: true },
      }}
      to="POST /programs"
      done={t.created}
      onDone={({ id }) => navigate(`/programs/${id}`)}
    />
  );
  return (
    <Screen
      title={t.title}
      actions={
        <>
          <Filter label={t.filter} values={STATUSES} value={status} nameOf={word} onChange={setStatus} />
          {isAdministrator && create}
        </>
      }
    >
      <List
        label={t.title}
        list={list}
        idOf={({ id }) => id}
        empty={isAdministrator && status === 'all' ? t.emptyForAuthors : t.empty}
        columns={[
          {
            header: t.name,
            cell: ({ id, name, description }) => (
              <>
                <PageLink to={`/programs/${id}`} fw={600}>
                  {name}
                </PageLink>
                {description !== null && <div className="text">{description}</div>}
              </>
            ),
          },
          { header: t.status, cell: ({ status: current }) => <Status value={current} /> },
          { header: t.updated, cell: ({ updatedAt }) => <Instant iso={updatedAt} /> },
        ]}
      />
    </Screen>
  );
}
