import type { PreTokenGenerationV2TriggerEvent } from 'aws-lambda';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type FamilyId, familyIdSchema } from '#shared/lib/ids';
import {
  emailNotVerifiedRefusal,
  factorSetUpMetadata,
  familyClaim,
  type GrantedRole,
  withheldRolesClaim,
} from '#shared/roles';
import { logUnexpected, requestFailed, tokensRefused } from '../lib/log.ts';
import {
  checkTokens,
  familyNotNamed,
  loginNotNoted,
  ownOperationsScope,
  TokensRefusedError,
} from './pretoken-check-tokens.ts';

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
  groupsToOverride: string[] = [],
): PreTokenGenerationV2TriggerEvent => ({
  version: '2',
  region: 'eu-west-2',
  userPoolId: 'eu-west-2_Test',
  userName: '0f2b7c1e-8f0a-4d5b-9c3d-2e1f0a9b8c7d',
  callerContext: { awsSdkVersion: '3', clientId: 'client' },
  triggerSource,
  request: { userAttributes, groupConfiguration: { groupsToOverride } },
  response: { claimsAndScopeOverrideDetails: {} },
});

const noteLogin = vi.fn(async () => {});
const openFactor = vi.fn(async () => {});
const hasFactor = vi.fn(async () => false);
const familyOf = vi.fn(async (): Promise<FamilyId | undefined> => undefined);
const handlerWith = (rolesWithFactor: readonly GrantedRole[]) =>
  logUnexpected(
    checkTokens({ noteLogin, rolesWithFactor, openFactor, hasFactor, familyOf }),
    TokensRefusedError,
  );
const handler = handlerWith([]);

afterEach(() => {
  noteLogin.mockReset();
  openFactor.mockReset();
  hasFactor.mockReset();
  familyOf.mockReset();
});

/** What an answer changes in the tokens of an event. */
const changesOf = ({ response }: PreTokenGenerationV2TriggerEvent) => {
  const { accessTokenGeneration, groupOverrideDetails } = response.claimsAndScopeOverrideDetails;
  return {
    groups: groupOverrideDetails?.groupsToOverride,
    claims: accessTokenGeneration?.claimsToAddOrOverride,
    suppressed: accessTokenGeneration?.scopesToSuppress,
  };
};

const sub = '0f2b7c1e-8f0a-4d5b-9c3d-2e1f0a9b8c7d';
const verified = { sub, email: 'pat@example.com', email_verified: 'true' };

