import type { Schemas } from '@delivery-service/client';
import { useRead } from '../../api/reads.js';
import { forms as t } from '../../strings/forms.js';
import { Loaded } from '../../ui/states.js';
import { WriteAction } from '../../ui/write-action.js';

type Form = Schemas['Form'];
type Content = Schemas['FormContent'];

/** Publishes the draft as a version, and says what it changes. */
export function PublishAction({ form }: { form: Form }) {
  const { id: formId, revision, draft, versions, issues } = form;
  const [last] = versions;
  return (
    <WriteAction
      label={t.publish}
      about={
        <>
          <p>{last ? <SinceLast formVersionId={last.id} draft={draft} /> : t.firstVersion(draft.questions.length)}</p>
          <p>{t.publishHint}</p>
        </>
      }
      disabled={issues.length > 0}
      to="POST /forms/{formId}/publish"
      path={{ formId }}
      body={() => ({ revision })}
      done={(published) => t.published(published.versions[0]?.number ?? 1)}
      button={{ variant: 'filled' }}
    />
  );
}

function SinceLast({ formVersionId, draft }: { formVersionId: string; draft: Content }) {
  const query = useRead('/form-versions/{formVersionId}', { path: { formVersionId } });
  return <Loaded query={query}>{({ content }) => changesOf(content, draft).join(' ') || t.nothingNew}</Loaded>;
}

/** How a draft differs from the version before it, in sentences. */
function changesOf(before: Content, draft: Content): string[] {
  const labels = (questions: Content['questions']) => questions.map(({ label }) => label);
  const earlier = new Map(before.questions.map((question) => [question.key, question]));
  const kept = draft.questions.filter(({ key }) => earlier.has(key));
  const added = draft.questions.filter(({ key }) => !earlier.has(key));
  const removed = before.questions.filter(({ key }) => kept.every((question) => question.key !== key));
  const changed = kept.filter((question) => !isSame(question, earlier.get(question.key)));
  const order = before.questions.filter((question) => !removed.includes(question)).map(({ key }) => key);
  return [
    ...(added.length > 0 ? [t.added(labels(added))] : []),
    ...(removed.length > 0 ? [t.removed(labels(removed))] : []),
    ...(changed.length > 0 ? [t.changed(labels(changed))] : []),
    ...(isSame(
      order,
      kept.map(({ key }) => key),
    )
      ? []
      : [t.reordered]),
    ...(before.title === draft.title && before.intro === draft.intro ? [] : [t.textChanged]),
  ];
}

/** Fields may be in another order. */
function isSame(one: unknown, other: unknown): boolean {
  const plain = (value: unknown) =>
    JSON.stringify(value, (_, part: unknown) =>
      typeof part === 'object' && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => a.localeCompare(b)))
        : part,
    );
  return plain(one) === plain(other);
}
