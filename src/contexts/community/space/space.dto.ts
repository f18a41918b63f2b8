import type { FieldIssue } from '#kernel/errors';
import {
  type CrossChecked,
  FieldsOf,
  Flag,
  Instant,
  OneOf,
  PatchOf,
  Shown,
  Text,
  Title,
  Uuid,
  WholeNumber,
} from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import {
  POSTING,
  SPACE_SCOPES,
  SPACE_STATUSES,
  type Posting,
  type SpaceScope,
  type SpaceStatus,
} from './space.entity.js';

class SpaceFields {
  @Title({ min: 2, max: 100, description: 'Name', example: 'Spring cohort' }) name: string;

  @Text({
    optional: true,
    nullable: true,
    max: 2_000,
    trim: true,
    description: 'What it is for',
    example: 'Questions, and what went well.',
  })
  description?: string | null;

  @OneOf(POSTING, { optional: true, description: 'Who posts, by default members', example: 'members' })
  posting?: Posting;
}

export class CreateSpaceRequest extends SpaceFields implements CrossChecked {
  @OneOf(SPACE_SCOPES, { description: 'Whose people read it', example: 'organization' }) scope: SpaceScope;

  @Uuid({ optional: true, nullable: true, description: 'Required for program and cohort scope', example: null })
  programId?: string | null;

  @Uuid({ optional: true, nullable: true, description: 'Required for cohort scope', example: null })
  cohortId?: string | null;

  @Uuid({ optional: true, nullable: true, description: 'Required for group scope', example: null })
  groupId?: string | null;

  crossIssues(): FieldIssue[] {
    const { scope } = this;
    const required = { programId: ['program', 'cohort'], cohortId: ['cohort'], groupId: ['group'] };
    return (['programId', 'cohortId', 'groupId'] as const).flatMap((field) => {
      const isRequired = required[field].includes(scope);
      if (isRequired === ((this[field] ?? null) !== null)) return [];
      return [{ field, issue: `${isRequired ? 'is required' : 'must be absent'} for ${scope} scope` }];
    });
  }
}

export class UpdateSpaceRequest extends PatchOf(SpaceFields) {
  @OneOf(SPACE_STATUSES, { optional: true, description: 'archived is the end: nobody posts any more' })
  status?: SpaceStatus;
}

export class SpaceQuery extends PageQuery {
  @OneOf(SPACE_SCOPES, { optional: true, description: 'Only spaces of this scope' }) scope?: SpaceScope;
  @Uuid({ optional: true, description: 'Only spaces of this program and of its cohorts' }) programId?: string;
  @Uuid({ optional: true, description: 'Only spaces of this cohort' }) cohortId?: string;
}

export class Space {
  @Uuid({ description: 'Space identifier' }) id: string;
  @Shown(CreateSpaceRequest, 'name') name: string;
  @Shown(CreateSpaceRequest, 'description') description: string | null;
  @OneOf(SPACE_SCOPES, { description: 'Whose people read it' }) scope: string;
  @Uuid({ nullable: true, description: 'Program, for program and cohort scope' }) programId: string | null;
  @Uuid({ nullable: true, description: 'Cohort, for cohort scope' }) cohortId: string | null;
  @Uuid({ nullable: true, description: 'Group, for group scope' }) groupId: string | null;
  @OneOf(POSTING, { description: 'Who posts: members, or staff alone' }) posting: string;
  @OneOf(SPACE_STATUSES, { description: 'archived: nobody posts any more' }) status: string;
  @WholeNumber({ description: 'Number of the last post or comment; 0 before the first', example: 12 })
  lastNumber: number;

  @WholeNumber({ description: 'Posts made since the marker of the caller, without comments', example: 2 })
  newPosts: number;

  @WholeNumber({ description: 'The same with comments', example: 5 }) newActivity: number;
  @Flag({ description: 'Whether the caller may post now', example: true }) mayPost: boolean;
  @Uuid({ description: 'Account that created it' }) createdBy: string;
  @Instant({ description: 'Creation, UTC' }) createdAt: string;
  @Instant({ description: 'Last change, UTC' }) updatedAt: string;
}

export class MarkSpaceReadRequest {
  @WholeNumber({ description: 'Number of the last post or comment that was read', example: 12 }) through: number;
}

export class ReadMarker extends FieldsOf(Space, 'newPosts', 'newActivity') {
  @Uuid({ description: 'Space' }) spaceId: string;
  @WholeNumber({ description: 'Everything up to this number is read', example: 12 }) through: number;
}
