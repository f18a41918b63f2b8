import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
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
  ask(uow: UnitOfWork, { body }: InputOf<typeof askVideoQuestion>) {
    return this.questions.ask(uow, body);
  }

  @Operation(listMyVideoQuestions)
  listOwn(scope: Scope, { query }: InputOf<typeof listMyVideoQuestions>) {
    return this.questions.listOwn(scope, query);
  }

  @Operation(withdrawVideoQuestion)
  withdraw(uow: UnitOfWork, { params }: InputOf<typeof withdrawVideoQuestion>) {
    return this.questions.withdraw(uow, params.videoQuestionId);
  }

  @Operation(listVideoQuestions)
  list(scope: Scope, { query }: InputOf<typeof listVideoQuestions>) {
    return this.questions.list(scope, query);
  }

  @Operation(getVideoQuestion)
  get(scope: Scope, { params }: InputOf<typeof getVideoQuestion>) {
    return this.questions.get(scope, params.videoQuestionId);
  }

  @Operation(answerVideoQuestion)
  answer(uow: UnitOfWork, { params, body }: InputOf<typeof answerVideoQuestion>) {
    return this.questions.answer(uow, params.videoQuestionId, body);
  }

  @Operation(declineVideoQuestion)
  decline(uow: UnitOfWork, { params, body }: InputOf<typeof declineVideoQuestion>) {
    return this.questions.decline(uow, params.videoQuestionId, body.reason);
  }
}
