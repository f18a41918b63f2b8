import type { Schemas } from '@delivery-service/client';
import { Alert } from '@mantine/core';
import { accessOf, writesForms } from '../../api/access.js';
import { useRead } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { fieldWords, issueSentence } from '../../strings/words.js';
import { forms as t } from '../../strings/forms.js';
import { LinkButton, PageLink } from '../../ui/link.js';
import { Markdown } from '../../ui/markdown.js';
import { questionsOf } from '../../ui/questions/question.js';
import { ProgramLink } from '../../ui/resource-link.js';
import { Facts, PendingScreen, Screen, Section } from '../../ui/screen.js';
import { Empty } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { Instant, Status } from '../../ui/value.js';
import { EditAction, WriteAction } from '../../ui/write-action.js';
import { AssignForm } from '../form-assignments/assign-form.js';
import { PublishAction } from './publish.js';
import { QuestionList } from './question-list.js';
import './forms.css';

type Form = Schemas['Form'];

/** A form as it is built: its draft, what keeps it from being published, and its versions. */
export default function FormScreen({ formId }: { formId: string }) {
  const { me } = useSession();
  const query = useRead('/forms/{formId}', { path: { formId } });
  const form = query.data;
  if (!form) return <PendingScreen title={t.form} query={query} />;
  const { programId, draft, issues, status } = form;
  const isAuthor = writesForms(me, programId) && status !== 'archived';
  const { isStaff } = accessOf(me);
  const others = issues.filter(({ field }) => !field.startsWith('questions.'));
  return (
    <Screen
      title={form.name}
      about={
        <>
          <Status value={status} /> {programId === null ? t.wholeOrganization : <ProgramLink programId={programId} />}
        </>
      }
      actions={
        <>
          <LinkButton to={`/forms/${formId}/preview`}>{t.preview}</LinkButton>
          {/* Directors of one program assign, and do not see who has answered. */}
          {isStaff && <LinkButton to={`/form-assignments?formId=${formId}`}>{t.follow}</LinkButton>}
          {isAuthor && <LinkButton to={`/forms/${formId}/results`}>{t.results}</LinkButton>}
          {isAuthor && <AssignForm form={form} />}
          {isAuthor && <Actions form={form} />}
        </>
      }
    >
      {isAuthor && issues.length > 0 && (
        <Alert color="orange" title={t.issues(issues.length)} mb="md">
          {others.map(({ field, issue }) => (
            <div key={field}>
              <strong>{fieldWords(field)}</strong>: {issueSentence(issue)}
            </div>
          ))}
        </Alert>
      )}
      <Facts
        facts={{
          [t.heading]: draft.title,
          [t.introduction]: draft.intro ? <Markdown text={draft.intro} /> : t.noIntro,
        }}
      />
      <QuestionList form={form} questions={questionsOf(draft)} isAuthor={isAuthor} />
      <Versions form={form} />
    </Screen>
  );
}

function Actions({ form }: { form: Form }) {
  const path = { formId: form.id };
  return (
    <>
      <PublishAction form={form} />
      <EditAction
        label={t.edit}
        fields={({ name, draft }) => ({
          name: { kind: 'text', label: t.name, hint: t.nameHint, initial: name },
          title: { kind: 'text', label: t.heading, initial: draft.title, at: 'content.title' },
          intro: {
            kind: 'longText',
            label: t.intro,
            initial: draft.intro ?? null,
            isNullable: true,
            at: 'content.intro',
          },
        })}
        to="PATCH /forms/{formId}"
        path={path}
        body={({ name, ...text }, { revision, draft }) => ({
          revision,
          ...(name !== undefined && { name }),
          ...(Object.keys(text).length > 0 && { content: { ...draft, ...text } }),
        })}
        done={t.edited}
      />
      <WriteAction
        label={t.archive}
        about={t.archiveHint}
        to="POST /forms/{formId}/archive"
        path={path}
        done={t.archived}
        isDanger
      />
    </>
  );
}

function Versions({ form: { versions } }: { form: Form }) {
  return (
    <Section title={t.versions}>
      {versions.length === 0 ? (
        <Empty>{t.noVersions}</Empty>
      ) : (
        <Table
          label={t.versions}
          items={versions}
          isStale={false}
          idOf={({ id }) => id}
          columns={[
            {
              header: t.aVersion,
              cell: ({ id, number }) => <PageLink to={`/forms/versions/${id}`}>{t.version(number)}</PageLink>,
            },
            { header: t.publishedAt, cell: ({ publishedAt }) => <Instant iso={publishedAt} /> },
          ]}
        />
      )}
    </Section>
  );
}
