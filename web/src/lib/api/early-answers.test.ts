import { afterEach, describe, expect, it, vi } from 'vitest';
import { takeEarlyAnswer } from './early-answers.ts';

const url = '/api/me';
const body = '{"query":""}';
const get = { method: 'GET', headers: { authorization: 'Bearer token' } };
const search = { method: 'POST', headers: { authorization: 'Bearer token' }, body };
const pending = () => new Promise<Response>(() => {});

const give = (answers: Readonly<Record<string, Response | undefined | Promise<Response>>>) =>
  vi.stubGlobal('earlyAnswers', {
    token: 'token',
    answers: new Map(Object.entries(answers).map(([key, answer]) => [key, Promise.resolve(answer)])),
  });

afterEach(() => void vi.unstubAllGlobals());

describe('an answer that the document has asked for', () => {
  it('is taken once [NET-02]', async () => {
    const answer = new Response('{}');
    give({ [url]: answer });
    expect(await takeEarlyAnswer(url, get)).toBe(answer);
    expect(await takeEarlyAnswer(url, get)).toBeUndefined();
  });

  it('of a search is that of the same body [NET-02]', async () => {
    const answer = new Response('{}');
    give({ [url + body]: answer });
    expect(await takeEarlyAnswer(url, get)).toBeUndefined();
    expect(await takeEarlyAnswer(url, search)).toBe(answer);
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
