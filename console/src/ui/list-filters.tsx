import { NativeSelect } from '@mantine/core';
import { strings } from '../strings/common.js';
import type { Choosable } from './choosable.js';
import { ResourceInput } from './resource-input.js';
import { oneOf, useFilters } from './search-filters.js';

interface ChoiceFilterProps<Value extends string> {
  /** Its parameter in the address. */
  name: string;
  label: string;
  values: readonly Value[];
  nameOf: (value: Value) => string;
  /** The choice that filters nothing. */
  any?: string;
}

/** Filters a list by one of a few values. */
export function ChoiceFilter<Value extends string>(props: ChoiceFilterProps<Value>) {
  const { name, label, values, nameOf, any = strings.list.any } = props;
  const { get, set } = useFilters();
  return (
    <NativeSelect
      label={label}
      data={[{ value: '', label: any }, ...values.map((value) => ({ value, label: nameOf(value) }))]}
      value={oneOf(values, get(name)) ?? ''}
      onChange={({ currentTarget }) => set(name, currentTarget.value)}
    />
  );
}

/** Filters a list by a program, cohort, offer or closer. */
export function ResourceFilter({ name, ...input }: { name: string; label: string; choosable: Choosable }) {
  const { get, set } = useFilters();
  return <ResourceInput {...input} value={get(name)} error={undefined} isClearable onChange={(id) => set(name, id)} />;
}
