import type { Schemas } from '@delivery-service/client';

type Keyed = { key: string };
type Draft = Schemas['FormContent'];

/** Items in the order of keys; those that it does not name stay behind them. */
export function inOrderOf<Item extends Keyed>(items: readonly Item[], keys: readonly string[]): Item[] {
  const place = (item: Item, at: number) => (keys.includes(item.key) ? keys.indexOf(item.key) : keys.length + at);
  const placed = items.map((item, at) => ({ item, place: place(item, at) }));
  return placed.sort((one, other) => one.place - other.place).map(({ item }) => item);
}

/** The items with one of them moved to another place. */
export function movedTo<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const next = [...items];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

/** The draft with one question changed, or, where it is not there any more, added. */
export function withQuestion(draft: Draft, key: string, question: Schemas['FormQuestion']): Draft {
  const { questions } = draft;
  const isThere = questions.some((one) => one.key === key);
  return {
    ...draft,
    questions: isThere ? questions.map((one) => (one.key === key ? question : one)) : [...questions, question],
  };
}

/** A key that is made of a text, and that no question has yet. */
export function newKey(text: string, taken: readonly string[]): string {
  const slug = plainOf(text, 40);
  const base = /^[a-z]/.test(slug) ? slug : `q_${slug}`.replace(/_$/, '');
  return unused(base, taken);
}

/** Options of lines: a line keeps the value that it has; one that was reworded in its place, too. */
export function optionsOf(text: string, before: Schemas['QuestionOption'][] = []): Schemas['QuestionOption'][] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const isInPlace = lines.length === before.length;
  const taken: string[] = [];
  return lines.map((label, at) => {
    const known = before.find((option) => option.label === label && !taken.includes(option.value));
    const former = before[at];
    const isReworded = isInPlace && former !== undefined && !lines.includes(former.label);
    const value = known?.value ?? (isReworded ? former.value : undefined);
    const own = value ?? unused(plainOf(label, 40) || 'option', [...taken, ...before.map((option) => option.value)]);
    taken.push(own);
    return { value: own, label };
  });
}

function plainOf(text: string, most: number): string {
  const letters = text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_');
  return letters.slice(0, most).replaceAll(/^_+|_+$/g, '');
}

function unused(base: string, taken: readonly string[]): string {
  let name = base;
  for (let at = 2; taken.includes(name); at += 1) name = `${base}_${String(at)}`;
  return name;
}
