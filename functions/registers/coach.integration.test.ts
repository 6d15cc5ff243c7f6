import { beforeEach, describe, expect, it } from 'vitest';
import { putClass, putFamily } from '#infra/local/seed/put';
import {
  at,
  type SampleFamily,
  sampleBooking,
  sampleClass,
  sampleFamily,
} from '#infra/testing/samples/samples';
import { putMember } from '#infra/testing/samples/stored';
import { type Answer, invoke } from '#infra/testing/services/invoke';
import { startTests } from '#infra/testing/services/system';
import type { FootballClass } from '#shared/classes/class';
import type { RouteName } from '#shared/contract/routes';
import { addDays } from '#shared/lib/calendar';
import type { UserId } from '#shared/lib/ids';
import { calendarDateSchema, instantOf, instantSchema } from '#shared/lib/values';
import { limits, pageSizes } from '#shared/limits';
import { retainedRecordDays } from '#shared/policies';
import type { UnlistedTask } from '#shared/registers/admin-routes';
import { countingMark } from '#shared/registers/marks';
import {
  type Mark,
  markIdSchema,
  phoneIdSchema,
  registerSchema,
  type SendMarks,
} from '#shared/registers/register';
import { coachRoutes } from '#shared/registers/routes';
import { getProfile } from '../accounts/accounts.ts';
import { beginCoachGrant, beginCoachRevocation, endCoachGrant } from '../accounts/coaches.ts';
import { beginRoleChange, endRoleChange } from '../accounts/roles.ts';
import { beginClassDeletion, finishClassDeletion } from '../across/delete-class.ts';
import { beginFamilyDeletion } from '../across/delete-family.ts';
import { listBookingsOfSlot } from '../booking/bookings.ts';
import { endBooking } from '../booking/end-booking.ts';
import { takePlace } from '../booking/take-place.ts';
import { getManagedClass } from '../classes/classes.ts';
import { coachOperations } from '../entries/coach-operations.ts';
import { type Key, tableSchema } from '../lib/dynamo/items.ts';
import { registerKey, unlistedKey } from '../lib/dynamo/keys-of-classes.ts';
import { getItem } from '../lib/dynamo/reads.ts';
import { createHandler } from '../lib/http/create-handler.ts';
import { storeCover } from '../sessions/covers.ts';
import { checkRole } from './coach.ts';
import { readMarks } from './registers.ts';

/** The fourth session of the sample class: Saturday, 9:00 to 9:45 in summer time. */
const date = calendarDateSchema.parse('2025-09-27');
const before = '2025-09-26T08:00:00.000Z';
const nextMidnight = '2025-09-28T23:00:00.000Z';
const during = '2025-09-27T08:10:00.000Z';

const system = await startTests(() => ({}));
const { table, deps, setTime, admin: office } = system;
beforeEach(() => setTime(during));

const handler = createHandler(coachRoutes, coachOperations, deps, {
  clock: deps.clock,
  requireCurrentRole: (caller) => checkRole(caller, deps),
});

const call = (
  userId: UserId,
  route: RouteName & keyof typeof coachRoutes,
  { role = 'coach', ...request }: { role?: string; params?: Record<string, string>; body?: unknown } = {},
): Promise<Answer> => invoke(handler, { route, userId, groups: role === 'parent' ? [] : [role], ...request });

const someInstant = instantSchema.parse('2025-09-01T00:00:00.000Z');

const newPerson = async (): Promise<UserId> => {
  const family = sampleFamily({ children: [] });
  await putFamily(table, family);
  return family.profile.id;
};

const newCoach = async (): Promise<UserId> => {
  const id = await newPerson();
  await beginCoachGrant(table, id, { at: someInstant, settledBefore: someInstant }, []);
  expect(await endCoachGrant(table, id, someInstant)).toMatchObject({ outcome: 'done' });
  return id;
};

const newAdmin = async (): Promise<UserId> => {
  const id = await newPerson();
  const state = (await getProfile(table, id)) ?? expect.unreachable('it is stored');
  await beginRoleChange(table, state, 'admin', someInstant, []);
  const begun = { ...state, role: 'admin', role_pending: 'admin', role_changed_at: someInstant } as const;
  await endRoleChange(table, begun, someInstant);
  return id;
};

interface Scene {
  readonly cls: FootballClass;
  readonly coach: UserId;
  readonly families: readonly SampleFamily[];
}

