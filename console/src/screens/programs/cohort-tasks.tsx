import type { Schemas } from '@delivery-service/client';
import { accessOf } from '../../api/access.js';
import { useList } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { strings } from '../../strings/common.js';
import { programs } from '../../strings/programs.js';
import { PageLink } from '../../ui/link.js';
import { List } from '../../ui/list.js';
import { Section } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';
import { cohortTaskBody, cohortTaskFields } from './cohort-task-fields.js';

const t = programs.task;

type Deadline = Schemas['CohortTask']['deadline'];

/** The tasks that all of a cohort have. */
export function CohortTasks({ cohort }: { cohort: Schemas['Cohort'] }) {
  const { isDirector } = accessOf(useSession().me);
  const path = { cohortId: cohort.id };
  const list = useList('/cohorts/{cohortId}/tasks', { path, query: { limit: 50 } });
  return (
    <Section title={t.title} actions={isDirector && <Create cohort={cohort} />}>
      <List
        label={t.title}
        list={list}
        idOf={({ id }) => id}
        empty={t.none}
        columns={[
          { header: t.name, cell: ({ id, title }) => <PageLink to={`/programs/cohort-tasks/${id}`}>{title}</PageLink> },
          { header: strings.common.status, cell: ({ status }) => <Status value={status} /> },
          { header: t.deadline, cell: ({ deadline }) => <DeadlineText deadline={deadline} zone={cohort.timezone} /> },
          {
            header: t.progress,
            cell: ({ counts }) => (
              <>
                {t.progressOf(counts.handedIn, counts.total)}
                {counts.overdue > 0 && <div className="alarming">{t.overdue(counts.overdue)}</div>}
              </>
            ),
          },
        ]}
      />
    </Section>
  );
}

/** How the deadline of a task for all is found. */
export function DeadlineText({ deadline, zone }: { deadline: Deadline; zone: string }) {
  if (deadline.kind === 'at') return <Instant iso={deadline.dueAt} zone={zone} />;
  const kind = t.deadlineKinds[deadline.kind];
  return deadline.kind === 'none' ? kind : t.deadlineDays(deadline.days, kind, deadline.time);
}

function Create({ cohort }: { cohort: Schemas['Cohort'] }) {
  const { isAdministrator } = accessOf(useSession().me);
  const path = { cohortId: cohort.id };
  return (
    <>
      <WriteAction
        label={t.create}
        fields={cohortTaskFields(cohort.timezone, isAdministrator)}
        to="POST /cohorts/{cohortId}/tasks"
        path={path}
        body={(values) => cohortTaskBody(values)}
        done={t.created}
      />
      <WriteAction
        label={t.copy}
        fields={{
          fromCohortId: { kind: 'resource', label: t.from, choosable: { of: 'cohorts', except: cohort.id } },
        }}
        to="POST /cohorts/{cohortId}/task-copies"
        path={path}
        done={({ created }) => t.copied(created.length)}
      />
    </>
  );
}
