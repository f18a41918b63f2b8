/** Where one looks at what others may have left: the passkeys of somebody who has joined by a link. */
export const JOINED = '/console/account?joined';
