import { Injectable } from '@nestjs/common';
import type { NewRow } from '#kernel/persistence';
import type { UnitOfWork } from '#kernel/work';
import type { EnrollmentEntity } from './enrollment.entity.js';

/** An enrollment that is being resumed, whose row is locked. */
export interface Resumption {
  enrollment: EnrollmentEntity;
  /** Null where the history does not tell when it was paused. */
  pausedAt: Date | null;
  /** Whether the caller asked for deadlines to be shifted by the length of the pause. */
  shiftDeadlines: boolean;
}

/** The events of giving cohort tasks. */
export const RECORDED_OF_GIVEN_TASKS = ['member_task.created', 'member_task.published', 'deliverable.created'] as const;

/** The events that observers of new enrollments may record: they give cohort tasks and assign a path. */
export const RECORDED_OF_NEW_ENROLLMENTS = [...RECORDED_OF_GIVEN_TASKS, 'enrollment.path_assigned'] as const;

/** Options of the operation that inserts the enrollments, for observers. */
export interface EnrollingOptions {
  /** Whether newcomers get the tasks that the cohort gives to newcomers. */
  giveCohortTasks: boolean;
  /** An active path of the program, which they follow instead of its default one. */
  pathId?: string;
}

/** As most operations do it. */
export const USUAL_ENROLLING: EnrollingOptions = { giveCohortTasks: true };

/** The order of observers: it is that of the events of a transaction, whatever the order in which modules start. */
const PLACES = ['tasks', 'learning'] as const;

/** Another context's part of the transaction that changes enrollments. Their rows are locked or new. */
export interface EnrollmentObserver {
  /** The enrollments were inserted in this unit of work. */
  enrolled?(
    uow: UnitOfWork,
    enrollments: readonly NewRow<EnrollmentEntity>[],
    options: EnrollingOptions,
  ): Promise<void>;

  /** Returns the id of the deadline extension that it granted, if any. */
  resumed?(uow: UnitOfWork, resumption: Resumption): Promise<string | null>;
}

/** The observers of enrollments. A context registers its own when its module starts. */
@Injectable()
export class EnrollmentObservers {
  private readonly registered = { tasks: [], learning: [] } as Record<(typeof PLACES)[number], EnrollmentObserver[]>;

  register(observer: EnrollmentObserver, place: (typeof PLACES)[number]): void {
    this.registered[place].push(observer);
  }

  private get observers(): EnrollmentObserver[] {
    return PLACES.flatMap((place) => this.registered[place]);
  }

  /** Every operation that inserts enrollments calls this once, with all of them. */
  async enrolled(
    uow: UnitOfWork,
    enrollments: readonly NewRow<EnrollmentEntity>[],
    options: EnrollingOptions = USUAL_ENROLLING,
  ): Promise<void> {
    for (const observer of this.observers) await observer.enrolled?.(uow, enrollments, options);
  }

  /** Returns the id of the deadline extension that an observer granted, if any. */
  async resumed(uow: UnitOfWork, resumption: Resumption): Promise<string | null> {
    let extension: string | null = null;
    for (const observer of this.observers) extension = (await observer.resumed?.(uow, resumption)) ?? extension;
    return extension;
  }
}
