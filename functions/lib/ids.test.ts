import { randomUUID } from 'node:crypto';
import { expect, expectTypeOf, it } from 'vitest';
import { sampleNow } from '#infra/testing/samples/samples';
import type { Child } from '#shared/families/family';
import { type FamilyId, familyIdSchema, type UserId, userIdSchema } from '#shared/lib/ids';
import type { StoredAccount } from '../accounts/accounts.ts';
import type { Member, StoredFamily } from '../accounts/stored-families.ts';
import type { StoredBooking } from '../booking/bookings.ts';
import type { StoredApplication } from '../waiting/applications.ts';
import type { StoredOffer } from '../waiting/offers.ts';
import { accountKey, calendarFeedKey, familyKey, familyLedgerKey } from './dynamo/keys-of-people.ts';
import { newFamilyId } from './ids.ts';

it('no id of a family is one of an account, for the compiler and at run time [FID-01]', () => {
  expectTypeOf<FamilyId>().not.toExtend<UserId>();
  expectTypeOf<UserId>().not.toExtend<FamilyId>();
  expectTypeOf<string>().not.toExtend<FamilyId>();
  expect(familyIdSchema.safeParse(randomUUID()).success).toBe(false);
  expect(userIdSchema.safeParse(newFamilyId(sampleNow)).success).toBe(false);
  expect(newFamilyId(sampleNow)).toMatch(/^fam_[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
});

it('what is a family’s is stored under the family, what is a person’s under the account [FID-01]', () => {
  expectTypeOf(familyKey).parameter(0).toEqualTypeOf<FamilyId>();
  expectTypeOf(familyLedgerKey).parameter(0).toEqualTypeOf<FamilyId>();
  expectTypeOf<Child['parent_id']>().toEqualTypeOf<FamilyId>();
  expectTypeOf<StoredBooking['parent_id']>().toEqualTypeOf<FamilyId>();
  expectTypeOf<StoredApplication['parent_id']>().toEqualTypeOf<FamilyId>();
  expectTypeOf<StoredOffer['parent_id']>().toEqualTypeOf<FamilyId>();
  expectTypeOf(accountKey).parameter(0).toEqualTypeOf<UserId>();
  expectTypeOf(calendarFeedKey).parameter(0).toEqualTypeOf<UserId>();
  expectTypeOf<StoredBooking['booked_by_adult']>().toEqualTypeOf<UserId | undefined>();
});

it('an account names its family, and a family its members [FID-01]', () => {
  expectTypeOf<StoredAccount['family_id']>().toEqualTypeOf<FamilyId>();
  expectTypeOf<StoredFamily['members']>().toEqualTypeOf<readonly Member[]>();
  expectTypeOf<Member['id']>().toEqualTypeOf<UserId>();
  expectTypeOf<StoredFamily>().not.toHaveProperty('login');
  expectTypeOf<StoredAccount>().not.toHaveProperty('member_of');
});
