import type { Schemas } from '@delivery-service/client';
import { Badge } from '@mantine/core';
import { useOwnEnrollments } from '../../api/own-enrollments.js';
import { useList } from '../../api/reads.js';
import { myForms as t } from '../../strings/my-forms.js';
import { PageLink } from '../../ui/link.js';
import { Section } from '../../ui/screen.js';
import { Failed } from '../../ui/states.js';
import { Instant } from '../../ui/value.js';

type MyForm = Schemas['MyForm'];

const COLORS: Record<MyForm['standing'], string> = { not_started: 'gray', draft: 'blue', submitted: 'green' };

/** Where a form is answered. */
export function formPath({ assignment, enrollmentId }: Pick<MyForm, 'assignment' | 'enrollmentId'>): string {
  return `/my-forms/${enrollmentId}/${assignment.id}`;
}

/** A form with how far it is, by when it is to be answered, and why it cannot be. */
export function FormCard({ form }: { form: MyForm }) {
  const { title, standing, assignment, locked, enrollmentId } = form;
  const { data } = useOwnEnrollments();
  const enrollment = data?.items.find(({ id }) => id === enrollmentId);
  return (
    <article className="card task" aria-label={title}>
      <header>
        <PageLink to={formPath(form)} fw={600}>
          {title}
        </PageLink>{' '}
        <Badge color={COLORS[standing]} variant="light" className="status">
          {t.standings[standing]}
        </Badge>
        <div className="dimmed">{enrollment?.program.name}</div>
      </header>
      {standing !== 'submitted' && locked === null && <div>{closing(assignment)}</div>}
      {standing === 'submitted' && <Editable until={form.editableUntil} isLocked={locked !== null} />}
      {locked && (standing !== 'submitted' || locked.reason === 'redacted') && <LockedWords locked={locked} />}
    </article>
  );
}

function closing({ closesAt }: Schemas['FormAssignment']) {
  if (closesAt === null) return <span className="dimmed">{t.noEnd}</span>;
  return (
    <>
      {t.closes} <Instant iso={closesAt} />
    </>
  );
}

/** Until when what was submitted can be changed. */
export function Editable({ until, isLocked }: { until: string | null; isLocked: boolean }) {
  if (isLocked) return <div className="dimmed">{t.locked['not_editable']}</div>;
  if (until === null) return <div>{t.editableForever}</div>;
  return (
    <div>
      {t.editable} <Instant iso={until} />
    </div>
  );
}

/** Why a form cannot be answered, and when it opens. */
export function LockedWords({ locked: { reason, opensAt } }: { locked: Schemas['FormLock'] }) {
  return (
    <div>
      {t.locked[reason]}
      {opensAt !== null && (
        <>
          {' '}
          {t.opens} <Instant iso={opensAt} />
        </>
      )}
    </div>
  );
}

const MOST = 100;

/** The forms that are to be answered; nothing where there are none. */
export function FormsToDo() {
  const lists = [
    useList('/me/forms', { query: { standing: 'draft', limit: MOST } }),
    useList('/me/forms', { query: { standing: 'not_started', limit: MOST } }),
  ];
  const failed = lists.find(({ error }) => error !== null);
  const open = lists.flatMap(({ items }) => items).filter(({ locked }) => locked === null);
  if (!failed && open.length === 0) return null;
  return (
    <Section title={t.toDo} actions={<PageLink to="/my-forms">{t.all}</PageLink>}>
      {failed && <Failed error={failed.error} onRetry={() => lists.forEach(({ refetch }) => void refetch())} />}
      {open.map((form) => (
        <FormCard key={formPath(form)} form={form} />
      ))}
    </Section>
  );
}
