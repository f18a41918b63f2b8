import type { DeliveryClient, Schemas } from '@delivery-service/client';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mostOf } from '../../api/limits.js';
import { useSession } from '../../api/session.js';
import { programs } from '../../strings/programs.js';
import type { Option } from '../../ui/option.js';
import { optionsOf } from '../../ui/intervention-fields.js';
import { Loaded } from '../../ui/states.js';
import { WriteAction } from '../../ui/write-action.js';

const t = programs.live;

const RECORD = 'PUT /live-sessions/{liveSessionId}/attendance';
const MOST = mostOf(RECORD, 'entries');

const STATUSES = optionsOf(['present', 'absent', 'excused']);

interface AttendanceProps {
  session: Schemas['LiveSession'];
  cohortId: string;
}

/** Records who was there, once a session has begun: one mark for each person enrolled, who are read when it is wanted. */
export function AttendanceAction(props: AttendanceProps) {
  const [isWanted, setIsWanted] = useState(false);
  if (isWanted) return <Attendance {...props} />;
  return (
    <Button size="xs" variant="default" onClick={() => setIsWanted(true)}>
      {t.attendance}
    </Button>
  );
}

function Attendance({ session, cohortId }: AttendanceProps) {
  const { client } = useSession();
  const path = { liveSessionId: session.id };
  const query = useQuery({
    queryKey: ['/live-sessions/{liveSessionId}', session.id, cohortId],
    queryFn: ({ signal }) => rollOf(client, session.id, cohortId, signal),
  });
  return (
    <Loaded query={query}>
      {({ people, recorded }) => (
        <WriteAction
          startsOpen
          label={t.attendance}
          about={`${session.title}. ${t.attendanceAbout}`}
          fields={{ marks: { kind: 'roll', label: t.people, people, statuses: STATUSES, recorded } }}
          to={RECORD}
          path={path}
          body={({ marks }) => ({ entries: changesOf(marks, recorded) })}
          done={t.recorded}
        />
      )}
    </Loaded>
  );
}

async function rollOf(client: DeliveryClient, liveSessionId: string, cohortId: string, signal: AbortSignal) {
  const people: Option[] = [];
  for await (const { id, memberName, status } of client.pages('/enrollments', {
    query: { cohortId, limit: 100 },
    signal,
  })) {
    if (['active', 'paused', 'completed'].includes(status)) people.push({ value: id, label: memberName ?? id });
    if (people.length === MOST) break;
  }
  const { data } = await client.get('/live-sessions/{liveSessionId}', { path: { liveSessionId }, signal });
  const here = new Set(people.map(({ value }) => value));
  const recorded = data.attendance
    .filter(({ enrollmentId }) => here.has(enrollmentId))
    .map(({ enrollmentId, status }) => ({ value: enrollmentId, label: status }));
  people.sort((one, other) => one.label.localeCompare(other.label));
  return { people, recorded };
}

/** Whoever has no mark, or the one that was recorded, is not sent: another person may record them meanwhile. */
function changesOf(marks: readonly Option[], recorded: readonly Option[]) {
  const before = new Map(recorded.map(({ value, label }) => [value, label]));
  return marks
    .filter(({ value, label }) => before.get(value) !== label)
    .map(({ value, label }) => ({ enrollmentId: value, status: label as Schemas['AttendanceEntry']['status'] }));
}
