import type { PreTokenGenerationTriggerEvent } from 'aws-lambda';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { emailNotVerifiedRefusal } from '#shared/sign-in';
import { logUnexpected, requestFailed, tokensRefused } from '../log.ts';
import { checkTokens, loginNotNoted, TokensRefusedError } from './check-tokens.ts';

const sources = [
  'TokenGeneration_Authentication',
  'TokenGeneration_RefreshTokens',
  'TokenGeneration_NewPasswordChallenge',
  'TokenGeneration_AuthenticateDevice',
  'TokenGeneration_HostedAuth',
] as const;

const eventOf = (
  triggerSource: (typeof sources)[number],
  userAttributes: Record<string, string>,
): PreTokenGenerationTriggerEvent => ({
  version: '1',
  region: 'eu-west-2',
  userPoolId: 'eu-west-2_Test',
  userName: '0f2b7c1e-8f0a-4d5b-9c3d-2e1f0a9b8c7d',
  callerContext: { awsSdkVersion: '3', clientId: 'client' },
  triggerSource,
  request: { userAttributes, groupConfiguration: {} },
  response: { claimsOverrideDetails: {} },
});

const noteLogin = vi.fn(async () => {});
const handler = logUnexpected(checkTokens(noteLogin), TokensRefusedError);

afterEach(() => {
  noteLogin.mockReset();
});

const sub = '0f2b7c1e-8f0a-4d5b-9c3d-2e1f0a9b8c7d';
const verified = { sub, email: 'pat@example.com', email_verified: 'true' };

describe.each(sources)('%s', (source) => {
  it('lets tokens of a verified account pass unchanged', async () => {
    const event = eventOf(source, verified);
    expect(await handler(event)).toBe(event);
  });

  it('is a login, unless it renews one [ADM-54]', async () => {
    await handler(eventOf(source, verified));
    expect(noteLogin.mock.calls).toEqual(source === 'TokenGeneration_RefreshTokens' ? [] : [[sub]]);
  });

  it('lets tokens pass where the login cannot be noted', async () => {
    noteLogin.mockRejectedValueOnce(new Error('no table'));
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const event = eventOf(source, verified);
    expect(await handler(event)).toBe(event);
    const noted = source === 'TokenGeneration_RefreshTokens' ? [] : [[{ event: loginNotNoted, user: sub }]];
    expect(error.mock.calls).toMatchObject(noted);
    error.mockRestore();
  });

  it.each([{ email_verified: 'false' }, { email_verified: '' }, { email_verified: 'TRUE' }, {}])(
    'refuses tokens to an account with %j, and logs the account without its email [AUT-07]',
    async (attributes) => {
      const info = vi.spyOn(console, 'info').mockImplementation(() => {});
      const event = eventOf(source, { email: 'pat@example.com', ...attributes });
      await expect(handler(event)).rejects.toThrow(emailNotVerifiedRefusal);
      expect(noteLogin).not.toHaveBeenCalled();
      expect(info.mock.calls).toEqual([[{ event: tokensRefused, user: event.userName, trigger: source }]]);
      info.mockRestore();
    },
  );
});

it('logs any other failure as a failed request, which stops the deployment of its version', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  // A trigger without attributes does not exist; it stands for a fault of the handler.
  const broken = { ...eventOf(sources[0], {}), request: {} };
  await expect(Reflect.apply(handler, undefined, [broken])).rejects.toThrow(TypeError);
  expect(error.mock.calls).toMatchObject([[{ event: requestFailed, error: 'TypeError' }]]);
  error.mockRestore();
});
