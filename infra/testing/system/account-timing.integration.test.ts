import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { originKeyHeader } from '#functions/http/source-ip';
import { mailRequestsPerPeriod } from '#functions/limits';
import { sampleFamily } from '#infra/testing/samples/samples';
import type { RouteName } from '#shared/contract/routes';
import { localPaths, resourceNames } from '../../local/addresses.ts';
import { type HttpAnswer, request, startTestStack, type TestStack } from '../stack/test-stack.ts';
import { signedRankScore } from './signed-rank.ts';

/**
 * Known and unknown addresses answered alike. Each try asks for three addresses in a random order: one that has an
 * account and two that have none. The times of the first are compared with those of the second, and those of the
 * second with the third: what tells two unknown addresses apart is noise.
 */
const tries = 200;
/** Beyond this many standard deviations it is not noise any more. */
const noise = 4;
/** Which address is asked for. The two unknown ones have no account. */
const kinds = ['known', 'unknown', 'control'] as const;
type Kind = (typeof kinds)[number];

const inRandomOrder = (): Kind[] => {
  const left = [...kinds];
  return kinds.map(() => left.splice(randomInt(left.length), 1)[0] ?? 'known');
};

let stack: TestStack;
/** Addresses of each kind; every one is asked for equally often, and not too often for the limit of an hour. */
const addresses: Record<Kind, string[]> = { known: [], unknown: [], control: [] };
const routesTimed = 3;

beforeAll(async () => {
  stack = await startTestStack();
  const count = Math.ceil((tries * routesTimed) / mailRequestsPerPeriod.email);
  for (let made = 0; made < count; made += 1) {
    const { family } = await stack.createAccount(sampleFamily());
    addresses.known.push(family.profile.email);
    addresses.unknown.push(`${randomUUID()}@example.com`);
    addresses.control.push(`${randomUUID()}@example.com`);
  }
}, 120_000);
afterAll(() => stack.stop());

let uses = 0;
/** The next address of each kind. */
const nextAddresses = (): Record<Kind, string> => {
  const at = uses % addresses.known.length;
  uses += 1;
  const address = (kind: Kind) => addresses[kind][at] ?? expect.fail('no address');
  return { known: address('known'), unknown: address('unknown'), control: address('control') };
};

/** Every call comes from another place, so that the limit of a source is not met. */
const fromSomewhere = () => ({
  [originKeyHeader]: resourceNames.originKey,
  'x-forwarded-for': `${randomUUID()}, edge`,
});

const ask = (route: RouteName, body: object): Promise<HttpAnswer> =>
  stack.call({ route, body, headers: fromSomewhere() });

/** What can be seen of an answer, but for the time and what is made up anew for every request. */
const looks = ({ status, headers, body }: HttpAnswer): string =>
  JSON.stringify({
    status,
    headers: [...headers].filter(([name]) => name !== 'date').toSorted(),
    body,
  });

interface Tried {
  readonly times: Record<Kind, number>;
  readonly answers: Record<Kind, HttpAnswer>;
}

/** One try: the three addresses one after the other. */
const tryOnce = async (call: (email: string) => Promise<HttpAnswer>): Promise<Tried> => {
  const emails = nextAddresses();
  const times = { known: 0, unknown: 0, control: 0 };
  const answers: Partial<Record<Kind, HttpAnswer>> = {};
  for (const kind of inRandomOrder()) {
    const start = performance.now();
    answers[kind] = await call(emails[kind]);
    times[kind] = performance.now() - start;
  }
  const { known, unknown, control } = answers;
  if (!known || !unknown || !control) throw new Error('An address was not asked for');
  return { times, answers: { known, unknown, control } };
};

const expectNoiseOnly = (tried: readonly Tried[]): void => {
  const score = (one: Kind, other: Kind) =>
    signedRankScore(tried.map(({ times }) => [times[one], times[other]]));
  const scores = { known: score('known', 'unknown'), control: score('unknown', 'control') };
  expect(Math.abs(scores.known), JSON.stringify(scores)).toBeLessThan(noise);
};

