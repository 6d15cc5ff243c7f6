import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, vi } from 'vitest';
import { putClass, putFamily } from '#infra/local/seed/put';
import { showsCards } from '#infra/testing/attack/answers';
import {
  at,
  type SampleFamily,
  sampleBooking,
  sampleClass,
  sampleFamily,
  sampleSiteUrl,
  sampleTimeZone,
} from '#infra/testing/samples/samples';
import { deleteFamily } from '#infra/testing/samples/stored';
import { adminApi } from '#infra/testing/services/admin-api';
import { type Answer, invoke } from '#infra/testing/services/invoke';
import { startTests } from '#infra/testing/services/system';
import { readAllItems } from '#infra/testing/table/all-items';
import type { FootballClass } from '#shared/classes/class';
import { familyRoutes } from '#shared/contract/family-routes';
import { type RouteName, routeList, routes } from '#shared/contract/routes';
import type { Profile } from '#shared/families/family';
import { addDays } from '#shared/lib/calendar';
import { dayMs } from '#shared/lib/durations';
import { retainedRecordDays } from '#shared/policies';
import { coachRoutes } from '#shared/registers/routes';
import { date } from '#shared/testing/values';
import { recordView } from '../across/cards.ts';
import { takePlace } from '../booking/take-place.ts';
import { coachOperations } from '../entries/coach-operations.ts';
import { createHandler } from '../lib/http/create-handler.ts';

const { table, handler, clock, setTime, logged } = await startTests(() => ({}));

/** A session of the sample class during which the tests run. */
const during = new Date('2025-09-27T08:10:00.000Z');
const session = date('2025-09-27');

interface Scene {
  readonly cls: FootballClass;
  readonly family: SampleFamily;
  readonly viewer: Profile;
}

/** A child with a place in a class, and somebody from the school. */
const newScene = async (): Promise<Scene> => {
  setTime(during);
  const [family, staff] = [
    sampleFamily({ children: [{ medical_conditions: 'Asthma' }] }),
    sampleFamily({ children: [] }),
  ];
  const viewer = { ...staff.profile, full_name: 'Sam Okafor' };
  const cls = sampleClass();
  await putFamily(table, family);
  await putFamily(table, { ...staff, profile: viewer });
  await putClass(table, { ...cls, coach_ids: [viewer.id, family.profile.id] });
  await takePlace(table, sampleBooking(cls, family));
  return { cls, family, viewer };
};

const deps = { table, clock, timeZone: sampleTimeZone, siteUrl: sampleSiteUrl };
const office = adminApi(deps).handler;
const coaches = createHandler(coachRoutes, coachOperations, deps, {
  clock,
  requireCurrentRole: async () => {},
});

const slotOf = ({ cls }: Scene) => at(cls.time_slots, 0);

/** The routes that show cards to others than the own family, by what they answer. */
const showing = routeList.filter(({ name }) => showsCards(name)).map(({ name }) => name);

/** What the path of a route names of a scene. */
const paramsOf = (route: RouteName, { cls, family }: Scene): Record<string, string> => {
  const known = { classId: cls.id, slotId: at(cls.time_slots, 0).id, date: session, parentId: family.id };
  return Object.fromEntries(
    Object.entries(known).filter(([name]) => routes[route].path.includes(`{${name}}`)),
  );
};

/** Asks for what a route shows of a scene. */
const read = (route: RouteName, scene: Scene): Promise<Answer> => {
  const isCoach = routes[route].service === 'coach';
  return invoke(isCoach ? coaches : office, {
    route,
    userId: scene.viewer.id,
    groups: [isCoach ? 'coach' : 'admin'],
    params: paramsOf(route, scene),
  });
};

const viewsIn = async () => (await readAllItems(table)).filter(({ entity }) => entity === 'card-view');

const seenBy = async ({ family }: Scene) => {
  const { status, body } = await invoke(handler, { route: 'listCardViews', userId: family.profile.id });
  expect(status).toBe(200);
  return familyRoutes.listCardViews.response.parse(body).views;
};

/** Runs work while the table stores no record of a view. */
const withoutViews = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const { client } = table;
  const send = client.send.bind(client);
  vi.spyOn(client, 'send').mockImplementation(async (...request: Parameters<typeof send>) => {
    const [command] = request;
    if (command instanceof UpdateCommand && String(command.input.Key?.PK).startsWith('VIEWS#'))
      throw new Error('The table is away');
    return send(...request);
  });
  try {
    return await work();
  } finally {
    vi.mocked(client.send).mockRestore();
  }
};

it('covers the routes that show cards', () => expect(showing).toContain('getRegister'));

