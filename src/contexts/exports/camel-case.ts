/** Names the columns of a row as the API names fields, and leaves the organization out. */
export function camelCase(row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => name !== 'organization_id')
      .map(([name, value]) => [name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()), value as unknown]),
  );
}
