import type { Schemas } from '@delivery-service/client';
import type { UploadedFile } from '../../api/file-upload.js';
import { useSession } from '../../api/session.js';
import { my as t } from '../../strings/my.js';
import type { Fields, ValuesOf } from '../../ui/fields.js';
import { registerFile } from '../../ui/registered-file.js';
import { WriteAction } from '../../ui/write-action.js';

type Deliverable = NonNullable<Schemas['MyTask']['deliverable']>;

interface HandInProps {
  taskTitle: string;
  deliverable: Deliverable;
  isAgain: boolean;
}

const NAMES = { link: t.link, file: t.file };

/** Hands in what the deliverable accepts: a file, which is uploaded and then registered, or a link. */
export function HandIn({ taskTitle, deliverable, isAgain }: HandInProps) {
  const { client } = useSession();
  const { id: deliverableId, acceptedFormats, expectations } = deliverable;
  const kinds = [...new Set(acceptedFormats.map(({ kind }) => kind))].sort();
  const types = acceptedFormats.flatMap(({ mimeTypes }) => mimeTypes ?? []);
  const [only] = kinds;
  const whenOf = (kind: string) => (kinds.length > 1 ? { when: { field: 'kind', isOneOf: [kind] } } : {});
  const fields: Fields = {
    ...(kinds.length > 1 && {
      kind: { kind: 'choice', label: t.kind, options: kinds.map((value) => ({ value, label: NAMES[value] })) },
    }),
    ...(kinds.includes('file') && { file: { kind: 'file', label: t.yourFile, types, ...whenOf('file') } }),
    ...(kinds.includes('link') && { url: { kind: 'url', label: t.url, ...whenOf('link') } }),
    note: { kind: 'longText', label: t.note, isOptional: true },
  };
  const body = async (values: ValuesOf<Fields>): Promise<Schemas['SubmitRequest']> => {
    const text = (name: string) => (typeof values[name] === 'string' ? values[name] : '');
    const note = text('note') === '' ? {} : { note: text('note') };
    if ((text('kind') || only) !== 'file') return { kind: 'link', url: text('url'), ...note };
    return { kind: 'file', mediaId: await registerFile(client, values['file'] as UploadedFile), ...note };
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
