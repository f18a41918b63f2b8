interface Answer {
  body: unknown;
}

/** The data of a successful answer, typed as what was asked for. */
export function dataOf<Data>(answer: Answer): Data {
  return (answer.body as { data: Data }).data;
}

/** The ids of a page's items, in its order. */
export function idsOf(answer: Answer): string[] {
  return dataOf<{ items: { id: string }[] }>(answer).items.map(({ id }) => id);
}
