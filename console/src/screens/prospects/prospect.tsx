import type { Schemas } from '@delivery-service/client';
import { Anchor } from '@mantine/core';
import { accessOf } from '../../api/access.js';
import { useRead } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { strings } from '../../strings/common.js';
import { prospects as t } from '../../strings/prospects.js';
import { PageLink } from '../../ui/link.js';
import { Table } from '../../ui/list.js';
import { ProgramLink } from '../../ui/resource-link.js';
import { Facts, PendingScreen, Screen, Section } from '../../ui/screen.js';
import { useOfferNames } from '../../ui/selling-names.js';
import { Empty } from '../../ui/states.js';
import { Instant, Status } from '../../ui/value.js';
import { Calls } from './calls.js';
import { ProspectActions } from './prospect-actions.js';

type Prospect = Schemas['ProspectWithSales'];

/** A prospect with their calls and sales, and what can be done next. */
export default function ProspectScreen({ prospectId }: { prospectId: string }) {
  const query = useRead('/prospects/{prospectId}', { path: { prospectId } });
  const prospect = query.data;
  if (!prospect) return <PendingScreen title={t.prospect} query={query} />;
  const isErased = prospect.email === null;
  return (
    <Screen
      title={prospect.name}
      about={
        <>
          <Status value={prospect.status} /> {prospect.lostReason !== null && t.reasons[prospect.lostReason]}{' '}
          {isErased && t.wasErased}
        </>
      }
      actions={!isErased && <ProspectActions prospect={prospect} />}
    >
      <ProspectFacts prospect={prospect} />
      <Calls prospect={prospect} />
      <Sales prospect={prospect} />
    </Screen>
  );
}

function ProspectFacts({ prospect }: { prospect: Prospect }) {
  const { readsPrograms } = accessOf(useSession().me);
  const { email, phone, source, programId, closerName, closerMayAct, memberId, status } = prospect;
  const shown = (text: string | null) => text ?? undefined;
  return (
    <Facts
      facts={{
        [t.email]: email === null ? undefined : <Anchor href={`mailto:${email}`}>{email}</Anchor>,
        [t.phone]: shown(phone),
        [t.source]: shown(source),
        [t.program]: programId !== null && readsPrograms ? <ProgramLink programId={programId} /> : undefined,
        [t.closer]: (
          <>
            {closerName ?? t.noCloser}{' '}
            {closerName !== null && !closerMayAct && status === 'open' && (
              <span className="alarming">{t.mayNotAct}</span>
            )}
          </>
        ),
        [t.assignedAt]: prospect.assignedAt === null ? undefined : <Instant iso={prospect.assignedAt} />,
        [t.nextCall]: prospect.nextCallAt === null ? undefined : <Instant iso={prospect.nextCallAt} />,
        [t.member]: memberId === null ? undefined : <PageLink to={`/people/${memberId}`}>{t.memberPage}</PageLink>,
        [t.createdAt]: <Instant iso={prospect.createdAt} />,
        [t.closedAt]: prospect.closedAt === null ? undefined : <Instant iso={prospect.closedAt} />,
      }}
    />
  );
}

function Sales({ prospect: { sales } }: { prospect: Prospect }) {
  const nameOf = useOfferNames();
  return (
    <Section title={t.sales}>
      {sales.length === 0 ? (
        <Empty>{t.noSales}</Empty>
      ) : (
        <Table
          label={t.sales}
          items={sales}
          idOf={({ id }) => id}
          columns={[
            {
              header: t.offer,
              cell: ({ id, offerId }) => <PageLink to={`/sales/${id}`}>{nameOf(offerId)}</PageLink>,
            },
            { header: strings.common.status, cell: ({ status }) => <Status value={status} /> },
            { header: t.proposedAt, cell: ({ proposedAt }) => <Instant iso={proposedAt} /> },
          ]}
        />
      )}
    </Section>
  );
}
