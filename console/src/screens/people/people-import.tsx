import type { Schemas } from '@delivery-service/client';
import { useState } from 'react';
import { useList, useRead } from '../../api/reads.js';
import { strings } from '../../strings/common.js';
import { people as t } from '../../strings/people.js';
import { word } from '../../strings/words.js';
import { PageLink } from '../../ui/link.js';
import { Filter, List } from '../../ui/list.js';
import { Facts, PendingScreen, Screen, Section } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';
import { InviteAll } from './invite-all.js';

type Row = Schemas['PeopleImportRow'];

const OUTCOMES = ['all', 'create', 'match', 'warned', 'refused'] as const;

/** What an import would do, row by row, until it is committed or discarded; then what it did. */
export default function PeopleImport({ importId }: { importId: string }) {
  const path = { peopleImportId: importId };
  const query = useRead('/people-imports/{peopleImportId}', { path });
  const [outcome, setOutcome] = useState<(typeof OUTCOMES)[number]>('all');
  const filter = outcome === 'all' ? {} : { outcome };
  const rows = useList('/people-imports/{peopleImportId}/rows', { path, query: { limit: 100, ...filter } });
  const found = query.data;
  if (!found) return <PendingScreen title={t.importTitle} query={query} />;
  const { counts } = found;
  return (
    <Screen
      title={found.label ?? t.importTitle}
      about={
        <>
          <Status value={found.status} /> <Instant iso={found.createdAt} />
        </>
      }
      actions={
        <>
          {found.status === 'validated' && <Decision path={path} />}
          {found.status === 'committed' && <InviteAll importId={importId} />}
        </>
      }
    >
      <Facts
        facts={Object.fromEntries(Object.entries(counts).map(([name, count]) => [t.counts[name] ?? word(name), count]))}
      />
      <Section
        title={t.plan}
        actions={
          <Filter
            label={t.filter}
            values={OUTCOMES}
            value={outcome}
            nameOf={(value) => t.outcomes[value]}
            onChange={setOutcome}
          />
        }
      >
        <List
          label={t.plan}
          list={rows}
          idOf={({ index }) => String(index)}
          empty={t.noRows}
          columns={[
            { header: t.row, isNumber: true, cell: ({ index }) => index + 1 },
            { header: t.member, cell: (row) => <Person row={row} /> },
            { header: t.what, cell: (row) => <Plan row={row} /> },
          ]}
        />
      </Section>
    </Screen>
  );
}

function Decision({ path }: { path: { peopleImportId: string } }) {
  return (
    <>
      <WriteAction
        label={t.commit}
        about={t.commitAbout}
        to="POST /people-imports/{peopleImportId}/commit"
        path={path}
        body={() => ({ onRefusal: 'skip' })}
        done={t.committed}
        button={{ variant: 'filled' }}
      />
      <WriteAction
        label={t.discard}
        to="POST /people-imports/{peopleImportId}/discard"
        path={path}
        done={t.discarded}
        isDanger
      />
    </>
  );
}

function Person({ row }: { row: Row }) {
  const name = row.name ?? strings.common.none;
  return (
    <>
      {row.memberId === null ? name : <PageLink to={`/people/${row.memberId}`}>{name}</PageLink>}
      <div className="dimmed">{row.email}</div>
    </>
  );
}

function Plan({ row }: { row: Row }) {
  const { member, enrollment, coach } = row.plan;
  return (
    <>
      {row.issues.length === 0 ? (
        <div>
          {[t.plans.member[member], t.plans.enrollment[enrollment], t.plans.coach[coach]].filter(Boolean).join(', ')}
        </div>
      ) : (
        <>
          <Status value="refused" />
          <ul className="details">
            {row.issues.map(({ field, code, issue }) => (
              <li key={`${field} ${code}`}>
                {field}: {issue}
              </li>
            ))}
          </ul>
        </>
      )}
      {row.warnings.length > 0 && <div className="alarming">{row.warnings.map(word).join(', ')}</div>}
    </>
  );
}
