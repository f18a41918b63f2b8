import { everyMember } from '#kernel/access';
import { declareRead } from '#kernel/operations';
import { Me } from './me.dto.js';

export const readMe = declareRead({
  name: 'read_me',
  tag: 'Me',
  path: '/me',
  summary: 'Who am I',
  description:
    'The organization and the member that the request was sent for, their current responsibilities, and the API key or the ' +
    'sign-in that it was sent with.',
  access: everyMember,
  response: Me,
});
