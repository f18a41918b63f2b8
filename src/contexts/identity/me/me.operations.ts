import { everyMember } from '#kernel/access';
import { declareRead } from '#kernel/operations';
import { Me } from './me.dto.js';

export const readMe = declareRead({
  name: 'read_me',
  tag: 'Me',
  path: '/me',
  summary: 'Who am I',
  description:
    'The organization and the member that the API key stands for, their current responsibilities, and the key itself.',
  access: everyMember,
  response: Me,
});
