import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { lambdaContext } from '#infra/local/api-gateway/api-gateway';
import { at, sampleClass, sampleNow, sampleTimeZone as timeZone } from '#infra/testing/samples/samples';
import { apiEvent, asAdmin, type Handler, invoke } from '#infra/testing/services/invoke';
import { captureLog } from '#infra/testing/services/system';
import { catalogueRoutes } from '#shared/classes/routes';
import { familyRoutes } from '#shared/contract/family-routes';
import { type Route, serverNowHeader } from '#shared/contract/route';
import { type RouteName, routeList, routes } from '#shared/contract/routes';
import { type FamilyId, userIdSchema } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { adminGroup } from '#shared/roles';
import { catalogueOperations } from '../../entries/catalogue-operations.ts';
import { UnavailableError } from '../aws-requests.ts';
import { newChildId, newClassId, newFamilyId, newSlotId } from '../ids.ts';
import { requestUnavailable } from '../log.ts';
import type { FamilyCaller, Memberships } from './caller.ts';
import { createHandler } from './create-handler.ts';
import { problem } from './problem-error.ts';

const classId = newClassId(sampleNow);
const slotId = newSlotId(sampleNow);

/** Every account is a member of one family. */
const memberships: Memberships = { familyOf: async () => newFamilyId(sampleNow), isMember: async () => true };

/** The catalogue service with another `listClasses`. */
const catalogueWith = (listClasses: (typeof catalogueOperations)['listClasses']): Handler =>
  createHandler(catalogueRoutes, { ...catalogueOperations, listClasses }, { timeZone } as never);

/** A service whose operations fail when they are called. */
const withoutOperations = (served: Record<string, Route>): Handler => {
  const fail = () => Promise.reject(new Error('the operation must not run'));
  return createHandler<Record<string, Route>, { timeZone: string }>(
    served,
    Object.fromEntries(Object.keys(served).map((name) => [name, fail])) as never,
    { timeZone },
    { requireCurrentRole: async () => {}, memberships },
  );
};

const logged = captureLog();