/** A class of one coach, with a session in which the first child of each family has a place. */
const newScene = async (children: Parameters<typeof sampleFamily>[0] = {}, count = 1): Promise<Scene> => {
  const coach = await newCoach();
  const cls = sampleClass({ capacities: [30, 30] });
  await putClass(table, { ...cls, coach_ids: [coach] });
  const families = Array.from({ length: count }, () => sampleFamily(children));
  for (const family of families) {
    await putFamily(table, family);
    await takePlace(table, sampleBooking(cls, family));
  }
  return { cls, coach, families };
};

const paramsOf = (cls: FootballClass, day: string = date) => ({
  classId: cls.id,
  slotId: at(cls.time_slots, 0).id,
  date: day,
});

const registerOf = async ({ cls, coach }: Scene, as = coach) => {
  const { status, body } = await call(as, 'getRegister', { params: paramsOf(cls) });
  expect(status).toBe(200);
  return registerSchema.parse(body);
};

let nextMark = 0;
const markOf = (
  { id, children }: SampleFamily,
  attendance: Mark['attendance'],
  tapped = during,
): SendMarks['sessions'][number]['marks'][number] => {
  nextMark += 1;
  return {
    id: markIdSchema.parse(`mrk_${String(nextMark).padStart(16, '0')}`),
    parent_id: id,
    child_id: at(children, 0).id,
    attendance,
    at: instantSchema.parse(tapped),
  };
};

/** The office removes the booking of a family. */
const endPlace = async ({ cls }: Scene, { id }: SampleFamily) => {
  const bookings = await listBookingsOfSlot(table, at(cls.time_slots, 0).id);
  const booking = bookings.find(({ parent_id }) => parent_id === id) ?? expect.unreachable();
  const ending = { reason: 'removed', credit: 'sessions' } as const;
  await endBooking(deps, booking, { ending, by: 'admin', tell: false });
};

const nameCover = ({ id, time_slots }: FootballClass, coach: UserId, day = date) => {
  const cover = { class_id: id, slot_id: at(time_slots, 0).id, date: day, coach_ids: [coach] };
  return storeCover(table, cover, undefined, []);
};

const beginDeletion = async ({ id }: FootballClass) => {
  const cls = (await getManagedClass(table, id)) ?? expect.unreachable('it is stored');
  expect(await beginClassDeletion(table, cls, [])).toMatchObject({ outcome: 'done' });
  return cls;
};

type SentMark = ReturnType<typeof markOf>;

const send = (as: UserId, cls: FootballClass, marks: readonly SentMark[], role?: string): Promise<Answer> => {
  const { classId, slotId } = paramsOf(cls);
  const session = { class_id: classId, slot_id: slotId, date, marks };
  return call(as, 'sendMarks', { body: { sessions: [session] }, ...(role && { role }) });
};

const expiryOf = (key: Key) =>
  getItem(table, { key, fromItem: (item) => item[tableSchema.timeToLiveAttribute] });

const refusalsOf = ({ status, body }: Answer): unknown[] => {
  expect(status).toBe(200);
  return Object(body).marks.map(({ refused }: { refused: unknown }) => refused);
};