describe.each(sources)('%s', (source) => {
  it('lets tokens of a verified account pass with its groups, for no operation of the user pool [MFA-08]', async () => {
    const event = eventOf(source, verified, ['coach']);
    const answer = await handler(event);
    expect(answer.request).toBe(event.request);
    expect(changesOf(answer)).toEqual({ groups: ['coach'], claims: {}, suppressed: [ownOperationsScope] });
  });

  it('is for operations of the user pool where it is a login for the set-up of a second factor [MFA-08]', async () => {
    const event = eventOf(source, verified, ['admin']);
    const isLogin = source === 'TokenGeneration_Authentication';
    let opened = false;
    openFactor.mockImplementation(async () => {
      opened = true;
    });
    hasFactor.mockImplementation(async () => !opened);
    const request = { ...event.request, clientMetadata: { ...factorSetUpMetadata } };
    expect(changesOf(await handlerWith(['admin'])({ ...event, request }))).toEqual({
      groups: isLogin ? [] : ['admin'],
      claims: isLogin ? { [withheldRolesClaim]: 'admin' } : {},
      suppressed: isLogin ? [] : [ownOperationsScope],
    });
    expect(openFactor.mock.calls).toEqual(isLogin ? [[sub]] : []);
  });

  it('gives no role to a user whose id it does not know, without a look for a factor [MFA-01]', async () => {
    hasFactor.mockResolvedValue(true);
    const event = eventOf(source, { ...verified, sub: 'nobody' }, ['admin']);
    const request = { ...event.request, clientMetadata: { ...factorSetUpMetadata } };
    expect(changesOf(await handlerWith(['admin'])({ ...event, request }))).toEqual({
      groups: [],
      claims: { [withheldRolesClaim]: 'admin' },
      suppressed: [ownOperationsScope],
    });
    expect(hasFactor).not.toHaveBeenCalled();
  });

  it('names the family of the account, whatever its groups, and leaves its roles as they are [FID-02]', async () => {
    const family = familyIdSchema.parse('fam_01J8Z0000000000000000000XX');
    familyOf.mockResolvedValue(family);
    for (const groups of [[], ['coach']])
      expect(changesOf(await handler(eventOf(source, verified, groups)))).toEqual({
        groups,
        claims: { [familyClaim]: family },
        suppressed: [ownOperationsScope],
      });
    expect(familyOf.mock.calls).toEqual([[sub], [sub]]);
  });

  it('names no family where there is none, the account is unknown, or it cannot be read: the tokens pass [FID-02]', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const claimsOf = async (attributes: typeof verified) =>
      changesOf(await handler(eventOf(source, attributes))).claims;
    familyOf.mockResolvedValue(undefined);
    expect(await claimsOf(verified)).toEqual({});
    expect(await claimsOf({ ...verified, sub: 'nobody' })).toEqual({});
    expect(familyOf).toHaveBeenCalledOnce();
    familyOf.mockRejectedValue(new Error('no table'));
    expect(await claimsOf(verified)).toEqual({});
    expect(error.mock.calls).toMatchObject([[{ event: familyNotNamed, user: sub }]]);
    error.mockRestore();
  });

  it('is a login, unless it renews one [ADM-54]', async () => {
    await handler(eventOf(source, verified));
    expect(noteLogin.mock.calls).toEqual(source === 'TokenGeneration_RefreshTokens' ? [] : [[sub]]);
  });

  it('lets tokens pass where the login cannot be noted', async () => {
    noteLogin.mockRejectedValueOnce(new Error('no table'));
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const event = eventOf(source, verified);
    expect((await handler(event)).request).toBe(event.request);
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

describe('roles that need a second factor', () => {
  // What the tokens have: groups, and the roles that are withheld.
  const rows: [
    needed: GrantedRole[],
    groups: string[],
    isProved: boolean,
    given: string[],
    withheld: string,
  ][] = [
    [['admin'], ['admin'], false, [], 'admin'],
    [['admin'], ['admin'], true, ['admin'], ''],
    // A coach who is an administrator too keeps the role that needs none.
    [['admin'], ['admin', 'coach'], false, ['coach'], 'admin'],
    [['admin'], ['admin', 'coach'], true, ['admin', 'coach'], ''],
    [['admin'], ['coach'], false, ['coach'], ''],
    [['admin'], [], false, [], ''],
    [['admin'], ['other', 'admin'], false, ['other'], 'admin'],
    [['admin', 'coach'], ['coach', 'admin'], false, [], 'admin coach'],
    [['coach'], ['coach'], false, [], 'coach'],
    [['coach'], ['admin'], false, ['admin'], ''],
    [[], ['admin', 'coach'], false, ['admin', 'coach'], ''],
  ];

  it.each(sources.flatMap((source) => rows.map((row) => [source, ...row] as const)))(
    '%s, needed for %j: the groups %j, factor %s, give %j and withhold "%s" [MFA-01]',
    async (source, needed, groups, isProved, given, withheld) => {
      hasFactor.mockResolvedValue(isProved);
      const event = eventOf(source, verified, groups);
      const answer = await handlerWith(needed)(event);
      expect(changesOf(answer)).toEqual({
        groups: given,
        claims: withheld ? { [withheldRolesClaim]: withheld } : {},
        suppressed: [ownOperationsScope],
      });
      const isInQuestion = needed.some((role) => groups.includes(role));
      expect(hasFactor.mock.calls).toEqual(isInQuestion ? [[sub, event.userPoolId]] : []);
    },
  );

  it('are in no tokens where it is not known whether the account has one: there are none [MFA-01]', async () => {
    hasFactor.mockRejectedValue(new Error('no user pool'));
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    await expect(handlerWith(['admin'])(eventOf(sources[1], verified, ['admin']))).rejects.toThrow(
      'no user pool',
    );
    expect(error.mock.calls).toMatchObject([[{ event: requestFailed }]]);
    error.mockRestore();
  });
});

it('logs any other failure as a failed request, which stops the deployment of its version', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  // A trigger without attributes does not exist; it stands for a fault of the handler.
  const broken = { ...eventOf(sources[0], {}), request: {} };
  await expect(Reflect.apply(handler, undefined, [broken])).rejects.toThrow(TypeError);
  expect(error.mock.calls).toMatchObject([[{ event: requestFailed, error: 'TypeError' }]]);
  error.mockRestore();
});
