import { accessOf } from '../../api/access.js';
import { useRead } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { formResponses as t, formAssignments } from '../../strings/form-assignments.js';
import { intakeLinks } from '../../strings/intake-links.js';
import { LinkButton, PageLink } from '../../ui/link.js';
import { ResourceInput } from '../../ui/resource-input.js';
import { PendingScreen, Screen } from '../../ui/screen.js';
import { useFilter } from './filter.js';
import { Responses } from './responses.js';

/** All responses to a form, or those to one of its assignments, or by one of its intake links. */
export default function FormResponses({ formId }: { formId: string }) {
  const { isDirector } = accessOf(useSession().me);
  const query = useRead('/forms/{formId}', { path: { formId } });
  const [formAssignmentId, setAssignment] = useFilter('formAssignmentId');
  const [intakeLinkId, setIntakeLink] = useFilter('intakeLinkId');
  if (!query.data) return <PendingScreen title={t.title} query={query} />;
  const { name } = query.data;
  const input = { placeholder: t.all, isClearable: true, error: undefined };
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
          label={t.assignment}
          choosable={{ of: 'formAssignments', formId }}
          value={formAssignmentId}
          onChange={setAssignment}
        />
        {isDirector && (
          <ResourceInput
            {...input}
            label={intakeLinks.link}
            choosable={{ of: 'intakeLinks', formId }}
            value={intakeLinkId}
            onChange={setIntakeLink}
          />
        )}
      </div>
      <Responses
        formId={formId}
        {...(formAssignmentId && { formAssignmentId })}
        {...(intakeLinkId && { intakeLinkId })}
      />
    </Screen>
  );
}
