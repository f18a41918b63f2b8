import type { Schemas } from '@delivery-service/client';
import { useRead } from '../../api/reads.js';
import { formResponses as t } from '../../strings/form-assignments.js';
import { decimal } from '../../strings/words.js';
import { LinkButton } from '../../ui/link.js';
import { Section } from '../../ui/screen.js';
import { Loaded } from '../../ui/states.js';

interface RecordedProps extends Pick<Schemas['FormResponse'], 'outcomeEntryIds'> {
  enrollmentId: string;
}

/** The outcome entries that the answers were recorded as. An older one than the last 20 of its measure is on the page of the person. */
export function RecordedOutcomes({ enrollmentId, outcomeEntryIds }: RecordedProps) {
  const query = useRead('/enrollments/{enrollmentId}/outcomes', { path: { enrollmentId } });
  return (
    <Section
      title={t.outcomes}
      hint={t.outcomesHint}
      actions={<LinkButton to={`/enrollments/${enrollmentId}?part=outcomes`}>{t.toOutcomes}</LinkButton>}
    >
      <Loaded query={query}>
        {({ items }) => (
          <ul className="outcomes">
            {items.flatMap(({ measure, entries }) =>
              entries
                .filter(({ id }) => outcomeEntryIds.includes(id))
                .map(({ id, kind, value }) => <li key={id}>{t.outcome(measure.name, kind, decimal(value))}</li>),
            )}
          </ul>
        )}
      </Loaded>
    </Section>
  );
}
