import type { Schemas } from '@delivery-service/client';
import { Text } from '@mantine/core';
import { accessOf, directsProgram } from '../../api/access.js';
import { useList, useRead } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { strings } from '../../strings/common.js';
import { offers } from '../../strings/offers.js';
import { programs as t } from '../../strings/programs.js';
import { LinkButton, PageLink } from '../../ui/link.js';
import { List } from '../../ui/list.js';
import { PendingScreen, Screen, Section } from '../../ui/screen.js';
import { Day, Status } from '../../ui/value.js';
import { EditAction, WriteAction } from '../../ui/write-action.js';
import { CreateCohort } from './create-cohort.js';
import { CreateCourse, CreatePath, PathActions } from './taught-actions.js';
import { FirstSteps } from './first-steps.js';
import { Milestones } from './milestones.js';
import { OutcomeMeasures } from './outcome-measures.js';
import { RestoreAction } from './restore-action.js';

/** A program: its life cycle, its cohorts, and what is taught in it. */
export default function ProgramScreen({ programId }: { programId: string }) {
  const { isAdministrator } = accessOf(useSession().me);
  const query = useRead('/programs/{programId}', { path: { programId } });
  const program = query.data;
  if (!program) return <PendingScreen title={t.program} query={query} />;
  return (
    <Screen
      title={program.name}
      about={<Status value={program.status} />}
      actions={isAdministrator && <Actions program={program} />}
    >
      {program.description !== null && <Text className="text">{program.description}</Text>}
      {isAdministrator && program.status !== 'archived' && <FirstSteps program={program} />}
      <Cohorts programId={programId} mayCreate={isAdministrator && program.status !== 'archived'} />
      <Taught program={program} />
      <OutcomeMeasures programId={programId} />
    </Screen>
  );
}

function Actions({ program }: { program: Schemas['Program'] }) {
  const path = { programId: program.id };
  return (
    <>
      {program.status === 'draft' && (
        <WriteAction label={t.publish} to="POST /programs/{programId}/publish" path={path} done={t.published} />
      )}
      {program.status === 'archived' ? (
        <RestoreAction programId={program.id} />
      ) : (
        <WriteAction
          label={t.archive}
          fields={{ reason: { kind: 'longText', label: t.reason, isOptional: true } }}
          to="POST /programs/{programId}/archive"
          path={path}
          done={t.archived}
          isDanger
        />
      )}
      <EditAction
        label={t.edit}
        fields={({ name, description }) => ({
          name: { kind: 'text', label: t.name, initial: name },
          description: { kind: 'longText', label: t.description, initial: description, isNullable: true },
        })}
        to="PATCH /programs/{programId}"
        path={path}
        done={t.edited}
      />
      <LinkButton to={`/offers?programId=${program.id}`}>{offers.title}</LinkButton>
      <LinkButton to={`/audit?targetType=program&targetId=${program.id}`}>{strings.common.history}</LinkButton>
    </>
  );
}

function Cohorts({ programId, mayCreate }: { programId: string; mayCreate: boolean }) {
  const list = useList('/cohorts', { query: { programId, limit: 50 } });
  return (
    <Section title={t.cohorts} actions={mayCreate && <CreateCohort programId={programId} />}>
      <List
        label={t.cohorts}
        list={list}
        idOf={({ id }) => id}
        empty={t.noCohorts}
        columns={[
          { header: t.name, cell: ({ id, name }) => <PageLink to={`/programs/cohorts/${id}`}>{name}</PageLink> },
          { header: t.status, cell: ({ status }) => <Status value={status} /> },
          { header: t.startDate, cell: ({ startDate }) => <Day iso={startDate} /> },
          { header: t.timezone, cell: ({ timezone }) => timezone },
          {
            header: t.capacity,
            cell: ({ capacity, occupancy }) =>
              capacity === null ? t.seats(occupancy) : t.seatsOf(occupancy, capacity),
          },
        ]}
      />
    </Section>
  );
}

function Taught({ program: { id: programId, status } }: { program: Schemas['Program'] }) {
  const isAuthor = directsProgram(useSession().me, programId) && status !== 'archived';
  const query = { programId, limit: 50 };
  const courses = useList('/courses', { query });
  const paths = useList('/paths', { query });
  return (
    <>
      <Section title={t.courses} actions={isAuthor && <CreateCourse programId={programId} />}>
        <List
          label={t.courses}
          list={courses}
          idOf={({ id }) => id}
          empty={t.noCourses}
          columns={[
            { header: t.name, cell: ({ id, title }) => <PageLink to={`/programs/courses/${id}`}>{title}</PageLink> },
            { header: t.status, cell: ({ status }) => <Status value={status} /> },
          ]}
        />
      </Section>
      <Section title={t.paths} actions={isAuthor && <CreatePath programId={programId} courses={courses.items} />}>
        <List
          label={t.paths}
          list={paths}
          idOf={({ id }) => id}
          empty={t.noPaths}
          columns={[
            {
              header: t.name,
              cell: ({ name, courses: taught }) => (
                <>
                  {name}
                  <div className="dimmed">{taught.map(({ title }) => title).join(', ')}</div>
                </>
              ),
            },
            { header: t.status, cell: ({ status: state }) => <Status value={state} /> },
            ...(isAuthor
              ? [
                  {
                    header: strings.common.actions,
                    cell: (path: Schemas['Path']) => <PathActions path={path} courses={courses.items} />,
                  },
                ]
              : []),
          ]}
        />
      </Section>
      <Milestones programId={programId} courses={courses.items} isAuthor={isAuthor} />
    </>
  );
}