describe('who reads and marks a session', () => {
  const callers = {
    'the coach of the class': async ({ coach }: Scene) => ({ as: coach, role: 'coach' }),
    'a coach who stands in': async ({ cls }: Scene) => {
      const as = await newCoach();
      await nameCover(cls, as);
      return { as, role: 'coach' };
    },
    'a coach who stands in on another day': async ({ cls }: Scene) => {
      const as = await newCoach();
      await nameCover(cls, as, calendarDateSchema.parse('2025-10-04'));
      return { as, role: 'coach' };
    },
    'a coach beside one who stands in': async ({ cls }: Scene) => {
      await nameCover(cls, await newCoach());
      return { as: await newCoach(), role: 'coach' };
    },
    'a coach of another class': async () => ({ as: (await newScene()).coach, role: 'coach' }),
    'a coach whose role was taken': async ({ coach }: Scene) => {
      await beginCoachRevocation(table, coach, someInstant, []);
      return { as: coach, role: 'coach' };
    },
    'a parent': async ({ families }: Scene) => ({ as: at(families, 0).profile.id, role: 'parent' }),
    'an administrator': async () => ({ as: await newAdmin(), role: 'admin' }),
    'an administrator whose role is being taken away': async () => {
      await newAdmin();
      const as = await newAdmin();
      const profile = (await getProfile(table, as)) ?? expect.unreachable('it is stored');
      expect((await beginRoleChange(table, profile, 'parent', someInstant, [])).outcome).toBe('done');
      return { as, role: 'admin' };
    },
    'a former administrator': async () => ({ as: await newPerson(), role: 'admin' }),
  } as const;
  const lastMoment = '2025-09-28T22:59:59.999Z';
  const times = ['2025-09-26T07:59:59.999Z', before, during, lastMoment, nextMidnight];
  const [early, , , , over] = times;
  const isIn = (time: string) => time !== early && time !== over;
  const rows = Object.entries(callers).flatMap(([who, prepare]) =>
    // Who may do nothing may do so at no time; the times are those of who stands in as well.
    (['the coach of the class', 'an administrator'].includes(who) ? times : [during]).map((time) => {
      const own = who === 'the coach of the class' || who === 'a coach who stands in';
      const strangers = ['a coach who stands in on another day', 'a coach beside one who stands in'];
      const stranger = [...strangers, 'a coach of another class'].includes(who);
      const read = own ? (isIn(time) ? 200 : 404) : stranger ? 404 : who === 'an administrator' ? 200 : 403;
      return { who, prepare, time, read };
    }),
  );

  it.each(rows)(
    'at $time: $who gets $read [COA-03, COA-05, COA-06, REG-12]',
    async ({ who, prepare, time, read }) => {
      const scene = await newScene();
      const { as, role } = await prepare(scene);
      setTime(time);
      const register = await call(as, 'getRegister', { params: paramsOf(scene.cls), role });
      expect(register.status).toBe(read);
      const { status, body } = await send(
        as,
        scene.cls,
        [markOf(at(scene.families, 0), 'present', time)],
        role,
      );
      // A mark that comes before or after the register is open is refused by itself.
      const isOwn = who === 'the coach of the class' || who === 'a coach who stands in';
      expect(status).toBe(isOwn ? 200 : read);
      const refused = Object(body).marks?.[0]?.refused;
      if (isOwn) expect(refused).toBe(read === 200 ? null : time === early ? 'too-early' : 'too-late');
      if (who === 'an administrator') expect(refused).toBe(time === over ? 'needs-reason' : null);
      const stored = await readMarks(table, at(scene.cls.time_slots, 0).id, date);
      expect(stored).toHaveLength(refused === null ? 1 : 0);
    },
  );

  it.each([
    ['a day without a session', { date: '2025-09-26' }],
    ['an unknown class', { classId: `cls_${'0'.repeat(26)}` }],
    ['an unknown slot of the class', { slotId: `slt_${'0'.repeat(26)}` }],
  ])('answers 404 for %s, also to an administrator [COA-03]', async (_, other) => {
    const { cls, coach } = await newScene();
    const params = { ...paramsOf(cls), ...other };
    expect((await call(coach, 'getRegister', { params })).status).toBe(404);
    expect((await call(await newAdmin(), 'getRegister', { params, role: 'admin' })).status).toBe(404);
  });
});

it('of a class that is being deleted is nobody’s [COA-03]', async () => {
  const scene = await newScene();
  const { cls, coach } = scene;
  const admin = await newAdmin();
  await beginDeletion(cls);
  for (const [as, role] of [
    [coach, 'coach'],
    [admin, 'admin'],
  ] as const) {
    expect((await call(as, 'getRegister', { params: paramsOf(cls), role })).status).toBe(404);
    expect((await send(as, cls, [markOf(at(scene.families, 0), 'present')], role)).status).toBe(404);
    const { status, body } = await call(as, 'listMySessions', { role });
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toContain(cls.id);
  }
});

