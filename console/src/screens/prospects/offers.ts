import type { Schemas } from '@delivery-service/client';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../api/session.js';

/** The offers that the caller reaches, with their terms. */
export function useAllOffers({ enabled = true } = {}) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['/offers', 'all'],
    queryFn: async ({ signal }) => {
      const found: Schemas['Offer'][] = [];
      for await (const offer of client.pages('/offers', { query: { limit: 100 }, signal })) found.push(offer);
      return found;
    },
    enabled,
  });
}
