import type { Schemas } from '@delivery-service/client';
import { reminders as t } from '../../strings/reminders.js';
import type { Field } from '../../ui/fields.js';
import { EditAction, WriteAction } from '../../ui/write-action.js';

type Rule = Schemas['ReminderRule'];

/** Those that have an instant. Missing contact is counted in days, and has a form of its own. */
const DATED = [
  'member_task.due',
  'live_session.start',
  'coaching_session.start',
  'booking.start',
  'intervention.due',
  'review.due',
  'milestone.due',
  'form_assignment.close',
  'installment.due',
  'sales_call.start',
  'sale.expiry',
] as const;
const SIGNALS = DATED.map((value) => ({ value, label: t.signals[value] ?? value }));

/** Three days before. */
const USUAL_OFFSET = -4_320;
const USUAL_DAYS = 14;

const PLACE_FIELDS = {
  cohortId: {
    kind: 'resource',
    label: t.cohort,
    hint: t.placeHint,
    choosable: { of: 'cohorts', statuses: ['draft', 'open', 'active'] },
    isOptional: true,
  },
  programId: { kind: 'resource', label: t.program, choosable: { of: 'programs' }, isOptional: true },
} as const satisfies Record<string, Field>;

function offsetField(initial: number) {
  return { kind: 'offset', label: t.offsetLabel, hint: t.offsetHint, initial } as const;
}

/** A rule for what has a date, or for whom nobody was in contact with. */
export function CreateRules() {
  const name = { kind: 'text', label: t.name } as const;
  const shared = { to: 'POST /reminder-rules', about: t.createAbout, done: t.created } as const;
  return (
    <>
      <WriteAction
        {...shared}
        label={t.create}
        fields={{
          name,
          signal: { kind: 'choice', label: t.signal, options: SIGNALS },
          offsetMinutes: offsetField(USUAL_OFFSET),
          ...PLACE_FIELDS,
        }}
      />
      <WriteAction
        {...shared}
        label={t.createNoContact}
        fields={{ name, days: { kind: 'number', label: t.days, initial: USUAL_DAYS }, ...PLACE_FIELDS }}
        body={(body) => ({ ...body, signal: 'enrollment.no_contact' as const })}
      />
    </>
  );
}

/** What can be done with a rule in its status. */
export function RuleActions({ rule }: { rule: Rule }) {
  if (rule.status === 'archived') return null;
  const path = { reminderRuleId: rule.id };
  return (
    <>
      <EditRule rule={rule} />
      {rule.status === 'paused' ? (
        <WriteAction label={t.resume} to="POST /reminder-rules/{reminderRuleId}/resume" path={path} done={t.resumed} />
      ) : (
        <WriteAction
          label={t.pause}
          about={t.pauseAbout}
          to="POST /reminder-rules/{reminderRuleId}/pause"
          path={path}
          done={t.paused}
        />
      )}
      <WriteAction
        label={t.archive}
        about={t.archiveAbout}
        to="POST /reminder-rules/{reminderRuleId}/archive"
        path={path}
        done={t.archived}
        isDanger
      />
    </>
  );
}

/** It takes the days or the offset, as its signal does. */
function EditRule({ rule }: { rule: Rule }) {
  const shared = {
    label: t.edit,
    about: t.editAbout,
    to: 'PATCH /reminder-rules/{reminderRuleId}',
    path: { reminderRuleId: rule.id },
    done: t.edited,
  } as const;
  const nameField = ({ name }: Rule) => ({ kind: 'text', label: t.name, initial: name }) as const;
  if (rule.offsetMinutes === null) {
    return (
      <EditAction
        {...shared}
        fields={(current) => ({
          name: nameField(current),
          days: { kind: 'number', label: t.days, initial: current.days },
        })}
      />
    );
  }
  return (
    <EditAction
      {...shared}
      fields={(current) => ({ name: nameField(current), offsetMinutes: offsetField(current.offsetMinutes ?? 0) })}
    />
  );
}
