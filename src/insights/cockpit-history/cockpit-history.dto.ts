import { ApiProperty } from '@nestjs/swagger';
import { CalendarDate, Instant, Nested, OneOf, Union, UnionList, WholeNumber } from '#kernel/fields';
import { CockpitMembers, CockpitRhythm, MeasuredCount, NotMeasured } from '../cockpit/cockpit.dto.js';

export class CockpitDay {
  @CalendarDate({ description: "In the cohort's time zone" }) date: string;
  @ApiProperty({ type: 'boolean', enum: [true] }) measured: true;
  @Nested(() => CockpitMembers) members: CockpitMembers;
  @Nested(() => CockpitRhythm) rhythm: CockpitRhythm;
  @Nested(() => MeasuredCount) reviews: MeasuredCount;
  @Nested(() => MeasuredCount) blockers: MeasuredCount;
  @WholeNumber({ description: 'As in the cockpit' }) withoutIntervention: number;
  @Union([MeasuredCount, NotMeasured], { description: 'As in the cockpit' }) absences: MeasuredCount | NotMeasured;
  @Instant({ description: 'When it was recorded, UTC' }) asOf: string;
}

export class MissedDay {
  @CalendarDate({ description: "In the cohort's time zone" }) date: string;
  @ApiProperty({ type: 'boolean', enum: [false] }) measured: false;
  @OneOf(['not_recorded'], { description: 'No worker ran, or the cohort was neither open nor active' }) reason: string;
}

export class CockpitHistory {
  @UnionList([CockpitDay, MissedDay], { description: 'One for each day of the period, oldest first' })
  items: (CockpitDay | MissedDay)[];
}
