import type { Components, Json } from './components.js';

/** A text that so many operations have becomes a component. */
const SHARED = 2;
const MAX_NAME = 14;
/** Words that do not tell one text from another. */
const FILLING = new Set(
  (
    'a an the or and of in on is its it at does not do not exist exists requires scoped api key needs organization ' +
    'caller also returned when outside scope'
  ).split(' '),
);

interface Stated {
  status: string;
  description: string;
}

/** The paths with a component for each description of a failure that several operations have. */
export function withSharedTexts(paths: Record<string, Json>, components: Components): Record<string, Json> {
  const responses = Object.values(paths).flatMap((path) =>
    Object.values(path as Record<string, { responses: Record<string, Json> }>).map((operation) => operation.responses),
  );
  const uses = new Map<string, Stated & { count: number }>();
  for (const [status, { description }] of responses.flatMap((one) => Object.entries(one))) {
    if (typeof description !== 'string' || !status.startsWith('4')) continue;
    const text = `${status} ${description}`;
    uses.set(text, { status, description, count: (uses.get(text)?.count ?? 0) + 1 });
  }
  const shared = [...uses].filter(([, { count }]) => count >= SHARED).sort(([a], [b]) => (a < b ? -1 : 1));
  const references = new Map<string, Json>();
  const names = new Set(shared.map(([, { status }]) => status));
  for (const [text, stated] of shared) {
    const name = unusedName(stated, names);
    names.add(name);
    const { status, description } = stated;
    references.set(
      text,
      components.refer('responses', name, { $ref: `#/components/responses/${status}`, description }),
    );
  }
  for (const one of responses) {
    for (const [status, { description }] of Object.entries(one)) {
      one[status] = references.get(`${status} ${String(description)}`) ?? one[status];
    }
  }
  return paths;
}

/** `403-owner-admin-write`, after what is particular to the text. */
function unusedName({ status, description }: Stated, taken: ReadonlySet<string>): string {
  const words = description
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 1 && !FILLING.has(word));
  let name = status;
  for (const word of words) if (name.length + word.length < MAX_NAME) name += `-${word}`;
  let unused = name;
  for (let number = 2; taken.has(unused); number += 1) unused = `${name}-${number}`;
  return unused;
}
