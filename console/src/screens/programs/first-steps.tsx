import type { Schemas } from '@delivery-service/client';
import { useList } from '../../api/reads.js';
import { programs as t } from '../../strings/programs.js';
import { Section } from '../../ui/screen.js';

/** What to do first in a program, until it has a course and a cohort. */
export function FirstSteps({ program: { id: programId, status } }: { program: Schemas['Program'] }) {
  const query = { programId, limit: 50 };
  const courses = useList('/courses', { query });
  const cohorts = useList('/cohorts', { query });
  const hasBoth = courses.items.length > 0 && cohorts.items.length > 0;
  if (!courses.isSuccess || !cohorts.isSuccess || hasBoth) return null;
  const steps = [
    { step: t.firstSteps.publish, isDone: status !== 'draft' },
    { step: t.firstSteps.course, isDone: courses.items.length > 0 },
    { step: t.firstSteps.cohort, isDone: cohorts.items.length > 0 },
    { step: t.firstSteps.people, isDone: false },
  ];
  return (
    <Section title={t.firstSteps.title}>
      <ol>
        {steps.map(({ step, isDone }) => (
          <li key={step}>
            {step} {isDone && <strong>{t.firstSteps.done}</strong>}
          </li>
        ))}
      </ol>
    </Section>
  );
}
