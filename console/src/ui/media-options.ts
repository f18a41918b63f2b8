import { useQuery } from '@tanstack/react-query';
import { useSession } from '../api/session.js';
import type { Option } from './option.js';

/** The API does not search media, so all are read, up to this number, the newest first. */
const MOST = 1_000;

/** Media to choose from, by their titles: videos alone, and everything. */
export function useMedia(): { videos: Option[]; all: Option[] } {
  const { client } = useSession();
  const { data = [] } = useQuery({
    // Begins as that of a list does, so that a write reads it again.
    queryKey: ['/media', 'options'],
    queryFn: async ({ signal }) => {
      const found: (Option & { isVideo: boolean })[] = [];
      for await (const { id, title, kind } of client.pages('/media', { query: { limit: 100 }, signal })) {
        found.push({ value: id, label: title, isVideo: kind === 'video' });
        if (found.length === MOST) break;
      }
      return found;
    },
  });
  const optionsOf = (media: typeof data) => media.map(({ value, label }) => ({ value, label }));
  return { videos: optionsOf(data.filter(({ isVideo }) => isVideo)), all: optionsOf(data) };
}
