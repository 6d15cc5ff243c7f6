import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { coachKey } from '#functions/lib/dynamo/keys-of-people';
import { batchDelete, batchPut } from '#functions/lib/dynamo/writes';
import { forgetSettings } from '#functions/school/settings';
import { putDraft, putVenue } from '#infra/local/seed/put';
import { at, enteredClass, enteredSlot, formOf, sampleVenueNamed } from '#infra/testing/samples/samples';
import { storedCoach } from '#infra/testing/samples/stored';
import { bookingSteps } from '#infra/testing/services/booking-system';
import { type EditRoute, forms } from '#infra/testing/services/forms';
import type { Answer } from '#infra/testing/services/invoke';
import { startTests } from '#infra/testing/services/system';
import { readAllItems } from '#infra/testing/table/all-items';
import { withChangeBetween } from '#infra/testing/table/test-table';
import { createClassSchema } from '#shared/classes/class-input';
import { isSameValue, type Json } from '#shared/contract/edits';
import { type RouteName, routes } from '#shared/contract/routes';
import { programmeIds } from '#shared/programmes';
import { defaultSchoolSettings, settingsValues } from '#shared/school/settings';
import { sessionsOf } from '#shared/sessions/sessions';
import { instant } from '#shared/testing/values';

const system = await startTests(bookingSteps);
const { table, admin } = system;
// A small table is read quickly.
afterEach(async () => {
  await batchDelete(table, await readAllItems(table, { keysOnly: true }));
  forgetSettings(table);
});

/** A stored thing with its form, and two other values for each of its fields. */
interface Editable {
  readonly params: Readonly<Record<string, string>>;
  readonly call: (
    route: RouteName,
    request: { params?: Record<string, string>; body?: unknown },
  ) => Promise<Answer>;
  readonly others: Readonly<Record<string, readonly [Json, Json]>>;
  readonly besides?: object;
}

const call: Editable['call'] = (route, request) =>
  admin.call(route as Parameters<typeof admin.call>[0], request);

const ofFamily = async () => {
  const family = await system.addFamily('Robin', 'Alex');
  const child = at(family.children, 0);
  const asMember: Editable['call'] = (route, request) =>
    system.asFamily(family, route as Parameters<typeof system.asFamily>[1], request);
  return { family, child, ofParent: { parentId: family.id }, ofChild: { childId: child.id }, asMember };
};

const contacts = ['Ruth', 'Tom'].map((name) => [
  { name, relation: 'Neighbour', phone_number: '07700 900301', may_collect: true },
]);
const notes = ['Peanut allergy: EpiPen', 'Asthma'].map((medical_conditions) => ({
  medical_conditions,
  nothing_to_know: false,
}));
const names: [Json, Json] = ['Quinn Other', 'Zofia Kowalska'];
const phones: [Json, Json] = ['07700 900456', '07700 900789'];
const births: [Json, Json] = ['2018-01-02', '2019-03-04'];
const person = { full_name: names, phone_number: phones };
const ofCard = { name: names, date_of_birth: births };
const pair = (list: readonly Json[]): [Json, Json] => [at(list, 0), at(list, 1)];

const openings = { opens_at: instant('2025-09-01T09:00:00.000Z') };

const othersOfClass = async (): Promise<Editable['others']> => {
  const venues = ['One', 'Other'].map((name) => sampleVenueNamed(`${name} ${randomUUID()}`));
  for (const venue of venues) await putVenue(table, venue);
  const coaches = [await storedCoach(table), await storedCoach(table)];
  return {
    class_type: ['miniballerz', 'eliteballerz'],
    venue_id: pair(venues.map(({ id }) => id)),
    coach_name: names,
    coach_ids: pair(coaches.map(({ profile }) => [profile.id])),
    weekly_rate: [2500, 3000],
    start_date: ['2025-09-13', '2025-09-20'],
    end_date: ['2025-11-08', '2025-11-15'],
    skipped_dates: [['2025-09-27'], ['2025-10-04']],
    image_url: ['https://pictures.example/a.jpg', 'https://pictures.example/b.jpg'],
    opens_for_current_at: ['2025-08-30T09:00:00.000Z', '2025-08-31T09:00:00.000Z'],
    opens_at: ['2025-09-02T09:00:00.000Z', '2025-09-03T09:00:00.000Z'],
  };
};

