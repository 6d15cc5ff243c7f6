/** @module-tag exhaustive */
import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { originKeyHeader } from '#functions/lib/http/request';
import { mailRequestsPerPeriod } from '#functions/limits';
import { repetitions } from '#infra/testing/runner/slowness';
import { sampleFamily } from '#infra/testing/samples/samples';
import { fixedParts } from '#infra/testing/services/system';
import type { RouteName } from '#shared/contract/routes';
import { localPaths, resourceNames } from '../../local/addresses.ts';
import { type HttpAnswer, request, startTestStack, type TestStack } from '../stack/test-stack.ts';
import { signedRankScore } from './signed-rank.ts';

/**
 * Tests that known and unknown addresses get the same answer in the same time. Each try sends a request for three
 * addresses in a random order: one with an account and two without. The times of the known address are compared with
 * those of the first unknown one. The difference between the two unknown addresses shows the noise.
 *
 * With 20 tries the rank test cannot reach 4 standard deviations. With 60 it finds the difference of the last test on a
 * busy machine (at least 5.5 standard deviations; with 40 tries at least 4.3).
 */
const tries = repetitions(200, { atLeast: 60 });
/** A busy machine adds noise, in which only more tries find a difference. An idle one needs about 35. */
const mostTriesToFindDifference = 1_000;
/** A difference beyond this many standard deviations is not noise. */
const noise = 4;
/** The shortest duration of a sign-up, in milliseconds. Not the product's own constant, which could be 0. */
const floorMs = 1_000;
/** The address of a request. The two unknown ones have no account. */
const kinds = ['known', 'unknown', 'control'] as const;
type Kind = (typeof kinds)[number];

const inRandomOrder = (): Kind[] => {
  const left = [...kinds];
  return kinds.map(() => left.splice(randomInt(left.length), 1)[0] ?? 'known');
};

let stack: TestStack;
/** Addresses of each kind. Requests are spread over them evenly and stay below the hourly limit of an address. */
const addresses: Record<Kind, string[]> = { known: [], unknown: [], control: [] };
const mailRoutes = ['resendVerification', 'requestPasswordReset'] as const;
/** On a busy machine sign-ups are tried up to this many times as often, because slow ones are not compared. */
const mostSignUpBatches = 2;

beforeAll(async () => {
  stack = await startTestStack();
  const count = Math.ceil(
    (tries * (mostSignUpBatches + mailRoutes.length)) /
      Math.min(...Object.values(mailRequestsPerPeriod.mailbox)),
  );
  for (let made = 0; made < count; made += 1) {
    const { family } = await stack.createAccount(sampleFamily());
    addresses.known.push(family.profile.email);
    addresses.unknown.push(`${randomUUID()}@example.com`);
    addresses.control.push(`${randomUUID()}@example.com`);
  }
});
afterAll(() => stack.stop());

let uses = 0;
const nextAddresses = (): Record<Kind, string> => {
  const at = uses % addresses.known.length;
  uses += 1;
  const address = (kind: Kind) => addresses[kind][at] ?? expect.fail('no address');
  return { known: address('known'), unknown: address('unknown'), control: address('control') };
};

/** A new source address for each request, so that the limit of a source does not apply. */
const fromNewSource = () => ({
  [originKeyHeader]: resourceNames.originKey,
  'x-forwarded-for': `${randomUUID()}, edge`,
});

const ask = (route: RouteName, body: object): Promise<HttpAnswer> =>
  stack.call({ route, body, headers: fromNewSource() });

interface Tried {
  readonly times: Record<Kind, number>;
  readonly answers: Record<Kind, HttpAnswer>;
}

/** One try: requests for the three addresses, one after the other. */
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
  if (!known || !unknown || !control) throw new Error('An address was left out');
  return { times, answers: { known, unknown, control } };
};

const expectNoiseOnly = (tried: readonly Tried[]): void => {
  const score = (one: Kind, other: Kind) =>
    signedRankScore(tried.map(({ times }) => [times[one], times[other]]));
  const scores = { known: score('known', 'unknown'), control: score('unknown', 'control') };
  expect(Math.abs(scores.known), JSON.stringify(scores)).toBeLessThan(noise);
};

describe('known and unknown addresses get the same answer in the same time', () => {
  // Without the minimum duration the rank test alone finds the difference with 200 tries: 4.4 to 6.2 standard deviations.
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
    // An address is known after its first sign-up, so that an unknown one is used once.
    const orNew = (email: string) => (known.has(email) ? email : `${randomUUID()}@example.com`);
    // On a busy machine the work can take longer than the minimum; such times depend on the work.
    const isComparable = ({ times }: Tried): boolean => Math.max(...Object.values(times)) < 1.1 * floorMs;
    const compared: Tried[] = [];
    const atOnce = 10;
    for (let at = 0; compared.length < tries && at < mostSignUpBatches * tries; at += atOnce) {
      const batch = Array.from({ length: atOnce }, () => tryOnce((email) => signUp(orNew(email))));
      for (const one of await Promise.all(batch)) {
        const { answers, times } = one;
        expect(fixedParts(answers.known)).toEqual(fixedParts(answers.unknown));
        expect(answers.known.status).toBe(201);
        expect(Math.min(...Object.values(times))).toBeGreaterThanOrEqual(floorMs);
        if (isComparable(one)) compared.push(one);
      }
    }
    expectNoiseOnly(compared);
  });

  it.each(mailRoutes)('%s [API-29]', async (route) => {
    const tried: Tried[] = [];
    for (let at = 0; at < tries; at += 1) tried.push(await tryOnce((email) => ask(route, { email })));
    for (const { answers } of tried) {
      expect(fixedParts(answers.known)).toEqual(fixedParts(answers.unknown));
      expect(answers.known.status).toBe(202);
    }
    expectNoiseOnly(tried);
  });

  it('login', async () => {
    const pool = (operation: string, body: object) =>
      request(stack.url + localPaths.cognito, {
        method: 'POST',
        headers: { 'x-amz-target': `AWSCognitoIdentityProviderService.${operation}` },
        body: JSON.stringify({ ClientId: resourceNames.userPoolClientId, ...body }),
      });
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
      expect(fixedParts(answers.known)).toEqual(fixedParts(answers.unknown));
      expect(answers.known.body).toMatchObject({ message: 'Incorrect username or password.' });
    }
    expectNoiseOnly(tried);
  });

  it('the test finds the difference between a refused request and an executed one', async () => {
    const pairs: [number, number][] = [];
    while (signedRankScore(pairs) <= noise && pairs.length < mostTriesToFindDifference) {
      const { times } = await tryOnce((email) =>
        ask('verifyEmail', { token: addresses.known.includes(email) ? email : 0 }),
      );
      pairs.push([times.known, times.unknown]);
    }
    expect(signedRankScore(pairs), `${pairs.length} tries`).toBeGreaterThan(noise);
  });
});
