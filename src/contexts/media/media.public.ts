export {
  listQuestionsToTransfer,
  lockQuestionsToTransfer,
  transferQuestions,
  type TransferableQuestion,
} from './video-question/question-transfer.js';
