import type { DeliveryClient, Schemas } from '@delivery-service/client';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../api/session.js';
import { dayIn } from '../../dates.js';
import { cohorts as t } from '../../strings/cohorts.js';
import { strings } from '../../strings/common.js';
import { word } from '../../strings/words.js';
import { PageLink } from '../../ui/link.js';
import { Filter, Table, type Column } from '../../ui/list.js';
import { Screen } from '../../ui/screen.js';
import { Empty, Loaded, NotMeasured } from '../../ui/states.js';
import { Instant, Status } from '../../ui/value.js';
import { Rhythm } from './rhythm.js';

type Overview = Schemas['CohortOverview'];

const STATUSES = ['running', 'draft', 'open', 'active', 'completed', 'archived'] as const;

/** Overviews are sorted here, so all of them are read, up to this number. */
const MOST = 200;

/** The cohorts of the caller, those in need first. */
export default function Cohorts() {
  const { client } = useSession();
  const [status, setStatus] = useState<(typeof STATUSES)[number]>('running');
  const query = useQuery({
    queryKey: ['/cohort-overviews', status],
    queryFn: ({ signal }) => overviews(client, status === 'running' ? {} : { status }, signal),
  });
  return (
    <Screen
      title={t.title}
      about={t.hint}
      actions={
        <Filter
          label={t.filter}
          values={STATUSES}
          value={status}
          nameOf={(value) => (value === 'running' ? t.running : word(value))}
          onChange={setStatus}
        />
      }
    >
      <Loaded query={query}>
        {({ items, isComplete }) =>
          items.length === 0 ? (
            <Empty>{t.empty}</Empty>
          ) : (
            <>
              <Table label={t.title} items={items} columns={COLUMNS} idOf={({ cohort }) => cohort.id} />
              {items.some(({ scope }) => scope === 'assigned') && <Text size="sm">{t.assignedOnly}</Text>}
              {!isComplete && <Text size="sm">{t.bounded(items.length)}</Text>}
            </>
          )
        }
      </Loaded>
    </Screen>
  );
}

async function overviews(
  client: DeliveryClient,
  filter: { status?: Schemas['Cohort']['status'] },
  signal: AbortSignal,
) {
  const items: Overview[] = [];
  for await (const item of client.pages('/cohort-overviews', { query: { ...filter, limit: 20 }, signal })) {
    if (items.length === MOST) return { items: items.sort(worstFirst), isComplete: false };
    items.push(item);
  }
  return { items: items.sort(worstFirst), isComplete: true };
}

/** By what has waited too long, then by who is in difficulty; of equals the newest first, as the service lists them. */
function worstFirst(one: Overview, other: Overview): number {
  return pressing(other) - pressing(one) || inDifficulty(other) - inDifficulty(one);
}

const pressing = ({ reviews, blockers }: Overview) => reviews.highlighted + blockers.highlighted;
const inDifficulty = ({ rhythm, members }: Overview) => (rhythm.at_risk + rhythm.late) / Math.max(members.total, 1);

const COLUMNS: Column<Overview>[] = [
  {
    header: t.columns.cohort,
    cell: ({ cohort }) => (
      <>
        <PageLink to={`/cohorts/${cohort.id}`} fw={600}>
          {cohort.name}
        </PageLink>
        <div className="dimmed">
          {cohort.programName} <Status value={cohort.status} />
        </div>
      </>
    ),
  },
  {
    header: t.columns.week,
    cell: ({ week, cohort }) =>
      week.measured ? (
        t.week(week.week)
      ) : (
        <NotMeasured
          reason={week.reason}
          label={cohort.startDate ? strings.notMeasured.starts(dayIn('UTC', cohort.startDate)) : undefined}
        />
      ),
  },
  { header: t.columns.members, cell: ({ members }) => t.members(members.active, members.total) },
  { header: t.columns.rhythm, cell: ({ rhythm }) => <Rhythm rhythm={rhythm} /> },
  {
    header: t.columns.reviews,
    isNumber: true,
    cell: ({ reviews }) => <Count {...reviews} highlight={t.overdue} />,
  },
  {
    header: t.columns.blockers,
    isNumber: true,
    cell: ({ blockers }) => <Count {...blockers} highlight={t.urgent} />,
  },
  { header: t.columns.contact, isNumber: true, cell: ({ withoutIntervention }) => withoutIntervention },
  {
    header: t.columns.next,
    cell: ({ nextLive }) =>
      nextLive ? (
        <>
          {nextLive.title}
          <div className="dimmed">
            <Instant iso={nextLive.startsAt} zone={nextLive.timezone} />
          </div>
        </>
      ) : (
        strings.common.none
      ),
  },
];

function Count({
  total,
  highlighted,
  highlight,
}: {
  total: number;
  highlighted: number;
  highlight: (n: number) => string;
}) {
  return (
    <>
      {total}
      {highlighted > 0 && <div className="alarming">{highlight(highlighted)}</div>}
    </>
  );
}
