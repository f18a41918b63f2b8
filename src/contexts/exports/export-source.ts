/** A source of rows `i`. `columns` are their names in the file, with SQL; `at` is when a row was created. */
export interface ExportSource {
  from: string;
  at: string;
  columns: Readonly<Record<string, string>>;
  /** Whether the rows belong to an enrollment `e` of a cohort `c`. */
  ofEnrollment?: boolean;
  where?: string;
}

/** The columns that are named like those of the table: camelCase of snake_case. */
export function own(...names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, `i.${name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)}`]));
}
