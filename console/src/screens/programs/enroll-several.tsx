import { useRef } from 'react';
import { outcomesOf } from '../../api/each.js';
import { strings } from '../../strings/common.js';
import { programs } from '../../strings/programs.js';
import type { Option } from '../../ui/option.js';
import { optionsOf } from '../../ui/intervention-fields.js';
import { OutcomeList } from '../../ui/outcome-list.js';
import { WriteAction } from '../../ui/write-action.js';

const t = programs.cohort;

/** Enrolls one member or many. Whoever cannot be enrolled is skipped, and named with the reason. */
export function EnrollSeveral({ cohortId }: { cohortId: string }) {
  const sent = useRef<readonly { name: string }[]>([]);
  return (
    <WriteAction
      label={t.enroll}
      fields={{
        members: { kind: 'members', label: t.membersToEnroll, hint: t.membersToEnrollHint },
        status: { kind: 'choice', label: t.startAs, options: optionsOf(['active', 'pending']) },
      }}
      to="POST /cohorts/{cohortId}/bulk-enrollments"
      path={{ cohortId }}
      body={({ members, status }: { members: Option[]; status: 'active' | 'pending' }) => {
        sent.current = members.map(({ label }) => ({ name: label }));
        return { status, items: members.map(({ value }) => ({ memberId: value })), onRefusal: 'skip' };
      }}
      done={({ done }) => strings.write.outcomes(done, 0)}
      outcome={(data) => (data.skipped === 0 ? null : <OutcomeList outcomes={outcomesOf(data, sent.current)} />)}
    />
  );
}
