/** Paths that only the local stack has. They are not part of the product. */
export const localPaths = {
  cognito: '/_local/cognito',
  ses: '/_local/ses',
  mailbox: '/_local/mailbox',
  authenticator: '/_local/authenticator',
  apiReference: '/api/docs',
  clock: '/_local/clock',
  mailFault: '/_local/mail-fault',
  deadLetters: '/_local/dead-letters.json',
} as const;

/** Names that AWS generates in the cloud. */
export const resourceNames = {
  region: 'eu-west-2',
  table: 'bookings',
  userPoolId: 'eu-west-2_Local',
  userPoolClientId: 'localsite',
  pictureHosts: ['pictures.example'],
  /** Not secret locally. Tests send it in place of the distribution. */
  originKey: 'key-of-the-local-system',
} as const;
