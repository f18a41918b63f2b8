import { InitialSchema1764000000001 } from './1764000000001-initial-schema.js';
import { KeyLineage1764000000020 } from './1764000000020-key-lineage.js';
import { WebhookBudgets1764000000040 } from './1764000000040-webhook-budgets.js';

/** Every migration, oldest first. */
export const migrations = [InitialSchema1764000000001, KeyLineage1764000000020, WebhookBudgets1764000000040];
