import { expect, it } from 'vitest';
import { roleOfGroups } from './roles.ts';

it.each([
  [[], 'parent'],
  [['coach', 'admins', 'Admin'], 'parent'],
  [['coach', 'admin'], 'admin'],
] as const)('gives a token of the groups %j the role %s', (groups, role) => {
  expect(roleOfGroups(groups)).toBe(role);
});
