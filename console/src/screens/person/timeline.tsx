import type { Schemas } from '@delivery-service/client';
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useList } from '../../api/reads.js';
import { instantIn, instantOf } from '../../dates.js';
import { strings } from '../../strings.js';
import { List, type Column } from '../../ui/list.js';
import { Section } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';
import type { PartProps } from './person.js';

type Item = Schemas['TimelineItem'];

const t = strings.person.timeline;

const KINDS: readonly Item['kind'][] = [
  'enrollment.created',
  'enrollment.activated',
  'enrollment.paused',
  'enrollment.resumed',
  'enrollment.closed',
  'enrollment.transferred',
  'enrollment.deadline_extended',
  'note.created',
  'blocker.opened',
  'blocker.resolved',
  'coaching_session.created',
  'coaching_session.completed',
  'coaching_session.cancelled',
  'intervention.planned',
  'intervention.updated',
  'intervention.closed',
  'member_task.published',
  'member_task.completed',
  'member_task.archived',
  'member_task.reopened',
  'submission.created',
  'submission.reviewed',
  'attendance.recorded',
  'group_membership.started',
  'group_membership.ended',
  'lesson.completed',
  'course.completed',
  'enrollment.path_assigned',
  'path.completed',
  'milestone.reached',
  'milestone.reach_revoked',
  'video_question.asked',
  'video_question.answered',
];

/** Everything that happened, latest first. */
export function Timeline({ enrollmentId, zone }: PartProps) {
  const [kind, setKind] = useState<Item['kind'] | ''>('');
  const [days, setDays] = useState({ from: '', to: '' });
  const from = instantOf(zone, `${days.from}T00:00`);
  const to = instantOf(zone, `${days.to}T00:00`);
  const query = { limit: 50, ...(kind && { kind }), ...(from && { from }), ...(to && { to }) };
  const list = useList('/enrollments/{enrollmentId}/timeline', { path: { enrollmentId }, query });
  return (
    <Section title={strings.person.partNames.timeline}>
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
        label={strings.person.partNames.timeline}
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
          {recordedAt !== occurredAt && <div className="dimmed">{t.recorded(instantIn(zone, recordedAt))}</div>}
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
