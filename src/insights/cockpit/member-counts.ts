import {
  ABSENT,
  LATE,
  OPEN_BLOCKER,
  OVERDUE_REVIEW,
  PAST_ATTENDANCES,
  PENDING_SUBMISSION,
  UNKNOWN,
  URGENT_BLOCKER,
  WITHOUT_INTERVENTION,
} from './cockpit-signals.js';

/** A count over the rows that `from` selects: its names in the result, and their expressions (the first is `count(*)`). */
interface Count {
  names: readonly string[];
  further?: readonly string[];
  /** `key` begins the columns that are selected and grouped by. The rows are named `m`. */
  from: (key: string) => string;
}

const withStatus = (status: string): string => `count(*) filter (where m.status = '${status}')`;

export const MEMBER_COUNTS: readonly Count[] = [
  {
    names: ['total', 'active', 'pending', 'completed'],
    further: [withStatus('active'), withStatus('pending'), withStatus('completed')],
    from: () => 'members m',
  },
  {
    names: ['at_risk', 'blockers', 'urgent_blockers'],
    further: ['coalesce(sum(total), 0)::bigint', 'coalesce(sum(urgent), 0)::bigint'],
    from: (key) => `(
      select ${key}count(*) as total, count(*) filter (where ${URGENT_BLOCKER}) as urgent
      from members m
      join blockers b on ${OPEN_BLOCKER}
      group by ${key}b.enrollment_id) m`,
  },
  { names: ['late'], from: () => `members m where ${LATE}` },
  { names: ['unknown'], from: () => `members m where ${UNKNOWN}` },
  { names: ['without_intervention'], from: () => `members m where ${WITHOUT_INTERVENTION}` },
  {
    names: ['reviews', 'overdue_reviews'],
    further: [`count(*) filter (where ${OVERDUE_REVIEW})`],
    from: () => `members m join submissions s on ${PENDING_SUBMISSION}`,
  },
];

/** Only for one cohort, as a live session may be for several. */
export const ABSENCE_COUNT: Count = {
  names: ['attended', 'absences', 'repeatedly_absent'],
  further: ['coalesce(sum(absences), 0)::bigint', 'count(*) filter (where absences >= 2)'],
  from: () => `(
      select count(*) filter (where ${ABSENT}) as absences
      from ${PAST_ATTENDANCES}
      join members m on m.id = a.enrollment_id
      group by a.enrollment_id) m`,
};

const COLUMNS = ['a', 'b', 'c', 'd'];

/**
 * SQL that makes all counts over `members`, a select of id, status and, for `by`, the column that they are grouped by. Each
 * count is a branch of UNION ALL that joins the members by indexes in the same order. All columns are cast to the same
 * types, which a parallel append needs.
 */
export function countingSql(counts: readonly Count[], members: string, by?: string): string {
  const key = by === undefined ? '' : `m.${by}, `;
  const branches = counts.map(({ names, further = [], from }) => {
    const values = ['count(*)', ...further, '0::bigint', '0::bigint', '0::bigint'].slice(0, COLUMNS.length);
    const columns = values.map((value, place) => `${value} as ${COLUMNS[place]}`);
    return `select ${key}'${names[0]}'::text as kind, ${columns.join(', ')} from ${from(key)}${by === undefined ? '' : ` group by m.${by}`}`;
  });
  const totals = counts.flatMap(({ names: [kind, ...rest] }) =>
    [kind, ...rest].map(
      (name, place) => `coalesce(max(${COLUMNS[place]}) filter (where kind = '${kind}'), 0)::integer as ${name}`,
    ),
  );
  return `with members as ${members},
   counts as (
     ${branches.join('\n     union all\n     ')}
   ),
   totals as (
     select ${by === undefined ? '' : `${by}, `}${totals.join(',\n            ')}
     from counts${by === undefined ? '' : ` group by ${by}`}
   )
   select *, total - at_risk - late - unknown as on_time from totals`;
}