describe('a response', () => {
  it('contains only fields of the response schema', async () => {
    const cls = { ...sampleClass(), internal_note: 'not for the public' };
    const handler = catalogueWith(async () => ({ classes: [cls] }));
    const { status, body } = await invoke(handler, { route: 'listClasses' });
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toContain('not for the public');
    expect(body).toMatchObject({ classes: [{ id: cls.id }] });
  });

  it.each([
    ['in summer', '2026-07-01T08:05:00.123Z', '2026-07-01T09:05:00.123+01:00'],
    ['in winter', '2026-12-31T23:59:59.999Z', '2026-12-31T23:59:59.999+00:00'],
  ])('tells the instant by the clocks of the business %s', async (_season, now, text) => {
    const handler = createHandler(
      { listClasses: routes.listClasses },
      { listClasses: async () => ({ classes: [] }) },
      { timeZone },
      { clock: () => new Date(now) },
    );
    const { headers } = await invoke(handler, { route: 'listClasses' });
    expect(headers[serverNowHeader]).toBe(text);
  });

  it.each([
    ['a long answer', Array.from({ length: 3 }, () => sampleClass()), 'br, gzip', true],
    ['no short answer', [], 'br, gzip', false],
    ['nothing for a client that does not ask', [sampleClass(), sampleClass()], 'br', false],
  ])('compresses %s [NET-04]', async (_, classes, encodings, isCompressed) => {
    const handler = catalogueWith(async () => ({ classes }));
    const event = apiEvent({ route: 'listClasses', headers: { 'accept-encoding': encodings } });
    const {
      headers = {},
      body = '',
      isBase64Encoded = false,
    } = await handler(event, lambdaContext('catalogue'));
    expect([headers['content-encoding'] === 'gzip', isBase64Encoded]).toEqual([isCompressed, isCompressed]);
    const text = isCompressed ? gunzipSync(Buffer.from(body, 'base64')).toString() : body;
    expect(JSON.parse(text).classes).toHaveLength(classes.length);
  });

  it('may be cached for seconds if the contract allows it', async () => {
    const handler = catalogueWith(async () => ({ classes: [] }));
    const { headers } = await invoke(handler, { route: 'listClasses' });
    expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=5, stale-while-revalidate=25');
  });

  it('must not be cached if it is a problem, also of a cacheable route', async () => {
    for (const error of [problem('busy'), problem('classNotFound'), new Error('table vanished')]) {
      const handler = catalogueWith(() => Promise.reject(error));
      expect((await invoke(handler, { route: 'listClasses' })).headers['cache-control']).toBe('no-store');
    }
  });

  /** As the SDK makes them: with a name, the status of the answer and whose fault it was. */
  const serviceError = (name: string, status?: number, $fault = 'client') =>
    Object.assign(new Error('of arn:aws:dynamodb:eu-west-2:123456789012:table/bookings'), {
      name,
      $fault,
      $metadata: status === undefined ? {} : { httpStatusCode: status },
    });
  const socketError = (code: string) => Object.assign(new Error(code), { code });

  it.each<[string, Error]>([
    ['no answer in time', serviceError('TimeoutError')],
    ['a connection refused', socketError('ECONNREFUSED')],
    [
      'a connection refused at all addresses',
      Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }),
    ],
    ['a connection reset', socketError('ECONNRESET')],
    ['an address that is not found', socketError('ENOTFOUND')],
    ['a failure because of a connection reset', new Error('x', { cause: socketError('EPIPE') })],
    ['throughput', serviceError('ProvisionedThroughputExceededException', 400)],
    ['throttling', serviceError('ThrottlingException', 400)],
    ['the limit of the account', serviceError('RequestLimitExceeded', 400)],
    ['an internal error', serviceError('InternalServerError', 500, 'server')],
    ['an unknown error of the service', serviceError('SyntaxError', 502)],
    ['a service that is away', serviceError('ServiceUnavailableException', 503, 'server')],
    ['a status of too many requests', serviceError('Unknown', 429)],
    ['a transaction in progress', serviceError('TransactionInProgressException', 400)],
    ['a conflict with a transaction', serviceError('TransactionConflictException', 400)],
    ['too many requests to the user pool', serviceError('TooManyRequestsException', 400)],
    ['a limit of the user pool', serviceError('LimitExceededException', 400)],
    ['an internal error of the user pool', serviceError('InternalErrorException', 500, 'server')],
    ['batches that stay unprocessed', new UnavailableError('BatchGetItem left keys unprocessed')],
  ])('is 503 with a time to retry after %s, and the cause is logged [API-42]', async (_cause, error) => {
    const answer = await invoke(
      catalogueWith(() => Promise.reject(error)),
      { route: 'listClasses' },
    );
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '3' }, body: { code: 'busy' } });
    expect(JSON.stringify(answer.body)).not.toContain('arn:aws');
    expect(JSON.parse(at(logged, 0))).toMatchObject({ event: requestUnavailable, route: 'GET /api/classes' });
  });

  it.each([
    serviceError('ValidationException', 400),
    serviceError('AccessDeniedException', 400),
    serviceError('ResourceNotFoundException', 400),
    serviceError('TransactionCanceledException', 400),
    new TypeError('undefined is not a function'),
  ])(
    'is 500 after $name, which no retry mends, without the cause, which is logged [API-42]',
    async (error) => {
      const answer = await invoke(
        catalogueWith(() => Promise.reject(error)),
        { route: 'listClasses' },
      );
      expect(answer).toMatchObject({
        status: 500,
        headers: { 'content-type': 'application/problem+json' },
        body: { code: 'internalError', request_id: expect.any(String) },
      });
      expect(JSON.stringify(answer.body)).not.toContain(error.message);
      expect(logged.join()).toContain(error.message);
    },
  );

  it('is a 500 when the result of the operation violates the contract', async () => {
    const handler = catalogueWith(async () => ({ classes: [{ ...sampleClass(), price: -1 as never }] }));
    expect((await invoke(handler, { route: 'listClasses' })).status).toBe(500);
    expect(logged).toHaveLength(1);
  });

  it('has a Retry-After header if the problem has a delay', async () => {
    const handler = catalogueWith(() => Promise.reject(problem('busy', {}, { retryAfter: 1 })));
    const { status, headers } = await invoke(handler, { route: 'listClasses' });
    expect([status, headers['retry-after']]).toEqual([503, '1']);
  });

  it('logs a problem without the name of a child', async () => {
    const handler = catalogueWith(() => Promise.reject(problem('alreadyBooked', { child: 'Robin' })));
    const { body } = await invoke(handler, { route: 'listClasses' });
    expect(body).toMatchObject({ detail: 'Robin is already booked for this time slot' });
    expect(logged.join()).toContain('alreadyBooked');
    expect(logged.join()).not.toContain('Robin');
  });
});

