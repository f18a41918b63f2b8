import type { Schemas } from '@delivery-service/client';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { outcomesOf } from '../../api/each.js';
import { mostOf } from '../../api/limits.js';
import { useSession } from '../../api/session.js';
import { entry as t } from '../../strings/entry.js';
import { CsvButton } from '../../ui/csv-button.js';
import type { Cell } from '../../ui/csv.js';
import { OutcomeList } from '../../ui/outcome-list.js';
import { Empty, Loaded } from '../../ui/states.js';
import { WriteAction } from '../../ui/write-action.js';
import { HOURS } from './hours.js';

const INVITE = 'POST /bulk-invitations';
const MOST = mostOf(INVITE, 'items');

interface Person {
  memberId: string;
  name: string;
}

/** Invites whoever was imported, each once. The rows are read when that is wanted. */
export function InviteAll({ importId }: { importId: string }) {
  const [isWanted, setIsWanted] = useState(false);
  if (isWanted) return <Invite importId={importId} />;
  return (
    <Button size="xs" variant="default" onClick={() => setIsWanted(true)}>
      {t.inviteAll}
    </Button>
  );
}

function Invite({ importId }: { importId: string }) {
  const { client } = useSession();
  const path = { peopleImportId: importId };
  const query = useQuery({
    queryKey: ['people of an import', importId],
    queryFn: async ({ signal }) => {
      const people = new Map<string, Person>();
      const rows = client.pages('/people-imports/{peopleImportId}/rows', { path, query: { limit: 100 }, signal });
      for await (const { memberId, name, email } of rows) {
        if (memberId !== null) people.set(memberId, { memberId, name: name ?? email ?? memberId });
        if (people.size === MOST) break;
      }
      return [...people.values()];
    },
  });
  return (
    <Loaded query={query}>
      {(people) =>
        people.length === 0 ? (
          <Empty>{t.nobody}</Empty>
        ) : (
          <WriteAction
            startsOpen
            label={t.inviteAll}
            which={importId}
            about={t.inviteAllAbout(people.length)}
            fields={{ expiresInHours: HOURS }}
            to={INVITE}
            body={(values) => ({ ...values, items: people.map(({ memberId }) => ({ memberId })), onRefusal: 'skip' })}
            done={({ done }) => t.invitedAll(done)}
            outcome={(result) => <Invited result={result} people={people} />}
          />
        )
      }
    </Loaded>
  );
}

function Invited({ result, people }: { result: Schemas['BulkInviteResult']; people: readonly Person[] }) {
  const rows: Cell[][] = result.results.flatMap(({ index, url }) =>
    url === null ? [] : [[people[index]?.name ?? '', url]],
  );
  return (
    <>
      <OutcomeList outcomes={outcomesOf(result, people)} />
      {result.done > 0 && (
        <>
          <Text my="sm">{rows.length > 0 ? t.linksOnce : t.linksLost}</Text>
          {rows.length > 0 && <CsvButton title={t.file} rows={() => [t.columns, ...rows]} />}
        </>
      )}
    </>
  );
}
