import type { DeliveryClient } from '@delivery-service/client';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../api/session.js';
import type { Option } from './option.js';

export type CohortStatus = 'draft' | 'open' | 'active' | 'completed' | 'archived';

/** What can be chosen: programs or cohorts, of some statuses where they are named. */
export type Choosable =
  | { of: 'programs' }
  /** Those that people of the cohort can join. */
  | { of: 'groups'; cohort: { id: string; programId: string } }
  | { of: 'cohorts'; statuses?: readonly CohortStatus[]; except?: string }
  /** Of courses that are not archived. */
  | { of: 'lessons'; programId: string };

/** All that can be chosen, by their names; a cohort has that of its program beside its own, a lesson that of its course. */
export function useChoosable(choosable: Choosable) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['choosable', choosable],
    queryFn: ({ signal }) => read(client, choosable, signal),
  });
}

function read(client: DeliveryClient, choosable: Choosable, signal: AbortSignal): Promise<Option[]> {
  switch (choosable.of) {
    case 'programs':
      return programsOf(client, signal);
    case 'cohorts':
      return cohortsOf(client, choosable, signal);
    case 'groups':
      return groupsFor(client, choosable.cohort, signal);
    case 'lessons':
      return lessonsOf(client, choosable.programId, signal);
  }
}

async function programsOf(client: DeliveryClient, signal: AbortSignal): Promise<Option[]> {
  const found: Option[] = [];
  for await (const { id, name } of client.pages('/programs', { query: { limit: 100 }, signal })) {
    found.push({ value: id, label: name });
  }
  return found;
}

async function cohortsOf(
  client: DeliveryClient,
  { statuses, except }: Extract<Choosable, { of: 'cohorts' }>,
  signal: AbortSignal,
): Promise<Option[]> {
  const programs = new Map((await programsOf(client, signal)).map(({ value, label }) => [value, label]));
  const found: Option[] = [];
  for (const status of statuses ?? [undefined]) {
    const query = { limit: 100, ...(status && { status }) };
    for await (const { id, name, programId } of client.pages('/cohorts', { query, signal })) {
      const label = [name, programs.get(programId)].filter(Boolean).join(' · ');
      if (id !== except) found.push({ value: id, label });
    }
  }
  return found;
}

/** The groups that somebody of the cohort can join. */
async function groupsFor(
  client: DeliveryClient,
  cohort: { id: string; programId: string },
  signal: AbortSignal,
): Promise<Option[]> {
  const found: Option[] = [];
  for await (const { id, name, lifecycle, programId, cohortId } of client.pages('/groups', {
    query: { limit: 100 },
    signal,
  })) {
    const fits = [null, cohort.programId].includes(programId) && [null, cohort.id].includes(cohortId);
    if (lifecycle === 'active' && fits) found.push({ value: id, label: name });
  }
  return found;
}

async function lessonsOf(client: DeliveryClient, programId: string, signal: AbortSignal): Promise<Option[]> {
  const found: Option[] = [];
  for await (const { id: courseId, title: course, status } of client.pages('/courses', {
    query: { programId, limit: 100 },
    signal,
  })) {
    if (status === 'archived') continue;
    const { data } = await client.get('/courses/{courseId}', { path: { courseId }, signal });
    for (const { id, title } of data.sections.flatMap(({ lessons }) => lessons)) {
      found.push({ value: id, label: `${title} · ${course}` });
    }
  }
  return found;
}
