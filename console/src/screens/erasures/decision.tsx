import type { Schemas } from '@delivery-service/client';
import { Group, Stack, Text } from '@mantine/core';
import { accessOf } from '../../api/access.js';
import { useList } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { erasures as t } from '../../strings/erasures.js';
import { WriteAction } from '../../ui/write-action.js';

interface DecisionProps {
  erasure: Schemas['Erasure'];
  name: string;
}

/** Who asked for an erasure does not approve it: another owner does. Whoever may not is told who may. */
export function Decision({ erasure, name }: DecisionProps) {
  const { me } = useSession();
  const { isOwner } = accessOf(me);
  const isRequested = erasure.status === 'requested';
  const isOwn = erasure.requestedBy === me.member.accountId;
  const others = useApprovers(erasure, isRequested);
  const mayApprove = isRequested && isOwner && (!isOwn || others.isAlone);
  const path = { erasureId: erasure.id };
  const isRefusal = isRequested && !isOwn;
  return (
    <Stack gap="sm">
      {isRequested && isOwn && <Text size="sm">{others.isAlone ? t.ownAlone : t.own}</Text>}
      {isRequested && !isOwner && !isOwn && <Text size="sm">{t.notOwner}</Text>}
      {isRequested && !mayApprove && others.isKnown && (
        <Text size="sm">{others.names.length === 0 ? t.nobody : t.mayApprove(others.names.join(', '))}</Text>
      )}
      <Group gap="xs">
        {mayApprove && (
          <WriteAction
            label={t.approve}
            about={t.approveAbout(name)}
            to="POST /erasures/{erasureId}/approve"
            path={path}
            done={t.approved}
            isDanger
          />
        )}
        <WriteAction
          label={isRefusal ? t.refuse : t.cancel}
          about={t.refuseAbout}
          to="POST /erasures/{erasureId}/cancel"
          path={path}
          done={isRefusal ? t.refused : t.cancelled}
        />
      </Group>
    </Stack>
  );
}

/** The owners who may approve it, and whether the organization has one owner and no administrator. */
function useApprovers({ requestedBy }: Schemas['Erasure'], enabled: boolean) {
  const ofRole = (role: 'OWNER' | 'ADMIN') => ({ query: { role, status: 'active' as const, limit: 20 } });
  const owners = useList('/members', ofRole('OWNER'), { enabled });
  const administrators = useList('/members', ofRole('ADMIN'), { enabled });
  const isKnown = owners.isSuccess && administrators.isSuccess;
  const names = owners.items.filter(({ accountId }) => accountId !== requestedBy).map(({ name }) => name);
  return { isKnown, names, isAlone: isKnown && owners.items.length === 1 && administrators.items.length === 0 };
}
