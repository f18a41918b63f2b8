import type { Schemas } from '@delivery-service/client';
import { useList } from '../../api/reads.js';
import { my as t } from '../../strings/my.js';
import { Paged } from '../../ui/list.js';
import { Section } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';

const URGENCIES = (['normal', 'urgent'] as const).map((value) => ({ value, label: t.urgencies[value] ?? value }));

/** What somebody has reported, and what was done about it. */
export function MyBlockers({ enrollments }: { enrollments: readonly Schemas['MyEnrollment'][] }) {
  const list = useList('/me/blockers', { query: { limit: 20 } });
  const options = enrollments
    .filter(({ status }) => status === 'active' || status === 'paused')
    .map(({ id, program, cohort }) => ({ value: id, label: `${program.name}, ${cohort.name}` }));
  const report = (
    <WriteAction
      label={t.report}
      about={t.reportHint}
      fields={{
        enrollmentId: { kind: 'choice', label: t.about, options },
        title: { kind: 'text', label: t.problem },
        urgency: { kind: 'choice', label: t.urgency, options: URGENCIES },
      }}
      to="POST /me/blockers"
      done={t.reported}
    />
  );
  return (
    <Section title={t.blockers} actions={options.length > 0 && report}>
      <Paged list={list} empty={t.noBlockers}>
        {(blockers) =>
          blockers.map(({ id, title, status, openedAt, resolution }) => (
            <article key={id} className="card" aria-label={title}>
              <strong>{title}</strong> <Status value={status} />
              <div className="dimmed">
                {t.reportedAt} <Instant iso={openedAt} />
              </div>
              {resolution !== null && <blockquote className="note">{resolution}</blockquote>}
            </article>
          ))
        }
      </Paged>
    </Section>
  );
}
