import {
  Flag,
  Instant,
  NestedList,
  OneOf,
  PatchOf,
  PositiveInteger,
  Text,
  Title,
  Uuid,
  UuidList,
  Shown,
} from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { PATH_STATUSES, type PathStatus } from './path.entity.js';

/** Courses and milestones of a path. */
export const MAX_PATH_COURSES = 50;
export const MAX_PATH_MILESTONES = 50;

export class CreatePathRequest {
  @Title({ min: 2, max: 100, description: 'Name', example: 'For new managers' }) name: string;
  @Text({ optional: true, nullable: true, max: 10_000, description: 'Description' }) description?: string | null;

  @UuidList({
    minItems: 1,
    maxItems: MAX_PATH_COURSES,
    description: 'Courses of the program that are not archived, in order',
  })
  courseIds: string[];

  @UuidList({
    optional: true,
    maxItems: MAX_PATH_MILESTONES,
    description: 'Milestones of the program that are not archived, in order; by default none',
  })
  milestoneIds?: string[];

  @Flag({ optional: true, description: 'Whether the courses are to be completed in their order; by default false' })
  sequential?: boolean;
}

export class UpdatePathRequest extends PatchOf(CreatePathRequest) {
  @Flag({
    optional: true,
    description: 'Whether new enrollments in the program get the path. True takes it from another path of the program',
  })
  isDefault?: boolean;
}

export class PathQuery extends PageQuery {
  @Uuid({ optional: true, description: 'Only paths of this program' }) programId?: string;
  @OneOf(PATH_STATUSES, { optional: true, description: 'Only paths with this status' }) status?: PathStatus;
}

export class PathCourse {
  @Uuid({ description: 'Course' }) courseId: string;
  @Text({ description: 'Title', example: 'Giving feedback' }) title: string;
  @PositiveInteger({ description: 'Position in the path', example: 1 }) position: number;
}

export class Path {
  @Uuid({ description: 'Path identifier' }) id: string;
  @Uuid({ description: 'Program' }) programId: string;
  @Text({ description: 'Name', example: 'For new managers' }) name: string;
  @Shown(CreatePathRequest, 'description') description: string | null;
  @OneOf(PATH_STATUSES, { description: 'Lifecycle status' }) status: string;
  @Flag({ description: 'Whether the courses are to be completed in their order' }) sequential: boolean;
  @Flag({ description: 'Whether new enrollments in the program get it' }) isDefault: boolean;
  @NestedList(() => PathCourse, { description: 'By position, archived ones left out' }) courses: PathCourse[];
  @UuidList({ description: 'Its milestones in order, archived ones left out' }) milestoneIds: string[];
  @Instant({ description: 'Creation, UTC' }) createdAt: string;
  @Instant({ description: 'Last change, UTC' }) updatedAt: string;
}
