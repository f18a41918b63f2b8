import { MAX_LEFT } from '#contexts/follow-up/follow-up.public.js';
import { Flag, Instant, Nested, NestedList, Text, Uuid, WholeNumber } from '#kernel/fields';

export class HandoverPreview {
  @WholeNumber({
    description: 'Current responsibilities; of a detached member those that ended with the detachment',
    example: 2,
  })
  responsibilities: number;

  @WholeNumber({
    description:
      "Planned interventions that the member's account owns; 0 for a detached member whose account is active again as " +
      'another member',
    example: 5,
  })
  interventions: number;

  @WholeNumber({ description: 'Those whose dueAt has passed', example: 1 }) overdueInterventions: number;
  @WholeNumber({ description: 'Open prospects', example: 0 }) prospects: number;
  @Instant({ description: 'Instant of the data, UTC' }) asOf: string;
}

export class HandOverWorkRequest {
  @Uuid({ description: 'The successor, another active member' }) toMemberId: string;
  @Flag({ optional: true, description: 'Hand over responsibilities; by default true' }) responsibilities?: boolean;
  @Flag({ optional: true, description: 'Hand over planned interventions; by default true' }) interventions?: boolean;
  @Flag({ optional: true, description: 'Hand over open prospects; by default true' }) prospects?: boolean;
}

export class HandedOverResponsibilities {
  @WholeNumber({ description: 'How many the successor got', example: 2 }) moved: number;
  @WholeNumber({ description: 'How many the successor had already', example: 0 }) alreadyHeld: number;
}

export class LeftIntervention {
  @Uuid({ description: 'Intervention, which keeps its owner' }) interventionId: string;
  @Text({ description: 'Why', example: 'The successor has no access to the enrollment.' }) issue: string;
}

export class HandedOverInterventions {
  @WholeNumber({ description: 'How many the successor owns now', example: 5 }) moved: number;

  @NestedList(() => LeftIntervention, { maxItems: MAX_LEFT, description: 'Those that were not handed over' })
  left: LeftIntervention[];
}

export class HandedOverProspects {
  @WholeNumber({ description: 'How many the successor has now', example: 0 }) moved: number;
  @WholeNumber({
    description: 'How many the member keeps: the successor does not close for their program, or the address is the own',
    example: 0,
  })
  kept: number;
}

export class HandedOverWork {
  @Uuid({ description: 'The member whose work it was' }) fromMemberId: string;
  @Uuid({ description: 'The successor' }) toMemberId: string;
  @Nested(() => HandedOverResponsibilities, { description: 'Responsibilities' })
  responsibilities: HandedOverResponsibilities;

  @Nested(() => HandedOverInterventions, { description: 'Planned interventions' })
  interventions: HandedOverInterventions;

  @Nested(() => HandedOverProspects, { description: 'Open prospects' }) prospects: HandedOverProspects;

  @WholeNumber({ description: 'How many are left for another request, with a new Idempotency-Key', example: 0 })
  remaining: number;
}
