import type { Schemas } from '@delivery-service/client';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../api/reads.js';
import { programs } from '../../strings/programs.js';

const t = programs.live;

interface RecordedProps {
  session: Schemas['LiveSession'];
  /** Whether it is read at once. The list does not say it, so that the others are read when one asks. */
  isReadAtOnce: boolean;
}

/** Whether the attendance of a session that has begun was recorded, and how many came. */
export function Recorded({ session, isReadAtOnce }: RecordedProps) {
  const [isWanted, setIsWanted] = useState(false);
  const path = { liveSessionId: session.id };
  const { data } = useRead('/live-sessions/{liveSessionId}', { path }, { enabled: isReadAtOnce || isWanted });
  if (!data) {
    if (isReadAtOnce || isWanted) return null;
    const label = t.showRecordedOf(session.title);
    return (
      <Button size="xs" variant="subtle" aria-label={label} onClick={() => setIsWanted(true)}>
        {t.showRecorded}
      </Button>
    );
  }
  const of = (status: string) => data.attendance.filter((entry) => entry.status === status).length;
  if (data.attendance.length === 0) return <Text size="sm">{t.notRecorded}</Text>;
  return <Text size="sm">{t.attended(of('present'), of('absent'), of('excused'))}</Text>;
}
