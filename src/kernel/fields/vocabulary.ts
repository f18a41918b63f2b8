import type { ApiPropertyOptions } from '@nestjs/swagger';
import { Field, ListField, type Check, type FieldOptions, type ListOptions } from './field.js';

const vocabularies = new Map<string, Vocabulary>();
const REFERENCE = /"#\/components\/schemas\/(\w+)"/g;

/** A closed list of names, complete once every context is loaded. Documents have it as a schema of its own. */
export class Vocabulary {
  private readonly names = new Set<string>();

  /** `issue` is what is wrong with any other name: "must be …". */
  constructor(
    readonly schemaName: string,
    private readonly texts: { description: string; issue: string },
  ) {
    vocabularies.set(schemaName, this);
  }

  add(...names: readonly string[]): void {
    for (const name of names) this.names.add(name);
  }

  readonly check: Check = (value) =>
    typeof value === 'string' && this.names.has(value) ? undefined : this.texts.issue;

  /** The names are in alphabetical order, so that documents do not depend on the order of imports. */
  get schema(): Record<string, unknown> {
    return { type: 'string', description: this.texts.description, enum: [...this.names].sort() };
  }

  get reference(): { $ref: string } {
    return { $ref: `#/components/schemas/${this.schemaName}` };
  }
}

/** A field with a name of the list. */
export function NameIn(vocabulary: Vocabulary, options: FieldOptions = {}): PropertyDecorator {
  return Field(vocabulary.reference as ApiPropertyOptions, vocabulary.check, options);
}

/** A field with names of the list, or `also`, each at most once. */
export function NamesIn(
  vocabulary: Vocabulary,
  { also, ...options }: ListOptions & { also?: string } = {},
): PropertyDecorator {
  const { reference } = vocabulary;
  const items = also === undefined ? reference : { anyOf: [reference, { type: 'string', const: also }] };
  return ListField(
    { type: 'array', uniqueItems: true, items },
    (names) => {
      if (new Set(names).size !== names.length) return 'must not repeat an item';
      const issue = names
        .map((name) => (name === also ? undefined : vocabulary.check(name)))
        .find((one) => one !== undefined);
      return issue === undefined ? undefined : `each item ${issue}${also === undefined ? '' : `, or ${also}`}`;
    },
    options,
  );
}

/** The schemas of the lists that the given schemas refer to, by name. */
export function vocabularySchemas(schemas: object): Record<string, Record<string, unknown>> {
  const names = new Set([...JSON.stringify(schemas).matchAll(REFERENCE)].map(([, name]) => name));
  const found = [...names].flatMap((name) => vocabularies.get(name) ?? []);
  return Object.fromEntries(found.map(({ schemaName, schema }) => [schemaName, schema]));
}
