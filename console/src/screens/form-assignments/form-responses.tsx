import { useRead } from '../../api/reads.js';
import { formResponses as t, formAssignments } from '../../strings/form-assignments.js';
import { LinkButton, PageLink } from '../../ui/link.js';
import { ResourceInput } from '../../ui/resource-input.js';
import { PendingScreen, Screen } from '../../ui/screen.js';
import { useFilter } from './filter.js';
import { Responses } from './responses.js';

/** All responses to a form, or those to one of its assignments. */
export default function FormResponses({ formId }: { formId: string }) {
  const query = useRead('/forms/{formId}', { path: { formId } });
  const [formAssignmentId, setAssignment] = useFilter('formAssignmentId');
  if (!query.data) return <PendingScreen title={t.title} query={query} />;
  const { name } = query.data;
  const input = { label: t.assignment, placeholder: t.all, isClearable: true, error: undefined };
  return (
    <Screen
      title={t.of(name)}
      trail={[
        <PageLink key="form" to={`/forms/${formId}`}>
          {name}
        </PageLink>,
      ]}
      actions={<LinkButton to={`/forms/${formId}/results`}>{formAssignments.results}</LinkButton>}
    >
      <div className="filters">
        <ResourceInput
          {...input}
          choosable={{ of: 'formAssignments', formId }}
          value={formAssignmentId}
          onChange={setAssignment}
        />
      </div>
      <Responses formId={formId} {...(formAssignmentId && { formAssignmentId })} />
    </Screen>
  );
}
