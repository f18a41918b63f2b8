import type { Schemas } from '@delivery-service/client';
import { Alert } from '@mantine/core';
import { useRead } from '../../api/reads.js';
import { erasures as t } from '../../strings/erasures.js';
import { number } from '../../strings/words.js';
import { Table } from '../../ui/list.js';
import { LinkButton } from '../../ui/link.js';
import { Facts, PendingScreen, Screen, Section } from '../../ui/screen.js';
import { Empty } from '../../ui/states.js';
import { Instant, Status } from '../../ui/value.js';
import { Decision } from './decision.js';

type Erasure = Schemas['Erasure'];

/** How often an erasure is read again that is going to be carried out. */
const OFTEN_MS = 10_000;

/** An erasure: what would be erased, who has asked, and who decides. */
export default function ErasureScreen({ erasureId }: { erasureId: string }) {
  const query = useRead('/erasures/{erasureId}', { path: { erasureId } }, { every: OFTEN_MS });
  if (!query.data) return <PendingScreen title={t.erasure} query={query} />;
  return <Shown erasure={query.data} />;
}

function Shown({ erasure }: { erasure: Erasure }) {
  const { memberId, status, requestedByName, approvedByName, createdAt, notBefore, carriedOutAt } = erasure;
  const { data: member } = useRead('/members/{memberId}', { path: { memberId } });
  const name = member?.name ?? memberId;
  const isOpen = status === 'requested' || status === 'approved';
  return (
    <Screen title={t.of(name)} actions={<LinkButton to={`/people/${memberId}`}>{t.person}</LinkButton>}>
      <Facts
        facts={{
          [t.status]: <Status value={status} />,
          [t.requestedBy]: (
            <>
              {requestedByName ?? t.formerMember}, <Instant iso={createdAt} />
            </>
          ),
          [t.approvedBy]: erasure.approvedBy === null ? undefined : (approvedByName ?? t.formerMember),
          [t.earliest]: status === 'approved' ? <Instant iso={notBefore} /> : undefined,
          [t.carriedOut]: carriedOutAt === null ? undefined : <Instant iso={carriedOutAt} />,
        }}
      />
      <Alert color={isOpen ? 'orange' : 'gray'} title={t.states[status]}>
        {isOpen && <Decision erasure={erasure} name={name} />}
      </Alert>
      <Preview preview={erasure.preview} />
    </Screen>
  );
}

function Preview({ preview }: { preview: Erasure['preview'] }) {
  const rows = [...preview].sort((one, other) => other.erased - one.erased);
  const erased = rows.filter((row) => row.erased > 0);
  const count = erased.reduce((sum, row) => sum + row.erased, 0);
  return (
    <Section title={t.preview} hint={`${t.total(count, erased.length)} ${t.previewHint}`}>
      {rows.length === 0 ? (
        <Empty>{t.nothing}</Empty>
      ) : (
        <Table
          label={t.preview}
          items={rows}
          idOf={({ table, why }) => `${table} ${why}`}
          columns={[
            { header: t.table, cell: ({ table }) => t.tableOf(table) },
            { header: t.erasedRows, isNumber: true, cell: (row) => number(row.erased) },
            { header: t.keptRows, isNumber: true, cell: (row) => number(row.kept) },
            { header: t.why, cell: ({ why }) => <span className="dimmed">{why}</span> },
          ]}
        />
      )}
    </Section>
  );
}
