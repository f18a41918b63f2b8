import type { Schemas } from '@delivery-service/client';
import { Group } from '@mantine/core';
import { instantIn, viewerZone } from '../../dates.js';
import { strings } from '../../strings/common.js';
import { prospects } from '../../strings/prospects.js';
import { salesCalls as t } from '../../strings/sales-calls.js';
import { callSlotOf } from '../../ui/call-slot.js';
import { Table, type Column } from '../../ui/list.js';
import { OutsideLink } from '../../ui/outside-link.js';
import { Section } from '../../ui/screen.js';
import { Empty } from '../../ui/states.js';
import { Instant, Status } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';
import { ZONES } from '../../ui/zones.js';

type Call = Schemas['SalesCall'];
type Outcome = keyof typeof t.outcomes;

/** The last calls of a prospect. Another one is booked once none is to come. */
export function Calls({ prospect }: { prospect: Schemas['ProspectWithSales'] }) {
  const { id, calls, nextCallAt, email } = prospect;
  return (
    <Section title={prospects.calls} actions={email !== null && nextCallAt === null && <Book prospectId={id} />}>
      {calls.length === 0 ? (
        <Empty>{prospects.noCalls}</Empty>
      ) : (
        <Table label={prospects.calls} items={calls} idOf={(call) => call.id} columns={COLUMNS} />
      )}
    </Section>
  );
}

const COLUMNS: Column<Call>[] = [
  {
    header: prospects.when,
    cell: ({ startsAt, timezone, joinUrl, status }) => (
      <>
        <Instant iso={startsAt} zone={timezone} />
        {joinUrl !== null && status === 'booked' && (
          <div className="small">
            <OutsideLink url={joinUrl} />
          </div>
        )}
      </>
    ),
  },
  { header: strings.common.status, cell: ({ status }) => <Status value={status} /> },
  {
    header: prospects.outcome,
    cell: ({ outcome, summary }) => (
      <>
        {outcome === null ? strings.common.none : t.outcomes[outcome]}
        {summary !== null && <div className="dimmed text">{summary}</div>}
      </>
    ),
  },
  {
    header: strings.common.actions,
    cell: (call) =>
      call.status === 'booked' && (
        <Group gap="xs">
          {!hasBegun(call) && <Move call={call} />}
          <Record call={call} />
        </Group>
      ),
  },
];

const hasBegun = ({ startsAt }: Call) => Date.parse(startsAt) <= Date.now();

function Book({ prospectId }: { prospectId: string }) {
  return (
    <WriteAction
      label={t.book}
      about={t.bookAbout}
      fields={{
        startsAt: { kind: 'callSlot', label: t.slot, callable: { prospectId } },
        timezone: { kind: 'choice', label: t.timezone, hint: t.timezoneHint, options: ZONES, initial: viewerZone },
      }}
      to="POST /prospects/{prospectId}/calls"
      path={{ prospectId }}
      body={({ startsAt, timezone }) => ({ ...callSlotOf(startsAt), timezone })}
      done={t.booked}
    />
  );
}

function Move({ call: { id, prospectId, startsAt: start, endsAt } }: { call: Call }) {
  const minutes = (Date.parse(endsAt) - Date.parse(start)) / 60_000;
  return (
    <WriteAction
      label={t.move}
      name={t.moveOf(instantIn(viewerZone, start))}
      about={t.moveAbout}
      fields={{ startsAt: { kind: 'callSlot', label: t.slot, callable: { prospectId, minutes } } }}
      to="PATCH /sales-calls/{salesCallId}"
      path={{ salesCallId: id }}
      body={({ startsAt }) => ({ startsAt: callSlotOf(startsAt).startsAt })}
      done={t.moved}
    />
  );
}

const OUTCOMES = (Object.keys(t.outcomes) as Outcome[]).map((value) => ({ value, label: t.outcomes[value] }));
const STATUSES = (['held', 'no_show', 'cancelled'] as const).map((value) => ({ value, label: t.statuses[value] }));

/** One that has not begun can be cancelled only. */
function Record({ call }: { call: Call }) {
  const options = STATUSES.filter(({ value }) => value === 'cancelled' || hasBegun(call));
  return (
    <WriteAction
      label={t.record}
      name={t.recordOf(instantIn(viewerZone, call.startsAt))}
      about={t.recordAbout}
      fields={{
        status: { kind: 'choice', label: t.status, options },
        outcome: {
          kind: 'choice',
          label: t.outcome,
          options: OUTCOMES,
          isOptional: true,
          when: { field: 'status', isOneOf: ['held'] },
        },
        summary: { kind: 'longText', label: t.summary, isOptional: true },
      }}
      to="POST /sales-calls/{salesCallId}/close"
      path={{ salesCallId: call.id }}
      done={t.recorded}
    />
  );
}