const rows: Readonly<Record<EditRoute, () => Promise<Editable>>> = {
  updateMyProfile: async () => ({ params: {}, call: (await ofFamily()).asMember, others: person }),
  updateChild: async () => {
    const { asMember, ofChild } = await ofFamily();
    return { params: ofChild, call: asMember, others: { ...ofCard, health: pair(notes) } };
  },
  updateCard: async () => {
    const { asMember, ofChild } = await ofFamily();
    const photos: [Json, Json] = [true, false];
    const others = {
      photos_school: photos,
      photos_web: photos,
      contacts: pair(contacts),
      health: pair(notes),
    };
    return { params: ofChild, call: asMember, others };
  },
  updateParent: async () => ({ params: (await ofFamily()).ofParent, call, others: person }),
  correctChild: async () => {
    const { ofParent, ofChild } = await ofFamily();
    return { params: { ...ofParent, ...ofChild }, call, others: ofCard };
  },
  setCoachChecks: async () => {
    const { family } = await ofFamily();
    await batchPut(table, [
      {
        ...coachKey(family.profile.id),
        entity: 'coach',
        id: family.profile.id,
        changed_at: '2025-09-23T10:00:00.000Z',
      },
    ]);
    const checks: [Json, Json] = [
      { until: '2027-01-02', note: 'Certificate 1' },
      { until: '2028-03-04', note: 'Certificate 2' },
    ];
    return {
      params: { userId: family.profile.id },
      call,
      others: { background_check: checks, first_aid: checks },
    };
  },
  setCover: async () => {
    const cls = await system.addClass({ capacities: [9] });
    const slot = at(cls.time_slots, 0);
    const coaches = [await storedCoach(table), await storedCoach(table)];
    return {
      params: { classId: cls.id },
      call,
      others: { coach_ids: pair(coaches.map(({ profile }) => [profile.id])) },
      besides: { slot_id: slot.id, date: at(sessionsOf(cls, slot).toReversed(), 0).date },
    };
  },
  setSecondReference: async () => {
    const { ofParent } = await ofFamily();
    const [one, other] = ['1TFC', '2TFC'].map((end) => `${randomUUID()}${end}`);
    return { params: ofParent, call, others: { second_reference: [one, other] } };
  },
  updateClass: async () => {
    const cls = await system.addClass({ capacities: [9], overrides: openings });
    const { time_slots } = formOf(cls);
    const others = await othersOfClass();
    const slots = [7, 8].map((max_capacity) => time_slots.map((slot) => ({ ...slot, max_capacity })));
    return { params: { classId: cls.id }, call, others: { ...others, time_slots: pair(slots) } };
  },
  updateDraft: async () => {
    const venue = sampleVenueNamed(`Park ${randomUUID()}`);
    await putVenue(table, venue);
    const form = createClassSchema.parse({
      ...enteredClass,
      ...openings,
      venue_id: venue.id,
      time_slots: [enteredSlot],
    });
    const draft = await putDraft(table, form);
    const slots = [7, 8].map((max_capacity) => [{ ...enteredSlot, max_capacity }]);
    const others = { ...(await othersOfClass()), time_slots: pair(slots) };
    return { params: { classId: draft.id }, call, others };
  },
  updateVenue: async () => {
    const venue = sampleVenueNamed(`Park ${randomUUID()}`);
    await putVenue(table, venue);
    return {
      params: { venueId: venue.id },
      call,
      others: {
        name: [`Park ${randomUUID()}`, `Park ${randomUUID()}`],
        address: ['1 Other Road', '2 Other Road'],
        map_url: ['https://maps.example/1', null],
        directions: ['Gate B', 'Gate C'],
      },
    };
  },
  saveSettings: async () => {
    await call('saveSettings', { body: settingsValues(defaultSchoolSettings) });
    const rules = [10, 20].map((percent) => ({
      reduction: { by: 'percent', percent },
      programmes: [...programmeIds],
    }));
    return {
      params: {},
      call,
      others: {
        instructions: [['Cash'], ['Bank']],
        payment_link: pair(
          ['a', 'b'].map((path) => ({
            url: `https://pay.example/${path}`,
            reference_parameter: 'ref',
            amount_parameter: null,
            amount_unit: 'dollars',
          })),
        ),
        due_rule: ['first-session', 'monthly'],
        sibling: pair(rules),
        second_class: pair(rules),
        early: pair(rules.map((rule) => ({ ...rule, until: '2025-12-01' }))),
        // One of two is never changed to a third value: "opening_put_away".
      },
    };
  },
  updateBooking: async () => {
    const { family } = await ofFamily();
    const { id } = await system.book(family, await system.addClass({ capacities: [9] }));
    return { params: { bookingId: id }, call, others: { child_name: names, child_age: [9, 10] } };
  },
};

