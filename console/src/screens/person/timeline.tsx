import type { Schemas } from '@delivery-service/client';
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useList } from '../../api/reads.js';
import { instantOf } from '../../dates.js';
import { strings } from '../../strings/common.js';
import { person } from '../../strings/person.js';
import { List, type Column } from '../../ui/list.js';
import { Section } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';
import type { PartProps } from './part.js';

type Item = Schemas['TimelineItem'];

const t = person.timeline;

/** All kinds: one that the service adds must be added here, too. */
const KIND_NAMES: Record<Item['kind'], true> = {
  'enrollment.created': true,
  'enrollment.activated': true,
  'enrollment.paused': true,
  'enrollment.resumed': true,
  'enrollment.closed': true,
  'enrollment.transferred': true,
  'enrollment.deadline_extended': true,
  'note.created': true,
  'note.redacted': true,
  'blocker.opened': true,
  'blocker.resolved': true,
  'coaching_session.created': true,
  'coaching_session.completed': true,
  'coaching_session.cancelled': true,
  'intervention.planned': true,
  'intervention.updated': true,
  'intervention.closed': true,
  'member_task.published': true,
  'member_task.completed': true,
  'member_task.archived': true,
  'member_task.reopened': true,
  'submission.created': true,
  'submission.reviewed': true,
  'attendance.recorded': true,
  'group_membership.started': true,
  'group_membership.ended': true,
  'lesson.completed': true,
  'course.completed': true,
  'enrollment.path_assigned': true,
  'path.completed': true,
  'milestone.reached': true,
  'milestone.reach_revoked': true,
  'video_question.asked': true,
  'video_question.answered': true,
  'video_question.declined': true,
  'video_question.withdrawn': true,
  'outcome.recorded': true,
  'outcome.voided': true,
  'booking.created': true,
  'booking.rescheduled': true,
  'booking.cancelled': true,
};
const KINDS = Object.keys(KIND_NAMES) as Item['kind'][];

/** Everything that happened, latest first. */
export function Timeline({ enrollmentId, zone }: PartProps) {
  const [kind, setKind] = useState<Item['kind'] | ''>('');
  const [days, setDays] = useState({ from: '', to: '' });
  const from = instantOf(zone, `${days.from}T00:00`);
  const to = instantOf(zone, `${days.to}T00:00`);
  const query = { limit: 50, ...(kind && { kind }), ...(from && { from }), ...(to && { to }) };
  const list = useList('/enrollments/{enrollmentId}/timeline', { path: { enrollmentId }, query });
  return (
    <Section title={person.partNames.timeline}>
      <div className="filters">
        <NativeSelect
          label={t.kind}
          value={kind}
          data={[{ value: '', label: t.all }, ...KINDS.map((value) => ({ value, label: t.sentence(value) }))]}
          onChange={({ currentTarget }) => setKind(currentTarget.value as Item['kind'])}
        />
        {(['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            label={t[end]}
            type="date"
            value={days[end]}
            onChange={({ currentTarget }) => setDays({ ...days, [end]: currentTarget.value })}
          />
        ))}
      </div>
      <List
        label={person.partNames.timeline}
        list={list}
        columns={columnsOf(zone)}
        idOf={(item) => `${item.kind} ${item.id}`}
        empty={t.empty}
      />
    </Section>
  );
}

function columnsOf(zone: string): Column<Item>[] {
  return [
    {
      header: t.when,
      cell: ({ occurredAt, recordedAt }) => (
        <>
          <Instant iso={occurredAt} zone={zone} />
          {recordedAt !== occurredAt && (
            <div className="dimmed">
              {t.recorded} <Instant iso={recordedAt} zone={zone} />
            </div>
          )}
        </>
      ),
    },
    {
      header: t.what,
      cell: ({ kind, text, outcome }) => (
        <>
          <strong>{t.sentence(kind)}</strong> {outcome !== null && <Status value={outcome} />}
          {text !== null && <div className="text">{text}</div>}
        </>
      ),
    },
    { header: t.who, cell: ({ actorName }) => actorName ?? strings.common.none },
  ];
}
