import { randomUUID } from 'node:crypto';
import ICAL from 'ical.js';
import { describe, expect, it, vi } from 'vitest';
import { putClass, putFamily } from '#infra/local/seed/put';
import { type SampleFamily, sampleBooking, sampleClass, sampleFamily } from '#infra/testing/samples/samples';
import { accountSteps } from '#infra/testing/services/account-system';
import { startTests } from '#infra/testing/services/system';
import { takePlace } from '../booking/take-place.ts';
import { accountKey } from '../lib/dynamo/keys-of-people.ts';
import { updateItem } from '../lib/dynamo/writes.ts';

const system = await startTests(accountSteps, { stepMs: 1 });

const given = async (): Promise<SampleFamily> => {
  const family = sampleFamily({ children: [{ name: 'Ana Parent' }, { name: 'Ben Parent' }] });
  const cls = sampleClass();
  await putFamily(system.table, family);
  await putClass(system.table, cls);
  for (const child of family.children)
    await takePlace(system.table, sampleBooking(cls, { ...family, children: [child] }));
  return family;
};

const create = ({ profile }: SampleFamily, replace = false) =>
  system.call('createCalendarFeed', { userId: profile.id, body: { replace } });

/** The parameters of the feed's address. */
const paramsOf = (body: unknown) => {
  const [, userId = '', file = ''] = /^\/api\/calendars\/([^/]+)\/([^/]+)$/.exec(Object(body).path) ?? [];
  return { userId, file };
};

const subscribe = async (family: SampleFamily) => paramsOf((await create(family)).body);
const get = (params: Record<string, string>, headers: Record<string, string> = {}) =>
  system.call('getCalendarFeed', { params, headers });

const summariesOf = (text: unknown): string[] =>
  new ICAL.Component(ICAL.parse(String(text)))
    .getAllSubcomponents('vevent')
    .map((event) => String(event.getFirstPropertyValue('summary')));

describe('the calendar feed of a family', () => {
  it('has all sessions of all its children, and is kept by the client alone [ICS-02, ICS-04]', async () => {
    const { status, headers, body } = await get(await subscribe(await given()));
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
      etag: expect.stringMatching(/^"[\w-]{43}"$/),
    });
    expect([...new Set(summariesOf(body))].toSorted()).toEqual(['Juniorballerz: Ana', 'Juniorballerz: Ben']);
  });

  it('is answered without its text while it has not changed [ICS-04]', async () => {
    const family = await given();
    const params = await subscribe(family);
    const { headers } = await get(params);
    const etag = String(headers.etag);
    for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`])
      expect(await get(params, { 'if-none-match': ifNoneMatch })).toMatchObject({
        status: 304,
        body: undefined,
      });
    const cls = sampleClass();
    await putClass(system.table, cls);
    await takePlace(system.table, sampleBooking(cls, family));
    const changed = await get(params, { 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(etag);
  });

  it('is given to its calendars 60 times an hour, and requests with a wrong secret do not count [ICS-04]', async () => {
    const [family, other] = [await given(), await given()];
    const [params, others] = [await subscribe(family), await subscribe(other)];
    const wrong = { ...params, file: `${'x'.repeat(43)}.ics` };
    for (let request = 0; request < 60; request += 1) {
      expect((await get(wrong)).status).toBe(404);
      expect((await get(params)).status).toBe(200);
    }
    expect(await get(params)).toMatchObject({ status: 429, body: { code: 'tooManyRequests' } });
    expect((await get(others)).status).toBe(200);
    system.passTime(3_600_000);
    expect((await get(params)).status).toBe(200);
  });

  it('exists once: a second request is refused, and a new link ends the old one [ICS-02]', async () => {
    const family = await given();
    const first = await subscribe(family);
    expect(await create(family)).toMatchObject({ status: 409, body: { code: 'feedExists' } });
    expect((await get(first)).status).toBe(200);
    const second = paramsOf((await create(family, true)).body);
    expect((await get(first)).status).toBe(404);
    expect((await get(second)).status).toBe(200);
  });

  it('is stored as a hash, and its secret is in no log [ICS-02, ICS-04]', async () => {
    const logged: string[] = [];
    for (const level of ['info', 'warn', 'error'] as const)
      vi.spyOn(console, level).mockImplementation((line: unknown) => void logged.push(JSON.stringify(line)));
    const family = await given();
    const params = await subscribe(family);
    await get(params);
    await get({ ...params, userId: randomUUID() });
    vi.restoreAllMocks();
    const secret = params.file.replace('.ics', '');
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(JSON.stringify(await system.items())).not.toContain(secret);
    expect(logged.join()).toContain('request.refused');
    expect(logged.join()).not.toContain(secret);
  });

  it('is not found for an account that is no member any more, whenever it was made [FID-03]', async () => {
    const family = await given();
    const params = await subscribe(family);
    const other = sampleFamily().id;
    await updateItem(system.table, accountKey(family.profile.id), { set: { family_id: other } });
    expect((await get(params)).status).toBe(404);
  });

  it('is not found by a wrong secret, after the same requests whether the family has a feed or not', async () => {
    const [one, other] = [await given(), await given()];
    const params = await subscribe(one);
    const wrong = [
      { ...params, file: `${'x'.repeat(43)}.ics` },
      { ...params, userId: other.profile.id },
      { ...params, userId: randomUUID() },
    ];
    const costs: unknown[] = [];
    for (const attempt of wrong) {
      const { result, cost } = await system.table.measure(() => get(attempt));
      expect(result).toMatchObject({ status: 404, body: { code: 'notFound' } });
      costs.push(cost.map(({ operation }) => operation).toSorted());
    }
    expect(costs).toEqual([['GetItem'], ['GetItem'], ['GetItem']]);
    for (const file of ['x.ics', '.ics', `${params.file}x`, params.file.replace('.ics', '')])
      expect((await get({ ...params, file })).status).toBe(404);
  });
});

describe('the calendar file of a booking', () => {
  const bookingsOf = async ({ profile }: SampleFamily): Promise<string[]> => {
    const { body } = await system.call('listMyBookings', { userId: profile.id });
    return Object(body).bookings.map(({ id }: { id: string }) => id);
  };
  const file = ({ profile }: SampleFamily, bookingId: string) =>
    system.call('getBookingCalendar', { userId: profile.id, params: { bookingId } });

  it('has the sessions of that booking only [ICS-01]', async () => {
    const family = await given();
    const [id = ''] = await bookingsOf(family);
    const { status, headers, body } = await file(family, id);
    expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(new Set(summariesOf(body)).size).toBe(1);
  });
});