const shownBy = async (
  route: EditRoute,
  { params, call: send, besides = {} }: Editable,
): Promise<Record<string, Json>> => {
  const shown = await forms[route](
    async (name, request = {}) => {
      const answer = await send(name, { ...request, params: { ...request.params } });
      return routes[name].response.parse(answer.body) as never;
    },
    params,
    besides,
  );
  if (!shown) throw new Error('The thing is there');
  return Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, value ?? null]));
};

const save = (route: EditRoute, thing: Editable, changes: object, shown: object) =>
  thing.call(route, { params: { ...thing.params }, body: { ...thing.besides, ...changes, shown } });

const isDone = ({ status }: Answer) => status === 200 || status === 204;
const pick = (values: Record<string, Json>, name: string) => ({ [name]: values[name] });

describe.each(Object.keys(rows) as EditRoute[])('%s', (route) => {
  const make = rows[route];

  it('is refused where the field was changed since it was shown, and changes nothing [PRF-01]', async () => {
    const fields = Object.keys((await make()).others);
    expect(fields.length).toBeGreaterThan(0);
    for (const field of fields) {
      const thing = await make();
      const [mine, theirs] = thing.others[field] ?? [];
      const shown = await shownBy(route, thing);
      expect(await save(route, thing, { [field]: theirs }, pick(shown, field))).toSatisfy(isDone);
      const before = await readAllItems(table);
      const refusal = await save(route, thing, { [field]: mine }, pick(shown, field));
      expect(refusal).toMatchObject({ status: 409, body: { code: 'changedMeanwhile' } });
      expect(
        isSameValue(Object(refusal.body).stored, { [field]: theirs }),
        JSON.stringify(refusal.body),
      ).toBe(true);
      expect(await readAllItems(table)).toEqual(before);
      // With what is stored now it is no longer unseen.
      expect(await save(route, thing, { [field]: mine }, { [field]: theirs ?? null })).toSatisfy(isDone);
      expect(isSameValue((await shownBy(route, thing))[field], mine)).toBe(true);
    }
  });

  it('is refused where the field changes between its read and its write [PRF-01]', async () => {
    const thing = await make();
    const [field = ''] = Object.keys(thing.others);
    const [mine, theirs] = thing.others[field] ?? [];
    const shown = await shownBy(route, thing);
    const refusal = await withChangeBetween(
      table,
      async () => expect(await save(route, thing, { [field]: theirs }, pick(shown, field))).toSatisfy(isDone),
      () => save(route, thing, { [field]: mine }, pick(shown, field)),
      (command) => command === 'TransactWriteItemsCommand' || command === 'UpdateItemCommand',
    );
    expect(refusal).toMatchObject({ status: 409, body: { code: 'changedMeanwhile' } });
    expect(isSameValue((await shownBy(route, thing))[field], theirs)).toBe(true);
  });

  it('keeps the fields that were not touched, changed meanwhile or not [PRF-01]', async () => {
    const thing = await make();
    const shown = await shownBy(route, thing);
    const [first, ...others] = Object.entries(thing.others);
    if (!first) throw new Error('The form has a field');
    for (const [field, [, theirs]] of others)
      expect(await save(route, thing, { [field]: theirs }, pick(shown, field))).toSatisfy(isDone);
    const now = await shownBy(route, thing);
    expect(await save(route, thing, { [first[0]]: first[1][0] }, pick(shown, first[0]))).toSatisfy(isDone);
    expect(isSameValue(await shownBy(route, thing), { ...now, [first[0]]: first[1][0] })).toBe(true);
  });

  it('is the same edit where it is sent again after a lost answer [PRF-01]', async () => {
    const thing = await make();
    const [[field, [mine]] = ['', [null]]] = Object.entries(thing.others);
    const shown = await shownBy(route, thing);
    for (const _ of ['first', 'again'])
      expect(await save(route, thing, { [field]: mine }, pick(shown, field))).toSatisfy(isDone);
  });

  it('names what was shown of each field [PRF-01]', async () => {
    const thing = await make();
    const [[field, [mine]] = ['', [null]]] = Object.entries(thing.others);
    expect(await save(route, thing, { [field]: mine }, {})).toMatchObject({
      status: 400,
      body: { issues: [{ field: `shown.${field}` }] },
    });
  });
});
