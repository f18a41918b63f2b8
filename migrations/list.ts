import { InitialSchema1764000000001 } from './1764000000001-initial-schema.js';
import { KeyLineage1764000000020 } from './1764000000020-key-lineage.js';
import { WebhookBudgets1764000000040 } from './1764000000040-webhook-budgets.js';
import { ReadsBesideThePrimary1764000000080 } from './1764000000080-reads-beside-the-primary.js';

/** Every migration, oldest first. */
export const migrations = [
  InitialSchema1764000000001,
  KeyLineage1764000000020,
  WebhookBudgets1764000000040,
  ReadsBesideThePrimary1764000000080,
];
