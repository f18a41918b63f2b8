import { Instant, NestedList, Text, Uuid } from '#kernel/fields';

/** Earlier assignments that are shown. */
export const MAX_HISTORY = 100;

export class AssignPathRequest {
  @Uuid({ nullable: true, description: "An active path of the enrollment's program; null for none" })
  pathId: string | null;

  @Text({ optional: true, nullable: true, max: 500, description: 'Why' }) reason?: string | null;
}

export class FormerPath {
  @Uuid({ nullable: true, description: 'Path; null for none' }) pathId: string | null;
  @Text({ nullable: true, description: 'Its name now', example: 'For new managers' }) pathName: string | null;
  @Instant({ description: 'When it was assigned' }) since: string;
  @Instant({ description: 'When another one was, or none' }) until: string;
  @Text({ nullable: true, description: 'Why it was assigned' }) reason: string | null;
}

export class EnrollmentPath {
  @Uuid({ description: 'Enrollment' }) enrollmentId: string;
  @Uuid({ nullable: true, description: 'Path that it follows; null for none' }) pathId: string | null;
  @Text({ nullable: true, description: 'Name of the path', example: 'For new managers' }) pathName: string | null;
  @Instant({ nullable: true, description: 'Since when; null where no path was ever assigned' }) since: string | null;

  @NestedList(() => FormerPath, { description: `Earlier assignments, newest first, at most ${MAX_HISTORY}` })
  history: FormerPath[];
}
