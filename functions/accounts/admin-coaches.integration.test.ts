import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { putVenue } from '#infra/local/seed/put';
import { interruptAt } from '#infra/testing/mutants/mutant';
import { at, enteredClass, enteredSlot, sampleVenueNamed } from '#infra/testing/samples/samples';
import { adminApi } from '#infra/testing/services/admin-api';
import { memberSteps } from '#infra/testing/services/member-system';
import { startTests } from '#infra/testing/services/system';
import type { ManagedClass } from '#shared/classes/managed-class';
import { routes } from '#shared/contract/routes';
import type { UserId } from '#shared/lib/ids';
import { limits } from '#shared/limits';
import { coachGroup } from '#shared/roles';
import { getClass, listClasses } from '../classes/classes.ts';
import { listActivity } from '../school/activity.ts';
import { isCoach } from './coaches.ts';

const system = await startTests(memberSteps);

const grant = (email: string) => system.admin.call('grantCoach', { body: { email } });
const revoke = (userId: UserId) => system.admin.call('revokeCoach', { params: { userId } });
const listed = async () =>
  routes.listCoaches.response.parse((await system.admin.call('listCoaches')).body).coaches;

const newCoach = async (): Promise<UserId> => {
  const { profile } = await system.join();
  expect((await grant(profile.email)).status).toBe(200);
  return profile.id;
};

const actionsOn = async (id: string) =>
  (await listActivity(system.table, { before: undefined, now: system.clock(), limit: 50 }))
    .filter(({ subject_id }) => subject_id === id)
    .map(({ action }) => action)
    .toSorted();

describe('coaches', () => {
  it('are made of accounts, which stay what they were, and listed and counted apart [COA-01]', async () => {
    const { id, profile } = await system.join();
    expect(await grant(` ${profile.email.toUpperCase()} `)).toMatchObject({
      status: 200,
      body: { id: profile.id, full_name: profile.full_name, pending: false },
    });
    expect(await system.groupsOf(profile.id)).toEqual([coachGroup]);
    expect((await listed()).map(({ id }) => id)).toContain(profile.id);
    // A parent still: in the list of parents, in its search, in the counts, and no administrator.
    const { parents } = await system.search();
    expect(parents.map((parent) => parent.id)).toContain(id);
    expect((await system.listAdmins()).map(({ id }) => id)).not.toContain(profile.id);
    await system.expectCountsToAgree();
    expect((await system.admin.call('getRole', { params: { userId: profile.id } })).body).toMatchObject({
      role: 'coach',
    });
    expect(await actionsOn(profile.id)).toEqual(['coach.granted']);
  });

  it('can be administrators too, and lose one role without the other [COA-01]', async () => {
    const { profile } = await system.join();
    await system.grant(profile.email);
    expect((await grant(profile.email)).status).toBe(200);
    expect((await system.groupsOf(profile.id)).toSorted()).toEqual(['admin', coachGroup]);
    await system.expectCountsToAgree();
    expect((await revoke(profile.id)).status).toBe(204);
    expect(await system.groupsOf(profile.id)).toEqual(['admin']);
    expect((await system.listAdmins()).map(({ id }) => id)).toContain(profile.id);
  });

  it('lose the role in the table at once, and the sign-in stays [COA-05]', async () => {
    const id = await newCoach();
    expect(await isCoach(system.table, id)).toBe(true);
    expect((await revoke(id)).status).toBe(204);
    expect(await isCoach(system.table, id)).toBe(false);
    expect(await system.groupsOf(id)).toEqual([]);
    expect((await listed()).map((coach) => coach.id)).not.toContain(id);
    expect(await actionsOn(id)).toEqual(['coach.granted', 'coach.revoked']);
    expect((await revoke(id)).status).toBe(404);
  });

  it.each(['before', 'after'] as const)(
    'have the role with the group only, and the same call completes a change that broke off %s a request [COA-01]',
    async (when) => {
      for (let step = 0; ; step += 1) {
        const { profile } = await system.join();
        const cut = interruptAt(step, when);
        const cutSystem = { table: cut.table(system.table), userPool: cut.userPool(system.userPool) };
        const failing = adminApi({ ...system, ...cutSystem, userId: system.userId });
        const { status } = await failing.call('grantCoach', { body: { email: profile.email } });
        if (await isCoach(system.table, profile.id))
          expect(await system.groupsOf(profile.id)).toEqual([coachGroup]);
        expect((await grant(profile.email)).status).toBe(200);
        expect(await isCoach(system.table, profile.id)).toBe(true);
        if (status === 200) break;
        expect(step).toBeLessThan(20);
      }
    },
  );
});

