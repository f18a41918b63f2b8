import { useCallback, useMemo } from 'react';
import { accessOf } from '../api/access.js';
import { useRead } from '../api/reads.js';
import { useSession } from '../api/session.js';
import { prospects as t } from '../strings/prospects.js';
import { useChoosable } from './choosable.js';
import { PageLink } from './link.js';
import { CohortLink, MemberLink } from './resource-link.js';

/** The name of an offer. A closer reaches those that are open or paused. */
export function useOfferNames(): (offerId: string) => string {
  const { data, isPending } = useChoosable({ of: 'offers' });
  const names = useMemo(() => new Map((data ?? []).map(({ value, label }) => [value, label])), [data]);
  return useCallback((offerId) => names.get(offerId) ?? (isPending ? '' : t.otherOffer), [names, isPending]);
}

/** The name of a prospect, which leads to their page. */
export function ProspectLink({ prospectId }: { prospectId: string }) {
  const { data } = useRead('/prospects/{prospectId}', { path: { prospectId } });
  return <PageLink to={`/prospects/${prospectId}`}>{data?.name ?? prospectId}</PageLink>;
}

/** Who sells: for administrators with the way to their page; a closer sees no closer but themselves. */
export function CloserName({ memberId, name }: { memberId: string | null; name?: string | null }) {
  const { me } = useSession();
  if (memberId === null) return t.noCloser;
  if (accessOf(me).isAdministrator) return <MemberLink memberId={memberId} />;
  return name ?? me.member.name;
}

/** A cohort, for whoever may read cohorts: a closer alone may not. */
export function CohortOfSale({ cohortId }: { cohortId: string }) {
  const { readsPrograms } = accessOf(useSession().me);
  return readsPrograms ? <CohortLink cohortId={cohortId} /> : t.cohortSet;
}