describe('access', () => {
  const guarded = routeList.filter(({ route }) => route.access !== 'public');

  it.each(guarded.map(({ name }) => name))(
    '%s refuses a visitor before it reads the request [PRM-13, PRM-14]',
    async (route: RouteName) => {
      const answer = await invoke(withoutOperations(routes), { route, body: '{ not json' });
      expect(answer).toMatchObject({ status: 401, body: { code: 'notAuthenticated' } });
    },
  );

  it.each(['cancelSessions', 'chooseRemedy', 'restoreSession'] as const)(
    '%s is refused to everybody but administrators [CAN-15]',
    async (route) => {
      for (const caller of [{}, { userId: randomUUID() }, { userId: randomUUID(), groups: ['coach'] }])
        expect([401, 403]).toContain((await invoke(withoutOperations(routes), { route, ...caller })).status);
    },
  );

  it('refuses an id token and a token without a subject', async () => {
    const handler = withoutOperations(familyRoutes);
    for (const claims of [
      { sub: randomUUID(), token_use: 'id' },
      { token_use: 'access' },
      { sub: 'x', token_use: 'access' },
    ]) {
      const event = apiEvent({ route: 'getMyFamily' });
      event.requestContext.authorizer = { jwt: { claims } };
      expect(await handler(event, { awsRequestId: 'r' } as never)).toMatchObject({ statusCode: 401 });
    }
  });
});

describe('an invalid request', () => {
  const handler = withoutOperations(familyRoutes);
  const userId = randomUUID();
  const big = JSON.stringify({ child_id: 'x'.repeat(limits.requestBodyBytes) });
  /** A comparison of this length with a number throws. */
  const noLength = '{"length": {"toString": 1, "valueOf": 1}}';
  const wide = JSON.stringify({ child_id: '🦁'.repeat(limits.requestBodyBytes / 4) });
  it.each([
    ['malformed JSON', '{ "child_id": ', 'application/json', 400, 'malformedJson'],
    ['an empty body', '', 'application/json', 400, 'malformedJson'],
    ['a form', 'child_id=1', 'application/x-www-form-urlencoded', 415, 'unsupportedMediaType'],
    ['a type that starts with the JSON type', '{}', 'application/jsonp', 415, 'unsupportedMediaType'],
    ['no type', '{}', '', 415, 'unsupportedMediaType'],
    ['a body over the limit', big, 'application/json', 413, 'payloadTooLarge'],
    [
      'a body over the limit in bytes, but not in characters',
      wide,
      'application/json',
      413,
      'payloadTooLarge',
    ],
    ['null', 'null', 'application/json', 400, 'invalidRequest'],
    ['a list', '[]', 'application/json; charset=utf-8', 400, 'invalidRequest'],
    ['deep nesting', '['.repeat(4000) + ']'.repeat(4000), 'application/json', 400, 'invalidRequest'],
    ['a length that is not a number', `{"child_id": ${noLength}}`, 'application/json', 400, 'invalidRequest'],
    ['a prototype key', '{"__proto__": {"is_trial": true}}', 'application/json', 400, 'invalidRequest'],
  ])('is refused: %s', async (_name, body, contentType, status, code) => {
    const answer = await invoke(handler, {
      route: 'bookSlot',
      userId,
      body,
      headers: { 'content-type': contentType },
    });
    expect(answer).toMatchObject({ status, body: { code, status } });
  });

  it('is decoded if API Gateway encodes it in base64', async () => {
    const event = apiEvent({ route: 'bookSlot', userId, body: Buffer.from('{}').toString('base64') });
    event.isBase64Encoded = true;
    const answer = await handler(event, { awsRequestId: 'r' } as never);
    expect(JSON.parse(answer.body ?? '')).toMatchObject({
      code: 'invalidRequest',
      issues: expect.any(Array),
    });
  });

  it('is not found for a path without a route', async () => {
    const event = {
      ...apiEvent({ route: 'getTimeSlot', params: { classId, slotId } }),
      routeKey: '$default',
    };
    const answer = await withoutOperations(catalogueRoutes)(event, { awsRequestId: 'r' } as never);
    expect(answer).toMatchObject({
      statusCode: 404,
      headers: { 'content-type': 'application/problem+json' },
    });
  });
});

