import { expect, it } from 'vitest';
import { roleOfGroups } from './roles.ts';

it.each([
  [[], 'parent'],
  [['coaches', 'admins', 'Admin'], 'parent'],
  [['coach'], 'coach'],
  [['coach', 'admin'], 'admin'],
] as const)('gives a token of the groups %j the role %s', (groups, role) => {
  expect(roleOfGroups(groups)).toBe(role);
});
