import { useSearchParams } from 'wouter';

/** Filters of a list in the address, so that a link shows the same. */
export function useFilters() {
  const [search, setSearch] = useSearchParams();
  const set = (name: string, value: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  return { get: (name: string) => search.get(name) ?? '', set };
}

/** A value of a closed set; undefined where it is another one. */
export function oneOf<Value extends string>(values: readonly Value[], text: string): Value | undefined {
  return values.find((value) => value === text);
}
