import type { Schemas } from '@delivery-service/client';
import { accessOf } from '../../api/access.js';
import { useList, useRead } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { viewerZone } from '../../dates.js';
import { strings } from '../../strings/common.js';
import { formAssignments as t } from '../../strings/form-assignments.js';
import { word } from '../../strings/words.js';
import { useChoosable } from '../../ui/choosable.js';
import { LinkButton, PageLink } from '../../ui/link.js';
import { Filter, List, type Column } from '../../ui/list.js';
import { ResourceInput } from '../../ui/resource-input.js';
import { Screen } from '../../ui/screen.js';
import { Loading } from '../../ui/states.js';
import { Instant, Status } from '../../ui/value.js';
import { AssignForm } from './assign-form.js';
import { useFilter } from './filter.js';

type Assignment = Schemas['FormAssignment'];

const STATUSES = ['all', 'open', 'closed'] as const;

/** Which forms are asked of whom, as far as the caller reaches somebody who is asked. */
export default function FormAssignments() {
  const [formId, setForm] = useFilter('formId');
  const [cohortId, setCohort] = useFilter('cohortId');
  const [named, setStatus] = useFilter('status');
  const status = STATUSES.find((one) => one === named) ?? 'all';
  const query = {
    ...(formId && { formId }),
    ...(cohortId && { cohortId }),
    ...(status !== 'all' && { status }),
    limit: 50,
  };
  const list = useList('/form-assignments', { query });
  const columns = useColumns();
  const input = { placeholder: t.all, isClearable: true, error: undefined };
  return (
    <Screen title={t.title} about={t.about} actions={formId && <ChosenForm formId={formId} />}>
      <div className="filters">
        <ResourceInput label={t.form} choosable={{ of: 'forms' }} value={formId} {...input} onChange={setForm} />
        <ResourceInput
          label={t.cohort}
          choosable={{ of: 'cohorts' }}
          value={cohortId}
          {...input}
          onChange={setCohort}
        />
        <Filter
          label={t.filter}
          values={STATUSES}
          value={status}
          nameOf={word}
          onChange={(one) => setStatus(one === 'all' ? '' : one)}
        />
      </div>
      {columns === undefined ? (
        <Loading />
      ) : (
        <List label={t.title} list={list} idOf={({ id }) => id} empty={t.empty} columns={columns} />
      )}
    </Screen>
  );
}

/** What can be done with the form that is chosen. */
function ChosenForm({ formId }: { formId: string }) {
  const { data: form } = useRead('/forms/{formId}', { path: { formId } });
  const { isDirector } = accessOf(useSession().me);
  return (
    <>
      <LinkButton to={`/forms/${formId}/responses`}>{t.responses}</LinkButton>
      <LinkButton to={`/forms/${formId}/results`}>{t.results}</LinkButton>
      {isDirector && <LinkButton to={`/forms/${formId}/intake-links`}>{t.intakeLinks}</LinkButton>}
      {form && <AssignForm form={form} />}
    </>
  );
}

/** Undefined until the names are known, or could not be read: forms, cohorts and programs are read once for all rows. */
function useColumns(): Column<Assignment>[] | undefined {
  const [forms, cohorts, programs] = [
    useChoosable({ of: 'forms' }),
    useChoosable({ of: 'cohorts' }),
    useChoosable({ of: 'programs' }),
  ];
  const queries = [forms, cohorts, programs];
  if (queries.some(({ isPending }) => isPending)) return undefined;
  const names = new Map(queries.flatMap(({ data = [] }) => data).map(({ value, label }) => [value, label]));
  const nameOf = (id: string) => names.get(id) ?? id;
  return [
    {
      header: t.form,
      cell: ({ id, formId }) => <PageLink to={`/form-assignments/${id}`}>{nameOf(formId)}</PageLink>,
    },
    { header: t.asks, cell: ({ cohortId, programId }) => nameOf(cohortId ?? programId ?? '') },
    {
      header: t.answeredBy,
      cell: ({ answeredBy, anonymous }) => (anonymous ? t.answeredAnonymously : t.answerers[answeredBy]),
    },
    {
      header: t.opensAt,
      cell: ({ opensAt }) => (opensAt === null ? t.atOnce : <Instant iso={opensAt} zone={viewerZone} />),
    },
    {
      header: t.closesAt,
      cell: ({ closesAt }) => (closesAt === null ? t.byHand : <Instant iso={closesAt} zone={viewerZone} />),
    },
    { header: strings.common.status, cell: ({ status }) => <Status value={status} /> },
  ];
}
