import { useLocation } from 'wouter';
import { erasures as t } from '../../strings/erasures.js';
import { WriteAction } from '../../ui/write-action.js';

/** Asks for an erasure, whose page shows what would be erased. */
export function RequestErasure({ memberId, name }: { memberId: string; name: string }) {
  const [, navigate] = useLocation();
  return (
    <WriteAction
      label={t.request}
      about={t.requestAbout(name)}
      fields={{ reason: { kind: 'longText', label: t.reason, hint: t.reasonHint } }}
      to="POST /members/{memberId}/erasures"
      path={{ memberId }}
      done={t.requestDone}
      onDone={({ id }) => navigate(`/erasures/${id}`)}
      isDanger
    />
  );
}
