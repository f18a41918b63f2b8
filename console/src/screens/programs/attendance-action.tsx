import type { Schemas } from '@delivery-service/client';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mostOf } from '../../api/limits.js';
import { useSession } from '../../api/session.js';
import { programs } from '../../strings/programs.js';
import type { Field } from '../../ui/fields.js';
import { optionsOf } from '../../ui/intervention-fields.js';
import { Loaded } from '../../ui/states.js';
import { EditAction } from '../../ui/write-action.js';

const t = programs.live;

const RECORD = 'PUT /live-sessions/{liveSessionId}/attendance';
const MOST = mostOf(RECORD, 'entries');

const STATUSES = optionsOf(['present', 'absent', 'excused']);

interface AttendanceProps {
  session: Schemas['LiveSession'];
  cohortId: string;
}

/** Records who was there, once a session has begun: one choice for each person enrolled, who are read when it is wanted. */
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
    queryFn: async ({ signal }) => {
      const people: Schemas['Enrollment'][] = [];
      for await (const enrollment of client.pages('/enrollments', { query: { cohortId, limit: 100 }, signal })) {
        if (['active', 'paused', 'completed'].includes(enrollment.status)) people.push(enrollment);
        if (people.length === MOST) break;
      }
      const { data } = await client.get('/live-sessions/{liveSessionId}', { path, signal });
      return { people, recorded: new Map(data.attendance.map((entry) => [entry.enrollmentId, entry.status])) };
    },
  });
  return (
    <Loaded query={query}>
      {({ people, recorded }) => (
        <EditAction
          startsOpen
          label={t.attendance}
          about={`${session.title}. ${t.attendanceAbout}`}
          fields={fieldsOf(people, recorded)}
          to={RECORD}
          path={path}
          body={(values) => ({ entries: entriesOf(values) })}
          done={t.recorded}
        />
      )}
    </Loaded>
  );
}

type Status = Schemas['AttendanceEntry']['status'];

/** Whoever is left empty, or as they were, is not sent: another person may record them meanwhile. */
function entriesOf(values: Record<string, Status | undefined>) {
  return Object.entries(values).flatMap(([enrollmentId, status]) =>
    status === undefined ? [] : [{ enrollmentId, status }],
  );
}

type StatusField = Field & { kind: 'choice'; options: typeof STATUSES; isOptional: true };

function fieldsOf(people: Schemas['Enrollment'][], recorded: ReadonlyMap<string, string>): Record<string, StatusField> {
  return Object.fromEntries(
    people.map(({ id, memberName }) => [
      id,
      { kind: 'choice', label: memberName ?? id, options: STATUSES, isOptional: true, initial: recorded.get(id) },
    ]),
  );
}
