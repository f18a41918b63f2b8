import { Injectable } from '@nestjs/common';
import { listPage } from '../platform/lists/list-page.js';
import type { Page, PageQuery } from '../platform/lists/page.js';
import type { Scope } from '../platform/persistence/scope.js';
import type { NewRow } from '../platform/persistence/tenant-entity.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import { NoteEntity } from './note.entity.js';

@Injectable()
export class NoteRepository {
  list(scope: Scope, enrollmentId: string, query: PageQuery): Promise<Page<NoteEntity>> {
    return listPage(scope, NoteEntity, query, { equal: { enrollmentId } }, (row) => row);
  }

  add(uow: UnitOfWork, note: NewRow<NoteEntity>): void {
    uow.insert(NoteEntity, note);
  }
}
