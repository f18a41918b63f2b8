import { viewerZone } from '../../dates.js';
import { community as t } from '../../strings/community.js';
import { WriteAction } from '../../ui/write-action.js';

/** Has a member only read in the community, until some day. */
export function MuteAction({ memberId, name }: { memberId: string; name: string }) {
  return (
    <WriteAction
      label={t.mute}
      name={`${t.mute}: ${name}`}
      about={t.muteHint}
      fields={{
        until: { kind: 'instant', label: t.until, zone: viewerZone, isAhead: true },
        reason: { kind: 'longText', label: t.muteReason, isOptional: true },
      }}
      to="PUT /members/{memberId}/community-mute"
      path={{ memberId }}
      done={t.mutedNow}
    />
  );
}
