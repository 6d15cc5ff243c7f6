import type * as z from 'zod/mini';
import { classValues, draftValues, venueValues } from '#shared/classes/class-input';
import { type RouteName, type Routes, routes } from '#shared/contract/routes';
import { cardValues, childValues } from '#shared/families/child-edits';
import { contactValues } from '#shared/families/profile-input';
import { pageSizes } from '#shared/limits';
import { settingsValues } from '#shared/school/settings';

export type EditRoute = {
  [Name in RouteName]: Routes[Name]['method'] extends 'PATCH' ? Name : never;
}[RouteName];

export interface FormRequest {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
}

/** Sends a request as the same caller; undefined for a refusal. */
type Read = <Name extends RouteName>(
  route: Name,
  request?: FormRequest,
) => Promise<z.output<Routes[Name]['response']> | undefined>;

/** What each form shows of the thing that it edits, read as the site reads it; undefined where it is not there. */
export const forms: {
  readonly [Name in EditRoute]: (
    read: Read,
    params: Readonly<Record<string, string>>,
    body: object,
  ) => Promise<object | undefined>;
} = {
  updateMyProfile: async (read) => {
    const family = await read('getMyFamily');
    return family && contactValues(family.profile);
  },
  updateChild: async (read, { childId }) => {
    const child = (await read('getMyFamily'))?.children.find(({ id }) => id === childId);
    return child && childValues(child);
  },
  updateCard: async (read, { childId }) => {
    const child = (await read('getMyFamily'))?.children.find(({ id }) => id === childId);
    return child && cardValues(child);
  },
  updateParent: async (read, params) => {
    const parent = await read('getParent', { params });
    return parent && contactValues(parent.profile);
  },
  updateBooking: async (read, { bookingId }) => {
    let cursor: string | null | undefined;
    do {
      const page = await read('searchBookings', {
        body: { limit: pageSizes.most, ...(cursor && { cursor }) },
      });
      const booking = page?.bookings.find(({ id }) => id === bookingId);
      if (booking) return { child_name: booking.child_name, child_age: booking.child_age };
      cursor = page?.next_cursor;
    } while (cursor);
    return undefined;
  },
  setCoachChecks: async (read, { userId }) =>
    (await read('listCoaches'))?.coaches.find(({ id }) => id === userId)?.checks,
  setCover: async (read, params, body) => {
    const session: { readonly slot_id?: unknown; readonly date?: unknown } = body;
    const all = (await read('listCovers', { params }))?.covers;
    const cover = all?.find(({ slot_id, date }) => slot_id === session.slot_id && date === session.date);
    return all && { coach_ids: cover?.coach_ids ?? [] };
  },
  setSecondReference: async (read, params) => {
    const ledger = await read('getParentLedger', { params });
    return ledger && { second_reference: ledger.second_reference };
  },
  updateClass: async (read, { classId }) => {
    const cls = (await read('listManagedClasses'))?.classes.find(({ id }) => id === classId);
    return cls && classValues(cls);
  },
  updateDraft: async (read, { classId }) => {
    const draft = (await read('listDrafts'))?.drafts.find(({ id }) => id === classId);
    return draft && draftValues(draft);
  },
  updateVenue: async (read, { venueId }) => {
    const venue = (await read('listVenues'))?.venues.find(({ id }) => id === venueId);
    return venue && venueValues(venue);
  },
  saveSettings: async (read) => {
    const settings = await read('getSettings');
    return settings && settingsValues(settings);
  },
  correctChild: async (read, { parentId = '', childId }) => {
    const parent = await read('getParent', { params: { parentId } });
    const child = parent?.children.find(({ id }) => id === childId);
    return child && { name: child.name, date_of_birth: child.date_of_birth };
  },
};

const isEdit = (route: RouteName): route is EditRoute => route in forms;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The body of a request. An edit that does not say what was shown is one of a form that was opened a moment ago.
 * @param send sends another request as the same caller
 */
export const bodyOf = async (
  route: RouteName,
  { params = {}, body }: FormRequest,
  send: (
    route: RouteName,
    request: FormRequest,
  ) => Promise<{ readonly status: number; readonly body: unknown }>,
): Promise<unknown> => {
  if (!isEdit(route) || !isObject(body) || 'shown' in body) return body;
  const read: Read = async (name, request = {}) => {
    const answer = await send(name, request);
    // Of the route of this name.
    return answer.status === 200 ? (routes[name].response.parse(answer.body) as never) : undefined;
  };
  // Of a thing that is not there nothing can be compared.
  const stored = (await forms[route](read, params, body)) ?? body;
  const fields = routes[route].body.shape.shown.shape;
  const shown = Object.entries(stored).filter(([name]) => name in body && name in fields);
  return { ...body, shown: Object.fromEntries(shown.map(([name, value]) => [name, value ?? null])) };
};
