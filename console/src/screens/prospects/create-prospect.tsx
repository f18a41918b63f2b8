import { useLocation } from 'wouter';
import { accessOf } from '../../api/access.js';
import { useSession } from '../../api/session.js';
import { prospects as t } from '../../strings/prospects.js';
import type { Field } from '../../ui/fields.js';
import { WriteAction } from '../../ui/write-action.js';
import { prospectFields, useAssignees, useOwnPrograms } from './prospect-fields.js';

/** A closer creates their own; administrators choose who gets them. */
export function CreateProspect() {
  const [, navigate] = useLocation();
  const { isAdministrator } = accessOf(useSession().me);
  const assignees = useAssignees();
  const programId = useProgramField();
  return (
    <WriteAction
      label={t.create}
      fields={{
        name: { kind: 'text', label: t.name },
        email: { kind: 'email', label: t.email },
        ...OTHERS,
        ...(programId && { programId }),
        ...(isAdministrator && {
          assignTo: { kind: 'choice', label: t.assignTo, options: assignees } as const satisfies Field,
        }),
      }}
      to="POST /prospects"
      done={t.created}
      onDone={({ id }) => navigate(`/prospects/${id}`)}
    />
  );
}

const { phone, source } = prospectFields();
const OTHERS = { phone, source };

/** A choice among the programs that the caller sells; none where they sell all and read none. */
function useProgramField() {
  const own = useOwnPrograms();
  const shared = { label: t.program, hint: t.programHint };
  if (!own) return { ...shared, kind: 'resource', choosable: { of: 'programs' }, isOptional: true } as const;
  const { options, isOptional } = own;
  if (options.length === 0) return undefined;
  return { ...shared, kind: 'choice', options, ...(isOptional && { isOptional: true as const }) } as const;
}
