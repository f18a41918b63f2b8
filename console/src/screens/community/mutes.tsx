import type { Schemas } from '@delivery-service/client';
import { useList } from '../../api/reads.js';
import { community as t } from '../../strings/community.js';
import { List, type Column } from '../../ui/list.js';
import { Section } from '../../ui/screen.js';
import { Instant } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';

/** Who may only read, in every space. */
export function Mutes() {
  const list = useList('/community-mutes', { query: { limit: 50 } });
  return (
    <Section title={t.mutes}>
      <List label={t.mutes} list={list} idOf={({ memberId }) => memberId} empty={t.noMutes} columns={COLUMNS} />
    </Section>
  );
}

const COLUMNS: Column<Schemas['CommunityMute']>[] = [
  { header: t.author, value: ({ memberName }) => memberName, cell: ({ memberName }) => memberName },
  { header: t.until, value: ({ until }) => until, cell: ({ until }) => <Instant iso={until} /> },
  { header: t.muteReason, cell: ({ reason }) => reason },
  {
    header: t.actions,
    cell: ({ memberId, memberName }) => (
      <WriteAction
        label={t.unmute}
        name={`${t.unmute}: ${memberName}`}
        which={memberId}
        to="PUT /members/{memberId}/community-mute"
        path={{ memberId }}
        body={() => ({ until: null })}
        done={t.unmuted}
      />
    ),
  },
];