describe('a route that needs a fresh sign-in', () => {
  const fresh = routeList.filter(({ route }) => route.freshSignIn === true).map(({ name }) => name);
  const email = 'pat@example.com';
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);
  const call = async (route: RouteName, signedInAt: Date) => {
    const handler = withoutOperations({ [route]: routes[route] });
    const bodies: Partial<Record<RouteName, unknown>> = {
      deleteMyAccount: { confirmation: 'DELETE' },
      turnOnSecondFactor: { code: '123456' },
      joinFamilies: { other_id: newFamilyId(sampleNow) },
    };
    const body = bodies[route] ?? { email };
    const groups = routes[route].access === 'admin' ? [adminGroup] : [];
    return invoke(handler, {
      route,
      userId: randomUUID(),
      groups,
      signedInAt,
      ...('body' in routes[route] && { body }),
      params: Object.fromEntries(
        [...routes[route].path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [
          name,
          name === 'parentId' ? newFamilyId(sampleNow) : randomUUID(),
        ]),
      ),
      headers: { 'idempotency-key': randomUUID() },
    });
  };

  it.each(fresh)('%s refuses one that is older than 5 minutes, or of an unknown time', async (route) => {
    for (const signedInAt of [ago(limits.freshSignInSeconds + 2), ago(3_600), new Date(Number.NaN)]) {
      expect(await call(route, signedInAt)).toMatchObject({
        status: 403,
        body: { code: 'freshSignInRequired', detail: 'Please enter your password again.' },
      });
    }
    // The operation, which fails here, is reached.
    expect((await call(route, ago(limits.freshSignInSeconds - 10))).status).toBe(500);
  });

  it.each([
    ['before the account had its second factor', -1, 'freshSignInRequired'],
    ['in the same second', 0, 'internalError'],
    ['after it', 1, 'internalError'],
  ])('answers a sign-in from %s [MFA-06]', async (_, seconds, code) => {
    const since = new Date(Math.floor(Date.now() / 1000) * 1000 - 60_000 + 789);
    const handler = createHandler(
      { exportMyData: routes.exportMyData },
      { exportMyData: () => Promise.reject(new Error('reached')) } as never,
      { timeZone },
      { factorSince: async () => instantOf(since), memberships },
    );
    const signedInAt = new Date(since.getTime() + seconds * 1000);
    const answer = await invoke(handler, { route: 'exportMyData', userId: randomUUID(), signedInAt });
    expect(answer.body).toMatchObject({ code });
  });
});

