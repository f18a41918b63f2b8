import type { Schemas } from '@delivery-service/client';
import { useSession } from '../../api/session.js';
import { my as t } from '../../strings/my.js';
import type { Fields, ValuesOf } from '../../ui/fields.js';
import { WriteAction } from '../../ui/write-action.js';

type Deliverable = NonNullable<Schemas['MyTask']['deliverable']>;

interface HandInProps {
  taskTitle: string;
  deliverable: Deliverable;
  isAgain: boolean;
}

const NAMES = { link: t.link, file: t.file };

/** Hands in what the deliverable accepts: a link, or a file, which is registered first. */
export function HandIn({ taskTitle, deliverable, isAgain }: HandInProps) {
  const { client } = useSession();
  const { id: deliverableId, acceptedFormats, expectations } = deliverable;
  // A link is the usual one: it needs nothing else.
  const kinds = [...new Set(acceptedFormats.map(({ kind }) => kind))].sort().reverse();
  const types = acceptedFormats.flatMap(({ mimeTypes }) => mimeTypes ?? []);
  const [only] = kinds;
  const whenOf = (kind: string) => (kinds.length > 1 ? { when: { field: 'kind', isOneOf: [kind] } } : {});
  const fields: Fields = {
    ...(kinds.length > 1 && {
      kind: { kind: 'choice', label: t.kind, options: kinds.map((value) => ({ value, label: NAMES[value] })) },
    }),
    ...(kinds.includes('link') && { url: { kind: 'url', label: t.url, ...whenOf('link') } }),
    ...(kinds.includes('file') && {
      fileUrl: { kind: 'url', label: t.fileUrl, ...whenOf('file') },
      title: { kind: 'text', label: t.fileTitle, ...whenOf('file') },
      mimeType:
        types.length > 0
          ? {
              kind: 'choice',
              label: t.mimeType,
              options: types.map((value) => ({ value, label: value })),
              ...whenOf('file'),
            }
          : { kind: 'text', label: t.mimeType, ...whenOf('file') },
    }),
    note: { kind: 'longText', label: t.note, isOptional: true },
  };
  const body = async (values: ValuesOf<Fields>): Promise<Schemas['SubmitRequest']> => {
    const text = (name: string) => (typeof values[name] === 'string' ? values[name] : '');
    const note = text('note') === '' ? {} : { note: text('note') };
    if ((text('kind') || only) !== 'file') return { kind: 'link', url: text('url'), ...note };
    const mimeType = text('mimeType');
    const family = mimeType.split('/')[0];
    const kind = family === 'video' || family === 'image' ? family : 'file';
    const media = { kind, title: text('title'), mimeType, url: text('fileUrl') } as const;
    const { data } = await client.post('/me/media', { body: media });
    return { kind: 'file', mediaId: data.id, ...note };
  };
  return (
    <WriteAction
      name={t.handInOf(isAgain ? t.handInAgain : t.handIn, taskTitle)}
      label={isAgain ? t.handInAgain : t.handIn}
      about={expectations === null ? taskTitle : `${taskTitle}. ${expectations}`}
      which={deliverableId}
      fields={fields}
      to="POST /deliverables/{deliverableId}/submissions"
      path={{ deliverableId }}
      body={body}
      done={t.handedInNow}
      button={{ variant: 'filled' }}
    />
  );
}
