import type { Schemas } from '@delivery-service/client';
import { Alert } from '@mantine/core';
import { accessOf } from '../../api/access.js';
import { useList } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { programs } from '../../strings/programs.js';
import { Section } from '../../ui/screen.js';
import { Loaded } from '../../ui/states.js';
import { WriteAction } from '../../ui/write-action.js';

const t = programs.coaches;

/** Who coaches the people of a cohort. Whoever has no coach waits for reviews and answers in vain. */
export function CohortCoaches({ cohort: { id: cohortId, occupancy } }: { cohort: Schemas['Cohort'] }) {
  const { isAdministrator } = accessOf(useSession().me);
  const list = useList('/analytics/coaches', { query: { cohortId, limit: 100 } });
  return (
    <Section title={t.title} actions={isAdministrator && <AssignCoach cohortId={cohortId} />}>
      <Loaded query={{ ...list, data: list.isPending || list.error ? undefined : list.items }}>
        {(coaches) =>
          coaches.length === 0 && occupancy > 0 ? (
            <Alert color="orange">{t.none}</Alert>
          ) : (
            <p>{coaches.length === 0 ? t.nobodyYet : coaches.map(({ memberName }) => memberName).join(', ')}</p>
          )
        }
      </Loaded>
    </Section>
  );
}

function AssignCoach({ cohortId }: { cohortId: string }) {
  return (
    <WriteAction
      label={t.assign}
      about={t.assignAbout}
      fields={{ memberId: { kind: 'member', by: 'id', label: t.coach, isCoach: true } }}
      to="POST /responsibilities"
      which={cohortId}
      body={({ memberId }) => ({ memberId, role: 'coach', scope: 'cohort', cohortId })}
      done={t.assigned}
    />
  );
}