describe('a route that acts for a family', () => {
  const userId = userIdSchema.parse(randomUUID());
  const [familyId, other] = [newFamilyId(sampleNow), newFamilyId(sampleNow)];

  interface Given {
    /** What the stored families say of the account. */
    readonly memberOf?: FamilyId | undefined;
    /** What the account's own item says. */
    readonly stored?: FamilyId | undefined;
    /** The family that the token names. */
    readonly claim?: FamilyId | undefined;
    /** What the operation says of the family once it has read it, where the route leaves that to it. */
    readonly confirms?: boolean;
    /** For which family the operation ends with an answer; for every other one it is refused. */
    readonly answeredFor?: FamilyId;
  }

  const bodies = {
    getMyFamily: undefined,
    updateMyProfile: { full_name: 'Pat Parent', shown: { full_name: 'Pat' } },
    bookSlot: {
      class_id: classId,
      time_slot_id: slotId,
      child_id: newChildId(sampleNow),
      is_trial: false,
      amount: 0,
      calendar_version: 0,
    },
  } as const;
  const [reading, writing, confirming] = ['getMyFamily', 'updateMyProfile', 'bookSlot'] as const;
  const unconfirmed = ({ confirmsFamily: _, ...route }: Route): Route => route;
  /** Of each kind one: what reads, what writes, and what confirms the family by what it reads. */
  const kinds = {
    getMyFamily: unconfirmed(routes.getMyFamily),
    updateMyProfile: unconfirmed(routes.updateMyProfile),
    bookSlot: { ...routes.bookSlot, confirmsFamily: true },
  } as const;

  /** @returns the answer's code, and in order what was asked of the table and for which families the operation was run */
  const ask = async (
    route: keyof typeof bodies,
    { memberOf, stored, claim, confirms, answeredFor }: Given,
  ) => {
    const steps: string[] = [];
    const look = async <Found>(step: string, found: Found): Promise<Found> => {
      steps.push(step);
      // So long as what is asked at once is asked.
      await setImmediate();
      steps.push(`${step} is read`);
      return found;
    };
    const operation = async ({ caller }: { readonly caller: FamilyCaller }) => {
      steps.push(`runs for ${caller.familyId}`);
      expect(caller.userId).toBe(userId);
      if (confirms !== undefined) caller.confirmFamily?.(confirms);
      if (caller.familyId === answeredFor) return {};
      throw problem('busy');
    };
    const handler = createHandler<Record<string, Route>, { timeZone: string }>(
      { [route]: kinds[route] },
      { [route]: operation } as never,
      { timeZone },
      {
        memberships: {
          familyOf: () => look('account', stored),
          isMember: (family) => look(`family ${family}`, family === memberOf),
        },
      },
    );
    const { body } = await invoke(handler, {
      route,
      userId,
      ...(claim && { familyId: claim }),
      headers: { 'idempotency-key': randomUUID() },
      body: bodies[route],
    });
    return { code: Object(body).code, steps };
  };

  const [check, checked, run, runOther] = [
    `family ${familyId}`,
    `family ${familyId} is read`,
    `runs for ${familyId}`,
    `runs for ${other}`,
  ];
  const account = ['account', 'account is read'];

  it.each<[string, keyof typeof bodies, Given, string[]]>([
    [
      'reads beside the check of the family that the token names',
      reading,
      { memberOf: familyId },
      [check, run, checked],
    ],
    ['writes only after that check', writing, { memberOf: familyId }, [check, checked, run]],
    [
      'leaves the check to what its operation reads, where the route says so',
      confirming,
      { confirms: true },
      [run],
    ],
    [
      'drops a refusal for a family that nothing confirms',
      confirming,
      { stored: other },
      [run, ...account, runOther],
    ],
    [
      'drops an answer for a family that nothing confirms',
      confirming,
      { stored: other, answeredFor: familyId },
      [run, ...account, runOther],
    ],
  ])('%s [FID-02]', async (_, route, given, steps) => {
    expect(await ask(route, { claim: familyId, ...given })).toEqual({ code: 'busy', steps });
  });

  it.each([
    [reading, [check, run, checked]],
    // Nothing is written for the family of before.
    [writing, [check, checked]],
    [confirming, [run]],
  ])(
    '%s acts by one read more for the family of the account, or for nobody [FID-02]',
    async (route, before) => {
      const stale = { claim: familyId, memberOf: other, confirms: false };
      expect(await ask(route, { ...stale, stored: other })).toEqual({
        code: 'busy',
        steps: [...before, ...account, runOther],
      });
      expect(await ask(route, { stored: familyId })).toEqual({ code: 'busy', steps: [...account, run] });
      // The account is gone.
      expect(await ask(route, stale)).toEqual({ code: 'notAuthenticated', steps: [...before, ...account] });
      expect(await ask(route, {})).toEqual({ code: 'notAuthenticated', steps: account });
    },
  );

  it('answers nothing that was read for a family whose check fails [FID-02]', async () => {
    const operation = vi.fn(async () => ({}) as never);
    const isMember = () => Promise.reject(new Error('no table'));
    const handler = createHandler<Record<string, Route>, { timeZone: string }>(
      { getMyFamily: kinds.getMyFamily },
      { getMyFamily: operation } as never,
      { timeZone },
      { memberships: { ...memberships, isMember } },
    );
    const { body } = await invoke(handler, { route: 'getMyFamily', userId, familyId });
    expect(body).toMatchObject({ code: 'internalError' });
    expect(operation).toHaveBeenCalledOnce();
  });

  it.each(['a family without an id of its own', randomUUID()])(
    'refuses a token that names %s [FID-01]',
    async (claim) => {
      const handler = createHandler(
        { getMyFamily: routes.getMyFamily },
        { getMyFamily: () => Promise.reject(new Error('the operation must not run')) },
        { timeZone },
        { memberships },
      );
      const { status } = await invoke(handler, { route: 'getMyFamily', userId, familyId: claim });
      expect(status).toBe(401);
    },
  );
});

