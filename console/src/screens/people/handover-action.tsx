import { Text } from '@mantine/core';
import { useRead } from '../../api/reads.js';
import { people as t } from '../../strings/people.js';
import { Loaded } from '../../ui/states.js';
import { WriteAction } from '../../ui/write-action.js';

/** Gives the work of a member to another one; the dialog counts it first. */
export function HandoverAction({ memberId }: { memberId: string }) {
  const path = { memberId };
  return (
    <WriteAction
      label={t.handover}
      about={t.handoverAbout}
      fields={{
        toMemberId: { kind: 'member', by: 'id', label: t.successor },
        prospects: { kind: 'check', label: t.handoverProspects, hint: t.handoverProspectsHint, initial: true },
      }}
      preview={() => <Preview memberId={memberId} />}
      to="POST /members/{memberId}/handover"
      path={path}
      done={({ responsibilities, interventions }) =>
        t.handedOver(responsibilities.moved, interventions.moved, interventions.left.length)
      }
      outcome={({ responsibilities, interventions, prospects: { moved, kept }, remaining }) => (
        <>
          <Text>{t.handedOver(responsibilities.moved, interventions.moved, interventions.left.length)}</Text>
          {moved + kept > 0 && <Text>{t.handedOverProspects(moved, kept)}</Text>}
          <ul className="details">
            {interventions.left.map(({ interventionId, issue }) => (
              <li key={interventionId}>{issue}</li>
            ))}
          </ul>
          {remaining > 0 && <Text>{t.remaining(remaining)}</Text>}
        </>
      )}
    />
  );
}

function Preview({ memberId }: { memberId: string }) {
  const query = useRead('/members/{memberId}/handover-preview', { path: { memberId } });
  return (
    <Loaded query={query}>
      {({ responsibilities, interventions, overdueInterventions, prospects }) => (
        <Text size="sm">{t.handoverPreview(responsibilities, interventions, overdueInterventions, prospects)}</Text>
      )}
    </Loaded>
  );
}
