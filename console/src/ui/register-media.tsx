import { courses as t } from '../strings/courses.js';
import { mediaKindOf } from './file-types.js';
import { WriteAction } from './write-action.js';

const SOURCES = (['upload', 'address'] as const).map((value) => ({ value, label: t.mediaSources[value] }));
const MEDIA_KINDS = (['video', 'image', 'file'] as const).map((value) => ({
  value,
  label: t.mediaKinds[value] ?? value,
}));

const whenUploaded = { when: { field: 'source', isOneOf: ['upload'] } };
const whenElsewhere = { when: { field: 'source', isOneOf: ['address'] } };

/** Registers media for lessons and videos: a file that is uploaded, or one that is stored elsewhere. */
export function RegisterMedia() {
  return (
    <WriteAction
      label={t.register}
      about={t.registerHint}
      fields={{
        source: { kind: 'choice', label: t.mediaSource, options: SOURCES },
        file: { kind: 'file', label: t.mediaFile, at: 'uploadId', ...whenUploaded },
        kind: { kind: 'choice', label: t.mediaKind, options: MEDIA_KINDS, ...whenElsewhere },
        mimeType: { kind: 'text', label: t.mimeType, ...whenElsewhere },
        url: { kind: 'url', label: t.mediaUrl, ...whenElsewhere },
        title: { kind: 'text', label: t.title },
      }}
      to="POST /media"
      body={({ source, title, file, kind, mimeType, url }) =>
        source === 'upload'
          ? { kind: mediaKindOf(file.mimeType), title, uploadId: file.uploadId }
          : { kind, title, mimeType, url }
      }
      done={t.registered}
    />
  );
}
