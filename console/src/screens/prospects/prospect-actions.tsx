import type { Schemas } from '@delivery-service/client';
import { Text } from '@mantine/core';
import { accessOf } from '../../api/access.js';
import { useSession } from '../../api/session.js';
import { prospects as t } from '../../strings/prospects.js';
import { EditAction, WriteAction } from '../../ui/write-action.js';
import { ProposeSale } from './propose-sale.js';
import { prospectFields, REASONS, useAssignees } from './prospect-fields.js';

type Prospect = Schemas['Prospect'];

/** What can be done with a prospect who was not erased. */
export function ProspectActions({ prospect }: { prospect: Prospect }) {
  const { isAdministrator } = accessOf(useSession().me);
  const path = { prospectId: prospect.id };
  return (
    <>
      <ProposeSale prospect={prospect} />
      <EditAction
        label={t.edit}
        fields={(current) => ({
          ...prospectFields(current),
          ...(isAdministrator && { email: { kind: 'email' as const, label: t.email, initial: current.email } }),
        })}
        to="PATCH /prospects/{prospectId}"
        path={path}
        done={t.edited}
      />
      {isAdministrator && <Assign prospectId={prospect.id} />}
      {prospect.status === 'open' && (
        <WriteAction
          label={t.close}
          about={t.closeAbout}
          fields={{ reason: { kind: 'choice', label: t.lostReason, options: REASONS, startsEmpty: true } }}
          to="POST /prospects/{prospectId}/close"
          path={path}
          done={t.closed}
          isDanger
        />
      )}
      {isAdministrator && (
        <WriteAction
          label={t.erase}
          about={t.eraseAbout}
          fields={{ reason: { kind: 'longText', label: t.eraseReason, hint: t.eraseReasonHint } }}
          to="POST /prospects/{prospectId}/erase"
          path={path}
          done={t.erased}
          isDanger
        />
      )}
    </>
  );
}

function Assign({ prospectId }: { prospectId: string }) {
  const options = useAssignees();
  return (
    <WriteAction
      label={t.assign}
      about={t.assignAbout}
      fields={{ assignTo: { kind: 'choice', label: t.assignTo, options, startsEmpty: true } }}
      to="POST /prospects/{prospectId}/assign"
      path={{ prospectId }}
      done={({ closerName }) => t.assigned(closerName)}
      outcome={({ collisions }) => (collisions.length > 0 && <Text>{t.collisions(collisions.length)}</Text>) || null}
    />
  );
}
