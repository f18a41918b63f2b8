import type { Schemas } from '@delivery-service/client';
import { library as t } from '../../strings/library.js';
import type { Field } from '../../ui/fields.js';
import type { Option } from '../../ui/option.js';

const CATEGORIES = (['replay', 'video'] as const).map((value) => ({ value, label: t.categories[value] }));

/** The fields of an entry of the library. */
export const videoFields = (options: readonly Option[], current?: Schemas['VideoResourceDetail']) => ({
  title: { kind: 'text', label: t.name, ...(current && { initial: current.title }) } as const satisfies Field,
  description: {
    kind: 'longText',
    label: t.description,
    initial: current?.description ?? null,
    isNullable: true,
  } as const satisfies Field,
  category: {
    kind: 'choice',
    label: t.category,
    options: CATEGORIES,
    ...(current && { initial: current.category }),
  } as const satisfies Field,
  videos: {
    kind: 'choices',
    label: t.videos,
    hint: options.length === 0 ? t.noVideos : t.videosHint,
    options,
    initial: current?.videos.map(({ mediaId }) => mediaId) ?? [],
  } as const satisfies Field,
  tags: { kind: 'list', label: t.tags, initial: current?.tags ?? [] } as const satisfies Field,
});

/** The videos as they are sent. What stays keeps the title that it has in the entry. */
export function videosOf(ids: readonly string[], before: Schemas['VideoResourceDetail']['videos'] = []) {
  const titles = new Map(before.map(({ mediaId, title }) => [mediaId, { title }]));
  return ids.map((mediaId) => ({ mediaId, ...titles.get(mediaId) }));
}
