/** A field of an operation; `path` leads to it in the sample's body. */
export interface FieldCase {
  operation: string;
  path: (string | number)[];
  /** Lengths in characters, for texts. */
  min?: number;
  max?: number;
}

export const TITLES: FieldCase[] = [
  { operation: 'create_group', path: ['name'], min: 2, max: 100 },
  { operation: 'configure_cohort', path: ['name'], min: 3, max: 100 },
  { operation: 'configure_cohort', path: ['phases', 0, 'name'], min: 1, max: 100 },
  { operation: 'plan_intervention', path: ['title'], min: 1, max: 200 },
  { operation: 'create_deliverable', path: ['title'], min: 3, max: 100 },
  { operation: 'publish_video_resource', path: ['title'], min: 1, max: 200 },
];
export const INTEGERS: FieldCase[] = [
  { operation: 'create_group', path: ['capacity'] },
  { operation: 'configure_cohort', path: ['capacity'] },
  { operation: 'configure_cohort', path: ['phases', 0, 'position'] },
];
export const REFERENCES: FieldCase[] = [
  { operation: 'plan_intervention', path: ['ownerUserId'] },
  { operation: 'publish_video_resource', path: ['programId'] },
  { operation: 'publish_video_resource', path: ['videos', 0, 'mediaId'] },
];
export const INSTANTS: FieldCase[] = [
  { operation: 'create_group', path: ['startsAt'] },
  { operation: 'plan_intervention', path: ['dueAt'] },
];
