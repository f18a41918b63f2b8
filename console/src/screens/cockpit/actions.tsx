import type { Schemas } from '@delivery-service/client';
import { Text } from '@mantine/core';
import { accessOf } from '../../api/access.js';
import { outcomesOf, writeEach, type Outcomes } from '../../api/each.js';
import { useSession } from '../../api/session.js';
import { cockpit as t } from '../../strings/cockpit.js';
import { strings } from '../../strings/common.js';
import { intervention } from '../../strings/intervention.js';
import { planFields, selfOption } from '../../ui/intervention-fields.js';
import { OutcomeList } from '../../ui/outcome-list.js';
import { WriteAction } from '../../ui/write-action.js';
import { nameOf, reasonOf, type Cockpit, type Signal } from './signals.js';

/** What the service takes in one write. */
const MOST_PLANNED = 200;
const MOST_COACHED = 500;
/** Extensions are granted one by one. */
const MOST_EXTENDED = 100;

interface ActionsProps {
  cockpit: Cockpit;
  signal: Signal;
  zone: string;
  chosen: Schemas['CockpitMember'][];
}

/** What can be done for the people selected. Nothing of this sends a message. */
export function Actions({ cockpit, signal, zone, chosen }: ActionsProps) {
  const { me } = useSession();
  const cohortId = cockpit.cohort.id;
  const people = chosen.map((member) => ({ name: nameOf(member), enrollmentId: member.enrollmentId }));
  const items = people.map(({ enrollmentId }) => ({ enrollmentId }));
  const outcome = (outcomes: Outcomes) => <OutcomeList outcomes={outcomes} />;
  const done = ({ done: count }: Outcomes) => strings.write.outcomes(count, 0);
  const about = (most: number) => <About names={people.map(({ name }) => name)} most={most} />;
  const isWithin = (most: number) => people.length > 0 && people.length <= most;
  return (
    <>
      <WriteAction
        label={intervention.plan}
        about={about(MOST_PLANNED)}
        disabled={!isWithin(MOST_PLANNED)}
        fields={planFields(zone, reasonOf(signal), selfOption(me, 'accountId'))}
        send={async (client, values, once) => {
          const body = { ...values, items, onRefusal: 'skip' as const };
          const sent = await client.post('/cohorts/{cohortId}/bulk-interventions', {
            path: { cohortId },
            body,
            ...once,
          });
          return { ...sent, data: outcomesOf(sent.data, people) };
        }}
        done={done}
        outcome={outcome}
      />
      <WriteAction
        label={t.extend}
        about={about(MOST_EXTENDED)}
        disabled={!isWithin(MOST_EXTENDED)}
        fields={{
          days: {
            kind: 'number',
            label: strings.extension.days,
            hint: strings.extension.daysHint,
            min: 1,
            max: 365,
            initial: 7,
          },
          reason: { kind: 'longText', label: strings.extension.why, maxLength: 500 },
        }}
        send={(client, values, once) =>
          writeEach(
            people,
            ({ enrollmentId }) => enrollmentId,
            once,
            ({ enrollmentId }, each) =>
              client.post('/enrollments/{enrollmentId}/deadline-extensions', {
                path: { enrollmentId },
                body: { scope: 'all', ...values },
                ...each,
              }),
          )
        }
        done={done}
        outcome={outcome}
      />
      {accessOf(me).isAdministrator && (
        <WriteAction
          label={t.assign}
          about={about(MOST_COACHED)}
          disabled={!isWithin(MOST_COACHED)}
          fields={{ memberId: { kind: 'member', by: 'id', label: t.coach } }}
          send={async (client, values, once) => {
            const body = { ...values, items, onRefusal: 'skip' as const };
            const path = '/cohorts/{cohortId}/bulk-responsibilities';
            const sent = await client.post(path, { path: { cohortId }, body, ...once });
            return { ...sent, data: outcomesOf(sent.data, people) };
          }}
          done={done}
          outcome={outcome}
        />
      )}
    </>
  );
}

function About({ names, most }: { names: string[]; most: number }) {
  return (
    <>
      <Text size="sm">{t.forPeople(names)}</Text>
      <Text size="sm" c="dimmed">
        {t.noMessage} {t.most(most)}
      </Text>
    </>
  );
}
