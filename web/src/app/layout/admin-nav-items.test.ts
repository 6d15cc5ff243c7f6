import { generatePath } from 'react-router-dom';
import { expect, it } from 'vitest';
import { adminNavItems, isCurrentItem } from './admin-nav-items.ts';
import { adminPatterns } from './workspace.ts';

it.each(adminPatterns)('marks exactly one place on %s', (page) => {
  const pathname = generatePath(page, { classId: 'cls_1', parentId: 'parent' });
  expect(adminNavItems.filter((place) => isCurrentItem(place, pathname))).toHaveLength(1);
});
