import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sampleNow, sampleTimeZone } from '#infra/testing/samples/samples';
import { invoke } from '#infra/testing/services/invoke';
import { adminRoutes } from '#shared/contract/admin-routes';
import type { RouteName } from '#shared/contract/routes';
import { adminGroup } from '#shared/roles';
import { createHandler } from '../lib/http/create-handler.ts';
import { newActivityId, newBookingId, newClassId, newSlotId } from '../lib/ids.ts';

// Object.keys widens the key type; the object is closed.
const routeNames = (Object.keys(adminRoutes) as (RouteName & keyof typeof adminRoutes)[]).filter(
  (name) => adminRoutes[name].access !== 'public',
);

const ids: Record<string, string> = {
  classId: newClassId(sampleNow),
  slotId: newSlotId(sampleNow),
  bookingId: newBookingId(sampleNow),
  parentId: randomUUID(),
  userId: randomUUID(),
  cursor: newActivityId(sampleNow),
  date: '2025-09-27',
};

/** The service with operations that only record their calls. */
const recordingService = () => {
  const calls: string[] = [];
  const operations = Object.fromEntries(
    routeNames.map((name) => [
      name,
      () => {
        calls.push(name);
        return Promise.reject(new Error('called'));
      },
    ]),
  );
  return {
    calls,
    handler: createHandler(adminRoutes, operations as never, { timeZone: sampleTimeZone } as never, {
      requireCurrentRole: async () => {},
    }),
  };
};

const call = async (route: RouteName, caller: { userId?: string; groups?: readonly string[] }) => {
  const { calls, handler } = recordingService();
  const body = 'body' in adminRoutes[route as keyof typeof adminRoutes] ? {} : undefined;
  const answer = await invoke(handler, { route, params: ids, body, ...caller });
  return { answer, calls };
};

describe.each(routeNames)('%s', (route) => {
  it('refuses a visitor [PRM-13, PRM-14]', async () => {
    const { answer, calls } = await call(route, {});
    expect(answer).toMatchObject({
      status: 401,
      body: { code: 'notAuthenticated', detail: 'Not authenticated' },
    });
    expect(calls).toEqual([]);
  });

  it.each([
    ['a parent', []],
    ['a member of another group', ['coach']],
    ['a member of a group with a similar name', ['admins', 'Admin', 'not-admin']],
  ])('refuses %s [PRM-13, PRM-16, ADM-04]', async (_caller, groups) => {
    const { answer, calls } = await call(route, { userId: randomUUID(), groups });
    expect(answer).toMatchObject({
      status: 403,
      body: { code: 'adminOnly', detail: 'You do not have admin privileges' },
    });
    expect(calls).toEqual([]);
  });

  it('allows an administrator', async () => {
    const { answer } = await call(route, { userId: randomUUID(), groups: ['coach', adminGroup] });
    expect([401, 403]).not.toContain(answer.status);
  });
});

it.each(['cancelSessions', 'chooseRemedy', 'restoreSession'] as const)(
  '%s is refused to everybody but administrators [CAN-15]',
  async (route) => {
    for (const caller of [{}, { userId: randomUUID() }, { userId: randomUUID(), groups: ['coach'] }]) {
      const { answer, calls } = await call(route, caller);
      expect([401, 403]).toContain(answer.status);
      expect(calls).toEqual([]);
    }
  },
);
