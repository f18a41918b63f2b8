import type { UnitOfWork } from '#kernel/work';
import { ProspectEntity } from './prospect.entity.js';
import { prospectReopened } from './prospect.operations.js';

/** A call or a sale opens a locked prospect again that was won or lost. */
export function reopen(uow: UnitOfWork, prospect: ProspectEntity, closerMemberId = prospect.closerMemberId): void {
  if (prospect.status === 'open') return;
  const { id: prospectId, programId } = prospect;
  uow.changeAll(ProspectEntity, [prospect], { status: 'open', lostReason: null, closedAt: null });
  uow.recordFact(prospectReopened, { prospectId, programId, closerMemberId });
}
