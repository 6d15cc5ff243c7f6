/** Paths of the local stack that the cloud does not have; none of them is part of the product. */
export const localPaths = {
  cognito: '/_local/cognito',
  ses: '/_local/ses',
  mailbox: '/_local/mailbox',
  apiReference: '/api/docs',
  mailFault: '/_local/mail-fault',
  deadLetters: '/_local/dead-letters.json',
} as const;

/** Names the cloud gives out when it creates these resources. */
export const resourceNames = {
  region: 'eu-west-2',
  table: 'bookings',
  userPoolId: 'eu-west-2_Local',
  userPoolClientId: 'localsite',
  /** No secret: nothing is in front of the local system, and tests stand in for the distribution with it. */
  originKey: 'key-of-the-local-system',
} as const;
