import type { Schemas } from '@delivery-service/client';
import { useState } from 'react';
import { useList } from '../../api/reads.js';
import { library as t } from '../../strings/library.js';
import { Filter, List, type Column } from '../../ui/list.js';
import { FileLink } from '../../ui/media.js';
import { RegisterMedia } from '../../ui/register-media.js';
import { Section } from '../../ui/screen.js';
import { Instant } from '../../ui/value.js';

const KINDS = ['all', 'video', 'image', 'file'] as const;

/** What is registered, and can be used in lessons and videos. */
export function MediaList({ mayRegister }: { mayRegister: boolean }) {
  const [kind, setKind] = useState<(typeof KINDS)[number]>('all');
  const list = useList('/media', { query: { limit: 20, ...(kind !== 'all' && { kind }) } });
  return (
    <Section title={t.media} hint={t.mediaHint} actions={mayRegister && <RegisterMedia />}>
      <div className="filters">
        <Filter
          label={t.mediaFilter}
          values={KINDS}
          value={kind}
          nameOf={(value) => t.mediaKinds[value]}
          onChange={setKind}
        />
      </div>
      <List label={t.media} list={list} idOf={({ id }) => id} empty={t.noMedia} columns={COLUMNS} />
    </Section>
  );
}

const COLUMNS: Column<Schemas['Media']>[] = [
  { header: t.name, value: ({ title }) => title, cell: ({ title }) => title },
  { header: t.category, value: ({ mimeType }) => mimeType, cell: ({ mimeType }) => mimeType },
  { header: t.address, cell: ({ title, mimeType, url }) => <FileLink {...{ title, mimeType, url }} /> },
  { header: t.addedAt, value: ({ createdAt }) => createdAt, cell: ({ createdAt }) => <Instant iso={createdAt} /> },
];