describe.each(showing)('%s', (name) => {
  const { path, service } = routes[name];
  const dated = path.includes('{date}') ? session : null;

  it('leaves one record for each person, session and day, which the parent sees [SEE-01, SEE-02]', async () => {
    const scene = await newScene();
    const before = (await viewsIn()).length;
    await Promise.all([read(name, scene), read(name, scene)]);
    expect((await read(name, scene)).status).toBe(200);
    expect((await viewsIn()).length).toBe(before + 1);
    const { start_time, end_time } = slotOf(scene);
    const { class_type, venue } = scene.cls;
    const view = {
      child_id: at(scene.family.children, 0).id,
      day: session,
      name: 'Sam Okafor',
      role: service,
      session: path.includes('{parentId}') ? null : { class_type, venue, start_time, end_time, date: dated },
    };
    expect(await seenBy(scene)).toEqual([view]);
    if (dated) return;
    setTime(new Date(during.getTime() + dayMs));
    await read(name, scene);
    expect(await seenBy(scene)).toEqual([{ ...view, day: '2025-09-28' }, view]);
  });

  it('records nothing of the own children [SEE-01]', async () => {
    const scene = await newScene();
    const before = (await viewsIn()).length;
    await read(name, { ...scene, viewer: scene.family.profile });
    expect((await viewsIn()).length).toBe(before);
  });

  it('records ids alone, as long as records are kept [SEE-01, SEE-03]', async () => {
    const scene = await newScene();
    await read(name, scene);
    const item = (await viewsIn()).find(({ viewer_id }) => viewer_id === scene.viewer.id);
    expect(JSON.stringify(item)).not.toMatch(/Asthma|Robin|Okafor/);
    expect(new Date(Number(item?.expires_at) * 1000).toISOString().slice(0, 10)).toBe(
      addDays(date('2025-09-27'), retainedRecordDays),
    );
  });

  it(`answers ${dated ? 'and is counted' : 'nothing'} where the record cannot be stored [SEE-01]`, async () => {
    const scene = await newScene();
    const { status, body } = await withoutViews(() => read(name, scene));
    expect(status).toBe(dated ? 200 : 500);
    expect(JSON.stringify(body).includes('Asthma')).toBe(dated !== null);
    expect(logged.join().includes('"event":"card-view.unrecorded"')).toBe(dated !== null);
    expect(await seenBy(scene)).toEqual([]);
  });
});

it.each([
  ['a day before the session', '2025-09-26T08:00:00.000Z', 200],
  ['during the session', during.toISOString(), 200],
  ['at the end of the next day', '2025-09-28T22:59:59.999Z', 200],
  ['earlier', '2025-09-26T07:59:59.999Z', 500],
  ['later', '2025-09-28T23:00:00.000Z', 500],
])(
  'an administrator who opens a register %s gets %s where the record cannot be stored [SEE-01, COA-06]',
  async (_, now, expected) => {
    const scene = await newScene();
    setTime(new Date(now));
    const ask = () =>
      invoke(coaches, {
        route: 'getRegister',
        userId: scene.viewer.id,
        groups: ['admin'],
        params: paramsOf('getRegister', scene),
      });
    const { status, body } = await withoutViews(ask);
    expect(status).toBe(expected);
    expect(JSON.stringify(body).includes('Asthma')).toBe(expected === 200);
    expect((await ask()).status).toBe(200);
    expect(await seenBy(scene)).toMatchObject([{ role: 'admin', session: { date: session } }]);
  },
);

describe('a family that is erased', () => {
  it('is in no view any more, and others stay in theirs [SEE-02, END-12]', async () => {
    const scene = await newScene();
    const neighbour = sampleFamily();
    await putFamily(table, neighbour);
    await takePlace(table, sampleBooking(scene.cls, neighbour));
    for (const name of showing) await read(name, scene);
    const [gone, stays] = [scene.family, neighbour].map(({ id, children }) => [id, at(children, 0).id]);
    const viewsOf = async (ids: readonly string[] = []) =>
      (await viewsIn()).filter((item) =>
        ids.some((id) => [item.PK, ...(Object(item).child_ids ?? [])].join(' ').includes(id)),
      ).length;
    expect(await viewsOf(gone)).toBe(3);
    expect(await viewsOf(stays)).toBe(2);
    await deleteFamily(deps, { familyId: scene.family.id, by: 'parent' });
    expect(await viewsOf(gone)).toBe(0);
    expect(await viewsOf(stays)).toBe(2);
    await deleteFamily(deps, { familyId: neighbour.id, by: 'parent' });
    expect(await viewsOf(stays)).toBe(0);
  });

  it('is in no view of a slot that its booking moved from before its first session [SEE-02, MOV-03]', async () => {
    const scene = await newScene();
    const { family, viewer } = scene;
    const other = sampleClass({ capacities: [5, 5] });
    await putClass(table, other);
    const [from, to] = [at(other.time_slots, 0).id, at(other.time_slots, 1).id];
    await takePlace(table, sampleBooking(other, family, { time_slot_id: to }));
    const child_ids = new Set([at(family.children, 0).id]);
    const view = { viewer_id: viewer.id, role: 'coach', day: session, child_ids, session: null } as const;
    await recordView(table, from, view);
    const views = async () => JSON.stringify((await viewsIn()).map(({ child_ids: ids }) => [...Object(ids)]));
    expect(await views()).toContain(at(family.children, 0).id);
    await deleteFamily(deps, { familyId: family.id, by: 'parent' });
    expect(await views()).not.toContain(at(family.children, 0).id);
  });
});

describe('what a parent sees', () => {
  it('is of the own children alone, and in the export [SEE-02]', async () => {
    const scene = await newScene();
    const other = sampleFamily({ children: [{ name: 'Other' }] });
    await putFamily(table, other);
    await takePlace(table, sampleBooking(scene.cls, other));
    await read('getRoster', scene);
    await read('getParent', { ...scene, family: other });
    const [own, theirs] = [await seenBy(scene), await seenBy({ ...scene, family: other })];
    expect(own.map(({ child_id }) => child_id)).toEqual([at(scene.family.children, 0).id]);
    expect(theirs.map(({ child_id }) => child_id)).toEqual(other.children.flatMap(({ id }) => [id, id]));
    const { body } = await invoke(handler, { route: 'exportMyData', userId: scene.family.profile.id });
    expect(body).toMatchObject({ card_views: own });
  });

  it('ends with the time that records are kept, whether or not the table has deleted it [SEE-03]', async () => {
    const scene = await newScene();
    await read('getRoster', scene);
    setTime(new Date(during.getTime() + retainedRecordDays * dayMs));
    expect(await seenBy(scene)).toHaveLength(1);
    setTime(new Date(during.getTime() + (retainedRecordDays + 1) * dayMs));
    expect(await seenBy(scene)).toEqual([]);
  });
});