describe('a register', () => {
  it('has each child with a place that day and its adults, and nothing that a coach may not see [COA-03, REG-01, FID-08, IMP-09]', async () => {
    const scene = await newScene({ children: [{ name: 'Zoe', medical_conditions: 'Asthma' }] });
    const { cls } = scene;
    // A note of the time before "none" was an answer is no sign.
    const trial = sampleFamily({ children: [{ name: 'Amy', medical_conditions: 'None known' }] });
    await putFamily(table, trial);
    await takePlace(table, sampleBooking(cls, trial, { is_trial: true, trial_date: date }));
    const other = sampleFamily({ children: [{ name: 'Elsewhere' }] });
    await putFamily(table, other);
    await takePlace(table, sampleBooking(cls, other, { time_slot_id: at(cls.time_slots, 1).id }));
    const family = at(scene.families, 0);
    const second = { ...sampleFamily().profile, full_name: 'Sam Second', phone_number: '07700 900456' };
    await putMember(table, second, { family_id: family.id, family_role: 'adult' });
    const holder = { full_name: 'Pat Parent', phone_number: '07700 900123' };
    const adult = { full_name: 'Sam Second', phone_number: '07700 900456' };
    const { status, body } = await call(scene.coach, 'getRegister', { params: paramsOf(cls) });
    expect(status).toBe(200);
    const photos = { school: false, web: false };
    const health_answered_at = at(family.children, 0).health_answer?.at;
    const answered = { medical_conditions: 'Asthma', is_health_answered: true, health_answered_at };
    const card = { ...answered, contacts: [], photos, adults: [holder, adult] };
    // Field by field: a new field of the answer has to be decided here.
    expect(body).toEqual({
      session: {
        class_id: cls.id,
        slot_id: at(cls.time_slots, 0).id,
        date,
        class_type: 'juniorballerz',
        venue: 'Riverside Sports Ground',
        venue_details: {
          address: '12 Riverside Road, London SE1 2AB',
          map_url: 'https://maps.example.com/riverside',
          directions: 'Gate B, behind the school',
        },
        start_time: '09:00',
        end_time: '09:45',
        state: 'on',
        reason: null,
        is_cover: false,
        opens_at: before,
        closes_at: nextMidnight,
        children: 2,
        trials: 1,
        medical_notes: 1,
        not_coming: 0,
        marked: 0,
      },
      read_at: during,
      unlisted: [],
      children: [
        {
          parent_id: trial.id,
          child_id: at(trial.children, 0).id,
          name: 'Amy',
          age: 7,
          kind: 'trial',
          is_first: false,
          not_coming: false,
          mark: null,
          card: { ...card, medical_conditions: null, adults: [holder] },
        },
        {
          parent_id: family.id,
          child_id: at(family.children, 0).id,
          name: 'Zoe',
          age: 7,
          kind: 'full',
          is_first: true,
          not_coming: false,
          card,
          mark: null,
        },
      ],
    });
    const text = JSON.stringify(body);
    expect(text).not.toContain(second.email);
    for (const { profile, children } of [family, trial]) {
      expect(text).not.toContain(profile.email);
      expect(text).not.toContain(at(children, 0).date_of_birth);
    }
  });

  it('lists the sessions of today and the next seven days with counts only [COA-04]', async () => {
    const { cls, coach } = await newScene({ children: [{ name: 'Zoe', medical_conditions: 'Asthma' }] });
    const list = async (as = coach, role = 'coach') => {
      const { status, body } = await call(as, 'listMySessions', { role });
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toMatch(/Zoe|Asthma/);
      return Object(body).sessions.filter(({ class_id }: { class_id: string }) => class_id === cls.id);
    };
    const expected = [date, '2025-10-04'].flatMap((day) => [
      { date: day, start_time: '09:00', children: 1, medical_notes: 1, trials: 0 },
      { date: day, start_time: '10:00', children: 0, medical_notes: 0, trials: 0 },
    ]);
    expect(await list()).toMatchObject(expected);
    expect(await list(await newAdmin(), 'admin')).toMatchObject(expected);
    expect(await list((await newScene()).coach)).toEqual([]);
    // Until the end of the next day.
    setTime('2025-09-28T22:59:59.999Z');
    expect(await list()).toMatchObject(expected);
    setTime(nextMidnight);
    expect(await list()).toMatchObject(expected.slice(2));
  });
});

