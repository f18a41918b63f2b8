import { anyCohort } from '#contexts/cohorts/cohorts.public.js';
import { administrators, administratorsAndClosers } from '#kernel/access';
import { refusedIn } from '#kernel/errors';
import { declareEvent } from '#kernel/events';
import { Uuid, WholeNumber } from '#kernel/fields';
import { declareRead, declareWrite } from '#kernel/operations';
import { cohortForSale } from '../offer/offer.policy.js';
import { SalesAvailability, SetSalesAvailabilityRequest } from './sales-availability.dto.js';

class SalesAvailabilityChanged {
  @Uuid() cohortId: string;
  @WholeNumber() keptBack: number;
}

export const salesAvailabilityChanged = declareEvent(
  'sales_availability.changed',
  'When places of a cohort are sold was changed, or how many.',
  SalesAvailabilityChanged,
);

const ofCohort = {
  path: '/cohorts/:cohortId/sales-availability',
  tag: 'Sales availability',
} as const;

export const readSalesAvailability = declareRead({
  ...ofCohort,
  access: administratorsAndClosers,
  target: cohortForSale,
  name: 'read_sales_availability',
  summary: 'Read the sales availability of a cohort',
  description: 'Its seats now, and which offers can be sold. A closer sees open and paused offers.',
  response: SalesAvailability,
});

export const setSalesAvailability = declareWrite({
  ...ofCohort,
  access: administrators,
  target: anyCohort,
  name: 'set_sales_availability',
  method: 'PUT',
  summary: 'Set the sales availability of a cohort',
  description: 'Replaces all of it. What was reserved or sold before stays.',
  targetType: 'cohort',
  event: salesAvailabilityChanged,
  body: SetSalesAvailabilityRequest,
  response: SalesAvailability,
  reasons: refusedIn('cohort', ['completed', 'archived']),
});
