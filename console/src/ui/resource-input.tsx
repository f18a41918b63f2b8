import type { DeliveryClient } from '@delivery-service/client';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../api/session.js';
import { strings } from '../strings/common.js';

interface Option {
  value: string;
  label: string;
}

export type CohortStatus = 'draft' | 'open' | 'active' | 'completed' | 'archived';

/** What can be chosen: programs or cohorts, of some statuses where they are named. */
export type Choosable =
  | { of: 'programs' }
  /** Those that people of the cohort can join. */
  | { of: 'groups'; cohort: { id: string; programId: string } }
  | { of: 'cohorts'; statuses?: readonly CohortStatus[]; except?: string };

/** How many are shown at a time: whoever looks for another one types its name. */
const SHOWN = 50;

interface ResourceInputProps {
  label?: string;
  choosable: Choosable;
  value: string;
  isClearable: boolean;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** Chooses among all programs, cohorts or groups, by words of their names; a cohort has the name of its program beside its own. */
export function ResourceInput({ choosable, value, isClearable, error, onChange, ...input }: ResourceInputProps) {
  const { client } = useSession();
  const query = useQuery({
    queryKey: ['choosable', choosable],
    queryFn: async ({ signal }) => {
      if (choosable.of === 'groups') return groupsFor(client, choosable.cohort, signal);
      const programs = new Map<string, string>();
      for await (const { id, name } of client.pages('/programs', { query: { limit: 100 }, signal })) {
        programs.set(id, name);
      }
      if (choosable.of === 'programs') return [...programs].map(([value, label]) => ({ value, label }));
      const found: Option[] = [];
      for (const status of choosable.statuses ?? [undefined]) {
        const filter = { limit: 100, ...(status && { status }) };
        for await (const { id, name, programId } of client.pages('/cohorts', { query: filter, signal })) {
          const label = [name, programs.get(programId)].filter(Boolean).join(' · ');
          if (id !== choosable.except) found.push({ value: id, label });
        }
      }
      return found;
    },
  });
  return (
    <Select
      {...input}
      value={value === '' ? null : value}
      data={query.data ?? []}
      limit={SHOWN}
      searchable
      clearable={isClearable}
      clearButtonProps={{ 'aria-label': strings.common.clear }}
      error={error ?? (query.error === null ? undefined : strings.errors.failed)}
      nothingFoundMessage={query.isPending ? strings.common.loading : strings.list.nothingFound}
      onChange={(chosen) => onChange(chosen ?? '')}
      comboboxProps={{ withinPortal: false }}
    />
  );
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
