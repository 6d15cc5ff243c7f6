import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { problems } from './errors.ts';
import { apiServices, isRead, keyProblems, problemsOf, type Route } from './route.ts';
import { routeList } from './routes.ts';

const named = routeList.map(({ name, route }) => [name, route] as const);

/** The probes say nothing: whoever asks, of any service. */
const isProbe = (route: Route): boolean => route.path.startsWith('/api/probes/');

const placeholdersOf = (path: string) => [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name);
const fieldsOf = (schema: z.core.$ZodObject | undefined) => Object.keys(schema?._zod.def.shape ?? {});

describe('the routes together', () => {
  it('match a request with at most one route', () => {
    const shapes = routeList.map(
      ({ route }) => `${route.method} ${route.path.replaceAll(/\{[^}]*\}/g, '{}')}`,
    );
    expect(new Set(shapes).size).toBe(shapes.length);
  });

  it('are public only in the services catalogue, account and links, and for a provider that signs', () => {
    const open = routeList.filter(({ route }) => route.access === 'public' && !isProbe(route));
    expect(open.length).toBeGreaterThan(0);
    for (const { route } of open)
      expect(['catalogue', 'account', 'links', 'card-events']).toContain(route.service);
  });

  it('limit the rate of whatever a stranger can call that sends an email or changes something', () => {
    const unlimited = routeList.filter(
      ({ route }) =>
        (route.service === 'account' || route.service === 'links') &&
        route.access === 'public' &&
        !route.rate,
    );
    // Mail programs call these for readers, and only the secret of a reader changes something.
    expect(unlimited.map(({ name }) => name).toSorted()).toEqual(['getLeavePage', 'leaveNewsletter']);
  });

  it('read the role from the table for administrators, except for the reading of classes and figures', () => {
    const byTokenAlone = routeList.filter(({ route }) => route.access === 'admin' && !route.currentRole);
    expect(byTokenAlone.map(({ name }) => name)).toEqual([
      'getDashboard',
      'listManagedClasses',
      'getClassImpact',
      'listDrafts',
      'listVenues',
      'getMoneyFigures',
    ]);
  });

  it('asks for the password before an account is deleted, its data is downloaded, a role is granted, or a second factor changes, and sometimes for settings [MFA-06]', () => {
    const fresh = routeList.filter(({ route }) => route.freshSignIn).map(({ name }) => name);
    expect(fresh.toSorted()).toEqual([
      'deleteMyAccount',
      'downloadFamilyData',
      'exportMyData',
      'grantAdmin',
      'grantCoach',
      'inviteAdmin',
      'inviteAdult',
      'inviteCoach',
      'joinFamilies',
      'makeAdultHolder',
      'removeLogin',
      'resetSecondFactor',
      'saveSettings',
      'turnOnSecondFactor',
    ]);
    expect(routeList.filter(({ route }) => route.freshSignIn === 'sometimes')).toHaveLength(1);
  });

  it('are probed one for each service, by whoever asks, and answer nothing [OPS-05]', () => {
    const probes = routeList.filter(({ route }) => isProbe(route));
    expect(probes.map(({ route }) => route.service).toSorted()).toEqual(apiServices.toSorted());
    for (const { route } of probes) {
      expect(route).toMatchObject({ access: 'public', status: 204, readOnly: true });
      expect([route.body, route.query, route.params]).toEqual([undefined, undefined, undefined]);
    }
  });

  it('act for the family of the caller, wherever a member asks for more than its own account [BHF-03]', () => {
    const ofMembers = routeList.filter(({ route }) => route.access === 'member');
    const ofAccounts = ofMembers.filter(({ route }) => route.actsFor !== 'family');
    expect(ofAccounts.map(({ name }) => name).toSorted()).toEqual([
      'acceptMyAdminInvitation',
      'acceptMyAdultInvitation',
      'acceptMyCoachInvitation',
      'deleteMyAccount',
      'getMySecondFactor',
      'turnOnSecondFactor',
    ]);
  });

  it('count as changes of a family, or say that they do not', () => {
    const changing = routeList.filter(
      ({ route }) => !isRead(route) && (route.access === 'member' || route.service === 'links'),
    );
    for (const { name, route } of changing) {
      const { uncounted, errors }: Route = route;
      expect([name, errors.includes('tooManyChanges')]).toEqual([name, uncounted !== true]);
    }
  });

  it('are told no family by those who act for one [BHF-03]', () => {
    const namesFamily = /"(?:parent|family|user|account|member)_?[iI]d"/;
    for (const { name, route } of routeList.filter(({ route }) => route.access === 'member')) {
      const parts = [route.params, route.query, route.body].filter((schema) => schema !== undefined);
      const text = parts.map((schema) => JSON.stringify(z.toJSONSchema(schema, { io: 'input' }))).join();
      expect([name, text]).toEqual([name, expect.not.stringMatching(namesFamily)]);
    }
  });

  it('return no personal data from public routes', () => {
    const personal = [
      'email',
      'full_name',
      'phone_number',
      'child_name',
      'date_of_birth',
      'medical_conditions',
    ];
    for (const { route } of routeList.filter(
      ({ route }) => route.access === 'public' && route.method === 'GET',
    )) {
      const answer = JSON.stringify(z.toJSONSchema(route.response));
      for (const field of personal) expect(answer).not.toContain(`"${field}":`);
    }
  });

  it('share answers only of public reads', () => {
    const shared = routeList.filter(({ route }) => route.sharedFor);
    expect(shared.map(({ name }) => name)).toEqual(['listClasses', 'getClass']);
    for (const { route } of shared) {
      expect([route.access, route.method, route.service]).toEqual(['public', 'GET', 'catalogue']);
    }
  });

  it('only read in the catalogue, which is public', () => {
    for (const { route } of routeList.filter(({ route }) => route.service === 'catalogue')) {
      expect([route.access, isRead(route)]).toEqual(['public', true]);
    }
  });

  it.each([
    ['family', 'member'],
    ['admin', 'admin'],
    ['coach', 'coach'],
  ] as const)('serve %s to %s only', (service, access) => {
    const levels = routeList
      .filter(({ route }) => route.service === service && !isProbe(route))
      .map(({ route }) => route.access);
    expect(new Set(levels)).toEqual(new Set(levels.length === 0 ? [] : [access]));
  });
});

