export { MEDIA_KINDS, type MediaKind } from './media/media.entity.js';
export { listShownMedia, type ShownMedia } from './media/shown-media.js';
export {
  questionsToTransfer,
  transferQuestions,
  type TransferableQuestion,
} from './video-question/question-transfer.js';
