import { useList, useRead } from '../../api/reads.js';
import { strings } from '../../strings/common.js';
import { erasures as t } from '../../strings/erasures.js';
import { PageLink } from '../../ui/link.js';
import { List } from '../../ui/list.js';
import { Screen } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';

/** Whose data is to be erased, or was. */
export default function Erasures() {
  const list = useList('/erasures', { query: { limit: 50 } });
  return (
    <Screen title={t.title} about={t.about}>
      <List
        label={t.title}
        list={list}
        idOf={({ id }) => id}
        empty={t.empty}
        columns={[
          { header: t.person, cell: ({ id, memberId }) => <ErasureLink id={id} memberId={memberId} /> },
          { header: strings.common.status, cell: ({ status }) => <Status value={status} /> },
          {
            header: t.requested,
            cell: ({ createdAt, requestedByName }) => (
              <>
                <Instant iso={createdAt} />
                <div className="dimmed">{requestedByName !== null && t.by(requestedByName)}</div>
              </>
            ),
          },
          { header: t.earliest, cell: ({ notBefore, status }) => status === 'approved' && <Instant iso={notBefore} /> },
          { header: t.carriedOut, cell: ({ carriedOutAt }) => <Instant iso={carriedOutAt} /> },
        ]}
      />
    </Screen>
  );
}

function ErasureLink({ id, memberId }: { id: string; memberId: string }) {
  const { data } = useRead('/members/{memberId}', { path: { memberId } });
  return <PageLink to={`/erasures/${id}`}>{data?.name ?? memberId}</PageLink>;
}
