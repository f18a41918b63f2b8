import { courses as t } from '../../strings/courses.js';
import { useMedia } from '../../ui/media-options.js';
import { WriteAction } from '../../ui/write-action.js';
import { BodyPreview, contentFields, contentOf } from './lesson-fields.js';

interface AddProps {
  sectionId: string;
  sectionTitle: string;
}

const KINDS = (['text', 'video', 'file', 'link'] as const).map((value) => ({ value, label: t.kinds[value] ?? value }));

/** Adds a lesson to a section. */
export function AddLesson({ sectionId, sectionTitle }: AddProps) {
  const { videos, all } = useMedia();
  const whenOf = (kind: string) => ({ when: { field: 'kind', isOneOf: [kind] } });
  return (
    <WriteAction
      label={t.addLesson}
      name={t.nameOfAdd(sectionTitle)}
      about={sectionTitle}
      fields={{
        title: { kind: 'text', label: t.title },
        kind: { kind: 'choice', label: t.kind, options: KINDS },
        body: { ...contentFields.body(), ...whenOf('text') },
        videos: { ...contentFields.media(videos), ...whenOf('video') },
        files: { ...contentFields.media(all), ...whenOf('file') },
        url: { ...contentFields.url(), ...whenOf('link') },
        estimatedMinutes: { kind: 'number', label: t.minutes, isOptional: true },
      }}
      preview={({ kind, body }) => kind === 'text' && <BodyPreview text={body} />}
      isWide
      to="POST /sections/{sectionId}/lessons"
      path={{ sectionId }}
      body={({ title, kind, estimatedMinutes, ...content }) => ({
        title,
        kind,
        ...contentOf(kind, content),
        ...(estimatedMinutes !== undefined && { estimatedMinutes }),
      })}
      done={t.lessonAdded}
    />
  );
}