describe('marks', () => {
  it('are the same in every order of arrival, and both are in the history [REG-06]', async () => {
    const scene = await newScene();
    const family = at(scene.families, 0);
    const marks = [
      markOf(family, 'absent', '2025-09-27T08:02:00.000Z'),
      markOf(family, 'present', '2025-09-27T08:05:00.000Z'),
      markOf(family, 'absent', '2025-09-27T08:05:00.000Z'),
    ];
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
    ]) {
      const { cls, coach } = await newScene();
      await takePlace(table, sampleBooking(cls, family, { child_id: at(family.children, 0).id }));
      // Two phones at once.
      await Promise.all(order.map((index) => send(coach, cls, [at(marks, index)])));
      const [place] = await readMarks(table, at(cls.time_slots, 0).id, date);
      expect(place?.marks.map(({ id }) => id).toSorted()).toEqual(marks.map(({ id }) => id));
      expect(countingMark(place?.marks ?? [])?.id).toBe(at(marks, 1).id);
      const register = await registerOf({ cls, coach, families: [] });
      expect(register.children.find(({ parent_id }) => parent_id === family.id)?.mark).toEqual({
        id: at(marks, 1).id,
        attendance: 'present',
        at: at(marks, 1).at,
        tap: { phone: coach.slice(0, 8), number: Date.parse(at(marks, 1).at) * 1_000 },
      });
    }
  });

  it('sent fifty times at once counts once, and costs one unit [REG-04, REG-11]', async () => {
    const { cls, coach, families } = await newScene();
    const mark = markOf(at(families, 0), 'late');
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(coach, cls, [mark])));
    setTime('2025-09-27T09:30:00.000Z');
    for (const answer of [...answers, await send(coach, cls, [mark])])
      expect(refusalsOf(answer)).toEqual([null]);
    const [place] = await readMarks(table, at(cls.time_slots, 0).id, date);
    expect(place?.marks).toEqual([
      {
        id: mark.id,
        attendance: 'late',
        at: during,
        received_at: during,
        by: coach,
        reason: null,
        tap: { phone: coach.slice(0, 8), number: Date.parse(during) * 1_000 },
      },
    ]);
    const { cost } = await table.measure(() => send(coach, cls, [markOf(at(families, 0), 'present')]));
    const writes = cost.filter(({ operation }) => operation === 'UpdateItem');
    expect(writes).toMatchObject([{ tableUnits: 1, indexUnits: 0 }]);
  });

  const tapsOf = (phone: string) => {
    let number = 0;
    return (...mark: Parameters<typeof markOf>) => {
      number += 1;
      return { ...markOf(...mark), tap: { phone: phoneIdSchema.parse(phone), number } };
    };
  };
  const shown = async (scene: Scene) => at((await registerOf(scene)).children, 0).mark?.attendance;
  const ahead = ['2025-09-27T09:00:00.000Z', '2025-09-27T09:00:01.000Z'] as const;

  it.each([
    ['in one request, both ahead of the server', ahead, 1],
    ['in two requests, both ahead of the server', ahead, 2],
    [
      'with a clock that was set back between them',
      ['2025-09-27T08:05:00.000Z', '2025-09-27T07:00:00.000Z'],
      2,
    ],
  ] as const)('of a phone %s show its later tap [REG-13]', async (_, times, requests) => {
    for (const [first, second] of [
      ['present', 'absent'],
      ['absent', 'present'],
    ] as const) {
      const scene = await newScene();
      const [family, tap] = [at(scene.families, 0), tapsOf('phone-01')];
      const marks = [tap(family, first, times[0]), tap(family, second, times[1])];
      // The later one may arrive first.
      for (const part of requests === 1 ? [marks.toReversed()] : [marks.slice(1), marks.slice(0, 1)])
        await send(scene.coach, scene.cls, part);
      expect(await shown(scene)).toBe(second);
      const [place] = await readMarks(table, at(scene.cls.time_slots, 0).id, date);
      expect(place?.marks).toHaveLength(2);
      expect(place?.marks.map(({ tap: stored }) => stored)).toEqual(
        expect.arrayContaining(marks.map(({ tap: own }) => own)),
      );
    }
  });

  it('of an administrator after that day need a reason, which the history has [REG-02]', async () => {
    const { cls, families } = await newScene();
    const admin = await newAdmin();
    setTime('2025-10-02T10:00:00.000Z');
    const mark = markOf(at(families, 0), 'present', '2025-10-02T10:00:00.000Z');
    expect(refusalsOf(await send(admin, cls, [mark], 'admin'))).toEqual(['needs-reason']);
    const given = { ...mark, reason: 'The coach told me on the phone' };
    expect(refusalsOf(await send(admin, cls, [given], 'admin'))).toEqual([null]);
    const [place] = await readMarks(table, at(cls.time_slots, 0).id, date);
    expect(place?.marks).toMatchObject([{ by: admin, reason: 'The coach told me on the phone' }]);
  });

  it('go when records are kept no longer, and their child with its family [REG-10, SEE-03]', async () => {
    const scene = await newScene();
    const family = at(scene.families, 0);
    await send(scene.coach, scene.cls, [markOf(family, 'present')]);
    const place = { parent_id: family.id, child_id: at(family.children, 0).id };
    const key = registerKey(at(scene.cls.time_slots, 0).id, date, place);
    const end = new Date(Number(await expiryOf(key)) * 1_000);
    expect(instantOf(end).slice(0, date.length)).toBe(addDays(date, retainedRecordDays));
    await beginFamilyDeletion(table, family.id);
    expect((await registerOf(scene)).children).toEqual([]);
  });

  it('of a child that left stay, and it is shown as left, without its card [REG-10, REG-16]', async () => {
    const scene = await newScene();
    const family = at(scene.families, 0);
    expect((await registerOf(scene)).children).toMatchObject([{ kind: 'full', mark: null }]);
    await endPlace(scene, family);
    // The phone did not know it yet.
    expect(refusalsOf(await send(scene.coach, scene.cls, [markOf(family, 'absent')]))).toEqual([null]);
    const register = await registerOf(scene);
    expect(register.children).toMatchObject([
      { kind: 'left', name: at(family.children, 0).name, mark: { attendance: 'absent' }, card: null },
    ]);
    expect(JSON.stringify(register)).not.toContain(family.profile.phone_number);
    expect(register.session).toMatchObject({ children: 0, marked: 0 });
    // The office reads it as the coach does.
    const read = { params: paramsOf(scene.cls), role: 'admin' };
    const { body } = await call(await newAdmin(), 'getRegister', read);
    expect(registerSchema.parse(body).children).toMatchObject([{ kind: 'left', card: null }]);
  });

  it.each([
    ['another class', (own: Scene, other: Scene) => ({ cls: other.cls, family: at(own.families, 0) })],
    [
      'another child of the family',
      (own: Scene) => {
        const family = at(own.families, 0);
        return { cls: own.cls, family: { ...family, children: family.children.slice(1) } };
      },
    ],
  ])('of a place that ended are not taken for %s [COA-03, REG-10]', async (_, wrong) => {
    const scene = await newScene({ children: [{ name: 'Zoe' }, { name: 'Max' }] });
    const family = at(scene.families, 0);
    const other = await newScene();
    await nameCover(other.cls, scene.coach);
    await endPlace(scene, family);
    const { cls, family: marked } = wrong(scene, other);
    expect(refusalsOf(await send(scene.coach, cls, [markOf(marked, 'present')]))).toEqual([
      'not-on-register',
    ]);
    expect(refusalsOf(await send(scene.coach, scene.cls, [markOf(family, 'present')]))).toEqual([null]);
  });

  it('of several sessions go in one request, a hundred at most [REG-11]', async () => {
    const [one, other, foreign] = [await newScene(), await newScene(), await newScene()];
    const scenes = [one, { ...other, coach: one.coach }, foreign];
    await nameCover(other.cls, one.coach);
    const sessions = scenes.map(({ cls, families }) => ({
      class_id: cls.id,
      slot_id: at(cls.time_slots, 0).id,
      date,
      marks: [markOf(at(families, 0), 'present')],
    }));
    expect(refusalsOf(await call(one.coach, 'sendMarks', { body: { sessions } }))).toEqual([
      null,
      null,
      'not-yours',
    ]);
    const family = at(one.families, 0);
    const many = (count: number) => Array.from({ length: count }, () => markOf(family, 'present'));
    expect((await send(one.coach, one.cls, many(100))).status).toBe(200);
    expect((await send(one.coach, one.cls, many(101))).status).toBe(400);
  });
});

