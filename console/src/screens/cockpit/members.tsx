import type { Schemas } from '@delivery-service/client';
import { Button, Group, Switch, Text } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useList } from '../../api/reads.js';
import { viewerZone } from '../../dates.js';
import { cockpit as t } from '../../strings/cockpit.js';
import { strings } from '../../strings/common.js';
import { number, word } from '../../strings/words.js';
import { PageLink } from '../../ui/link.js';
import { List, type Column } from '../../ui/list.js';
import { PersonParts } from '../../ui/person-parts.js';
import { Section } from '../../ui/screen.js';
import { NotMeasured } from '../../ui/states.js';
import { Instant, Status } from '../../ui/value.js';
import { Actions } from './actions.js';
import { nameOf, numberOf, type Cockpit, type Signal } from './signals.js';

type Member = Schemas['CockpitMember'];

interface MembersProps {
  cockpit: Cockpit;
  signal: Signal;
  onReread: () => void;
}

/** The people behind a number of the cockpit, and what can be done for those selected. */
export function Members({ cockpit, signal, onReread }: MembersProps) {
  const [isUncovered, setIsUncovered] = useState(false);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const query = { signal, limit: 100, ...(isUncovered && { uncovered: true }) };
  const list = useList('/cohorts/{cohortId}/cockpit/members', { path: { cohortId: cockpit.cohort.id }, query });
  const zone = cockpit.cohort.timezone ?? viewerZone;
  const columns = useMemo(() => columnsOf(zone, signal), [zone, signal]);
  const basis = list.data?.pages[0]?.basis;
  // Whoever is no longer behind the number is no longer selected.
  const chosen = list.isPlaceholderData ? [] : list.items.filter(({ enrollmentId }) => selected.has(enrollmentId));
  const isWhole = !list.hasNextPage && !list.isPending && !list.isFetching && basis?.measured !== false;
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Not returned: it is a promise in newer browsers.
    top.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <div ref={top}>
      <Section
        title={t.behind(t.signals[signal])}
        actions={
          <Switch
            label={t.uncovered}
            checked={isUncovered}
            onChange={({ currentTarget }) => setIsUncovered(currentTarget.checked)}
          />
        }
      >
        <Group className="selection" gap="xs" role="group" aria-label={t.actions}>
          <Text size="sm">{strings.list.selected(chosen.length)}</Text>
          <Actions cockpit={cockpit} signal={signal} zone={zone} chosen={chosen} />
        </Group>
        {basis?.measured === false ? (
          <NotMeasured reason={basis.reason} />
        ) : (
          <List
            label={t.behind(t.signals[signal])}
            list={list}
            columns={columns}
            idOf={({ enrollmentId }) => enrollmentId}
            empty={isUncovered ? t.allCovered : t.nobody}
            selection={{ selected, onChange: setSelected, nameOf }}
          />
        )}
        {isUncovered && isWhole && (
          <Text size="sm" c="dimmed">
            {t.uncoveredCounts(list.items.length, t.signals[signal])}
          </Text>
        )}
        {!isUncovered && isWhole && (
          <Agreement
            // Repeated absences count people, each of whom has several.
            listed={signal === 'repeated_absences' ? list.items.length : sumOf(list.items)}
            counted={numberOf(cockpit, signal)}
            onReread={() => {
              onReread();
              void list.refetch();
            }}
          />
        )}
      </Section>
    </div>
  );
}

/** The number of the cockpit and the list are read one after the other: a change between them is said. */
function Agreement({ listed, counted, onReread }: { listed: number; counted: number | null; onReread: () => void }) {
  if (counted === null) return null;
  if (listed === counted) {
    return (
      <Text size="sm" c="dimmed">
        {t.agrees(counted)}
      </Text>
    );
  }
  return (
    <Group gap="xs">
      <Text size="sm">{t.disagrees(counted, listed)}</Text>
      <Button size="xs" variant="default" onClick={onReread}>
        {t.reread}
      </Button>
    </Group>
  );
}

function sumOf(members: Member[]): number {
  return members.reduce((sum, { count }) => sum + count, 0);
}

function columnsOf(zone: string, signal: Signal): Column<Member>[] {
  return [
    {
      header: strings.common.person,
      value: nameOf,
      cell: (member) => <PageLink to={`/enrollments/${member.enrollmentId}`}>{nameOf(member)}</PageLink>,
    },
    {
      header: strings.common.status,
      value: ({ status }) => word(status),
      cell: ({ status }) => <Status value={status} />,
    },
    { header: t.columns.rhythm, value: ({ rhythm }) => word(rhythm), cell: ({ rhythm }) => <Status value={rhythm} /> },
    { header: t.columns.count, isNumber: true, value: ({ count }) => count, cell: ({ count }) => number(count) },
    {
      value: ({ since }) => since,
      header: signal === 'without_intervention' ? t.columns.lastContact : strings.common.since,
      cell: ({ since }) =>
        since === null && signal === 'without_intervention' ? (
          strings.common.never
        ) : (
          <Instant iso={since} zone={zone} />
        ),
    },
    {
      header: t.columns.planned,
      isNumber: true,
      value: ({ plannedInterventions }) => plannedInterventions,
      cell: ({ plannedInterventions }) => number(plannedInterventions),
    },
    { header: strings.common.goTo, cell: ({ enrollmentId }) => <PersonParts enrollmentId={enrollmentId} /> },
  ];
}
