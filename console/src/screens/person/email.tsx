import { Anchor } from '@mantine/core';
import { useRead } from '../../api/reads.js';

/** Where somebody can be written to. */
export function Email({ memberId }: { memberId: string }) {
  const { data } = useRead('/members/{memberId}', { path: { memberId } });
  return data ? <Anchor href={`mailto:${data.email}`}>{data.email}</Anchor> : null;
}
