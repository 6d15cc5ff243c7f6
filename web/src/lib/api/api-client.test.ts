import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ownChangeHeader, serverNowHeader } from '#shared/contract/route';
import { routes } from '#shared/contract/routes';
import { problemContentType } from '#shared/contract/shown-problems';
import { classIdSchema, slotIdSchema } from '#shared/lib/ids';
import { isNewVersion } from '../browser/new-version.ts';
import { serverToday } from '../time/server-clock.ts';
import { type ApiTransport, callRoute } from './api-client.ts';
import {
  ApiError,
  ConnectionError,
  isNotAuthenticated,
  isNotFound,
  UnreadableAnswerError,
} from './api-error.ts';
import { formKeys } from './attempt-key.ts';

const classId = classIdSchema.parse('cls_01J00000000000000000000001');
const slotId = slotIdSchema.parse('slt_01J00000000000000000000001');
const body = {
  class_id: classId,
  time_slot_id: slotId,
  child_id: 'chd',
  is_trial: false,
  amount: 18_000,
  calendar_version: 0,
};

/** A transport that answers every request with `answer` and keeps what was sent. */
const transportOf = (answer: () => Response | Promise<Response>, token: string | null = 'token') => {
  const sent: Request[] = [];
  const transport: ApiTransport = {
    accessToken: async () => token,
    fetch: async (url, init) => {
      sent.push(new Request(new URL(String(url), 'https://site.example'), init));
      return answer();
    },
  };
  return { transport, sent };
};

const json = (status: number, value: unknown) => Response.json(value, { status });

const problem = (
  status: number,
  code: string,
  detail: string,
  contentType = `${problemContentType}; charset=utf-8`,
) => {
  const document = { type: 'about:blank', title: 'x', status, code, detail };
  const text = JSON.stringify({ ...document, issues: [{ field: 'a', message: 'b' }] });
  return new Response(text, { status, headers: { 'content-type': contentType } });
};

const rules = { sibling: null, second_class: null, early: null };
const lists = { classes: [], bookings: [], ended: [], discounts: { rules, places: [] } };

