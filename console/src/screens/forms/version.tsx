import { useLocation } from 'wouter';
import { accessOf } from '../../api/access.js';
import { useRead } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { forms as t } from '../../strings/forms.js';
import { PageLink } from '../../ui/link.js';
import { PendingScreen, Screen } from '../../ui/screen.js';
import { Instant } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';
import { TriedOut } from './preview.js';

/** A version of a form as it was published. */
export default function FormVersion({ formVersionId }: { formVersionId: string }) {
  const { isDirector } = accessOf(useSession().me);
  const query = useRead('/form-versions/{formVersionId}', { path: { formVersionId } });
  const formId = query.data?.formId ?? '';
  const { data: form } = useRead('/forms/{formId}', { path: { formId } }, { enabled: formId !== '' });
  if (!query.data) return <PendingScreen title={t.versions} query={query} />;
  const { number, publishedAt, content } = query.data;
  return (
    <Screen
      title={content.title}
      about={
        <>
          {t.version(number)}, <Instant iso={publishedAt} />. {t.oldVersion}
        </>
      }
      trail={[
        <PageLink key="form" to={`/forms/${formId}`}>
          {form?.name ?? t.form}
        </PageLink>,
      ]}
      actions={isDirector && form && <Copy formVersionId={formVersionId} form={form} />}
    >
      <TriedOut content={content} />
    </Screen>
  );
}

function Copy(props: { formVersionId: string; form: { name: string; programId: string | null } }) {
  const { formVersionId, form } = props;
  const [, navigate] = useLocation();
  return (
    <WriteAction
      label={t.copy}
      fields={{ name: { kind: 'text', label: t.name, hint: t.nameHint } }}
      to="POST /forms"
      body={({ name }) => ({ name, programId: form.programId, fromFormVersionId: formVersionId })}
      which={formVersionId}
      done={t.created}
      onDone={({ id }) => navigate(`/forms/${id}`)}
    />
  );
}
