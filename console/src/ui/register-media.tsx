import { courses as t } from '../strings/courses.js';
import { WriteAction } from './write-action.js';

const MEDIA_KINDS = (['video', 'image', 'file'] as const).map((value) => ({
  value,
  label: t.mediaKinds[value] ?? value,
}));

/** Registers media, for the lessons that follow. */
export function RegisterMedia() {
  return (
    <WriteAction
      label={t.register}
      about={t.registerHint}
      fields={{
        kind: { kind: 'choice', label: t.mediaKind, options: MEDIA_KINDS },
        title: { kind: 'text', label: t.title },
        mimeType: { kind: 'text', label: t.mimeType },
        url: { kind: 'url', label: t.mediaUrl },
      }}
      to="POST /media"
      done={t.registered}
    />
  );
}