describe('a child on no list', () => {
  let added = 0;
  const childOf = (name = 'Zoe', tapped = during) => {
    added += 1;
    const id = markIdSchema.parse(`mrk_unlisted${String(added).padStart(8, '0')}`);
    return { id, name, phone_number: '07700 900123', at: tapped };
  };
  const add = (
    as: UserId,
    cls: FootballClass,
    unlisted: readonly ReturnType<typeof childOf>[],
    marks: readonly SentMark[] = [],
    role = 'coach',
  ) => {
    const { classId, slotId } = paramsOf(cls);
    const session = { class_id: classId, slot_id: slotId, date, marks, unlisted };
    return call(as, 'sendMarks', { body: { sessions: [session] }, role });
  };
  const tasks = async (scene: Scene, query = {}): Promise<UnlistedTask[]> => {
    const { unlisted, next_cursor: cursor } = await office.read('listUnlisted', { query });
    expect(unlisted.length).toBeLessThanOrEqual(pageSizes.usual);
    const own = unlisted.filter(({ slot_id }) => slot_id === at(scene.cls.time_slots, 0).id);
    return cursor ? [...own, ...(await tasks(scene, { cursor }))] : own;
  };
  const finish = ({ cls }: Scene, { id }: ReturnType<typeof childOf>) => {
    const body = { slot_id: at(cls.time_slots, 0).id, date };
    return office.call('finishUnlisted', { params: { unlistedId: id }, body });
  };
  const pastOf = async ({ cls }: Scene) => {
    const params = { classId: cls.id, slotId: at(cls.time_slots, 0).id };
    const { registers } = await office.read('listPastRegisters', { params });
    return registers.find((one) => one.date === date);
  };

  it('is a task of the office and on the register, and never has a place [REG-08]', async () => {
    const scene = await newScene();
    const { cls, coach } = scene;
    const child = childOf();
    const answer = await add(coach, cls, [child], [markOf(at(scene.families, 0), 'present')]);
    expect(refusalsOf(answer)).toEqual([null, null]);
    const { session, children, unlisted } = await registerOf(scene);
    expect(unlisted).toEqual([child]);
    expect(children).toHaveLength(1);
    expect(session).toMatchObject({ children: 1, marked: 1 });
    expect(await tasks(scene)).toEqual([
      {
        ...child,
        slot_id: at(cls.time_slots, 0).id,
        date,
        session: { class_type: cls.class_type, venue: cls.venue, start_time: '09:00', end_time: '09:45' },
      },
    ]);
    expect(await listBookingsOfSlot(table, at(cls.time_slots, 0).id)).toHaveLength(1);
  });

  it('is one task, sent once or fifty times, and none again after it is done [REG-08, REG-04]', async () => {
    const scene = await newScene();
    const { cls, coach } = scene;
    const child = childOf();
    await Promise.all(Array.from({ length: 20 }, () => add(coach, cls, [child])));
    expect(await tasks(scene)).toHaveLength(1);
    for (const _ of [1, 2]) expect((await finish(scene, child)).status).toBe(204);
    await add(coach, cls, [child]);
    expect(await tasks(scene)).toEqual([]);
    // It was there, whatever the office did since.
    expect((await registerOf(scene)).unlisted).toEqual([child]);
    setTime('2025-09-28T08:45:00.000Z');
    const past = await pastOf(scene);
    expect(past?.unlisted).toEqual(['Zoe']);
    expect(JSON.stringify(past)).not.toContain(child.phone_number);
  });

  it('is added by those who mark the session, while they may [REG-08, COA-03]', async () => {
    const { cls, coach } = await newScene();
    const stranger = await newCoach();
    expect((await add(stranger, cls, [childOf()])).status).toBe(404);
    expect(refusalsOf(await add(coach, cls, [childOf('Amy', '2025-09-25T08:00:00.000Z')]))).toEqual([
      'too-early',
    ]);
    setTime(nextMidnight);
    expect(refusalsOf(await add(coach, cls, [childOf()]))).toEqual(['too-late']);
    expect(refusalsOf(await add(await newAdmin(), cls, [childOf()], [], 'admin'))).toEqual([null]);
  });

  it.each([
    ['without a name', { name: ' ' }],
    ['without a number', { phone_number: '' }],
    ['with two numbers', { phone_number: '07700 900123 / 07700 900456' }],
  ])('is refused %s [REG-08]', async (_, change) => {
    const { cls, coach } = await newScene();
    expect((await add(coach, cls, [{ ...childOf(), ...change }])).status).toBe(400);
  });

  it('is in no log, and costs one transaction and one write on the index [REG-08, REG-11]', async () => {
    const { cls, coach } = await newScene();
    const { cost } = await table.measure(() => add(coach, cls, [childOf('Quentin')]));
    expect(system.logged.join()).not.toMatch(/Quentin|900123/);
    const writes = cost.filter(({ operation }) => operation === 'TransactWriteItems');
    expect(writes).toMatchObject([{ tableUnits: 4, indexUnits: 1 }]);
  });

  const unlistedOf = async (scene: Scene) => (await registerOf(scene)).unlisted;
  const most = limits.unlistedPerSession;

  it('has at most 19 others in a session, however many are sent at once [REG-16]', async () => {
    const scene = await newScene();
    const { cls, coach } = scene;
    const many = () => Array.from({ length: 12 }, () => childOf());
    // Five phones at once, 60 children.
    const requests = Array.from({ length: 5 }, many);
    const sendAll = async () =>
      (await Promise.all(requests.map((children) => add(coach, cls, children)))).flatMap(refusalsOf);
    const outcomes = await sendAll();
    expect(outcomes.filter((refused) => refused === null)).toHaveLength(most);
    expect(outcomes.filter((refused) => refused === 'too-many')).toHaveLength(60 - most);
    expect(await tasks(scene)).toHaveLength(most);
    // Sent again, each is what it was.
    expect(await sendAll()).toEqual(outcomes);
    expect(await unlistedOf(scene)).toHaveLength(most);
  });

  it('is deleted by its coach, with name and number, and makes room for another one [REG-16]', async () => {
    const scene = await newScene();
    const { cls, coach } = scene;
    const children = Array.from({ length: most }, (_, index) => childOf(`Walk-on ${index}`));
    await add(coach, cls, children);
    const child = at(children, 0);
    const remove = (as: UserId, role = 'coach', { id } = child) =>
      call(as, 'removeUnlisted', { params: { ...paramsOf(cls), unlistedId: id }, role });
    expect((await remove(await newCoach())).status).toBe(404);
    expect((await remove(coach, 'coach', childOf())).status).toBe(404);
    const together = await Promise.all([remove(coach), remove(coach), remove(await newAdmin(), 'admin')]);
    expect(together.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect((await unlistedOf(scene)).map(({ id }) => id)).not.toContain(child.id);
    expect((await tasks(scene)).map(({ id }) => id)).not.toContain(child.id);
    const items = await system.items(({ PK }) => PK === `REGISTER#${at(cls.time_slots, 0).id}`);
    expect(JSON.stringify(items)).not.toMatch(/Walk-on 0"/);
    // A phone whose answer was lost sends it again.
    expect(refusalsOf(await add(coach, cls, [child]))).toEqual([null]);
    expect(await unlistedOf(scene)).toHaveLength(most - 1);
    expect(refusalsOf(await add(coach, cls, [childOf(), childOf()]))).toEqual([null, 'too-many']);
    setTime(nextMidnight);
    expect((await remove(coach, 'coach', at(children, 1))).status).toBe(404);
  });

  it('is deleted by the office, also where its class is gone [REG-16]', async () => {
    const scene = await newScene();
    const { cls, coach } = scene;
    const child = childOf();
    await add(coach, cls, [child]);
    await finishClassDeletion(deps, await beginDeletion(cls), null);
    const slotId = at(cls.time_slots, 0).id;
    expect(await tasks(scene)).toMatchObject([{ id: child.id, session: null }]);
    const remove = () => office.call('deleteUnlisted', { params: { slotId, date, unlistedId: child.id } });
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 204]);
    expect(await tasks(scene)).toEqual([]);
    const unknown = { slotId, date, unlistedId: childOf().id };
    expect((await office.call('deleteUnlisted', { params: unknown })).status).toBe(404);
  });

  it('goes 90 days after the office has dealt with it, however often that is said [REG-16]', async () => {
    const scene = await newScene();
    const { cls, coach } = scene;
    const child = childOf();
    await add(coach, cls, [child]);
    const slotId = at(cls.time_slots, 0).id;
    expect((await finish(scene, child)).status).toBe(204);
    const goes = Date.parse('2025-12-26T08:10:00.000Z') / 1_000;
    expect(await expiryOf(unlistedKey(slotId, date, child.id))).toBe(goes);
    setTime('2025-10-10T10:00:00.000Z');
    expect((await finish(scene, child)).status).toBe(204);
    expect(await expiryOf(unlistedKey(slotId, date, child.id))).toBe(goes);
    const admin = await newAdmin();
    const names = async () => {
      const { body } = await call(admin, 'getRegister', { params: paramsOf(cls), role: 'admin' });
      const shown = registerSchema.parse(body).unlisted.map(({ name }) => name);
      return [...shown, ...((await pastOf(scene))?.unlisted ?? [])];
    };
    setTime('2025-12-26T08:09:59.999Z');
    expect(await names()).toEqual(['Zoe', 'Zoe']);
    setTime('2025-12-26T08:10:00.000Z');
    expect(await names()).toEqual([]);
  });
});
