import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { putClass, putVenue } from '#infra/local/seed/put';
import { type Interceptor, intercepting, textOf } from '#infra/testing/mutants/mutant';
import {
  enteredClass,
  enteredSlot,
  enteredVenue,
  formOf,
  sampleClass,
  sampleVenueNamed,
} from '#infra/testing/samples/samples';
import type { Answer } from '#infra/testing/services/invoke';
import { startTests } from '#infra/testing/services/system';
import { withChangeBetween } from '#infra/testing/table/test-table';
import type { Venue } from '#shared/classes/class';
import { type ClassId, classIdSchema, idempotencyKeyHeader } from '#shared/lib/ids';
import { classKey, venueKey } from '../lib/dynamo/keys-of-classes.ts';
import { updateItem } from '../lib/dynamo/writes.ts';
import { changeVenue } from './change-venues.ts';
import { getClass } from './classes.ts';
import { getDraft } from './drafts.ts';
import { copyToClasses, getVenue, venueOfClass } from './venues.ts';

const { table, admin, tick } = await startTests(() => ({}));

const stored = async (name = `Park ${randomUUID()}`): Promise<Venue> => {
  const venue = sampleVenueNamed(name);
  await putVenue(table, venue);
  return venue;
};

/** A class at a venue. */
const classAt = async (venue: Venue) => {
  const cls = sampleClass({ overrides: venueOfClass(venue) });
  await putClass(table, cls);
  return cls;
};

const create = (name: string, headers = {}) =>
  admin.call('createVenue', { body: enteredVenue(name), headers });

const rename = ({ id }: Venue, name: string) =>
  admin.call('updateVenue', { params: { venueId: id }, body: { name } });

const remove = ({ id }: Venue, headers = {}) =>
  admin.call('deleteVenue', { params: { venueId: id }, headers });

const formAt = ({ id }: Venue) => ({ ...enteredClass, venue_id: id, time_slots: [enteredSlot] });
const createClassAt = (venue: Venue) => admin.call('createClass', { body: formAt(venue) });
const draftAt = (venue: Venue) => admin.read('createDraft', { body: formAt(venue) });
const storedClass = ({ id }: { readonly id: ClassId }) => getClass(table, id, { consistent: true });

/** Answers a request before whose transaction another one is answered with a status. */
const meanwhile = (other: () => Promise<Answer>, status: number, request: () => Promise<Answer>) =>
  withChangeBetween(table, async () => expect((await other()).status).toBe(status), request);

/** The requests that store a class or a draft at a venue. */
const writers: readonly (readonly [string, (venue: Venue) => Promise<() => Promise<Answer>>])[] = [
  ['a new class', async (venue) => () => createClassAt(venue)],
  [
    'a class that moves to it',
    async (venue) => {
      const cls = await classAt(await stored());
      const body = { ...formOf(cls), venue_id: venue.id };
      return () => admin.call('updateClass', { params: { classId: cls.id }, body });
    },
  ],
  ['a new draft', async (venue) => () => admin.call('createDraft', { body: formAt(venue) })],
  [
    'a draft that moves to it',
    async (venue) => {
      const { id, form } = await draftAt(await stored());
      const body = { ...form, venue_id: venue.id };
      return () => admin.call('updateDraft', { params: { classId: id }, body });
    },
  ],
  [
    'a draft that is published',
    async (venue) => {
      const { id, version } = await draftAt(venue);
      return () => admin.call('publishDraft', { params: { classId: id }, body: { version } });
    },
  ],
];