describe('known and unknown addresses look the same in answer and time', () => {
  // First, while the table's stream is short: the engine takes longer to add to a long one, and a sign-up must be done
  // within the time that an answer takes at least.
  it('signUp', async () => {
    const signUp = (email: string) =>
      ask('signUp', {
        email,
        password: 'secret',
        full_name: 'Pat Parent',
        phone_number: '07700 900123',
        children: [{ name: 'Robin', date_of_birth: '2018-06-15', medical_conditions: null }],
      });
    const known = new Set(addresses.known);
    // An address that signed up is known from then on.
    const orNew = (email: string) => (known.has(email) ? email : `${randomUUID()}@example.com`);
    const tried: Tried[] = [];
    const atOnce = 10;
    for (let at = 0; at < tries; at += atOnce) {
      const batch = Array.from({ length: atOnce }, () => tryOnce((email) => signUp(orNew(email))));
      tried.push(...(await Promise.all(batch)));
    }
    for (const { answers } of tried) {
      expect(looks(answers.known)).toBe(looks(answers.unknown));
      expect(answers.known.status).toBe(201);
    }
    expectNoiseOnly(tried);
  }, 300_000);

  it.each(['resendVerification', 'requestPasswordReset'] as const)(
    '%s [API-29]',
    async (route) => {
      const tried: Tried[] = [];
      for (let at = 0; at < tries; at += 1) tried.push(await tryOnce((email) => ask(route, { email })));
      for (const { answers } of tried) {
        expect(looks(answers.known)).toBe(looks(answers.unknown));
        expect(answers.known.status).toBe(202);
      }
      expectNoiseOnly(tried);
    },
    120_000,
  );

  it('login [ERR-27]', async () => {
    const pool = (operation: string, body: object) =>
      request(stack.url + localPaths.cognito, {
        method: 'POST',
        headers: { 'x-amz-target': `AWSCognitoIdentityProviderService.${operation}` },
        body: JSON.stringify({ ClientId: resourceNames.userPoolClientId, ...body }),
      });
    /** Both steps of a login by someone who does not know the password. */
    const logIn = async (email: string): Promise<HttpAnswer> => {
      const { body } = await pool('InitiateAuth', {
        AuthFlow: 'USER_SRP_AUTH',
        AuthParameters: { USERNAME: email, SRP_A: 'abcdef0123456789' },
      });
      const { ChallengeParameters } = Object(body);
      expect(Object.keys(ChallengeParameters).toSorted()).toEqual([
        'SALT',
        'SECRET_BLOCK',
        'SRP_B',
        'USERNAME',
        'USER_ID_FOR_SRP',
      ]);
      return pool('RespondToAuthChallenge', {
        ChallengeName: 'PASSWORD_VERIFIER',
        ChallengeResponses: {
          USERNAME: ChallengeParameters.USERNAME,
          PASSWORD_CLAIM_SECRET_BLOCK: ChallengeParameters.SECRET_BLOCK,
          PASSWORD_CLAIM_SIGNATURE: 'd3Jvbmc=',
          TIMESTAMP: 'Fri Nov 20 10:00:00 UTC 2026',
        },
      });
    };
    const tried: Tried[] = [];
    for (let at = 0; at < tries; at += 1) tried.push(await tryOnce(logIn));
    for (const { answers } of tried) {
      expect(looks(answers.known)).toBe(looks(answers.unknown));
      expect(answers.known.body).toMatchObject({ message: 'Incorrect username or password.' });
    }
    expectNoiseOnly(tried);
  }, 300_000);

  it('this would find a difference: a request that is refused at once against one that is carried out', async () => {
    const pairs: [number, number][] = [];
    for (let at = 0; at < tries; at += 1) {
      const { times } = await tryOnce((email) =>
        ask('verifyEmail', { token: addresses.known.includes(email) ? email : 0 }),
      );
      pairs.push([times.known, times.unknown]);
    }
    expect(signedRankScore(pairs)).toBeGreaterThan(noise);
  }, 60_000);
});
