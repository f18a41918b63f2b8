import type { Schemas } from '@delivery-service/client';
import { courses as t } from '../../strings/courses.js';
import { Markdown } from '../../ui/markdown.js';
import type { Field } from '../../ui/fields.js';
import type { Option } from '../../ui/option.js';

type Lesson = Schemas['Lesson'];

/** The fields of what a lesson holds. */
export const contentFields = {
  body: (initial?: string | null): Field => ({ kind: 'longText', label: t.body, initial: initial ?? null }),
  url: (initial?: string | null): Field => ({ kind: 'url', label: t.url, initial: initial ?? null }),
  media: (options: Option[], initial: string[] = []): Field => ({
    kind: 'choices',
    label: t.media,
    hint: options.length === 0 ? t.noMedia : t.mediaHint,
    options,
    initial,
  }),
};

export const COMPLETIONS = (['self', 'staff'] as const).map((value) => ({
  value,
  label: t.completions[value] ?? value,
}));

/** Text as it will be read, below the field in which it is written. */
export function BodyPreview({ text }: { text: unknown }) {
  if (typeof text !== 'string' || text.trim() === '') return null;
  return (
    <section aria-label={t.preview} className="preview">
      <div className="field-label">{t.preview}</div>
      <Markdown text={text} />
    </section>
  );
}

/** What of a lesson's content is sent, by its kind. */
export function contentOf(kind: Lesson['kind'], values: Record<string, unknown>, before: Lesson['media'] = []) {
  const { body, url, videos, files } = values;
  // What stays keeps the title that it has in the lesson.
  const titles = new Map(before.map(({ mediaId, title }) => [mediaId, { title }]));
  const lines = (ids: unknown) =>
    (Array.isArray(ids) ? ids : []).map((id) => ({ mediaId: String(id), ...titles.get(String(id)) }));
  switch (kind) {
    case 'text':
      return { body: String(body) };
    case 'link':
      return { url: String(url) };
    case 'video':
      return { media: lines(videos) };
    default:
      return { media: lines(files) };
  }
}