describe('a venue', () => {
  it('is created once for an attempt, and listed by name [SET-02]', async () => {
    const headers = { [idempotencyKeyHeader.toLowerCase()]: randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => create('Aldgate Park', headers)));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    const { body } = await admin.call('listVenues', {});
    expect(body).toMatchObject({ venues: [{ name: 'Aldgate Park', version: 1 }] });
  });

  it('has a name of its own, in any writing, also when two are created at once [SET-02]', async () => {
    const answers = await Promise.all(['St. Mary’s  Field', "st marys' field"].map((name) => create(name)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const venue = await stored();
    expect(await rename(venue, 'ST MARYS FIELD')).toMatchObject({ body: { code: 'venueNameTaken' } });
  });

  it.each([
    [{ map_url: 'http://maps.example.com' }, 'map_url'],
    [{ name: '  ' }, 'name'],
    [{ address: '' }, 'address'],
  ])('%j is refused at its field [SET-02]', async (change, field) => {
    const body = { ...enteredVenue('Wrong Park'), ...change };
    expect(await admin.call('createVenue', { body })).toMatchObject({
      status: 400,
      body: { issues: [{ field }] },
    });
  });
});

describe('a renamed venue', () => {
  it('is renamed in all its classes; their versions and calendars stay [SET-02]', async () => {
    const [venue, other] = [await stored(), await stored()];
    const [one, two, elsewhere] = [await classAt(venue), await classAt(venue), await classAt(other)];
    expect(await rename(venue, 'Renamed Park')).toMatchObject({ status: 200, body: { version: 2 } });
    for (const { id, time_slots } of [one, two])
      expect(await storedClass({ id })).toMatchObject({
        venue: 'Renamed Park',
        venue_details: { id: venue.id, version: 2 },
        time_slots: [{ calendar_version: time_slots[0]?.calendar_version }],
      });
    expect(await storedClass(elsewhere)).toMatchObject({ venue: other.name });
    // Its old name is free.
    expect(await create(venue.name)).toMatchObject({ status: 201 });
  });

  it('reaches its classes after an interruption, by the timer [SET-02]', async () => {
    const venue = await stored();
    const cls = await classAt(venue);
    // What the request stores before its steps.
    await changeVenue(table, venue, { ...venue, name: 'Interrupted Park', version: 2 }, []);
    expect(await storedClass(cls)).toMatchObject({ venue: venue.name });
    await tick();
    expect(await storedClass(cls)).toMatchObject({ venue: 'Interrupted Park' });
  });

  it.each([
    ['another venue', true],
    ['a newer copy', false],
  ])('leaves a class that has %s by now [SET-02]', async (_, isOther) => {
    const [venue, other] = [await stored(), await stored()];
    const cls = await classAt(venue);
    const second = { ...venue, name: `Park ${randomUUID()}`, version: 2 };
    expect(await changeVenue(table, venue, second, [])).toMatchObject({ outcome: 'done' });
    const third = { ...venue, name: `Park ${randomUUID()}`, version: 3 };
    const copy = venueOfClass(isOther ? other : third);
    await withChangeBetween(
      table,
      () => updateItem(table, classKey(cls.id), { set: copy }),
      () => copyToClasses(table, venue.id),
      (name) => name === 'UpdateItemCommand',
    );
    expect(await storedClass(cls)).toMatchObject(copy);
  });

  it.each(writers)('is read again where %s read it before [SET-02]', async (_, prepare) => {
    const venue = await stored();
    const write = await prepare(venue);
    const name = `Between ${randomUUID()}`;
    const answer = await meanwhile(() => rename(venue, name), 200, write);
    expect(answer.status).toBeLessThan(300);
    const { id } = z.object({ id: classIdSchema }).parse(answer.body);
    const cls = await storedClass({ id });
    if (cls) expect(cls).toMatchObject({ venue: name, venue_details: { version: 2 } });
    else expect(await getDraft(table, id)).toMatchObject({ form: { venue_id: venue.id } });
  });
});

describe('a deleted venue', () => {
  it('is refused while a class names it, and says how many do [SET-02]', async () => {
    const venue = await stored();
    await classAt(venue);
    const { result: answer, cost } = await table.measure(() => remove(venue));
    expect(answer).toMatchObject({ status: 409, body: { code: 'venueInUse' } });
    // It is not marked, which would refuse other classes for a moment.
    expect(cost.map(({ operation }) => operation)).not.toContain('UpdateItem');
    expect(JSON.stringify(answer.body)).toContain('used by 1 class');
    expect(await createClassAt(venue)).toMatchObject({ status: 201 });
  });

  it('keeps the mark of another deletion where a class named it meanwhile [SET-02]', async () => {
    const venue = await stored();
    let marks = 0;
    const between: Interceptor = async ({ operation, input }, forward) => {
      if (operation === 'UpdateItem' && textOf(input).includes('deleting')) {
        marks += 1;
        if (marks === 1) await classAt(venue);
        if (marks === 2) await updateItem(table, venueKey(venue.id), { set: { deleting: 'another' } });
      }
      return forward(input);
    };
    const answer = await intercepting(table, [between], () => remove(venue));
    expect(answer).toMatchObject({ status: 409, body: { code: 'venueInUse' } });
    expect(await getVenue(table, venue.id)).toMatchObject({ deleting: 'another' });
  });

  it('is gone, once for an attempt, and its name is free [SET-02]', async () => {
    const venue = await stored();
    const headers = { [idempotencyKeyHeader.toLowerCase()]: randomUUID() };
    expect((await remove(venue, headers)).status).toBe(204);
    expect((await remove(venue, headers)).status).toBe(204);
    expect(await remove(venue)).toMatchObject({ body: { code: 'venueNotFound' } });
    expect(await create(venue.name)).toMatchObject({ status: 201 });
    expect(await createClassAt(venue)).toMatchObject({
      status: 400,
      body: { issues: [{ field: 'venue_id' }] },
    });
  });

  it('stays where it is changed between the count of its classes and its end [SET-02]', async () => {
    const venue = await stored();
    const answer = await meanwhile(
      () => rename(venue, `Park ${randomUUID()}`),
      200,
      () => remove(venue),
    );
    expect(answer.status).toBe(503);
    expect(await getVenue(table, venue.id)).toMatchObject({ version: venue.version + 1 });
  });

  it('gets no further class between the count of its classes and its end [SET-02]', async () => {
    const venue = await stored();
    const answer = await meanwhile(
      () => createClassAt(venue),
      400,
      () => remove(venue),
    );
    expect(answer.status).toBe(204);
    expect(await getVenue(table, venue.id)).toBeUndefined();
  });
});
