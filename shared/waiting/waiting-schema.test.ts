import { describe, expect, it } from 'vitest';
import { limits } from '#shared/limits';
import { issuesOf } from '../testing/values.ts';
import { waitingApplicationSchema, waitingOfferSchema } from './waiting.ts';

const ulid = (index: number) => `01J6Z3W8Q4V5N7M2K9R1T0${String(index).padStart(4, '0')}`;
const child = (index: number) => `chd_${ulid(index)}`;

const common = {
  parent_id: 'fam_01J6Z3W8Q4V5N7M2K9R1T00009',
  class_id: `cls_${ulid(1)}`,
  time_slot_id: `slt_${ulid(2)}`,
  child_ids: [child(3), child(4)],
};

const entry = {
  ...common,
  id: `wai_${ulid(5)}`,
  since: '2025-09-03T09:00:00.000Z',
  put_first_at: null,
  passed_over_at: null,
  offer_id: null,
};

const offer = {
  ...common,
  id: `ofr_${ulid(6)}`,
  entry_id: entry.id,
  state: 'open',
  price: 18_000,
  from_session: '2025-09-06',
  until: '2025-09-04T19:00:00.000Z',
  created_at: '2025-09-03T09:00:00.000Z',
};

describe.each([
  ['an entry', waitingApplicationSchema, entry],
  ['an offer', waitingOfferSchema, offer],
] as const)('%s', (_, schema, stored) => {
  it('is read as it is stored', () => {
    expect(schema.parse(stored)).toEqual(stored);
  });

  it.each([
    [[], 'child_ids: Please select a child'],
    [[child(3), child(4), child(3)], 'child_ids: A child is listed twice'],
    [
      Array.from({ length: limits.childrenPerFamily + 1 }, (_, index) => child(index)),
      `child_ids: Choose at most ${limits.childrenPerFamily} children`,
    ],
    [[common.class_id], 'child_ids.0: Unknown id'],
  ])('is not for the children %j', (child_ids, issue) => {
    expect(issuesOf(schema, { ...stored, child_ids })).toEqual([issue]);
  });

  it('is for one child, or for all children that a family can have', () => {
    for (const count of [1, limits.childrenPerFamily]) {
      const child_ids = Array.from({ length: count }, (_, index) => child(index));
      expect(schema.parse({ ...stored, child_ids }).child_ids).toEqual(child_ids);
    }
  });
});