describe('the checks of coaches', () => {
  const check = (until: string) => ({ until, note: `Seen, valid until ${until}` });
  const save = (userId: UserId, body: object) =>
    system.admin.call('setCoachChecks', { params: { userId }, body });
  const checksOf = async (id: UserId) => (await listed()).find((coach) => coach.id === id)?.checks;

  it('are entered with what was seen, replaced, removed, and logged by their names [COA-07]', async () => {
    const id = await newCoach();
    expect(await checksOf(id)).toEqual({ background_check: null, first_aid: null });
    const first = { background_check: check('2026-03-01'), first_aid: null };
    expect((await save(id, first)).status).toBe(204);
    // Sent again it is no change.
    expect((await save(id, first)).status).toBe(204);
    expect(await checksOf(id)).toEqual(first);
    // The log sorts by time.
    system.later(1);
    const second = { background_check: null, first_aid: check('2027-01-31') };
    expect((await save(id, second)).status).toBe(204);
    expect(await checksOf(id)).toEqual(second);
    expect(await actionsOn(id)).toEqual(['coach.checked', 'coach.checked', 'coach.granted']);
    const events = await listActivity(system.table, { before: undefined, now: system.clock(), limit: 50 });
    expect(events.find(({ action }) => action === 'coach.checked')?.fields).toEqual([
      'background_check',
      'first_aid',
    ]);
    expect(JSON.stringify(events)).not.toContain('Seen');
  });

  it('stay when the role is granted again, and go with the role [COA-07]', async () => {
    const { profile } = await system.join();
    await grant(profile.email);
    const checks = { background_check: check('2026-03-01'), first_aid: check('2026-04-01') };
    await save(profile.id, checks);
    expect((await grant(profile.email)).body).toMatchObject({ checks });
    await revoke(profile.id);
    system.later(60);
    expect((await grant(profile.email)).body).toMatchObject({
      checks: { background_check: null, first_aid: null },
    });
  });

  it.each([
    ['without a note', '2026-03-01', ' '],
    ['without a date', '', 'seen'],
    ['on a day that does not exist', '2026-02-30', 'seen'],
    ['with a note that is too long', '2026-03-01', 'x'.repeat(limits.coachCheckNoteLength + 1)],
  ])('are refused %s [COA-07]', async (_, until, note) => {
    const { status, body } = await save(await newCoach(), {
      background_check: null,
      first_aid: { until, note },
    });
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'invalidRequest' } });
  });
});

const coming = '2025-09-27';

describe('the coaches of a class', () => {
  const save = async (overrides: object) => {
    const venue = sampleVenueNamed(`Park ${randomUUID()}`);
    await putVenue(system.table, venue);
    const body = { ...enteredClass, venue_id: venue.id, time_slots: [enteredSlot], ...overrides };
    return system.admin.call('createClass', { body });
  };
  const saved = async (overrides: object): Promise<ManagedClass> =>
    routes.createClass.response.parse((await save(overrides)).body);

  it('are stored with it and shown to administrators alone [COA-02]', async () => {
    const [one, other] = [await newCoach(), await newCoach()];
    const cls = await saved({ coach_ids: [one] });
    expect(cls.coach_ids).toEqual([one]);
    const { id } = cls;
    const body = { coach_ids: [other, one] };
    const changed = await system.admin.call('updateClass', { params: { classId: id }, body });
    expect(changed).toMatchObject({ status: 200, body: { coach_ids: [other, one] } });
    expect(await actionsOn(id)).toEqual(['class.created', 'class.updated']);
    const seen = [await getClass(system.table, id), ...(await listClasses(system.table))];
    expect(JSON.stringify(seen)).not.toMatch(new RegExp(`coach_ids|${one}|${other}`));
  });

  it('are at most ten, each once, and coaches when they are named [COA-02]', async () => {
    const one = await newCoach();
    const former = await newCoach();
    await revoke(former);
    const parent = (await system.join()).profile.id;
    const many = Array.from({ length: limits.coachesPerClass + 1 }, () => randomUUID());
    for (const coach_ids of [[one, one], [former], [parent], many]) {
      const { status, body } = await save({ coach_ids });
      expect({ status, body }).toMatchObject({ status: 400, body: { issues: [{ field: 'coach_ids' }] } });
    }
  });

  it('are stood in for at one session, by others or nobody [COA-02]', async () => {
    const [one, other] = [await newCoach(), await newCoach()];
    const cls = await saved({});
    const slot_id = at(cls.time_slots, 0).id;
    const params = { classId: cls.id };
    const cover = (coach_ids: readonly string[], date = coming, slot: string = slot_id) =>
      system.admin.call('setCover', { params, body: { slot_id: slot, date, coach_ids } });
    const covers = async () => Object((await system.admin.call('listCovers', { params })).body).covers;
    for (const coach_ids of [[one], [one], [other, one], []]) {
      expect((await cover(coach_ids)).status).toBe(204);
      const expected = { class_id: cls.id, slot_id, date: coming, coach_ids };
      expect(await covers()).toEqual(coach_ids.length > 0 ? [expected] : []);
    }
    // The repetition of the same names is no change.
    expect((await actionsOn(cls.id)).filter((action) => action === 'cover.set')).toHaveLength(3);
    for (const answer of [
      await cover([one], '2020-01-01'),
      await cover([one], coming, `slt_${'0'.repeat(26)}`),
    ])
      expect(answer.body).toMatchObject({ code: 'sessionNotFound' });
    expect((await cover([(await system.join()).profile.id])).status).toBe(400);
  });
});
