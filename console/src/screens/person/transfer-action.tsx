import type { Schemas } from '@delivery-service/client';
import { Alert, Text } from '@mantine/core';
import { useLocation } from 'wouter';
import { useRead } from '../../api/reads.js';
import { person } from '../../strings/person.js';
import { optionsOf } from '../../ui/intervention-fields.js';
import { Failed, Loading } from '../../ui/states.js';
import { WriteAction } from '../../ui/write-action.js';

const t = person.enrollment;

interface TransferProps {
  enrollmentId: string;
  cohort: Schemas['BriefingCohort'];
}

/** Transfers a member to another cohort; the dialog shows what that would do before it is done. */
export function TransferAction({ enrollmentId, cohort }: TransferProps) {
  const [, navigate] = useLocation();
  return (
    <WriteAction
      label={t.transfer}
      about={t.transferAbout}
      fields={{
        toCohortId: {
          kind: 'resource',
          label: t.toCohort,
          choosable: { of: 'cohorts', statuses: ['open', 'active'], except: cohort.id },
        },
        reason: { kind: 'longText', label: t.reason },
        deadlines: { kind: 'choice', label: t.deadlines, options: optionsOf(['keep', 'shift', 'clear']) },
        shiftDays: { kind: 'number', label: t.shiftDays, isOptional: true },
        keepCoaches: { kind: 'check', label: t.keepCoaches, initial: true },
        giveCohortTasks: { kind: 'check', label: t.giveCohortTasks, initial: true },
      }}
      preview={({ toCohortId }) =>
        toCohortId !== undefined && <Preview enrollmentId={enrollmentId} toCohortId={toCohortId} />
      }
      to="POST /enrollments/{enrollmentId}/transfer"
      path={{ enrollmentId }}
      done={t.transferred}
      onDone={({ to }) => navigate(`/enrollments/${to.id}`)}
    />
  );
}

function Preview({ enrollmentId, toCohortId }: { enrollmentId: string; toCohortId: string }) {
  const path = { enrollmentId };
  const query = useRead('/enrollments/{enrollmentId}/transfer-preview', { path, query: { toCohortId } });
  if (query.isPending) return <Loading />;
  if (!query.data) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  const { possible, refusals, moves, ends, capacity } = query.data;
  if (!possible) {
    return (
      <Alert color="orange" title={t.impossible}>
        <ul className="details">
          {refusals.map(({ code, issue }) => (
            <li key={code}>{issue}</li>
          ))}
        </ul>
      </Alert>
    );
  }
  return (
    <Alert color="gray" title={t.possible}>
      <ul className="details">
        {Object.entries(moves).map(([what, count]) => (
          <li key={what}>{t.moves(what, count)}</li>
        ))}
      </ul>
      <Text size="sm">
        {t.ends(ends.groupMemberships)} {t.seats(capacity.limited ? capacity.available : null)}
      </Text>
    </Alert>
  );
}
