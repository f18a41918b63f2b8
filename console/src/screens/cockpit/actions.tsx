import type { Schemas } from '@delivery-service/client';
import { Text } from '@mantine/core';
import { accessOf } from '../../api/access.js';
import { outcomesOf } from '../../api/each.js';
import { mostOf } from '../../api/limits.js';
import { useSession } from '../../api/session.js';
import { cockpit as t } from '../../strings/cockpit.js';
import { strings } from '../../strings/common.js';
import { intervention } from '../../strings/intervention.js';
import { planFields, selfOption } from '../../ui/intervention-fields.js';
import { OutcomeList } from '../../ui/outcome-list.js';
import { EachAction, WriteAction } from '../../ui/write-action.js';
import { nameOf, reasonOf, type Cockpit, type Signal } from './signals.js';

const PLAN = 'POST /cohorts/{cohortId}/bulk-interventions';
const COACH = 'POST /cohorts/{cohortId}/bulk-responsibilities';
const MOST_PLANNED = mostOf(PLAN, 'items');
const MOST_COACHED = mostOf(COACH, 'items');
/** Extensions are granted one by one. */
const MOST_EXTENDED = 500;

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
  const done = ({ done: count }: { done: number }) => strings.write.outcomes(count, 0);
  const about = (most: number) => <About names={people.map(({ name }) => name)} most={most} />;
  const isWithin = (most: number) => people.length > 0 && people.length <= most;
  return (
    <>
      <WriteAction
        label={intervention.plan}
        about={about(MOST_PLANNED)}
        disabled={!isWithin(MOST_PLANNED)}
        fields={planFields(zone, reasonOf(signal), selfOption(me, 'accountId'))}
        to={PLAN}
        path={{ cohortId }}
        body={(values) => ({ ...values, items, onRefusal: 'skip' })}
        done={done}
        outcome={(data) => <OutcomeList outcomes={outcomesOf(data, people)} />}
      />
      <EachAction
        label={t.extend}
        which={cohortId}
        about={about(MOST_EXTENDED)}
        disabled={!isWithin(MOST_EXTENDED)}
        fields={{
          days: { kind: 'number', label: strings.extension.days, hint: strings.extension.daysHint, initial: 7 },
          reason: { kind: 'longText', label: strings.extension.why },
        }}
        to="POST /enrollments/{enrollmentId}/deadline-extensions"
        items={people.map(({ name, enrollmentId }) => ({ id: enrollmentId, name, path: { enrollmentId } }))}
        body={(values) => ({ scope: 'all', ...values })}
        done={done}
        outcome={(outcomes) => <OutcomeList outcomes={outcomes} />}
      />
      {accessOf(me).isAdministrator && (
        <WriteAction
          label={t.assign}
          about={about(MOST_COACHED)}
          disabled={!isWithin(MOST_COACHED)}
          fields={{
            memberId: {
              kind: 'member',
              by: 'id',
              label: t.coach,
              isCoach: true,
              except: chosen.map(({ memberId }) => memberId),
            },
          }}
          to={COACH}
          path={{ cohortId }}
          body={(values) => ({ ...values, items, onRefusal: 'skip' })}
          done={done}
          outcome={(data) => <OutcomeList outcomes={outcomesOf(data, people)} />}
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
