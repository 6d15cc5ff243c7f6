import { describe, expect, it } from 'vitest';
import { functionNames, functions, readEnv } from './functions.ts';

const complete = {
  TABLE_NAME: 'bookings',
  BUSINESS_TIME_ZONE: 'Europe/London',
  PICTURE_HOSTS: '[]',
  SITE_URL: 'https://ballerz.example',
  MAIL_FROM: 'Ballerz <hello@ballerz.example>',
  MAILS_PER_SECOND: '11',
  SECOND_FACTOR_ROLES: '["admin"]',
  USER_POOL_ID: 'eu-west-2_pool',
  USER_POOL_CLIENT_ID: 'client',
  STRIPE_API: 'https://api.stripe.com',
  CARD_KEY_SECRET: 'arn:aws:secretsmanager:eu-west-2:111122223333:secret:key',
  CARD_EVENTS_SECRET: 'arn:aws:secretsmanager:eu-west-2:111122223333:secret:events',
  ORIGIN_KEY: 'known-to-the-distribution',
};

describe('the environment', () => {
  it.each(functionNames)('of %s holds what that function reads and nothing else', (name) => {
    expect(Object.keys(readEnv(name, { ...complete, EXTRA: 'x' })).toSorted()).toEqual(
      functions[name].variables.toSorted(),
    );
  });

  it.each(functionNames)('of %s names everything that is missing', (name) => {
    for (const variable of functions[name].variables) {
      expect(() => readEnv(name, {})).toThrow(`${variable} (missing)`);
    }
  });

  it.each([
    ['family', 'TABLE_NAME', ''],
    ['family', 'BUSINESS_TIME_ZONE', 'half past ten'],
    ['mailer', 'SITE_URL', 'ballerz.example'],
    ['mailer', 'MAIL_FROM', 'Ballerz'],
    ['admin', 'USER_POOL_ID', ''],
    ['account', 'ORIGIN_KEY', 'too-short'],
    ['cards', 'STRIPE_API', 'api.stripe.com'],
    // The name of a secret, never the secret.
    ['cards', 'CARD_KEY_SECRET', 'sk_test_1'],
    ['card-events', 'CARD_EVENTS_SECRET', 'whsec_1'],
    ['pretoken', 'SECOND_FACTOR_ROLES', 'admin'],
  ] as const)('of %s has no %s like "%s"', (name, variable, value) => {
    expect(() => readEnv(name, { ...complete, [variable]: value })).toThrow(`${variable} (not valid)`);
  });
});
