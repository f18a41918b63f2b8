import { Controller } from '@nestjs/common';
import type { Page } from '#kernel/lists';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import type { MyVideoQuestion, VideoQuestion } from './video-question.dto.js';
import {
  answerVideoQuestion,
  askVideoQuestion,
  declineVideoQuestion,
  getVideoQuestion,
  listMyVideoQuestions,
  listVideoQuestions,
  withdrawVideoQuestion,
} from './video-question.operations.js';
import { VideoQuestionService } from './video-question.service.js';

@Controller()
export class VideoQuestionController {
  constructor(private readonly questions: VideoQuestionService) {}

  @Operation(askVideoQuestion)
  ask(uow: UnitOfWork, { body }: InputOf<typeof askVideoQuestion>): Promise<MyVideoQuestion> {
    return this.questions.ask(uow, body);
  }

  @Operation(listMyVideoQuestions)
  listOwn(scope: Scope, { query }: InputOf<typeof listMyVideoQuestions>): Promise<Page<MyVideoQuestion>> {
    return this.questions.listOwn(scope, query);
  }

  @Operation(withdrawVideoQuestion)
  withdraw(uow: UnitOfWork, { params }: InputOf<typeof withdrawVideoQuestion>): Promise<MyVideoQuestion> {
    return this.questions.withdraw(uow, params.videoQuestionId);
  }

  @Operation(listVideoQuestions)
  list(scope: Scope, { query }: InputOf<typeof listVideoQuestions>): Promise<Page<VideoQuestion>> {
    return this.questions.list(scope, query);
  }

  @Operation(getVideoQuestion)
  get(scope: Scope, { params }: InputOf<typeof getVideoQuestion>): Promise<VideoQuestion> {
    return this.questions.get(scope, params.videoQuestionId);
  }

  @Operation(answerVideoQuestion)
  answer(uow: UnitOfWork, { params, body }: InputOf<typeof answerVideoQuestion>): Promise<VideoQuestion> {
    return this.questions.answer(uow, params.videoQuestionId, body);
  }

  @Operation(declineVideoQuestion)
  decline(uow: UnitOfWork, { params, body }: InputOf<typeof declineVideoQuestion>): Promise<VideoQuestion> {
    return this.questions.decline(uow, params.videoQuestionId, body.reason);
  }
}