describe.each(named)('%s', (name, route) => {
  it('declares exactly the parameters of its path', () => {
    const placeholders = placeholdersOf(route.path);
    expect(new Set(placeholders).size).toBe(placeholders.length);
    expect(fieldsOf(route.params).toSorted()).toEqual(placeholders.toSorted());
  });

  it('says what was shown exactly where it edits something stored, which a PATCH does [PRF-01]', () => {
    const shape = Object(route.body)._zod?.def.shape ?? {};
    expect('shown' in shape).toBe(route.method === 'PATCH');
  });

  it('has a body only with a method that allows one', () => {
    if (route.method === 'GET' || route.method === 'DELETE') expect(route.body).toBeUndefined();
    if (route.method === 'PUT' || route.method === 'PATCH') expect(route.body).toBeDefined();
  });

  it('only reads exactly when its name says so', () => {
    expect(isRead(route)).toBe(/^(?:get|list|search|lookUp|export|probe)/.test(name));
    if (route.readOnly) expect([route.method, route.idempotent]).toEqual(['POST', undefined]);
  });

  it('lists its own problems once, without those of all routes', () => {
    expect(new Set(route.errors).size).toBe(route.errors.length);
    // No problem that routes of its kind have is listed again.
    expect(new Set(problemsOf(route)).size).toBe(problemsOf(route).length);
  });

  it('has the problems of keys exactly when it is idempotent', () => {
    for (const code of keyProblems) expect(problemsOf(route).includes(code)).toBe(route.idempotent === true);
    if (route.idempotent) expect(['POST', 'DELETE']).toContain(route.method);
  });
});

it('uses every problem in at least one route', () => {
  const answered = new Set<string>([...routeList.flatMap(({ route }) => problemsOf(route))]);
  expect(Object.keys(problems).filter((code) => !answered.has(code))).toEqual([]);
});