describe('a call', () => {
  it('puts the ids into the path and gives the parsed answer', async () => {
    const slot = {
      id: slotId,
      class_id: classId,
      start_time: '09:00',
      end_time: '10:00',
      max_capacity: 8,
      current_bookings: 3,
      calendar_version: 0,
    };
    const { transport, sent } = transportOf(() => json(200, { ...slot, undeclared: true }));
    const answer = await callRoute(routes.getTimeSlot, { params: { classId, slotId } }, { transport });
    expect(answer).toEqual(slot);
    expect(new URL(sent[0]?.url ?? '').pathname).toBe(`/api/classes/${classId}/time-slots/${slotId}`);
  });

  it('gives the answer of a newer version, whose choices have values that the page does not know [REL-01]', async () => {
    vi.stubGlobal('navigator', { onLine: true });
    onTestFinished(() => void vi.unstubAllGlobals());
    const sibling = { reduction: { by: 'months', months: 2 }, programmes: ['newballerz'] };
    const newer = { ...lists, discounts: { rules: { ...rules, sibling }, places: [] } };
    const { transport } = transportOf(() => json(200, newer));
    const answer = await callRoute(routes.listMyBookings, {}, { transport });
    expect(answer).toMatchObject({ discounts: { rules: { sibling } } });
  });

  it('says that there is a new version where an answer lacks what this one needs [REL-03]', async () => {
    vi.stubGlobal('navigator', { onLine: true });
    onTestFinished(() => void vi.unstubAllGlobals());
    const { transport } = transportOf(() => json(200, { ...lists, discounts: undefined }));
    expect(isNewVersion()).toBe(false);
    await expect(callRoute(routes.listMyBookings, {}, { transport })).rejects.toThrow(UnreadableAnswerError);
    expect(isNewVersion()).toBe(true);
  });

  it('sends the access token to member routes only', async () => {
    const { transport, sent } = transportOf(() => json(200, lists));
    await callRoute(routes.listClasses, {}, { transport });
    await callRoute(routes.listMyBookings, {}, { transport });
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual([null, 'Bearer token']);
  });

  it('carries the body and the idempotency key', async () => {
    const { transport, sent } = transportOf(() => problem(409, 'slotFull', 'x'));
    const call = callRoute(routes.bookSlot, { body, idempotencyKey: 'key-of-this-attempt' }, { transport });
    await expect(call).rejects.toThrow();
    expect(sent[0]?.headers.get('idempotency-key')).toBe('key-of-this-attempt');
    expect(await sent[0]?.json()).toEqual(body);
  });

  it('reads what may be shared under a name of its own once this browser has changed something', async () => {
    const { transport, sent } = transportOf(() => json(200, lists));
    const nameOf = async (route: 'listClasses' | 'listMyBookings'): Promise<string | null | undefined> => {
      await callRoute(routes[route], {}, { transport });
      return sent.at(-1)?.headers.get(ownChangeHeader);
    };
    const book = () =>
      callRoute(routes.bookSlot, { body, idempotencyKey: 'key-of-this-attempt' }, { transport }).catch(
        () => {},
      );

    const before = await nameOf('listClasses');
    await book();
    const afterFirst = await nameOf('listClasses');
    expect(afterFirst).toBeTruthy();
    expect(afterFirst).not.toBe(before);
    expect(await nameOf('listClasses')).toBe(afterFirst);
    // A read of one's own is never shared.
    expect(await nameOf('listMyBookings')).toBeNull();
    await book();
    expect(await nameOf('listClasses')).not.toBe(afterFirst);
  });

  it('takes part in a new state of things after a change that got no answer, too', async () => {
    const { transport, sent } = transportOf(() => json(200, { classes: [] }));
    await callRoute(routes.listClasses, {}, { transport });
    const before = sent.at(-1)?.headers.get(ownChangeHeader);
    const cutOff = { ...transport, fetch: () => Promise.reject(new TypeError('network')) };
    const book = callRoute(
      routes.bookSlot,
      { body, idempotencyKey: 'key-of-this-attempt' },
      { transport: cutOff },
    );
    await expect(book).rejects.toThrow(ConnectionError);
    await callRoute(routes.listClasses, {}, { transport });
    expect(sent.at(-1)?.headers.get(ownChangeHeader)).not.toBe(before);
  });
});

describe('the key of a form that was changed after a call', () => {
  const after = async (answer: () => Response | Promise<Response>): Promise<'kept' | 'new'> => {
    const keyOf = formKeys();
    const idempotencyKey = keyOf(body);
    const { transport } = transportOf(answer);
    await callRoute(routes.bookSlot, { body, idempotencyKey }, { transport }).catch(() => {});
    return keyOf({ ...body, amount: 1 }) === idempotencyKey ? 'kept' : 'new';
  };
  const lost = (): Promise<Response> => Promise.reject(new TypeError('network'));

  it.each([
    ['a lost answer', 'kept', lost],
    ['an answer of a proxy', 'kept', () => new Response('<html>', { status: 504 })],
    ['a failure', 'kept', () => problem(500, 'internalError', 'x')],
    [
      'a refusal of the form, which says nothing of what was sent',
      'kept',
      () => problem(400, 'invalidRequest', 'x'),
    ],
    ['a refusal since another one was stored', 'kept', () => problem(409, 'sentBefore', 'x')],
    ['a refusal', 'new', () => problem(409, 'slotFull', 'x')],
  ] as const)('after %s is %s [API-41]', async (_, expected, answer) => {
    expect(await after(answer)).toBe(expected);
  });
});

