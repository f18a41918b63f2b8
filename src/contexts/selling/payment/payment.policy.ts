import { existing } from '#kernel/operations';
import { sellingTables } from '../selling.tables.js';

export const anyPayment = existing('payment', sellingTables, 'payments');
