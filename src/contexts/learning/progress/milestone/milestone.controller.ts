import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { MilestoneReachService } from './milestone-reach.service.js';
import {
  archiveMilestone,
  createMilestone,
  getMilestone,
  listMilestones,
  reachMilestone,
  revokeMilestoneReach,
  updateMilestone,
} from './milestone.operations.js';
import { MilestoneService } from './milestone.service.js';

@Controller()
export class MilestoneController {
  constructor(
    private readonly milestones: MilestoneService,
    private readonly reaches: MilestoneReachService,
  ) {}

  @Operation(createMilestone)
  create(uow: UnitOfWork, { params, body }: InputOf<typeof createMilestone>) {
    return this.milestones.create(uow, params.programId, body);
  }

  @Operation(listMilestones)
  list(scope: Scope, { query }: InputOf<typeof listMilestones>) {
    return this.milestones.list(scope, query);
  }

  @Operation(getMilestone)
  get(scope: Scope, { params }: InputOf<typeof getMilestone>) {
    return this.milestones.get(scope, params.milestoneId);
  }

  @Operation(updateMilestone)
  update(uow: UnitOfWork, { params, body }: InputOf<typeof updateMilestone>) {
    return this.milestones.update(uow, params.milestoneId, body);
  }

  @Operation(archiveMilestone)
  archive(uow: UnitOfWork, { params }: InputOf<typeof archiveMilestone>) {
    return this.milestones.archive(uow, params.milestoneId);
  }

  @Operation(reachMilestone)
  reach(uow: UnitOfWork, { params, body }: InputOf<typeof reachMilestone>) {
    return this.reaches.reach(uow, params.enrollmentId, body);
  }

  @Operation(revokeMilestoneReach)
  revoke(uow: UnitOfWork, { params, body }: InputOf<typeof revokeMilestoneReach>) {
    return this.reaches.revoke(uow, params.milestoneReachId, body);
  }
}
