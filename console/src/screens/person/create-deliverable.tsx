import { person } from '../../strings/person.js';
import { programs } from '../../strings/programs.js';
import { optionsOf } from '../../ui/intervention-fields.js';
import { WriteAction } from '../../ui/write-action.js';

const t = programs.task.deliverable;

/** Says what one person is to hand in for a task that has nothing to be handed in yet. */
export function CreateDeliverable({ memberTaskId }: { memberTaskId: string }) {
  return (
    <WriteAction
      label={person.task.createDeliverable}
      fields={{
        title: { kind: 'text', label: t.title },
        expectations: { kind: 'longText', label: t.expectations, isOptional: true },
        criteria: { kind: 'longText', label: t.criteria, isOptional: true },
        formats: { kind: 'choices', label: t.formats, options: optionsOf(['file', 'link']), initial: ['file', 'link'] },
        expectedReviewerRole: {
          kind: 'choice',
          label: t.reviewer,
          options: optionsOf(['coach', 'reviewer', 'program_director']),
        },
      }}
      to="POST /member-tasks/{memberTaskId}/deliverables"
      path={{ memberTaskId }}
      body={({ formats, ...values }) => ({ ...values, acceptedFormats: formats.map((kind) => ({ kind })) })}
      done={person.task.deliverableCreated}
    />
  );
}