describe('a failed call', () => {
  const failure = (answer: () => Response | Promise<Response>, token?: string | null) =>
    callRoute(routes.listMyBookings, {}, transportOf(answer, token)).catch((error: unknown) => error);

  it('carries code, text and field issues of a problem document', async () => {
    const error = await failure(() => problem(409, 'slotFull', 'This time slot is now full'));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      code: 'slotFull',
      status: 409,
      message: 'This time slot is now full',
      issues: [{ field: 'a', message: 'b' }],
    });
  });

  it("takes a gateway's own refusal of a token for that of the API, and a page that says the same for nothing [REG-15]", async () => {
    const refusal = await failure(() => json(401, { message: 'Unauthorized' }));
    expect(refusal).toMatchObject({ code: 'notAuthenticated', isOfApi: true });
    for (const answer of [
      () => json(401, { message: 'Please log in to this network' }),
      () => json(403, { message: 'Unauthorized' }),
      () => new Response('<html>', { status: 401, headers: { 'content-type': 'text/html' } }),
      () =>
        new Response('{"message":"Unauthorized"}', { status: 401, headers: { 'content-type': 'text/html' } }),
    ])
      expect(await failure(answer)).toMatchObject({ code: 'internalError', isOfApi: false });
  });

  it.each([
    [401, 'internalError'],
    [403, 'internalError'],
    [404, 'internalError'],
    [413, 'payloadTooLarge'],
    [429, 'tooManyRequests'],
    [500, 'internalError'],
    [502, 'internalError'],
    [503, 'busy'],
  ])(
    'takes a %i that is no problem document for %s, which decides nothing [REG-15]',
    async (status, code) => {
      const expected = { code, status, isOfApi: false };
      expect(await failure(() => json(status, { message: 'Not Found' }))).toMatchObject(expected);
      expect(await failure(() => new Response('<html>', { status }))).toMatchObject(expected);
      // A proxy that repeats what it has of the API, under another name.
      for (const known of ['coachOnly', 'notFound', 'notAuthenticated', 'invalidRequest'])
        expect(await failure(() => problem(status, known, 'x', 'application/json'))).toMatchObject(expected);
      const error = await failure(() => new Response('<html>', { status }));
      expect([isNotFound(error), isNotAuthenticated(error)]).toEqual([false, false]);
    },
  );

  it('is refused before it is sent when there is no sign-in [BOK-26]', async () => {
    const { transport, sent } = transportOf(() => json(200, {}), null);
    const call = callRoute(routes.bookSlot, { body, idempotencyKey: 'key-of-this-attempt' }, { transport });
    await expect(call).rejects.toMatchObject({ code: 'notAuthenticated', message: 'Not authenticated' });
    expect(sent).toEqual([]);
  });

  it('is a connection error when no answer comes', async () => {
    expect(await failure(() => Promise.reject(new TypeError('fetch failed')))).toBeInstanceOf(
      ConnectionError,
    );
  });

  /** An answer whose body breaks off. */
  const lost = (status: number, headers?: Record<string, string>, before = () => {}) => {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"bookings":')),
      pull: (controller) => {
        before();
        controller.error(new TypeError('network error'));
      },
    });
    return new Response(body, { status, headers: headers ?? {} });
  };

  it.each([200, 409, 500])('is a connection error when the body of a %i is lost', async (status) => {
    expect(await failure(() => lost(status))).toBeInstanceOf(ConnectionError);
  });

  it('tells the time of the server although its body is lost [BOK-51]', async () => {
    await failure(() => lost(200, { [serverNowHeader]: '2031-01-01T09:00:00.000+00:00' }));
    expect(serverToday()).toBe('2031-01-01');
  });

  it('stays an abort when the caller aborts while the body comes', async () => {
    const caller = new AbortController();
    const { transport } = transportOf(() => lost(200, {}, () => caller.abort()));
    const call = callRoute(routes.listClasses, {}, { transport, signal: caller.signal });
    await expect(call).rejects.not.toBeInstanceOf(ConnectionError);
  });

  it('stays an abort when the caller aborted it', async () => {
    const caller = new AbortController();
    caller.abort();
    const { transport } = transportOf(() => Promise.reject(caller.signal.reason));
    const call = callRoute(routes.listClasses, {}, { transport, signal: caller.signal });
    await expect(call).rejects.toBe(caller.signal.reason);
  });
});
