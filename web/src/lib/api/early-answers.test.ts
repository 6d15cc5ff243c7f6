import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serverNowHeader } from '#shared/contract/route';
import { noteServerTime, serverNow } from '../time/server-clock.ts';
import { takeEarlyAnswer } from './early-answers.ts';

const url = '/api/me';
const body = '{"query":""}';
const get = { method: 'GET', headers: { authorization: 'Bearer token' } };
const search = { method: 'POST', headers: { authorization: 'Bearer token' }, body };
const pending = () => new Promise<Response>(() => {});

/** The answers have arrived now. */
const give = (answers: Readonly<Record<string, Response | undefined | Promise<Response>>>) =>
  vi.stubGlobal('earlyAnswers', {
    token: 'token',
    answers: new Map(
      Object.entries(answers).map(([key, answer]) => [
        key,
        Promise.resolve(answer).then((response) => response && Object.assign(response, { arrived: 0 })),
      ]),
    ),
  });

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('an answer that the document has asked for', () => {
  it('is taken once [NET-02]', async () => {
    give({ [url]: new Response('{"name":"Ana"}') });
    const answer = await takeEarlyAnswer(url, get);
    expect(await answer?.json()).toEqual({ name: 'Ana' });
    expect(await takeEarlyAnswer(url, get)).toBeUndefined();
  });

  it('of a search is that of the same body [NET-02]', async () => {
    give({ [url + body]: new Response('{}') });
    expect(await takeEarlyAnswer(url, get)).toBeUndefined();
    expect((await takeEarlyAnswer(url, search))?.status).toBe(200);
  });

  it('tells the time of the server as it is when it is taken, not as it was when it came [NET-02]', async () => {
    const made = new Date('2026-11-29T10:00:00.000Z');
    const headers = { [serverNowHeader]: made.toISOString(), age: '2' };
    give({ [url]: new Response('{}', { headers }) });
    vi.advanceTimersByTime(3000);
    const answer = await takeEarlyAnswer(url, get);
    noteServerTime(answer ?? new Response());
    expect(serverNow().getTime() - made.getTime()).toBe(5000);
  });

  it.each([
    ['a refusal', new Response('{}', { status: 401 }), 'token'],
    ['no answer', undefined, 'token'],
    ['an answer to another sign-in', new Response('{}'), 'other'],
  ])('is not used: %s [NET-02]', async (_, answer, token) => {
    give({ [url]: answer });
    expect(
      await takeEarlyAnswer(url, { ...get, headers: { authorization: `Bearer ${token}` } }),
    ).toBeUndefined();
  });

  it('is not used after a change', async () => {
    give({ [url]: new Response('{}') });
    expect(await takeEarlyAnswer('/api/me/bookings', { ...search, body: '{"child":1}' })).toBeUndefined();
    expect(await takeEarlyAnswer(url, get)).toBeUndefined();
  });

  it('is not waited for by a call that was given up', async () => {
    give({ [url]: pending() });
    const ending = new AbortController();
    const taking = takeEarlyAnswer(url, { ...get, signal: ending.signal });
    ending.abort(new Error('given up'));
    await expect(taking).rejects.toThrow('given up');
  });
});
