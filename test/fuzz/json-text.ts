import fc from 'fast-check';

/** JSON that no value stringifies to, such as 1e400 or a very deep list. */
export class Literal {
  constructor(
    readonly text: string,
    private readonly name = text,
  ) {}

  [fc.toStringMethod](): string {
    return `Literal(${this.name})`;
  }
}

/** An id that is known only when the request is sent. */
export class Id {
  constructor(
    readonly whose: 'own' | 'foreign',
    readonly name: string,
    /** Which of those that the call knows by the name. */
    readonly nth = 0,
  ) {}

  [fc.toStringMethod](): string {
    return `Id(${this.whose} ${this.name} ${this.nth})`;
  }
}

/** The members of a JSON object in their order; unlike an object's they may be called anything, and twice the same. */
export class Members {
  constructor(readonly list: [string, Tree][]) {}
}

export type Tree = Members | Tree[] | Literal | Id | string | number | boolean | null;

/** A way from the whole body to a part of it. */
export type Path = readonly (string | number)[];

/** One thing that is done to a body before it is sent. */
export type Edit =
  | { do: 'set'; at: Path; value: unknown }
  | { do: 'drop'; at: Path }
  | { do: 'wrap'; at: Path }
  | { do: 'repeat'; at: Path; value: unknown }
  | { do: 'add'; at: Path; name: string; value: unknown };

export function toTree(value: unknown): Tree {
  if (value instanceof Literal || value instanceof Id) return value;
  if (Array.isArray(value)) return value.map(toTree);
  if (typeof value !== 'object' || value === null) return value as Tree;
  return new Members(Object.entries(value).map(([name, member]) => [name, toTree(member)]));
}

/** The tree as JSON text; `idOf` tells the ids. */
export function toText(tree: Tree, idOf: (id: Id) => string): string {
  if (tree instanceof Literal) return tree.text;
  if (tree instanceof Id) return JSON.stringify(idOf(tree));
  if (Array.isArray(tree)) return `[${tree.map((item) => toText(item, idOf)).join(',')}]`;
  if (!(tree instanceof Members)) return JSON.stringify(tree);
  return `{${tree.list.map(([name, member]) => `${JSON.stringify(name)}:${toText(member, idOf)}`).join(',')}}`;
}

/** The tree with the edit done; one whose place is not there does nothing. */
export function edited(tree: Tree, edit: Edit): Tree {
  return editedAt(tree, edit.at, edit);
}

function editedAt(tree: Tree, way: Path, edit: Edit): Tree {
  if (way.length === 0) return editedHere(tree, edit);
  const [step, ...rest] = way;
  if (Array.isArray(tree) && typeof step === 'number') {
    if (edit.do === 'drop' && rest.length === 0) return tree.filter((_, index) => index !== step);
    return tree.map((item, index) => (index === step ? editedAt(item, rest, edit) : item));
  }
  if (!(tree instanceof Members) || typeof step !== 'string') return tree;
  if (rest.length > 0) return withMember(tree, step, (member) => editedAt(member, rest, edit));
  if (edit.do === 'drop') return new Members(tree.list.filter(([name]) => name !== step));
  if (edit.do === 'repeat') return new Members([...tree.list, [step, toTree(edit.value)]]);
  const there = tree.list.some(([name]) => name === step);
  if (!there && edit.do === 'set') return new Members([...tree.list, [step, toTree(edit.value)]]);
  return withMember(tree, step, (member) => editedHere(member, edit));
}

function editedHere(tree: Tree, edit: Edit): Tree {
  if (edit.do === 'set') return toTree(edit.value);
  if (edit.do === 'wrap') return [tree];
  if (edit.do !== 'add' || !(tree instanceof Members)) return tree;
  return new Members([...tree.list, [edit.name, toTree(edit.value)]]);
}

function withMember(members: Members, name: string, change: (member: Tree) => Tree): Members {
  return new Members(
    members.list.map(([other, member]): [string, Tree] => [other, other === name ? change(member) : member]),
  );
}