describe('a route that needs the current role', () => {
  it('is refused by the check before its request is read', async () => {
    const handler = createHandler(
      { searchParents: routes.searchParents },
      {} as never,
      { timeZone },
      { requireCurrentRole: () => Promise.reject(problem('adminOnly')) },
    );
    const answer = await invoke(handler, {
      route: 'searchParents',
      userId: randomUUID(),
      ...asAdmin,
      body: 7,
    });
    expect(answer).toMatchObject({ status: 403, body: { code: 'adminOnly' } });
  });
});

describe('the log of a refused request', () => {
  const refusal = async (request: Partial<Parameters<typeof invoke>[1]>, originKey = 'key-of-the-test') => {
    const before = logged.length;
    const handler = createHandler(
      { listClasses: routes.listClasses, getMyFamily: routes.getMyFamily },
      {
        listClasses: () => Promise.reject(problem('busy')),
        getMyFamily: () => Promise.reject(problem('busy')),
      },
      { timeZone },
      { originKey, memberships },
    );
    await invoke(handler, { route: 'listClasses', ...request });
    return JSON.parse(at(logged, before));
  };

  it('names the account of a caller with a token', async () => {
    const userId = randomUUID();
    const line = await refusal({ route: 'getMyFamily', userId });
    expect(line).toMatchObject({ event: 'request.refused', code: 'busy', user: userId });
    expect(line).not.toHaveProperty('source');
  });

  it('names the network of any other caller by a hash that only the key gives', async () => {
    const one = await refusal({ sourceIp: '2001:db8::1' });
    const same = await refusal({ sourceIp: '2001:db8::2' });
    const other = await refusal({ sourceIp: '2001:db8:0:1::1' });
    const otherKey = await refusal({ sourceIp: '2001:db8::1' }, 'another-key-of-test');
    expect(one.source).toMatch(/^[\w-]{16}$/);
    expect(same.source).toBe(one.source);
    expect(new Set([one.source, other.source, otherKey.source]).size).toBe(3);
    expect(JSON.stringify(one)).not.toContain('2001:');
  });
});
