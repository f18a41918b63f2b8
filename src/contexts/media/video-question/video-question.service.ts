import { Injectable } from '@nestjs/common';
import { coachOf } from '#contexts/enrollments/enrollments.public.js';
import { listMemberNames } from '#contexts/identity/identity.public.js';
import { lockProgramStatus } from '#contexts/programs/programs.public.js';
import { invalidField, wrongStatus } from '#kernel/errors';
import { toResource } from '#kernel/fields';
import type { Page, PageQuery } from '#kernel/lists';
import { lockedByAnother, type NewRow } from '#kernel/persistence';
import type { Scope, UnitOfWork } from '#kernel/work';
import { publishVideos, type NewVideoResource } from '../video-resource/video-publication.js';
import { publishVideoResource } from '../video-resource/video-resource.operations.js';
import type {
  AnswerVideoQuestionRequest,
  AskVideoQuestionRequest,
  VideoQuestionQuery,
} from './video-question-request.dto.js';
import { MyVideoQuestion, type VideoQuestion } from './video-question.dto.js';
import { QUESTION, VideoQuestionEntity, type AnswerVisibility } from './video-question.entity.js';
import {
  answerVideoQuestion,
  askVideoQuestion,
  declineVideoQuestion,
  withdrawVideoQuestion,
} from './video-question.operations.js';
import {
  limitOpenQuestions,
  limitWithdrawnQuestions,
  listOf,
  listOwnQuestions,
  VideoQuestionRepository,
} from './video-question.repository.js';

type Question = NewRow<VideoQuestionEntity>;

@Injectable()
export class VideoQuestionService {
  constructor(private readonly questions: VideoQuestionRepository) {}

  async ask(uow: UnitOfWork, request: AskVideoQuestionRequest): Promise<MyVideoQuestion> {
    const { enrollmentId, body, videoResourceId = null, positionSeconds = null } = request;
    const enrollment = await this.questions.lockOwnEnrollment(uow, enrollmentId);
    if (!enrollment) throw invalidField('enrollmentId', "must be an enrollment of the caller's own");
    if (videoResourceId !== null && !(await this.questions.maySee(uow, videoResourceId))) {
      throw invalidField('videoResourceId', 'must be a video resource that the caller may see');
    }
    if (enrollment.status !== 'active') throw wrongStatus('enrollment', enrollment.status);
    await limitOpenQuestions(uow, enrollmentId);
    await limitWithdrawnQuestions(uow, enrollmentId);
    const columns = { programId: enrollment.programId, enrollmentId, videoResourceId, positionSeconds };
    const question = uow.insert(VideoQuestionEntity, { ...columns, body, status: 'open', askedAt: uow.now });
    uow.record(askVideoQuestion.event, question, columns);
    return one(this.toOwn(uow, [question]));
  }

  listOwn(scope: Scope, query: PageQuery): Promise<Page<MyVideoQuestion>> {
    const account = scope.caller.accountId;
    return scope.list(listOwnQuestions, { ...query, account }, (questions) => this.toOwn(scope, questions));
  }

  async withdraw(uow: UnitOfWork, id: string): Promise<MyVideoQuestion> {
    const { event } = withdrawVideoQuestion;
    const withdrawn = await uow.move(VideoQuestionEntity, id, QUESTION, 'withdrawn', event, closing(uow));
    return one(this.toOwn(uow, [withdrawn]));
  }

  list(scope: Scope, query: VideoQuestionQuery): Promise<Page<VideoQuestion>> {
    return scope.list(listOf(query.status), { ...query, ...coachOf(scope.caller) }, (questions) =>
      this.toNamed(scope, questions),
    );
  }

  async get(scope: Scope, id: string): Promise<VideoQuestion> {
    return one(this.toNamed(scope, [await scope.get(VideoQuestionEntity, id)]));
  }

  async answer(uow: UnitOfWork, id: string, request: AnswerVideoQuestionRequest): Promise<VideoQuestion> {
    const { text = null, videos, title = '', tags, thumbnailMediaId, visibility = 'private' } = request;
    const before = videos && (await uow.get(VideoQuestionEntity, id));
    if (before) await this.lockForVideos(uow, before, visibility);
    const question = await uow.getForUpdate(VideoQuestionEntity, id);
    // A transfer moved it to an enrollment that is not locked: enrollments come before questions.
    if (before && before.enrollmentId !== question.enrollmentId) throw lockedByAnother();
    QUESTION.checkMove(question.status, 'answered');
    const answer = videos && { title, tags, videos, thumbnailMediaId };
    const answerVideoResourceId = answer ? await this.publishAnswer(uow, question, answer, visibility) : null;
    const answering = { answerText: text, answeredBy: uow.caller.accountId, answeredAt: uow.now };
    const change = { ...answering, visibility, answerVideoResourceId };
    const { event } = answerVideoQuestion;
    const shown = { visibility };
    const answered = await uow.move(VideoQuestionEntity, question, QUESTION, 'answered', event, change, shown);
    return one(this.toNamed(uow, [answered]));
  }

  async decline(uow: UnitOfWork, id: string, reason: string): Promise<VideoQuestion> {
    const change = { declineReason: reason, ...closing(uow) };
    const { event } = declineVideoQuestion;
    const declined = await uow.move(VideoQuestionEntity, id, QUESTION, 'declined', event, change);
    return one(this.toNamed(uow, [declined]));
  }

  /** Locks the program and the enrollment in the order of all writes: before the question. */
  private async lockForVideos(uow: UnitOfWork, question: Question, visibility: AnswerVisibility): Promise<void> {
    const programStatus = await lockProgramStatus(uow, question.programId);
    if (programStatus === 'archived') throw wrongStatus('program', programStatus, undefined, 400);
    if (visibility === 'private') this.questions.lockAudience(uow, question.enrollmentId);
  }

  private async publishAnswer(
    uow: UnitOfWork,
    { programId, enrollmentId }: Question,
    answer: Pick<NewVideoResource, 'title' | 'tags' | 'videos' | 'thumbnailMediaId'>,
    visibility: AnswerVisibility,
  ): Promise<string> {
    const audienceEnrollmentId = visibility === 'private' ? enrollmentId : null;
    const columns = { ...answer, programId, kind: 'video_answer', category: 'video', audienceEnrollmentId } as const;
    const { resource, changes } = await publishVideos(uow, columns);
    uow.recordAlso(publishVideoResource, resource, changes);
    return resource.id;
  }

  private async toNamed(scope: Scope, questions: readonly Question[]): Promise<VideoQuestion[]> {
    const answerers = await listMemberNames(
      scope,
      questions.map(({ answeredBy }) => answeredBy),
    );
    const own = await this.toOwn(scope, questions);
    return questions.map(({ answeredBy }, index) => {
      const answeredByName = (answeredBy === null ? undefined : answerers.get(answeredBy)) ?? null;
      return { ...own[index], answeredBy, answeredByName };
    });
  }

  private async toOwn(scope: Scope, questions: readonly Question[]): Promise<MyVideoQuestion[]> {
    const askers = await this.questions.listAskers(
      scope,
      questions.map(({ enrollmentId }) => enrollmentId),
    );
    return questions.map((question) => {
      const memberName = askers.get(question.enrollmentId) ?? '';
      return toResource(MyVideoQuestion, { ...question, memberName });
    });
  }
}

async function one<Item>(items: Promise<Item[]>): Promise<Item> {
  return (await items)[0];
}

function closing({ now, caller }: UnitOfWork) {
  return { closedAt: now, closedBy: caller.accountId };
}
