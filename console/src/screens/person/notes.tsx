import type { Schemas } from '@delivery-service/client';
import { accessOf } from '../../api/access.js';
import { useList } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { strings } from '../../strings/common.js';
import { person as t } from '../../strings/person.js';
import { List } from '../../ui/list.js';
import { Section } from '../../ui/screen.js';
import { Instant } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';
import type { PartProps } from './part.js';

/** What was written down about somebody. */
export function Notes({ enrollmentId, zone }: PartProps) {
  const list = useList('/enrollments/{enrollmentId}/notes', { path: { enrollmentId }, query: { limit: 50 } });
  const write = (
    <WriteAction
      label={t.note.write}
      fields={{ body: { kind: 'longText', label: t.note.body } }}
      to="POST /enrollments/{enrollmentId}/notes"
      path={{ enrollmentId }}
      done={t.note.written}
    />
  );
  return (
    <Section title={t.partNames.notes} actions={write}>
      <List
        label={t.partNames.notes}
        list={list}
        idOf={({ id }) => id}
        empty={t.note.empty}
        columns={[
          { header: t.note.body, cell: ({ body }) => <div className="text">{body}</div> },
          { header: t.timeline.who, cell: ({ writtenByName }) => writtenByName },
          { header: t.timeline.when, cell: ({ writtenAt }) => <Instant iso={writtenAt} zone={zone} /> },
          { header: strings.common.actions, cell: (note) => <Redaction note={note} zone={zone} /> },
        ]}
      />
    </Section>
  );
}

/** Whoever wrote a note, and administrators, take its text away. */
function Redaction({ note, zone }: { note: Schemas['Note']; zone: string }) {
  const { me } = useSession();
  const { id, redactedAt, writtenBy } = note;
  if (redactedAt !== null) {
    return (
      <span className="dimmed">
        {t.note.redactedAt} <Instant iso={redactedAt} zone={zone} />
      </span>
    );
  }
  if (writtenBy !== me.member.accountId && !accessOf(me).isAdministrator) return null;
  return (
    <WriteAction
      label={t.note.redact}
      about={t.note.redactAbout}
      fields={{ reason: { kind: 'longText', label: t.note.redactReason, hint: t.note.redactReasonHint } }}
      to="POST /notes/{noteId}/redact"
      path={{ noteId: id }}
      done={t.note.redacted}
      isDanger
    />
  );
}
